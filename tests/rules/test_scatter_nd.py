"""ScatterND, from the common case to the odd."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("ScatterND", (11, 13, 16, 18), "f32[n, m]; i64[k, 1]; f32[k, m]", "f32[n, m]",
        needs="n >= 1 or k == 0",
        sizes=({"n": 3, "m": 2, "k": 4}, {"n": 1, "m": 0, "k": 1}, {"n": 3, "m": 2, "k": 0})),
    row("ScatterND", (11, 13, 16, 18), "f32[n, m]; i64[k, 2]; f32[j]", "f32[n, m]",
        needs=("j == k", "n >= 1 or k == 0", "m >= 1 or k == 0"),
        sizes=({"n": 3, "m": 2, "k": 4, "j": 4}, {"n": 3, "m": 2, "k": 4, "j": 3})),
    row("ScatterND", (11, 13, 16, 18), "f32[3, 4]; i64[1]; f32[4]", "f32[3, 4]"),
    row("ScatterND", (11, 13, 16, 18), "f32[3, 4]; i64[2, 0]; f32[2, 3, 4]", "f32[3, 4]"),
    row("ScatterND", (11, 13, 16, 18), "i64[4] = (a, b, c, d); i64[2, 1] = (0, -1); i64[2] = (7, 8)",
        "i64[4] = (7, b, c, 8)"),
    row("ScatterND", (11, 13, 16, 18), "i64[2, 2] = (a, b, c, d); i64[1, 1] = (1); i64[1, 2] = (7, 8)",
        "i64[2, 2] = (a, b, 7, 8)"),
    row("ScatterND", (16, 18), "i64[2] = (a, b); i64[2, 1] = (0, 0); i64[2] = (7, 8)",
        "i64[2] = (a + 15, b)", reduction="add"),
    row("ScatterND", 18, "i64[2] = (1, 9); i64[1, 1] = (0); i64[1] = (7)", "i64[2] = (7, 9)",
        reduction="max"),
    row("ScatterND", 13, "f32[n]; i64[1, 1] = (4); f32[1]", "f32[n]", needs="n >= 5",
        sizes=({"n": 5}, {"n": 4})),
    row("ScatterND", 18, "f32[3]; i64[1, 1]; f32[1]", "f32[3]", reduction="sum",
        finds=
            "SI303 reduction is 'sum', needed none, add, mul, max, min (the runtime accepts it all the same)"),
    row("ScatterND", 13, "f32[n, m]; i64[k, j]; f32[k]", "f32[n, m]",
        needs=("j == 2", "n >= 1 or k == 0", "m >= 1 or k == 0"), sizes=()),
    row("ScatterND", 13, "f32[*]; i64[k, 1]; f32[*]", "f32[*]", sizes=()),
    row("ScatterND", 13, "f32[n]; i64[*]; f32[*]", "f32[n]", sizes=()),
    row("ScatterND", 18, "f32[2, 0]; i64[n, 2]; f32[n]", "f32[2, 0]", needs="n == 0",
        sizes=({"n": 0}, {"n": 1})),
]  # fmt: skip

REFUSED = [
    row("ScatterND", (11, 13, 16, 18), "f32[3, 4]; i64[2, 2]; f32[3]", "f32[3, 4]",
        finds=
            "SI217 updates has 3 on axis 0 and is f32[3], needed shape (2) for indices i64[2, 2] into "
            "data f32[3, 4]"),
    row("ScatterND", (11, 13, 16, 18), "f32[3, 4]; i64[2, 1]; f32[2]", "f32[*]",
        finds="SI201 updates is f32[2], needed shape (2, 4) for indices i64[2, 1] into data f32[3, 4]"),
    row("ScatterND", (11, 13, 16, 18), "f32[3, 4]; i64[2, 3]; f32[2]", "f32[*]",
        finds=
            "SI217 the last axis of indices is 3, needed at most 2: data has as many axes; they are "
            "i64[2, 3] and f32[3, 4]"),
    row("ScatterND", (11, 13, 16, 18), "f32[3, 4]; i64[]; f32[]", "f32[*]",
        finds="SI201 indices has rank 0, needed at least 1; indices is i64[]"),
    row("ScatterND", (11, 13, 16, 18), "f32[3, 4]; i64[1, 2] = (3, 0); f32[1]", "f32[3, 4]",
        finds="SI301 indices holds 3, needed -3 to 2 for axis 0 of size 3; data is f32[3, 4]"),
    row("ScatterND", (11, 13, 16, 18), "f32[3, 4]; i64[1, 2] = (0, -5); f32[1]", "f32[3, 4]",
        finds="SI301 indices holds -5, needed -4 to 3 for axis 1 of size 4; data is f32[3, 4]"),
    row("ScatterND", (11, 13, 16, 18), "f32[0, 0]; i64[3, 1]; f32[3, 0]", "f32[0, 0]",
        finds="SI301 axis 0 is 0, needed at least 1, so that indices can point into it; data is f32[0, 0]"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_scatter_nd(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_scatter_nd_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_scatter_nd_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
