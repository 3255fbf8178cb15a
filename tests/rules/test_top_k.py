"""TopK, from the common case to the odd."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("TopK", (10, 11, 24), "f32[n, m]; i64[1] = (k)", "f32[n, k]; i64[n, k] in 0..m - 1", needs="m >= k",
        sizes=({"n": 2, "m": 5, "k": 3}, {"n": 2, "m": 3, "k": 3}, {"n": 2, "m": 2, "k": 3},
            {"n": 0, "m": 2, "k": 1}, {"n": 0, "m": 0, "k": 0})),
    row("TopK", (10, 11, 24), "f32[n, 9]; i64[1] = (5)", "f32[n, 5]; i64[n, 5] in 0..8"),
    row("TopK", (10, 11, 24), "f32[n, 4]; i64[1] = (2)", "f32[2, 4]; i64[2, 4] in 0..n - 1", needs="n >= 2",
        sizes=({"n": 2}, {"n": 1}), axis=0),
    row("TopK", (10, 11, 24), "f32[n, 4]; i64[1] = (2)", "f32[2, 4]; i64[2, 4] in 0..n - 1", needs="n >= 2",
        sizes=({"n": 2},), axis=-2),
    row("TopK", (10, 11, 24), "f32[n, 4]; i64[1] = (0)", "f32[n, 0]; i64[n, 0] in 0..3"),
    row("TopK", 11, "i64[3] = (a, b, c); i64[1] = (2)",
        "i64[2] in min(a, b) - max(0, min(a, b) - c)..max(c, max(b, a)); i64[2] in 0..2", largest=0),
    row("TopK", 1, "f32[n, 4]", "f32[n, 2]; i64[n, 2] in 0..3", k=2),
    row("TopK", 1, "f32[n, 4]", "f32[2, 4]; i64[2, 4] in 0..n - 1", needs="n >= 2",
        sizes=({"n": 2}, {"n": 1}), k=2, axis=0),
    row("TopK", 11, "f32[n, m]; i64[1]", "f32[n, ?0]; i64[n, ?0] in 0..m - 1", sizes=()),
    row("TopK", 11, "f32[n, m]; i64[1] in 1..3", "f32[n, ?0]; i64[n, ?0] in 0..m - 1", sizes=()),
    row("TopK", 11, "f32[*]; i64[1] = (2)", "f32[*]; i64[*] in 0..", sizes=()),
]  # fmt: skip

REFUSED = [
    row("TopK", (10, 11, 24), "f32[n, 4]; i64[1] = (5)", "f32[n, ?0]; i64[n, ?0] in 0..3",
        finds="SI227 K is 5, axis 1 of X is 4, needed at least as many; X is f32[n, 4]"),
    row("TopK", (10, 11, 24), "f32[n, 4]; i64[1] = (-1)", "f32[n, ?0]; i64[n, ?0] in 0..3",
        finds="SI216 K is -1, needed 0 or more"),
    row("TopK", (10, 11, 24), "f32[4]; i64[] = 2", "f32[*]; i64[*]",
        finds="SI201 K has rank 0, needed 1; K is i64[] = 2"),
    row("TopK", (10, 11, 24), "f32[4]; i64[2] = (1, 2)", "f32[1]; i64[1] in 0..3",
        finds="SI214 K holds 2 elements, needed 1; K is i64[2] = (1, 2)"),
    row("TopK", (10, 11, 24), "f32[]; i64[1] = (1)", "f32[*]; i64[*]",
        finds="SI201 X has rank 0, needed at least 1; X is f32[]"),
    row("TopK", (10, 11, 24), "f32[4]; i64[1] = (1)", "f32[*]; i64[*]", axis=1,
        finds="SI202 axis is 1, needed -1 to 0 for rank 1"),
    row("TopK", 1, "f32[n, 4]", "f32[n, ?0]; i64[n, ?0] in 0..3", k=5,
        finds="SI227 K is 5, axis 1 of X is 4, needed at least as many; X is f32[n, 4]"),
    row("TopK", 1, "f32[n, 4]", "f32[*]; i64[*]", k=0,
        finds="SI303 k is 0, needed 1 or more"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_top_k(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_top_k_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_top_k_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
