"""Proves order, equality and divisibility of dims, by algebra and the symbols' bounds.

Every answer is PROVED (true for all sizes that the symbols' own bounds admit), REFUTED (true for
none of them) or UNKNOWN. Nothing here guesses, and nothing here knows of a model.

A claim ``p >= 0`` is proved by elimination, each step replacing an atom by something that makes p
no larger, so that a proof of the result is a proof of p:

* a symbol by its bound, where its coefficient's sign says which;
* ``x // d`` with ``(x - d + 1)/d <= x // d <= x/d``, after multiplying p by d;
* ``relu(x)``, which is 0 where ``x <= 0`` and x where ``x >= 0``: both cases are shown.

Equality under floors is also decided by residues: ``N == N//2 + (N + 1)//2`` is true because it is
for ``N = 2*q`` and for ``N = 2*q + 1``.
"""

from __future__ import annotations

import math
from itertools import product as cases

from shapeinfer.dims import ZERO, Dim, Monomial, Symbol, Term, const, of, value_of
from shapeinfer.dims.budget import attempt, spend, steps_used

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

# How far elimination may go. A cap can only turn an answer into UNKNOWN.
_DEPTH = 6
_MOST_STEPS = 40
_MOST_TERMS = 48
_MOST_CASES = 64
# The arithmetic that one proof may take. It depends on the claim alone, so that the answer does.
_PROOF_STEPS = 20_000
# How long chains of bounds that contain symbols may be for sampling.
_DEEPEST_BOUND = 24


