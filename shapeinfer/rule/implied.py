"""What a demand of sizes that only a run tells says of named sizes: what holds of their bounds if it holds.

TopK of the 5 largest of all that is not zero of a ``[N, M]`` needs ``N*M >= 5``, however many there are. Of
one of two sizes that branches of an If make, what holds of the one or of the other. Where these rest on a
premise nothing is said.
"""

from __future__ import annotations

from shapeinfer.dims import ONE, ZERO
from shapeinfer.dims.budget import attempt
from shapeinfer.dims.extremes import most
from shapeinfer.dims.proofs import UNKNOWN
from shapeinfer.rule.empty import OF_BRANCHES
from shapeinfer.rule.requirement import Condition, all_of, any_of, at_least, equal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.dims import Symbol

# Steps to find it for one condition.
_MOST_STEPS = 1000


def implied(condition: Condition) -> Condition | None:
    """A condition of named sizes alone that holds wherever this one does; None if it says nothing of them,
    or that says nothing new."""
    if _is_told(condition):
        return None
    none: Condition | None = None
    try:
        found = attempt(_MOST_STEPS, none, _implied, condition)
    except ZeroDivisionError:  # it is not defined for one of two sizes
        return None
    return found if found is not None and found.verdict() is UNKNOWN else None


def _is_told(condition: Condition) -> bool:
    return all(symbol.named for symbol in condition.symbols())


def _implied(condition: Condition) -> Condition | None:
    if _is_told(condition):
        return condition
    symbol = _of_two(condition)
    if symbol is not None and symbol.cases is not None:
        return _implied(any_of(*(condition.substitute({symbol: way}, {}) for way in symbol.cases[1:])))
    match condition.kind:
        case "all":
            parts = [part for part in map(_implied, condition.parts) if part is not None]
            return all_of(*parts) if parts else None
        case "any":
            ways = [_implied(part) for part in condition.parts]
            return any_of(*[way for way in ways if way is not None]) if None not in ways else None
        case ">=":
            return _at_least(condition)
        case "==":
            return _implied(all_of(at_least(condition.a, condition.b), at_least(condition.b, condition.a)))
        case "broadcast":
            a, b = condition.a, condition.b
            return _implied(any_of(equal(a, b), equal(a, ONE), equal(b, ONE)))
    return None


def _of_two(condition: Condition) -> Symbol | None:
    """The first symbol that is one of two sizes, by data."""
    two = (s for s in condition.symbols() if s.cases is not None and not s.is_decided)
    return min(two, key=lambda s: s.sort, default=None)


def _at_least(condition: Condition) -> Condition | None:
    """Of a size that is at least another: the most that the one may be is at least the least of the other."""
    bound = most(condition.a - condition.b, OF_BRANCHES)
    return None if bound is None else at_least(bound, ZERO)
