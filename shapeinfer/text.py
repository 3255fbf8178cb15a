"""The text form of facts and dims, both ways: ``f32[batch, 3, H//2]``, ``i64[2] = (batch, -1)``.

The grammar stands in docs/design.md. ``parse(str(fact), scope) == fact`` in one scope of symbols.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable

from shapeinfer import scalar
from shapeinfer.dim import ONE, ZERO, Dim, Symbol, broadcast, ceildiv, const, maximum, minimum, of
from shapeinfer.elem_type import elem_type_from_name, elem_type_name
from shapeinfer.elements import Elements, in_columns, ranged
from shapeinfer.elements import of as elements_of
from shapeinfer.fact import (
    NOTHING,
    Fact,
    MapFact,
    OptionalFact,
    SequenceFact,
    SparseTensorFact,
    TensorFact,
    tensor,
)
from shapeinfer.scalar import ANY, Ratio, Scalar, Span

# --- printing ---------------------------------------------------------------------------------


def shape_text(shape: tuple[Dim, ...] | None) -> str:
    """A shape in brackets: ``[batch, 3]``; ``[*]`` for an unknown rank."""
    return "[*]" if shape is None else f"[{', '.join(map(str, shape))}]"


def fact_text(fact: Fact) -> str:
    """A fact on one line."""
    if isinstance(fact, TensorFact):
        text = elem_type_name(fact.elem_type) + shape_text(fact.shape)
        return text if fact.elements is None else text + _elements_text(fact.elements)
    if isinstance(fact, SequenceFact):
        if fact.items is not None:
            return f"seq[{len(fact.items)}]({', '.join(map(str, fact.items or (fact.element,)))})"
        length = "" if fact.length is None else f"[{fact.length}]"
        return f"seq{length}({fact.element})"
    if isinstance(fact, OptionalFact):
        state = {None: "optional", True: "some", False: "none"}[fact.present]
        return f"{state}({fact.element})"
    if isinstance(fact, MapFact):
        return f"map({elem_type_name(fact.key_type)}, {fact.value})"
    if isinstance(fact, SparseTensorFact):
        return f"sparse({elem_type_name(fact.elem_type)}{shape_text(fact.shape)})"
    return "?"


# More elements than this say nothing in a message.
_MOST_SHOWN = 8


def brief(fact: Fact) -> str:
    """A fact for a message: as :func:`fact_text`, without contents that are long or not integers."""
    if isinstance(fact, TensorFact) and fact.elements is not None:
        items = fact.elements.items
        if items is None or len(items) > _MOST_SHOWN or not all(isinstance(x, Dim) for x in items):
            return fact_text(TensorFact(fact.elem_type, fact.shape))
    return fact_text(fact)


def _elements_text(elements: Elements) -> str:
    if elements.columns is not None:
        return f" in [{', '.join(map(_column_text, elements.columns))}]"
    if elements.items is None:
        attained = isinstance(elements.each, Span) and elements.each.attained
        return f" {'=' if attained else 'in'} {scalar_text(elements.each)}"
    inner = ", ".join(map(scalar_text, elements.items))
    equals = ":=" if elements.stored else "="
    return f" {equals} {inner}" if elements.shape == () else f" {equals} ({inner})"


def _column_text(item: Scalar) -> str:
    """One place on the last axis, ``=0..n - 1`` where its bounds are attained."""
    return f"={scalar_text(item)}" if isinstance(item, Span) and item.attained else scalar_text(item)


def scalar_text(item: Scalar) -> str:
    """One element: ``N``, ``(3*H)/2``, ``?``, ``0..5``."""
    if isinstance(item, Dim):
        return str(item)
    if isinstance(item, Ratio):
        return f"{_operand(item.num)}/{_operand(item.den)}"
    if item == ANY:
        return "?"
    low, high = item.low, item.high
    return f"{'' if low is None else low}..{'' if high is None else high}"


def _operand(dim: Dim) -> str:
    text = str(dim)
    return text if text.isidentifier() or text.lstrip("-").isdecimal() else f"({text})"


# --- symbols ----------------------------------------------------------------------------------


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


# --- dims -------------------------------------------------------------------------------------

_PLAIN = re.compile(r"[A-Za-z_]\w*\Z")
_IMPLICIT = re.compile(r"(?<![\w.])(\d+)([A-Za-z_])")
_FRESH = re.compile(r"\?(\d+)")


def parse_dim(text: str, scope: Scope) -> Dim:
    """The Dim that a text stands for. Raises ValueError where it is no expression.

    Besides our own form it reads what other tools write: ``floor(H/2)``, ``Max(1, N)``, ``16H``,
    ``floordiv(a, b)``, ``Mod(a, b)``."""
    text = text.strip()
    if _PLAIN.match(text):
        return of(scope.symbol(text))
    if text.lstrip("-").isdecimal():
        return const(int(text))
    # A fresh dim is no Python name: it passes through the parser under one.
    source = _FRESH.sub(r"fresh__\1", _IMPLICIT.sub(r"\1*\2", text) if not text.startswith("'") else text)
    try:
        tree = ast.parse(source, mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        raise ValueError(f"not a dim expression: {text!r}") from error
    value = _Reader(scope, text).read(tree)
    if isinstance(value, Dim):
        return value
    raise ValueError(f"not an integer: {text!r}")


class _Reader:
    """Python's expression tree to a Dim, with fractions where a floor or ceil will take them off."""

    def __init__(self, scope: Scope, text: str) -> None:
        self.scope = scope
        self.text = text

    def fail(self) -> ValueError:
        return ValueError(f"not a dim expression: {self.text!r}")

    def read(self, node: ast.expr) -> Dim | Ratio:
        match node:
            case ast.Constant(value=int(number)) if not isinstance(node.value, bool):
                return const(number)
            case ast.Constant(value=str(name)):
                return of(self.scope.symbol(name))
            case ast.Constant(value=float(number)):
                return self.exact(scalar.from_number(number))
            case ast.Name(id=name):
                return of(self.scope.symbol(name.replace("fresh__", "?", 1)))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return self.exact(scalar.negate(self.read(operand)))
            case ast.BinOp(left=left, op=op, right=right):
                return self.binary(op, self.read(left), self.read(right))
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
                return self.call(name, [self.read(a) for a in args])
        raise self.fail()

    def exact(self, item: Scalar) -> Dim | Ratio:
        if isinstance(item, Span):
            raise self.fail()
        return item

    def whole(self, item: Dim | Ratio) -> Dim:
        if isinstance(item, Dim):
            return item
        raise self.fail()

    def binary(self, op: ast.operator, a: Dim | Ratio, b: Dim | Ratio) -> Dim | Ratio:
        match op:
            case ast.Add():
                return self.exact(scalar.add(a, b))
            case ast.Sub():
                return self.exact(scalar.subtract(a, b))
            case ast.Mult():
                return self.exact(scalar.multiply(a, b))
            case ast.Div():
                return self.exact(scalar.divide_float(a, b))
            case ast.FloorDiv():
                return self.quotient(a, b)
            case ast.Mod():
                return self.whole(a) - self.whole(b) * self.quotient(a, b)
            case ast.Pow():
                return self.exact(scalar.power(a, b))
        raise self.fail()

    def quotient(self, a: Dim | Ratio, b: Dim | Ratio) -> Dim:
        divisor = self.whole(b)
        if divisor.value == 0:
            raise self.fail()
        return self.whole(a) // divisor

    def call(self, name: str, args: list[Dim | Ratio]) -> Dim | Ratio:
        whole = [self.whole(a) for a in args if isinstance(a, Dim)]
        match name.lower(), len(args):
            case ("floor", 1):
                return self.whole(self.exact(scalar.floor(args[0])))
            case ("ceil" | "ceiling", 1):
                return self.whole(self.exact(scalar.ceil(args[0])))
        if len(whole) != len(args):
            raise self.fail()
        match name.lower(), len(args):
            case ("floordiv", 2):
                return self.quotient(*args)
            case ("ceildiv", 2) if whole[1].value != 0:
                return ceildiv(*whole)
            case ("mod", 2) if whole[1].value != 0:
                return whole[0] % whole[1]
            case ("abs", 1):
                return maximum(whole[0], -whole[0])
            case ("min", n) if n:
                return _fold(minimum, whole)
            case ("max", n) if n:
                return _fold(maximum, whole)
            case ("broadcast", n) if n:
                return broadcast(whole)
        raise self.fail()


