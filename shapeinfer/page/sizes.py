"""Sizes to begin with: small ones that the contract allows, so that the page opens with numbers."""

from __future__ import annotations

from shapeinfer.facts.fact import TensorFact

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from shapeinfer.contracts.contract import Clause
    from shapeinfer.dims import Symbol
    from shapeinfer.facts.fact import Fact

_USUAL = 64
# How many sizes of a symbol are tried, and how many clauses are mended.
_MOST_TRIED = 1024
_MOST_MENDED = 64


def first_sizes(
    inputs: Sequence[Fact | None], symbols: Sequence[Symbol], demands: Sequence[Clause]
) -> dict[Symbol, int]:
    """A size for each symbol: 1 for the first axis of an input, usually the batch, else 64, within the
    symbol's own bounds; then others until the demands hold, as far as one symbol at a time can be changed."""
    first = {
        symbol
        for fact in inputs
        if isinstance(fact, TensorFact) and fact.shape and len(fact.shape) > 1
        for symbol in fact.shape[0].symbols()
    }
    wanted = dict.fromkeys(symbols)
    for clause in demands:
        wanted.update(dict.fromkeys(sorted(clause.condition.symbols(), key=lambda symbol: symbol.name)))
    sizes = {symbol: _clamped(symbol, 1 if symbol in first else _USUAL) for symbol in wanted}
    for _ in range(_MOST_MENDED):
        broken = next((clause for clause in demands if not _holds(clause, sizes)), None)
        if broken is None or not _mend(broken, demands, sizes):
            break
    return sizes


def _clamped(symbol: Symbol, size: int) -> int:
    size = size if symbol.lo is None else max(symbol.lo, size)
    return size if symbol.hi is None else min(symbol.hi, size)


def _mend(broken: Clause, demands: Sequence[Clause], sizes: dict[Symbol, int]) -> bool:
    """Change one symbol so that the clause holds, and if possible all others about that symbol."""
    symbols = sorted(broken.condition.symbols(), key=lambda symbol: symbol.name)
    about = {s: [c for c in demands if s in c.condition.symbols()] for s in symbols}
    for needed in (about, {symbol: [broken] for symbol in symbols}):
        for symbol in reversed(symbols):
            before = sizes[symbol]
            nearest = sorted(
                range(_clamped(symbol, 1), _MOST_TRIED), key=lambda size: (abs(size - before), size)
            )
            for size in nearest:
                sizes[symbol] = size
                if all(_holds(clause, sizes) for clause in needed[symbol]):
                    return True
            sizes[symbol] = before
    return False


def _holds(clause: Clause, sizes: Mapping[Symbol, int]) -> bool:
    try:
        return clause.condition.holds(lambda symbol: sizes[symbol])
    except ZeroDivisionError:  # not defined at these sizes, so the condition does not apply
        return True
