"""OneHot, from the common case to the odd."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("OneHot", (9, 11), "i64[n, s]; i64[] = 5; f32[2]", "f32[n, s, 5]"),
    row("OneHot", (9, 11), "i64[n]; i64[1] = (d); f32[2]", "f32[n, d]", needs="d >= 1"),
    row("OneHot", (9, 11), "i64[n, s]; i64[] = 5; f32[2]", "f32[5, n, s]", axis=0),
    row("OneHot", (9, 11), "i64[n, s]; i64[] = 5; f32[2]", "f32[5, n, s]", axis=-3),
    row("OneHot", (9, 11), "i64[n, s]; i64[] = 5; f32[2]", "f32[n, s, 5]", axis=2),
    row("OneHot", 11, "i64[n]; f32[] = 2.7; f32[2]", "f32[n, 2]"),
    row("OneHot", (9, 11), "i64[2] = (0, 2); i64[] = 3; i64[2] = (0, 1)", "i64[2, 3] = (1, 0, 0, 0, 0, 1)"),
    row("OneHot", 11, "i64[3] = (0, -1, 7); i64[] = 2; i64[2] = (5, 6)", "i64[3, 2] = (6, 5, 5, 6, 5, 5)"),
    row("OneHot", 11, "i64[2] = (0, 1); i64[] = 2; i64[2] = (5, 6)", "i64[2, 2] = (6, 5, 5, 6)", axis=0),
    row("OneHot", 11, "i64[n]; i64[] = 2; i64[2] = (5, 6)", "i64[n, 2] in 5..6"),
    row("OneHot", 11, "i64[0]; i64[] = 2; i64[2] = (5, 6)", "i64[0, 2] = ()"),
    row("OneHot", 11, "i64[n]; i64[] = 0; f32[2]", "f32[n, 0]", sizes=(),
        finds="SI307 depth is 0, and the runtime needs 1 or more"),
    row("OneHot", 11, "i64[n]; i64[]; f32[2]", "f32[n, ?0]", sizes=()),
    row("OneHot", 11, "i64[*]; i64[] = 2; i64[2] = (0, 1)", "i64[*] in 0..1", sizes=()),
]  # fmt: skip

REFUSED = [
    row("OneHot", (9, 11), "i64[n]; i64[] = -1; f32[2]", "f32[n, ?0]",
        finds="SI216 depth is -1, needed 1 or more"),
    row("OneHot", (9, 11), "i64[n]; i64[] = 5; f32[3]", "f32[n, 5]",
        finds="SI214 values holds 3 elements, needed 2: off and on; it is f32[3]"),
    row("OneHot", (9, 11), "i64[n]; i64[] = 5; f32[1, 2]", "f32[*]",
        finds="SI201 values has rank 2, needed 1; values is f32[1, 2]"),
    row("OneHot", (9, 11), "i64[n]; i64[2] = (5, 5); f32[2]", "f32[n, 5]",
        finds="SI214 depth holds 2 elements, needed 1; it is i64[2] = (5, 5)"),
    row("OneHot", (9, 11), "i64[]; i64[] = 5; f32[2]", "f32[*]",
        finds="SI201 indices has rank 0, needed at least 1; indices is i64[]"),
    row("OneHot", (9, 11), "i64[n]; i64[] = 5; f32[2]", "f32[*]", axis=2,
        finds="SI202 axis is 2, needed -2 to 1 for rank 2"),
    row("OneHot", (9, 11), "i64[n]; i64[] = 5; f32[2]", "f32[*]", axis=-3,
        finds="SI202 axis is -3, needed -2 to 1 for rank 2"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_one_hot(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_one_hot_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_one_hot_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
