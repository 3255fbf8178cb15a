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
# How many sizes of a symbol are tried, and how many clauses are looked at in all.
_MOST_TRIED = 1024
_MOST_ASKED = 20_000


def first_sizes(
    inputs: Sequence[Fact | None], symbols: Sequence[Symbol], demands: Sequence[Clause]
) -> dict[Symbol, int]:
    """A size for each symbol: 1 for the first axis of an input, usually the batch, else 64, within the
    symbol's own bounds; then others until the demands hold, as far as one symbol at a time can be changed
    and the work stays within a bound."""
    first = {
        symbol
        for fact in inputs
        if isinstance(fact, TensorFact) and fact.shape and len(fact.shape) > 1
        for symbol in fact.shape[0].symbols()
    }
    about = {clause: sorted(clause.condition.symbols(), key=lambda s: s.name) for clause in demands}
    wanted = dict.fromkeys([*symbols, *(symbol for found in about.values() for symbol in found)])
    sizes = {symbol: _clamped(symbol, 1 if symbol in first else _USUAL) for symbol in wanted}
    search = _Search(about, sizes)
    while (broken := next((clause for clause in demands if not search.holds(clause)), None)) is not None:
        if not search.mend(broken):
            break
    return sizes


def _clamped(symbol: Symbol, size: int) -> int:
    size = size if symbol.lo is None else max(symbol.lo, size)
    return size if symbol.hi is None else min(symbol.hi, size)


class _Search:
    """Changes ``sizes`` until clauses hold; ``about`` are the symbols of each clause."""

    def __init__(self, about: Mapping[Clause, Sequence[Symbol]], sizes: dict[Symbol, int]) -> None:
        self.about = about
        self.sizes = sizes
        self.left = _MOST_ASKED
        self.clauses_of: dict[Symbol, list[Clause]] = {}
        for clause, symbols in about.items():
            for symbol in symbols:
                self.clauses_of.setdefault(symbol, []).append(clause)

    def holds(self, clause: Clause) -> bool:
        """Whether the sizes satisfy a clause; True where it is not defined, and once the bound is reached."""
        if self.left <= 0:
            return True
        self.left -= 1
        try:
            return clause.condition.holds(self.sizes.__getitem__)
        except ZeroDivisionError:
            return True

    def mend(self, broken: Clause) -> bool:
        """Change one symbol so that the clause holds, and if possible all others about that symbol."""
        for alone in (False, True):
            for symbol in reversed(self.about[broken]):
                before = self.sizes[symbol]
                needed = [broken] if alone else [broken, *self.clauses_of[symbol]]
                tried = range(_clamped(symbol, 1), _MOST_TRIED)
                for size in sorted(tried, key=lambda size: (abs(size - before), size)):
                    self.sizes[symbol] = size
                    if all(map(self.holds, needed)):
                        return self.left > 0
                self.sizes[symbol] = before
        return False
