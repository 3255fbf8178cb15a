"""One of two sizes, by a boolean that is not known but depends on sizes itself: ``min(n, 5)`` in disguise."""

from __future__ import annotations

from shapeinfer.dims import Dim, Symbol, Term, const, maximum, minimum, of
from shapeinfer.facts.scalar import Scalar, Truth
from shapeinfer.rule import PROVED, Condition, at_least, ceildiv, equal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from shapeinfer.dims.atoms import Cases


def chosen(condition: Scalar, then: Dim, other: Dim) -> Dim | None:
    """``then`` where the condition holds, else ``other``; None where that is no simple expression.

    What only broadcastable sizes have together stands for no other case than its own: there these may not be
    broadcastable."""
    if then == other:
        return then
    if not isinstance(condition, Truth):
        return None
    if len(condition.when) == 2:
        return _of_equals(*condition.when, then, other)
    if len(condition.when) != 1:
        return None
    if not _broadcasts(then) and not _broadcasts(other):
        more = condition.when[0] - (then - other)
        less = condition.when[0] - (other - then)
        if more.value in (0, 1):  # then > other, or then >= other
            return maximum(then, other)
        if less.value in (0, 1):
            return minimum(then, other)
    for symbol in sorted(condition.when[0].symbols(), key=lambda s: s.sort):
        cases = _cases(condition.when[0], symbol)
        if cases is None:
            continue
        holds, fails = ({symbol: of(case)} for case in cases)
        if not _broadcasts(then) and _proved(equal, then, other, fails):
            return then
        if not _broadcasts(other) and _proved(equal, then, other, holds):
            return other
        if _broadcasts(then) or _broadcasts(other):
            return None
        if _proved(at_least, then, other, holds) and _proved(at_least, other, then, fails):
            return maximum(then, other)
        if _proved(at_least, other, then, holds) and _proved(at_least, then, other, fails):
            return minimum(then, other)
    return None


def cases_of(condition: Scalar, then: Dim, other: Dim) -> Cases | None:
    """What a size is known by that is one of the two by the condition; None where that hangs on data."""
    if not isinstance(condition, Truth):
        return None
    symbols = [symbol for dim in (*condition.when, then, other) for symbol in dim.symbols()]
    told = all(symbol.named or symbol.is_decided for symbol in symbols)
    return (condition.when, then, other) if told else None


def _broadcasts(dim: Dim) -> bool:
    """Whether the dim is, or is computed of, the size that some sizes have together."""
    terms = [atom for powers, _ in dim.terms for atom, _ in powers if isinstance(atom, Term)]
    return any(term.op == "broadcast" or any(map(_broadcasts, term.args)) for term in terms)


def _of_equals(more: Dim, less: Dim, then: Dim, other: Dim) -> Dim | None:
    """As ``chosen``, where both dims must be positive, for ``n if n == 5 else 5``: which is 5."""
    if (more + less).value != 2 or _broadcasts(other):
        return None
    difference = more - 1  # is 0
    for symbol in sorted(difference.symbols(), key=lambda s: s.sort):
        for value in (of(symbol) - difference, of(symbol) + difference):
            if symbol not in value.symbols() and _proved(equal, then, other, {symbol: value}):
                return other
    return None


def _proved(relation: Callable[[Dim, Dim], Condition], a: Dim, b: Dim, values: dict[Symbol, Dim]) -> bool:
    try:
        return relation(a.substitute(values), b.substitute(values)).verdict() is PROVED
    except ZeroDivisionError:  # a divisor is 0 there, and no such run succeeds
        return False


def _cases(positive: Dim, symbol: Symbol) -> tuple[Symbol, Symbol] | None:
    """The symbol where the dim is positive, and where it is not; None if that is no range of it."""
    try:
        rest = positive.substitute({symbol: const(0)})
    except ZeroDivisionError:  # the symbol is a divisor
        return None
    times = (positive.substitute({symbol: of(symbol) + 1}) - positive).value
    if not times or positive - rest != of(symbol) * times:
        return None
    if times > 0:
        # times * symbol + rest >= 1
        return _within(symbol, low=ceildiv(1 - rest, const(times))), _within(symbol, high=-rest // times)
    return _within(symbol, high=(rest - 1) // -times), _within(symbol, low=ceildiv(rest, const(-times)))


def _within(symbol: Symbol, low: Dim | None = None, high: Dim | None = None) -> Symbol:
    """A symbol for the same size, within one more bound."""
    lows = [d for d in (low, symbol.low) if d is not None]
    highs = [d for d in (high, symbol.high) if d is not None]
    return Symbol(
        symbol.name, maximum(*lows) if len(lows) == 2 else lows[0] if lows else None,
        minimum(*highs) if len(highs) == 2 else highs[0] if highs else None,
    )  # fmt: skip
