"""Mod: the sign of the divisor, or that of the dividend."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("Mod", (10, 13), "i64[4] = (7, -7, 7, -7); i64[4] = (4, 4, -4, -4)", "i64[4] = (3, 1, -1, -3)"),
    row("Mod", (10, 13), "i64[4] = (7, -7, 7, -7); i64[4] = (4, 4, -4, -4)", "i64[4] = (3, -3, 3, -3)",
        fmod=1),
    row("Mod", (10, 13), "i64[] = h; i64[] = 8", "i64[] = h % 8"),
    row("Mod", (10, 13), "i64[] = 8 - h % 8; i64[] = 8", "i64[] = 8*ceildiv(h, 8) - h"),
    row("Mod", (10, 13), "i64[] = h; i64[] = b", "i64[] = h - b*(h//b)", needs="b >= 1",
        sizes=({"h": 7, "b": 3}, {"h": 0, "b": 1})),
    row("Mod", (10, 13), "i64[n]; i64[] = 8", "i64[n] in 0..7"),
    row("Mod", (10, 13), "i64[2]; i64[1] = (8)", "i64[2] = (0..7, 0..7)"),
    row("Mod", (10, 13), "f32[n, 3]; f32[m, 3]", "f32[broadcast(m, n), 3]",
        needs="n == m or n == 1 or m == 1", fmod=1),
    row("Mod", (10, 13), "f32[2] = (7.5, -7.5); f32[] = 2", "f32[2] = (1.5, -1.5)", fmod=1),
    row("Mod", (10, 13), "f32[] = h; f32[] = 4", "f32[] = h % 4", fmod=1),
    row("Mod", 28, "f32[2] = (7.5, -7.5); f32[] = 2", "f32[2] = (1.5, 0.5)"),
    row("Mod", 28, "f32[] = h; f32[] = 4", "f32[] = h % 4"),
]  # fmt: skip

REFUSED = [
    row("Mod", (10, 13), "i64[2]; i64[] = 0", "i64[2]",
        finds="SI302 B has the element 0, needed a divisor that is not 0"),
    row("Mod", (10, 13), "f32[2]; f32[2]", "f32[2]",
        finds="SI303 A is f32[2] and fmod is 0, needed fmod=1 for floats"),
    row("Mod", (10, 13), "i64[0]; i64[] = 0", "i64[0] = ()",
        finds="SI302 B has the element 0, needed a divisor that is not 0"),
]  # fmt: skip

# Nobody here refuses these: the runtime has no kernel, and the reference looks at little.
UNTRIED = [
    row("Mod", 28, "f32[2]; f32[3]", "f32[?0]",
        finds="SI207 on axis 0 A has 2 and B has 3, needed equal sizes or 1; A is f32[2], B is f32[3]"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED, *UNTRIED], ids=str)
def test_mod(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_mod_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_mod_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
