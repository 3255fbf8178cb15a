"""What the runtime registers in ONNX's own domain."""

from __future__ import annotations

import onnx.parser
import pytest

import shapeinfer
from tests.table import Domain, Row

op = Domain("", opset=9)


RUN = [
    op("Affine", "f32[n, 3]", "f32[n, 3]"),
    op("ParametricSoftplus", "f32[n]", "f32[n]", alpha=1.0, beta=1.0),
    op("Scale", "f32[n, 3]", "f32[n, 3]"),
    op("ScaledTanh", "f32[n]", "f32[n]", alpha=1.0, beta=1.0),
    op("ImageScaler", "f32[b, 3, 4, 4]", "f32[b, 3, 4, 4]", sizes=({"b": 1}, {"b": 2}), bias=[0.0, 0.0, 0.0]),
    op(
        "Crop",
        "f32[b, 3, h, w]",
        "f32[b, 3, h - 4, w - 2]",
        needs=("h >= 4", "w >= 2"),
        sizes=({"b": 1, "h": 8, "w": 8}, {"b": 1, "h": 4, "w": 2}, {"b": 1, "h": 3, "w": 2}),
        border=[1, 2, 1, 2],
    ),
    op(
        "Crop",
        "f32[b, 3, h, w]",
        "f32[b, 3, 3, 4]",
        needs=("h >= 5", "w >= 5"),
        sizes=({"b": 1, "h": 8, "w": 8}, {"b": 1, "h": 4, "w": 8}),
        border=[1, 2, 1, 2],
        scale=[3, 4],
    ),
    op(
        "DynamicSlice",
        "f32[n, m]; i64[2] = (1, 0); i64[2] = (3, 10)",
        "f32[max(0, n - 1) - max(0, n - 3), min(m, 10)]",
    ),
]


@pytest.mark.parametrize("one", RUN, ids=str)
def test_runs_as_inferred(one: Row) -> None:
    one.check()
    assert "ran" in one.compare()


REFUSED = [
    op(
        "Crop",
        "f32[3, 8, 8]",
        "f32[*]",
        finds="SI201 input has rank 3, needed 4; input is f32[3, 8, 8]",
        border=[1, 2, 1, 2],
    ),
    op("Crop", "f32[1, 3, 8, 8]", "f32[*]", finds="SI219 border is (), needed 4 sizes"),
    op(
        "Crop",
        "f32[1, 3, 8, 8]",
        "f32[1, 3, -2, -2]",
        finds=(
            "SI216 axis 2 of input has 8, needed at least 10 for what is cut off; input is f32[1, 3, 8, 8]",
            "SI216 axis 3 of input has 8, needed at least 10 for what is cut off; input is f32[1, 3, 8, 8]",
        ),
        border=[5, 5, 5, 5],
    ),
]


@pytest.mark.parametrize("one", REFUSED, ids=str)
def test_refused(one: Row) -> None:
    one.check()
    assert set(one.compare()) == {"refused"}


# Nothing here runs these: the documentation is all there is (or the runtime crashes of them).
UNTRIED = [
    op("DynamicSlice", "f32[n, m]; i64[1]; i64[1]; i64[1] = (1)", "f32[n, ?0]"),
    op("GRUUnit", "f32[1, n, 4]; f32[1, n, 12]; f32[n]; f32[1]", "f32[1, n, 4]"),
    op("GivenTensorFill", "-", "f32[2, 3]", shape=[2, 3]),
    op("Affine", "f32[*]", "f32[*]"),
    op(
        "DynamicSlice",
        "f32[n, m]; i64[0] = (); i64[0] = (); i64[1] = (1)",
        "f32[?0, ?1]",
        finds="SI219 axes has 1 entries, needed the 0 of starts",
    ),
    op(
        "EfficientNMS_TRT",
        "f32[b, n, 4]; f32[b, n, 80]",
        "i32[b, 1]; f32[b, 100, 4]; f32[b, 100]; i32[b, 100]",
        background_class=-1,
        box_coding=0,
        iou_threshold=0.5,
        max_output_boxes=100,
        plugin_version="1",
        score_activation=0,
        score_threshold=0.2,
    ),
    op(
        "PyramidROIAlign_TRT",
        "f32[b, n, 4]; f32[b, 256, h, w]; f32[b, 256, h, w]; f32[b, 256, h, w]; f32[b, 256, h, w]",
        "f32[b, n, 256, 7, 7]",
        pooled_size=7,
        plugin_version="1",
    ),
    op(
        "DisentangledAttention_TRT",
        "f32[b, s, s]; f32[b, s, k]; f32[b, s, k]",
        "f32[b, s, s]",
        factor=0.1,
        span=4,
    ),
    op("MemcpyFromHost", "f32[n]", "f32[n]"),
]


@pytest.mark.parametrize("one", UNTRIED, ids=str)
def test_inferred(one: Row) -> None:
    one.check()


@pytest.mark.parametrize("op_type", ["Affine", "Crop", "DynamicSlice", "ImageScaler", "ScaledTanh"])
def test_gone_since_opset_10(op_type: str) -> None:
    text = f'<ir_version: 10, opset_import: ["" : 12]> g (float[1,3,8,8] x) => (y) {{ y = {op_type}(x) }}'
    errors = [
        d.message for d in shapeinfer.lint(onnx.parser.parse_model(text)).diagnostics if d.severity == "error"
    ]
    assert errors[0] == f"{op_type} is deprecated since opset 10"
