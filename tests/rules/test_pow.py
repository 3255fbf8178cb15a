"""Pow: small powers of known elements."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("Pow", (7, 12, 13, 15), "f32[b, 3]; f32[]", "f32[b, 3]"),
    row("Pow", (7, 12, 13, 15), "f32[2, 1]; f32[n]", "f32[2, n]"),
    row("Pow", (7, 12, 13, 15), "f32[] = 2; f32[] = 10", "f32[] = 1024"),
    row("Pow", (7, 12, 13, 15), "f32[] = 2; f32[] = -1", "f32[] = 0.5"),
    row("Pow", (7, 12, 13, 15), "f32[] = 9; f32[] = 0.5", "f32[] = 3"),
    row("Pow", (7, 12, 13, 15), "f32[] = 3; f32[] = -1", "f32[] = 0.33333334"),
    row("Pow", (7, 12, 13, 15), "f32[] = 0; f32[] = -1", "f32[]"),
    row("Pow", (12, 13, 15), "i64[] = h; i64[] = 2", "i64[] = h**2"),
    row("Pow", (12, 13, 15), "i64[] = 2; i64[] = 10", "i64[] = 1024"),
    row("Pow", (12, 13, 15), "i64[] = h; f32[] = 2", "i64[] = h**2"),
    row("Pow", (12, 13, 15), "i64[] = 2; i64[] = n", "i64[]", sizes=()),
    row("Pow", (12, 13, 15), "i32[] = 10; i32[] = 10", "i32[]",
        finds="SI306 an element comes out as 10000000000, i32 holds -2147483648 to 2147483647"),
    row("Pow", 1, "f32[2, 3, 4]; f32[3]", "f32[2, 3, 4]", broadcast=1, axis=1),
    row("Pow", 1, "f32[2, 3]; f32[2, 3]", "f32[2, 3]"),
    row("Pow", (7, 12, 13, 15), "f32[*]; f32[2]", "f32[*]", sizes=()),
]  # fmt: skip

REFUSED = [
    row("Pow", (7, 12, 13, 15), "f32[2]; f32[3]", "f32[?0]",
        finds="SI207 on axis 0 X has 2 and Y has 3, needed equal sizes or 1; X is f32[2], Y is f32[3]"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_pow(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_pow_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_pow_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
