"""A graph that is drawn node by node, with sizes that nearly fit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from random import Random

# The names that sizes may have, and the sizes that fit.
_NAMES = {2: "A", 3: "B", 4: "C"}
FITTING = {name: size for size, name in _NAMES.items()}
END = 9223372036854775807


class Drawn:
    """A graph as it is drawn, node by node: each method adds to it, and gives the name of what it made."""

    def __init__(self, random: Random, opset: int) -> None:
        self.random = random
        self.opset = opset
        self.inputs: list[str] = []
        self.stored: list[str] = []
        self.nodes: list[str] = []
        self.names: set[str] = set()
        self._count = 0

    def one_of(self, *choices: str) -> str:
        return self.random.choice(choices)

    def may(self, chance: float = 0.5) -> bool:
        return self.random.random() < chance

    def given(self, *sizes: int, type_: str = "float") -> str:
        """An input of about these sizes."""
        shape = self._sizes(sizes)
        self.names.update(size for size in shape if size in FITTING)
        name = self._name()
        self.inputs.append(f"{type_}[{','.join(shape)}] {name}" if shape else f"{type_} {name}")
        return name

    def weight(self, *sizes: int, type_: str = "float", value: float = 1) -> str:
        """A stored tensor of about these sizes, or an input."""
        if self.may(0.1):
            return self.given(*sizes, type_=type_)
        shape = [size if size.isdecimal() else str(FITTING[size]) for size in self._sizes(sizes)]
        items = ", ".join([str(value)] * prod(map(int, shape)))
        return self._stored(f"{type_}[{','.join(shape)}]" if shape else type_, items)

    def numbers(self, *numbers: int) -> str:
        """A stored list of about these numbers."""
        found = list(numbers)
        if self.may(0.08):
            found[self.random.randrange(len(found))] = self.random.choice((0, 1, -1, 2, 3, 5, END))
        if self.may(0.04):
            found.pop()
        return self._stored(f"int64[{len(found)}]", ", ".join(map(str, found)))

    def number(self, number: int) -> str:
        return self._stored("int64", str(number))

    def node(self, operator: str, *inputs: str, **attributes: object) -> str:
        return self.nodes_of(operator, 1, *inputs, **attributes)[0]

    def nodes_of(self, operator: str, count: int, *inputs: str, **attributes: object) -> list[str]:
        """A node with so many outputs."""
        made = [self._name() for _ in range(count)]
        told = ", ".join(f"{name} = {value}" for name, value in attributes.items())
        read = ", ".join(name or '""' for name in inputs)
        self.nodes.append(f"{', '.join(made)} = {operator}{f'<{told}>' if told else ''}({read})")
        return made

    def any_of(self, *operators: str) -> Callable[..., str]:
        return lambda *inputs, **attributes: self.node(self.one_of(*operators), *inputs, **attributes)

    def plain(self, value: str) -> str:
        """Some activation of a value."""
        return self.node(self.one_of("Relu", "Identity", "Sigmoid", "Neg", "Tanh", "LeakyRelu"), value)

    def reduced(self, operator: str, value: str, axis: int) -> str:
        if self.opset < 18:
            return self.node(operator, value, axes=[axis])
        return self.node(operator, value, self.numbers(axis))

    # --- quantized values -----------------------------------------------------------------------

    def quantized(self, value: str, type_: str | None = None) -> str:
        """A value that is quantized and dequantized by one scale."""
        scale, zero = self._scale(), self._zero(type_ or self.one_of("uint8", "int8", "uint16", "int16"))
        return self.node("DequantizeLinear", self.node("QuantizeLinear", value, scale, *zero), scale, *zero)

    def dequantized(self, value: str, type_: str, size: int = 0, axis: int = 1) -> str:
        """A dequantized value, perhaps by scales for an axis of this size."""
        scale, zero = self._scale(size), self._zero(type_, size)
        if not size:
            return self.node("DequantizeLinear", value, scale, *zero)
        axis = axis if self.may(0.8) else self.random.choice((0, 1, -1, 5))
        return self.node("DequantizeLinear", value, scale, *zero, axis=axis)

    def weights(self, *sizes: int, axis: int = 0) -> str:
        """Dequantized weights."""
        type_ = self.one_of("int8", "int8", "uint8")
        return self.dequantized(self.weight(*sizes, type_=type_), type_, sizes[axis], axis)

    def bias(self, size: int) -> Sequence[str]:
        """A dequantized bias, or none."""
        return [self.dequantized(self.weight(size, type_="int32"), "int32", size, 0)] if self.may() else []

    def ended(self, value: str) -> str:
        """The value, perhaps quantized once more."""
        return self.quantized(value) if self.may(0.7) else value

    def _scale(self, size: int = 0) -> str:
        return self._for_axis(size, "float", 0.5)

    def _zero(self, type_: str, size: int = 0) -> Sequence[str]:
        return [] if self.may(0.25) else [self._for_axis(size, type_, 0)]

    def _for_axis(self, size: int, type_: str, value: float) -> str:
        if size and self.may():
            return self.weight(size, type_=type_, value=value)
        return self.weight(*((1,) if self.may(0.2) else ()), type_=type_, value=value)

    def _sizes(self, sizes: Sequence[int]) -> list[str]:
        found = []
        for size in sizes:
            if self.may(0.12):
                found.append(self.one_of("0", "1", "2", "3", "4", "5"))
            else:
                found.append(_NAMES[size] if size in _NAMES and self.may(0.2) else str(size))
        if found and self.may(0.07):
            found.pop(self.random.randrange(len(found)))
        if self.may(0.05):
            found.insert(self.random.randrange(len(found) + 1), self.one_of("1", "2"))
        return found

    def _name(self) -> str:
        self._count += 1
        return f"v{self._count}"

    def _stored(self, type_: str, items: str) -> str:
        name = self._name()
        self.stored.append(f"{type_} {name} = {{{items}}}")
        return name
