"""Arrays in memory as facts: what a run would be fed."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import onnx
import onnx.parser
import pytest

import shapeinfer
from shapeinfer.facts.array import elem_type_of, fact_of

ROI = """<ir_version: 9, opset_import: ["" : 17]>
g (float[1, 1, h, w] x, float[4] scales, int64[r] t) => (y, z) {
  y = Resize(x, "", scales)
  z = Reshape(x, t)
}"""


class LikeTorch:
    """An array as PyTorch spells it."""

    def __init__(self, data: object, dtype: str) -> None:
        self.data = np.asarray(data)
        self.shape = self.data.shape
        self.dtype = dtype

    def reshape(self, shape: int) -> np.ndarray:
        return self.data.reshape(shape)


@pytest.mark.parametrize(
    ("array", "text"),
    [
        (np.zeros((2, 100), np.float32), "f32[2, 100]"),
        (np.array([1.0, 2.5], np.float64), "f64[2] = (1, 2.5)"),
        (np.array([[1, -2]], np.int32), "i32[1, 2] = (1, -2)"),
        (np.array([True, False]), "bool[2] = (1, 0)"),
        (np.int64(7), "i64[] = 7"),
        (np.zeros((3, 0), np.float16), "f16[3, 0] = ()"),
        (np.zeros(65, np.int64), "i64[65]"),
        (np.zeros(17, np.float32), "f32[17]"),
        (np.array(["a", "bc"]), "str[2]"),
        (np.array(["a", "bc"], dtype=object), "str[2]"),
        (np.zeros(2, np.complex64), "c64[2]"),
        (np.zeros(2, ml_dtypes.bfloat16), "bf16[2] = (0, 0)"),
        (np.zeros(2, "datetime64[s]"), "?[2]"),
        (LikeTorch([4, 5], "torch.int64"), "i64[2] = (4, 5)"),
        (LikeTorch(np.zeros((4, 9, 9)), "torch.bfloat16"), "bf16[4, 9, 9]"),
    ],
)
def test_type_shape_and_small_contents(array: np.ndarray, text: str) -> None:
    assert str(fact_of(array)) == text


def test_names_of_eight_bits() -> None:
    assert elem_type_of(np.dtype(ml_dtypes.float8_e4m3fn)) == onnx.TensorProto.FLOAT8E4M3FN
    assert elem_type_of("torch.float8_e5m2") == onnx.TensorProto.FLOAT8E5M2


def test_a_feed_is_checked_as_it_is() -> None:
    """The dictionary that a session is run with."""
    model = onnx.parser.parse_model(ROI)
    feed = {
        "x": np.zeros((1, 1, 4, 6), np.float32),
        "scales": np.array([1, 1, 2, 0.5], np.float32),
        "t": np.array([3, -1]),
    }
    facts = shapeinfer.infer(model, inputs=feed).facts
    assert [str(facts[name]) for name in "yz"] == ["f32[1, 1, 8, 3]", "f32[3, 8]"]
    assert shapeinfer.check(model, inputs=feed).ok
    refused = shapeinfer.check(model, inputs={**feed, "t": np.array([5, -1])})
    assert not refused.ok


def test_an_array_of_another_type_is_refused() -> None:
    """NumPy's default is float64."""
    report = shapeinfer.check(onnx.parser.parse_model(ROI), inputs={"x": np.zeros((1, 1, 4, 6))})
    assert [d.message for d in report.diagnostics] == [
        "input 'x' is given as f64[1, 1, 4, 6], declared as f32[1, 1, h, w]"
    ]


@pytest.mark.parametrize("given", [{"a": 1}, None, "16", [1.5], [[1, 2]], 2.5])
def test_anything_else_is_told(given: object) -> None:
    model = onnx.parser.parse_model(ROI)
    with pytest.raises(TypeError, match=r"inputs\['x'\] is .*, needed an array, a shape"):
        shapeinfer.infer(model, inputs={"x": given})  # type: ignore[dict-item]  # what callers may do
