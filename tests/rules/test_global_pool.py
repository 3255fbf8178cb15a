"""GlobalMaxPool, GlobalAveragePool, GlobalLpPool."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("GlobalMaxPool", (1, 22), "f32[b, 3, h, w]", "f32[b, 3, 1, 1]",
        needs=("h >= 1 or b == 0", "w >= 1 or b == 0"),
        sizes=({"b": 2, "h": 3, "w": 4}, {"b": 0, "h": 3, "w": 1}, {"b": 1, "h": 0, "w": 2})),
    row("GlobalMaxPool", (1, 22), "f32[2, 3, 4]", "f32[2, 3, 1]"),
    row("GlobalMaxPool", (1, 22), "f32[*]", "f32[*]", sizes=()),
    row("GlobalAveragePool", (1, 22), "f32[b, 3, h, w]", "f32[b, 3, 1, 1]",
        needs=("h >= 1 or b == 0", "w >= 1 or b == 0"),
        sizes=({"b": 2, "h": 3, "w": 4}, {"b": 0, "h": 3, "w": 1}, {"b": 1, "h": 0, "w": 2})),
    row("GlobalAveragePool", (1, 22), "f32[2, 3, 4]", "f32[2, 3, 1]"),
    row("GlobalAveragePool", (1, 22), "f32[*]", "f32[*]", sizes=()),
    row("GlobalLpPool", 2, "f32[b, 3, h, w]", "f32[b, 3, 1, 1]",
        needs=("h >= 1 or b == 0", "w >= 1 or b == 0"),
        sizes=({"b": 2, "h": 3, "w": 4}, {"b": 0, "h": 3, "w": 1}, {"b": 1, "h": 0, "w": 2})),
    row("GlobalLpPool", 2, "f32[2, 3, 4]", "f32[2, 3, 1]"),
    row("GlobalLpPool", 2, "f32[*]", "f32[*]", sizes=()),
    row("GlobalLpPool", 1, "f32[2, 3, 4]", "f32[2, 3, 1]", sizes=()),
    row("GlobalLpPool", 22, "f32[2, 3, 4]", "f32[2, 3, 1]", sizes=()),
]  # fmt: skip

REFUSED = [
    row("GlobalMaxPool", (1, 22), "f32[2, 3]", "f32[*]",
        finds="SI201 X has rank 2, needed at least 3; X is f32[2, 3]"),
    row("GlobalMaxPool", (1, 22), "f32[2, 3, 0]", "f32[2, 3, 1]",
        finds="SI226 axis 2 of X has 0, needed at least 1; X is f32[2, 3, 0]"),
    row("GlobalAveragePool", (1, 22), "f32[2, 3]", "f32[*]",
        finds="SI201 X has rank 2, needed at least 3; X is f32[2, 3]"),
    row("GlobalAveragePool", (1, 22), "f32[2, 3, 0]", "f32[2, 3, 1]",
        finds="SI226 axis 2 of X has 0, needed at least 1; X is f32[2, 3, 0]"),
    row("GlobalLpPool", 2, "f32[2, 3]", "f32[*]",
        finds="SI201 X has rank 2, needed at least 3; X is f32[2, 3]"),
    row("GlobalLpPool", 2, "f32[2, 3, 0]", "f32[2, 3, 1]",
        finds="SI226 axis 2 of X has 0, needed at least 1; X is f32[2, 3, 0]"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_global_pool(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_global_pool_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_global_pool_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
