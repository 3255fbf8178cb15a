"""Floor division of dims and what is made of it: ``//``, ceildiv, ONNX's truncating Div."""

from __future__ import annotations

import math

from shapeinfer.dims.atoms import Atom, Monomial, Term
from shapeinfer.dims.budget import spend, steps_used
from shapeinfer.dims.dim import (
    NORMAL_FORMS,
    ONE,
    ZERO,
    Dim,
    bounded,
    build,
    const,
    kept,
    of_atom,
    quotients,
    term,
)
from shapeinfer.dims.ranges import is_nonnegative

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def floordiv(a: Dim, b: Dim) -> Dim:
    """``a // b`` in normal form. ZeroDivisionError if b is 0."""
    if b.value == 0:
        raise ZeroDivisionError(f"{a} // 0")
    if a.value is not None and b.value is not None:
        return const(a.value // b.value)
    if b.value == 1 or a.value == 0:
        return a
    if b.value is not None and b.value < 0:
        return floordiv(-a, -b)
    spend(len(a.terms) + len(b.terms))
    found = quotients.get((a, b))
    if found is not None:
        spend(found[1])  # what it cost at first: it may not matter who asked before
        return found[0]
    before = steps_used()
    quotient = _quotient_of(a, b)
    bounded(quotients)[(a, b)] = quotient, steps_used() - before
    return quotient


def _quotient_of(a: Dim, b: Dim) -> Dim:
    if a == b:
        return ONE
    a, b = cancelled(a, b)
    if b.value is not None:
        return _floordiv_const(a, b.value) if b.value > 0 else _floordiv_const(-a, -b.value)
    quotient, rest = _divide(a, b)
    if not rest.terms:
        return quotient
    # 0 <= rest < b for every size, where b is a size that is not 0: the term itself is 0.
    if is_nonnegative(rest) and is_nonnegative(b - rest - 1):
        return quotient
    if rest.value is not None and is_nonnegative(b) and 0 < -rest.value <= max(b.lo or 0, 1):
        return quotient - 1  # -b <= rest < 0
    return quotient + of_atom(term("//", (rest, b)))


def _floordiv_const(a: Dim, d: int) -> Dim:
    if d == 1:
        return a
    if a.value is not None:
        return const(a.value // d)
    if a.terms[0][1] < 0:
        # floor(x/d) = -floor((-x - 1)/d) - 1 makes the leading coefficient positive.
        return -_floordiv_const(-a - 1, d) - 1
    simpler = _nested(a, d)
    if simpler is None:
        simpler = _of_clamp(a, d)
    if simpler is not None:
        return simpler
    rest = kept({m: c % d for m, c in a.terms})
    whole = kept({m: c // d for m, c in a.terms})
    if rest.value is not None:
        return whole
    if whole.terms:
        return whole + _floordiv_const(rest, d)  # what is left may be a nested floor now
    factor = math.gcd(d, *(c for m, c in rest.terms if m))
    if factor > 1:  # (f*x + p) // (f*e) is (x + p//f) // e
        return whole + _floordiv_const(kept({m: c // factor for m, c in rest.terms}), d // factor)
    if rest.lo is not None and rest.hi is not None and rest.lo // d == rest.hi // d:
        return whole + rest.lo // d
    return whole + of_atom(term("//", (rest, const(d))))


def halves_joined(dim: Dim) -> Dim:
    """The dim with ``x//2 + (x + 1)//2`` put together to ``x``."""
    if dim.size <= 1 + len(dim.terms):  # no terms
        return dim
    halves: dict[Dim, tuple[Dim, int]] = {}
    for monomial, coefficient in dim.terms:
        if len(monomial) == 1 and monomial[0][1] == 1:
            atom = monomial[0][0]
            if isinstance(atom, Term) and atom.op == "//" and atom.args[1].value == 2:
                halves[atom.args[0]] = of_atom(atom), coefficient
    for x, (half, coefficient) in halves.items():
        other, also = halves.get(x + 1, (half, 0))
        if coefficient > 0 and also > 0:
            return halves_joined(dim + (x - half - other) * min(coefficient, also))
    return dim


def _nested(a: Dim, d: int) -> Dim | None:
    """``(x//b + p) // d`` as ``(x + b*p) // (b*d)``: true for d > 0 and b > 0."""
    inner = [
        atom
        for monomial, c in a.terms
        if c == 1 and len(monomial) == 1
        for atom, power in monomial
        if power == 1 and isinstance(atom, Term) and atom.op == "//"
    ]
    if len(inner) != 1:
        return None
    x, b = inner[0].args
    if b.value is None and not is_nonnegative(b):
        return None
    return floordiv(x + b * (a - of_atom(inner[0])), b * d)


def _of_clamp(a: Dim, d: int) -> Dim | None:
    """``(c*max(x, 0) + p) // d`` as the larger of ``(c*x + p)//d`` and ``p//d``, which it is for positive c
    and d. None if that is no shorter."""
    monomial, c = a.terms[0]
    if len(monomial) != 1 or len(a.terms) > 2 or (len(a.terms) == 2 and a.terms[1][0]):
        return None
    atom, power = monomial[0]
    if power != 1 or not isinstance(atom, Term) or atom.op != "relu":
        return None
    p = a - of_atom(atom) * c
    least = floordiv(p, const(d))
    found = least + NORMAL_FORMS["relu"](floordiv(atom.args[0] * c + p, const(d)) - least)
    return found if found.size <= of_atom(term("//", (a, const(d)))).size else None


def cancelled(a: Dim, b: Dim) -> tuple[Dim, Dim]:
    """Both without their common integer and monomial factor: floor(k*a / k*b) is floor(a/b)."""
    factor = math.gcd(*(c for _, c in a.terms), *(c for _, c in b.terms))
    common = common_powers(m for m, _ in (*a.terms, *b.terms))
    if factor <= 1 and not common:
        return a, b
    return without_factor(a, common, factor), without_factor(b, common, factor)


def common_powers(monomials: Iterable[Monomial]) -> dict[Atom, int]:
    """The powers of atoms that divide every monomial."""
    common: dict[Atom, int] | None = None
    for monomial in monomials:
        powers = dict(monomial)
        common = (
            powers if common is None else {k: min(v, powers[k]) for k, v in common.items() if k in powers}
        )
        if not common:
            break
    return common or {}


def without_factor(dim: Dim, powers: dict[Atom, int], factor: int = 1) -> Dim:
    """The dim divided by these powers and this number, which divide each of its terms."""
    return build(
        {
            tuple((atom, p - powers.get(atom, 0)) for atom, p in m if p > powers.get(atom, 0)): c // factor
            for m, c in dim.terms
        }
    )


def _divide(a: Dim, b: Dim) -> tuple[Dim, Dim]:
    """(q, r) with a == q*b + r, by long division on b's leading monomial."""
    lead, lead_coefficient = b.terms[0]
    quotient, rest = ZERO, a
    for _ in range(32):
        for monomial, coefficient in rest.terms:
            step = _quotient(monomial, lead)
            if step is not None and coefficient % lead_coefficient == 0:
                part = build({step: coefficient // lead_coefficient})
                quotient, rest = quotient + part, rest - part * b
                break
        else:
            break
    # A quotient that leaves more behind than there was is no progress.
    return (quotient, rest) if rest.size <= a.size else (ZERO, a)


def _quotient(monomial: Monomial, divisor: Monomial) -> Monomial | None:
    powers = dict(monomial)
    for atom, power in divisor:
        left = powers.get(atom, 0) - power
        if left < 0:
            return None
        powers[atom] = left
    return tuple((atom, p) for atom, p in powers.items() if p)


def ceildiv(a: Dim, b: Dim | int) -> Dim:
    """``a / b`` rounded up."""
    b = const(b) if isinstance(b, int) else b
    if b.value is not None and b.value > 0:
        return (a + (b.value - 1)) // b
    return -((-a) // b)


NORMAL_FORMS["//"] = floordiv
