"""Symbols by name, and parsing of dims."""

from __future__ import annotations

from shapeinfer.dims import ZERO, Dim, Symbol, const, of
from shapeinfer.dims.budget import spend, steps_used

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    Key = TypeVar("Key")
    Found = TypeVar("Found")


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
    dim = _plain(text, scope)
    if dim is not None:
        return dim
    names = names_in(text)
    if names is None:
        return _read(text, scope)  # raises
    key = (text, tuple(map(scope.symbol, names)))
    found = _parsed.get(key)
    if found is not None:
        spend(found[1])
        return found[0]
    before = steps_used()
    dim = _read(text, scope)
    _keep(_parsed, key, text, (dim, steps_used() - before))
    return dim


def _plain(text: str, scope: Scope) -> Dim | None:
    """The dim of a text that is one name or one number."""
    if text.isascii() and text.isidentifier():
        return of(scope.symbol(text))
    return const(int(text)) if text.lstrip("-").isdecimal() else None


def _read(text: str, scope: Scope) -> Dim:
    # Most models have names only: the parser of expressions is loaded at the first one.
    from shapeinfer.facts.expressions import read_expression

    return read_expression(text, scope.symbol)


# What texts say, with the steps that reading them took: annotated models repeat the same expressions.
_parsed: dict[tuple[str, tuple[Symbol, ...]], tuple[Dim, int]] = {}
_names: dict[str, tuple[tuple[str, ...] | None, int]] = {}
_MOST_PARSED = 1 << 12
# Longer texts are read again each time: a model may have texts of megabytes.
_LONGEST_KEPT = 1_000


def _keep(table: dict[Key, Found], key: Key, text: str, found: Found) -> None:
    if len(text) <= _LONGEST_KEPT:
        if len(table) >= _MOST_PARSED:
            table.clear()
        table[key] = found


def drop_texts() -> None:
    """Forget what texts say."""
    _parsed.clear()
    _names.clear()


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
    found = _names.get(text)
    if found is None:
        before = steps_used()
        scope = Scope()
        names: tuple[str, ...] | None = None
        try:
            if _plain(text.strip(), scope) is None:
                _read(text.strip(), scope)
            names = tuple(scope.symbols)
        except (ValueError, ZeroDivisionError):
            pass
        found = names, steps_used() - before
        _keep(_names, text, text, found)
    else:
        spend(found[1])
    return None if found[0] is None else list(found[0])
