"""The user's assumptions about symbols: ``total == past + seq``, ``seq <= 512``, ``batch >= 1``.

They are applied before a run: an equality replaces its symbol, a bound becomes a bound of the symbol.
"""

from __future__ import annotations

from shapeinfer.dims import ZERO, Symbol, const
from shapeinfer.facts.symbols import names_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_STATEMENT = r"\s*(?P<left>'[^']+'|[A-Za-z_]\w*)\s*(?P<sign>==|>=|<=|>|<)\s*(?P<right>.+?)\s*\Z"


class Assumptions:
    """Parse statements. Raises ValueError for a wrong form, or for a symbol defined by itself."""

    __slots__ = ("_equal", "_high", "_low", "texts")

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = tuple(texts)
        self._equal: dict[str, str] = {}
        self._low: dict[str, int] = {}
        self._high: dict[str, int] = {}
        for text in self.texts:
            self._take(text)

    def _take(self, text: str) -> None:
        import re

        found = re.match(_STATEMENT, text)
        if found is None:
            raise ValueError(f"assumption {text!r} is not of the form NAME == EXPRESSION or NAME >= NUMBER")
        name, sign, right = found["left"].strip("'"), found["sign"], found["right"]
        if sign == "==":
            names = [right] if right.isidentifier() else [] if right.isdecimal() else names_in(right)
            if names is None:
                raise ValueError(f"assumption {text!r}: {right!r} is not an expression over symbols")
            if name in names or any(name in (names_in(self._equal.get(n, "")) or ()) for n in names):
                raise ValueError(f"assumption {text!r} defines {name!r} by itself")
            self._equal[name] = right
            return
        if not right.isdecimal():
            raise ValueError(f"assumption {text!r}: a bound must be a number, not {right!r}")
        number = int(right) + {">": 1, "<": -1}.get(sign, 0)
        if sign in (">", ">="):
            self._low[name] = max(number, self._low.get(name, 0))
        else:
            self._high[name] = min(number, self._high.get(name, number))

    @property
    def names(self) -> set[str]:
        """Every symbol that has an assumption."""
        return {*self._equal, *self._low, *self._high}

    def equal_to(self, name: str) -> str | None:
        """The expression that a symbol is assumed to equal."""
        return self._equal.get(name)

    def symbol(self, name: str) -> Symbol:
        """A new symbol of that name with the assumed bounds."""
        high = self._high.get(name)
        low = self._low.get(name, 0)
        return Symbol(name, const(low) if low else ZERO, None if high is None else const(high))
