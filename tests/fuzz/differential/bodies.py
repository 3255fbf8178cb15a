"""Cases about bodies: If, Loop and Scan around parts of a graph, with declared shapes that fit or do not."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np
import onnx
from onnx import TensorProto, helper

from tests.fuzz.differential.builder import Builder, Value
from tests.fuzz.differential.case import Case, Content
from tests.fuzz.differential.graphs import declared, finished, started, trials_of
from tests.fuzz.differential.steps import grow
from tests.fuzz.differential.tensors import unary


class Inner(Builder):
    """A body under construction: it captures the values outside, and has no inputs of the model's."""

    def __init__(self, outer: Builder, prefix: str) -> None:
        super().__init__(outer.random, outer.opset, prefix)
        self.outer = outer
        self.data = list(outer.data)
        self.sizes = list(outer.sizes)

    def vector(self, items: Sequence[int]) -> str:
        return self.constant(items)

    def give(self, elem_type: int, shape: Sequence[int], content: Content) -> str:
        return self.outer.give(elem_type, shape, content)  # bodies capture it

    def input(self, shape: Sequence[int]) -> Value:
        value = Value(self.store(np.ones(shape, dtype=np.float32)), shape)
        self.data.append(value)
        return value


# How deep bodies stand in bodies.
_DEEPEST = 2


def nest(inner: Inner) -> None:
    """Sometimes a body in the body."""
    depth, at = 0, inner.outer
    while isinstance(at, Inner):
        depth, at = depth + 1, at.outer
    if depth < _DEEPEST and inner.random.random() < 0.2:
        inner.random.choice((add_if, add_loop, add_scan))(inner)


def truth(builder: Builder) -> str:
    """A condition: given, stored, or a comparison of sizes."""
    random = builder.random
    way = random.randrange(4)
    scalars = [s for s in builder.sizes if s.content is not None and s.content.ndim == 0]
    if way == 0 or (way >= 2 and not scalars):
        shape = [1] if random.random() < 0.1 else []
        return builder.give(TensorProto.BOOL, shape, (random.choice((True, False)),))
    if way == 1:
        return builder.store(np.array(random.choice((True, False))))
    chosen = random.choice(scalars)
    number = builder.constant([random.choice((0, 1, 2, 3, 4))], scalar=True)
    return builder.node(random.choice(("Greater", "Less", "Equal")), [chosen.name, number])[0]


def own_values(inner: Builder, outer: Builder) -> list[Value]:
    """The float values that the body makes."""
    return [v for v in inner.data if all(v is not o for o in outer.data)]


def body_graph(
    inner: Builder, name: str, inputs: Sequence[onnx.ValueInfoProto], outputs: Sequence[onnx.ValueInfoProto]
) -> onnx.GraphProto:
    return helper.make_graph(inner.nodes, name, list(inputs), list(outputs), initializer=inner.stored)


# How often one more value is tried, before the body is given up.
_MOST_TRIES = 32


def add_if(builder: Builder) -> None:
    """An If with one or two outputs."""
    random = builder.random
    condition = truth(builder)
    count = random.choice((1, 1, 2))
    branches = {}
    shapes: list[tuple[int, ...]] = []
    for key in ("then_branch", "else_branch"):
        inner = Inner(builder, builder.name(key[:4]))
        grow(inner, random.randint(1, 4))
        nest(inner)
        made = own_values(inner, builder)
        for _ in range(_MOST_TRIES):
            if len(made) >= count:
                break
            unary(inner)
            made = own_values(inner, builder)
        if len(made) < count:
            return  # a graph of very large values makes no more
        chosen = made[-count:]
        shapes = [v.shape for v in chosen]
        outputs = [
            declared(random, v.name, TensorProto.FLOAT, v.shape, f"{inner.prefix}{i}")
            for i, v in enumerate(chosen)
        ]
        branches[key] = body_graph(inner, key, [], outputs)
    names = builder.node("If", [condition], count, **branches)
    for name, shape in zip(names, shapes, strict=True):
        builder.made(name, shape)


