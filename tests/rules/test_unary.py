"""Neg, Abs, Sign, Floor, Ceil, Round, Sqrt, Reciprocal."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("Neg", (6, 13), "f32[b, 3]", "f32[b, 3]"),
    row("Abs", (6, 13), "f32[b, 3]", "f32[b, 3]"),
    row("Floor", (6, 13), "f32[b, 3]", "f32[b, 3]"),
    row("Ceil", (6, 13), "f32[b, 3]", "f32[b, 3]"),
    row("Neg", 1, "f32[n]", "f32[n]"),
    row("Neg", (6, 13), "i64[2] = (a, -2)", "i64[2] = (-a, 2)"),
    row("Neg", (6, 13), "i8[] = -128", "i8[]",
        finds="SI306 an element comes out as 128, i8 holds -128 to 127"),
    row("Abs", (6, 13), "i64[3] = (a, -2, a - b)", "i64[3] = (a, 2, 2*max(0, a - b) + b - a)"),
    row("Sign", (9, 13), "i64[4] = (a, a + 1, -3, a - b)",
        "i64[4] = (min(a, 1), 1, -1, max(-1, min(a, b + 1) - b))"),
    row("Sign", (9, 13), "f32[2] = (0.5, -0.5)", "f32[2] = (1, -1)"),
    row("Floor", (6, 13), "f32[3] = (h/2, -1.5, h/3)", "f32[3] = (h//2, -2, h//3)"),
    row("Ceil", (6, 13), "f32[3] = (3*h/2, -1.5, h/3)", "f32[3] = (h + (h + 1)//2, -1, ceildiv(h, 3))"),
    row("Round", (11, 22), "f32[4] = (0.5, 1.5, 2.5, -0.5)", "f32[4] = (0, 2, 2, 0)"),
    row("Round", (11, 22), "f32[1] = (h/2)", "f32[1] = (h//2..(h + 1)//2)"),
    row("Round", (11, 22), "f32[1] = (h)", "f32[1] = (h)"),
    row("Sqrt", (6, 13), "f32[3] = (9, 2, 0.25)", "f32[3] = (3, 1.4142135, 0.5)"),
    row("Sqrt", (6, 13), "f32[2] = (h, -1)", "f32[2]"),
    row("Reciprocal", (6, 13), "f32[3] = (4, 3, 0)", "f32[3] = (0.25, 0.33333334, ?)"),
    row("Reciprocal", (6, 13), "f32[1] = (h)", "f32[1] = (1/h)",
        needs=("suppose h >= 1", "suppose h <= 16777216"), sizes=({"h": 4},)),
    row("Sqrt", 1, "f32[n, 0]", "f32[n, 0]"),
    row("Abs", 13, "f32[*]", "f32[*]", sizes=()),
    row("Sign", 13, "f32[]", "f32[]"),
    row("Round", 22, "f32[0]", "f32[0]"),
    row("Ceil", 13, "f64[1] = (h/3)", "f64[1] = (ceildiv(h, 3))"),
]  # fmt: skip


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_unary(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_unary_runs_as_inferred(case: Row) -> None:
    case.compare()
