"""Rewrites a condition into the fewest and simplest equivalent conditions.

``2*(H//2) == H`` is ``H % 2 == 0``; ``(H + 7)//8 >= 1`` is ``H >= 1``; ``16*b*s >= 1`` is ``b >= 1`` and
``s >= 1``. Every step gives an equivalent condition, for all sizes within the symbols' bounds.
"""

from __future__ import annotations

import math

from shapeinfer.contracts.residues import fails_somewhere, holds_always
from shapeinfer.dims import ONE, ZERO, Dim, Monomial, Symbol, Term, apply, ceildiv, const, of, product
from shapeinfer.dims.budget import attempt, spend, steps_used
from shapeinfer.dims.proofs import PROVED, REFUTED
from shapeinfer.rule.requirement import (
    Condition,
    all_of,
    any_of,
    at_least,
    broadcastable,
    divides,
    equal,
    expands_to,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# The most rewriting steps. Each makes a condition smaller, so this number is never reached.
_MOST_STEPS = 24
# The steps for one condition (see shapeinfer.dims.budget). Conditions of real models take a few thousand at
# most.
_PLAIN_STEPS = 10_000


def plain(condition: Condition) -> tuple[Condition, ...]:
    """Conditions that are together equivalent, as simple as a limited number of steps makes them. Empty if
    the condition always holds."""
    return attempt(_PLAIN_STEPS, (condition,), _plain, condition)


def _plain(condition: Condition, steps: int = _MOST_STEPS) -> tuple[Condition, ...]:
    verdict = condition.verdict()
    if verdict is PROVED:
        return ()
    if verdict is REFUTED or not steps:
        return (condition,)
    spend(1)
    known = _found.get(condition)
    if known is not None:
        spend(
            known[1]
        )  # charge the original cost, so that the result does not depend on the order of conditions
        return known[0]
    before = steps_used()
    smaller = _step(condition)
    found: tuple[Condition, ...] = (condition,)
    if smaller is not None:
        found = tuple(dict.fromkeys([p for part in smaller for p in _plain(part, steps - 1)]))
    _found[condition] = found, steps_used() - before
    return found


# Results for one contract, whose conditions often repeat, with the steps that they took.
_found: dict[Condition, tuple[tuple[Condition, ...], int]] = {}
_tighter: dict[tuple[Symbol, int | None, int | None], Symbol] = {}


def forget() -> None:
    """Drop the cached results: the next contract has other symbols."""
    _found.clear()
    _tighter.clear()


def _step(condition: Condition) -> tuple[Condition, ...] | None:
    """One rewriting step, or None if there is none."""
    match condition.kind:
        case "all":
            return condition.parts
        case "any":
            return _any(condition)
        case ">=":
            return _at_least(condition.a - condition.b, condition)
        case "==":
            return _equal(condition.a - condition.b, condition)
        case "divides":
            return _divides(condition.a, condition.b)
    return _broadcast(condition)


def _any(condition: Condition) -> tuple[Condition, ...] | None:
    plainer = [_plain(part) for part in condition.parts]
    if () in plainer:
        return ()
    parts = [all_of(*found) for found in plainer]
    for part in parts:
        # A size is 0 or at least 1.
        if part.kind == ">=" and part.b == ONE and part.a.lo == 0:
            none = set(_plain(equal(part.a, ZERO)))
            if any(none == (set(p.parts) if p.kind == "all" else {p}) for p in parts):
                return ()
    for i, part in enumerate(parts):
        # Each alternative matters only if none of the others holds.
        found = _where_false(parts[:i] + parts[i + 1 :], part)
        if found is None:
            return ()
        parts[i] = found
    parts.sort(key=says_empty)
    changed = any_of(*parts)
    joint = [p for p in changed.parts if p.kind == "all"] if changed.kind == "any" else []
    if len(joint) == 1 and not all(map(says_empty, joint[0].parts)):  # "(a and b) or c": "a or c", "b or c"
        (both,) = joint
        return tuple(any_of(*(a if p is both else p for p in changed.parts)) for a in both.parts)
    return None if changed == condition else (changed,)


def says_empty(condition: Condition) -> bool:
    """Whether it says that a size is 0; such alternatives are written last."""
    return (condition.kind == "==" and condition.b == ZERO) or (
        condition.kind == "all" and all(map(says_empty, condition.parts))
    )


def _where_false(others: Sequence[Condition], condition: Condition) -> Condition | None:
    """The plain form of the condition, if all the others are false; None if it then always holds."""
    above: dict[Symbol, Symbol] = {}
    for other in others:
        bounds = _bounds_where_false(other)
        if bounds is None or bounds[0] not in condition.symbols():
            continue
        symbol, low, high = bounds
        seen = above.get(symbol, symbol)
        if (seen.lo is not None and high is not None and high < seen.lo) or (
            seen.hi is not None and low is not None and low > seen.hi
        ):
            return None  # one of the others always holds
        above[symbol] = _tightened(symbol, seen, low, high)
    if not above:
        return condition
    try:
        found = _plain(condition.substitute({s: of(t) for s, t in above.items()}, {}))
    except ZeroDivisionError:  # it speaks of sizes that there are not then
        return condition
    if not found:
        return None
    joint = all_of(*found)
    if joint.verdict() is REFUTED:
        return _NEVER
    return joint.substitute({t: of(s) for s, t in above.items()}, {})


_NEVER = equal(ZERO, ONE)


def _tightened(symbol: Symbol, seen: Symbol, low: int | None, high: int | None) -> Symbol:
    """A new symbol in place of this one, with the bounds of ``seen`` and these."""
    low = seen.lo if low is None or (seen.lo is not None and seen.lo >= low) else low
    high = seen.hi if high is None or (seen.hi is not None and seen.hi <= high) else high
    key = (symbol, low, high)
    if key not in _tighter:
        _tighter[key] = Symbol(
            symbol.name,
            seen.low if low is None or low == seen.lo else const(low),
            seen.high if high is None or high == seen.hi else const(high),
            named=symbol.named, reason=symbol.reason,
        )  # fmt: skip
    return _tighter[key]


def _bounds_where_false(condition: Condition) -> tuple[Symbol, int | None, int | None] | None:
    """(s, low, high) such that a condition on one symbol s is false exactly for ``low <= s <= high``."""
    a, b = condition.a, condition.b
    if condition.kind == ">=":
        if (symbol := a.symbol()) is not None and b.value is not None:
            return symbol, None, b.value - 1
        if (symbol := b.symbol()) is not None and a.value is not None:
            return symbol, a.value + 1, None
    if condition.kind == "==":
        for x, y in ((a, b), (b, a)):
            symbol = x.symbol()
            if symbol is not None and y.value is not None and y.value == symbol.lo:
                return symbol, y.value + 1, None
            if symbol is not None and y.value is not None and y.value == symbol.hi:
                return symbol, None, y.value - 1
    return None


def _broadcast(condition: Condition) -> tuple[Condition, ...] | None:
    """Broadcasting: if one side can't be 1, the other equals it or is 1; if one symbol decides, list the
    cases."""
    a, b = condition.a, condition.b
    # The sizes in a joint size are broadcastable to each other, otherwise there would be none.
    if sizes := _joined(a):
        return tuple(broadcastable(size, b) for size in sizes)
    if sizes := _joined(b):
        return tuple(broadcastable(a, size) for size in sizes)
    parts = [p for p in (equal(a, b), equal(a, ONE), equal(b, ONE)) if p.verdict() is not REFUTED]
    return (any_of(*parts),) if len(parts) < 3 or len(condition.symbols()) == 1 else None


def _joined(dim: Dim) -> tuple[Dim, ...]:
    """The sizes that broadcast to this dim."""
    if len(dim.terms) == 1 and dim.terms[0][1] == 1 and len(dim.terms[0][0]) == 1:
        atom, power = dim.terms[0][0][0]
        if power == 1 and isinstance(atom, Term) and atom.op == "broadcast":
            return atom.args
    return ()


# --- p >= 0 -----------------------------------------------------------------------------------


def _at_least(p: Dim, condition: Condition) -> tuple[Condition, ...] | None:
    clamp = _clamp(p)
    if clamp is not None:
        coefficient, inner, rest = clamp
        sides = (at_least(rest, ZERO), at_least(rest + inner * coefficient, ZERO))
        # c*relu(x) is c*max(0, x): the least of both sides for c < 0, the greatest for c > 0.
        return sides if coefficient < 0 else (any_of(*sides),)
    common = _common(p)
    if common is not None and len(p.terms) > 1 and common[0].lo is not None and common[0].lo >= 0:
        size, rest = common
        return (any_of(at_least(rest, ZERO), equal(size, ZERO)),)
    constant = p.constant_term()
    moving = p - constant
    common = _common(moving)
    if constant == -1 and common is not None and common[0].lo is not None and common[0].lo >= 0:
        return tuple(at_least(size, ONE) for size in common)  # s*q >= 1
    factor = math.gcd(*(c for _, c in moving.terms))
    if factor > 1:
        return (at_least(moving // factor, const(-(constant // factor))),)
    if len(moving.terms) == 1:
        found = _single(moving.terms[0], constant)
        if found is not None:
            return found
    wanted = _sides(p)
    return None if condition == wanted else (wanted,)


def _clamp(p: Dim) -> tuple[int, Dim, Dim] | None:
    """(c, x, rest) with p == c*relu(x) + rest, if p contains one relu as a separate term."""
    for monomial, coefficient in p.terms:
        if len(monomial) == 1 and monomial[0][1] == 1:
            atom = monomial[0][0]
            if isinstance(atom, Term) and atom.op == "relu":
                return coefficient, atom.args[0], p - p.only({monomial: coefficient})
    return None


def _single(item: tuple[Monomial, int], constant: int) -> tuple[Condition, ...] | None:
    """``t + constant >= 0`` or ``constant - t >= 0`` for one product t of atoms."""
    monomial, coefficient = item
    if len(monomial) == 1 and monomial[0][1] == 1:
        atom = monomial[0][0]
        if isinstance(atom, Term) and atom.op == "//" and atom.args[1].value is not None:
            x, d = atom.args[0], atom.args[1].value
            if coefficient > 0:  # x//d >= m is x >= m*d
                return (at_least(x, const(-constant * d)),)
            return (at_least(const(constant * d + d - 1), x),)
        if isinstance(atom, Term) and atom.op == "scaled":
            from shapeinfer.dims.scales import least_size  # rarely needed

            x, *factor = atom.args
            if coefficient > 0:
                return (at_least(x, least_size(-constant, factor)),)
            return (at_least(least_size(constant + 1, factor) - 1, x),)
        return None
    if abs(coefficient) != 1 or any(a.lo is None or a.lo < 0 for a, _ in monomial):
        return None
    rises = coefficient > 0
    if rises and constant == -1:
        return tuple(at_least(_of(a), ONE) for a, _ in monomial)
    most = -constant - 1 if rises else constant  # of the product: x**2 >= 10 says that it is not at most 9
    if most >= 0 and all(power == 2 for _, power in monomial):  # (x*y)**2 >= 10 is x*y >= 4
        size, root = product(_of(a) for a, _ in monomial), math.isqrt(most)
        return (at_least(size, const(root + 1)) if rises else at_least(const(root), size),)
    return None


def factors(condition: Condition) -> tuple[Condition, ...]:
    """``a*b >= 1`` of sizes as ``a >= 1`` and ``b >= 1``; nothing for other conditions."""
    if condition.kind != ">=":
        return ()
    p = condition.a - condition.b
    constant = p.constant_term()
    moving = p - constant
    common = _common(moving) if len(moving.terms) > 1 and constant == -1 else None
    if common is not None and at_least(common[0], ZERO).verdict() is PROVED:
        # a*b - b >= 1 is b*(a - 1) >= 1.
        rest = at_least(common[1], ONE)
        return (at_least(common[0], ONE), *(factors(rest) or (rest,)))
    if constant != -1 or len(moving.terms) != 1 or len(moving.terms[0][0]) == 1:
        return ()
    return _single(moving.terms[0], constant) or ()


def _of(atom: Symbol | Term) -> Dim:
    if isinstance(atom, Symbol):
        return of(atom)
    return apply(atom.op, atom.args)


def _sides(p: Dim) -> Condition:
    """``p >= 0`` with positive terms on the left and negative terms on the right."""
    left = p.only({m: c for m, c in p.terms if c > 0})
    right = p.only({m: -c for m, c in p.terms if c < 0})
    if right == ZERO:
        constant = left.constant_term()
        return at_least(left - constant, const(-constant))
    return at_least(left, right)


# --- p == 0 -----------------------------------------------------------------------------------


def _equal(p: Dim, condition: Condition) -> tuple[Condition, ...] | None:
    for joint, size in ((condition.a, condition.b), (condition.b, condition.a)):
        sizes = _joined(joint)
        if size in sizes:  # it is the joint size if every other size equals it or is 1
            return tuple(expands_to(other, size) for other in sizes if other != size)
    factor = math.gcd(*(c for _, c in p.terms))
    if factor > 1:
        return (equal(p // factor, ZERO),)
    clamped = _equal_clamp(p)
    if clamped is not None:
        return (clamped,)
    common = _common(p)
    if common is not None:
        size, rest = common
        return (
            (any_of(equal(size, ZERO), equal(rest, ZERO)),)
            if rest.terms and rest.value is None
            else (equal(size, ZERO),)
        )
    remainder = _remainder(p)
    if remainder is not None:
        return (remainder,)
    if len(p.terms) > 1 and all(c > 0 for _, c in p.terms) and all(_never_negative(m) for m, _ in p.terms):
        return tuple(equal(p.only({m: 1}), ZERO) for m, _ in p.terms)
    constant = p.constant_term()
    moving = p - constant
    if len(moving.terms) == 1 and abs(moving.terms[0][1]) == 1:
        floor = _single(moving.terms[0], constant)
        other = _single((moving.terms[0][0], -moving.terms[0][1]), -constant)
        if floor is not None and other is not None:
            return _between(*floor, *other)  # x//d == m is m*d <= x < m*d + d
    factors = _factors(p)
    if factors is not None:
        return factors
    left = p.only({m: c for m, c in p.terms if c > 0})
    right = p.only({m: -c for m, c in p.terms if c < 0})
    wanted = equal(left, right)
    return None if condition in (wanted, equal(right, left)) else (wanted,)


def _between(*bounds: Condition) -> tuple[Condition, ...]:
    """Both bounds of one dim, or the only number between them."""
    numbers = [bound.b.value if bound.a.value is None else bound.a.value for bound in bounds]
    if len(bounds) == 2 and numbers[0] is not None and numbers[0] == numbers[1]:
        at_most, least = sorted(bounds, key=lambda bound: bound.a.value is None)
        return (equal(least.a, at_most.a),)
    return bounds


def _equal_clamp(p: Dim) -> Condition | None:
    """``p == 0`` without the one relu in p, or the only two."""
    clamp = _clamp(p)
    if clamp is None:
        return None
    coefficient, inner, rest = clamp
    if at_least(inner, ZERO).verdict() is PROVED:
        return equal(rest + inner * coefficient, ZERO)
    if at_least(ZERO, inner).verdict() is PROVED:
        return equal(rest, ZERO)
    if rest == ZERO:  # relu(x) == 0
        return at_least(ZERO, inner)
    if rest == inner * -coefficient:  # relu(x) == x
        return at_least(inner, ZERO)
    beside = _clamp(rest)
    if beside is not None and beside[0] == -coefficient and beside[2] == ZERO:
        apart = (inner - beside[1]).value
        if apart is not None:  # relu(x) == relu(x - 1)
            return at_least(ZERO, inner if apart > 0 else beside[1])
    return None


def _never_negative(monomial: Monomial) -> bool:
    return all(a.lo is not None and a.lo >= 0 for a, _ in monomial)


def _common(p: Dim) -> tuple[Dim, Dim] | None:
    """(s, q) with p == s*q for a symbol or term s that is in every monomial."""
    if not p.terms or not p.terms[0][0]:
        return None
    for atom, power in p.terms[0][0]:
        if all(atom in dict(m) for m, _ in p.terms) and (
            len(p.terms) > 1 or len(p.terms[0][0]) > 1 or power > 1
        ):
            size = _of(atom)
            return size, _without(p, atom)
    return None


def _without(p: Dim, atom: Symbol | Term) -> Dim:
    """p divided by an atom that is in every monomial."""
    return p.only(
        {
            tuple((a, k - (a == atom)) for a, k in monomial if a != atom or k > 1): coefficient
            for monomial, coefficient in p.terms
        }
    )


def _factors(p: Dim) -> tuple[Condition, ...] | None:
    """``a*b == x*y`` as ``a == x`` and ``b == y``, where a and x share their symbols, and b and y theirs:
    valid if a <= x, b <= y and neither x nor y is 0, or the other way round."""
    if len(p.terms) != 2:
        return None
    for (small, c), (large, d) in (p.terms, p.terms[::-1]):
        if abs(c) != 1 or c * d >= 0:
            continue
        left, right = _by_symbols(small), _by_symbols(large)
        if len(left) != 2 or set(left) != set(right):
            continue
        (a, x), (b, y) = ((p.only({left[s]: 1}), p.only({right[s]: 1})) for s in left)
        for k in range(1, min(abs(d), _MOST_FACTORED) + 1):
            if abs(d) % k:
                continue
            sides = ((x * k, a), (y * (abs(d) // k), b))
            if _no_less(sides) or _no_less([(j, i) for i, j in sides]):
                return tuple(equal(i, j) for i, j in sides)
    return None


def _no_less(sides: Sequence[tuple[Dim, Dim]]) -> bool:
    """Whether the first of each pair is at least 1 and no less than the second, which is at least 0."""
    sure = all(
        at_least(i, ONE).verdict() is PROVED and at_least(j, ZERO).verdict() is PROVED for i, j in sides
    )
    claims = [at_least(i, j) for i, j in sides]
    return sure and not any(map(fails_somewhere, claims)) and all(map(holds_always, claims))


# Try at most this many ways to divide a constant between two factors.
_MOST_FACTORED = 4096


def _by_symbols(monomial: Monomial) -> dict[frozenset[Symbol], Monomial]:
    """A product, with factors of the same symbols multiplied together."""
    found: dict[frozenset[Symbol], Monomial] = {}
    for item in monomial:
        symbols = _of(item[0]).symbols()
        found[symbols] = (*found.get(symbols, ()), item)
    return found


def _remainder(p: Dim) -> Condition | None:
    """``y - n*(y//n) == 0`` and ``n*ceildiv(y, n) - y == 0`` as ``y % n == 0``."""
    for monomial, coefficient in p.terms:
        if len(monomial) != 1 or abs(coefficient) < 2 or not isinstance(monomial[0][0], Term):
            continue
        floor = p.only({monomial: 1})
        n = abs(coefficient)
        y = (p - floor * coefficient) * (1 if coefficient < 0 else -1)
        if floor in (y // n, ceildiv(y, n)):
            return divides(const(n), y)
    return None


# --- n % d == 0 -------------------------------------------------------------------------------


def _divides(d: Dim, n: Dim) -> tuple[Condition, ...] | None:
    if d.value is None:
        return _divides_by_dim(d, n)
    if d.value == 0:
        return (equal(n, ZERO),)
    size = abs(d.value)
    rest = n.only({m: c % size for m, c in n.terms if c % size})
    factor = math.gcd(size, *(c for _, c in rest.terms))
    if factor > 1:
        return (divides(const(size // factor), rest // factor),)
    if len(rest.terms) == 1 and rest.terms[0][0]:
        coefficient = rest.terms[0][1]
        if coefficient != 1 and math.gcd(coefficient, size) == 1:
            return (divides(const(size), rest.only({rest.terms[0][0]: 1})),)
    return None if rest == n and d.value > 0 else (divides(const(size), rest),)


def _divides_by_dim(d: Dim, n: Dim) -> tuple[Condition, ...] | None:
    """The same condition without common factors of both sides: ``(a*b*s) % (2*b) == 0`` is ``(a*s) % 2 == 0
    or b == 0``."""
    factor = math.gcd(*(c for _, c in (*d.terms, *n.terms)))
    if factor > 1:
        return (divides(d // factor, n // factor),)
    for atom, _ in d.terms[0][0] if d.terms else ():
        if all(atom in dict(monomial) for monomial, _ in (*d.terms, *n.terms)):
            return (any_of(divides(_without(d, atom), _without(n, atom)), equal(_of(atom), ZERO)),)
    return None
