"""Shape, from the common case to the odd."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("Shape", (1, 13, 15, 19, 21, 23), "f32[a, b, 3]", "i64[3] = (a, b, 3)"),
    row("Shape", (1, 13, 15, 19, 21, 23), "f32[]", "i64[0] = ()"),
    row("Shape", (1, 13, 15, 19, 21, 23), "f32[n + 1, 0]", "i64[2] = (n + 1, 0)"),
    row("Shape", (1, 13, 15, 19, 21, 23), "str[2]", "i64[1] = (2)"),
    row("Shape", (15, 19, 21, 23), "f32[a, b, c, d]", "i64[3] = (b, c, d)", start=1),
    row("Shape", (15, 19, 21, 23), "f32[a, b, c, d]", "i64[2] = (a, b)", end=2),
    row("Shape", (15, 19, 21, 23), "f32[a, b, c, d]", "i64[1] = (d)", start=-1),
    row("Shape", (15, 19, 21, 23), "f32[a, b, c, d]", "i64[3] = (a, b, c)", end=-1),
    row("Shape", (15, 19, 21, 23), "f32[a, b, c, d]", "i64[2] = (b, c)", start=1, end=-1),
    row("Shape", (15, 19, 21, 23), "f32[a, b]", "i64[2] = (a, b)", start=-7, end=9),
    row("Shape", (15, 19, 21, 23), "f32[a, b]", "i64[0] = ()", start=2, end=1),
    row("Shape", (15, 19, 21, 23), "f32[a, b]", "i64[0] = ()", start=5),
    row("Shape", (15, 19, 21, 23), "f32[a, b]", "i64[0] = ()", end=-5),
    row("Shape", (15, 19, 21, 23), "f32[a, b]", "i64[0] = ()", start=0, end=0),
    row("Shape", 1, "f32[*]", "i64[?0] in 0..", sizes=()),
    row("Shape", 15, "f32[*]", "i64[0] in 0..", sizes=(), start=2, end=1),
    row("Shape", 15, "f32[*]", "i64[?0] in 0..", sizes=(), start=0, end=2),
]  # fmt: skip


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_shape(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_shape_runs_as_inferred(case: Row) -> None:
    case.compare()
