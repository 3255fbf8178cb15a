"""CropAndResize, GridSample, DynamicTimeWarping."""

from __future__ import annotations

import pytest

from tests.table import Domain, Row

op = Domain("com.microsoft")


RUN = [
    op(
        "CropAndResize",
        "f32[b, 3, 8, 8]; f32[r, 4]; i32[r]; i32[2] = (3, 5)",
        "f32[r, 3, 3, 5]",
        sizes=({"b": 1, "r": 2}, {"b": 2, "r": 0}),
    ),
    op(
        "GridSample",
        "f32[b, 3, 8, 8]; f32[b, h, w, 2]",
        "f32[b, 3, h, w]",
        sizes=({"b": 1, "h": 4, "w": 5}, {"b": 2, "h": 1, "w": 1}),
    ),
    op("DynamicTimeWarping", "f32[m, n]", "i32[2, ?0]", sizes=({"m": 4, "n": 5}, {"m": 1, "n": 1})),
    op("DynamicTimeWarping", "f32[1, 4, n]", "i32[2, ?0]", sizes=({"n": 5},)),
]


@pytest.mark.parametrize("one", RUN, ids=str)
def test_runs_as_inferred(one: Row) -> None:
    one.check()
    assert "ran" in one.compare()


REFUSED = [
    op(
        "CropAndResize",
        "f32[1, 3, 8, 8]; f32[2, 5]; i32[2]; i32[2] = (3, 5)",
        "f32[2, 3, 3, 5]",
        finds="SI217 rois has 5 on axis 1, needed 4; rois is f32[2, 5]",
    ),
    op(
        "CropAndResize",
        "f32[1, 3, 8, 8]; f32[2, 4]; i32[3]; i32[2] = (3, 5)",
        "f32[2, 3, 3, 5]",
        finds="SI217 batch_indices has 3 on axis 0, needed 2; batch_indices is i32[3]",
    ),
    op(
        "CropAndResize",
        "f32[1, 3, 8, 8]; f32[2, 4]; i32[2]; i32[3] = (3, 5, 1)",
        "f32[2, 3, 3, 5, 1]",
        finds="SI217 crop_size has 3 on axis 0, needed 2; crop_size is i32[3] = (3, 5, 1)",
    ),
    op(
        "CropAndResize",
        "f32[1, 3, 8, 8]; f32[2, 4]; i32[2]; i32[2] = (0, 5)",
        "f32[2, 3, 0, 5]",
        finds="SI303 crop_size holds 0, needed at least 1",
    ),
    op(
        "GridSample",
        "f32[1, 3, 8, 8]; f32[1, 4, 5, 3]",
        "f32[1, 3, 4, 5]",
        finds="SI217 Grid has 3 on axis 3, needed 2; Grid is f32[1, 4, 5, 3]",
    ),
    op(
        "DynamicTimeWarping",
        "f32[2, 4, 5]",
        "i32[2, ?0]",
        finds="SI217 input has 2 on axis 0, needed 1; input is f32[2, 4, 5]",
    ),
    op(
        "DynamicTimeWarping",
        "f32[4]",
        "i32[*]",
        finds="SI201 input has rank 1, needed 2 to 3; input is f32[4]",
    ),
    op(
        "GridSample",
        "f32[2, 4, 3, 0]; f32[2, 1, 1, 2]",
        "f32[2, 4, 1, 1]",
        finds="SI226 axis 3 of X has 0, needed at least 1; X is f32[2, 4, 3, 0]",
    ),
]


@pytest.mark.parametrize("one", REFUSED, ids=str)
def test_refused(one: Row) -> None:
    one.check()
    assert set(one.compare()) == {"refused"}


# Nothing here runs these: the documentation is all there is (or the runtime crashes of them).
UNTRIED = [
    op(
        "CropAndResize",
        "f32[1, 3, 8, 8]; f32[2, 4]; i32[2]; i32[2]",
        "f32[2, 3, ?0, ?1]",
        needs=("?0 >= 1", "?1 >= 1"),
    ),
    op(
        "GridSample",
        "u8[1, 3, 8, 8]; u8[1, 4, 5, 2]",
        "u8[1, 3, 4, 5]",
        finds="SI101 X is u8[1, 3, 8, 8], needed f16, f32 or f64, which the output may be",
    ),
]


@pytest.mark.parametrize("one", UNTRIED, ids=str)
def test_inferred(one: Row) -> None:
    one.check()
