"""Demands of sizes that branches of an If make, of which named sizes decide which is made: told for both."""

from __future__ import annotations

from shapeinfer.dims import ONE, ZERO
from shapeinfer.dims.budget import Budget, Spent, spend
from shapeinfer.dims.proofs import PROVED
from shapeinfer.rule.requirement import Condition, all_of, any_of, at_least

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapeinfer.dims import Symbol

# Steps for the cases of one condition, and how many there may be.
_MOST_STEPS = 4000
_MOST_CASES = 8


def in_cases(condition: Condition) -> Sequence[Condition]:
    """What the condition says of named sizes: one condition for each case, those left out that always hold.
    The condition alone where it is not about such sizes, or there are many cases."""
    if _open(condition) is None:
        return (condition,)
    try:
        with Budget(_MOST_STEPS):
            return _told(condition)
    except ZeroDivisionError:  # it is not defined in some case
        return (condition,)
    except Spent:
        spend(0)  # raised again if the caller's budget is used up
        return (condition,)


def is_told(condition: Condition) -> bool:
    """Whether named sizes decide the condition."""
    return all(symbol.named or symbol.is_decided for symbol in condition.symbols())


def _told(whole: Condition) -> Sequence[Condition]:
    cases: list[tuple[tuple[Condition, ...], Condition]] = [((), whole)]
    found: list[Condition] = []
    while cases:
        unless, condition = cases.pop()
        symbol = _open(condition)
        if symbol is None or symbol.cases is None:
            told = any_of(*unless, condition)
            if told.verdict() is not PROVED:
                found.append(told)
            continue
        if len(cases) + len(found) >= _MOST_CASES:
            return (whole,)
        when, then, other = symbol.cases
        taken = all_of(*(at_least(dim, ONE) for dim in when))
        left = any_of(*(at_least(ZERO, dim) for dim in when))
        cases.append(((*unless, taken), condition.substitute({symbol: other}, {})))
        cases.append(((*unless, left), condition.substitute({symbol: then}, {})))
    return found


def _open(condition: Condition) -> Symbol | None:
    """The first symbol whose cases named sizes decide."""
    return min((s for s in condition.symbols() if s.is_decided), key=lambda s: s.sort, default=None)
