"""Convolutions and pooling of com.microsoft."""

from __future__ import annotations

import pytest

from tests.table import Domain, Row

op = Domain("com.microsoft")


RUN = [
    op(
        "FusedConv",
        "f32[b, 3, h, w]; f32[4, 3, 3, 3]; f32[4]",
        "f32[b, 4, h - 2, w - 2]",
        needs=("h >= 3", "w >= 3"),
        activation="Relu",
    ),
    op(
        "FusedConv",
        "f32[b, 3, h, w]; f32[4, 3, 3, 3]; f32[4]; f32[b, 4, h, w]",
        "f32[b, 4, h, w]",
        needs=("h >= 1", "w >= 1"),
        activation="Relu",
        pads=[1, 1, 1, 1],
    ),
    op(
        "QLinearConv",
        "u8[b, h, w, 3]; f32[]; u8[]; i8[4, 3, 3, 3]; f32[4]; i8[4]; f32[]; u8[]; i32[4]",
        "u8[b, h, w, 4]",
        needs=("h >= 1", "w >= 1"),
        channels_last=1,
        pads=[1, 1, 1, 1],
    ),
    op(
        "QLinearConv",
        "u8[b, 3, h, w]; f32[]; u8[]; i8[4, 3, 3, 3]; f32[]; i8[]; f32[]; u8[]",
        "u8[b, 4, h - 2, w - 2]",
        needs=("h >= 3", "w >= 3"),
    ),
    op(
        "NhwcMaxPool",
        "u8[b, h, w, 3]",
        "u8[b, h//2, w//2, 3]",
        needs=("h >= 1 or b == 0", "w >= 1 or b == 0", "suppose h >= 2", "suppose w >= 2"),
        kernel_shape=[2, 2],
        strides=[2, 2],
    ),
    op(
        "MaxpoolWithMask",
        "f32[1, 3, 6, 6]; i32[1, 1, 6, 6]",
        "f32[1, 3, 3, 3]",
        kernel_shape=[2, 2],
        strides=[2, 2],
    ),
    op(
        "ConvTransposeWithDynamicPads",
        "f32[1, 3, h, w]; f32[3, 2, 3, 3]; i64[4] = (1, 1, 1, 1)",
        "f32[1, 2, 2*h - 1, 2*w - 1]",
        needs=("2*h >= 2", "2*w >= 2"),
        sizes=({"h": 4, "w": 3},),
        strides=[2, 2],
    ),
    op(
        "ConvTransposeWithDynamicPads",
        "f32[1, 3, h, w]; f32[3, 2, 3, 3]; i64[4] = (1, 1, 1, 1)",
        "f32[1, 2, h, w]",
        needs=("h >= 1", "w >= 1"),
        sizes=({"h": 4, "w": 3},),
        strides=[],
        dilations=[],
    ),
    op(
        "ConvTransposeWithDynamicPads",
        "f32[1, 3, h, w]; f32[3, 2, 3, 3]; i64[4]",
        "f32[1, 2, ?0, ?1]",
        needs=("h >= 1", "w >= 1"),
        sizes=({"h": 4, "w": 3},),
        strides=[2, 2],
        output_padding=[1, 1],
    ),
    op(
        "ConvTransposeWithDynamicPads",
        "f32[1, 3, 4, 4]; f32[3, 2, 3, 3]; i64[4]",
        "f32[1, 2, 8, 8]",
        strides=[2, 2],
        auto_pad="SAME_UPPER",
    ),
    op("FusedConv", "f32[1, 3, 4, 4]; f32[4, 3, 3, 3]", "f32[1, 4, 2, 2]", activation="HardSwish"),
    op(
        "FusedConv",
        "f32[1, 3, 4, 4]; f32[4, 3, 3, 3]",
        "f32[1, 4, 2, 2]",
        activation="LeakyRelu",
        activation_params=[0.5],
    ),
    op(
        "ConvTransposeWithDynamicPads",
        "f32[1, 3, 4, 4]; f32[3, 2, 3, 3]; i64[4] = (0, 0, 0, 0)",
        "f32[1, 2, 10, 10]",
        output_padding=[1, 1],
        strides=[2, 2],
    ),
    op("FusedConv", "f32[0, 3, 4, 4]; f32[2, 3, 3, 3]; f32[2]; f32[1, 2, 5, 2]", "f32[0, 2, 2, 2]"),
    op("MaxpoolWithMask", "f32[0, 3, 4, 2]; i32[1, 0, 4, 2]", "f32[0, 3, 4, 1]", kernel_shape=[1, 2]),
]


