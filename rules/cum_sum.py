"""CumSum and CumProd: running sums and products along an axis.

Version  What changed
CumSum
11       ``exclusive``, ``reverse``; the axis is an input
14       only more element types
CumProd
26       as CumSum

Differences: the runtime takes a list of one element for the axis, and does not look at it where x is
empty.
"""

from __future__ import annotations

from math import prod

from shapeinfer.facts import scalar
from shapeinfer.facts.elem_type import is_float
from shapeinfer.facts.elements import Elements, indices, of, ranged, ranged_or_none, strides
from shapeinfer.facts.scalar import Scalar, Span, high_of, low_of
from shapeinfer.rule import ONE, ZERO, Call, Dim, TensorFact, any_of, codes, equal, product, rule, tensor
from shapeinfer.shapes.arithmetic import settled
from shapeinfer.shapes.contents import each, entries, small
from shapeinfer.shapes.index import only_if_empty, require_axes
from shapeinfer.shapes.lists import single_entry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


@rule("CumSum", versions=(11, 14))
def cum_sum(call: Call, x: TensorFact, axis: TensorFact) -> TensorFact:
    return _running(call, x, axis, scalar.add, ZERO)


@rule("CumProd", versions=(26,))
def cum_prod(call: Call, x: TensorFact, axis: TensorFact) -> TensorFact:
    return _running(call, x, axis, scalar.multiply, ONE)


def _running(
    call: Call, x: TensorFact, axis: TensorFact, combine: Callable[[Scalar, Scalar], Scalar], neutral: Dim
) -> TensorFact:
    rank = call.rank(x, "x", at_least=1)
    count = x.count()
    if rank is None or count is None or count.value == 0:
        return tensor(0, x.shape)
    assert x.shape is not None  # its rank is known
    # Where x is empty the runtime does not look at the axis.
    ways = tuple(equal(size, ZERO) for size in x.shape if size.value is None)
    entry_count = axis.count()
    if ways and axis.rank and not (axis.rank == 1 and entry_count in (None, ONE)):
        call.require(
            any_of(equal(product(axis.shape or ()), ONE), *ways) if axis.rank == 1 else any_of(*ways),
            codes.PARAMETER_SIZE, "axis is {axis}, needed a scalar", axis=axis,
        )  # fmt: skip
        return tensor(0, x.shape)
    place = single_entry(call, axis, "axis")
    if not isinstance(place, Dim) or place.value is None:
        require_axes(call, (place,), rank, unless=ways)
        return tensor(0, x.shape)
    if only_if_empty(call, place.value, x.shape):
        return tensor(0, x.shape)
    at = call.axis(place.value, rank)
    exact = not is_float(x.elem_type) or _is_whole(x)
    return tensor(
        0, x.shape, settled(call, x.elem_type, _elements(call, x, at, combine, neutral)) if exact else None
    )


def _is_whole(x: TensorFact) -> bool:
    """Whether all elements are small integers, whose sums and products no order can change."""
    values = x.as_ints()
    return values is not None and sum(map(abs, values)) < 2**8 and prod(max(abs(v), 1) for v in values) < 2**8


def _elements(
    call: Call, x: TensorFact, axis: int, combine: Callable[[Scalar, Scalar], Scalar], neutral: Dim
) -> Elements | None:
    static, items = small(x.shape), entries(x)
    exclusive, backward = call.int("exclusive", 0) != 0, call.int("reverse", 0) != 0
    if x.elements is None or static is None or items is None:
        return _bounds(x, axis, exclusive=exclusive) if neutral is ZERO else None
    step, out = strides(static)[axis], list(items)
    for index in indices((*static[:axis], 1, *static[axis + 1 :])):
        start = sum(i * s for i, s in zip(index, strides(static), strict=True))
        line = [start + i * step for i in range(static[axis])]
        total: Scalar = neutral
        for at in reversed(line) if backward else line:
            before, total = total, combine(total, items[at])
            out[at] = before if exclusive else total
    return of(out, static)


def _bounds(x: TensorFact, axis: int, *, exclusive: bool) -> Elements | None:
    """The range of the sums along an axis of open size: of ones they are the numbers of the positions."""
    if x.elements is None or x.shape is None:
        return None
    item = each(x)
    counts = (ZERO, x.shape[axis] - 1) if exclusive else (ONE, x.shape[axis])
    low, high = _times(low_of(item), *counts), _times(high_of(item), *reversed(counts))
    if low is None or high is None:
        return ranged_or_none(low, high)
    return ranged(Span(low, high, attained=isinstance(item, Dim)))


def _times(bound: Dim | None, where_positive: Dim, where_negative: Dim) -> Dim | None:
    if bound is None:
        return None
    if bound.lo is not None and bound.lo >= 0:
        return bound * where_positive
    return bound * where_negative if bound.hi is not None and bound.hi <= 0 else None
