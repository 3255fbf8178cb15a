"""The layout NCHWc."""

from __future__ import annotations

import pytest

from tests.oracle import has_wide_registers
from tests.table import Domain, Row

op = Domain("com.microsoft.nchwc")


RUN = [
    op(
        "Conv",
        "f32[b, 16, h, w]; f32[32, 16, 3, 3]",
        "f32[b, 32, h, w]",
        needs=("h >= 1", "w >= 1"),
        sizes=({"b": 1, "h": 6, "w": 5},),
        pads=[1, 1, 1, 1],
    ),
    op(
        "MaxPool",
        "f32[b, 16, h, w]",
        "f32[b, 16, h//2, w//2]",
        needs=(
            "h >= 1 or b == 0",
            "w >= 1 or b == 0",
            "suppose h >= 2",
            "suppose w >= 2",
            "h >= 1",
        ),
        sizes=({"b": 1, "h": 6, "w": 5},),
        kernel_shape=[2, 2],
        strides=[2, 2],
    ),
    op("AveragePool", "f32[1, 16, 6, 6]", "f32[1, 16, 4, 4]", kernel_shape=[3, 3]),
    op("GlobalAveragePool", "f32[b, 16, 4, 4]", "f32[b, 16, 1, 1]", sizes=({"b": 1}, {"b": 2})),
    op("GlobalMaxPool", "f32[1, 16, 4, 4]", "f32[1, 16, 1, 1]"),
    op("ReorderInput", "f32[b, 32, 4, 4]", "f32[b, 32, 4, 4]", sizes=({"b": 1},)),
    op("ReorderInput", "f32[b, 4, 4, 12]", "f32[b, ?0, 4, 4]", sizes=({"b": 1},), channels_last=1),
    op("ReorderOutput", "f32[b, 16, 4, 4]", "f32[b, 12, 4, 4]", sizes=({"b": 1},), channels=12),
    op(
        "ReorderOutput",
        "f32[b, 16, 4, 5]",
        "f32[b, 4, 5, 12]",
        sizes=({"b": 1},),
        channels=12,
        channels_last=1,
    ),
    op("Upsample", "f32[b, 16, 4, 4]", "f32[b, 16, 8, 12]", sizes=({"b": 1},), scales=[1, 1, 2, 3]),
    op("Conv", "f32[1, 16, 4, 4]; f32[16, 16, 1, 3]; f32[16]; f32[1, 16, 4, 2]", "f32[1, 16, 4, 2]"),
    op("Conv", "f32[1, 16, 4, 4]; f32[16, 16, 3, 3]", "f32[1, 16, 2, 2]", activation="HardSwish"),
    op(
        "Upsample",
        "f32[1, 16, 4, 4]",
        "f32[1, 16, 8, 8]",
        scales=[1, 1, 2, 2],
        mode="linear",
        coordinate_transformation_mode="half_pixel",
    ),
    op(
        "MaxPool",
        "f32[1, 16, 4, 2]",
        "f32[1, 16, 2, 0]",
        finds="SI213 axis 3 of X has 2 with its padding, less than the 3 of the window",
        kernel_shape=[3, 3],
    ),
    op(
        "AveragePool",
        "f32[1, 32, 2, 3]",
        "f32[1, 32, 0, 1]",
        finds="SI213 axis 2 of X has 2 with its padding, less than the 3 of the window",
        kernel_shape=[3, 3],
    ),
]


@pytest.mark.parametrize("one", RUN, ids=str)
def test_runs_as_inferred(one: Row) -> None:
    one.check()
    assert "ran" in one.compare()


def test_fewer_channels_than_a_block() -> None:
    """The kernel takes them as they are: where a block has 16, up to 15."""
    one = op("Conv", "f32[1, 15, 4, 4]; f32[16, 15, 3, 3]", "f32[1, 16, 2, 2]")
    one.check()
    assert one.compare() == ["ran" if has_wide_registers() else "refused"]


# Nothing here runs these: the documentation is all there is (or the runtime crashes of them).
UNTRIED = [
    op("ReorderOutput", "f32[1, 16, 4, 4]", "f32[*]", finds="SI303 channels is 0, needed at least 1"),
    op("Upsample", "f32[1, 16, 4, 4]", "f32[*]", finds="SI219 scales is (2), needed 4 of them", scales=[2]),
    op(
        "MaxPool",
        "f32[1, 16, 2, 4]",
        "f32[1, 16, 0, 3]",
        finds=(
            "SI213 axis 2 of X has 2 with its padding, less than the 3 of the window",
            "SI307 axis 2 of the result has 0, and ONNX Runtime dies if the window has no place; X is f32[1, 16, 2, 4]",
        ),
        kernel_shape=[3, 2],
    ),
]


@pytest.mark.parametrize("one", UNTRIED, ids=str)
def test_inferred(one: Row) -> None:
    one.check()