@pytest.mark.parametrize("one", RUN, ids=str)
def test_runs_as_inferred(one: Row) -> None:
    one.check()
    assert "ran" in one.compare()


BESIDE_AUTO_PAD = op(
    "ConvTransposeWithDynamicPads",
    "f32[1, 3, 4, 4]; f32[3, 2, 3, 3]; i64[4] = (0, 1, 1, 1)",
    "f32[1, 2, 8, ?0]",
    finds="SI307 Pads is given beside auto_pad, by which ONNX Runtime makes 8 of axis 3, and infers 7 when it loads "
    "the model",
    strides=[2, 2],
    auto_pad="SAME_UPPER",
)


def test_padding_beside_auto_pad() -> None:
    """A loader takes the padding, and the kernel what auto_pad says: a Shape of the result is either."""
    BESIDE_AUTO_PAD.check()


REFUSED = [
    op(
        "FusedConv",
        "f32[1, 3, 6, 6]; f32[4, 3, 3, 3]; -; f32[4]",
        "f32[1, 4, 4, 4]",
        finds="SI201 Z has rank 1, needed 4; Z is f32[4]",
        activation="Relu",
    ),
    op(
        "FusedConv",
        "f32[2, 3, 6, 6]; f32[4, 3, 3, 3]; -; f32[1, 4, 4, 4]",
        "f32[2, 4, 4, 4]",
        finds="SI217 Z has 1 on axis 0, needed 2; Z is f32[1, 4, 4, 4]",
        activation="Relu",
    ),
    op(
        "FusedConv",
        "f32[1, 5, 6, 6]; f32[4, 3, 3, 3]",
        "f32[1, 4, 4, 4]",
        finds="SI211 X has 5 channels, needed 3: axis 1 of W; X is f32[1, 5, 6, 6], W is f32[4, 3, 3, 3]",
        activation="Relu",
    ),
    op(
        "QLinearConv",
        "u8[1, 3, 6, 6]; f32[]; u8[]; i8[4, 3, 3, 3]; f32[3]; i8[3]; f32[]; u8[]",
        "u8[1, 4, 4, 4]",
        finds=(
            "SI214 w_scale has 3 elements, needed 1 or 4; w_scale is f32[3]",
            "SI214 w_zero_point has 3 elements, needed 1 or 4; w_zero_point is i8[3]",
        ),
    ),
    op(
        "NhwcMaxPool",
        "u8[b, 6, 6, 3]",
        "u8[*]",
        finds="SI219 kernel_shape is (3), needed 2 sizes of at least 1; X is u8[b, 3, 6, 6]",
        kernel_shape=[3],
    ),
    op(
        "MaxpoolWithMask",
        "f32[1, 3, 6, 6]; i32[1, 3, 5, 6]",
        "f32[1, 3, 5, 5]",
        finds="SI217 M has 5 on axis 2, needed 6; M is i32[1, 3, 5, 6], X is f32[1, 3, 6, 6]",
        kernel_shape=[2, 2],
    ),
    op(
        "ConvTransposeWithDynamicPads",
        "f32[1, 3, 4, 4]; f32[3, 2, 3, 3]; i64[2] = (1, 1)",
        "f32[1, 2, ?0, ?1]",
        finds="SI217 Pads has 2 on axis 0, needed 4; Pads is i64[2] = (1, 1)",
    ),
    op(
        "ConvTransposeWithDynamicPads",
        "f32[1, 3, 4, 4]; f32[3, 2, 3, 3]",
        "f32[1, 2, ?0, ?1]",
        finds="SI303 Pads is left out, and ONNX Runtime needs it",
    ),
    op(
        "ConvTransposeWithDynamicPads",
        "f32[1, 4, 4, 4]; f32[3, 2, 3, 3]; i64[4] = (0, 0, 0, 0)",
        "f32[1, 2, 6, 6]",
        finds="SI211 X has 4 channels, needed 3: axis 0 of W; X is f32[1, 4, 4, 4], W is f32[3, 2, 3, 3]",
    ),
    op(
        "FusedConv",
        "f32[1, 3, 4, 4]; f32[4, 3, 3, 3]",
        "f32[1, 4, 2, 2]",
        finds="SI219 activation_params has 1 entries, needed 2 for Clip",
        activation="Clip",
        activation_params=[0.5],
    ),
    op(
        "ConvTransposeWithDynamicPads",
        "f32[1, 3, 4, 4]; f32[3, 2, 3, 3]; i64[4] := (3, 3, 3, 3)",
        "f32[1, 2, ?0, ?1]",
        finds=(
            "SI216 axis 2 comes out as 0, needed at least 1",
            "SI216 axis 3 comes out as 0, needed at least 1",
        ),
    ),
    op(
        "ConvTransposeWithDynamicPads",
        "f32[1, 3, 4, 4]; f32[3, 2, 3, 3]; i64[4] = (0, 0, 0, 0)",
        "f32[1, 2, 7, 7]",
        finds=(
            "SI303 output_padding is (1, 1), needed less than the 1 of stride and dilation on each axis",
            "SI303 output_padding is (1, 1), needed less than the 1 of stride and dilation on each axis",
        ),
        output_padding=[1, 1],
    ),
    op(
        "ConvTransposeWithDynamicPads",
        "f32[1, 3, 4, 4]; f32[3, 2, 3, 3]; i64[4] = (0, 0, 0, 0)",
        "f32[1, 2, 9, 9]",
        finds=(
            "SI307 output_padding is (1, 1), which ONNX Runtime takes if less than the strides (1, 1)",
            "SI307 output_padding is (1, 1), which ONNX Runtime takes if less than the strides (1, 1)",
        ),
        output_padding=[1, 1],
        dilations=[2, 2],
    ),
    op(
        "QLinearConv",
        "u8[1, 3, 4, 4]; f32[]; u8[]; i8[2, 3, 0, 0]; f32[]; i8[]; f32[]; u8[]",
        "u8[1, 2, 5, 5]",
        finds="SI303 W is i8[2, 3, 0, 0], needed a window of at least 1 everywhere",
    ),
    op(
        "MaxpoolWithMask",
        "f32[0, 3, 4, 2]; i32[2, 3, 4, 6]",
        "f32[0, 3, 4, 1]",
        finds="SI217 M has 6 on axis 3, needed 2; M is i32[2, 3, 4, 6], X is f32[0, 3, 4, 2]",
        kernel_shape=[1, 2],
    ),
    op(
        "MaxpoolWithMask",
        "f32[1, 3, 4, 4]; i32[1, 1, 4, 4]",
        "f32[*]",
        finds="SI303 kernel_shape is left out, needed the sizes of the window",
    ),
]


