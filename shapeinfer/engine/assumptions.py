"""The user's assumptions about symbols: ``total == past + seq``, ``seq <= 512``, ``height % 4 == 0``.

An equality replaces its symbol and a bound by a number becomes a bound of the symbol, before a run. Every
other statement is a condition that the contract is simplified under. All that a contract prints is one.
"""

from __future__ import annotations

from shapeinfer.dims import ONE, ZERO, Dim, Symbol, const, shared_symbol
from shapeinfer.facts.symbols import Scope, names_in, parse_dim
from shapeinfer.rule.requirement import Condition, all_of, any_of, at_least, divides, equal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_SIGN = r"(==|>=|<=|>|<)"
_MULTIPLE = r"(?P<whole>.+)%\s*(?P<divisor>\w+|\([^()]+\))\s*\Z"
_FLIPPED = {"==": "==", ">=": "<=", "<=": ">=", ">": "<", "<": ">"}
_FORMS = "A == B, A >= B, A % NUMBER == 0, or such statements joined by 'and' and 'or'"


class Assumptions:
    """Parse statements. Raises ValueError for a wrong form, or for a symbol defined by itself."""

    __slots__ = ("_equal", "_high", "_low", "_others", "_others_of", "texts")

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = tuple(texts)
        self._equal: dict[str, str] = {}
        self._low: dict[str, int] = {}
        self._high: dict[str, int] = {}
        self._others: list[str] = []
        self._others_of: set[str] = set()
        for text in self.texts:
            for part in _joined_by("and", text):
                self._add(part, text)

    def _add(self, part: str, text: str) -> None:
        found = list(_comparisons(part, text))
        names = [name for left, _, right in found for side in (left, right) for name in _names(side, text)]
        if _is_compound(part) or not all(self._take(text, *comparison) for comparison in found):
            self._others.append(part)
            self._others_of.update(names)

    def _take(self, text: str, left: str, sign: str, right: str) -> bool:
        """Take a comparison that says something about one symbol. False for any other."""
        if not _is_name(left) and _is_name(right):
            left, sign, right = right, _FLIPPED[sign], left
        if not _is_name(left):
            return False
        name = left.strip("'")
        if sign == "==":
            names = _names(right, text)
            if name in names or any(name in (names_in(self._equal.get(n, "")) or ()) for n in names):
                raise ValueError(f"assumption {text!r} defines {name!r} by itself")
            self._equal[name] = right.strip("'")
            return True
        if not right.isdecimal():
            return False
        number = int(right) + {">": 1, "<": -1}.get(sign, 0)
        if sign in (">", ">="):
            self._low[name] = max(number, self._low.get(name, 0))
        else:
            self._high[name] = min(number, self._high.get(name, number))
        return True

    @property
    def names(self) -> set[str]:
        """Every symbol that has an assumption."""
        return {*self._equal, *self._low, *self._high, *self._others_of}

    def equal_to(self, name: str) -> str | None:
        """The expression that a symbol is assumed to equal."""
        return self._equal.get(name)

    def symbol(self, name: str) -> Symbol:
        """The symbol of that name with the assumed bounds."""
        high = self._high.get(name)
        low = self._low.get(name, 0)
        return shared_symbol(name, const(low) if low else ZERO, None if high is None else const(high))

    def conditions(self, named: Callable[[str], Dim]) -> list[Condition]:
        """The statements that are neither an equality of a symbol nor a bound by a number. ``named`` gives
        the dim of a name."""
        return [condition_of(text, named) for text in self._others]


def condition_of(text: str, named: Callable[[str], Dim]) -> Condition:
    """A statement as a condition. ``named`` gives the dim of a name. Raises ValueError for a wrong form."""
    for word, join in (("or", any_of), ("and", all_of)):
        parts = _joined_by(word, text)
        if len(parts) > 1:
            return join(*[condition_of(part, named) for part in parts])
    inner = _unwrapped(text)
    if inner != text:
        return condition_of(inner, named)
    return all_of(*[_compared(*comparison, named) for comparison in _comparisons(text, text)])


def _compared(left: str, sign: str, right: str, named: Callable[[str], Dim]) -> Condition:
    try:
        return _comparison(left, sign, right, named)
    except ZeroDivisionError:  # with the sizes of these names; a statement that divides by 0 does not hold
        return equal(ONE, ZERO)


def _comparison(left: str, sign: str, right: str, named: Callable[[str], Dim]) -> Condition:
    import re  # few runs have assumptions

    multiple = re.match(_MULTIPLE, left)
    if sign == "==" and right == "0" and multiple is not None:
        return divides(_dim(multiple["divisor"], named), _dim(multiple["whole"], named))
    a, b = _dim(left, named), _dim(right, named)
    match sign:
        case "==":
            return equal(a, b)
        case ">=":
            return at_least(a, b)
        case "<=":
            return at_least(b, a)
        case ">":
            return at_least(a, b + ONE)
        case _:
            return at_least(b, a + ONE)


def _dim(text: str, named: Callable[[str], Dim]) -> Dim:
    if text.isdecimal():
        return const(int(text))
    scope = Scope()
    dim = parse_dim(text, scope)
    return dim.substitute({symbol: named(name) for name, symbol in scope.symbols.items()})


def _joined_by(word: str, text: str) -> list[str]:
    """The statements that a word joins, apart from those in parentheses."""
    import re

    parts, depth = [""], 0
    for token in re.split(r"([()]|\s+)", text):
        depth += (token == "(") - (token == ")")
        if token == word and not depth:
            parts.append("")
        else:
            parts[-1] += token
    return [part.strip() for part in parts]


def _unwrapped(text: str) -> str:
    """A statement without the parentheses around it."""
    depth = 0
    for at, c in enumerate(text):
        depth += (c == "(") - (c == ")")
        if not depth:
            return text[1:-1].strip() if text[0] == "(" and at == len(text) - 1 else text
    return text


def _is_compound(text: str) -> bool:
    return len(_joined_by("or", text)) > 1 or _unwrapped(text) != text


def _comparisons(part: str, text: str) -> Iterator[tuple[str, str, str]]:
    """The comparisons in a part of a statement, ``text``; ``1 <= h <= 512`` is two. Raises ValueError if
    there is none."""
    import re

    pieces = [piece for way in _joined_by("or", part) for piece in _joined_by("and", way)]
    if len(pieces) > 1:
        for piece in pieces:
            yield from _comparisons(piece, text)
        return
    inner = _unwrapped(part)
    if inner != part:
        yield from _comparisons(inner, text)
        return
    tokens = [token.strip() for token in re.split(_SIGN, part)]
    if len(tokens) < 3 or not all(tokens):
        raise ValueError(f"assumption {text!r} is not of the form {_FORMS}")
    for i in range(0, len(tokens) - 2, 2):
        yield tokens[i], tokens[i + 1], tokens[i + 2]


def _is_name(side: str) -> bool:
    """Whether one side is a symbol: an identifier, or any name in quotes."""
    return side.isidentifier() or (len(side) > 2 and side[0] == side[-1] == "'" and "'" not in side[1:-1])


def _names(side: str, text: str) -> list[str]:
    """The symbols of one side. Raises ValueError if it is no expression."""
    names = [side.strip("'")] if _is_name(side) else [] if side.isdecimal() else names_in(side)
    if names is None:
        raise ValueError(f"assumption {text!r}: {side!r} is not an expression over symbols")
    return names
