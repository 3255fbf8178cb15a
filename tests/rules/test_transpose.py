"""Transpose, from the common case to the odd."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("Transpose", (1, 13, 21, 23), "f32[a, b, c]", "f32[a, c, b]", perm=[0, 2, 1]),
    row("Transpose", (1, 13, 21, 23), "f32[a, b, c]", "f32[c, a, b]", perm=[2, 0, 1]),
    row("Transpose", (1, 13, 21, 23), "f32[a, b, c]", "f32[c, b, a]"),
    row("Transpose", (1, 13, 21, 23), "f32[]", "f32[]"),
    row("Transpose", (1, 13, 21, 23), "f32[]", "f32[]", perm=[]),
    row("Transpose", (1, 13, 21, 23), "i64[2, 3] = (1, 2, 3, a, b, c)", "i64[3, 2] = (1, a, 2, b, 3, c)"),
    row("Transpose", (1, 13, 21, 23), "i64[1, 2, 2] = (1, 2, 3, 4)", "i64[2, 1, 2] = (1, 3, 2, 4)",
        perm=[2, 0, 1]),
    row("Transpose", 13, "i64[a, b] in 0..5", "i64[b, a] in 0..5"),
    row("Transpose", 13, "f32[*]", "f32[*]", sizes=()),
    row("Transpose", 13, "f32[*]", "f32[?0, ?1]", sizes=(), perm=[1, 0]),
]  # fmt: skip

REFUSED = [
    row("Transpose", (1, 13, 21, 23), "f32[a, b]", "f32[*]", perm=[0],
        finds="SI204 perm (0) has 1 entries, data has rank 2; data is f32[a, b]"),
    row("Transpose", (1, 13, 21, 23), "f32[a, b]", "f32[*]", perm=[],
        finds="SI204 perm () has 0 entries, data has rank 2; data is f32[a, b]"),
    row("Transpose", (1, 13, 21, 23), "f32[a, b]", "f32[*]", perm=[0, 0],
        finds="SI204 perm (0, 0) names axis 0 twice and leaves out 1, needed each once; data is f32[a, b]"),
    row("Transpose", (1, 13, 21, 23), "f32[a, b]", "f32[*]", perm=[0, 2],
        finds="SI204 perm (0, 2) names axis 2, needed 0 to 1; data is f32[a, b]"),
    row("Transpose", (1, 13, 21, 23), "f32[a, b]", "f32[*]", perm=[0, -1],
        finds="SI204 perm (0, -1) names axis -1, needed 0 to 1; data is f32[a, b]"),
]  # fmt: skip

# Nobody here runs or refuses these.
UNTRIED = [
    row("Transpose", 13, "f32[*]", "f32[*]", perm=[0, 2],
        finds="SI204 perm (0, 2) names axis 2, needed 0 to 1; data is f32[*]"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED, *UNTRIED], ids=str)
def test_transpose(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_transpose_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_transpose_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
