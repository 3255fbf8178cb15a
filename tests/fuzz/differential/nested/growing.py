"""A graph or body under construction, of whose values the rank is known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from random import Random

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

# A float tensor: its name and its rank. A step that did not fit may have told a wrong rank.
Ranked = tuple[str, int]


class Growing:
    """A graph, or a body that also reads what the graphs around it make."""

    def __init__(
        self, random: Random, opset: int, prefix: str = "", outer: Growing | None = None, alike: bool = False
    ) -> None:
        self.random = random
        self.opset = opset
        self.prefix = prefix
        self.outer = outer
        self.alike = alike
        self.depth: int = 0 if outer is None else outer.depth + 1
        self.nodes: list[onnx.NodeProto] = []
        self.stored: list[onnx.TensorProto] = []
        self.floats: list[Ranked] = []
        self.numbers: list[str] = []
        self.truths: list[str] = []
        self._count = 0

    def body(self, kind: str) -> Growing:
        """A body inside. In models that are ``alike``, the names in bodies of one kind that stand side by side are
        the same."""
        at = "" if self.alike else self.name("")
        return Growing(self.random, self.opset, f"{self.prefix}{kind}{at}_", self, self.alike)

    def finished(
        self, name: str, inputs: Sequence[onnx.ValueInfoProto], outputs: Sequence[onnx.ValueInfoProto]
    ) -> onnx.GraphProto:
        return helper.make_graph(self.nodes, name, list(inputs), list(outputs), initializer=self.stored)

    # --- parts ---------------------------------------------------------------------------------

    def name(self, kind: str = "t") -> str:
        self._count += 1
        return f"{self.prefix}{kind}{self._count}"

    def add(self, op_type: str, inputs: Sequence[str], outputs: Sequence[str], **attributes: object) -> None:
        self.nodes.append(helper.make_node(op_type, list(inputs), list(outputs), **attributes))  # type: ignore[arg-type]  # its stubs know lists of each type only

    def node(self, op_type: str, inputs: Sequence[str], **attributes: object) -> str:
        """A node with one output, whose name is returned."""
        name = self.name()
        self.add(op_type, inputs, [name], **attributes)
        return name

    def store(self, array: np.ndarray) -> str:
        """A constant: a node or an initializer."""
        name = self.name("c")
        tensor = numpy_helper.from_array(array, name)
        if self.random.random() < 0.5:
            self.add("Constant", [], [name], value=tensor)
        else:
            self.stored.append(tensor)
        return name

    def scalar(self, number: int) -> str:
        return self.store(np.array(number, dtype=np.int64))

    def list_of(self, *numbers: int) -> str:
        return self.store(np.array(numbers, dtype=np.int64))

    # --- values --------------------------------------------------------------------------------

    def around(self) -> list[Growing]:
        """This graph and those that it stands in, the inner ones first."""
        return [self, *(self.outer.around() if self.outer else [])]

    def seen(self) -> list[Ranked]:
        """All float tensors that may be read here."""
        return list(chain.from_iterable(graph.floats for graph in self.around()))

    def any(self) -> Ranked:
        """A float tensor, more often one of this graph."""
        own = self.floats if self.random.random() < 0.6 else []
        return self.random.choice(own or self.seen())

    def any_with_axes(self) -> Ranked | None:
        found = self.any()
        return found if found[1] else None

    def of_rank(self, rank: int) -> str:
        """A float tensor of this rank; there must be one."""
        return self.random.choice([name for name, known in self.seen() if known == rank])

    def own_of_rank(self, rank: int, strictly: float = 1.0) -> str:
        """A value that a body of this graph can return for this rank; with a small chance one of another rank."""
        strict = self.random.random() < strictly
        fitting = [name for name, known in self.floats if known == rank or not strict]
        if not fitting:
            fitting = [name for name, known in self.seen() if known == rank or not strict]
        return self.node("Identity", [self.random.choice(fitting)])

    def size(self) -> str:
        """An int64 scalar: stored, made before, or a size of a tensor, perhaps with arithmetic."""
        random = self.random
        dice = random.random()
        known = list(chain.from_iterable(graph.numbers for graph in self.around()))
        if dice < 0.3:
            return self.scalar(random.choice((0, 1, 2, 3, 4)))
        if dice < 0.5 and known:
            return random.choice(known)
        found = self.any_with_axes()
        if found is None:
            return self.scalar(2)
        name, rank = found
        at = self.scalar(random.randrange(rank))
        size = self.node("Gather", [self.node("Shape", [name]), at], axis=0)
        if random.random() < 0.3:
            kind = random.choice(("Add", "Sub", "Mul", "Div", "Mod"))
            size = self.node(kind, [size, self.scalar(random.choice((1, 2, 3)))])
        return size

    def size_list(self) -> str:
        """A size as a list of one."""
        return self.node("Reshape", [self.size(), self.list_of(1)])

    def truth(self) -> str:
        """A condition: stored, made before, or a comparison of sizes."""
        dice = self.random.random()
        known = list(chain.from_iterable(graph.truths for graph in self.around()))
        if dice < 0.15:
            return self.store(np.array(self.random.random() < 0.6))
        if dice < 0.35 and known:
            return self.random.choice(known)
        kinds = ["Less", "Greater", "Equal"]
        if self.opset >= 12:
            kinds += ["GreaterOrEqual", "LessOrEqual"]
        return self.node(self.random.choice(kinds), [self.size(), self.size()])

    def declared(self, name: str, rank: int) -> onnx.ValueInfoProto:
        """A declaration of a float tensor in a body: the type alone, its rank, or a few numbers, right or wrong."""
        random = self.random
        dice = random.random()
        if dice < 0.5:
            return helper.make_tensor_value_info(name, TensorProto.FLOAT, None)
        sizes: list[str | int] = [f"{name}_{axis}" for axis in range(rank)]
        if dice > 0.85:
            sizes = [random.choice((size, 1, 2, 3)) for size in sizes]
        return helper.make_tensor_value_info(name, TensorProto.FLOAT, sizes)


Step = Callable[[Growing], None]
