"""The text form of facts, read: the inverse of :mod:`shapeinfer.facts.text` (grammar in docs/design.md)."""

from __future__ import annotations

from shapeinfer.dims import ONE, ZERO, Dim, Symbol, of
from shapeinfer.facts import scalar
from shapeinfer.facts.elem_type import UNDEFINED, elem_type_from_name
from shapeinfer.facts.elements import in_columns, ranged
from shapeinfer.facts.elements import of as elements_of
from shapeinfer.facts.fact import (
    NOTHING,
    Fact,
    MapFact,
    OptionalFact,
    SequenceFact,
    SparseTensorFact,
    TensorFact,
    tensor,
)
from shapeinfer.facts.floats import round_to
from shapeinfer.facts.scalar import ANY, Scalar, Span
from shapeinfer.facts.symbols import Scope, parse_dim


def parse(text: str, scope: Scope | None = None) -> Fact:
    """Parse a fact. ``?`` as a dim is a new symbol each time.

    Raises ValueError where the text does not follow the grammar."""
    parser = _FactParser(text, scope or Scope())
    fact = parser.fact()
    parser.finish()
    return fact


class _FactParser:
    def __init__(self, text: str, scope: Scope) -> None:
        self.text = text
        self.scope = scope
        self.at = 0

    def fail(self, wanted: str) -> ValueError:
        return ValueError(f"{self.text!r}: expected {wanted} at position {self.at}")

    def space(self) -> None:
        while self.at < len(self.text) and self.text[self.at] == " ":
            self.at += 1

    def peek(self, token: str) -> bool:
        self.space()
        return self.text.startswith(token, self.at)

    def eat(self, token: str) -> None:
        if not self.peek(token):
            raise self.fail(repr(token))
        self.at += len(token)

    def finish(self) -> None:
        self.space()
        if self.at != len(self.text):
            raise self.fail("the end")

    def word(self) -> str:
        self.space()
        start = self.at
        while self.at < len(self.text) and (self.text[self.at].isalnum() or self.text[self.at] in "_?"):
            self.at += 1
        return self.text[start : self.at]

    def fact(self) -> Fact:
        word = self.word()
        if word == "?" and not self.peek("["):
            return NOTHING
        if word in ("seq", "optional", "some", "none", "map", "sparse"):
            return self.nested(word)
        elem_type = elem_type_from_name(word)
        if elem_type is None:
            raise self.fail("an element type such as f32")
        shape = self.shape()
        return self.contents(elem_type, shape)

    def nested(self, word: str) -> Fact:
        length: Dim | None = None
        if word == "seq" and self.peek("["):
            sizes = self.shape_items()
            if len(sizes) != 1:
                raise self.fail("one length")
            length = sizes[0]
        self.eat("(")
        if word == "map":
            key = elem_type_from_name(self.word()) or 0
            self.eat(",")
            fact: Fact = MapFact(key, self.fact())
        elif word == "sparse":
            inner = self.fact()
            if not isinstance(inner, TensorFact):
                raise self.fail("a tensor")
            fact = SparseTensorFact(inner.elem_type, inner.shape)
        elif word == "seq":
            fact = self.sequence(length)
        else:
            fact = OptionalFact(self.fact(), {"some": True, "none": False}.get(word))
        self.eat(")")
        if isinstance(fact, SequenceFact) and self.peek("= "):
            self.eat("=")
            total, piece = self.one().split(" by ")
            piece, axis = piece.split(" on axis ")
            return SequenceFact(
                fact.element, length, fact.items, (int(axis), self.dim(total), self.dim(piece)), fact.ends
            )
        return fact

    def sequence(self, length: Dim | None) -> Fact:
        starred = [0] if self.star() else []
        items = [self.fact()]
        while self.peek(","):
            self.eat(",")
            if self.star():
                starred.append(len(items))
            items.append(self.fact())
        if starred:
            if len(starred) > 1:
                raise self.fail("one '*'")
            (at,) = starred
            ends = (tuple(items[:at]), items[at], tuple(items[at + 1 :]))
            return SequenceFact(joined(items), length, None, None, ends)
        if length is None or length.value is None:
            return SequenceFact(items[0], length)
        if length.value == 0:
            return SequenceFact(items[0], None, ())
        if length.value != len(items):
            items = items * length.value if len(items) == 1 else items
        element = items[0] if len(set(items)) == 1 else joined(items)
        return SequenceFact(element, None, tuple(items))

    def star(self) -> bool:
        """Whether a ``*`` stands here, which is then read: the fact of each item between the ends."""
        found = self.peek("*")
        if found:
            self.eat("*")
        return found

    def shape(self) -> tuple[Dim, ...] | None:
        if self.peek("[*]"):
            self.eat("[*]")
            return None
        return self.shape_items()

    def shape_items(self) -> tuple[Dim, ...]:
        self.eat("[")
        inner = self.until("]")
        return tuple(self.dim(part) for part in split_top(inner))

    def until(self, close: str) -> str:
        start, depth, quoted = self.at, 0, False
        while self.at < len(self.text):
            char = self.text[self.at]
            if char == "'" and self.text[self.at - 1] != "\\":
                quoted = not quoted
            if not quoted:
                if not depth and char == close:
                    self.at += 1
                    return self.text[start : self.at - 1]
                depth += (char in "([") - (char in ")]")
            self.at += 1
        raise self.fail(repr(close))

    def dim(self, text: str) -> Dim:
        text = text.strip()
        if text == "?":
            return of(self.scope.make("?"))
        return parse_dim(text, self.scope)

    def contents(self, elem_type: int, shape: tuple[Dim, ...] | None) -> Fact:
        if self.peek("in "):
            self.eat("in ")
            if self.peek("["):
                self.eat("[")
                parts = split_top(self.until("]"))
                return TensorFact(elem_type, shape, in_columns([self.column(part) for part in parts]))
            return TensorFact(elem_type, shape, ranged(self.scalar(self.one())))
        stored = self.peek(":=")
        if not stored and not self.peek("="):
            return TensorFact(elem_type, shape)
        self.eat(":=" if stored else "=")
        if shape != () and not self.peek("("):
            # "= 0..n - 1" of a whole tensor: the bounds are attained.
            each = self.scalar(self.one())
            if not isinstance(each, Span):
                raise self.fail("a range, or contents in parentheses,")
            return TensorFact(elem_type, shape, ranged(Span(each.low, each.high, attained=True)))
        if shape != ():
            self.eat("(")
            items = [self.scalar(part, elem_type) for part in split_top(self.until(")"))]
        else:
            items = [self.scalar(self.one(), elem_type)]
        static = tensor(elem_type, shape).static_shape()
        if static is None:
            raise self.fail("a static shape before contents")
        elements = elements_of(items, static)
        if elements is None:
            raise self.fail(f"{static} to hold {len(items)} elements")
        return TensorFact(elem_type, shape, elements.as_stored() if stored else elements)

    def column(self, text: str) -> Scalar:
        """One place on the last axis: a scalar, or ``=0..n - 1`` where the bounds are attained."""
        text = text.strip()
        item = self.scalar(text.removeprefix("="))
        return (
            Span(item.low, item.high, attained=True) if text[:1] == "=" and isinstance(item, Span) else item
        )

    def one(self) -> str:
        """The text of one element: up to a comma or parenthesis that closes what is around it."""
        rest = self.text[self.at :]
        depth, quoted = 0, False
        for i, char in enumerate(rest):
            if char == "'" and (i == 0 or rest[i - 1] != "\\"):
                quoted = not quoted
            if quoted:
                continue
            if not depth and char in ",)":
                rest = rest[:i]
                break
            depth += (char in "([") - (char in ")]")
        self.at += len(rest)
        return rest

    def scalar(self, text: str, elem_type: int = UNDEFINED) -> Scalar:
        """One element; a decimal is the float of the type that is nearest to it."""
        text = text.strip()
        if text in ("true", "false"):
            return ONE if text == "true" else ZERO
        if text == "?":
            return ANY
        if ".." in text:
            low, high = (None if not part.strip() else self.dim(part) for part in text.split("..", 1))
            return scalar.span(low, high)
        try:
            if "." not in text and "e" not in text:
                return self.exact(text)
            from fractions import Fraction  # few facts hold a float

            rounded = round_to(Fraction(text), elem_type)
            return scalar.from_number(float(text)) if rounded is None else scalar.from_fraction(rounded)
        except ValueError:
            return self.exact(text)

    def exact(self, text: str) -> Scalar:
        if "/" in text and "//" not in text:
            num, den = text.rsplit("/", 1)
            return scalar.ratio(parse_dim(num, self.scope), parse_dim(den, self.scope))
        return parse_dim(text, self.scope)


def joined(items: list[Fact]) -> Fact:
    """What holds for each of several facts, with anonymous dims where they differ."""
    from shapeinfer.facts.join import join

    total = items[0]
    for item in items[1:]:
        total = join(total, item, lambda a, b: of(Symbol("?", ZERO, named=False)))
    return total


def split_top(text: str) -> list[str]:
    """Split at the commas that stand outside of parentheses and quotes."""
    parts, depth, quoted, start = [], 0, False, 0
    for i, char in enumerate(text):
        if char == "'" and (i == 0 or text[i - 1] != "\\"):
            quoted = not quoted
        if quoted:
            continue
        depth += (char in "([") - (char in ")]")
        if char == "," and not depth:
            parts.append(text[start:i])
            start = i + 1
    if text[start:].strip() or parts:
        parts.append(text[start:])
    return parts
