"""What the growths are built with: short ways to make nodes, values and models, and the table of all growths."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import onnx
from onnx import TensorProto, helper

FLOAT, BOOL, INT64 = TensorProto.FLOAT, TensorProto.BOOL, TensorProto.INT64
OPSETS = [helper.make_opsetid("", 18), helper.make_opsetid("my", 1)]

MODELS: dict[str, Callable[[int], onnx.ModelProto]] = {}

Nodes = list[onnx.NodeProto]
Values = list[onnx.ValueInfoProto]


def growth(make: Callable[[int], onnx.ModelProto]) -> Callable[[int], onnx.ModelProto]:
    MODELS[make.__name__] = make
    return make


def value(
    name: str, shape: Sequence[int | str | None] | None = None, elem_type: int = FLOAT
) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, elem_type, shape)


def ints(name: str, values: Sequence[int], shape: Sequence[int] | None = None) -> onnx.TensorProto:
    return helper.make_tensor(name, INT64, [len(values)] if shape is None else shape, values)


def model(
    nodes: Nodes,
    inputs: Values,
    outputs: Values,
    stored: Sequence[onnx.TensorProto] = (),
    functions: Sequence[onnx.FunctionProto] = (),
    value_info: Sequence[onnx.ValueInfoProto] = (),
) -> onnx.ModelProto:
    graph = helper.make_graph(nodes, "g", inputs, outputs, list(stored), value_info=list(value_info))
    return helper.make_model(graph, functions=list(functions), opset_imports=OPSETS, ir_version=10)


def node(op_type: str, inputs: Sequence[str], outputs: Sequence[str], **more: object) -> onnx.NodeProto:
    return helper.make_node(op_type, inputs, outputs, **more)  # type: ignore[arg-type]  # attributes, or a name


def chain(op_type: str, count: int, start: str = "x", **more: object) -> Nodes:
    """One-input nodes from ``start`` to ``v{count}``."""
    names = [start, *(f"v{at}" for at in range(1, count + 1))]
    return [node(op_type, [a], [b], **more) for a, b in pairwise(names)]


def size_of(name: str, axis: int, to: str) -> Nodes:
    """The size of one axis, as a scalar."""
    return [
        node("Shape", [name], [f"{to}_shape"]),
        node("Gather", [f"{to}_shape", f"axis{axis}"], [to], axis=0),
    ]


AXES = [ints("axis0", [0], []), ints("axis1", [1], []), ints("zero", [0], []), ints("one", [1], [])]


def shaped_by(scalar: str, *, at: str = "filled") -> Nodes:
    """A tensor whose size a scalar says."""
    return [
        node("Unsqueeze", [scalar, "axes0"], [f"{at}_shape"]),
        node("ConstantOfShape", [f"{at}_shape"], [at]),
    ]


MORE = [*AXES, ints("axes0", [0]), ints("two", [2], []), ints("three", [3], []), ints("seven", [7], [])]