REFUSED = [
    op(
        "GlobalMaxPool",
        "f32[1, 12, 4, 4]",
        "f32[1, 12, 1, 1]",
        finds="SI307 X has 12 channels, and ONNX Runtime needs whole blocks of 8 or 16; X is f32[1, 12, 4, 4]",
    ),
    op("GlobalMaxPool", "f32[1, 16, 4]", "f32[*]", finds="SI201 X has rank 3, needed 4; X is f32[1, 16, 4]"),
    op(
        "ReorderInput",
        "f32[1, 6, 4, 4]",
        "f32[1, ?0, 4, 4]",
        finds="SI218 X has 6 channels, needed a multiple of 4; X is f32[1, 6, 4, 4]",
    ),
    op(
        "ReorderOutput",
        "f32[1, 16, 4, 4]",
        "f32[1, 17, 4, 4]",
        finds="SI211 channels is 17 and X has 16, needed as many, rounded up to whole blocks; X is f32[1, 16, 4, 4]",
        channels=17,
    ),
    op(
        "ReorderOutput",
        "f32[1, 32, 4, 4]",
        "f32[1, 12, 4, 4]",
        finds="SI211 channels is 12 and X has 32, needed as many, rounded up to whole blocks; X is f32[1, 32, 4, 4]",
        channels=12,
    ),
    op(
        "Conv",
        "f32[1, 16, 4, 4]; f32[16, 16, 1, 3]; f32[3]",
        "f32[1, 16, 4, 2]",
        finds="SI214 B has 3 elements, needed 16, one for each filter of W; B is f32[3]",
    ),
    op(
        "Conv",
        "f32[1, 16, 4, 4]; f32[16, 16, 1, 3]; f32[16]; f32[1, 16, 2, 2]",
        "f32[1, 16, 4, 2]",
        finds="SI217 Sum has 2 on axis 2, needed 4; Sum is f32[1, 16, 2, 2]",
    ),
    op(
        "Conv",
        "f32[1, 20, 4, 4]; f32[16, 20, 3, 3]",
        "f32[1, 16, 2, 2]",
        finds="SI307 X has 20 channels, and ONNX Runtime needs fewer than a block of 16, or whole blocks; X is f32[1, 20, 4, 4]",
    ),
    op(
        "Conv",
        "f32[1, 8, 4, 4]; f32[16, 16, 1, 1]",
        "f32[1, 16, 4, 4]",
        finds="SI211 X has 8 channels, needed 16: axis 1 of W; X is f32[1, 8, 4, 4], W is f32[16, 16, 1, 1]",
    ),
    op(
        "Conv",
        "f32[1, 3, 4, 4]; f32[12, 3, 3, 3]",
        "f32[1, 12, 2, 2]",
        finds="SI307 W has 12 filters, and ONNX Runtime needs whole blocks of 8 or 16; W is f32[12, 3, 3, 3]",
    ),
    op(
        "Conv",
        "f32[1, 0, 4, 4]; f32[16, 0, 3, 3]",
        "f32[1, 16, 2, 2]",
        finds="SI211 X has 0 channels, needed at least 1; X is f32[1, 0, 4, 4]",
    ),
    op(
        "Conv",
        "f32[1, 16, 4]; f32[16, 16, 3]",
        "f32[*]",
        finds="SI201 X has rank 3, needed 4; X is f32[1, 16, 4]",
    ),
    op(
        "Conv",
        "f32[1, 16, 4, 4]; f32[16, 16, 3, 3]",
        "f32[1, 16, 2, 2]",
        finds="SI303 activation is 'Gelu', needed one of (Relu, Tanh, Sigmoid, HardSwish, LeakyRelu, Clip, HardSigmoid)",
        activation="Gelu",
    ),
    op(
        "Conv",
        "f32[1, 16, 4, 4]; f32[16, 16, 3, 3]",
        "f32[1, 16, 2, 2]",
        finds="SI219 activation_params has 0 entries, needed 1 for LeakyRelu",
        activation="LeakyRelu",
    ),
    op(
        "Upsample",
        "f32[1, 16, 4, 4]",
        "f32[*]",
        finds="SI303 scales is (1, 2, 3, 4), needed 1 for batch and channels, and no less behind",
        scales=[1, 2, 3, 4],
    ),
    op(
        "Upsample",
        "f32[1, 12, 4, 4]",
        "f32[1, 12, 12, 16]",
        finds="SI307 X has 12 channels, and ONNX Runtime needs whole blocks of 8 or 16; X is f32[1, 12, 4, 4]",
        scales=[1, 1, 3, 4],
    ),
    op(
        "Upsample",
        "f32[1, 16, 4, 4]",
        "f32[1, 16, 8, 8]",
        finds="SI303 mode is 'cubic', needed nearest or linear",
        scales=[1, 1, 2, 2],
        mode="cubic",
    ),
    op(
        "Upsample",
        "f32[1, 16, 4, 4]",
        "f32[1, 16, 8, 8]",
        finds="SI303 coordinate_transformation_mode is 'half_pixel' beside the mode nearest, needed one of (asymmetric)",
        scales=[1, 1, 2, 2],
        coordinate_transformation_mode="half_pixel",
    ),
]


@pytest.mark.parametrize("one", REFUSED, ids=str)
def test_refused(one: Row) -> None:
    one.check()
    assert set(one.compare()) == {"refused"}
