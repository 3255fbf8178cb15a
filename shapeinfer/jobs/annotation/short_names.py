"""Short names for dims, so that viewers draw the shapes of values.

Netron draws no label of more than 16 characters beside an edge: ``batch×64×height//4×width//4`` is too long,
``b×64×h//4×w//4`` is not.
"""

from __future__ import annotations

import re

from shapeinfer.dims import Dim, Symbol, of
from shapeinfer.dims.spelling import dim_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

# Four dims of this length and three signs between them are 19 characters; most shapes have numbers, too.
_LONGEST = 4


class ShortNames:
    """Spells dims in at most 4 characters where possible. ``legend`` says what each name means that is not
    the model's own."""

    def __init__(self, declared: Iterable[str]) -> None:
        self.legend: dict[str, str] = {}
        self._taken = set(declared)
        self._symbols: dict[Symbol, Dim] = {}
        self._names: dict[Dim, str] = {}

    def text(self, dim: Dim) -> str:
        """The short text of a dim that is no number."""
        found = self._names.get(dim)
        if found is None:
            found = self._names[dim] = self._text(dim)
        return found

    def _text(self, dim: Dim) -> str:
        short = dim.substitute({symbol: self._symbol(symbol) for symbol in dim.symbols()})
        text = dim_text(short).replace(" ", "")
        if len(text) <= _LONGEST or dim.symbol() is not None:
            return text
        name = self._unused("A")
        self.legend[name] = dim_text(dim)
        return name

    def _symbol(self, symbol: Symbol) -> Dim:
        known = self._symbols.get(symbol)
        if known is None:
            name = symbol.name
            if len(name) >= _LONGEST or not name.isidentifier():
                name = self._unused(_initials(symbol.name))
                self.legend[name] = symbol.name
            known = self._symbols[symbol] = of(Symbol(name, symbol.low, symbol.high))
        return known

    def _unused(self, stem: str) -> str:
        """The stem, or the stem with the first number that makes it a name of its own."""
        name, number = stem, 1
        while name in self._taken:
            if stem.isupper() and len(stem) == 1:
                # A, B, ..., Z, A1, B1, ...
                stem = chr(ord(stem) + 1) if stem < "Z" else "A"
                number += stem == "A"
                name = stem if number == 1 else f"{stem}{number - 1}"
            else:
                name, number = f"{stem}{number}", number + 1
        self._taken.add(name)
        return name


def _initials(name: str) -> str:
    """The first letter of each word: ``psl`` for past_sequence_length."""
    words = re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+", name)
    return "".join(word[0].lower() if not word.isdigit() else word[:2] for word in words)[:3] or "d"
