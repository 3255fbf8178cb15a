"""Combines conditions on one symbol, and writes the sizes that they allow as simply as possible.

``ceildiv(H, 4) % 2 == 0 or H <= 4`` and ``((H + 1)//2) % 4 == 0 or H <= 2`` are
``H % 8 == 0 or H % 8 >= 7 or H <= 2``. For large sizes such conditions depend only on the remainder
(:mod:`shapeinfer.contracts.residues`); the smaller sizes are checked one by one.
"""

from __future__ import annotations

import math

from shapeinfer.contracts.residues import Remainders, period_of
from shapeinfer.dims import ZERO, Symbol, const, of
from shapeinfer.dims.proofs import PROVED, REFUTED
from shapeinfer.rule.requirement import Condition, all_of, any_of, at_least, equal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# Longer periods do not help the reader, and each remainder is decided separately.
_LONGEST = 128
# How far above the least size to search for the size from which only remainders matter.
_STARTS = (0, 9, 65)
# More single sizes than this are not listed.
_MOST_LISTED = 2


def together(conditions: Sequence[Condition], symbol: Symbol, low: int) -> tuple[Condition, ...] | None:
    """Fewer or simpler conditions that are equivalent for all sizes from ``low`` on; None if none is
    found."""
    periods = [period_of(c) for c in conditions]
    known = [p for p in periods if p is not None]
    period = math.lcm(*known)
    if len(known) < len(periods) or period > _LONGEST:
        return None
    joint = all_of(*conditions)
    for start in _STARTS:
        tail = _tail(joint, symbol, period, low + start)
        if tail is not None:
            return _said(joint, symbol, tail, low, low + start)
    return None


def _tail(condition: Condition, symbol: Symbol, period: int, start: int) -> Remainders | None:
    """The remainders that are allowed from a size on; None if not only remainders matter there."""
    allowed = set()
    for size in range(start, start + period):
        one = of(Symbol(symbol.name, ZERO)) * period + size
        verdict = condition.substitute({symbol: one}, {}).verdict()
        if verdict is PROVED:
            allowed.add(size % period)
        elif verdict is not REFUTED:
            return None
    return Remainders(period, frozenset(allowed)) if allowed else None


def _said(
    condition: Condition, symbol: Symbol, tail: Remainders, low: int, start: int
) -> tuple[Condition, ...] | None:
    me = of(symbol)

    def holds(size: int) -> bool:
        return condition.holds(lambda _: size)

    try:
        small = {n: holds(n) for n in range(low, start)}
    except ZeroDivisionError:  # not defined for all of them
        return None
    later = {n: n % tail.period in tail.allowed for n in small}
    rest = () if len(tail.allowed) == tail.period else (tail.condition(symbol),)
    said = tuple(c for c in rest if c is not None)
    if len(said) < len(rest):
        return None
    more = [n for n in small if small[n] and not later[n]]
    less = [n for n in small if later[n] and not small[n]]
    if not more:
        least = max(less, default=low - 1) + 1
        if any(small[n] for n in range(low, least)):
            most = min(less) - 1  # small sizes up to a limit, and large sizes from a limit on
            whole = not said and not any(small[n] for n in range(most + 1, least))
            return (any_of(at_least(me, const(least)), at_least(const(most), me)),) if whole else None
        return (*said, at_least(me, const(least))) if less else said
    if less or not said:
        return None
    if all(small[n] for n in range(low, more[-1] + 1)):
        return (any_of(*said, at_least(const(more[-1]), me)),)
    return (any_of(*said, *(equal(me, const(n)) for n in more)),) if len(more) <= _MOST_LISTED else None
