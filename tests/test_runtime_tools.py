"""ONNX Runtime's own tools with our inference in the place of onnx's, as docs/python.md shows."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import onnx
import onnx.parser
import onnxruntime
import pytest
from onnx import numpy_helper

PATCH = """
import onnx.shape_inference, shapeinfer
onnx.shape_inference.infer_shapes = shapeinfer.infer_shapes
onnx.shape_inference.infer_shapes_path = shapeinfer.infer_shapes_path
"""

STATIC = """
import numpy as np
from onnxruntime.quantization import CalibrationDataReader, quantize_static

class Reader(CalibrationDataReader):
    def __init__(self):
        random = np.random.default_rng(0)
        self.feeds = iter([{"x": random.standard_normal((2, 4, 16)).astype(np.float32)} for _ in range(3)])

    def get_next(self):
        return next(self.feeds, None)

quantize_static("model.onnx", "out.onnx", Reader(), op_types_to_quantize=["MatMul"])
"""

FLOAT16 = """
import onnx
from onnxruntime.transformers.float16 import convert_float_to_float16
onnx.save(convert_float_to_float16(onnx.load("model.onnx"), keep_io_types=True), "out.onnx")
"""

MODEL = """<ir_version: 8, opset_import: ["" : 17, "com.microsoft" : 1]>
g (float[batch, 4, 16] x) => (float[batch, 4, 16] y) <float[16, 16] w, float[16] b, float[16, 16] v> {
    h = MatMul (x, w)
    a = com.microsoft.BiasGelu (h, b)
    y = MatMul (a, v)
}"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Holds the model, with weights."""
    model = onnx.parser.parse_model(MODEL)
    random = np.random.default_rng(1)
    del model.graph.initializer[:]
    for name, shape in (("w", (16, 16)), ("b", (16,)), ("v", (16, 16))):
        values = random.standard_normal(shape).astype(np.float32)
        model.graph.initializer.append(numpy_helper.from_array(values, name))
    onnx.save(model, tmp_path / "model.onnx")
    return tmp_path


def run(folder: Path, program: str) -> onnx.ModelProto:
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=folder, check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return onnx.load(folder / "out.onnx")


def quantized(model: onnx.ModelProto) -> list[bool]:
    """For each MatMul, whether its first input was quantized."""
    made_by = {name: node.op_type for node in model.graph.node for name in node.output}
    return [made_by.get(n.input[0]) == "DequantizeLinear" for n in model.graph.node if n.op_type == "MatMul"]


def test_quantizer(folder: Path) -> None:
    """What lies behind an operator that onnx does not know is quantized too."""
    assert quantized(run(folder, STATIC)) == [True, False]
    assert quantized(run(folder, PATCH + STATIC)) == [True, True]


def test_float16(folder: Path) -> None:
    found = run(folder, PATCH + FLOAT16)
    types = {t.name: t.data_type for t in found.graph.initializer}
    assert set(types.values()) == {onnx.TensorProto.FLOAT16}
    session = onnxruntime.InferenceSession(folder / "out.onnx")
    (y,) = session.run(None, {"x": np.ones((1, 4, 16), np.float32)})
    assert y.shape == (1, 4, 16)