def _fold(function: Callable[[Dim, Dim], Dim], dims: list[Dim]) -> Dim:
    total = dims[0]
    for dim in dims[1:]:
        total = function(total, dim)
    return total


def names_in(text: str) -> list[str] | None:
    """The names in a dim expression that is more than one name; None if it is no expression."""
    scope = Scope()
    try:
        parse_dim(text, scope)
    except (ValueError, ZeroDivisionError):
        return None
    return list(scope.symbols)


# --- facts ------------------------------------------------------------------------------------


def parse(text: str, scope: Scope | None = None) -> Fact:
    """The fact that a text stands for. ``?`` as a dim is a new symbol at every mention.

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
            length = self.shape_items()[0]
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
        return fact

    def sequence(self, length: Dim | None) -> Fact:
        items = [self.fact()]
        while self.peek(","):
            self.eat(",")
            items.append(self.fact())
        if length is None or length.value is None:
            return SequenceFact(items[0], length)
        if length.value == 0:
            return SequenceFact(items[0], None, ())
        if length.value != len(items):
            items = items * length.value if len(items) == 1 else items
        element = items[0] if len(set(items)) == 1 else joined(items)
        return SequenceFact(element, None, tuple(items))

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
            items = [self.scalar(part) for part in split_top(self.until(")"))]
        else:
            items = [self.scalar(self.one())]
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

    def scalar(self, text: str) -> Scalar:
        text = text.strip()
        if text in ("true", "false"):
            return ONE if text == "true" else ZERO
        if text == "?":
            return ANY
        if ".." in text:
            low, high = (None if not part.strip() else self.dim(part) for part in text.split("..", 1))
            return scalar.span(low, high)
        try:
            return scalar.from_number(float(text)) if "." in text or "e" in text else self.exact(text)
        except ValueError:
            return self.exact(text)

    def exact(self, text: str) -> Scalar:
        if "/" in text and "//" not in text:
            num, den = text.rsplit("/", 1)
            return scalar.ratio(parse_dim(num, self.scope), parse_dim(den, self.scope))
        return parse_dim(text, self.scope)


def joined(items: list[Fact]) -> Fact:
    """What holds for each of several facts, with anonymous dims where they differ."""
    from shapeinfer.fact import join

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
