"""What a loader finds by ranks: it infers them also where it sees no list that nodes compute."""

from __future__ import annotations

import numpy as np
import onnx.parser
import onnxruntime
import pytest

import shapeinfer

HEAD = '<ir_version: 8, opset_import: ["" : 11]>\n'


def severities(model: onnx.ModelProto) -> dict[str, str]:
    return {d.code: d.severity for d in shapeinfer.lint(model).diagnostics}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        # The bias is computed, and says nothing about sizes.
        ("g (float[n, 4, h, w] x, float[4, 4, 3, 3] k) => (float[a, b, c, d] z) <float[4] bias = {1, 2, 3, 4}> {"
         " b = Identity (bias)  y = Conv (x, k, b)  z = Conv <pads = [1, 1, 1, 1, 1]> (y, k) }", "SI219"),
        # The sizes of a Resize are computed, of which a loader knows how many there are.
        ("g (float[n, 4, h, w] x, float[4, 4, 3, 3] k) => (float[a, b, c, d] z) <int64[4] two = {1, 1, 2, 2}, float[0] none = {}> {"
         " s = Shape (x)  t = Mul (s, two)  y = Resize (x, none, none, t)  z = Conv <dilations = [1, 1, 1]> (y, k) }", "SI219"),
        ("g (float[n, 4, h, w] x, float[n, 4, w] k) => (float[a, b, c, d] z) <int64[4] two = {1, 1, 2, 2}, float[0] none = {}> {"
         " s = Shape (x)  t = Mul (s, two)  y = Resize (x, none, none, t)  z = Concat <axis = 1> (y, k) }", "SI201"),
    ],
)  # fmt: skip
def test_a_mistake_by_ranks_is_found_at_load(text: str, code: str) -> None:
    model = onnx.parser.parse_model(HEAD + text)
    with pytest.raises(Exception, match="ShapeInferenceError"):
        onnxruntime.InferenceSession(model.SerializeToString())
    assert severities(model)[code] == "error"
    assert [d.code for d in shapeinfer.check(model).diagnostics] == [code]


def test_a_list_that_is_too_long_is_a_warning_where_no_rank_is_known() -> None:
    text = (
        "g (float[n, 4, h, w] x, int64[r] t, float[4, 4, 3, 3] k) => (float z)"
        " { y = Reshape (x, t)  z = Conv <pads = [1, 1, 1, 1, 1]> (y, k) }"
    )
    model = onnx.parser.parse_model(HEAD + text)
    model.graph.output[0].type.tensor_type.ClearField("shape")
    onnxruntime.InferenceSession(model.SerializeToString())
    assert severities(model)["SI219"] == "warning"


def test_ranks_that_only_a_run_compares() -> None:
    text = (
        "g (float[n, 4] x, float[n, 4, 1] y) => (float[a, b] z) <int64[2] one = {1, 1}> {"
        " s = Shape (x)  t = Mul (s, one)  r = Reshape (x, t)  z = Concat <axis = 1> (r, y) }"
    )
    model = onnx.parser.parse_model(HEAD + text)
    session = onnxruntime.InferenceSession(model.SerializeToString())
    feed = {"x": np.zeros((2, 4), np.float32), "y": np.zeros((2, 4, 1), np.float32)}
    with pytest.raises(Exception, match=r"[Rr]ank"):
        session.run(None, feed)
    assert severities(model)["SI201"] == "error"
