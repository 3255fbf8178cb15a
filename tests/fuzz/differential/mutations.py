"""Mutations of a model: one attribute, stored list, input, declaration, operator or opset becomes another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

import numpy as np
import onnx
from onnx import AttributeProto, helper, numpy_helper

Shapes = Mapping[str, tuple[int, tuple[int, ...]]]

# An operator, and one that takes inputs like these.
_ALIKE = {
    "Add": "Mul",
    "Cast": "CastLike",
    "Concat": "Sum",
    "Conv": "ConvTranspose",
    "Expand": "Reshape",
    "Gather": "GatherElements",
    "Gemm": "MatMul",
    "MatMul": "Add",
    "MaxPool": "AveragePool",
    "Mul": "Div",
    "ReduceMean": "ReduceMax",
    "Relu": "Neg",
    "Reshape": "Expand",
    "Slice": "Pad",
    "Softmax": "LogSoftmax",
    "Squeeze": "Unsqueeze",
    "Transpose": "Flatten",
    "Unsqueeze": "Squeeze",
    "Where": "Clip",
}
_LONGEST_LIST = 16


def mutated(model: onnx.ModelProto, shapes: Shapes, rng: Random) -> str:
    """Change one thing in the model. Returns what, in a few words; "" if it had no such thing."""
    (kind,) = rng.choices(list(_KINDS), list(_KINDS.values()))
    return kind(model, rng.choice(list(model.graph.node)), shapes, rng)


def _attribute(model: onnx.ModelProto, node: onnx.NodeProto, shapes: Shapes, rng: Random) -> str:
    if not node.attribute:
        return ""
    attribute = rng.choice(list(node.attribute))
    if attribute.type == AttributeProto.INT:
        attribute.i = rng.choice((attribute.i - 1, attribute.i + 1, 0, 1, -1, 2, 3, -2))
        return f"{node.op_type}.{attribute.name} = {attribute.i}"
    if attribute.type == AttributeProto.INTS and attribute.ints:
        at = rng.randrange(len(attribute.ints))
        (how,) = rng.choices(("change", "remove", "append"), (14, 3, 3))
        if how == "change":
            attribute.ints[at] = rng.choice((attribute.ints[at] - 1, attribute.ints[at] + 1, 0, 1, -1, 2))
        elif how == "remove":
            del attribute.ints[at]
        else:
            attribute.ints.append(rng.choice((0, 1, 2)))
        return f"{node.op_type}.{attribute.name} = {list(attribute.ints)}"
    node.attribute.remove(attribute)
    return f"{node.op_type} without {attribute.name}"


def _stored(model: onnx.ModelProto, node: onnx.NodeProto, shapes: Shapes, rng: Random) -> str:
    if not model.graph.initializer:
        return ""
    tensor = rng.choice(list(model.graph.initializer))
    old = numpy_helper.to_array(tensor)
    if not old.ndim:
        return ""
    new = old
    kind = rng.randrange(10)
    if kind < 5 and old.dtype.kind == "i" and 0 < old.size <= _LONGEST_LIST:
        flat = old.copy().reshape(-1)
        at = rng.randrange(flat.size)
        known = np.iinfo(flat.dtype)
        # The largest number is "to the end".
        near = min(int(flat[at]) + 1, int(known.max)), max(int(flat[at]) - 1, int(known.min))
        flat[at] = rng.choice((0, 1, -1, 2, 3, *near))
        new = flat.reshape(old.shape)
    elif kind < 7:
        axis = rng.randrange(old.ndim)
        new = np.take(old, range(old.shape[axis] - 1), axis=axis)
    elif kind == 7:
        new = np.squeeze(old) if 1 in old.shape else old[..., None]
    elif kind == 8:
        new = old[None]
    elif old.ndim > 1:
        new = np.swapaxes(old, 0, -1)
    tensor.CopyFrom(numpy_helper.from_array(np.ascontiguousarray(new), tensor.name))
    return f"{list(old.shape)} stored as {list(new.shape)}"


def _input(model: onnx.ModelProto, node: onnx.NodeProto, shapes: Shapes, rng: Random) -> str:
    if len(node.input) < 2:
        return ""
    at, other = rng.randrange(len(node.input)), rng.randrange(len(node.input))
    kind = rng.randrange(10)
    if kind < 3:
        node.input[at] = ""
        return f"{node.op_type} without input {at}"
    if kind < 6:
        node.input[at], node.input[other] = node.input[other], node.input[at]
        return f"{node.op_type} with inputs {at} and {other} swapped"
    if kind == 6:
        node.input.pop()
        return f"{node.op_type} without its last input"
    known = [value.name for value in (*model.graph.input, *model.graph.initializer)]
    for earlier in model.graph.node:
        if earlier == node:
            break
        known += filter(None, earlier.output)
    node.input[at] = rng.choice(known)
    return f"{node.op_type} of {node.input[at]} as input {at}"


def _opset(model: onnx.ModelProto, node: onnx.NodeProto, shapes: Shapes, rng: Random) -> str:
    for opset in model.opset_import:
        if opset.domain == "":
            opset.version = max(7, opset.version + rng.choice((-2, -1, 1, 2, 3)))
            return f"opset {opset.version}"
    return ""


def _declaration(model: onnx.ModelProto, node: onnx.NodeProto, shapes: Shapes, rng: Random) -> str:
    known = [name for name in node.output if name in shapes]
    if not known:
        return ""
    name = rng.choice(known)
    elem_type, shape = shapes[name]
    dims: list[int | str] = list(shape)
    if dims:
        at = rng.randrange(len(dims))
        dims[at] = rng.choice((shape[at], shape[at] + 1, "other"))
    declared = helper.make_tensor_value_info(name, elem_type, dims)
    outputs = [value for value in model.graph.output if value.name == name]
    for value in outputs:
        value.CopyFrom(declared)
    if not outputs:
        model.graph.value_info.append(declared)
    return f"{node.op_type} declared as {dims}"


def _operator(model: onnx.ModelProto, node: onnx.NodeProto, shapes: Shapes, rng: Random) -> str:
    alike = _ALIKE.get(node.op_type)
    if alike is None or node.domain:
        return ""
    was, node.op_type = node.op_type, alike
    return f"{alike} for {was}"


# The kinds of mutations, with how often each is tried.
_KINDS: dict[Callable[[onnx.ModelProto, onnx.NodeProto, Shapes, Random], str], int] = {
    _attribute: 35,
    _stored: 15,
    _input: 15,
    _opset: 10,
    _declaration: 10,
    _operator: 10,
}
