"""Minimum, maximum and broadcast of dims: clamps, brought to the one form ``relu``."""

from __future__ import annotations

import math

from shapeinfer.dims.atoms import Term
from shapeinfer.dims.budget import spend
from shapeinfer.dims.dim import (
    NORMAL_FORMS,
    ONE,
    REFUTED_REASON,
    ZERO,
    Dim,
    build,
    const,
    kept,
    of_atom,
    term,
)
from shapeinfer.dims.floors import cancelled, common_powers, without_factor
from shapeinfer.dims.periods import decides
from shapeinfer.dims.ranges import is_nonnegative

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def relu(a: Dim) -> Dim:
    """``max(a, 0)``."""
    if a.value is not None:
        return const(max(a.value, 0))
    spend(len(a.terms))
    if is_nonnegative(a):
        return a
    if a.hi is not None and a.hi <= 0:
        return ZERO
    if a.terms[0][1] < 0:
        return relu(-a) + a
    factor = math.gcd(*(c for _, c in a.terms))
    if factor > 1:
        return relu(kept({m: c // factor for m, c in a.terms})) * factor
    common = common_powers(m for m, _ in a.terms)
    sizes = {atom: power for atom, power in common.items() if atom.lo is not None and atom.lo >= 0}
    if sizes:  # a factor that is no size may be negative
        return build({tuple(sizes.items()): 1}) * relu(without_factor(a, sizes))
    return of_atom(term("relu", (a,)))


def maximum(a: Dim, b: Dim) -> Dim:
    """The larger of two dims."""
    return a + relu(b - a)


def minimum(a: Dim, b: Dim) -> Dim:
    """The smaller of two dims."""
    return b - relu(b - a)


def broadcast(dims: Iterable[Dim]) -> Dim:
    """The size that broadcastable sizes have together: the one that is not 1, or 1.

    Meaningful where all that are not 1 are equal; the rule states that requirement.
    """
    flat: dict[Dim, None] = {}
    for dim in dims:
        symbol_term = _broadcast_args(dim)
        flat.update(dict.fromkeys(symbol_term if symbol_term else (dim,)))
    spend(len(flat))
    blamed = next((d for d in flat if (s := d.symbol()) is not None and s.reason == REFUTED_REASON), None)
    if blamed is not None:
        return blamed  # what follows from a mismatch stays silent
    fixed = next((d for d in flat if d.value is not None and d.value != 1), None)
    if fixed is not None:
        return fixed
    wide = _without_narrow(_without_clamped([d for d in flat if d.value is None]))
    # A size that can't be 1 decides the answer alone.
    sure = next((d for d in wide if d.lo is not None and d.lo > 1), None)
    if sure is not None:
        return sure
    if len(wide) < 2:
        return wide[0] if wide else ONE
    return of_atom(term("broadcast", tuple(sorted(wide, key=Dim.sort_key))))


def clamped_at(a: Dim, b: Dim) -> int | None:
    """The constant c if ``b`` is ``min(a, c)``, else None."""
    if not b.depth():
        return None  # no clamp is in it
    difference = a - b
    if len(difference.terms) != 1 or difference.terms[0][1] != 1 or len(difference.terms[0][0]) != 1:
        return None
    atom, power = difference.terms[0][0][0]
    if power != 1 or not isinstance(atom, Term) or atom.op != "relu":
        return None
    return (a - atom.args[0]).value


def _raised_to(a: Dim, b: Dim) -> int | None:
    """The constant c if ``b`` is ``max(a, c)``, else None."""
    if not b.depth():
        return None  # no clamp is in it
    for monomial, coefficient in b.terms:
        atom, power = monomial[0] if len(monomial) == 1 else (None, 0)
        if power == 1 and coefficient == 1 and isinstance(atom, Term) and atom.op == "relu":
            rest, inner = b - of_atom(atom), atom.args[0]
            if rest.value is not None and inner == a - rest:
                return rest.value
            if rest == a and (inner + a).value is not None:
                return (inner + a).value
    return None


def _without_clamped(dims: list[Dim]) -> list[Dim]:
    """Beside ``a``, ``min(a, c)`` with c above 1 says nothing: they are broadcastable only if equal. Nor does
    ``max(a, c)`` with c of 1 or 0, which is another size only where a is 0, and then 1."""
    if not 2 <= len(dims) <= 6:  # of many sizes no two are likely to be such a pair
        return dims

    def says_nothing(b: Dim) -> bool:
        others = [a for a in dims if a is not b]
        return any((clamped_at(a, b) or 0) > 1 or _raised_to(a, b) in (0, 1) for a in others)

    return [b for b in dims if not says_nothing(b)]


def _without_narrow(dims: list[Dim]) -> list[Dim]:
    """Without those beside which another one alone decides: ``2*ceildiv(w, 8)`` beside ``ceildiv(w, 4)``."""
    if not 2 <= len(dims) <= 6 or not any(d.depth() for d in dims):
        return dims
    found = sorted(dims, key=Dim.sort_key)
    for dim in tuple(found):
        if any(decides(other, dim) for other in found if other is not dim):
            found.remove(dim)
    return found


def _broadcast_args(dim: Dim) -> tuple[Dim, ...]:
    if len(dim.terms) == 1 and dim.terms[0][1] == 1 and len(dim.terms[0][0]) == 1:
        atom, power = dim.terms[0][0][0]
        if power == 1 and isinstance(atom, Term) and atom.op == "broadcast":
            return atom.args
    return ()


def truncdiv(a: Dim, b: Dim) -> Dim | None:
    """``a / b`` rounded toward zero, as ONNX's integer Div does; None if b's sign is unknown."""
    if b.hi is not None and b.hi < 0:
        a, b = -a, -b
    if not is_nonnegative(b):
        return None
    if is_nonnegative(a):
        return a // b
    if a.lo is not None and -a.lo < max(b.lo or 1, 1):
        return relu(a) // b  # what is below zero is too small to make a whole -1
    if a.depth() and b.value is not None:  # written out, lengths after several layers double with each
        return _truncated(a, b)
    # b is not 0 wherever the quotient is defined.
    return relu(a) // b - relu(-a) // b


def _truncated(a: Dim, b: Dim) -> Dim:
    """The quotient as a term of its own, for a positive b. Where a's sign is known, none is needed."""
    if a.hi is not None and a.hi <= 0:
        return -(-a // b)
    if a.terms[0][1] < 0:
        return -_truncated(-a, b)
    a, b = cancelled(a, b)
    return a if b == ONE else of_atom(term("truncdiv", (a, b)))


def _truncated_again(a: Dim, b: Dim) -> Dim:
    quotient = truncdiv(a, b)
    assert quotient is not None  # the sign of a number is known
    return quotient


NORMAL_FORMS["relu"] = relu
NORMAL_FORMS["truncdiv"] = _truncated_again
NORMAL_FORMS["broadcast"] = lambda *args: broadcast(args)
