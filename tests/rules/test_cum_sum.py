"""CumSum, from the common case to the odd."""

from __future__ import annotations

import pytest

from shapeinfer.testing import infer
from tests.table import Row, row

ROWS = [
    row("CumSum", (11, 14), "f32[n, m]; i64[] = 1", "f32[n, m]"),
    row("CumSum", (11, 14), "i64[3] = (a, b, c); i64[] = 0", "i64[3] = (a, a + b, a + b + c)"),
    row("CumSum", (11, 14), "i64[3] = (a, b, c); i64[] = -1", "i64[3] = (0, a, a + b)", exclusive=1),
    row("CumSum", (11, 14), "i64[3] = (a, b, c); i32[] = 0", "i64[3] = (a + b + c, b + c, c)", reverse=1),
    row("CumSum", (11, 14), "i64[3] = (a, b, c); i64[] = 0", "i64[3] = (b + c, c, 0)", reverse=1,
        exclusive=1),
    row("CumSum", (11, 14), "i64[2, 2] = (1, 2, 3, 4); i64[] = 0", "i64[2, 2] = (1, 2, 4, 6)"),
    row("CumSum", (11, 14), "i64[2, 2] = (1, 2, 3, 4); i64[] = 1", "i64[2, 2] = (1, 3, 3, 7)"),
    row("CumSum", (11, 14), "f32[3] = (1, 2, 3); i64[] = 0", "f32[3] = (1, 3, 6)"),
    row("CumSum", (11, 14), "f32[2] = (0.1, 0.2); i64[] = 0", "f32[2]"),
    row("CumSum", (11, 14), "i64[4]; i64[1] = (0)", "i64[4]",
        finds="SI201 axis has rank 1, needed a scalar (the runtime accepts both)"),
    row("CumSum", (11, 14), "i64[n, m] in 1; i64[] = 1", "i64[n, m] = 1..m", sizes=({"n": 2, "m": 5}, {"n": 0, "m": 1})),
    row("CumSum", (11, 14), "i64[n, m] in 1; i64[] = 0", "i64[n, m] = 0..n - 1", exclusive=1, reverse=1,
        sizes=({"n": 2, "m": 5}, {"n": 0, "m": 1})),
    row("CumSum", (11, 14), "i64[n] in 0..1; i64[] = 0", "i64[n] in 0..n"),
    row("CumSum", (11, 14), "i64[n] in -2..1; i64[] = 0", "i64[n] in -(2*n)..n"),
    row("CumSum", (11, 14), "i64[n] in 3..; i64[] = 0", "i64[n]"),
    row("CumSum", (11, 14), "i64[0]; i64[] = 5", "i64[0]"),
    row("CumSum", (11, 14), "i64[0]; i64[2] = (0, 0)", "i64[0]"),
    row("CumSum", 14, "i64[*]; i64[2] = (0, 0)", "i64[*]", sizes=()),
    row("CumSum", 14, "i64[2]; i64[]", "i64[2]", sizes=()),
    row("CumSum", 14, "i64[*]; i64[] = 0", "i64[*]", sizes=()),
]  # fmt: skip

REFUSED = [
    row("CumSum", (11, 14), "i64[4]; i64[] = 1", "i64[*]",
        finds="SI202 axis is 1, needed -1 to 0 for rank 1"),
    row("CumSum", (11, 14), "i64[4]; i64[] = -2", "i64[*]",
        finds="SI202 axis is -2, needed -1 to 0 for rank 1"),
    row("CumSum", (11, 14), "i64[4]; i64[2] = (0, 0)", "i64[4]",
        finds=(
            "SI214 axis holds 2 elements, needed 1; it is i64[2] = (0, 0)",
            "SI201 axis has rank 1, needed a scalar (the runtime accepts both)",
        )),
    row("CumSum", (11, 14), "i64[4]; i64[1, 1] = (0)", "i64[*]",
        finds="SI201 axis has rank 2, needed at most 1; axis is i64[1, 1] = (0)"),
    row("CumSum", (11, 14), "i64[]; i64[] = 0", "i64[*]",
        finds="SI201 x has rank 0, needed at least 1; x is i64[]"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_cum_sum(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_cum_sum_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_cum_sum_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()


def test_cum_prod() -> None:
    assert infer("CumProd", 26, "i64[3] = (2, 3, n)", "i64[] = 0").output == "i64[3] = (2, 6, 6*n)"
    assert (
        infer("CumProd", 26, "i64[2] = (2, 3)", "i64[] = 0", exclusive=1, reverse=1).output
        == "i64[2] = (3, 1)"
    )
    assert infer("CumProd", 26, "f32[n, m]", "i64[]").output == "f32[n, m]"
