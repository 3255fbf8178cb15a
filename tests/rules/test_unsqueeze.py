"""Unsqueeze, from the common case to the odd."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("Unsqueeze", (13, 21, 23), "f32[a, b]; i64[1] = (0)", "f32[1, a, b]"),
    row("Unsqueeze", (13, 21, 23), "f32[a, b]; i64[1] = (-1)", "f32[a, b, 1]"),
    row("Unsqueeze", (13, 21, 23), "f32[a, b]; i64[2] = (3, 0)", "f32[1, a, b, 1]"),
    row("Unsqueeze", (13, 21, 23), "f32[a]; i64[0] = ()", "f32[a]"),
    row("Unsqueeze", (13, 21, 23), "f32[a]; i64[] = 1", "f32[a, 1]"),
    row("Unsqueeze", (13, 21, 23), "i64[] = n; i64[1] = (0)", "i64[1] = (n)"),
    row("Unsqueeze", (13, 21, 23), "i64[s] = 0..s - 1; i64[1] = (0)", "i64[1, s] = 0..s - 1"),
    row("Unsqueeze", (1, 11), "f32[a, b]", "f32[1, a, b, 1]", axes=[0, 3]),
    row("Unsqueeze", (1, 11), "f32[a, b]", "f32[a, b, 1]", axes=[-1]),
    row("Unsqueeze", (1, 11), "f32[a]", "f32[a]", axes=[]),
    row("Unsqueeze", 13, "f32[a, b]; i64[1]", "f32[?0, ?1, ?2]", sizes=()),
    row("Unsqueeze", 13, "f32[]; i64[2]", "f32[1, 1]", sizes=()),
    row("Unsqueeze", 13, "f32[a]; i64[n]", "f32[*]", sizes=()),
    row("Unsqueeze", 13, "f32[*]; i64[1] = (0)", "f32[*]", sizes=()),
]  # fmt: skip

REFUSED = [
    row("Unsqueeze", (13, 21, 23), "f32[a]; i64[2] = (0, 0)", "f32[*]",
        finds="SI203 axes (0, 0) names an axis of rank 3 twice"),
    row("Unsqueeze", (13, 21, 23), "f32[a]; i64[2] = (0, -3)", "f32[*]",
        finds="SI203 axes (0, 0) names an axis of rank 3 twice"),
    row("Unsqueeze", (13, 21, 23), "f32[a]; i64[1] = (2)", "f32[*]",
        finds="SI202 axes is 2, needed -2 to 1 for rank 2"),
    row("Unsqueeze", (13, 21, 23), "f32[a]; i64[1, 1] = (0)", "f32[*]",
        finds="SI201 axes has rank 2, needed at most 1; axes is i64[1, 1] = (0)"),
    row("Unsqueeze", (1, 11), "f32[a]", "f32[*]", axes=[0, 0],
        finds="SI203 axes (0, 0) names an axis of rank 3 twice"),
    row("Unsqueeze", (1, 11), "f32[a]", "f32[*]", axes=[2],
        finds="SI202 axes is 2, needed -2 to 1 for rank 2"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_unsqueeze(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_unsqueeze_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_unsqueeze_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
