"""Tile, from the common case to the odd."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("Tile", (6, 13), "f32[m, 3]; i64[2] = (2, k)", "f32[2*m, 3*k]"),
    row("Tile", (6, 13), "f32[m, 3]; i64[2] = (1, 0)", "f32[m, 0]"),
    row("Tile", (6, 13), "f32[]; i64[0] = ()", "f32[]"),
    row("Tile", (6, 13), "f32[2, 0]; i64[2] = (2, 3)", "f32[4, 0]"),
    row("Tile", (6, 13), "i64[2] = (a, b); i64[1] = (2)", "i64[4] = (a, b, a, b)"),
    row("Tile", (6, 13), "i64[1, 2] = (a, b); i64[2] = (2, 1)", "i64[2, 2] = (a, b, a, b)"),
    row("Tile", (6, 13), "f32[2]; i64[1] = (n - 1)", "f32[2*n - 2]", needs="n - 1 >= 0",
        sizes=({"n": 0}, {"n": 1}, {"n": 3})),
    row("Tile", (6, 13), "f32[m, 0]; i64[2]", "f32[?0, 0]", sizes=()),
    row("Tile", (6, 13), "f32[m, 3]; i64[k]", "f32[?0, ?1]", needs="k == 2", sizes=()),
    row("Tile", (6, 13), "f32[*]; i64[2]", "f32[?0, ?1]", sizes=()),
    row("Tile", (6, 13), "f32[*]; i64[k]", "f32[*]", sizes=()),
]  # fmt: skip

REFUSED = [
    row("Tile", (6, 13), "f32[2, 3]; i64[1] = (2)", "f32[*]",
        finds="SI219 repeats has 1 entries, needed 2: one for each axis; input is f32[2, 3]"),
    row("Tile", (6, 13), "f32[2]; i64[1] = (-1)", "f32[?0]",
        finds="SI216 repeats has -1, needed 0 or more; input is f32[2]"),
    row("Tile", (6, 13), "f32[0]; i64[1] = (-1)", "f32[?0]",
        finds="SI216 repeats has -1, needed 0 or more; input is f32[0]"),
    row("Tile", (6, 13), "f32[2]; i64[] = 2", "f32[*]",
        finds="SI201 repeats has rank 0, needed 1; repeats is i64[] = 2"),
]  # fmt: skip

# Nobody here runs or refuses these.
UNTRIED = [
    row("Tile", 1, "f32[m, 3]; f32[] = 2; f32[] = 1", "f32[m, 6]"),
    row("Tile", 1, "f32[m, 3]; f32[]; f32[] = 0", "f32[?0, 3]"),
    row("Tile", 1, "f32[m, 3]; f32[] = 2; f32[]", "f32[?0, ?1]"),
    row("Tile", 1, "f32[m, 3]; f32[] = 2; f32[] = 2", "f32[*]",
        finds="SI202 axis is 2, needed -2 to 1 for rank 2"),
    row("Tile", 1, "f32[*]; f32[]; f32[]", "f32[*]"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED, *UNTRIED], ids=str)
def test_tile(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_tile_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_tile_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
