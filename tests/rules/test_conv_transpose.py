"""ConvTranspose."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("ConvTranspose", (1, 11, 22), "f32[b, 4, h, 5]; f32[4, 3, 3, 3]; f32[3]", "f32[b, 3, 2*h, 10]",
        needs=("h >= 1", "2*h >= 1"),
        sizes=({"h": 4, "b": 2}, {"h": 1, "b": 1}, {"h": 3, "b": 0}, {"h": 0, "b": 1}), strides=[2, 2],
        pads=[1, 1, 1, 1], output_padding=[1, 1]),
    row("ConvTranspose", (1, 11, 22), "f32[b, 4, h]; f32[4, 3, 3]", "f32[b, 3, h + 2]",
        sizes=({"h": 4, "b": 2}, {"h": 1, "b": 1}, {"h": 3, "b": 0}, {"h": 0, "b": 1})),
    row("ConvTranspose", (1, 11, 22), "f32[b, 4, h]; f32[4, 3, 3]; f32[6]", "f32[b, 6, h + 2]",
        sizes=({"h": 4, "b": 2}, {"h": 1, "b": 1}, {"h": 3, "b": 0}, {"h": 0, "b": 1}), group=2),
    row("ConvTranspose", (1, 11, 22), "f32[b, 4, h]; f32[4, 3, 2]", "f32[b, 3, 2*h]", needs="2*h >= 1",
        sizes=({"h": 4, "b": 2}, {"h": 1, "b": 1}, {"h": 3, "b": 0}, {"h": 0, "b": 1}), strides=[2]),
    row("ConvTranspose", (1, 11, 22), "f32[b, 4, h]; f32[4, 3, 3]", "f32[b, 3, 3*h + 2]",
        sizes=({"h": 4, "b": 2}, {"h": 1, "b": 1}, {"h": 3, "b": 0}, {"h": 0, "b": 1}), dilations=[2],
        strides=[3]),
    row("ConvTranspose", (1, 11, 22), "f32[b, 4, h]; f32[4, 3, 1]", "f32[b, 3, h - 2]", needs="h >= 3",
        sizes=({"h": 4, "b": 2}, {"h": 1, "b": 1}, {"h": 3, "b": 0}, {"h": 0, "b": 1}), pads=[1, 1]),
    row("ConvTranspose", (1, 11, 22), "f32[b, 4, h]; f32[4, 3, 3]", "f32[b, 3, 2*h]", needs="2*h >= 1",
        sizes=({"h": 4, "b": 2}, {"h": 1, "b": 1}, {"h": 3, "b": 0}, {"h": 0, "b": 1}), auto_pad="SAME_UPPER",
        strides=[2]),
    row("ConvTranspose", (1, 11, 22), "f32[b, 4, h]; f32[4, 3, 3]", "f32[b, 3, 2*h]", needs="2*h >= 1",
        sizes=({"h": 4, "b": 2}, {"h": 1, "b": 1}, {"h": 3, "b": 0}, {"h": 0, "b": 1}), auto_pad="SAME_LOWER",
        strides=[2], dilations=[2]),
    row("ConvTranspose", (1, 11, 22), "f32[b, 4, h]; f32[4, 3, 3]", "f32[b, 3, 2*h + 1]",
        sizes=({"h": 4, "b": 2}, {"h": 1, "b": 1}, {"h": 3, "b": 0}, {"h": 0, "b": 1}), auto_pad="VALID",
        strides=[2]),
    row("ConvTranspose", (1, 11, 22), "f32[b, 4, h]; f32[4, 3, 1]", "f32[b, 3, 3*h - 2]", needs="3*h >= 3",
        sizes=({"h": 4, "b": 2}, {"h": 1, "b": 1}, {"h": 3, "b": 0}, {"h": 0, "b": 1}), auto_pad="SAME_UPPER",
        strides=[3], finds="SI307 auto_pad is SAME_UPPER: axis 2 is 3*h, in ONNX Runtime 3*h - 2"),
    row("ConvTranspose", (1, 11, 22), "f32[1, 4, 4]; f32[4, 3, 3]", "f32[1, 3, 10]", strides=[2],
        output_shape=[10]),
    row("ConvTranspose", (1, 11, 22), "f32[1, 4, h]; f32[4, 3, 3]", "f32[1, 3, 10]",
        needs=("h >= 1", "2*h + 2 >= 10"), strides=[2], output_shape=[10],
        sizes=({"h": 4}, {"h": 5}, {"h": 3}, {"h": 12})),
    row("ConvTranspose", (1, 11, 22), "f32[1, 4, h]; f32[4, 3, 3]", "f32[1, 3, 10]",
        needs=("h >= 1", "3*h + 2 >= 10"), strides=[3], output_shape=[10], output_padding=[1],
        sizes=({"h": 4}, {"h": 2}, {"h": 3}, {"h": 12})),
    row("ConvTranspose", (1, 11, 22), "f32[*]; f32[4, 3, 3]", "f32[?0, 3, ?1 + 2]", sizes=()),
    row("ConvTranspose", (1, 11, 22), "f32[1, 4, 4]; f32[*]", "f32[1, ?0, ?1 + 3]", sizes=()),
    row("ConvTranspose", (1, 11, 22), "f32[*]; f32[*]", "f32[*]", sizes=()),
    row("ConvTranspose", (1, 11, 22), "f32[1, 4, 4]; f32[4, 3, 3]", "f32[1, 3, 9]", dilations=[2],
        output_padding=[1],
        finds="SI307 output_padding is (1), which ONNX Runtime takes if less than the strides (1)"),
]  # fmt: skip

REFUSED = [
    row("ConvTranspose", (1, 11, 22), "f32[1, 3, 4]; f32[4, 3, 3]", "f32[1, 3, 6]",
        finds="SI211 X has 3 channels, needed 4: axis 0 of W; X is f32[1, 3, 4], W is f32[4, 3, 3]"),
    row("ConvTranspose", (1, 11, 22), "f32[1, 3, 4]; f32[3, 3, 3]", "f32[1, 6, 6]", group=2,
        finds="SI212 the channels of W are 3, needed a multiple of the 2 groups; W is f32[3, 3, 3]"),
    row("ConvTranspose", (1, 11, 22), "f32[1, 4, 4]; f32[4, 3, 3]; f32[5]", "f32[1, 3, 6]",
        finds="SI214 B has 5 elements, needed 3, one for each output channel; B is f32[5]"),
    row("ConvTranspose", (1, 11, 22), "f32[1, 4, 4]; f32[4, 3, 3]", "f32[1, 3, 7]", output_padding=[1],
        finds="SI303 output_padding is (1), needed less than the 1 of stride and dilation on each axis"),
    row("ConvTranspose", (1, 11, 22), "f32[1, 4, 4]; f32[4, 3, 3]", "f32[*]", output_shape=[1, 3, 6],
        finds="SI219 output_shape (1, 3, 6) has 3 entries, needed 1, one for each spatial axis"),
    row("ConvTranspose", (1, 11, 22), "f32[1, 4, 4]; f32[4, 3, 3]", "f32[1, 3, 6]", output_shape=[-1],
        finds="SI303 output_shape is (-1), needed none below 0"),
    row("ConvTranspose", (1, 11, 22), "f32[1, 4, 4]; f32[4, 3, 3]", "f32[1, 3, 30]", output_shape=[30],
        finds="SI303 output_shape is (30), needed at most 6 on axis 2; X is f32[1, 4, 4]"),
    row("ConvTranspose", (1, 11, 22), "f32[1, 4, 1]; f32[4, 3, 1]", "f32[1, 3, ?0]", pads=[1, 1],
        finds="SI216 axis 2 comes out as -1, needed at least 1; X is f32[1, 4, 1]"),
    row("ConvTranspose", (1, 11, 22), "f32[1, 4, 4]; f32[4, 3, 3]", "f32[1, 3, 6]", auto_pad="VALID",
        pads=[1, 1], finds="SI303 auto_pad is VALID beside pads (1, 1), needed one of the two"),
    row("ConvTranspose", (1, 11, 22), "f32[1, 4, 0]; f32[4, 3, 3]", "f32[1, 3, 2]", strides=[2],
        output_padding=[1], finds="SI226 axis 2 of X has 0, needed at least 1; X is f32[1, 4, 0]"),
    row("ConvTranspose", (1, 11, 22), "f32[1, 4, 1]; f32[4, 3, 3]", "f32[1, 3, 7]", strides=[4],
        output_padding=[1], output_shape=[7],
        finds="SI303 output_shape is (7), needed at most 6 on axis 2; X is f32[1, 4, 1]"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_conv_transpose(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_conv_transpose_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_conv_transpose_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
