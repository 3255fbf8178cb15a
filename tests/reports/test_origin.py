"""Where a finding says that values came from, and who wrote the node."""

from __future__ import annotations

import onnx
import onnx.parser
import pytest

import shapeinfer
from shapeinfer.model.read import read_proto
from shapeinfer.reports.origin import module_of, source_line

HEAD = '<ir_version: 9, opset_import: ["" : 18, "local" : 1]>\n'


def notes(text: str) -> list[str]:
    (found,) = [
        d for d in shapeinfer.lint(onnx.parser.parse_model(HEAD + text)).diagnostics if d.code == "SI208"
    ]
    return list(found.notes)


def test_both_sides_and_who_makes_them() -> None:
    assert notes(
        "g (float[n, 3] x, float[4, 2] w) => (float[n, 2] y) { h = Relu (x)  y = MatMul (h, w) }"
    ) == [
        "input 'h' is f32[n, 3], made by Relu#0 (Relu)",
        "input 'w' is f32[4, 2], an input",
    ]


def test_values_from_around_a_body() -> None:
    text = """g (float[n, 3] x, float[4, 2] w, bool c) => (float[a, b] y) {
        h = Relu (x)
        y = If (c) <
            then_branch = t () => (float[p, q] u) {
                u = If (c) <
                    then_branch = t2 () => (float[p, q] r) { r = MatMul (h, w) },
                    else_branch = e2 () => (float[p, q] s) { s = Identity (w) }
                >
            },
            else_branch = e () => (float[p, q] v) { v = Identity (w) }
        > }"""
    assert notes(text) == [
        "input 'h' is f32[n, 3], made by Relu#0 (Relu)",
        "input 'w' is f32[4, 2], an input",
        "it is in a body that may not run",
    ]


def test_inputs_of_a_body() -> None:
    text = """g (float[2, 3] x, int64 most, bool go) => (float[2, 3] y) {
        y = Loop (most, go, x) <body = b (int64 i, bool c, float[2, 3] h) => (bool d, float[2, 3] k) {
            d = Identity (c)  k = MatMul (h, h) }> }"""
    assert notes(text)[0] == "input 'h' is f32[2, 3], an input of the body at Loop#0"


def test_arguments_of_a_function() -> None:
    text = """g (float[n, 3] x) => (float[a, b] y) { y = local.f (x, x) }
        <domain: "local", opset_import: ["" : 18]> f (a, b) => (c) { c = MatMul (a, b) }"""
    with_symbols = text.replace("float[n, 3]", "float[2, 3]")
    assert notes(with_symbols) == [
        "input 'a' is f32[2, 3], 'x' at the call f#0",
        "input 'b' is f32[2, 3], 'x' at the call f#0",
    ]


PYTHON = """File "/Users/me/train.py", line 7, in forward
    return self.layer(x)
  File "/usr/lib/python3/site-packages/transformers/bert.py", line 106, in forward
    y = self.norm(x)
  File "/usr/lib/python3/site-packages/torch/nn/modules/linear.py", line 134, in forward
    return F.linear(input, self.weight, self.bias)
"""
INSTALLED = PYTHON[PYTHON.index("File", 5) :]
FRAMEWORK = INSTALLED[INSTALLED.index("File", 5) :]
TORCHSCRIPT = """/usr/lib/python3/site-packages/torch/nn/modules/linear.py(114): forward
/Users/me/model.py(33): forward
/Users/me/export.py(9): <module>
"""


@pytest.mark.parametrize(
    ("key", "trace", "line"),
    [
        ("pkg.torch.onnx.stack_trace", PYTHON, "/Users/me/train.py:7 in forward: return self.layer(x)"),
        ("pkg.torch.onnx.stack_trace", INSTALLED,
         "/usr/lib/python3/site-packages/transformers/bert.py:106 in forward: y = self.norm(x)"),
        ("pkg.onnxscript.stack_trace", FRAMEWORK,
         "/usr/lib/python3/site-packages/torch/nn/modules/linear.py:134 in forward: "
         "return F.linear(input, self.weight, self.bias)"),
        ("", TORCHSCRIPT, "/Users/me/model.py:33 in forward"),
        ("", PYTHON, "/Users/me/train.py:7 in forward: return self.layer(x)"),
        ("", "Computes the mean (axis 1): fast", None),
        ("pkg.torch.onnx.stack_trace", 'File "' * 50_000, None),
    ],
    ids=["own", "installed", "framework", "torchscript", "doc_string", "prose", "endless"],
)  # fmt: skip
def test_the_line_that_made_a_node(key: str, trace: str, line: str | None) -> None:
    proto = onnx.parser.parse_model(HEAD + "g (float[n] x) => (float[n] y) { y = Relu (x) }")
    if key:
        proto.graph.node[0].metadata_props.add(key=key, value=trace)
    else:
        proto.graph.node[0].doc_string = trace
    graph = read_proto(proto).graph
    assert graph is not None
    assert source_line(graph.nodes[0]) == line


def test_the_module_of_a_node() -> None:
    proto = onnx.parser.parse_model(HEAD + "g (float[n] x) => (float[n] y) { y = Relu (x) }")
    way = ": my.Model/m: bert.Bert/m.norm: torch.nn.LayerNorm/layer_norm: aten.layer_norm.default"
    proto.graph.node[0].metadata_props.add(key="namespace", value=way)
    graph = read_proto(proto).graph
    assert graph is not None
    assert module_of(graph.nodes[0]) == "m.norm (torch.nn.LayerNorm)"


def test_source_and_module_are_told_of_the_node_and_of_what_makes_its_inputs() -> None:
    proto = onnx.parser.parse_model(
        HEAD + "g (float[n, 3] x, float[4, 2] w) => (float[n, 2] y) { h = Relu (x)  y = MatMul (h, w) }"
    )
    for node, line in zip(proto.graph.node, (11, 12), strict=True):
        trace = f'File "model.py", line {line}, in forward\n    step {line}\n'
        node.metadata_props.add(key="pkg.torch.onnx.stack_trace", value=trace)
        node.metadata_props.add(key="namespace", value=": Net/body: Block/op: aten.op")
    (found,) = shapeinfer.lint(proto).diagnostics
    assert found.notes == (
        "input 'h' is f32[n, 3], made by Relu#0 (Relu) at model.py:11",
        "input 'w' is f32[4, 2], an input",
        "written at model.py:12 in forward: step 12",
        "in the module body (Block)",
    )
