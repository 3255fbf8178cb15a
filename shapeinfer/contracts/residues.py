"""Conditions on one symbol that depend only on its remainder.

``ceildiv(H, 8) % 4 == 0`` allows certain remainders of ``H % 32``, and ``(H + 4)//8 == H//8`` certain ones of
``H % 8``. Several such conditions on one symbol are combined and written as simply as possible. This
works because what they compare grows by a number of its own whenever the symbol grows by a period
(:mod:`shapeinfer.dims.periods`), so that the sizes of one period are tried.
"""

from __future__ import annotations

import math

from shapeinfer.dims import ZERO, Dim, Symbol, const, of
from shapeinfer.dims.budget import attempt, spend, steps_used
from shapeinfer.dims.periods import course_of, may_be_tried, signed
from shapeinfer.dims.proofs import PROVED
from shapeinfer.rule.requirement import Condition, any_of, at_least, divides, equal

# Longer periods do not help the reader, and each remainder is decided separately.
_MOST_REMAINDERS = 512
# More remainders than this are not listed one by one.
_MOST_LISTED = 4
# The steps for deciding a condition for each remainder (see shapeinfer.dims.budget).
_MOST_STEPS = 50_000


class Remainders:
    """The allowed remainders of a symbol by ``period``."""

    __slots__ = ("allowed", "period")

    def __init__(self, period: int, allowed: frozenset[int]) -> None:
        """The shortest equivalent period is stored."""
        for shorter in range(1, period + 1):
            if period % shorter == 0:
                kept = frozenset(r % shorter for r in allowed)
                if len(kept) * (period // shorter) == len(allowed):
                    period, allowed = shorter, kept
                    break
        self.period = period
        self.allowed = allowed

    def both(self, other: Remainders) -> Remainders | None:
        """The remainders that both allow; None if the period becomes too long."""
        period = math.lcm(self.period, other.period)
        if period > _MOST_REMAINDERS:
            return None
        return Remainders(
            period,
            frozenset(
                r
                for r in range(period)
                if r % self.period in self.allowed and r % other.period in other.allowed
            ),
        )

    def condition(self, symbol: Symbol) -> Condition | None:
        """The plain condition; None if there is none."""
        period, allowed = self.period, sorted(self.allowed)
        if not allowed:
            return None
        rest = of(symbol) % period
        if allowed == [0]:
            return divides(const(period), of(symbol))
        if allowed == list(range(len(allowed))):
            return at_least(const(allowed[-1]), rest)
        if allowed == list(range(allowed[0], period)):
            return at_least(rest, const(allowed[0]))
        gaps = [i for i in range(1, len(allowed)) if allowed[i] != allowed[i - 1] + 1]
        if len(gaps) == 1 and allowed[0] == 0 and allowed[-1] == period - 1:
            least = divides(const(period), of(symbol)) if gaps == [1] else at_least(const(gaps[0] - 1), rest)
            return any_of(least, at_least(rest, const(allowed[gaps[0]])))
        if len(allowed) <= _MOST_LISTED:
            return any_of(*(equal(rest, const(r)) for r in allowed))
        return None


def remainders(condition: Condition) -> tuple[Symbol, Remainders] | None:
    """The symbol of a condition and its allowed remainders; None if the condition depends on more."""
    symbols = condition.symbols()
    if len(symbols) != 1:
        return None
    (symbol,) = symbols
    if symbol.lo is None or symbol.lo < 0:
        return None
    # Height and width often have the same conditions.
    of_any = condition.substitute({symbol: of(_ANY)}, {})
    known = _known.get(of_any)
    if known is not None:
        spend(known[1])  # charge the original cost, so that the result does not depend on earlier calls
    else:
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        before = steps_used()
        found = attempt(_MOST_STEPS, None, _remainders, of_any)
        known = _known[of_any] = found, steps_used() - before
    return None if known[0] is None else (symbol, known[0])


# Replaces the symbol of a condition, so that results are shared between symbols. Only for speed.
_ANY = Symbol("n", ZERO)
_known: dict[Condition, tuple[Remainders | None, int]] = {}
_MOST_KNOWN = 1024


def _remainders(condition: Condition) -> Remainders | None:
    """The same for a condition on _ANY."""
    found = settled(condition)
    if found is None:
        return None
    start, period = found
    if period == 1 or period > _MOST_REMAINDERS:
        return None
    holds = tried(condition, range(start + period))
    if holds is None:
        return None
    allowed = frozenset(size % period for size in range(start, start + period) if holds[size])
    is_all = all(holds[size] is (size % period in allowed) for size in range(start))
    return Remainders(period, allowed) if is_all else None


# Sizes at which a condition that does not always hold often fails.
_SAMPLES = (0, 1, 2, 3, 5, 7, 16, 31)


def fails_somewhere(condition: Condition) -> bool:
    """Whether it is false at one of a few sizes, so that no proof is needed."""
    return any(_fails(condition, size) for size in _SAMPLES)


def _fails(condition: Condition, size: int) -> bool:
    """Whether it is false if every symbol is this much above its least size."""
    try:
        return not condition.holds(
            lambda s: (s.lo or 0) + size if s.hi is None else min((s.lo or 0) + size, s.hi)
        )
    except ZeroDivisionError:
        return False


def holds_always(condition: Condition) -> bool:
    """Whether it is proved, if necessary for each remainder separately."""
    if condition.verdict() is PROVED:
        return True
    found = remainders(condition)
    return found is not None and found[1].period == len(found[1].allowed)


def tried(condition: Condition, sizes: range) -> dict[int, bool] | None:
    """At which of these sizes of its one symbol a condition holds; None if that takes too long, or if it is
    not defined at one."""
    if not may_be_tried(len(sizes), sum(dim.size for dim in condition.dims())):
        return None
    try:
        return {size: _holds(condition, size) for size in sizes}
    except ZeroDivisionError:
        return None


def _holds(condition: Condition, size: int) -> bool:
    return condition.holds(lambda _: size)


def settled(condition: Condition) -> tuple[int, int] | None:
    """From which size on a condition on one symbol holds at the same sizes of each period, and that period;
    None if that is not known."""
    if condition.parts:
        found = [settled(part) for part in condition.parts]
    elif condition.kind == "divides":
        course, divisor = course_of(condition.b), condition.a.value
        course = course.times(abs(divisor)) if course and divisor else None
        found = [None if course is None else (course.start, course.period)]
    elif condition.kind in ("==", ">=", "broadcast"):
        a, b = condition.a, condition.b
        compared = (a - b, a - 1, b - 1) if condition.kind == "broadcast" else (a - b,)
        found = [_signed(difference) for difference in compared]
    else:
        return None
    known = [one for one in found if one is not None]
    if len(known) < len(found):
        return None
    return max(start for start, _ in known), math.lcm(*(period for _, period in known))


def _signed(difference: Dim) -> tuple[int, int] | None:
    """From which size on the sign of a dim repeats with a period."""
    course = signed(difference)
    return None if course is None else (course.start, 1 if course.step else course.period)
