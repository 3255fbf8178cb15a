"""Suppressions in a model: whom they cover, which are stale, which make no sense."""

from __future__ import annotations

import onnx
import pytest
from onnx import helper

from shapeinfer.linter.judge import Answer, Policy, judge
from shapeinfer.linter.selection import Layer, Selection
from shapeinfer.model.read import read_bytes, read_proto
from tests.command import BROKEN, CLEAN, parse

IF = """g (bool c, float[n, 3] x, float[4, 5] w) => (float[a, b] y) {
  y = If (c) <
    then_branch = t () => (float[p, q] u) { u = MatMul (x, w) },
    else_branch = e () => (float[r, s] v) { v = MatMul (x, w) }
  >
}"""
FUNCTION = """<ir_version: 10, opset_import: ["" : 18, "mine" : 1]>
g (float[n, 3] x, float[4, 5] w) => (float[a, b] y, float[c, d] z) {
  y = mine.Twice (x, w)
  z = mine.Twice (x, w)
}
<domain: "mine", opset_import: ["" : 18]>
Twice (p, q) => (r) { r = MatMul (p, q) }"""

Carrier = onnx.ModelProto | onnx.GraphProto | onnx.NodeProto | onnx.FunctionProto


def ignore(carrier: Carrier, text: str) -> None:
    entry = carrier.metadata_props.add()
    entry.key, entry.value = "shapeinfer.ignore", text


def examined(model: onnx.ModelProto, *layers: Layer) -> Answer:
    return judge("m.onnx", lambda: read_proto(model), Policy(Selection.of(layers)))


def left(model: onnx.ModelProto, *layers: Layer) -> list[str]:
    report = examined(model, *layers).report
    return [] if report is None else [f"{d.code} {d.location.path}: {d.message}" for d in report.diagnostics]


def codes_left(model: onnx.ModelProto) -> list[str]:
    return [line[:5] for line in left(model)]


@pytest.mark.parametrize(
    "text",
    ["SI208", "contraction-mismatch", "SI2", "ALL", "SI208: the runtime pads, see: the notes", " si208 , SI208 :x", "\nSI208: why\n\n"],
)  # fmt: skip
def test_of_a_node(text: str) -> None:
    model = parse(BROKEN)
    ignore(model.graph.node[1], text)
    assert codes_left(model) == ["SI208"]
    assert examined(model).suppressed == 1
    ignore(model.graph.node[0], text)
    assert codes_left(model) == [] and examined(model).suppressed == 2


def test_of_the_model_and_of_the_graph() -> None:
    for pick in ("model", "graph"):
        model = parse(BROKEN)
        ignore(model if pick == "model" else model.graph, "SI208: known")
        assert codes_left(model) == []


def test_of_a_node_with_bodies_and_of_a_body() -> None:
    model = parse(IF)
    assert len(codes_left(model)) == 2
    ignore(model.graph.node[0], "SI208")
    assert codes_left(model) == []
    model = parse(IF)
    (then, _) = (a.g for a in model.graph.node[0].attribute)
    ignore(then, "SI208")
    assert len(left(model)) == 1 and "then_branch" not in left(model)[0]
    model = parse(IF)
    ignore(model.graph.node[0].attribute[1].g.node[0], "SI208")
    assert len(left(model)) == 1 and "then_branch" in left(model)[0]


def test_of_a_function_of_its_nodes_and_of_its_calls() -> None:
    model = parse(FUNCTION, head="")
    assert codes_left(model) == ["SI208"]
    ignore(model.functions[0], "SI208")
    assert codes_left(model) == [] and examined(model).suppressed == 1
    model = parse(FUNCTION, head="")
    ignore(model.functions[0].node[0], "SI208")
    assert codes_left(model) == []
    model = parse(FUNCTION, head="")
    ignore(model.graph.node[0], "SI208")
    report = examined(model).report
    assert report is not None
    assert [(d.location.path, d.more_calls) for d in report.diagnostics] == [
        ("graph/Twice#1 -> fn:Twice/MatMul#0", 0)
    ]