@pytest.mark.parametrize("one", REFUSED, ids=str)
def test_refused(one: Row) -> None:
    one.check()
    assert set(one.compare()) == {"refused"}


# Nothing here runs these: the documentation is all there is (or the runtime crashes of them).
UNTRIED = [
    op(
        "NhwcFusedConv",
        "f16[b, h, w, 3]; f16[4, 3, 3, 3]; f16[4]; f16[b, h, w, 4]",
        "f16[b, h, w, 4]",
        needs=("h >= 1", "w >= 1"),
        activation="Relu",
        pads=[1, 1, 1, 1],
    ),
    op(
        "NhwcConv",
        "f16[b, h, w, 3]; f16[4, 3, 3, 3]",
        "f16[b, h, w, 4]",
        needs=("h >= 1", "w >= 1"),
        pads=[1, 1, 1, 1],
    ),
]


@pytest.mark.parametrize("one", UNTRIED, ids=str)
def test_inferred(one: Row) -> None:
    one.check()


def test_scales_of_a_weight_of_an_unknown_rank() -> None:
    inputs = "u8[1, 3, 4, 4]; f32[]; u8[]; i8[*]; f32[2]; i8[2]; f32[]; u8[]"
    op("QLinearConv", inputs, "u8[1, ?0, 5 - ?1, 5 - ?2]", needs=("?1 <= 4", "?2 <= 4")).check()


def test_nothing_that_is_stored_ends_the_process() -> None:
    op(
        "QLinearConv",
        "u8[n, 4, 4, 3]; f32[]; u8[]; u8[0, 3, 2, 2]; f32[]; u8[0] := (); f32[]; u8[]",
        "u8[n, 3, 3, 0]",
        finds="SI307 w_zero_point is u8[0] := (), stored, at which ONNX Runtime's process ends",
        channels_last=1,
    ).check()
