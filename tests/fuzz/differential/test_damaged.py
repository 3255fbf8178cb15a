"""Damaged models get an answer, whatever is wrong with them."""

from __future__ import annotations

import onnx
import onnx.parser
import pytest

from shapeinfer.jobs.sources import load
from shapeinfer.linter.lint import examine, report_of
from shapeinfer.reports.diagnostic import Report
from tests.fuzz.differential import damaged

_AT_ONCE = 50

# Each raised an exception once: of two outputs in the place of one, without outputs of the Concat, and without inputs
# of the If.
_CALIBRATED = (
    "g (float[3,4] x) => (y) <float s = {0.5}, uint8[2,2] w = {1,1,1,1}, float[4] t = {1,1,1,1}, uint8[4] z = {1,1,1,1}> {"
    " a = QuantizeLinear(x, s) b = DequantizeLinear(a, s) v, u = DequantizeLinear(w, t, z) y = MatMul(b, v) }"
)
_JOINED = (
    "g (float[2,3] x) => (y) <int64[1] i = {3}, int64[1] n = {6}> {"
    " s = Shape(x) g = Gather(s, i) t = Concat<axis = 0>(g, n) y = Relu(x) }"
)
_BRANCHES = (
    "g (float[A,3] x, bool k) => (y) { y = If(k) <then_branch = t () => (float[] p) { p = Identity(x) },"
    " else_branch = e () => (float[] q) { q = Shape(x) }> }"
)  # fmt: skip

# A Loop's body that declares a negative size was visited with what it declares, again and again.
_NEGATIVE = (
    "g (float[A,3] x, bool k) => (y) { y = Loop(, k, x) <body = b (int64 i, bool g, float[N,B] s) => (bool h, float[] r)"
    " <float[1,3] w = {1,2,3}, int64 one = {1}> { r = Concat<axis = 0>(s, w) h = Less(i, one) }> }"
)


def _answer(model: onnx.ModelProto) -> Report:
    """What lint says; the contract is worked out too."""
    result, extra = examine(load(model))
    assert result.contract is not None
    return report_of(result, extra)


@pytest.mark.parametrize("first", range(0, 10 * _AT_ONCE, _AT_ONCE))
def test_none_raises_an_exception(first: int) -> None:
    for seed in range(first, first + _AT_ONCE):
        assert _answer(damaged.random_case(seed).model).summary is not None


@pytest.mark.parametrize(
    ("text", "without", "code"),
    [(_CALIBRATED, "", "SI016"), (_JOINED, "Concat", "SI016"), (_BRANCHES, "If", "SI015")],
)
def test_a_node_with_too_few_or_too_many_values(text: str, without: str, code: str) -> None:
    model = onnx.parser.parse_model(f'<ir_version: 10, opset_import: ["" : 21]>\n{text}')
    for node in model.graph.node:
        if node.op_type == without:
            del (node.output if without == "Concat" else node.input)[:]
    assert code in [found.code for found in _answer(model).diagnostics]


def test_a_state_with_a_negative_size() -> None:
    model = onnx.parser.parse_model(f'<ir_version: 10, opset_import: ["" : 21]>\n{_NEGATIVE}')
    (state,) = [value for value in model.graph.node[0].attribute[0].g.input if value.name == "s"]
    state.type.tensor_type.shape.dim[0].dim_value = -1
    assert "SI029" not in [found.code for found in _answer(model).diagnostics]


@pytest.mark.parametrize(
    "body",
    [
        # What makes a state was looked for without an end.
        "Scan<num_scan_inputs = 1, body = b (float[p,3] s, float[] e) => (float[q,3] r, float[] c)"
        " { u = Relu(r) r = Relu(u) c = Identity(e) }>(x, x)",
        "Loop(n, , x) <body = b (int64 i, bool g, float[] s) => (bool h, float[] r, float[] c)"
        " { h = Identity(g) u = Neg(r) r = Neg(u) c = Relu(s) }>",
        "Loop(n, , l) <body = b (int64 i, bool g, seq(float[]) s) => (bool h, seq(float[]) r, float[] c) <int64 z = {0}>"
        " { h = Identity(g) u = SequenceInsert(r, x) r = SequenceInsert(u, x) c = SequenceAt(r, z) }>",
    ],
)  # fmt: skip
def test_nodes_of_a_body_that_read_each_other_in_a_circle(body: str) -> None:
    model = onnx.parser.parse_model(
        '<ir_version: 10, opset_import: ["" : 21]>\n'
        f"g (float[A,3] x) => (y, z) <int64 n = {{4}}> {{ l = SequenceConstruct(x) y, z = {body} }}"
    )
    assert "SI008" in [found.code for found in _answer(model).diagnostics]
