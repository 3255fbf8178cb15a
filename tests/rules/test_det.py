"""Det."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("Det", (11, 22), "f32[b, 3, 3]", "f32[b]"),
    row("Det", (11, 22), "f32[n, n]", "f32[]"),
    row("Det", (11, 22), "f32[2, m, n]", "f32[2]", needs="m == n",
        sizes=({"m": 2, "n": 2}, {"m": 0, "n": 0}, {"m": 2, "n": 3})),
    row("Det", (11, 22), "f32[*]", "f32[*]", sizes=()),
]  # fmt: skip

REFUSED = [
    row("Det", (11, 22), "f32[2, 3, 4]", "f32[2]",
        finds="SI217 X has 3 rows and 4 columns, needed the same number; X is f32[2, 3, 4]"),
    row("Det", (11, 22), "f32[3]", "f32[*]", finds="SI201 X has rank 1, needed at least 2; X is f32[3]"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_det(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_det_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_det_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
