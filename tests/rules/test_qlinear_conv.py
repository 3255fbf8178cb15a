"""QLinearConv."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("QLinearConv", 10, "u8[b, 3, h]; f32[]; u8[]; u8[8, 3, 3]; f32[]; u8[]; f32[]; u8[]; i32[8]",
        "u8[b, 8, h - 2]", needs="h >= 3", sizes=({"b": 1, "h": 4}, {"b": 2, "h": 3})),
    row("QLinearConv", 10, "u8[1, 3, 6]; f32[1]; u8[1]; u8[8, 3, 3]; f32[8]; u8[8]; f32[]; u8[]",
        "u8[1, 8, 4]"),
    row("QLinearConv", 10, "u8[*]; f32[]; u8[]; u8[8, 3, 3]; f32[]; u8[]; f32[]; u8[]", "u8[?0, 8, ?1 - 2]",
        needs="?1 >= 3", sizes=()),
]  # fmt: skip

REFUSED = [
    row("QLinearConv", 10, "u8[1, 3, 6]; f32[]; u8[]; u8[8, 3, 3]; f32[3]; u8[]; f32[]; u8[]", "u8[1, 8, 4]",
        finds="SI214 w_scale has 3 elements, needed 1 or 8; w_scale is f32[3]"),
    row("QLinearConv", 10, "u8[1, 3, 6]; f32[2]; u8[]; u8[8, 3, 3]; f32[]; u8[]; f32[]; u8[]", "u8[1, 8, 4]",
        finds="SI214 x_scale has 2 elements, needed 1; x_scale is f32[2]"),
    row("QLinearConv", 10, "u8[1, 3, 6]; f32[]; u8[]; u8[8, 3, 3]; f32[]; u8[]; f32[]; u8[]; i32[2]",
        "u8[1, 8, 4]", finds="SI214 B has 2 elements, needed 8, one for each filter of W; B is i32[2]"),
    row("QLinearConv", 10, "u8[1, 1, 4]; f32[]; u8[]; u8[]; f32[]; u8[]; f32[]; u8[]", "u8[*]",
        finds="SI201 W has rank 0, needed 3; W is u8[]"),
]  # fmt: skip

# The process ends.
ENDS = [
    row("QLinearConv", 10, "u8[n, 3, 6]; f32[]; u8[]; u8[0, 3, 3]; f32[]; u8[0] := (); f32[]; u8[]",
        "u8[n, 0, 4]",
        finds="SI307 w_zero_point is u8[0] := (), stored, at which ONNX Runtime's process ends"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED, *ENDS], ids=str)
def test_qlinear_conv(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_qlinear_conv_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_qlinear_conv_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
