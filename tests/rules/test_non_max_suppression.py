"""NonMaxSuppression."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("NonMaxSuppression", (10, 11), "f32[b, n, 4]; f32[b, c, n]; i64[] = 3", "i64[?0, 3]",
        sizes=({"b": 1, "n": 6, "c": 2}, {"b": 1, "n": 0, "c": 2}, {"b": 2, "n": 3, "c": 1})),
    row("NonMaxSuppression", (10, 11), "f32[b, n, 4]; f32[b, c, n]", "i64[0, 3]",
        sizes=({"b": 1, "n": 6, "c": 2}, {"b": 1, "n": 0, "c": 2}, {"b": 2, "n": 3, "c": 1})),
    row("NonMaxSuppression", (10, 11), "f32[1, n, 4]; f32[1, 2, n]; i64[] = 1000; f32[] = 0.5; f32[] = 0.5",
        "i64[?0, 3]"),
    row("NonMaxSuppression", (10, 11), "f32[1, 6, 4]; f32[1, 2, 6]; i64[]", "i64[?0, 3]"),
    row("NonMaxSuppression", (10, 11), "f32[1, 6, 4]; f32[1, 2, 6]; i64[] = -1", "i64[?0, 3]"),
    row("NonMaxSuppression", (10, 11), "f32[*]; f32[*]; i64[]", "i64[?0, 3]", sizes=()),
]  # fmt: skip

REFUSED = [
    row("NonMaxSuppression", (10, 11), "f32[1, 6, 4]; f32[1, 2, 5]", "i64[0, 3]",
        finds="SI217 the number of boxes is 6 in boxes and 5 in scores, needed the same size; boxes is f32[1, "
            "6, 4], scores is f32[1, 2, 5]"),
    row("NonMaxSuppression", (10, 11), "f32[1, 6, 5]; f32[1, 2, 6]", "i64[0, 3]",
        finds="SI217 boxes has 5 on axis 2, needed 4; boxes is f32[1, 6, 5]"),
    row("NonMaxSuppression", (10, 11), "f32[2, 6, 4]; f32[1, 2, 6]", "i64[0, 3]",
        finds="SI217 the batch is 2 in boxes and 1 in scores, needed the same size; boxes is f32[2, 6, 4], "
            "scores is f32[1, 2, 6]"),
    row("NonMaxSuppression", (10, 11), "f32[6, 4]; f32[1, 2, 6]", "i64[*]",
        finds="SI201 boxes has rank 2, needed 3; boxes is f32[6, 4]"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_non_max_suppression(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_non_max_suppression_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_non_max_suppression_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
