"""Random small graphs in ONNX Runtime: check refuses exactly what fails, the contract never refuses what
runs, and every printed shape is what came out where the premises hold."""

from __future__ import annotations

import numpy as np
import onnx
from hypothesis import given, settings
from hypothesis import strategies as st
from onnx import TensorProto, helper

import shapeinfer
from shapeinfer.facts.fact import TensorFact
from tests.oracle import Refusal, run

# Each takes two matrices (or one) and gives a matrix.
OPERATORS = (
    "Add", "Mul", "MatMul", "Concat0", "Concat1", "Transpose", "Relu", "Slice", "Reshape2", "Reshape0", "Expand",
    "ReduceSum", "Gather",
)  # fmt: skip
SIZES = st.sampled_from([0, 1, 2, 3, 4, 6])
STEPS = st.lists(
    st.tuples(st.sampled_from(OPERATORS), st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=5
)

CONSTANTS = {
    "zero": [0], "one": [1], "three": [3], "pairs": [-1, 2], "keep": [0, 4], "spread": [3, 1], "second": [1],
}  # fmt: skip


def node(operator: str, left: str, right: str, out: str) -> onnx.NodeProto:
    match operator:
        case "Concat0" | "Concat1":
            return helper.make_node("Concat", [left, right], [out], axis=int(operator[-1]))
        case "Slice":
            return helper.make_node("Slice", [left, "zero", "three", "one"], [out])
        case "Reshape2":
            return helper.make_node("Reshape", [left, "pairs"], [out])
        case "Reshape0":
            return helper.make_node("Reshape", [left, "keep"], [out])
        case "Expand":
            return helper.make_node("Expand", [left, "spread"], [out])
        case "ReduceSum":
            return helper.make_node("ReduceSum", [left, "one"], [out], keepdims=1)
        case "Gather":
            return helper.make_node("Gather", [left, "second"], [out], axis=0)
        case "Transpose" | "Relu":
            return helper.make_node(operator, [left], [out])
    return helper.make_node(operator, [left, right], [out])


def build(steps: list[tuple[str, int, int]]) -> onnx.ModelProto:
    values = ["x", "z"]
    nodes = []
    for i, (operator, a, b) in enumerate(steps):
        out = f"v{i}"
        nodes.append(node(operator, values[a % len(values)], values[b % len(values)], out))
        values.append(out)
    outputs = [onnx.ValueInfoProto(name=v) for v in values[2:]]
    for output in outputs:
        output.type.tensor_type.elem_type = TensorProto.FLOAT
    graph = helper.make_graph(
        nodes, "random",
        [helper.make_tensor_value_info("x", 1, ["n", "m"]), helper.make_tensor_value_info("z", 1, ["p", "q"])],
        outputs,
        [helper.make_tensor(k, TensorProto.INT64, [len(v)], v) for k, v in CONSTANTS.items()],
    )  # fmt: skip
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)


@settings(max_examples=120)
@given(STEPS, st.fixed_dictionaries({"n": SIZES, "m": SIZES, "p": SIZES, "q": SIZES}))
def test_random_graphs(steps: list[tuple[str, int, int]], sizes: dict[str, int]) -> None:
    model = build(steps)
    feeds = {
        "x": np.ones((sizes["n"], sizes["m"]), np.float32),
        "z": np.ones((sizes["p"], sizes["q"]), np.float32),
    }
    answer = shapeinfer.check(model, dims=sizes)
    result = shapeinfer.infer(model)
    holds = all(c.condition.holds(lambda s: sizes[s.name]) for c in result.contract.demands)
    try:
        results = run(model, feeds)
    except Refusal:
        return  # whatever else may fail a run is not ours to find in every case
    assert answer.ok, answer.diagnostics
    # The contract speaks of tensors that have elements (docs/design.md).
    assert holds or 0 in sizes.values(), result.contract.demands
    if not holds or not all(p.condition.holds(lambda s: sizes[s.name]) for p in result.contract.premises):
        return
    for facts in (result.facts, result.under_contract):
        for output, value in zip(model.graph.output, results, strict=True):
            fact = facts[output.name]
            assert isinstance(fact, TensorFact) and fact.shape is not None
            shape = tuple(d.evaluate(lambda s: sizes[s.name]) for d in fact.shape)
            assert shape == np.asarray(value).shape, f"{output.name} is {fact}"
