"""Size: the number of elements."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("Size", (1, 13, 19, 21, 23), "f32[a, b, 3]", "i64[] = 3*a*b"),
    row("Size", (1, 13, 19, 21, 23), "f32[]", "i64[] = 1"),
    row("Size", 13, "f32[a, 0]", "i64[] = 0"),
    row("Size", 13, "f32[*]", "i64[] = 0..", sizes=()),
]  # fmt: skip


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_size(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_size_runs_as_inferred(case: Row) -> None:
    case.compare()