def test_a_stale_one() -> None:
    model = parse(CLEAN)
    model.graph.node[0].name = "act"
    ignore(model.graph.node[0], "SI208, SI2: why")
    ignore(model, "SI205")
    assert left(model) == [
        "SI090 graph: shapeinfer.ignore of the model: 'SI205' suppresses nothing",
        "SI090 graph/act: shapeinfer.ignore of node 'act': 'SI208' suppresses nothing",
        "SI090 graph/act: shapeinfer.ignore of node 'act': 'SI2' suppresses nothing",
    ]


def test_stale_ones_inside() -> None:
    model = parse(IF)
    (then, other) = (a.g for a in model.graph.node[0].attribute)
    ignore(then, "SI205")
    ignore(other.node[0], "SI205")
    called = parse(FUNCTION, head="")
    ignore(called.functions[0], "SI205")
    ignore(called.functions[0].node[0], "SI205")
    assert [line for line in (*left(model), *left(called)) if line.startswith("SI090")] == [
        "SI090 graph/If#0: shapeinfer.ignore of body 'then_branch' of node 'If#0': 'SI205' suppresses "
        "nothing",
        "SI090 graph/If#0.else_branch/MatMul#0: shapeinfer.ignore of node 'MatMul#0': 'SI205' suppresses "
        "nothing",
        "SI090 graph: shapeinfer.ignore of function 'Twice': 'SI205' suppresses nothing",
        "SI090 graph: shapeinfer.ignore of node 'MatMul#0' of function 'Twice': 'SI205' suppresses nothing",
    ]


def test_one_for_a_code_that_is_not_selected_is_not_stale() -> None:
    model = parse(BROKEN)
    ignore(model, "SI208")
    assert examined(model, Layer(["SI1", "SI00"])).report is None
    assert examined(model, Layer(["SI1", "SI00"])).suppressed == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("SI999", "'SI999' is not a code, the beginning of a code, or a slug; did you mean"),
        ("contraction-mismatsch", "'contraction-mismatsch' is not a code, the beginning of a code, or a slug; did you mean 'contraction-mismatch'?"),
        ("", "it names no code"),
        (": because", "it names no code"),
    ],
)  # fmt: skip
def test_one_that_makes_no_sense(text: str, message: str) -> None:
    model = parse(CLEAN)
    ignore(model, text)
    (line,) = left(model)
    assert line.startswith(f"SI091 graph: shapeinfer.ignore of the model: {message}")


def test_those_about_suppressions_are_suppressed_by_name_only() -> None:
    model = parse(CLEAN)
    ignore(model.graph.node[0], "SI205, nonsense")
    ignore(model.graph, "SI090, SI091: moved here from another model")
    assert codes_left(model) == []
    model.graph.metadata_props[0].value = "ALL"
    assert codes_left(model) == ["SI091", "SI090", "SI090"]
    model = parse(CLEAN)
    ignore(model, "SI090")
    assert left(model) == ["SI090 graph: shapeinfer.ignore of the model: 'SI090' suppresses nothing"]


def test_damaged_metadata_is_no_metadata() -> None:
    model = parse(CLEAN)
    ignore(model.graph.node[0], "SI205")
    data = model.SerializeToString().replace(b"\x0a\x11shapeinfer.ignore", b"\x0a\x7fshapeinfer.ignore")
    assert judge("m.onnx", lambda: read_bytes(data), Policy(Selection.of(()))).report is None


def test_in_a_model_with_weights_between_its_nodes() -> None:
    """Of a buffer that is not in memory as a whole, only what may carry a suppression is searched."""
    weight = helper.make_tensor("w", onnx.TensorProto.FLOAT, [600_000], bytes(2_400_000), raw=True)
    model = parse(BROKEN)
    model.graph.node.insert(1, helper.make_node("Constant", [], ["k"], value=weight))
    model.graph.output.append(helper.make_tensor_value_info("k", onnx.TensorProto.FLOAT, None))
    ignore(model.graph.node[0], "SI208")
    ignore(model.graph.node[1], "SI205")
    ignore(model.graph.node[2], "SI208")
    data = bytearray(model.SerializeToString())
    report = judge("m.onnx", lambda: read_bytes(data), Policy(Selection.of(()))).report
    assert report is not None
    assert [d.message for d in report.diagnostics] == [
        "shapeinfer.ignore of node 'Constant#1': 'SI205' suppresses nothing"
    ]
