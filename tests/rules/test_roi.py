"""MaxRoiPool, RoiAlign."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("MaxRoiPool", (1,), "f32[1, c, 8, 8]; f32[r, 5]", "f32[r, c, 2, 3]", pooled_shape=[2, 3],
        sizes=({"c": 3, "r": 0}, {"c": 3, "r": 2}), feeds=None),
    row("MaxRoiPool", 22, "f32[*]; f32[r, 5]", "f32[r, ?0, 2, 3]", pooled_shape=[2, 3], sizes=()),
    row("MaxRoiPool", 1, "f32[1, 3, 8, 8]; f32[*]", "f32[?0, 3, 2, 3]", pooled_shape=[2, 3], sizes=()),
    row("RoiAlign", (10, 16, 22), "f32[b, c, 8, 8]; f32[r, 4]; i64[r]", "f32[r, c, 2, 3]", output_height=2,
        output_width=3, needs="b >= 1 or r == 0", sizes=({"b": 1, "c": 3, "r": 0},)),
    row("RoiAlign", 10, "f32[1, 3, 8, 8]; f32[2, 4]; i64[n]", "f32[2, 3, 1, 1]", needs="n == 2",
        sizes=({"n": 2}, {"n": 3})),
    row("RoiAlign", (10, 16, 22), "f32[*]; f32[*]; i64[7]", "f32[7, ?0, 1, 1]", needs="?1 == 7", sizes=()),
]  # fmt: skip

REFUSED = [
    row("MaxRoiPool", 1, "f32[1, 3, 8, 8]; f32[2, 4]", "f32[2, 3, 2, 2]", pooled_shape=[2, 2],
        finds="SI217 axis 1 of rois has 4, needed 5; rois is f32[2, 4]"),
    row("MaxRoiPool", 1, "f32[1, 3, 8, 8]; f32[2, 5]", "f32[*]", pooled_shape=[2],
        finds="SI219 pooled_shape is (2), needed a height and a width of at least 1"),
    row("MaxRoiPool", 1, "f32[1, 3, 8]; f32[2, 5]", "f32[*]", pooled_shape=[2, 2],
        finds="SI201 X has rank 3, needed 4; X is f32[1, 3, 8]"),
    row("RoiAlign", (10, 16, 22), "f32[1, 3, 8, 8]; f32[2, 4]; i64[3]", "f32[?0, 3, 1, 1]",
        finds="SI217 rois has 2 regions and batch_indices 3 elements, needed the same number; rois is f32[2, 4]"),
    row("RoiAlign", (10, 16, 22), "f32[1, 3, 8]; f32[2, 4]; i64[2]", "f32[*]",
        finds="SI201 X has rank 3, needed 4; X is f32[1, 3, 8]"),
    row("RoiAlign", (10, 16), "f32[1, 3, 8, 8]; f32[2, 5]; i64[2]", "f32[2, 3, 1, 1]",
        finds="SI217 axis 1 of rois has 5, needed 4; rois is f32[2, 5]"),
    row("RoiAlign", 10, "f32[1, 3, 8, 8]; f32[2, 4]; i64[2]", "f32[*]", output_height=-1,
        finds="SI303 the output is -1 by 1, needed sizes"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_roi(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_roi_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_roi_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
