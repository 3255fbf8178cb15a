"""Dim expressions: Python's arithmetic, and what other tools write into a dim_param."""

from __future__ import annotations

import ast
import re

from shapeinfer.dims import Dim, Symbol, broadcast, ceildiv, const, is_large, maximum, minimum, of, truncdiv
from shapeinfer.facts import scalar
from shapeinfer.facts.scalar import Ratio, Scalar, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction

_IMPLICIT = re.compile(r"(?<![\w.])(\d+)([A-Za-z_])")
# The float32 numbers that sizes are multiplied by lie between this and its inverse.
_MOST = 2**24
_FRESH = re.compile(r"\?(\d+)")


def read_expression(text: str, symbol: Callable[[str], Symbol]) -> Dim:
    """The Dim of an expression over names. ValueError where it is none."""
    # A fresh dim is no Python name: it passes through the parser under one.
    source = _FRESH.sub(r"fresh__\1", _IMPLICIT.sub(r"\1*\2", text) if not text.startswith("'") else text)
    try:
        tree = ast.parse(source, mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        raise ValueError(f"not a dim expression: {text!r}") from error
    try:
        value = _Reader(symbol, text).read(tree)
    except RecursionError:
        raise ValueError(f"not a dim expression, it nests too deep: {text!r}") from None
    if isinstance(value, Dim):
        return value
    raise ValueError(f"not an integer: {text!r}")


class _Reader:
    """Python's expression tree to a Dim, with fractions where a floor or ceil will take them off."""

    def __init__(self, symbol: Callable[[str], Symbol], text: str) -> None:
        self.symbol = symbol
        self.text = text

    def fail(self) -> ValueError:
        return ValueError(f"not a dim expression: {self.text!r}")

    def read(self, node: ast.expr) -> Dim | Ratio:
        match node:
            case ast.Constant(value=int(number)) if not isinstance(node.value, bool):
                return const(number)
            case ast.Constant(value=str(name)):
                return of(self.symbol(name))
            case ast.Constant(value=float(number)):
                return self.exact(scalar.from_number(number))
            case ast.Name(id=name):
                return of(self.symbol(name.replace("fresh__", "?", 1)))
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
        if any(map(is_large, (item,) if isinstance(item, Dim) else (item.num, item.den))):
            return self.too_large()
        return item

    def fail_if_none(self, dim: Dim | None) -> Dim:
        if dim is None:
            raise self.fail()
        return dim

    def too_large(self) -> Dim:
        raise ValueError(f"too large an expression: {self.text!r}")

    def whole(self, item: Dim | Ratio) -> Dim:
        if isinstance(item, Dim):
            return item if not is_large(item) else self.too_large()
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

    def scaled(self, size: Dim, factor: Fraction | None) -> Dim:
        if factor is None or not 1 / _MOST < factor < _MOST:
            raise self.fail()
        from shapeinfer.dims.float32 import as_float32  # rarely needed
        from shapeinfer.dims.scales import scaled

        return scaled(size, *as_float32(float(factor)).as_integer_ratio())

    def call(self, name: str, args: list[Dim | Ratio]) -> Dim | Ratio:
        whole = [self.whole(a) for a in args if isinstance(a, Dim)]
        match name.lower(), len(args):
            case ("floor", 1):
                return self.whole(self.exact(scalar.floor(args[0])))
            case ("ceil" | "ceiling", 1):
                return self.whole(self.exact(scalar.ceil(args[0])))
            case ("scaled", 2):
                return self.scaled(self.whole(args[0]), scalar.number(args[1]))
        if len(whole) != len(args):
            raise self.fail()
        match name.lower(), len(args):
            case ("floordiv", 2):
                return self.quotient(*args)
            case ("ceildiv", 2) if whole[1].value != 0:
                return ceildiv(*whole)
            case ("truncdiv", 2) if whole[1].value is not None and whole[1].value > 0:
                quotient = truncdiv(*whole)
                return self.fail_if_none(quotient)
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
