"""Relu."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("Relu", (6, 13, 14), "f32[b, 3]", "f32[b, 3]"),
    row("Relu", 1, "f32[n]", "f32[n]"),
    row("Relu", 14, "i32[3] = (a, -3, a - b)", "i32[3] = (a, 0, max(0, a - b))"),
    row("Relu", (6, 13, 14), "f32[2] = (1.5, -0.5)", "f32[2] = (1.5, 0)"),
    row("Relu", 14, "f32[*]", "f32[*]", sizes=()),
]  # fmt: skip


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_relu(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_relu_runs_as_inferred(case: Row) -> None:
    case.compare()
