"""CenterCropPad."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("CenterCropPad", 18, "f32[n, m]; i64[2] = (4, a)", "f32[4, a]"),
    row("CenterCropPad", 18, "f32[10, m]; i64[1] = (4)", "f32[4, m]", axes=[0]),
    row("CenterCropPad", 18, "f32[10, m]; i64[1] = (4)", "f32[10, 4]", axes=[-1]),
    row("CenterCropPad", 18, "f32[10, 7]; i64[2] = (0, 9)", "f32[0, 9]"),
    row("CenterCropPad", 18, "f32[10, 7]; i64[1] = (4)", "f32[4, 4]",
        finds="SI219 shape holds 1 sizes, needed 2, one for each axis (the runtime accepts one for all)"),
    row("CenterCropPad", 18, "f32[10, 7]; i64[] = 4", "f32[4, 7]", axes=[0],
        finds="SI201 shape has rank 0, needed 1 (the runtime uses it for all axes)"),
    row("CenterCropPad", 18, "f32[10, 7]; i64[2] = (-1, 9)", "f32[?0, 9]",
        finds="SI216 shape has the size -1, needed 0 or more"),
    row("CenterCropPad", 18, "f32[n, 7]; i64[1]", "f32[?0, 7]", sizes=(), axes=[0]),
    row("CenterCropPad", 18, "f32[n, 7]; i64[k]", "f32[?0, ?1]", needs="k == 2 or k == 1", sizes=()),
    row("CenterCropPad", 18, "f32[*]; i64[2] = (4, 5)", "f32[?0, ?1]", sizes=()),
]  # fmt: skip

REFUSED = [
    row("CenterCropPad", 18, "f32[10, 7]; i64[1] = (4)", "f32[*]", axes=[2],
        finds="SI202 axes is 2, needed -2 to 1 for rank 2"),
    row("CenterCropPad", 18, "f32[10, 7]; i64[2] = (4, 5)", "f32[*]", axes=[0, 0],
        finds="SI203 axes (0, 0) names an axis of rank 2 twice"),
    row("CenterCropPad", 18, "f32[10, 7]; i64[3] = (4, 5, 6)", "f32[*]",
        finds="SI219 shape holds 3 sizes, needed 2, one for each axis"),
    row("CenterCropPad", 18, "f32[3, 5]; i64[2] = (2147483648, 2147483648)", "f32[?0, ?1]",
        finds="SI227 the result is (2147483648, 2147483648), and has more than 2**63 - 1 bytes"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_center_crop_pad(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_center_crop_pad_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_center_crop_pad_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
