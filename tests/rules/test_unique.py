"""Unique and its four outputs."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("Unique", 11, "i64[n]", "i64[?0]; i64[?0] in 0..n - 1; i64[n] in 0..?0 - 1; i64[?0] in 1..n"),
    row("Unique", 11, "f32[n, m]",
        "f32[?0]; i64[?0] in 0..m*n - 1; i64[m*n] in 0..?0 - 1; i64[?0] in 1..m*n"),
    row("Unique", 11, "f32[n, 2]", "f32[?0, 2]; i64[?0] in 0..n - 1; i64[n] in 0..?0 - 1; i64[?0] in 1..n",
        axis=0),
    row("Unique", 11, "f32[2, n]", "f32[2, ?0]; i64[?0] in 0..n - 1; i64[n] in 0..?0 - 1; i64[?0] in 1..n",
        axis=-1),
    row("Unique", 11, "i64[4] = (3, 1, 1, 2)",
        "i64[3] = (1, 2, 3); i64[3] = (1, 3, 0); i64[4] = (2, 0, 0, 1); i64[3] = (2, 1, 1)"),
    row("Unique", 11, "i64[4] = (3, 1, 1, 2)",
        "i64[3] = (3, 1, 2); i64[3] = (0, 1, 3); i64[4] = (0, 1, 1, 2); i64[3] = (1, 2, 1)", sorted=0),
    row("Unique", 11, "i64[2, 2] = (3, 1, 1, 2)",
        "i64[3] = (1, 2, 3); i64[3] = (1, 3, 0); i64[4] = (2, 0, 0, 1); i64[3] = (2, 1, 1)"),
    row("Unique", 11, "i64[3, 2] = (1, 2, 1, 1, 1, 2)", "i64[2, 2] in 1..2; i64[2] = (1, 0); i64[3] = (1, 0, 1); "
        "i64[2] = (1, 2)", axis=0),
    row("Unique", 11, "i64[2, 3] = (3, 1, 3, 4, 4, 4)", "i64[2, 2] in 1..4; i64[2] = (0, 1); i64[3] = (0, 1, 0); "
        "i64[2] = (2, 1)", axis=1, sorted=0),
    row("Unique", 11, "i64[2] = (n, m)",
        "i64[?0] in min(m, n)..max(n, m); i64[?0] in 0..1; i64[2] in 0..?0 - 1; i64[?0] in 1..2"),
    row("Unique", 11, "i64[0]", "i64[0] = (); i64[0] = (); i64[0] = (); i64[0] = ()"),
    row("Unique", 11, "i64[]", "i64[?0]"),
    row("Unique", 11, "i64[n + 1] in 2..5", "i64[?0] in 2..5"),
    row("Unique", 11, "f32[*]", "f32[?1]; i64[?1] in 0..?0 - 1; i64[?0] in 0..?1 - 1; i64[?1] in 1..?0",
        sizes=()),
    row("Unique", 11, "f32[*]", "f32[*]; i64[?0] in 0..?1 - 1; i64[?1] in 0..?0 - 1; i64[?0] in 1..?1",
        sizes=(), axis=0),
    row("Unique", 11, "f32[2]", "f32[?0]", sorted=5,
        finds="SI303 sorted is 5, needed 0 or 1"),
]  # fmt: skip

REFUSED = [
    row("Unique", 11, "f32[n]", "f32[*]", axis=1,
        finds="SI202 axis is 1, needed -1 to 0 for rank 1"),
    row("Unique", 11, "f32[]", "f32[*]", axis=0,
        finds="SI202 axis is 0, needed 0 to -1 for rank 0"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_unique(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_unique_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_unique_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
