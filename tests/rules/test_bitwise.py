"""BitShift and the bitwise operators."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("BitShift", 11, "u64[b, 3]; u64[3]", "u64[b, 3]", direction="LEFT"),
    row("BitShift", 11, "u32[2] = (5, 3); u32[] = 1", "u32[2] = (10, 6)", direction="LEFT"),
    row("BitShift", 11, "u8[] = 200; u8[] = 1", "u8[] = 144", direction="LEFT"),
    row("BitShift", 28, "i8[2] = (-3, 100); i8[] = 1", "i8[2] = (-6, -56)", direction="LEFT"),
    row("BitShift", 11, "u32[2] = (5, 3); u32[] = 32", "u32[2]", direction="LEFT", sizes=()),
    row("BitShift", 11, "u64[b, 3]; u64[3]", "u64[b, 3]", direction="RIGHT"),
    row("BitShift", 11, "u32[2] = (5, 3); u32[] = 1", "u32[2] = (2, 1)", direction="RIGHT"),
    row("BitShift", 11, "u8[] = 200; u8[] = 1", "u8[] = 100", direction="RIGHT"),
    row("BitShift", 28, "i8[2] = (-3, 100); i8[] = 1", "i8[2] = (-2, 50)", direction="RIGHT"),
    row("BitShift", 11, "u32[2] = (5, 3); u32[] = 32", "u32[2]", direction="RIGHT", sizes=()),
    row("BitShift", 11, "u64[] = n; u64[] = 1", "u64[] = n//2", direction="RIGHT"),
    row("BitShift", 11, "u64[] = n; u64[] = 1", "u64[]", direction="LEFT"),
    row("BitwiseAnd", 18, "i64[b, 1]; i64[3]", "i64[b, 3]"),
    row("BitwiseAnd", 18, "i64[2] = (12, -1); i64[] = 10", "i64[2] = (8, 10)"),
    row("BitwiseOr", 18, "i64[b, 1]; i64[3]", "i64[b, 3]"),
    row("BitwiseOr", 18, "i64[2] = (12, -1); i64[] = 10", "i64[2] = (14, -1)"),
    row("BitwiseXor", 18, "i64[b, 1]; i64[3]", "i64[b, 3]"),
    row("BitwiseXor", 18, "i64[2] = (12, -1); i64[] = 10", "i64[2] = (6, -11)"),
    row("BitwiseAnd", 18, "i64[n]; i64[] = 7", "i64[n] in 0..7"),
    row("BitwiseNot", 18, "i64[2] = (5, n)", "i64[2] = (-6, -n - 1)"),
    row("BitwiseNot", 18, "u8[1] = (5)", "u8[1] = (250)"),
    row("BitwiseNot", 18, "i64[*]", "i64[*]", sizes=()),
]  # fmt: skip

REFUSED = [
    row("BitShift", 11, "u8[]; u8[] = 1", "u8[]", direction="UP",
        finds="SI303 direction is UP, needed LEFT or RIGHT"),
    row("BitShift", 11, "u8[2]; u8[3]", "u8[?0]", direction="LEFT",
        finds="SI207 on axis 0 X has 2 and Y has 3, needed equal sizes or 1; X is u8[2], Y is u8[3]"),
    row("BitwiseOr", 18, "i64[2]; i64[3]", "i64[?0]",
        finds="SI207 on axis 0 A has 2 and B has 3, needed equal sizes or 1; A is i64[2], B is i64[3]"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_bitwise(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_bitwise_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_bitwise_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
