"""SequenceAt."""

from __future__ import annotations

import pytest

from tests.table import Row, row

PIECES = "seq[(n + 1)//2](f32[?, 3]) = n by 2 on axis 0"

ENDS = "seq[n + 2](f32[a], *f32[b], f32[c])"
AFTER_ONE = "seq[(n + 1)//2 + 1](f32[5, 3], *f32[?, 3]) = n by 2 on axis 0"

ROWS = [
    row("SequenceAt", 11, "seq[2](f32[a], f32[3]); i64[] = 0", "f32[a]"),
    row("SequenceAt", 11, "seq[2](f32[a], f32[3]); i32[] = -1", "f32[3]"),
    row("SequenceAt", 11, "seq[2](f32[a], f32[3]); i64[1] = (1)", "f32[3]",
        finds="SI201 position is i64[1] = (1), needed a scalar (the runtime uses the first element)"),
    row("SequenceAt", 11, "seq[2](f32[a], f32[3]); i64[2, 1] = (1, 7)", "f32[3]",
        finds="SI201 position is i64[2, 1] = (1, 7), needed a scalar (the runtime uses the first element)"),
    row("SequenceAt", 11, "seq[2](f32[a], f32[3]); i64[]", "f32[?1]"),
    row("SequenceAt", 11, "seq[2](f32[a, 2], f32[3]); i64[]", "f32[*]", sizes=({"a": 2},)),
    row("SequenceAt", 11, "seq[2](i64[] = a, i64[] = b); i64[] = 1", "i64[] = b", sizes=()),
    row("SequenceAt", 11, "seq[n](f32[a]); i64[] = 2", "f32[a]", needs="n >= 3",
        sizes=({"n": 3, "a": 2}, {"n": 2, "a": 2})),
    row("SequenceAt", 11, "seq[n](f32[a]); i64[] = -2", "f32[a]", needs="n >= 2",
        sizes=({"n": 2, "a": 2}, {"n": 1, "a": 2})),
    row("SequenceAt", 11, "seq[n](f32[a, ?]); i64[] = 0", "f32[a, ?0]", needs="n >= 1", sizes=()),
    row("SequenceAt", 11, f"{PIECES}; i64[] = 0", "f32[min(n, 2), 3]", needs="(n + 1)//2 >= 1", sizes=()),
    row("SequenceAt", 11, f"{PIECES}; i64[] = 1", "f32[min(n, 4) - 2, 3]", needs="(n + 1)//2 >= 2", sizes=()),
    row("SequenceAt", 11, f"{PIECES}; i64[] = p", "f32[min(n, 2*p + 2) - 2*p, 3]", needs="(n + 1)//2 >= p + 1",
        sizes=()),
    row("SequenceAt", 11, f"{PIECES}; i64[] = -1", "f32[n + 2 - 2*((n + 1)//2), 3]", needs="(n + 1)//2 >= 1",
        sizes=()),
    row("SequenceAt", 11, f"{PIECES}; i64[] = -2", "f32[2, 3]", needs="(n + 1)//2 >= 2", sizes=()),
    row("SequenceAt", 11, "seq[2](f32[2], f32[1]) = 3 by 2 on axis 0; i64[] = p", "f32[min(2, 3 - 2*p)]",
        needs="p + 1 <= 2", sizes=()),
    row("SequenceAt", 11, f"{PIECES}; i64[]", "f32[?0, 3]", needs="(n + 1)//2 >= 1", sizes=()),
    row("SequenceAt", 11, "seq(f32[2]); i64[] = 7", "f32[2]", sizes=()),
    row("SequenceAt", 11, f"{ENDS}; i64[] = 0", "f32[a]", sizes=()),
    row("SequenceAt", 11, f"{ENDS}; i64[] = -1", "f32[c]", sizes=()),
    row("SequenceAt", 11, f"{ENDS}; i64[] = n + 1", "f32[c]", sizes=()),
    row("SequenceAt", 11, f"{ENDS}; i64[] = 1", "f32[b]", needs="suppose n >= 1", sizes=()),
    row("SequenceAt", 11, f"{ENDS}; i64[] = -2", "f32[b]", needs="suppose n >= 1", sizes=()),
    row("SequenceAt", 11, f"{ENDS}; i64[] = 2", "f32[?0]", needs="n + 2 >= 3", sizes=()),
    row("SequenceAt", 11, f"{ENDS}; i64[]", "f32[?0]", sizes=()),
    row("SequenceAt", 11, f"{AFTER_ONE}; i64[] = 1", "f32[min(n, 2), 3]", needs="(n + 1)//2 + 1 >= 2", sizes=()),
    row("SequenceAt", 11, f"{AFTER_ONE}; i64[] = -1", "f32[n + 2 - 2*((n + 1)//2), 3]",
        needs="suppose (n + 1)//2 >= 1", sizes=()),
    row("SequenceAt", 11, f"{AFTER_ONE}; i64[] = -2", "f32[?0, 3]", needs="(n + 1)//2 + 1 >= 2", sizes=()),
    row("SequenceAt", 11, f"{AFTER_ONE}; i64[] = p + 1", "f32[min(n, 2*p + 2) - 2*p, 3]",
        needs="(n + 1)//2 + 1 >= p + 2", sizes=()),
    row("SequenceAt", 11, "seq(f32[*]); i64[]", "f32[*]", sizes=()),
]  # fmt: skip

REFUSED = [
    row("SequenceAt", 11, "seq[0](f32[2]); i64[]", "f32[2]",
        finds="SI301 input_sequence has 0 items, needed 1 or more for an item at any position"),
    row("SequenceAt", 11, "seq[2](f32[2], f32[3]); i64[] = 2", "f32[?1]",
        finds="SI301 position is 2, needed -2 to 1 in a sequence of length 2"),
    row("SequenceAt", 11, "seq[2](f32[2], f32[3]); i64[] = -3", "f32[?1]",
        finds="SI301 position is -3, needed -2 to 1 in a sequence of length 2"),
    row("SequenceAt", 11, "seq[n](f32[a]); i64[] = n", "f32[a]", sizes=({"n": 2, "a": 3},),
        finds="SI301 position is n, needed -n to n - 1 in a sequence of length n"),
    row("SequenceAt", 11, "seq[0](f32[2]); i64[] = 0", "f32[2]",
        finds="SI301 position is 0, needed 0 to -1 in a sequence of length 0"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_sequence_at(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_sequence_at_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_sequence_at_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
