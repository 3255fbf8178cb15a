"""Compress, from the common case to the odd."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("Compress", (9, 11), "f32[5, m]; bool[3] = (1, 0, 1)", "f32[2, m]", axis=0),
    row("Compress", (9, 11), "f32[5, m]; bool[2] = (0, 1)", "f32[1, m]", axis=-2),
    row("Compress", (9, 11), "f32[n, 4]; bool[3] = (1, 0, 1)", "f32[max(0, min(n, 3) - 2) + min(n, 1), 4]", axis=0),
    row("Compress", (9, 11), "f32[n + 3, 4]; bool[3] = (1, 0, 1)", "f32[2, 4]", axis=0),
    row("Compress", (9, 11), "f32[2, 2]; bool[5] = (1, 1, 1, 1, 1)", "f32[2, 2]", axis=0),
    row("Compress", (9, 11), "f32[n, m]; bool[k]", "f32[n, ?0]", axis=1),
    row("Compress", (9, 11), "f32[3, 4]; bool[3] = (0, 1, 1)", "f32[2]"),
    row("Compress", (9, 11), "f32[n, m]; bool[k]", "f32[?0]"),
    row("Compress", (9, 11), "i64[3] = (a, b, c); bool[3] = (1, 0, 1)", "i64[2] = (a, c)"),
    row("Compress", (9, 11), "i64[2, 2] = (a, b, c, d); bool[2] = (0, 1)", "i64[2, 1] = (b, d)", axis=1),
    row("Compress", (9, 11), "f32[3, 4]; bool[0] = ()", "f32[0, 4]", axis=0),
    row("Compress", (9, 11), "f32[3, 4]; bool[1, 2] = (0, 1)", "f32[1, 4]", axis=0,
        finds="SI201 condition has rank 2, needed 1 (the runtime treats it as a list)"),
    row("Compress", 11, "f32[3, 4]; bool[] = 1", "f32[1, 4]", axis=0,
        finds="SI201 condition has rank 0, needed 1 (the runtime treats it as a list)"),
    row("Compress", 11, "f32[3, 4]; bool[3] = (1, ?, 0)", "f32[?0, 4]", sizes=(), axis=0),
    row("Compress", 11, "f32[*]; bool[k]", "f32[*]", sizes=(), axis=0),
    row("Compress", 11, "f32[*]; bool[k]", "f32[?0]", sizes=()),
    row("Compress", 11, "f32[n]; bool[*]", "f32[?0]", sizes=()),
    row("Compress", 9, "f32[]; bool[1] = (1)", "f32[1]",
        finds="SI201 input has rank 0, needed 1 or more (the runtime accepts it)"),
]  # fmt: skip

REFUSED = [
    row("Compress", 11, "f32[]; bool[1] = (1)", "f32[1]",
        finds="SI201 input has rank 0, needed at least 1; input is f32[]"),
    row("Compress", 9, "f32[]; bool[1] = (1)", "f32[*]", axis=0,
        finds="SI201 input has rank 0, needed at least 1; input is f32[]"),
    row("Compress", (9, 11), "f32[3]; bool[1] = (1)", "f32[*]", axis=1,
        finds="SI202 axis is 1, needed -1 to 0 for rank 1"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_compress(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_compress_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_compress_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
