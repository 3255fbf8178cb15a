"""Dropout and its mask."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("Dropout", (7, 10, 12, 13, 22), "f32[n, 3]", "f32[n, 3]"),
    row("Dropout", 7, "f32[n, 3]", "f32[n, 3]; f32[n, 3]"),
    row("Dropout", 10, "f32[n, 3]", "f32[n, 3]; bool[n, 3]"),
    row("Dropout", (12, 13, 22), "f32[n, 3]", "f32[n, 3]; bool[n, 3] in 1"),
    row("Dropout", (12, 13, 22), "f32[2] = (1, 2)", "f32[2] = (1, 2); bool[2] = (1, 1)"),
    row("Dropout", (12, 13, 22), "f32[n, 3]; f32[] = 0.5; bool[] = 1", "f32[n, 3]; bool[n, 3]"),
    row("Dropout", (12, 13, 22), "f32[n, 3]; f32[]; bool[] = 0", "f32[n, 3]; bool[n, 3] in 1"),
    row("Dropout", 12, "f32[*]", "f32[*]; bool[*] in 1", sizes=()),
]  # fmt: skip

REFUSED = [
    row("Dropout", (12, 13, 22), "f32[n]; f32[] = 1.5", "f32[n]",
        finds="SI303 ratio is 1.5, needed 0 or more and less than 1"),
    row("Dropout", (12, 13, 22), "f32[n]; f32[1] = (0.5)", "f32[*]",
        finds="SI201 ratio has rank 1, needed 0; ratio is f32[1]"),
    row("Dropout", (12, 13, 22), "f32[n]; f32[]; bool[1] = (1)", "f32[*]",
        finds="SI201 training_mode has rank 1, needed 0; training_mode is bool[1] = (1)"),
]  # fmt: skip

# Nobody here runs or refuses these.
UNTRIED = [
    row("Dropout", (1, 6), "f32[2] = (1, 2)", "f32[2] = (1, 2); f32[2]", is_test=1),
    row("Dropout", (1, 6), "f32[2] = (1, 2)", "f32[2]; f32[2]"),
    row("Dropout", 1, "f32[n]", "f32[n]", consumed_inputs=[0]),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED, *UNTRIED], ids=str)
def test_dropout(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_dropout_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_dropout_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
