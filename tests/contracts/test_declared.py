"""What values declare that is true at some sizes of the inputs only (SI408)."""

from __future__ import annotations

import numpy as np
import onnx
import onnx.parser
import onnxruntime
import pytest

import shapeinfer

HEAD = '<ir_version: 9, opset_import: ["" : 18]>\n'
ATTENTION = """g (float[n, 8] q, float[8, n] k, float[n, 8] v) => (float[n, 8] z)
<float[8, 8] scores, float[8, 8] squared, float[8, 8] mixed>
{ scores = MatMul (q, k)  squared = MatMul (scores, scores)  mixed = MatMul (squared, v)  z = Relu (mixed) }"""


def told(text: str) -> list[str]:
    return [d.message for d in shapeinfer.lint(parsed(text)).diagnostics if d.code == "SI408"]


def parsed(text: str) -> onnx.ModelProto:
    return onnx.parser.parse_model(HEAD + text)


def run(model: onnx.ModelProto, size: int) -> None:
    """Run the attention with so many rows in ONNX Runtime."""
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(model.SerializeToString(), options)
    rows = np.zeros((size, 8), np.float32)
    session.run(None, {"q": rows, "k": rows.T, "v": rows})


def test_a_run_at_another_size_may_fail_to_reuse_a_buffer() -> None:
    model = parsed(ATTENTION)
    run(model, 8)
    with pytest.raises(Exception, match="Shape mismatch attempting to re-use buffer"):
        run(model, 2)
    run(shapeinfer.annotate(model), 2)
    assert told(ATTENTION) == [
        "'scores' and 2 more are declared for n == 8 only: 'scores' is f32[n, n], declared as f32[8, 8]"
    ]


@pytest.mark.parametrize(("size", "warned"), [(8, False), (2, True), (9, True)])
def test_check_warns_where_the_sizes_are_others(size: int, warned: bool) -> None:
    model = parsed(ATTENTION)
    feed = {"q": np.zeros((size, 8), np.float32)}
    for report in (shapeinfer.check(model, {"n": size}), shapeinfer.check(model, inputs=feed)):
        assert report.ok
        assert [(d.code, d.severity) for d in report.diagnostics] == [("SI408", "warning")] * warned
    assert shapeinfer.check(model).diagnostics == ()


def test_a_refusal_needs_no_warning() -> None:
    text = "g (float[n, 8] x, float[8] y) => (float[n, 8] z) <float[8, 8] a> { a = Transpose (x)  z = Add (a, y) }"
    refused = shapeinfer.check(parsed(text), {"n": 3})
    assert [d.code for d in refused.diagnostics] == ["SI207"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Sizes that follow from one are told with it, others apart.
        ("g (float[n] x) => (float[?] y) <float[6] a, float[9] b, float[10] c, float[7] d> {"
         " a = Concat <axis = 0> (x, x)  b = Concat <axis = 0> (a, x)  c = Concat <axis = 0> (x, x)"
         " d = Concat <axis = 0> (x, x)  y = Concat <axis = 0> (a, b, c, d) }",
         ["'a' and 1 more are declared for n == 3 only: 'a' is f32[2*n], declared as f32[6]",
          "'c' is declared for n == 5 only: 'c' is f32[2*n], declared as f32[10]"]),
        ("g (float[n, m] x) => (float[3, 4] y) <float[n, 4] a, float[12] b, int64[1] one = {-1}> {"
         " a = Relu (x)  b = Reshape (a, one)  y = Relu (a) }",
         ["'a' and 2 more are declared for m == 4 only: 'a' is f32[n, m], declared as f32[n, 4]",
          "'y' is declared for n == 3 only: 'y' is f32[n, m], declared as f32[3, 4]"]),
        ("g (float[n, m] x) => (float[?] y) <float[12] b, int64[1] one = {-1}> {"
         " b = Reshape (x, one)  y = Relu (b) }",
         ["'b' is declared for m*n == 12 only: 'b' is f32[m*n], declared as f32[12]"]),
        # Names of inputs' sizes, and what follows from them; of outputs they are SI406.
        ("g (float[n, m] x, float[1, m] y) => (float[m, m] z) <float[n, n] a, float[n, n] b, float[n, 4] c> {"
         " a = Relu (x)  b = Add (a, y)  c = Exp (b)  z = Abs (c) }",
         ["'a' and 1 more are declared for m == n only: 'a' is f32[n, m], declared as f32[n, n]",
          "'c' is declared for m == 4 only: 'c' is f32[n, m], declared as f32[n, 4]"]),
        ("g (float[n, 5] x, float[m, 5] y) => (float[k, 5] z) <float[n, m] a, float[free, 5] b> {"
         " a = Relu (x)  b = Relu (x)  z = Concat <axis = 0> (a, b) }",
         ["'a' is declared for m == 5 only: 'a' is f32[n, 5], declared as f32[n, m]"]),
        # An exporter may know which one is larger.
        ("g (float[n] x, float[m] y) => (float[?] z) <float[m] a, int64[1] zero = {0}> {"
         " s = Shape (y)  a = Slice (x, zero, s)  z = Relu (a) }", []),
        # The contract makes it that number.
        ("g (float[n, 8] x, float[8, 8] y) => (float[n, 8] z) <float[8, 8] t> { t = Transpose (x)  z = MatMul (t, y) }", []),
        # It depends on data, as the declaration may know.
        ("g (float[n] x) => (int64[1, 3] y) <int64[1, 3] a> { a = NonZero (x)  y = Neg (a) }", []),
        # A declared shape that is always wrong is SI221.
        ("g (float[n, 8] x) => (float[n, 8] y) <float[n, 7] a> { a = Relu (x)  y = Relu (a) }", []),
    ],
)  # fmt: skip
def test_values_are_told_together_by_the_sizes_of_inputs(text: str, expected: list[str]) -> None:
    assert told(text) == expected
