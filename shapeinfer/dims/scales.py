"""Sizes times a number, computed in float32 and rounded down: ``scaled(n, 1.3)``.

Runtimes compute so the sizes of what Resize makes. The product of float32 numbers is rounded, so that
``scaled(10, 1.3)`` is 13, although the float32 next to 1.3 is a little less than that.
"""

from __future__ import annotations

from shapeinfer.dims.dim import NORMAL_FORMS, VALUES, Dim, const, of_atom, term
from shapeinfer.dims.float32 import floor_of_product, least_factor
from shapeinfer.dims.ranges import RANGES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapeinfer.dims.atoms import Bound


def scaled(size: Dim, num: int, den: int) -> Dim:
    """``floor(float32(size) * (num / den))`` as float32 computes it. ``num / den`` is a positive float32 in
    lowest terms."""
    if size.value is not None:
        return const(floor_of_product(size.value, num, den))
    return of_atom(term("scaled", (size, const(num), const(den))))


def least_size(wanted: int, factor: Sequence[Dim]) -> Dim:
    """The least size of which ``scaled`` makes so much or more."""
    return const(least_factor(wanted, *_numbers(factor)))


def _range(args: tuple[Dim, ...]) -> tuple[Bound, Bound]:
    size, *factor = args
    num, den = _numbers(factor)
    return (
        None if size.lo is None else floor_of_product(size.lo, num, den),
        None if size.hi is None else floor_of_product(size.hi, num, den),
    )


def _numbers(factor: Sequence[Dim]) -> tuple[int, int]:
    num, den = (part.value for part in factor)
    assert num is not None and den is not None  # a factor is a number
    return num, den


NORMAL_FORMS["scaled"] = lambda size, *factor: scaled(size, *_numbers(factor))
VALUES["scaled"] = floor_of_product
RANGES["scaled"] = _range
