"""Symbols by name, and parsing of dims."""

from __future__ import annotations

from shapeinfer.dims import ZERO, Dim, Symbol, const, of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class Scope:
    """The symbols of one run or one test by name: the same name is the same symbol."""

    __slots__ = ("make", "symbols")

    def __init__(self, make: Callable[[str], Symbol] | None = None) -> None:
        self.symbols: dict[str, Symbol] = {}
        self.make = make or (lambda name: Symbol(name, ZERO, named=not name.startswith("?")))

    def symbol(self, name: str) -> Symbol:
        """The symbol of that name, made at first use with low bound 0."""
        found = self.symbols.get(name)
        if found is None:
            found = self.symbols[name] = self.make(name)
        return found


def parse_dim(text: str, scope: Scope) -> Dim:
    """Parse a Dim. Raises ValueError if the text is not an expression.

    Besides our own form it reads what other tools write: ``floor(H/2)``, ``Max(1, N)``, ``16H``,
    ``floordiv(a, b)``, ``Mod(a, b)``."""
    text = text.strip()
    if text.isascii() and text.isidentifier():
        return of(scope.symbol(text))
    if text.lstrip("-").isdecimal():
        return const(int(text))
    # Most models have names only: the parser of expressions is loaded at the first one.
    from shapeinfer.facts.expressions import read_expression

    return read_expression(text, scope.symbol)


def derived_from(text: str) -> tuple[int, str, int] | None:
    """(k, n, c) if the text says ``k*n + c``, a positive multiple of one name plus a constant that is not
    negative, as torch writes a dim that is derived from another; None otherwise."""
    if "*" not in text and "+" not in text:
        return None  # a name such as "2d"
    try:
        dim = parse_dim(text, Scope())
    except (ValueError, ZeroDivisionError):
        return None
    constant = dim.constant_term()
    symbol = (dim - constant).multiple_of()
    if symbol is None or constant < 0 or dim.terms[0][1] < 1:
        return None
    return dim.terms[0][1], symbol.name, constant


def names_in(text: str) -> list[str] | None:
    """The names in a dim expression that is more than one name; None if it is no expression."""
    scope = Scope()
    try:
        parse_dim(text, scope)
    except (ValueError, ZeroDivisionError):
        return None
    return list(scope.symbols)
