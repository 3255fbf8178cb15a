"""Equal, Less, LessOrEqual, Greater, GreaterOrEqual."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("Equal", (7, 11, 13, 19), "i64[b, 3]; i64[3]", "bool[b, 3]"),
    row("Less", (7, 9, 13), "f32[n, 1]; f32[m]", "bool[n, m]"),
    row("Greater", (7, 9, 13), "f32[n, 1]; f32[3]", "bool[n, 3]"),
    row("LessOrEqual", (12, 16), "f32[2]; f32[2]", "bool[2]"),
    row("GreaterOrEqual", (12, 16), "f32[2]; f32[]", "bool[2]"),
    row("Equal", (11, 13, 19), "i64[4] = (n, -1, 1, 3); i64[] = -1", "bool[4] = (0, 1, 0, 0)"),
    row("Equal", (11, 13, 19), "i64[3] = (n, n + 1, m); i64[] = n", "bool[3] = (1, 0, 0..1)"),
    row("Less", (9, 13), "i64[3] = (n, n + 1, 3); i64[3] = (n + 1, n, n)", "bool[3] = (1, 0, 0..1)"),
    row("LessOrEqual", (12, 16), "i64[2] = (n, n); i64[2] = (n, n - 1)", "bool[2] = (1, 0)"),
    row("Greater", (7, 9, 13), "f32[2] = (h/2, 1.5); f32[] = -0.5", "bool[2] = (1, 1)"),
    row("GreaterOrEqual", (12, 16), "i64[] = n; i64[] = 0", "bool[] = 1"),
    row("Less", (9, 13), "i64[2]; i64[] = 0", "bool[2] = (0..1, 0..1)"),
    row("Equal", 19, "str[2]; str[2]", "bool[2]"),
    row("Equal", 7, "bool[2]; bool[2] = (1, 0)", "bool[2] = (0..1, 0..1)"),
    row("Equal", 13, "i64[*]; i64[]", "bool[*]", sizes=()),
    row("Equal", 1, "i64[2, 3]; i64[2]", "bool[2, 3]", broadcast=1, axis=0),
    row("Less", 1, "f32[2, 3]; f32[2, 3]", "bool[2, 3]"),
]  # fmt: skip

REFUSED = [
    row("Equal", 13, "i64[2]; i64[3]", "bool[?0]",
        finds="SI207 on axis 0 A has 2 and B has 3, needed equal sizes or 1; A is i64[2], B is i64[3]"),
]  # fmt: skip

# Nobody here refuses these: the runtime has no kernel, and the reference looks at little.
UNTRIED = [
    row("Greater", 1, "f32[2, 3]; f32[3]", "bool[*]",
        finds="SI207 A is f32[2, 3] and B is f32[3], needed the same shape where the attribute broadcast is "
            "not 1"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED, *UNTRIED], ids=str)
def test_comparison(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_comparison_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_comparison_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
