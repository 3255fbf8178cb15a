"""NonZero, from the common case to the odd."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("NonZero", (9, 13), "bool[n, m]", "i64[2, ?0] in 0.."),
    row("NonZero", (9, 13), "f32[n]", "i64[1, ?0] in 0..n - 1"),
    row("NonZero", (9, 13), "i64[3] = (0, 2, 5)", "i64[1, 2] = (1, 2)"),
    row("NonZero", (9, 13), "i64[2, 2] = (1, 0, 2, 3)", "i64[2, 3] = (0, 1, 1, 0, 0, 1)"),
    row("NonZero", (9, 13), "i64[4] = (0, n, n + 1, 5)", "i64[1, ?0] in 0..3"),
    row("NonZero", (9, 13), "i64[0, 3]", "i64[2, 0] = ()"),
    row("NonZero", (9, 13), "f32[2] = (0.5, 0)", "i64[1, 1] = (0)"),
    row("NonZero", (9, 13), "i64[] = 1", "i64[1, 1] = (0)",
        finds="SI307 X has rank 0: the runtime makes one row of it, the specification none"),
    row("NonZero", (9, 13), "i64[] = 0", "i64[1, 0] = ()",
        finds="SI307 X has rank 0: the runtime makes one row of it, the specification none"),
    row("NonZero", 13, "i64[2] = (1..3, ?)", "i64[1, ?0] in 0..1", sizes=()),
    row("NonZero", 13, "f32[*]", "i64[?0, ?1] in 0..", sizes=()),
    row("NonZero", (9, 13), "i64[n] in 1", "i64[1, n] = 0..n - 1", sizes=({"n": 70}, {"n": 0}, {"n": 1})),
    row("NonZero", (9, 13), "f32[n, 3] in 1", "i64[2, 3*n] in 0..", sizes=()),
    row("NonZero", (9, 13), "i64[3, n] in -4..-1", "i64[2, 3*n] in 0..", sizes=()),
    row("NonZero", (9, 13), "i64[n] in 0", "i64[1, 0]", sizes=()),
    row("NonZero", (9, 13), "i64[3, 70] in 1", "i64[2, 210] in 0..69", sizes=()),
    row("NonZero", 13, "i64[3, 70]", "i64[2, ?0] in 0..69"),
]  # fmt: skip


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_non_zero(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_non_zero_runs_as_inferred(case: Row) -> None:
    case.compare()
