"""ConcatFromSequence: joined or stacked."""

from __future__ import annotations

import pytest

from tests.table import Row, row

PIECES = "seq[(n + 1)//2](f32[?, 3]) = n by 2 on axis 0"

# What each needs that is stacked, or joined on another axis.
SAME = ("(n + 1)//2 >= 1", "n % 2 == 0 or n <= 2")

AFTER_ONE = "seq[(n + 1)//2 + 1](f32[5, 3], *f32[?, 3]) = n by 2 on axis 0"

ROWS = [
    row("ConcatFromSequence", 11, "seq[2](f32[a, 3], f32[b, 3])", "f32[a + b, 3]", axis=0),
    row("ConcatFromSequence", 11, "seq[2](f32[a, 3], f32[a, 4])", "f32[a, 7]", axis=-1),
    row("ConcatFromSequence", 11, "seq[2](f32[a, 3], f32[a, 3])", "f32[2, a, 3]", axis=0, new_axis=1),
    row("ConcatFromSequence", 11, "seq[2](f32[a, 3], f32[a, 3])", "f32[a, 3, 2]", axis=-1, new_axis=1),
    row("ConcatFromSequence", 11, "seq[2](f32[a, 3], f32[b, 3])", "f32[a, 3, 2]", needs="a == b",
        sizes=({"a": 2, "b": 2}, {"a": 2, "b": 1}), axis=2, new_axis=1),
    row("ConcatFromSequence", 11, "seq[3](f32[])", "f32[3]", axis=0, new_axis=1),
    row("ConcatFromSequence", 11, "seq[2](f32[0, 3], f32[2, 4])", "f32[2, 4]", axis=0,
        finds=
            "SI307 on axis 1 item[1] has 4 and item[0] has 3, needed equal sizes; they are f32[2, 4] and "
            "f32[0, 3] (the runtime skips what is empty)"),
    row("ConcatFromSequence", 11, "seq[2](i64[1] = (a), i64[2] = (b, 4))", "i64[3] = (a, b, 4)", axis=0),
    row("ConcatFromSequence", 11, "seq[2](i64[] = a, i64[] = 4)", "i64[2] = (a, 4)", axis=0, new_axis=1),
    row("ConcatFromSequence", 11, "seq[n](f32[a, 3])", "f32[a*n, 3]", needs="n >= 1",
        sizes=({"n": 2, "a": 3}, {"n": 1, "a": 0}, {"n": 0, "a": 1}), axis=0),
    row("ConcatFromSequence", 11, "seq[n](f32[a, 3])", "f32[a, n, 3]", needs="n >= 1",
        sizes=({"n": 2, "a": 3}, {"n": 1, "a": 0}, {"n": 0, "a": 1}), axis=1, new_axis=1),
    row("ConcatFromSequence", 11, "seq(f32[a, 3])", "f32[?0, 3]", sizes=(), axis=0),
    row("ConcatFromSequence", 11, "seq(f32[a, 3])", "f32[?0, a, 3]", sizes=(), axis=0, new_axis=1),
    row("ConcatFromSequence", 11, "seq[n](f32[?, 3])", "f32[?1, 3]", needs="n >= 1", sizes=(), axis=0),
    row("ConcatFromSequence", 11, "seq[n + 1](*f32[b, max(0, b - 2)], f32[b, 5])", "f32[b*n + b, 5]",
        needs="n <= 0 or max(0, b - 2) == 5 or max(0, b - 2) == 0", sizes=(), axis=0),
    row("ConcatFromSequence", 11, "seq[n + 1](f32[b, max(0, b - 2)], *f32[b, 5])", "f32[b*n + b, ?0]",
        needs="n <= 0 or max(0, b - 2) == 5 or max(0, b - 2) == 0", sizes=(), axis=0),
    row("ConcatFromSequence", 11, "seq[n + 1](f32[b, max(0, b - 2)], *f32[b, 5])", "f32[b, n + 1, ?0]",
        needs="n <= 0 or max(0, b - 2) == 5 or max(0, b - 2) == 0", sizes=(), axis=1, new_axis=1),
    row("ConcatFromSequence", 11, PIECES, "f32[n, 3]", needs="(n + 1)//2 >= 1", sizes=(), axis=-2),
    row("ConcatFromSequence", 11, PIECES, "f32[min(n, 2), 3*((n + 1)//2)]", needs=SAME,
        sizes=(), axis=1),
    row("ConcatFromSequence", 11, PIECES, "f32[(n + 1)//2, min(n, 2), 3]", needs=SAME,
        sizes=(), axis=0, new_axis=1),
    row("ConcatFromSequence", 11, PIECES, "f32[min(n, 2), 3, (n + 1)//2]", needs=SAME,
        sizes=(), axis=-1, new_axis=1),
    row("ConcatFromSequence", 11, "seq(f32[*])", "f32[*]", sizes=(), axis=0),
    row("ConcatFromSequence", 11, "seq[n + 2](f32[a, 3], *f32[b, 3], f32[c, 3])", "f32[b*n + a + c, 3]",
        sizes=(), axis=0),
    row("ConcatFromSequence", 11, "seq[n + 1](f32[a, 3], *f32[b, 3])", "f32[a, 3*n + 3]", needs="n <= 0 or b == a",
        sizes=(), axis=1),
    row("ConcatFromSequence", 11, "seq[n + 1](f32[a, 3], *f32[b, 3])", "f32[a, n + 1, 3]", needs="n <= 0 or b == a",
        sizes=(), axis=1, new_axis=1),
    row("ConcatFromSequence", 11, "seq[n + 1](f32[a, 3], *f32[?, 3])", "f32[?1 + a, 3]", sizes=(), axis=0),
    row("ConcatFromSequence", 11, "seq[n + 1](f32[a, 3], *f32[*])", "f32[?0, 3]", sizes=(), axis=0),
    row("ConcatFromSequence", 11, AFTER_ONE, "f32[n + 5, 3]", sizes=(), axis=0),
    row("ConcatFromSequence", 11, AFTER_ONE, "f32[5, 3*((n + 1)//2) + 3]",
        needs=("n % 2 == 0 or n <= 2", "(n + 1)//2 <= 0"), sizes=(), axis=1),
    row("ConcatFromSequence", 11, "seq[2](f32[*], f32[2, 3])", "f32[?0, 3]", sizes=(), axis=0),
    row("ConcatFromSequence", 11, "seq[n + 1](f32[8], *f32[1, 2])", "f32[?0]", needs="n <= 0", sizes=(), axis=0),
    row("ConcatFromSequence", 11, "seq[n + 1](f32[8], *f32[b, 2])", "f32[n + 1, 8]", needs="n <= 0",
        sizes=(), axis=0, new_axis=1),
    row("ConcatFromSequence", 11, "seq[n + 1](f32[8], *f32[])", "f32[?0]", needs="n <= 0", sizes=(), axis=0),
]  # fmt: skip

