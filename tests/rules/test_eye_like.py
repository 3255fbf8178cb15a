"""EyeLike and its diagonals."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("EyeLike", (9, 22), "f32[n, m]", "f32[n, m] in 0..1"),
    row("EyeLike", (9, 22), "f32[2, 3]", "f32[2, 3] = (1, 0, 0, 0, 1, 0)"),
    row("EyeLike", (9, 22), "f32[2, 3]", "i64[2, 3] = (0, 1, 0, 0, 0, 1)", k=1, dtype=7),
    row("EyeLike", (9, 22), "f32[2, 2]", "f32[2, 2] = (0, 0, 1, 0)", k=-1),
    row("EyeLike", (9, 22), "f32[2, 2]", "f32[2, 2] = (0, 0, 0, 0)", k=5),
    row("EyeLike", (9, 22), "bool[2, 1]", "bool[2, 1] = (1, 0)"),
    row("EyeLike", (9, 22), "f32[n, 3]", "i64[n, 3] in 0..1", dtype=7),
    row("EyeLike", (9, 22), "f32[0, 3]", "f32[0, 3] = ()"),
    row("EyeLike", 9, "f32[*]", "f32[?0, ?1] in 0..1", sizes=()),
    row("EyeLike", 9, "f32[*]", "i64[?0, ?1] in 0..1", sizes=(), dtype=7),
]  # fmt: skip

REFUSED = [
    row("EyeLike", (9, 22), "f32[2]", "?[*]",
        finds="SI201 input has rank 1, needed 2; input is f32[2]"),
    row("EyeLike", (9, 22), "f32[2, 3, 4]", "?[*]",
        finds="SI201 input has rank 3, needed 2; input is f32[2, 3, 4]"),
    row("EyeLike", (9, 22), "f32[n, 2]", "c64[n, 2] in 0..1", dtype=14,
        finds="SI101 dtype is c64, needed an integer, f16, f32, f64 or bool"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_eye_like(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_eye_like_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_eye_like_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
