"""ScatterElements, and Scatter."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("Scatter", 9, "f32[n, 4]; i64[2, 4]; f32[2, 4]", "f32[n, 4]", needs="n >= 1", sizes=({"n": 3},)),
    row("Scatter", 11, "f32[n, 4]; i64[2, 4]; f32[2, 4]", "f32[n, 4]", needs="n >= 1", sizes=()),
    row("ScatterElements", (11, 13, 16, 18), "f32[n, 4]; i64[m, 4]; f32[m, 4]", "f32[n, 4]", needs="n >= 1 or m == 0",
        sizes=({"n": 0, "m": 2}, {"n": 3, "m": 2}, {"n": 3, "m": 5}, {"n": 3, "m": 0}, {"n": 0, "m": 0})),
    row("ScatterElements", (11, 13, 16, 18), "f32[n, 4]; i64[m, 2]; f32[m, k]", "f32[n, 4]",
        needs=("n >= m", "k == 2"),
        sizes=({"n": 3, "m": 2, "k": 2}, {"n": 3, "m": 4, "k": 2}, {"n": 3, "m": 2, "k": 1}), axis=-1),
    row("ScatterElements", (11, 13, 16, 18), "i64[4] = (a, b, c, d); i64[2] = (0, -1); i64[2] = (7, 8)",
        "i64[4] = (7, b, c, 8)"),
    row("ScatterElements", (11, 13, 16, 18), "i64[4] = (1, 2, 3, 4); i64[2] = (0, 0); i64[2] = (7, 8)",
        "i64[4] = (7..8, 2, 3, 4)"),
    row("ScatterElements", (11, 13, 16, 18),
        "i64[2, 2] = (1, 2, 3, 4); i64[1, 2] = (1, 0); i64[1, 2] = (7, 8)", "i64[2, 2] = (1, 8, 7, 4)"),
    row("ScatterElements", (16, 18), "i64[3] = (a, b, c); i64[2] = (0, 0); i64[2] = (7, 8)",
        "i64[3] = (a + 15, b, c)", reduction="add"),
    row("ScatterElements", (16, 18), "i64[3] = (a, b, c); i64[1] = (1); i64[1] = (7)",
        "i64[3] = (a, 7*b, c)", reduction="mul"),
    row("ScatterElements", 18, "i64[3] = (1, 9, 3); i64[2] = (1, 2); i64[2] = (7, 8)", "i64[3] = (1, 9, 8)",
        reduction="max"),
    row("ScatterElements", 18, "i64[3] = (1, 9, 3); i64[2] = (1, 2); i64[2] = (7, 8)", "i64[3] = (1, 7, 3)",
        reduction="min"),
    row("ScatterElements", 16, "f32[3]; i64[1]; f32[1]", "f32[3]", reduction="max",
        finds="SI303 reduction is 'max', needed none, add, mul (the runtime accepts it all the same)"),
    row("ScatterElements", 18, "f32[3]; i64[1]; f32[1]", "f32[3]", reduction="sum",
        finds=
            "SI303 reduction is 'sum', needed none, add, mul, max, min (the runtime accepts it all the same)"),
    row("ScatterElements", 13, "i64[n] in 0..4; i64[2]; i64[2] = (7, 8)", "i64[n] in 0..8", needs="n >= 1",
        sizes=({"n": 3},)),
    row("ScatterElements", 13, "f32[n]; i64[1] = (4); f32[1]", "f32[n]", needs="n >= 5",
        sizes=({"n": 5}, {"n": 4})),
    row("ScatterElements", 13, "f32[*]; i64[2]; f32[2]", "f32[?0]", sizes=()),
    row("ScatterElements", 13, "f32[n]; i64[*]; f32[2]", "f32[n]", sizes=()),
]  # fmt: skip

REFUSED = [
    row("ScatterElements", (11, 13, 16, 18), "f32[3, 4]; i64[2, 4]; f32[2, 3]", "f32[3, 4]",
        finds=
            "SI217 on axis 1 indices has 4 and updates has 3, needed the same shape; they are i64[2, 4] and "
            "f32[2, 3]"),
    row("ScatterElements", (11, 13, 16, 18), "f32[3, 4]; i64[2, 5]; f32[2, 5]", "f32[3, 4]",
        finds="SI217 on axis 1 indices has 5, needed at most data's 4; they are i64[2, 5] and f32[3, 4]"),
    row("ScatterElements", (11, 13, 16, 18), "f32[3, 4]; i64[2]; f32[2]", "f32[*]",
        finds="SI201 indices has rank 1, data has 2, needed the same rank; they are i64[2] and f32[3, 4]"),
    row("ScatterElements", (11, 13, 16, 18), "f32[3, 4]; i64[2, 4]; f32[2]", "f32[*]",
        finds="SI201 updates has rank 1, indices has 2, needed the same shape; they are f32[2] and i64[2, 4]"),
    row("ScatterElements", (11, 13, 16, 18), "f32[3]; i64[1] = (3); f32[1]", "f32[3]",
        finds="SI301 indices holds 3, needed -3 to 2 for axis 0 of size 3; data is f32[3]"),
    row("ScatterElements", (11, 13, 16, 18), "f32[3]; i64[1] = (-4); f32[1]", "f32[3]",
        finds="SI301 indices holds -4, needed -3 to 2 for axis 0 of size 3; data is f32[3]"),
    row("ScatterElements", (11, 13, 16, 18), "f32[]; i64[]; f32[]", "f32[*]",
        finds="SI201 data has rank 0, needed at least 1; data is f32[]"),
    row("ScatterElements", (11, 13, 16, 18), "f32[3]; i64[1]; f32[1]", "f32[*]", axis=1,
        finds="SI202 axis is 1, needed -1 to 0 for rank 1"),
    row("ScatterElements", 18, "f32[0, 5]; i64[1, 2] = (1, 1); f32[1, 2] = (1, 2)", "f32[0, 5]", axis=1,
        finds="SI217 on axis 0 indices has 1, needed at most data's 0; they are i64[1, 2] = (1, 1) and f32[0, 5]"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_scatter_elements(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_scatter_elements_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_scatter_elements_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
