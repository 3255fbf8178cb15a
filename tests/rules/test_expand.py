"""Expand, from the common case to the odd."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("Expand", (8, 13), "f32[1, n]; i64[2] = (b, 1)", "f32[b, n]"),
    row("Expand", (8, 13), "f32[n]; i64[2] = (b, 1)", "f32[b, n]"),
    row("Expand", (8, 13), "f32[1, 1]; i64[3] = (2, b, 4)", "f32[2, b, 4]"),
    row("Expand", (8, 13), "f32[m, n]; i64[2] = (b, n)", "f32[broadcast(b, m), n]",
        needs="m == b or m == 1 or b == 1",
        sizes=({"m": 1, "n": 2, "b": 3}, {"m": 3, "n": 2, "b": 3}, {"m": 3, "n": 2, "b": 1},
            {"m": 0, "n": 2, "b": 1}, {"m": 0, "n": 2, "b": 2}, {"m": 2, "n": 2, "b": 3},
            {"m": 1, "n": 0, "b": 0})),
    row("Expand", (8, 13), "f32[2, 3]; i64[1] = (1)", "f32[2, 3]"),
    row("Expand", (8, 13), "f32[]; i64[2] = (a, b)", "f32[a, b]"),
    row("Expand", (8, 13), "f32[]; i64[0] = ()", "f32[]"),
    row("Expand", (8, 13), "f32[1]; i64[1] = (0)", "f32[0]"),
    row("Expand", (8, 13), "f32[0]; i64[1] = (1)", "f32[0]"),
    row("Expand", (8, 13), "i64[1] = (n); i64[1] = (3)", "i64[3] = (n, n, n)"),
    row("Expand", (8, 13), "i64[2, 1] = (a, b); i64[2] = (2, 2)", "i64[2, 2] = (a, a, b, b)"),
    row("Expand", 13, "i64[1] = (7); i64[1] = (100)", "i64[100] in 7"),
    row("Expand", 13, "i64[1, s] = 0..s - 1; i64[2] = (b, s)", "i64[b, s] = 0..s - 1"),
    row("Expand", 13, "f32[2]; i64[1] = (n - 1)", "f32[2]",
        needs=("n - 1 >= 0", "2 == n - 1 or 2 == 1 or n - 1 == 1"),
        sizes=({"n": 3}, {"n": 2}, {"n": 0}, {"n": 1})),
    row("Expand", (8, 13), "f32[m, 3, 1, 0]; i64[4]", "f32[?0, 3, ?1, 0]", sizes=()),
    row("Expand", 13, "f32[1]; i64[1] in 2..5", "f32[?0]", sizes=()),
    row("Expand", 13, "f32[2]; i64[k]", "f32[*]", sizes=()),
    row("Expand", 13, "f32[*]; i64[2] = (2, 3)", "f32[*]", sizes=()),
    row("Expand", 13, "i64[3, 1] = (4, 6, 5); i64[2] = (3, n)", "i64[3, n] = 4..6",
        sizes=({"n": 1}, {"n": 50})),
    row("Expand", 13, "f32[1, 1]; i64[2] = (n, 4611686018427387904)", "f32[n, ?0]", needs="n == 0", sizes=({"n": 0},)),
    row("Expand", 13, "f32[1]; i64[1, 2] := (2, 3)", "f32[2, 3]", sizes=(),
        finds="SI201 shape has rank 2, needed 1; shape is i64[1, 2] := (2, 3) (the runtime accepts a stored one)"),
]  # fmt: skip

REFUSED = [
    row("Expand", (8, 13), "f32[3]; i64[1] = (5)", "f32[?0]",
        finds="SI207 input has 3 where the target shape (5) has 5, needed equal sizes or 1; input is f32[3]"),
    # Where this runs, the node is left out.
    row("Expand", (8, 13), "f32[n, 1, 1]; i64[2] = (0, -1)", "f32[n, ?0, ?1]",
        finds="SI216 the target shape (0, -1) has the size -1, needed 0 or more; input is f32[n, 1, 1]"),
    row("Expand", (8, 13), "f32[3]; i64[1] = (-1)", "f32[?0]",
        finds="SI216 the target shape (-1) has the size -1, needed 0 or more; input is f32[3]"),
    row("Expand", (8, 13), "f32[1]; i64[1] = (-2)", "f32[?0]",
        finds="SI216 the target shape (-2) has the size -2, needed 0 or more; input is f32[1]"),
    row("Expand", (8, 13), "f32[2, 3]; i64[1] = (2)", "f32[2, ?0]",
        finds=
            "SI207 input has 3 where the target shape (2) has 2, needed equal sizes or 1; input is "
            "f32[2, 3]"),
    row("Expand", (8, 13), "f32[3]; i64[1] = (0)", "f32[?0]",
        finds="SI207 input has 3 where the target shape (0) has 0, needed equal sizes or 1; input is f32[3]"),
    row("Expand", (8, 13), "f32[3]; i64[] = 3", "f32[*]",
        finds="SI201 shape has rank 0, needed 1; shape is i64[] = 3"),
    row("Expand", (8, 13), "f32[3]; i64[1, 1] = (3)", "f32[*]",
        finds="SI201 shape has rank 2, needed 1; shape is i64[1, 1] = (3)"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_expand(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_expand_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_expand_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
