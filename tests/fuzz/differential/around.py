"""Puts nodes that change nothing around the values of a case, so that ONNX Runtime's optimizations move and fuse
what stands between them: Transposes around the inputs and outputs, or QuantizeLinear and DequantizeLinear.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

import shapeinfer
from shapeinfer.facts.fact import Fact, TensorFact
from tests.fuzz.differential.case import Case

_FLOAT = TensorProto.FLOAT
_UNARY = ("Abs", "Identity", "Neg", "Relu")
# The first opset with QuantizeLinear.
_QUANTIZES = 10


class _Around:
    """A copy of the model of a case, of which values are renamed: new nodes make them of what they were."""

    def __init__(self, case: Case, random: Random) -> None:
        self.case = case
        self.random = random
        self.model = onnx.ModelProto()
        self.model.CopyFrom(case.model)
        self.graph = self.model.graph
        self.facts: Mapping[str, Fact] = shapeinfer.infer(case.model).facts
        self.before: list[onnx.NodeProto] = []
        self.behind: list[onnx.NodeProto] = []

    def inputs(self) -> list[onnx.ValueInfoProto]:
        """The inputs that a trial gives by their sizes alone."""
        told = {name for trial in self.case.trials for name in (*trial.contents, *trial.shapes)}
        told |= {tensor.name for tensor in self.graph.initializer}
        return [
            value
            for value in self.graph.input
            if value.name not in told and value.type.tensor_type.HasField("shape")
        ]

    def renamed(self, value: onnx.ValueInfoProto) -> tuple[str, str]:
        """Rename an input, and return its old and its new name. Its open sizes keep their names."""
        name = value.name
        for axis, dim in enumerate(value.type.tensor_type.shape.dim):
            if not dim.HasField("dim_value") and not dim.dim_param:
                dim.dim_param = f"{name}_d{axis}"
        value.name = f"{name}_given"
        return name, value.name

    def result(self, mode: str) -> Case:
        nodes = [*self.before, *self.graph.node, *self.behind]
        copies = [onnx.NodeProto.FromString(node.SerializeToString()) for node in nodes]
        del self.graph.node[:]
        self.graph.node.extend(copies)
        return Case(self.case.seed, mode, self.case.about, self.model, self.case.trials)

    def unary(self, name: str, elem_type: int, nodes: list[onnx.NodeProto]) -> str:
        """Sometimes a node that keeps the shape, for Transposes to be moved past."""
        if elem_type != _FLOAT or self.random.random() < 0.6:
            return name
        nodes.append(helper.make_node(self.random.choice(_UNARY), [name], [f"{name}_u"]))
        return f"{name}_u"

    def permutation(self, rank: int) -> list[int]:
        found = list(range(rank))
        self.random.shuffle(found)
        return found[::-1] if found == sorted(found) else found


def transposed(case: Case) -> Case:
    """The case with Transposes around: inputs are given in another order of axes, or come back to theirs;
    outputs are made in another order, or come back to theirs."""
    around = _Around(case, Random(case.seed))
    for value in around.inputs():
        _transpose_input(around, value)
    for output in around.graph.output:
        fact = around.facts.get(output.name)
        if isinstance(fact, TensorFact) and len(fact.shape or ()) > 1 and around.random.random() < 0.8:
            _transpose_output(around, output, fact)
    return around.result("transposed")


def _transpose_input(around: _Around, value: onnx.ValueInfoProto) -> None:
    tensor = value.type.tensor_type
    rank = len(tensor.shape.dim)
    if rank < 2:
        return
    name, given = around.renamed(value)
    order = around.permutation(rank)
    back = [order.index(axis) for axis in range(rank)]
    if around.random.random() < 0.5:
        dims = [onnx.TensorShapeProto.Dimension.FromString(d.SerializeToString()) for d in tensor.shape.dim]
        del tensor.shape.dim[:]
        tensor.shape.dim.extend(dims[axis] for axis in back)
    else:
        around.before.append(helper.make_node("Transpose", [given], [f"{name}_turned"], perm=back))
        given = f"{name}_turned"
    given = around.unary(given, tensor.elem_type, around.before)
    around.before.append(helper.make_node("Transpose", [given], [name], perm=order))


def _transpose_output(around: _Around, output: onnx.ValueInfoProto, fact: TensorFact) -> None:
    rank = len(fact.shape or ())
    order = around.permutation(rank)
    made = around.unary(output.name, fact.elem_type, around.behind)
    turned = f"{output.name}_out"
    around.behind.append(helper.make_node("Transpose", [made], [turned], perm=order))
    if around.random.random() < 0.3:
        back = [order.index(axis) for axis in range(rank)]
        around.behind.append(helper.make_node("Transpose", [turned], [f"{turned}_back"], perm=back))
        turned = f"{turned}_back"
    output.CopyFrom(onnx.ValueInfoProto(name=turned))


def quantized(case: Case) -> Case:
    """The case with a QuantizeLinear and a DequantizeLinear behind most of its floats: inputs, what is stored
    and what nodes make."""
    around = _Around(case, Random(case.seed))
    graph = around.graph
    opset = next((o.version for o in around.model.opset_import if o.domain in ("", "ai.onnx")), 0)
    if opset < _QUANTIZES:
        return around.result("quantized")
    kind = around.random.choice((np.uint8, np.int8))
    for value in around.inputs():
        if _is_wanted(value.name, around):
            name, given = around.renamed(value)
            _pair(given, name, kind, around, around.before)
    inputs = {value.name for value in graph.input}
    for tensor in list(graph.initializer):
        if tensor.name not in inputs and _is_wanted(tensor.name, around):
            name, tensor.name = tensor.name, f"{tensor.name}_stored"
            _pair(tensor.name, name, kind, around, around.before)
    nodes = []
    for node in graph.node:
        nodes.append(node)
        for at, name in enumerate(node.output):
            if name and _is_wanted(name, around):
                node.output[at] = f"{name}_made"
                _pair(node.output[at], name, kind, around, nodes)
    copies = [onnx.NodeProto.FromString(node.SerializeToString()) for node in nodes]
    del graph.node[:]
    graph.node.extend(copies)
    return around.result("quantized")


def _is_wanted(name: str, around: _Around) -> bool:
    fact = around.facts.get(name)
    return isinstance(fact, TensorFact) and fact.elem_type == _FLOAT and around.random.random() < 0.85


def _pair(
    source: str, name: str, kind: type[np.generic], around: _Around, nodes: list[onnx.NodeProto]
) -> None:
    """Make ``name`` of the source, through a tensor of this kind."""
    scale, zero = f"{name}_scale", f"{name}_zero"
    around.graph.initializer.append(numpy_helper.from_array(np.array(0.25, np.float32), scale))
    around.graph.initializer.append(
        numpy_helper.from_array(np.array(around.random.choice((0, 3)), kind), zero)
    )
    nodes.append(helper.make_node("QuantizeLinear", [source, scale, zero], [f"{name}_quantized"]))
    nodes.append(helper.make_node("DequantizeLinear", [f"{name}_quantized", scale, zero], [name]))
