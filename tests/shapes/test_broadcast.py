"""Broadcasting's messages and joint shapes, by operators that do nothing else."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("Add", 14, "f32[a, b, c]; f32[c]", "f32[a, b, c]"),
    row("Add", 14, "f32[a, 1, 3]; f32[b, 1]", "f32[a, b, 3]"),
    row(
        "Add",
        14,
        "f32[n]; f32[n + 1]",
        "f32[broadcast(n, n + 1)]",
        needs="n == 1 or n + 1 == 1",
        sizes=({"n": 0}, {"n": 1}, {"n": 2}),
    ),
    row("Add", 14, "f32[n + 2]; f32[m]", "f32[n + 2]", needs="n + 2 == m or m == 1"),
    row("Where", 16, "bool[a]; f32[a]; f32[b]", "f32[broadcast(a, b)]", needs="a == b or a == 1 or b == 1"),
    row("Add", 14, "f32[]; f32[]", "f32[]"),
    row("Add", 14, "f32[0]; f32[1]", "f32[0]"),
]

REFUSED = [
    row("Add", 14, "f32[2, 0]; f32[2, 3]", "f32[2, ?0]",
        finds="SI207 on axis 1 A has 0 and B has 3, needed equal sizes or 1; A is f32[2, 0], B is f32[2, 3]"),
    row("Add", 14, "f32[4]; f32[7, 2, 3]", "f32[7, 2, ?0]",
        finds="SI207 on axis 2 A has 4 and B has 3, needed equal sizes or 1; A is f32[4], B is f32[7, 2, 3]"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_broadcast(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_broadcast_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_broadcast_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
