"""Combines conditions on one symbol, and writes the sizes that they allow as simply as possible.

``ceildiv(H, 4) % 2 == 0 or H <= 4`` and ``((H + 1)//2) % 4 == 0 or H <= 2`` are
``H % 8 == 0 or H % 8 >= 7 or H <= 2``. For large sizes such conditions depend only on the remainder
(:mod:`shapeinfer.dims.periods`); the smaller sizes are checked one by one.
"""

from __future__ import annotations

from shapeinfer.contracts.residues import Remainders, settled, tried
from shapeinfer.dims import Symbol, const, of
from shapeinfer.rule.requirement import Condition, all_of, any_of, at_least, equal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# Longer periods do not help the reader.
_LONGEST = 128
# More single sizes than this are not listed.
_MOST_LISTED = 2


def together(conditions: Sequence[Condition], symbol: Symbol, low: int) -> tuple[Condition, ...] | None:
    """Fewer or simpler conditions that are equivalent for all sizes from ``low`` on; None if none is
    found."""
    joint = all_of(*conditions)
    found = settled(joint)
    if found is None:
        return None
    start, period = max(found[0], low), found[1]
    holds = tried(joint, range(low, start + period))
    if holds is None:
        return None
    allowed = frozenset(size % period for size in range(start, start + period) if holds[size])
    if not allowed:
        return _up_to(holds, symbol)
    tail = Remainders(period, allowed)
    if tail.period > _LONGEST:
        return None
    return _said({size: holds[size] for size in range(low, start)}, symbol, tail, low)


def _up_to(holds: dict[int, bool], symbol: Symbol) -> tuple[Condition, ...] | None:
    """That the symbol is no larger than some size, if that is all."""
    most = next(size for size, ok in holds.items() if not ok) - 1
    is_all = most in holds and not any(holds[size] for size in holds if size > most)
    return (at_least(const(most), of(symbol)),) if is_all else None


def _said(small: dict[int, bool], symbol: Symbol, tail: Remainders, low: int) -> tuple[Condition, ...] | None:
    """Conditions that say which of the ``small`` sizes are allowed, and which remainders of larger ones."""
    me = of(symbol)
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
