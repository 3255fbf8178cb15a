"""The layout NHWC of ONNX Runtime."""

from __future__ import annotations

import pytest

from tests.table import Domain, Row

op = Domain("com.ms.internal.nhwc", opset=12)


REFUSED = [
    op(
        "Resize",
        "f32[b, h, w, 3]; -; f32[4]",
        "f32[b, ?0, ?1, 3]",
        finds="SI027 input 1 (roi) is left out, and the operator needs it",
    ),
]


@pytest.mark.parametrize("one", REFUSED, ids=str)
def test_refused(one: Row) -> None:
    one.check()
    assert set(one.compare()) == {"refused"}


# Nothing here runs these: the documentation is all there is (or the runtime crashes of them).
UNTRIED = [
    op(
        "Conv",
        "f32[b, h, w, 3]; f32[4, 3, 3, 3]; f32[4]",
        "f32[b, h, w, 4]",
        needs=("h >= 1", "w >= 1"),
        pads=[1, 1, 1, 1],
    ),
    op(
        "QLinearConv",
        "u8[b, h, w, 3]; f32[]; u8[]; i8[4, 3, 3, 3]; f32[]; i8[]; f32[]; u8[]",
        "u8[b, h - 2, w - 2, 4]",
        needs=("h >= 3", "w >= 3"),
    ),
    op("ConvTranspose", "f32[b, h, w, 3]; f32[3, 4, 3, 3]", "f32[b, ?0, ?1, 4]"),
    op(
        "QLinearConvTranspose",
        "u8[b, h, w, 3]; f32[]; u8[]; i8[3, 4, 3, 3]; f32[]; i8[]; f32[]; u8[]",
        "u8[b, ?0, ?1, 4]",
    ),
    op(
        "MaxPool",
        "f32[b, h, w, 3]",
        "f32[b, h//2, w//2, 3]",
        needs=("h >= 1 or b == 0", "w >= 1 or b == 0", "suppose h >= 2", "suppose w >= 2"),
        kernel_shape=[2, 2],
        strides=[2, 2],
    ),
    op(
        "AveragePool",
        "f32[b, h, w, 3]",
        "f32[b, h - 1, w - 1, 3]",
        needs=(
            "h >= 1 or b == 0",
            "w >= 1 or b == 0",
            "h >= 1",
            "suppose h >= 2",
            "w >= 1",
            "suppose w >= 2",
        ),
        kernel_shape=[2, 2],
    ),
    op(
        "LpPool",
        "f32[b, h, w, 3]",
        "f32[b, h - 1, w - 1, 3]",
        needs=(
            "h >= 1 or b == 0",
            "w >= 1 or b == 0",
            "h >= 1",
            "suppose h >= 2",
            "w >= 1",
            "suppose w >= 2",
        ),
        kernel_shape=[2, 2],
    ),
    op(
        "QLinearAveragePool",
        "u8[b, h, w, 3]; f32[]; u8[]; f32[]; u8[]",
        "u8[b, h - 1, w - 1, 3]",
        needs=(
            "h >= 1 or b == 0",
            "w >= 1 or b == 0",
            "h >= 1",
            "suppose h >= 2",
            "w >= 1",
            "suppose w >= 2",
        ),
        kernel_shape=[2, 2],
    ),
    op(
        "GlobalAveragePool",
        "f32[b, h, w, 3]",
        "f32[b, 1, 1, 3]",
        needs=("h >= 1 or b == 0", "w >= 1 or b == 0"),
    ),
    op("BatchNormalization", "f32[b, h, w, 3]; f32[3]; f32[3]; f32[3]; f32[3]", "f32[b, h, w, 3]"),
    op("InstanceNormalization", "f32[b, h, w, 3]; f32[3]; f32[3]", "f32[b, h, w, 3]"),
    op("LRN", "f32[b, h, w, 3]", "f32[b, h, w, 3]", size=3),
    op("GridSample", "f32[b, h, w, 3]; f32[b, u, v, 2]", "f32[b, u, v, 3]", opset=16),
    op("DepthToSpace", "f32[b, h, w, 8]", "f32[b, 2*h, 2*w, 2]", blocksize=2),
    op("SpaceToDepth", "f32[b, 4, w, 2]", "f32[b, 2, w//2, 8]", needs="w % 2 == 0", blocksize=2),
    op(
        "DepthToSpace",
        "f32[b, h, w, 7]",
        "f32[b, 2*h, 2*w, ?0]",
        finds="SI218 an axis has 7, needed a multiple of 4",
        blocksize=2,
    ),
]


@pytest.mark.parametrize("one", UNTRIED, ids=str)
def test_inferred(one: Row) -> None:
    one.check()
