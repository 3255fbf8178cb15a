"""What is found to be unused, in graphs, bodies and functions. (tests/test_codes.py has the plain cases.)"""

from __future__ import annotations

import onnx.parser
import pytest
from onnx import helper

import shapeinfer
from shapeinfer.jobs.sources import load
from shapeinfer.linter.lint import examine

HEAD = '<ir_version: 9, opset_import: ["" : 18, "local" : 1]>\n'
BODY = """g (float[n] x, bool c) => (float[m] y) {{
    y = If (c) <then_branch = t () => (float[p] u) {then}, else_branch = e () => (float[p] v) {{ v = Neg (x) }}> }}"""
FUNCTION = '<domain: "local", opset_import: ["" : 18, "local" : 1]> '


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # A chain that leads nowhere, and what only it reads.
        ("g (float[n] x) => (float[m] y) <float[1] w = {1}> { y = Neg (x)  a = Add (x, w)  b = Exp (a) }",
         ["SI032 graph: no output needs 2 of the 3 nodes: Add#1, Exp#2",
          "SI033 graph: nothing that an output needs reads 'w' (4 bytes)"]),
        # An output that nobody reads of a node with others is no dead node.
        ("g (float[n, 4] x) => (float[a, b] y) { y, z = Split <axis = 1, num_outputs = 2> (x) }", []),
        # A body is a reader.
        (BODY.format(then="{ u = Add (x, h) }").replace("{\n", "{ h = Exp (x)\n", 1), []),
        (BODY.format(then="<float[1] w = {1}> { z = Exp (x)  u = Relu (x) }"),
         ["SI032 graph/If#0.then_branch: no output needs 1 of the 2 nodes: Exp#0",
          "SI033 graph/If#0.then_branch: nothing that an output needs reads 'w' (4 bytes)"]),
        ("g (float[n] x) => (float[m] y) { y = local.f (x) }\n" + FUNCTION + "f (a) => (b) { b = Exp (a)  c = Neg (a) }",
         ["SI032 graph/f#0 -> fn:f: no output needs 1 of the 2 nodes: Neg#1"]),
        # Called by nobody but by each other.
        ("g (float[n] x) => (float[m] y) { y = Neg (x) }\n"
         + FUNCTION + "f (a) => (b) { b = local.h (a) }\n" + FUNCTION + "h (a) => (b) { b = Exp (a) }",
         ["SI034 graph: nothing calls local::f, local::h"]),
        # Called in a body.
        (BODY.format(then="{ u = local.f (x) }") + "\n" + FUNCTION + "f (a) => (b) { b = Exp (a) }", []),
        # Inputs that are outputs too.
        ("g (float[n] x, float[n] z) => (float[n] x) { }", ["SI035 graph: nothing reads 'z'"]),
        ("g (float[n] x, float[n] a, float[n] b, float[n] c, float[n] d) => (float[m] y) { y = Neg (x) }",
         ["SI035 graph: nothing reads 'a', 'b', 'c' and 1 more"]),
    ],
)  # fmt: skip
def test_unused(text: str, expected: list[str]) -> None:
    report = shapeinfer.lint(onnx.parser.parse_model(HEAD + text))
    assert [f"{d.code} {d.location.path}: {d.message}" for d in report.diagnostics] == expected


def test_sparse_initializers() -> None:
    proto = onnx.parser.parse_model(HEAD + "g (float[n] x) => (float[m] y) { y = Neg (x) }")
    values = helper.make_tensor("s", 1, [1], [1.0])
    proto.graph.sparse_initializer.append(
        helper.make_sparse_tensor(values, helper.make_tensor("", 7, [1], [0]), [4])
    )
    assert [d.message for d in shapeinfer.lint(proto).diagnostics] == [
        "nothing that an output needs reads 's' (0 bytes)"
    ]


def test_bodies_nested_as_deep_as_a_file_can_hold_them() -> None:
    result = [helper.make_empty_tensor_value_info("u")]
    plain = body = helper.make_graph([helper.make_node("Neg", ["x"], ["u"])], "b", [], result)
    for _ in range(24):
        node = helper.make_node("If", ["c"], ["u"], then_branch=body, else_branch=plain)
        body = helper.make_graph([node, helper.make_node("Exp", ["x"], ["dead"])], "b", [], result)
    inputs = [helper.make_tensor_value_info("x", 1, ["n"]), helper.make_tensor_value_info("c", 9, [])]
    graph = helper.make_graph(list(body.node), "g", inputs, result)
    model = load(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)]))
    found = [p for p in examine(model)[1] if p.item.code.id == "SI032"]
    assert sorted(len(p.place) for p in found) == list(range(24))