def add_loop(builder: Builder) -> None:
    """A Loop with one carried value and perhaps a scan output."""
    random = builder.random
    start = builder.any(lambda rank: rank > 0) or builder.input((2, 3))
    count = trip_count(builder)
    condition = "" if random.random() < 0.4 else truth(builder)
    if not count and not condition:
        count = builder.constant([2], scalar=True)
    inner = Inner(builder, builder.name("loop"))
    step, go, state = (inner.name(kind) for kind in ("i", "go", "s"))
    carried = Value(state, start.shape)
    inner.data.insert(0, carried)
    if random.random() < 0.4:
        grow(inner, random.randint(0, 3))
    nest(inner)
    grown = random.randrange(5)
    axis = random.randrange(len(start.shape))
    if grown == 0:
        out = inner.node("Concat", [state, state], axis=axis)[0]
    elif grown == 1:
        piece = inner.store(
            np.ones([1 if i == axis else s for i, s in enumerate(start.shape)], dtype=np.float32)
        )
        out = inner.node("Concat", [state, piece], axis=axis)[0]
    elif grown == 2:
        one, end = inner.constant([1]), inner.constant([2**63 - 1])
        out = inner.node("Slice", [state, one, end, inner.constant([axis])])[0]
    else:
        out = inner.node("Relu", [state])[0]
    go_out = loop_condition(inner, step, go, ends=not count)
    scans = []
    if random.random() < 0.6:
        scan = random.randrange(3)
        if scan == 0:
            name = inner.node("Identity", [state])[0]
            scans.append((name, start.shape))
        elif scan == 1:
            table = builder.any(lambda rank: rank > 0) or start
            index = inner.node("Gather", [table.name, step], axis=0)[0]
            scans.append((index, table.shape[1:]))
        else:
            name = inner.node("Cast", [step], to=TensorProto.FLOAT)[0]
            scans.append((name, ()))
    inputs = [
        helper.make_tensor_value_info(step, TensorProto.INT64, random.choice(([], [], [], [1], None))),
        helper.make_tensor_value_info(go, TensorProto.BOOL, random.choice(([], [], [], [1], None))),
        declared(random, state, TensorProto.FLOAT, start.shape, "st"),
    ]
    outputs = [
        helper.make_tensor_value_info(go_out, TensorProto.BOOL, random.choice(([], [], None))),
        declared(random, out, TensorProto.FLOAT, start.shape, "so"),
        *(declared(random, n, TensorProto.FLOAT, s, f"sc{i}") for i, (n, s) in enumerate(scans)),
    ]
    body = body_graph(inner, "body", inputs, outputs)
    names = builder.node("Loop", [count, condition, start.name], 1 + len(scans), body=body)
    if grown > 2:
        builder.made(names[0], start.shape)


def trip_count(builder: Builder) -> str:
    """How often a loop runs: left out, stored, given, or a size."""
    random = builder.random
    way = random.randrange(5)
    scalars = [s for s in builder.sizes if s.content is not None and s.content.ndim == 0]
    if way == 0:
        return ""
    if way == 1:
        shape = [1] if random.random() < 0.2 else []
        return builder.give(TensorProto.INT64, shape, (random.choice((0, 1, 2, 3)),))
    if way == 2 and scalars:
        chosen = random.choice(scalars)
        if chosen.content is not None and chosen.content <= 8:
            return chosen.name
    return builder.constant([random.choice((0, 1, 2, 3))], scalar=True)


def loop_condition(inner: Builder, step: str, go: str, *, ends: bool) -> str:
    """What the body says of going on; every loop ends."""
    random = inner.random
    if random.random() < 0.3 and not ends:
        return inner.node("Identity", [go])[0]
    limit = inner.constant([random.choice((0, 1, 2, 3))], scalar=True)
    return inner.node("Less", [step, limit])[0]


def add_scan(builder: Builder) -> None:
    """A Scan with a carried value and one scanned input."""
    random = builder.random
    source = builder.any(lambda rank: rank > 1) or builder.input((3, 4))
    axis = random.randrange(len(source.shape))
    item = [*source.shape[:axis], *source.shape[axis + 1 :]]
    start = builder.any(lambda rank: rank > 0) or source
    inner = Inner(builder, builder.name("scan"))
    state, element = inner.name("s"), inner.name("e")
    if random.random() < 0.7:
        state_out = inner.node("Relu", [state])[0]
    else:
        state_out = inner.node("Concat", [state, state], axis=0)[0]
    inner.data.insert(0, Value(element, item))
    out = inner.node("Sigmoid", [element])[0]
    if random.random() < 0.3 and item:
        out = inner.node("ReduceMax" if builder.opset < 18 else "ReduceL2", [element], keepdims=0)[0]
        item = []
    inputs = [
        declared(random, state, TensorProto.FLOAT, start.shape, "st"),
        declared(random, element, TensorProto.FLOAT, [*source.shape[:axis], *source.shape[axis + 1 :]], "el"),
    ]
    outputs = [
        declared(random, state_out, TensorProto.FLOAT, start.shape, "so"),
        declared(random, out, TensorProto.FLOAT, item, "sc"),
    ]
    body = body_graph(inner, "body", inputs, outputs)
    more = {} if axis == 0 else {"scan_input_axes": [axis]}
    if random.random() < 0.15:
        more["scan_output_axes"] = [random.choice((0, 1, -1, 2))]
    if random.random() < 0.15:
        more["scan_input_directions"] = [random.choice((0, 1))]
    names = builder.node("Scan", [start.name, source.name], 2, body=body, num_scan_inputs=1, **more)
    builder.made(names[1], [source.shape[axis], *item])


def random_case(seed: int) -> Case:
    """A graph with one or two nodes that have bodies."""
    random = Random(seed)
    opset = random.choice((11, 13, 16, 17, 18, 21))
    builder = started(random, opset)
    grow(builder, random.randint(1, 5))
    kinds = [random.choice((add_if, add_loop, add_scan)) for _ in range(random.choice((1, 1, 2)))]
    for kind in kinds:
        kind(builder)
        grow(builder, random.randint(0, 2))
    model = finished(builder, opset)
    about = {add_if: "If", add_loop: "Loop", add_scan: "Scan"}[kinds[0]]
    return Case(seed, "bodies", about, model, trials_of(builder))
