"""Gather, from the common case to the odd."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("Gather", (1, 11, 13), "f32[512, 8]; i64[b, s]", "f32[b, s, 8]"),
    row("Gather", (1, 11, 13), "f32[n, 8, m]; i64[s]", "f32[n, s, m]",
        sizes=({"n": 2, "m": 3, "s": 4}, {"n": 0, "m": 1, "s": 0}), axis=1),
    row("Gather", (11, 13), "f32[n, m]; i64[]", "f32[n]", needs="m >= 1",
        sizes=({"n": 2, "m": 3}, {"n": 0, "m": 1}, {"n": 2, "m": 0}, {"n": 0, "m": 0}), axis=-1),
    row("Gather", (1, 11, 13), "i64[3] = (a, b, c); i64[] = 1", "i64[] = b"),
    row("Gather", (1, 11, 13), "i64[3] = (a, b, c); i64[] = -1", "i64[] = c"),
    row("Gather", 13, "i64[3] = (a, b, c); i32[2] = (2, 0)", "i64[2] = (c, a)"),
    row("Gather", 13, "i64[2, 2] = (a, b, c, d); i64[1, 2] = (1, 1)", "i64[2, 1, 2] = (b, b, d, d)", axis=1),
    row("Gather", 13, "i64[3] = (4, 5, 6); i64[s]", "i64[s] in 4..6", sizes=({"s": 0}, {"s": 2})),
    row("Gather", 13, "f32[512, 8]; i64[1, s] = 0..s - 1", "f32[1, s, 8]", needs="s <= 512",
        sizes=({"s": 0}, {"s": 5}, {"s": 512}, {"s": 513})),
    row("Gather", 13, "f32[4, 8]; i64[b, s] = 0..s - 1", "f32[b, s, 8]", needs="s <= 4 or b == 0",
        sizes=({"b": 1, "s": 4}, {"b": 1, "s": 5}, {"b": 0, "s": 5})),
    row("Gather", 13, "f32[t, 8]; i64[s] = p..p + s - 1", "f32[s, 8]", needs="t >= p + s or s == 0",
        sizes=({"t": 6, "s": 2, "p": 4}, {"t": 6, "s": 3, "p": 4}, {"t": 2, "s": 0, "p": 7})),
    row("Gather", 13, "f32[n]; i64[1] = (4)", "f32[1]", needs="n >= 5", sizes=({"n": 5}, {"n": 4})),
    row("Gather", 13, "f32[n]; i64[1] = (-4)", "f32[1]", needs="n >= 4", sizes=({"n": 4}, {"n": 3})),
    row("Gather", 13, "f32[4]; i64[1] = (n)", "f32[1]", needs="n <= 3", sizes=({"n": 3}, {"n": 4})),
    row("Gather", 13, "f32[512, 8]; i64[2] in 0..999", "f32[2, 8]", sizes=()),
    row("Gather", 13, "f32[8]; i64[n] in 8..9", "f32[n]", needs="n == 0", sizes=({"n": 0}, {"n": 1})),
    row("Gather", 13, "f32[3, 0]; i64[1] = (2)", "f32[1, 0]"),
    row("Gather", 13, "f32[0]; i64[0] = ()", "f32[0]"),
    row("Gather", 13, "f32[*]; i64[2]", "f32[*]", sizes=()),
    row("Gather", 13, "f32[3]; i64[*]", "f32[*]", sizes=()),
    row("Gather", 13, "f32[0, 5]; i64[0] in 0..-1", "f32[0, 5]"),
]  # fmt: skip

REFUSED = [
    row("Gather", (11, 13), "f32[0, 3]; i64[2]", "f32[2, 3]",
        finds="SI301 axis 0 is 0, needed at least 1, so that indices can point into it; data is f32[0, 3]"),
    row("Gather", (1, 11, 13), "f32[3, 2]; i64[1] = (3)", "f32[1, 2]",
        finds="SI301 indices holds 3, needed -3 to 2 for axis 0 of size 3; data is f32[3, 2]"),
    row("Gather", (11, 13), "f32[3, 2]; i64[1] = (-4)", "f32[1, 2]",
        finds="SI301 indices holds -4, needed -3 to 2 for axis 0 of size 3; data is f32[3, 2]"),
    row("Gather", 13, "f32[8]; i64[2] in 8..9", "f32[2]",
        finds="SI301 indices holds 8..9, needed -8 to 7 for axis 0 of size 8; data is f32[8]"),
    row("Gather", 13, "f32[]; i64[]", "f32[*]",
        finds="SI201 data has rank 0, needed at least 1; data is f32[]"),
    row("Gather", 13, "f32[3]; i64[1]", "f32[*]", axis=1,
        finds="SI202 axis is 1, needed -1 to 0 for rank 1"),
    row("Gather", 13, "f32[0]; i64[1] = (0)", "f32[1]",
        finds="SI301 indices holds 0, needed 0 to -1 for axis 0 of size 0; data is f32[0]"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_gather(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_gather_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_gather_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
