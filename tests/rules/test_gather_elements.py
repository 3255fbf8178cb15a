"""GatherElements, from the common case to the odd."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("GatherElements", (11, 13), "f32[n, 4]; i64[m, 4]", "f32[m, 4]", needs="n >= 1 or m == 0",
        sizes=({"n": 3, "m": 2}, {"n": 3, "m": 5}, {"n": 0, "m": 0}, {"n": 1, "m": 0})),
    row("GatherElements", (11, 13), "f32[n, 4]; i64[n, 2]", "f32[n, 2]", axis=-1),
    row("GatherElements", (11, 13), "f32[n, m]; i64[k, 2]", "f32[k, 2]", needs=("n >= k", "m >= 1 or k == 0"),
        sizes=({"n": 3, "m": 2, "k": 3}, {"n": 3, "m": 0, "k": 2}, {"n": 3, "m": 2, "k": 4}, {"n": 3, "m": 2, "k": 0}), axis=1),
    row("GatherElements", 13, "f32[n, 1]; i64[m, 1] = 0..m - 1", "f32[m, 1]", needs="n >= m",
        sizes=({"n": 3, "m": 2}, {"n": 3, "m": 3}, {"n": 3, "m": 4}, {"n": 3, "m": 0})),
    row("GatherElements", (11, 13), "i64[2, 2] = (a, b, c, d); i64[1, 2] = (1, 0)", "i64[1, 2] = (c, b)"),
    row("GatherElements", (11, 13), "i64[3] = (a, b, c); i64[2] = (-1, 0)", "i64[2] = (c, a)"),
    row("GatherElements", 13, "i64[3] = (4, 5, 6); i64[2]", "i64[2] in 4..6", sizes=()),
    row("GatherElements", 13, "f32[*]; i64[2, n]", "f32[2, n]", sizes=()),
    row("GatherElements", 13, "f32[2]; i64[*]", "f32[*]", sizes=()),
]  # fmt: skip

REFUSED = [
    row("GatherElements", (11, 13), "f32[3, 4]; i64[2, 5]", "f32[2, 5]",
        finds="SI217 on axis 1 indices has 5, needed at most data's 4; they are i64[2, 5] and f32[3, 4]"),
    row("GatherElements", (11, 13), "f32[3, 4]; i64[0, 9]", "f32[0, 9]",
        finds="SI217 on axis 1 indices has 9, needed at most data's 4; they are i64[0, 9] and f32[3, 4]"),
    row("GatherElements", (11, 13), "f32[3, 4]; i64[2]", "f32[*]",
        finds="SI201 indices has rank 1, data has 2, needed the same rank; they are i64[2] and f32[3, 4]"),
    row("GatherElements", (11, 13), "f32[3]; i64[1] = (3)", "f32[1]",
        finds="SI301 indices holds 3, needed -3 to 2 for axis 0 of size 3; data is f32[3]"),
    row("GatherElements", (11, 13), "f32[3]; i64[1] = (-4)", "f32[1]",
        finds="SI301 indices holds -4, needed -3 to 2 for axis 0 of size 3; data is f32[3]"),
    row("GatherElements", (11, 13), "f32[]; i64[]", "f32[*]",
        finds="SI201 data has rank 0, needed at least 1; data is f32[]"),
    row("GatherElements", (11, 13), "f32[3]; i64[1]", "f32[*]", axis=1,
        finds="SI202 axis is 1, needed -1 to 0 for rank 1"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_gather_elements(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_gather_elements_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_gather_elements_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
