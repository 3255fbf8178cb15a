"""SequenceErase."""

from __future__ import annotations

import pytest

from tests.table import Row, row

PIECES = "seq[(n + 1)//2](f32[?, 3]) = n by 2 on axis 0"

ROWS = [
    row("SequenceErase", 11, "seq[2](f32[a], f32[3])", "seq[1](f32[a])"),
    row("SequenceErase", 11, "seq[2](f32[a], f32[3]); i64[] = 0", "seq[1](f32[3])"),
    row("SequenceErase", 11, "seq[2](f32[a], f32[3]); i64[] = -2", "seq[1](f32[3])"),
    row("SequenceErase", 11, "seq[2](f32[a], f32[3]); i64[]", "seq[1](f32[?])"),
    row("SequenceErase", 11, "seq[1](f32[a])", "seq[0](f32[a])"),
    row("SequenceErase", 11, "seq[n](f32[a])", "seq[n - 1](f32[a])", needs="n >= 1",
        sizes=({"n": 2, "a": 2}, {"n": 0, "a": 2})),
    row("SequenceErase", 11, "seq(f32[a])", "seq(f32[a])", sizes=()),
    row("SequenceErase", 11, "seq[n + 1](f32[a], *f32[b]); i64[] = 0", "seq[n](f32[b])", sizes=()),
    row("SequenceErase", 11, "seq[n + 1](*f32[a], f32[b])", "seq[n](f32[a])", sizes=()),
    row("SequenceErase", 11, "seq[n + 2](f32[a], *f32[b], f32[c]); i64[] = -1", "seq[n + 1](f32[a], *f32[b])",
        sizes=()),
    row("SequenceErase", 11, "seq[n + 1](f32[a], *f32[b])", "seq[n](f32[a], *f32[b])",
        needs="suppose n >= 1", sizes=()),
    row("SequenceErase", 11, "seq[n + 2](f32[a], *f32[b], f32[c]); i64[] = 1", "seq[n + 1](f32[a], *f32[b], f32[c])",
        needs="suppose n >= 1", sizes=()),
    row("SequenceErase", 11, "seq[n + 3](f32[a], *f32[b], f32[c]); i64[] = 1", "seq[n + 2](f32[a], *f32[b], f32[c])",
        sizes=()),
    row("SequenceErase", 11, "seq[n + 2](f32[a], *f32[b], f32[c]); i64[] = 2", "seq[n + 1](f32[?])",
        needs="n + 2 >= 3", sizes=()),
    row("SequenceErase", 11, "seq[n + 1](f32[a], *f32[b]); i64[]", "seq[n](f32[?])", sizes=()),
    row("SequenceErase", 11, f"{PIECES}", "seq[(n - 1)//2](f32[2, 3])", needs="(n + 1)//2 >= 1", sizes=()),
    row("SequenceErase", 11, f"{PIECES}; i64[] = 0", "seq[(n - 1)//2](f32[?, 3]) = n - 2 by 2 on axis 0",
        needs="(n + 1)//2 >= 1", sizes=()),
    row("SequenceErase", 11, f"{PIECES}; i64[] = 1", "seq[(n - 1)//2](f32[?, 3])",
        needs="(n + 1)//2 >= 2", sizes=()),
]  # fmt: skip

REFUSED = [
    row("SequenceErase", 11, "seq[0](f32[2]); i64[]", "seq(f32[2])",
        finds="SI301 input_sequence has 0 items, needed 1 or more for an item at any position"),
    row("SequenceErase", 11, "seq[2](f32[2], f32[3]); i64[] = 2", "seq[1](f32[?])",
        finds="SI301 position is 2, needed -2 to 1 in a sequence of length 2"),
    row("SequenceErase", 11, "seq[2](f32[2], f32[3]); i64[] = -3", "seq[1](f32[?])",
        finds="SI301 position is -3, needed -2 to 1 in a sequence of length 2"),
    row("SequenceErase", 11, "seq[0](f32[2])", "seq(f32[2])",
        finds="SI301 position is -1, needed 0 to -1 in a sequence of length 0"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_sequence_erase(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_sequence_erase_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_sequence_erase_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
