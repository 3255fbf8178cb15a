"""Where: known conditions choose, others join."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("Where", (9, 16), "bool[b, 1]; f32[3]; f32[]", "f32[b, 3]"),
    row("Where", (9, 16), "bool[a]; f32[b]; f32[1]", "f32[broadcast(a, b)]",
        needs="a == b or a == 1 or b == 1", sizes=({"a": 1, "b": 3}, {"a": 2, "b": 2}, {"a": 2, "b": 3})),
    row("Where", (9, 16), "bool[3] = (1, 0, 1); i64[3] = (a, b, c); i64[1] = (1)", "i64[3] = (a, 1, c)"),
    row("Where", (9, 16), "bool[2] = (1, 0); i64[2]; i64[2] = (a, b)", "i64[2] = (?, b)", sizes=()),
    row("Where", (9, 16), "bool[2]; i64[2] = (a, 3); i64[2] = (a, 5)", "i64[2] = (a, 3..5)", sizes=()),
    row("Where", (9, 16), "bool[2]; i64[] = n; i64[] = 1",
        "i64[2] = (min(n, 1)..max(1, n), min(n, 1)..max(1, n))", sizes=()),
    row("Where", (9, 16), "bool[2]; f32[2]; f32[2]", "f32[2]"),
    row("Where", (9, 16), "bool[*]; f32[2]; f32[2]", "f32[*]", sizes=()),
    row("Where", (9, 16), "bool[a, 2]; f32[5, 2]; f32[*]", "f32[*]", needs="a == 5 or a == 1", sizes=()),
    row("Where", 16, "bool[n] ; i64[] = 3; i64[] = 7", "i64[n] in 3..7"),
]  # fmt: skip

REFUSED = [
    row("Where", 16, "bool[2]; f32[2]; f32[3]", "f32[?0]",
        finds="SI207 on axis 0 condition has 2 and Y has 3, needed equal sizes or 1; condition is "
            "bool[2], Y is f32[3]"),
]  # fmt: skip

# Sizes that do not fit each other, beside an unknown rank.
UNRANKED = row("Where", 16, "bool[2, 1]; f32[3, 4]; f32[*]", "f32[*]",
    finds="SI207 on axis -2 condition has 2 and X has 3, needed equal sizes or 1; condition is "
        "bool[2, 1], X is f32[3, 4]")  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED, UNRANKED], ids=str)
def test_where(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_where_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_where_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
