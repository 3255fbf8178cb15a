"""A graph under construction: its nodes, and the values that they make."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from tests.fuzz.differential.case import Content

MOST_ELEMENTS = 3000


class Value:
    """A value of the graph, with its shape (and contents, for small integers) at the first trial's sizes."""

    def __init__(self, name: str, shape: Sequence[int], content: np.ndarray | None = None) -> None:
        self.name = name
        self.shape = tuple(shape)
        self.content = content  # int64, for values that describe sizes


class Builder:
    """A graph under construction."""

    def __init__(self, random: Random, opset: int, prefix: str = "") -> None:
        self.random = random
        self.opset = opset
        self.prefix = prefix
        self.nodes: list[onnx.NodeProto] = []
        self.inputs: list[onnx.ValueInfoProto] = []
        self.stored: list[onnx.TensorProto] = []
        self.data: list[Value] = []
        self.sizes: list[Value] = []
        self.symbols: dict[str, int] = {}
        self.contents: dict[str, Content] = {}
        self.count = 0

    def name(self, kind: str = "v") -> str:
        self.count += 1
        return f"{self.prefix}{kind}{self.count}"

    def node(self, op_type: str, inputs: Sequence[str], outputs: int = 1, **attributes: object) -> list[str]:
        names = [self.name() for _ in range(outputs)]
        made = {key: value for key, value in attributes.items() if value is not None}
        self.nodes.append(helper.make_node(op_type, list(inputs), names, **made))  # type: ignore[arg-type]  # its stubs know lists of each type only
        return names

    def constant(self, items: Sequence[int], *, scalar: bool = False) -> str:
        array = np.array(items[0] if scalar else items, dtype=np.int64)
        return self.store(array)

    def store(self, array: np.ndarray) -> str:
        name = self.name("c")
        self.stored.append(numpy_helper.from_array(array, name))
        return name

    def give(self, elem_type: int, shape: Sequence[int], content: Content) -> str:
        """A new input with contents."""
        name = self.name("k")
        self.inputs.append(helper.make_tensor_value_info(name, elem_type, list(shape)))
        self.contents[name] = content
        return name

    def vector(self, items: Sequence[int]) -> str:
        """A list of integers: stored, computed from one, or (seldom) given by the caller."""
        dice = self.random.random()
        if dice < 0.08:
            return self.give(TensorProto.INT64, [len(items)], tuple(items))
        stored = self.constant(items)
        return self.node("Identity", [stored])[0] if dice < 0.15 else stored

    def input(self, shape: Sequence[int]) -> Value:
        """A new float input; equal sizes may share a symbol."""
        name = self.name("x")
        declared: list[int | str] = []
        for size in shape:
            if self.random.random() < 0.3:
                declared.append(size)
                continue
            shared = [s for s, known in self.symbols.items() if known == size]
            if shared and self.random.random() < 0.7:
                symbol = self.random.choice(shared)
            else:
                symbol = f"{self.prefix}S{len(self.symbols)}"
                self.symbols[symbol] = size
            declared.append(symbol)
        self.inputs.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, declared))
        value = Value(name, shape)
        self.data.append(value)
        return value

    def made(self, name: str, shape: Sequence[int]) -> Value:
        value = Value(name, shape)
        if int(np.prod(value.shape, dtype=np.int64)) <= MOST_ELEMENTS and len(value.shape) <= 5:
            self.data.append(value)
        return value

    def measured(self, name: str, content: np.ndarray) -> Value:
        value = Value(name, content.shape, content)
        if np.abs(content).max(initial=0) < 10_000:
            self.sizes.append(value)
        return value

    def any(self, ranks: Callable[[int], bool] = lambda rank: True) -> Value | None:
        fitting = [value for value in self.data if ranks(len(value.shape))]
        return self.random.choice(fitting) if fitting else None