class Verdict:
    """One of the three answers to a requirement: PROVED, REFUTED or UNKNOWN, compared with ``is``."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


PROVED, REFUTED, UNKNOWN = Verdict("PROVED"), Verdict("REFUTED"), Verdict("UNKNOWN")


def at_least(a: Dim, b: Dim) -> Verdict:
    """Is ``a >= b``?"""
    if _are_free(a, b):
        if a.lo is not None and b.hi is not None and a.lo >= b.hi:
            return PROVED
        return REFUTED if a.hi is not None and b.lo is not None and a.hi < b.lo else UNKNOWN
    difference = a - b
    if difference.value is not None:
        return PROVED if difference.value >= 0 else REFUTED
    if difference.lo is not None and difference.lo >= 0:
        return PROVED
    if difference.hi is not None and difference.hi < 0:
        return REFUTED
    signs = _signs(difference)
    if len(signs) > 1 and -1 in signs:
        return UNKNOWN  # true at one choice of sizes and false at another
    if _nonnegative(difference):
        return PROVED
    if _nonnegative(-difference - 1):
        return REFUTED
    return UNKNOWN


def equal(a: Dim, b: Dim) -> Verdict:
    """Is ``a == b``?"""
    if a is b or a == b:
        return PROVED
    if _are_free(a, b):
        return UNKNOWN if _overlap(a, b) else REFUTED
    difference = a - b
    if difference.value is not None:
        return PROVED if difference.value == 0 else REFUTED
    if _gcd_refutes(difference):
        return REFUTED
    signs = _signs(difference)
    if len(signs) > 1 and 0 in signs:
        return UNKNOWN  # true at one choice of sizes and false at another
    if (signs <= {1} and _nonnegative(difference - 1)) or (signs <= {-1} and _nonnegative(-difference - 1)):
        return REFUTED
    return attempt(_PROOF_STEPS, UNKNOWN, _by_residues, difference)


def _are_free(a: Dim, b: Dim) -> bool:
    """Whether they are two symbols, or a symbol and a number, where a symbol may be any of several integers
    whatever the other is: most questions are asked of such, and their ranges tell all."""
    spend(2)
    first, second = a.symbol(), b.symbol()
    if first is second:
        return False
    return (a.value is not None if first is None else _is_open(first)) and (
        b.value is not None if second is None else _is_open(second)
    )


def _is_open(symbol: Symbol) -> bool:
    return symbol.depth <= 1 and (symbol.lo is None or symbol.hi is None or symbol.lo < symbol.hi)


def _overlap(a: Dim, b: Dim) -> bool:
    """Whether some integer lies in the ranges of both."""
    low, high = a.range()
    other_low, other_high = b.range()
    return (high is None or other_low is None or high >= other_low) and (
        low is None or other_high is None or low <= other_high
    )


def divides(divisor: Dim, n: Dim) -> Verdict:
    """Is n a multiple of divisor? A divisor that is 0 divides only 0."""
    if divisor.value == 0:
        return equal(n, ZERO)
    return equal(n % divisor, ZERO)


def positive(a: Dim) -> Verdict:
    """Is ``a >= 1``?"""
    return at_least(a, const(1))


def nonzero(a: Dim) -> Verdict:
    """Is a other than 0?"""
    verdict = equal(a, ZERO)
    return REFUTED if verdict is PROVED else PROVED if verdict is REFUTED else UNKNOWN


def broadcastable(a: Dim, b: Dim) -> Verdict:
    """Are the sizes equal, or one of them 1?"""
    return any_of((equal(a, b), equal(a, const(1)), equal(b, const(1))))


def any_of(verdicts: tuple[Verdict, ...]) -> Verdict:
    """The verdict on "one of these holds"."""
    if PROVED in verdicts:
        return PROVED
    return REFUTED if all(v is REFUTED for v in verdicts) else UNKNOWN


def all_of(verdicts: tuple[Verdict, ...]) -> Verdict:
    """The verdict on "all of these hold"."""
    if REFUTED in verdicts:
        return REFUTED
    return PROVED if all(v is PROVED for v in verdicts) else UNKNOWN


def _gcd_refutes(difference: Dim) -> bool:
    """``6*a + 9*b + 1`` is never 0: 3 divides all of it but the 1."""
    constant = difference.constant_term()
    factor = math.gcd(*(c for m, c in difference.terms if m))
    return factor > 1 and constant % factor != 0


# --- p >= 0 -----------------------------------------------------------------------------------


def _nonnegative(p: Dim) -> bool:
    """Whether p >= 0 is proved. Remembered: the answer depends on p alone."""
    if p.lo is not None and p.lo >= 0:
        return True
    if p.hi is not None and p.hi < 0:
        return False
    known = _answers.get(p)
    if known is not None:
        spend(known[1])  # what it cost at first: it may not matter who asked before
        return known[0]
    before = steps_used()
    found = attempt(_PROOF_STEPS, False, _Proof().nonnegative, p, _DEPTH)
    if len(_answers) > _MOST_ANSWERS:
        _answers.clear()
    _answers[p] = found, steps_used() - before
    return found


_answers: dict[Dim, tuple[bool, int]] = {}
_MOST_ANSWERS = 1 << 15


class _Proof:
    """One attempt, with a budget of steps so that an unprovable claim is given up soon."""

    __slots__ = ("steps", "tried")

    def __init__(self) -> None:
        self.steps = _MOST_STEPS
        self.tried: set[Dim] = set()

    def nonnegative(self, p: Dim, depth: int) -> bool:
        if p.lo is not None and p.lo >= 0:
            return True
        if p.hi is not None and p.hi < 0:
            return False
        if depth == 0 or self.steps <= 0 or len(p.terms) > _MOST_TERMS or p in self.tried:
            return False
        if -1 in _signs(p):
            return False
        self.steps -= 1
        spend(1)
        self.tried.add(p)
        shifted = _shifted(p)
        if shifted is not p:
            return self.nonnegative(shifted, depth)
        for term in _linear_terms(p):
            for weaker in _eliminate(p, term):
                if all(self.nonnegative(case, depth - 1) for case in weaker):
                    return True
        for symbol in sorted(p.symbols(), key=_sort_of):
            bounded = _at_bound(p, symbol)
            if bounded is not None and self.nonnegative(bounded, depth - 1):
                return True
        return False


def _sort_of(symbol: Symbol) -> tuple[object, ...]:
    return symbol.sort


# --- counterexamples --------------------------------------------------------------------------

# Each pattern is one choice of sizes: how far every symbol is above its low bound. Symbols take turns, so
# that small sizes meet large ones. The largest has to outweigh the constants and divisors of a model.
_PATTERNS = ((0,), (1,), (1 << 20,), (0, 7), (7, 0), (1, 1, 999), (1, 2, 3, 5), (999, 1, 3))

# One value for each pattern; None where the choice is not admissible or the value not defined.
Samples = tuple[int | None, ...]

_samples: dict[Dim | Symbol | Term, Samples] = {}


def _signs(p: Dim) -> set[int]:
    """The signs (-1, 0, 1) that p takes at a few admissible choices of sizes: no proof need be sought
    of what they contradict."""
    return {(value > 0) - (value < 0) for value in _sampled(p) if value is not None}


def _sampled(dim: Dim) -> Samples:
    """The dim at each choice of sizes. Remembered, as dims share most of what they are made of."""
    found = _samples.get(dim)
    if found is None:
        if len(_samples) > _MOST_ANSWERS:
            _samples.clear()
        total: Samples = (0,) * len(_PATTERNS)
        for monomial, coefficient in dim.terms:
            product: Samples = (coefficient,) * len(_PATTERNS)
            for atom, power in monomial:
                values = _sampled_atom(atom)
                for _ in range(power):
                    product = tuple(
                        [
                            None if a is None or b is None else a * b
                            for a, b in zip(product, values, strict=True)
                        ]
                    )
            total = tuple(
                [None if a is None or b is None else a + b for a, b in zip(total, product, strict=True)]
            )
        found = _samples[dim] = total
    return found


def _sampled_atom(atom: Symbol | Term) -> Samples:
    found = _samples.get(atom)
    if found is None:
        if isinstance(atom, Symbol):
            found = _sampled_symbol(atom)
        else:
            columns = zip(*map(_sampled, atom.args), strict=True)
            found = tuple([_applied(atom.op, column) for column in columns])
        _samples[atom] = found
    return found


def _applied(op: str, sizes: tuple[int | None, ...]) -> int | None:
    known = [size for size in sizes if size is not None]
    if len(known) < len(sizes) or (op == "//" and known[1] == 0):
        return None
    return value_of(op, known)


def _sampled_symbol(symbol: Symbol) -> Samples:
    """Sizes within the symbol's bounds, which may contain other symbols."""
    if symbol.depth > _DEEPEST_BOUND:
        return (None,) * len(_PATTERNS)
    lows = None if symbol.low is None else _sampled(symbol.low)
    highs = None if symbol.high is None else _sampled(symbol.high)
    found: list[int | None] = []
    for position, pattern in enumerate(_PATTERNS):
        step = pattern[symbol.turn % len(pattern)]
        low = None if lows is None else lows[position]
        high = None if highs is None else highs[position]
        if (lows is not None and low is None) or (highs is not None and high is None):
            found.append(None)
        elif low is not None:
            found.append(low + step if high is None else min(low + step, high) if low <= high else None)
        elif high is not None:
            found.append(high - step)
        else:
            found.append(step if position % 2 else -step)
    return tuple(found)


