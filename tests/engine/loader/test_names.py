"""Names that a function reads and does not make, as ONNX Runtime 1.32 takes them when it loads a model."""

from __future__ import annotations

import onnx
import onnx.parser
import pytest

import shapeinfer

HEAD = '<ir_version: 10, opset_import: ["": 18, "local": 1]> '
FUNCTION = ' <domain: "local", opset_import: ["": 18, "local": 1]> '
ADDS = FUNCTION + "f (p) => (r) { r = Add (p, other) }"
READS_THE_GRAPH = (
    "warning SI006 graph/f#0 -> fn:f/Add#0: input 'other' is not defined in the function; ONNX Runtime "
    "reads the value of that name in the graph that calls it, others refuse the model"
)
UNDEFINED = "error SI006 {}: input 'other' is not defined by any node, input or initializer"


def named(text: str) -> list[str]:
    """The findings about undefined names, as ``error SI006 graph/f#0: message``."""
    report = shapeinfer.lint(onnx.parser.parse_model(HEAD + text))
    return [
        f"{d.severity} {d.code} {d.location.path}: {d.message}"
        for d in report.diagnostics
        if d.code == "SI006"
    ]


@pytest.mark.parametrize(
    "graph",
    [
        "g (float[2] x, float[2] other) => (z) { z = local.f (x) }",
        "g (float[2] x) => (z, other) { z = local.f (x) other = Neg (x) }",
        "g (float[2] x, bool k) => (z, u) { z = local.f (x) u = If (k) <"
        "then_branch = t () => (float[2] other) { other = Neg (x) }, "
        "else_branch = e () => (float[2] b) { b = Identity (x) }> }",
        "g (float[2] x) => (z, u) <float[2] other = {1, 2}> { z = local.f (x) u = Neg (other) }",
        "g (float[2] x, bool k) => (z, u) <float[2] other = {1, 2}> { z = local.f (x) u = If (k) <"
        "then_branch = t () => (float[2] a) { a = Neg (other) }, "
        "else_branch = e () => (float[2] b) { b = Identity (x) }> }",
    ],
)
def test_a_name_of_the_graph_is_a_warning(graph: str) -> None:
    assert named(graph + ADDS) == [READS_THE_GRAPH]


@pytest.mark.parametrize(
    "graph",
    [
        "g (float[2] x) => (z) { z = local.f (x) }",
        "g (float[2] x) => (z) <float[2] other = {1, 2}> { z = local.f (x) }",
    ],
)
def test_a_name_of_nothing_that_is_computed_is_an_error(graph: str) -> None:
    assert named(graph + ADDS) == [UNDEFINED.format("graph/f#0 -> fn:f/Add#0")]


def test_a_name_of_another_function_is_an_error() -> None:
    caller = FUNCTION + "h (p) => (r) { other = Neg (p) r = local.f (p) }"
    graph = "g (float[2] x) => (z) { z = local.h (x) }"
    assert named(graph + ADDS + caller) == [UNDEFINED.format("graph/h#0 -> fn:h/f#1 -> fn:f/Add#0")]


def test_an_edit_that_takes_the_name_away_is_an_error() -> None:
    proto = onnx.parser.parse_model(
        HEAD + "g (float[2] x) => (z, other) { z = local.f (x) other = Neg (x) }" + ADDS
    )
    session = shapeinfer.Session(proto)
    assert [d.severity for d in session.infer().diagnostics if d.code == "SI006"] == ["warning"]
    proto.graph.node[1].output[0] = proto.graph.output[1].name = "another"
    assert [d.severity for d in session.infer().diagnostics if d.code == "SI006"] == ["error"]
