"""IsNaN, IsInf."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("IsNaN", (9, 13, 20), "f32[b, 3]", "bool[b, 3]"),
    row("IsInf", (10, 20), "f32[b, 3]", "bool[b, 3]"),
    row("IsNaN", 13, "f32[*]", "bool[*]", sizes=()),
    row("IsInf", 10, "f32[]", "bool[]"),
]  # fmt: skip


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_is_nan(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_is_nan_runs_as_inferred(case: Row) -> None:
    case.compare()
