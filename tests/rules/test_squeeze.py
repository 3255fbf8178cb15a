"""Squeeze, from the common case to the odd."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("Squeeze", (13, 21, 23), "f32[1, a, 1]; i64[1] = (0)", "f32[a, 1]"),
    row("Squeeze", (13, 21, 23), "f32[1, a, 1]; i64[2] = (-1, 0)", "f32[a]"),
    row("Squeeze", (13, 21, 23), "f32[1, a]; i64[2] = (0, -2)", "f32[a]"),
    row("Squeeze", (13, 21, 23), "f32[a, b]; i64[1] = (1)", "f32[a]", needs="b == 1",
        sizes=({"a": 2, "b": 1}, {"a": 2, "b": 2})),
    row("Squeeze", (13, 21, 23), "f32[1, 3, 1]", "f32[3]"),
    row("Squeeze", (13, 21, 23), "f32[1, 3, 0]", "f32[3, 0]"),
    row("Squeeze", (13, 21, 23), "f32[1, a]", "f32[*]"),
    row("Squeeze", (13, 21, 23), "f32[3, min(n, 1)]", "f32[3]", needs="suppose min(n, 1) >= 1",
        sizes=({"n": 1}, {"n": 4})),
    row("Squeeze", (13, 21, 23), "f32[]", "f32[]"),
    row("Squeeze", (13, 21, 23), "i64[1] = (n); i64[1] = (0)", "i64[] = n"),
    row("Squeeze", (13, 21, 23), "i64[1, s] = 0..s - 1; i64[1] = (0)", "i64[s] = 0..s - 1"),
    row("Squeeze", (13, 21, 23), "f32[1, 3]; i64[0] = ()", "f32[3]",
        finds="SI307 axes is empty: the runtime drops every axis of size 1, others none; data is f32[1, 3]"),
    row("Squeeze", (13, 21, 23), "f32[2, 3]; i64[0] = ()", "f32[2, 3]"),
    row("Squeeze", (13, 21, 23), "f32[a, 3]; i64[0] = ()", "f32[*]",
        finds="SI307 axes is empty: the runtime drops every axis of size 1, others none; data is f32[a, 3]"),
    row("Squeeze", (1, 11), "f32[1, a]", "f32[a]", axes=[0]),
    row("Squeeze", (1, 11), "f32[1, a]", "f32[a]", axes=[-2]),
    row("Squeeze", (1, 11), "f32[1, 3, 1]", "f32[3]"),
    row("Squeeze", 13, "f32[a, b]; i64[1]", "f32[?0]", sizes=()),
    row("Squeeze", 13, "f32[a, b]; i64[2]", "f32[*]", sizes=()),
    row("Squeeze", 13, "f32[*]; i64[1] = (0)", "f32[*]", sizes=()),
]  # fmt: skip

REFUSED = [
    row("Squeeze", (13, 21, 23), "f32[2, a]; i64[1] = (0)", "f32[a]",
        finds="SI215 axis 0 of data is 2, needed 1 to drop it; data is f32[2, a]"),
    row("Squeeze", (13, 21, 23), "f32[0]; i64[1] = (0)", "f32[]",
        finds="SI215 axis 0 of data is 0, needed 1 to drop it; data is f32[0]"),
    row("Squeeze", (13, 21, 23), "f32[1]; i64[1] = (1)", "f32[*]",
        finds="SI202 axes is 1, needed -1 to 0 for rank 1"),
    row("Squeeze", (13, 21, 23), "f32[1]; i64[] = 0", "f32[*]",
        finds="SI201 axes has rank 0, needed 1; axes is i64[] = 0"),
    row("Squeeze", (1, 11), "f32[2, a]", "f32[a]", axes=[0],
        finds="SI215 axis 0 of data is 2, needed 1 to drop it; data is f32[2, a]"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_squeeze(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_squeeze_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_squeeze_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
