"""Cases about graphs: tensors of open sizes, and shapes that are computed from sizes.

The graph grows step by step. Each step fits at the sizes of the first trial, so that most graphs run there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from random import Random

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from tests.fuzz.differential.case import Case, Content, Trial
from tests.fuzz.differential.words import NUMBERS

IR_VERSION = 10
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

    # --- parts ---------------------------------------------------------------------------------

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

    # --- growth --------------------------------------------------------------------------------

    def grow(self, steps: int) -> None:
        from tests.fuzz.differential.steps import STEPS  # which are about builders

        for _ in range(steps):
            step = self.random.choice((*_STEPS, *STEPS))
            step(self)

    def size_step(self) -> None:
        """One step of arithmetic on sizes."""
        random = self.random
        value = self.any(lambda rank: rank > 0)
        if value is None:
            return
        way = random.randrange(9)
        if way <= 1 or not self.sizes:
            name = self.node("Shape", [value.name])[0]
            self.measured(name, np.array(value.shape, dtype=np.int64))
            return
        one = random.choice(self.sizes)
        assert one.content is not None
        if way == 2 and one.content.ndim == 1 and one.content.size:
            at = random.randrange(one.content.size)
            scalar = random.random() < 0.5
            index = self.constant([at], scalar=scalar)
            name = self.node("Gather", [one.name, index], axis=0)[0]
            self.measured(name, one.content[at] if scalar else one.content[[at]])
        elif way == 3 and one.content.ndim == 1 and one.content.size:
            start = random.randrange(one.content.size)
            end = random.choice((one.content.size, 2**63 - 1, random.randint(start, one.content.size)))
            name = self.node("Slice", [one.name, self.constant([start]), self.constant([end])])[0]
            self.measured(name, one.content[start:end])
        elif way == 4:
            same = [s for s in self.sizes if s.content is not None and s.content.ndim == 1]
            if one.content.ndim == 1 and same:
                other = random.choice(same)
                assert other.content is not None
                if one.content.size + other.content.size <= 6:
                    name = self.node("Concat", [one.name, other.name], axis=0)[0]
                    self.measured(name, np.concatenate([one.content, other.content]))
        elif way == 5 and one.content.ndim == 0:
            if self.opset < 13:
                name = self.node("Unsqueeze", [one.name], axes=[0])[0]
            else:
                name = self.node("Unsqueeze", [one.name, self.constant([0])])[0]
            self.measured(name, one.content.reshape(1))
        elif way == 6 and one.content.ndim == 1 and one.content.size:
            kind = random.choice(("ReduceProd", "ReduceMax", "ReduceMin"))
            keep = random.choice((0, 1))
            name = self.node(kind, [one.name], keepdims=keep)[0]
            items = [int(item) for item in one.content]
            found = {"ReduceProd": math.prod(items), "ReduceMax": max(items), "ReduceMin": min(items)}[kind]
            self.measured(name, np.array([found] if keep else found, dtype=np.int64))
        else:
            self._arithmetic(one)

    def _arithmetic(self, one: Value) -> None:
        random = self.random
        assert one.content is not None
        kind = random.choice(("Add", "Sub", "Mul", "Div", "Mod", "Max", "Min"))
        others = [
            s for s in self.sizes if s.content is not None and s.content.shape in ((), one.content.shape)
        ]
        if random.random() < 0.4 and others:
            other = random.choice(others)
            right, content = other.name, other.content
        else:
            number = random.choice((1, 1, 2, 2, 3, 4, -1))
            right = self.constant([number], scalar=True)
            content = np.array(number, dtype=np.int64)
        assert content is not None
        if kind in ("Div", "Mod") and (content <= 0).any():
            return
        if kind == "Div" and (one.content < 0).any():
            return
        name = self.node(kind, [one.name, right])[0]
        self.measured(name, np.asarray(_OPERATIONS[kind](one.content, content), dtype=np.int64))

    def unary(self) -> None:
        value = self.any()
        if value is not None:
            kind = self.random.choice(("Relu", "Neg", "Sigmoid"))
            self.made(self.node(kind, [value.name])[0], value.shape)

    def binary(self) -> None:
        one, other = self.any(), self.any()
        if one is None or other is None:
            return
        try:
            shape = np.broadcast_shapes(one.shape, other.shape)
        except ValueError:
            return
        kind = self.random.choice(("Add", "Mul", "Sub", "Max"))
        self.made(self.node(kind, [one.name, other.name])[0], shape)

    def concat(self) -> None:
        one = self.any(lambda rank: rank > 0)
        if one is None:
            return
        axis = self.random.randrange(len(one.shape))
        fitting = [
            v for v in self.data
            if len(v.shape) == len(one.shape)
            and all(a == b for i, (a, b) in enumerate(zip(v.shape, one.shape, strict=True)) if i != axis)
        ]  # fmt: skip
        other = self.random.choice(fitting)
        shape = list(one.shape)
        shape[axis] += other.shape[axis]
        self.made(self.node("Concat", [one.name, other.name], axis=axis)[0], shape)

    def transpose(self) -> None:
        value = self.any(lambda rank: rank > 1)
        if value is not None:
            order = list(range(len(value.shape)))
            self.random.shuffle(order)
            name = self.node("Transpose", [value.name], perm=order)[0]
            self.made(name, [value.shape[axis] for axis in order])

    def matmul(self) -> None:
        one = self.any(lambda rank: rank >= 2)
        if one is None:
            return
        fitting = [v for v in self.data if len(v.shape) == 2 and v.shape[0] == one.shape[-1]]
        other = self.random.choice(fitting) if fitting else self.input((one.shape[-1], 3))
        name = self.node("MatMul", [one.name, other.name])[0]
        self.made(name, [*one.shape[:-1], other.shape[1]])

    def slice(self) -> None:
        value = self.any(lambda rank: rank > 0)
        if value is None:
            return
        random = self.random
        axis = random.randrange(len(value.shape))
        size = value.shape[axis]
        start = random.choice((0, 0, 1, 2, -1, -2, size))
        end = random.choice((size, 2**63 - 1, 2**31 - 1, 10**9, 1, 2, 3, -1))
        step = random.choice((1, 1, 1, 2, 3, -1))
        shape = list(value.shape)
        if step < 0:
            start, end = random.choice(((2**31 - 1, -(2**63) + 1), (-1, -(2**63) + 1), (size, 0)))
        shape[axis] = len(range(size)[start:end:step])
        ends = self.vector([end])
        measured = [s for s in self.sizes if s.content is not None and s.content.shape == (1,)]
        if step > 0 and measured and random.random() < 0.3:
            chosen = random.choice(measured)
            assert chosen.content is not None
            ends = chosen.name
            shape[axis] = len(range(size)[start : int(chosen.content[0]) : step])
        name = self.node(
            "Slice", [value.name, self.vector([start]), ends, self.constant([axis]), self.constant([step])]
        )[0]
        self.made(name, shape)

    def reshape(self) -> None:
        value = self.any()
        if value is None:
            return
        random = self.random
        count = int(np.prod(value.shape, dtype=np.int64))
        way = random.randrange(5)
        if way == 0:
            self.made(self.node("Reshape", [value.name, self.vector([-1])])[0], [count])
        elif way == 1 and value.shape and value.shape[0]:
            target = self.vector([0, -1])
            self.made(
                self.node("Reshape", [value.name, target])[0], [value.shape[0], count // value.shape[0]]
            )
        elif way == 2 and count:
            factor = random.choice([f for f in (1, 2, 3, 4, 5, 6) if count % f == 0])
            order = random.choice(((factor, -1), (-1, factor)))
            shape = [count // factor if d == -1 else d for d in order]
            self.made(self.node("Reshape", [value.name, self.vector(order)])[0], shape)
        elif way == 3:
            fitting = [
                s for s in self.sizes
                if s.content is not None and s.content.ndim == 1 and (s.content > 0).all()
                and int(np.prod(s.content)) == count
            ]  # fmt: skip
            if fitting:
                chosen = random.choice(fitting)
                assert chosen.content is not None
                self.made(self.node("Reshape", [value.name, chosen.name])[0], chosen.content.tolist())
        elif len(value.shape) >= 1 and count:
            measured = [
                s for s in self.sizes
                if s.content is not None and s.content.shape == (1,) and s.content[0] > 0
                and count % int(s.content[0]) == 0
            ]  # fmt: skip
            if measured:
                chosen = random.choice(measured)
                assert chosen.content is not None
                target = self.node("Concat", [chosen.name, self.constant([-1])], axis=0)[0]
                head = int(chosen.content[0])
                self.made(self.node("Reshape", [value.name, target])[0], [head, count // head])

    def expand(self) -> None:
        value = self.any()
        if value is None:
            return
        fitting = []
        for s in self.sizes:
            if s.content is not None and s.content.ndim == 1 and s.content.size and (s.content >= 0).all():
                try:
                    shape = np.broadcast_shapes(value.shape, tuple(map(int, s.content)))
                except ValueError:
                    continue
                fitting.append((s.name, shape))
        if fitting:
            name, shape = self.random.choice(fitting)
            self.made(self.node("Expand", [value.name, name])[0], shape)

    def fill(self) -> None:
        fitting = [
            s for s in self.sizes
            if s.content is not None and s.content.ndim == 1 and s.content.size and (s.content >= 0).all()
            and np.prod(s.content) <= MOST_ELEMENTS
        ]  # fmt: skip
        if fitting:
            chosen = self.random.choice(fitting)
            assert chosen.content is not None
            self.made(self.node("ConstantOfShape", [chosen.name])[0], chosen.content.tolist())

    def arange(self) -> None:
        fitting = [s for s in self.sizes if s.content is not None and s.content.ndim == 0]
        if fitting:
            chosen = self.random.choice(fitting)
            assert chosen.content is not None
            zero, one = self.constant([0], scalar=True), self.constant([1], scalar=True)
            made = self.node("Range", [zero, chosen.name, one])[0]
            name = self.node("Cast", [made], to=TensorProto.FLOAT)[0]
            self.made(name, [max(int(chosen.content), 0)])

    def tile(self) -> None:
        value = self.any(lambda rank: 0 < rank < 4)
        if value is not None:
            repeats = [self.random.choice((1, 1, 2, 3, 0)) for _ in value.shape]
            name = self.node("Tile", [value.name, self.vector(repeats)])[0]
            self.made(name, [a * b for a, b in zip(value.shape, repeats, strict=True)])

    def pad(self) -> None:
        value = self.any(lambda rank: 0 < rank < 5)
        if value is None:
            return
        random = self.random
        pads = [random.choice((0, 0, 1, 2, -1)) for _ in range(2 * len(value.shape))]
        rank = len(value.shape)
        shape = [size + pads[i] + pads[i + rank] for i, size in enumerate(value.shape)]
        mode = random.choice(("constant", "constant", "edge", "reflect"))
        if min(shape) < 0 or (
            mode == "reflect"
            and any(
                max(p) >= s
                for p, s in zip(zip(pads[:rank], pads[rank:], strict=True), value.shape, strict=True)
            )
        ):
            return
        self.made(self.node("Pad", [value.name, self.vector(pads)], mode=mode)[0], shape)

    def gather(self) -> None:
        value = self.any(lambda rank: rank > 0)
        if value is None:
            return
        axis = self.random.randrange(len(value.shape))
        if not value.shape[axis]:
            return
        items = [self.random.randrange(-value.shape[axis], value.shape[axis]) for _ in range(2)]
        scalar = self.random.random() < 0.4
        index = self.constant(items[:1], scalar=True) if scalar else self.vector(items)
        name = self.node("Gather", [value.name, index], axis=axis)[0]
        middle = [] if scalar else [2]
        self.made(name, [*value.shape[:axis], *middle, *value.shape[axis + 1 :]])

    def reduce(self) -> None:
        value = self.any(lambda rank: rank > 0)
        if value is None:
            return
        axis = self.random.randrange(len(value.shape))
        keep = self.random.choice((0, 1))
        kind = self.random.choice(("ReduceSum", "ReduceMean", "ReduceMax"))
        if self.opset >= (13 if kind == "ReduceSum" else 18):
            name = self.node(kind, [value.name, self.constant([axis])], keepdims=keep)[0]
        else:
            name = self.node(kind, [value.name], axes=[axis], keepdims=keep)[0]
        self.made(name, [*value.shape[:axis], *([1] if keep else []), *value.shape[axis + 1 :]])

    def split(self) -> None:
        value = self.any(lambda rank: rank > 0)
        if value is None:
            return
        axis = self.random.randrange(len(value.shape))
        size = value.shape[axis]
        first = self.random.randint(0, size)
        given = self.random.random() < 0.6
        if given:
            sizes = [first, size - first]
        elif size % 2 == 0 and size:
            sizes = [size // 2, size // 2]
        else:
            return
        more = {"num_outputs": 2} if self.opset >= 18 and not given else {}
        inputs = [value.name]
        if given and self.opset >= 13:
            inputs.append(self.vector(sizes))
        elif given:
            more = {"split": sizes}  # type: ignore[dict-item]  # a list where the other way has a number
        names = self.node("Split", inputs, 2, axis=axis, **more)
        for name, part in zip(names, sizes, strict=True):
            self.made(name, [*value.shape[:axis], part, *value.shape[axis + 1 :]])

    def window(self) -> None:
        """A Conv or a pool over the last two axes."""
        value = self.any(lambda rank: rank == 4)
        if value is None:
            return
        random = self.random
        kernel = [random.choice((1, 2, 3)) for _ in range(2)]
        strides = [random.choice((1, 1, 2)) for _ in range(2)]
        pads = [random.choice((0, 0, 1)) if k > 1 else 0 for k in (*kernel, *kernel)]
        batch, channels, *spatial = value.shape
        shape = [
            (size + pads[i] + pads[i + 2] - kernel[i]) // strides[i] + 1 for i, size in enumerate(spatial)
        ]
        if min(shape) < 1 or not channels or not batch:
            return
        if random.random() < 0.5:
            weight = self.store(np.ones((2, channels, *kernel), dtype=np.float32))
            name = self.node("Conv", [value.name, weight], kernel_shape=kernel, strides=strides, pads=pads)[0]
            self.made(name, [batch, 2, *shape])
        else:
            kind = random.choice(("MaxPool", "AveragePool"))
            name = self.node(kind, [value.name], kernel_shape=kernel, strides=strides, pads=pads)[0]
            self.made(name, [batch, channels, *shape])

    def axes(self) -> None:
        """Squeeze, Unsqueeze or Flatten."""
        value = self.any()
        if value is None:
            return
        rank = len(value.shape)
        way = self.random.randrange(3)
        if way == 0 and rank < 5:
            axis = self.random.randint(0, rank)
            if self.opset >= 13:
                name = self.node("Unsqueeze", [value.name, self.constant([axis])])[0]
            else:
                name = self.node("Unsqueeze", [value.name], axes=[axis])[0]
            self.made(name, [*value.shape[:axis], 1, *value.shape[axis:]])
        elif way == 1 and 1 in value.shape:
            axis = value.shape.index(1)
            if self.opset >= 13:
                name = self.node("Squeeze", [value.name, self.constant([axis])])[0]
            else:
                name = self.node("Squeeze", [value.name], axes=[axis])[0]
            self.made(name, [*value.shape[:axis], *value.shape[axis + 1 :]])
        elif way == 2:
            axis = self.random.randint(0, rank)
            head, tail = (
                int(np.prod(part, dtype=np.int64)) for part in (value.shape[:axis], value.shape[axis:])
            )
            self.made(self.node("Flatten", [value.name], axis=axis)[0], [head, tail])

    def counted(self) -> None:
        """NonZero, whose count is data, and what uses it."""
        value = self.any(lambda rank: rank > 0)
        if value is None:
            return
        found = self.node("NonZero", [value.name])[0]
        picked = self.node("GatherND", [value.name, self.node("Transpose", [found], perm=[1, 0])[0]])[0]
        self.made(picked, [int(np.prod(value.shape, dtype=np.int64))])

    def resize(self) -> None:
        value = self.any(lambda rank: rank == 4)
        if value is None or self.opset < 11:
            return
        if self.random.random() < 0.5:
            scales = self.store(np.array([1, 1, 2, self.random.choice((1.5, 2, 0.5))], dtype=np.float32))
            content = numpy_helper.to_array(self.stored[-1])
            name = self.node("Resize", [value.name, "", scales], mode="nearest")[0]
            self.made(name, [int(np.floor(s * c)) for s, c in zip(value.shape, content, strict=True)])
        else:
            sizes = [*value.shape[:2], 4, 6]
            if 0 in value.shape:
                return
            name = self.node("Resize", [value.name, "", "", self.vector(sizes)], mode="nearest")[0]
            self.made(name, sizes)


_OPERATIONS: dict[str, Callable[[np.ndarray, np.ndarray], np.ndarray]] = {
    "Add": lambda a, b: a + b,
    "Sub": lambda a, b: a - b,
    "Mul": lambda a, b: a * b,
    "Div": lambda a, b: a // b,
    "Mod": lambda a, b: a % b,
    "Max": np.maximum,
    "Min": np.minimum,
}

_STEPS: tuple[Callable[[Builder], None], ...] = (
    *([Builder.size_step] * 7), Builder.unary, Builder.binary, Builder.binary, Builder.concat, Builder.concat,
    Builder.transpose, Builder.matmul, Builder.slice, Builder.slice, Builder.reshape, Builder.reshape,
    Builder.reshape, Builder.expand, Builder.fill, Builder.arange, Builder.tile, Builder.pad, Builder.gather,
    Builder.reduce, Builder.split, Builder.window, Builder.window, Builder.axes, Builder.counted, Builder.resize,
)  # fmt: skip


def started(random: Random, opset: int, prefix: str = "") -> Builder:
    """A graph with one to three inputs."""
    builder = Builder(random, opset, prefix)
    for _ in range(random.randint(1, 3)):
        rank = random.choice((1, 2, 2, 3, 3, 4, 4))
        builder.input([random.choice((1, 2, 2, 3, 4, 4, 6, 8)) for _ in range(rank)])
    return builder


def trials_of(builder: Builder, count: int = 4) -> list[Trial]:
    """The sizes that the graph was made for, and others."""
    random = builder.random
    trials = [Trial(builder.symbols, builder.contents)]
    for _ in range(count if builder.symbols or builder.contents else 0):
        sizes = {
            name: random.choice((*NUMBERS, 8, 9)) if random.random() < 0.5 else size
            for name, size in builder.symbols.items()
        }
        contents = dict(builder.contents)
        for name, items in builder.contents.items():
            if items and random.random() < 0.3:
                at = random.randrange(len(items))
                contents[name] = (*items[:at], random.choice((0, 1, 2, 3, -1)), *items[at + 1 :])
        trials.append(Trial(sizes, contents))
    return trials


def declared(
    random: Random, name: str, elem_type: int, shape: Sequence[int], prefix: str
) -> onnx.ValueInfoProto:
    """The declaration of a value: none but the type, a rank, sizes, seldom wrong ones."""
    dice = random.random()
    if dice < 0.3:
        return helper.make_tensor_value_info(name, elem_type, None)
    if dice < 0.7:
        return helper.make_tensor_value_info(name, elem_type, [f"{prefix}_{i}" for i in range(len(shape))])
    sizes: list[int | str] = [
        size if random.random() < 0.4 else f"{prefix}_{i}" for i, size in enumerate(shape)
    ]
    if dice > 0.95 and sizes:
        sizes[random.randrange(len(sizes))] = random.choice((1, 2, 3))
    elif dice > 0.92:
        sizes.append(1)
    return helper.make_tensor_value_info(name, elem_type, sizes)


def finished(builder: Builder, opset: int) -> onnx.ModelProto:
    """The model of all nodes. Some graphs return everything; others a few values, with declarations of these
    and of others."""
    random = builder.random
    names = [name for node in builder.nodes for name in node.output if name]
    outputs = [onnx.ValueInfoProto(name=name) for name in names]
    others: list[onnx.ValueInfoProto] = []
    if random.random() < 0.5:
        known = {v.name: (TensorProto.FLOAT, v.shape) for v in builder.data}
        known.update({v.name: (TensorProto.INT64, v.shape) for v in builder.sizes})
        symbols = [*builder.symbols, "v", "w"]
        said: dict[str, onnx.ValueInfoProto] = {}
        for at, name in enumerate(names):
            if name in known and random.random() < 0.6:
                prefix = random.choice(symbols) if random.random() < 0.2 else f"o{at}"
                said[name] = declared(random, name, *known[name], prefix)
        kept = {name for name in names if random.random() < 0.5} | {names[-1]}
        outputs = [said.get(o.name, o) for o in outputs if o.name in kept]
        others = [value for name, value in said.items() if name not in kept]
    stored = list(builder.stored)
    # Lists that a caller may replace: each run says what they are.
    integers = [tensor for tensor in stored if tensor.data_type == TensorProto.INT64]
    defaults = [tensor for tensor in integers if random.random() < 0.05]
    builder.contents.update((t.name, tuple(numpy_helper.to_array(t).reshape(-1).tolist())) for t in defaults)
    inputs = [
        *builder.inputs,
        *(helper.make_tensor_value_info(t.name, t.data_type, list(t.dims)) for t in defaults),
    ]
    graph = helper.make_graph(builder.nodes, "g", inputs, outputs, initializer=stored, value_info=others)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=IR_VERSION)


def random_case(seed: int) -> Case:
    """A graph of ten or so steps."""
    random = Random(seed)
    opset = random.choice((11, 12, 13, 16, 17, 18, 20, 21, 22))
    builder = started(random, opset)
    builder.grow(random.randint(3, 14))
    if not builder.nodes:
        builder.unary()
    return Case(seed, "graphs", "graph", finished(builder, opset), trials_of(builder))