def drop_answers() -> None:
    """Forget what was found out of dims; it is found out again where it is asked for."""
    _answers.clear()
    _samples.clear()
    _shadows.clear()


# --- elimination ------------------------------------------------------------------------------

_shadows: dict[Symbol, Dim] = {}


def _shifted(p: Dim) -> Dim:
    """p with every symbol that has a constant low bound L written as ``L + s``, s >= 0."""
    moved: dict[Symbol, Dim] = {}
    for symbol in p.symbols():
        if symbol.low is not None and symbol.low.value:
            shadow = _shadows.get(symbol)
            if shadow is None:
                if len(_shadows) > 4096:
                    _shadows.clear()
                high = None if symbol.high is None else symbol.high - symbol.low
                shadow = _shadows[symbol] = of(Symbol(symbol.name, ZERO, high)) + symbol.low
            moved[symbol] = shadow
    return p.substitute(moved) if moved else p


def _linear_terms(p: Dim) -> Iterator[Term]:
    seen: set[Term] = set()
    for monomial, _ in p.terms:
        for atom, power in monomial:
            if power == 1 and isinstance(atom, Term) and atom not in seen and atom.op in ("//", "relu"):
                seen.add(atom)
                yield atom


def _split(p: Dim, atom: Symbol | Term) -> tuple[list[tuple[Dim, int]], Dim] | None:
    """p as a sum of ``cofactor * sign * atom`` and the rest; None unless p is linear in atom with
    cofactors that are never negative."""
    parts: list[tuple[Dim, int]] = []
    rest: dict[Monomial, int] = {}
    for monomial, coefficient in p.terms:
        power = dict(monomial).get(atom, 0)
        if not power:
            rest[monomial] = coefficient
            continue
        cofactor = p.only({tuple(item for item in monomial if item[0] != atom): abs(coefficient)})
        if power > 1 or cofactor.lo is None or cofactor.lo < 0:
            return None
        parts.append((cofactor, 1 if coefficient > 0 else -1))
    return parts, p.only(rest)


