"""DeformConv."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("DeformConv", (19, 22), "f32[b, 4, 5, 5]; f32[2, 4, 3, 3]; f32[b, 18, 3, 3]", "f32[b, 2, 3, 3]",
        sizes=({"b": 1}, {"b": 2})),
    row("DeformConv", (19, 22), "f32[1, 4, 5, 5]; f32[2, 4, 3, 3]; f32[1, 18, 3, 3]; f32[2]; f32[1, 9, 3, 3]",
        "f32[1, 2, 3, 3]"),
    row("DeformConv", (19, 22), "f32[1, 4, 5, 5]; f32[2, 2, 3, 3]; f32[1, 36, 5, 5]", "f32[1, 2, 5, 5]",
        group=2, offset_group=2, pads=[1, 1, 1, 1]),
    row("DeformConv", (19, 22), "f32[*]; f32[2, 4, 3, 3]; f32[1, 18, 3, 3]", "f32[?0, 2, ?1 - 2, ?2 - 2]",
        needs=(
            "?1 >= 2",
            "suppose ?1 >= 3",
            "?2 >= 2",
            "suppose ?2 >= 3",
            "?0 == 1",
            "?1 - 2 == 3",
            "?2 - 2 == 3",
        ), sizes=()),
    row("DeformConv", (19, 22), "f32[1, 4, 8]; f32[2, 4, 3]; f32[1, 3, 6]", "f32[1, 2, 6]", sizes=(),
        finds="SI307 X is f32[1, 4, 8], and ONNX Runtime takes two spatial axes only"),
    row("DeformConv", (19, 22), "f32[1, 1, 2, 5]; f32[1, 1, 3, 3]; f32[1, 18, 1, 2]", "f32[1, 1, 1, 2]",
        strides=[2, 2], finds="SI213 axis 2 of X has 2 with its padding, less than the 3 of the window"),
    row("DeformConv", (19, 22), "f32[1, 1, h, 5]; f32[1, 1, 3, 3]; f32[1, 18, o, 3]", "f32[1, 1, h - 2, 3]",
        needs=("h >= 2", "suppose h >= 3", "o == h - 2"),
        sizes=({"h": 5, "o": 3}, {"h": 3, "o": 1}, {"h": 5, "o": 2})),
    row("DeformConv", 22, "f32[n, 1, 0, 6]; f32[1, 1, 1, 1]; f32[n, 2, 2, 8]", "f32[n, 1, 2, 8]",
        needs="n == 0", pads=[1, 1, 1, 1], sizes=({"n": 0}, {"n": 1})),
]  # fmt: skip

REFUSED = [
    row("DeformConv", (19, 22), "f32[1, 4, 5, 5]; f32[2, 4, 3, 3]; f32[1, 18, 4, 3]", "f32[1, 2, 3, 3]",
        finds="SI217 axis 2 of offset has 4, needed 3; offset is f32[1, 18, 4, 3]"),
    row("DeformConv", (19, 22), "f32[1, 4, 5, 5]; f32[2, 4, 3, 3]; f32[1, 16, 3, 3]", "f32[1, 2, 3, 3]",
        finds="SI217 axis 1 of offset has 16, needed 18; offset is f32[1, 16, 3, 3]"),
    row("DeformConv", (19, 22), "f32[1, 4, 5, 5]; f32[2, 4, 3, 3]; f32[1, 54, 3, 3]", "f32[1, 2, 3, 3]",
        offset_group=3,
        finds="SI212 X has 4 channels, needed a multiple of the 3 offset groups; X is f32[1, 4, 5, 5]"),
    row("DeformConv", (19, 22), "f32[1, 4, 5, 5]; f32[2, 4, 3, 3]; f32[1, 18, 3, 3]; -; f32[1, 8, 3, 3]",
        "f32[1, 2, 3, 3]", finds="SI217 axis 1 of mask has 8, needed 9; mask is f32[1, 8, 3, 3]"),
    row("DeformConv", (19, 22), "f32[1, 4, 5, 5]; f32[2, 4, 3, 3]; f32[1, 18, 3, 3]", "f32[*]",
        offset_group=0, finds="SI303 offset_group is 0, needed at least 1"),
    row("DeformConv", 22, "f32[2, 1, 6, 0]; f32[1, 1, 1, 1]; f32[2, 2, 8, 2]", "f32[2, 1, 8, 2]",
        pads=[1, 1, 1, 1],
        finds="SI307 axis 3 of X has 0, and ONNX Runtime needs 1 or more; X is f32[2, 1, 6, 0]"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_deform_conv(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_deform_conv_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_deform_conv_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