REFUSED = [
    row("ConcatFromSequence", 11, "seq[n + 2](f32[?, 3]) = 2*n + 3 by 2 on axis 0", "f32[n + 2, 2, 3]", axis=0, new_axis=1,
        sizes=(),
        finds="SI209 on axis 0 the items have 2, and the last what is left of 2*n + 3, needed equal sizes"),
    row("ConcatFromSequence", 11, "seq[2](f32[2, 3], f32[2, 4])", "f32[4, ?0]", axis=0,
        finds=
            "SI209 on axis 1 item[0] has 3 and item[1] has 4, needed equal sizes; they are f32[2, 3] and "
            "f32[2, 4]"),
    row("ConcatFromSequence", 11, "seq[2](f32[2], f32[3])", "f32[2, ?0]", axis=0, new_axis=1,
        finds=
            "SI209 on axis 0 item[0] has 2 and item[1] has 3, needed equal sizes; they are f32[2] and "
            "f32[3]"),
    row("ConcatFromSequence", 11, "seq[2](f32[2, 3], f32[2])", "?[*]", axis=0,
        finds="SI201 item[1] has rank 1, item[0] has 2; they are f32[2] and f32[2, 3]"),
    row("ConcatFromSequence", 11, "seq[n + 3](f32[8], *f32[1, 2])", "f32[?0]", axis=0, sizes=(),
        finds=
            "SI201 n + 2 items have rank 2 and another has 1, needed equal ranks; they are f32[1, 2] and "
            "f32[8]"),
    row("ConcatFromSequence", 11, "seq[2](f32[2], f32[2])", "?[*]", axis=1,
        finds="SI202 axis is 1, needed -1 to 0 for rank 1"),
    row("ConcatFromSequence", 11, "seq[2](f32[2], f32[2])", "?[*]", axis=2, new_axis=1,
        finds="SI202 axis is 2, needed -2 to 1 for rank 2"),
    row("ConcatFromSequence", 11, "seq[0](f32[2])", "f32[0]", axis=0,
        finds="SI226 input_sequence has 0 items, needed 1 or more"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_concat_from_sequence(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_concat_from_sequence_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_concat_from_sequence_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