def _eliminate(p: Dim, term: Term) -> Iterator[tuple[Dim, ...]]:
    """Ways to be rid of a term: each is a tuple of dims that, all >= 0, prove p >= 0."""
    split = _split(p, term)
    if split is None:
        return
    parts, rest = split
    if term.op == "//":
        x, d = term.args
        if d.lo is None or d.lo < 0:
            return
        total = rest * d
        for cofactor, sign in parts:
            total = total + (cofactor * (x - d + 1) if sign > 0 else cofactor * -1 * x)
        yield (total,)
        return
    (x,) = term.args
    weight = sum((cofactor * sign for cofactor, sign in parts), ZERO)
    # Where relu is 0, x <= 0 may be used once; where it is x, x >= 0 may.
    yield (rest, rest + weight * x)
    yield (rest + x, rest + weight * x)
    yield (rest, rest + weight * x - x)
    yield (rest + x, rest + weight * x - x)


def _at_bound(p: Dim, symbol: Symbol) -> Dim | None:
    """p where a symbol takes the bound at which p is least, if that bound is a Dim we know."""
    split = _split(p, symbol)
    if split is None or any(symbol in p_.symbols() for p_ in (split[1],)):
        return None
    signs = {sign for _, sign in split[0]}
    if len(signs) != 1:
        return None
    bound = symbol.low if signs == {1} else symbol.high
    if bound is None or (symbol.low is not None and bound.value == 0):
        return None
    total = split[1]
    for cofactor, sign in split[0]:
        if symbol in cofactor.symbols():
            return None
        total = total + cofactor * sign * bound
    return total


# --- equality by residues ---------------------------------------------------------------------


def _by_residues(difference: Dim) -> Verdict:
    periods: dict[Symbol, int] = {}
    if not _periods(difference, 1, periods) or not periods:
        return UNKNOWN
    if math.prod(periods.values()) > _MOST_CASES:
        return UNKNOWN
    quotients = {s: of(Symbol("q", ZERO if s.low == ZERO else None)) for s in periods}
    always, never = True, True
    for residues in cases(*(range(n) for n in periods.values())):
        values: Mapping[Symbol, Dim] = {
            s: quotients[s] * n + r for (s, n), r in zip(periods.items(), residues, strict=True)
        }
        case = difference.substitute(values)
        always = always and case.value == 0
        never = never and (
            (case.value is not None and case.value != 0)
            or (case.value is None and (_nonnegative(case - 1) or _nonnegative(-case - 1)))
        )
        if not always and not never:
            return UNKNOWN
    return PROVED if always else REFUTED


def _periods(dim: Dim, times: int, periods: dict[Symbol, int]) -> bool:
    """Collect, for each symbol under floors, the product of divisors around it; False if some
    term is no floor by a constant."""
    for monomial, _ in dim.terms:
        for atom, _ in monomial:
            if isinstance(atom, Symbol):
                if times > 1:
                    periods[atom] = math.lcm(periods.get(atom, 1), times)
            elif atom.op == "//" and atom.args[1].value is not None:
                if not _periods(atom.args[0], times * atom.args[1].value, periods):
                    return False
            else:
                return False
    return True
