"""And, Or, Xor, Not."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("And", 7, "bool[b, 1]; bool[3]", "bool[b, 3]"),
    row("And", 7, "bool[4] = (0, 0, 1, 1); bool[4] = (0, 1, 0, 1)", "bool[4] = (0, 0, 0, 1)"),
    row("And", 7, "bool[2]; bool[2] = (0, 1)", "bool[2] = (0, ?)"),
    row("And", 1, "bool[2, 3]; bool[3]", "bool[2, 3]", broadcast=1),
    row("Or", 7, "bool[b, 1]; bool[3]", "bool[b, 3]"),
    row("Or", 7, "bool[4] = (0, 0, 1, 1); bool[4] = (0, 1, 0, 1)", "bool[4] = (0, 1, 1, 1)"),
    row("Or", 7, "bool[2]; bool[2] = (0, 1)", "bool[2] = (?, 1)"),
    row("Or", 1, "bool[2, 3]; bool[3]", "bool[2, 3]", broadcast=1),
    row("Xor", 7, "bool[b, 1]; bool[3]", "bool[b, 3]"),
    row("Xor", 7, "bool[4] = (0, 0, 1, 1); bool[4] = (0, 1, 0, 1)", "bool[4] = (0, 1, 1, 0)"),
    row("Xor", 7, "bool[2]; bool[2] = (0, 1)", "bool[2] = (?, 0..1)"),
    row("Xor", 1, "bool[2, 3]; bool[3]", "bool[2, 3]", broadcast=1),
    row("Not", 1, "bool[n]", "bool[n]"),
    row("Not", 1, "bool[2] = (0, 1)", "bool[2] = (1, 0)"),
    row("Not", 1, "bool[3] = (?, 1, 0)", "bool[3] = (0..1, 0, 1)", sizes=()),
    row("Or", 7, "bool[*]; bool[3]", "bool[*]", sizes=()),
]  # fmt: skip

REFUSED = [
    row("And", 7, "bool[2]; bool[3]", "bool[?0]",
        finds="SI207 on axis 0 A has 2 and B has 3, needed equal sizes or 1; A is bool[2], B is bool[3]"),
]  # fmt: skip

# Nobody here refuses these: the runtime has no kernel, and the reference looks at little.
UNTRIED = [
    row("Xor", 1, "bool[2]; bool[3]", "bool[2]",
        finds="SI207 on axis 0 A has 2 and B has 3, needed equal sizes; A is bool[2], B is bool[3]"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED, *UNTRIED], ids=str)
def test_logic(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_logic_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_logic_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
