"""GatherND, from the common case to the odd."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("GatherND", (11, 12, 13), "f32[a, b, c]; i64[n, 2]", "f32[n, c]",
        needs=("a >= 1 or n == 0 or c == 0", "b >= 1 or n == 0 or c == 0"),
        sizes=({"a": 2, "b": 3, "c": 4, "n": 5}, {"a": 1, "b": 1, "c": 0, "n": 1},
            {"a": 0, "b": 3, "c": 4, "n": 0})),
    row("GatherND", (11, 12, 13), "f32[a, b]; i64[2]", "f32[]", needs=("a >= 1", "b >= 1"), sizes=({"a": 2, "b": 3},)),
    row("GatherND", (11, 12, 13), "f32[a, b]; i64[n, m, 1]", "f32[n, m, b]",
        needs="a >= 1 or n == 0 or m == 0 or b == 0",
        sizes=({"a": 2, "b": 3, "n": 2, "m": 0}, {"a": 1, "b": 0, "n": 2, "m": 2})),
    row("GatherND", (12, 13), "f32[a, b, c]; i64[a, n, 1]", "f32[a, n, c]",
        needs="b >= 1 or a == 0 or n == 0 or c == 0",
        sizes=({"a": 2, "b": 3, "c": 4, "n": 5}, {"a": 1, "b": 1, "c": 0, "n": 1}), batch_dims=1),
    row("GatherND", (12, 13), "f32[a, b, c]; i64[d, 2]", "f32[d]", needs=("d % a == 0", "b >= 1 or d == 0", "c >= 1 or d == 0"),
        sizes=({"a": 2, "b": 3, "c": 4, "d": 2}, {"a": 3, "b": 3, "c": 4, "d": 2}), batch_dims=1),
    row("GatherND", (12, 13), "f32[2, 3, 4]; i64[3, 2, 1]", "f32[3, 2]", batch_dims=2,
        finds=(
            "SI307 on batch axis 0 data has 2 and indices has 3, needed equal sizes; they are f32[2, 3, 4] "
            "and i64[3, 2, 1] (the runtime accepts a multiple)",
            "SI307 on batch axis 1 data has 3 and indices has 2, needed equal sizes; they are f32[2, 3, 4] "
            "and i64[3, 2, 1] (the runtime accepts a multiple)",
        )),
    row("GatherND", (12, 13), "f32[3, 4]; i64[6, 1]", "f32[6]", batch_dims=1,
        finds=
            "SI307 on batch axis 0 data has 3 and indices has 6, needed equal sizes; they are f32[3, 4] "
            "and i64[6, 1] (the runtime accepts a multiple)"),
    row("GatherND", (11, 12, 13), "i64[2, 2] = (a, b, c, d); i64[2, 2] = (0, 1, -1, 0)", "i64[2] = (b, c)"),
    row("GatherND", (11, 12, 13), "i64[2, 2] = (a, b, c, d); i64[1, 1] = (1)", "i64[1, 2] = (c, d)"),
    row("GatherND", 13, "f32[n, 4]; i64[1, 2] = (2, 3)", "f32[1]", needs="n >= 3",
        sizes=({"n": 3}, {"n": 2})),
    row("GatherND", 13, "f32[2, 4]; i64[3, 0]", "f32[3, 2, 4]",
        finds="SI303 the last axis of indices is 0, needed 1 or more; indices is i64[3, 0]"),
    row("GatherND", 13, "i64[4] = (1, 2, 3, 4); i64[n, 1]", "i64[n] in 1..4", sizes=()),
    row("GatherND", 13, "f32[2, 4]; i64[n, k]", "f32[*]", needs="k <= 2", sizes=()),
    row("GatherND", 13, "f32[*]; i64[n, 2]", "f32[*]", sizes=()),
    row("GatherND", 13, "f32[2]; i64[*]", "f32[*]", sizes=()),
    row("GatherND", 13, "f32[]; i64[*]", "f32[*]", sizes=(),
        finds="SI201 data has rank 0, needed at least 1; data is f32[]"),
    row("GatherND", 13, "f32[n, m]; i64[b, s, 2] in [=0..b - 1, =0..s - 1]", "f32[b, s]",
        needs=("n >= b or s == 0", "m >= s or b == 0"),
        sizes=({"n": 2, "m": 5, "b": 2, "s": 5}, {"n": 2, "m": 4, "b": 2, "s": 5},
            {"n": 1, "m": 5, "b": 2, "s": 5}, {"n": 1, "m": 1, "b": 0, "s": 5})),
    row("GatherND", 13, "f32[n, m]; i64[b, 2] in [0..b - 1, 0..7]", "f32[b]",
        needs=("n >= 1 or b == 0", "m >= 1 or b == 0"), sizes=({"n": 2, "m": 8, "b": 2},)),
    row("GatherND", 13, "f32[n]; i64[s, 1] = 0..s - 1", "f32[s]", needs="n >= s",
        sizes=({"n": 5, "s": 5}, {"n": 4, "s": 5}, {"n": 0, "s": 0})),
    row("GatherND", 13, "f32[0, n]; i64[3, 1]", "f32[3, n]", needs="n == 0",
        sizes=({"n": 0}, {"n": 1})),
]  # fmt: skip

REFUSED = [
    row("GatherND", (11, 12, 13), "f32[3, 4]; i64[1, 2] = (3, 0)", "f32[1]",
        finds="SI301 indices holds 3, needed -3 to 2 for axis 0 of size 3; data is f32[3, 4]"),
    row("GatherND", (11, 12, 13), "f32[3, 4]; i64[1, 2] = (0, -5)", "f32[1]",
        finds="SI301 indices holds -5, needed -4 to 3 for axis 1 of size 4; data is f32[3, 4]"),
    row("GatherND", (11, 12, 13), "f32[3, 4]; i64[2, 3]", "f32[*]",
        finds=
            "SI217 the last axis of indices is 3, needed at most 2: data has as many axes; they are "
            "i64[2, 3] and f32[3, 4]"),
    row("GatherND", (11, 12, 13), "f32[3]; i64[]", "f32[*]",
        finds="SI201 indices has rank 0, needed at least 1; indices is i64[]"),
    row("GatherND", (11, 12, 13), "f32[]; i64[1]", "f32[*]",
        finds="SI201 data has rank 0, needed at least 1; data is f32[]"),
    row("GatherND", (12, 13), "f32[3, 4]; i64[2, 1]", "f32[2]", batch_dims=1,
        finds=
            "SI217 on batch axis 0 data has 3 and indices has 2, needed equal sizes; they are f32[3, 4] "
            "and i64[2, 1]"),
    row("GatherND", (12, 13), "f32[3, 4]; i64[3, 1]", "f32[*]", batch_dims=-1,
        finds="SI303 batch_dims is -1, needed 0 or more and less than both ranks, 2 and 2"),
    row("GatherND", (12, 13), "f32[3, 4]; i64[3, 1]", "f32[*]", batch_dims=2,
        finds="SI303 batch_dims is 2, needed 0 or more and less than both ranks, 2 and 2"),
    row("GatherND", 13, "f32[4]; i64[2, 1] in 7..9", "f32[2]",
        finds="SI301 indices holds 7..9, needed -4 to 3 for axis 0 of size 4; data is f32[4]"),
    row("GatherND", (11, 12, 13), "f32[2, 0]; i64[3, 2]", "f32[3]",
        finds="SI301 axis 1 is 0, needed at least 1, so that indices can point into it; data is f32[2, 0]"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_gather_nd(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_gather_nd_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_gather_nd_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
