"""SequenceErase."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("SequenceErase", 11, "seq[2](f32[a], f32[3])", "seq[1](f32[a])"),
    row("SequenceErase", 11, "seq[2](f32[a], f32[3]); i64[] = 0", "seq[1](f32[3])"),
    row("SequenceErase", 11, "seq[2](f32[a], f32[3]); i64[] = -2", "seq[1](f32[3])"),
    row("SequenceErase", 11, "seq[2](f32[a], f32[3]); i64[]", "seq[1](f32[?])"),
    row("SequenceErase", 11, "seq[1](f32[a])", "seq[0](f32[a])"),
    row("SequenceErase", 11, "seq[n](f32[a])", "seq[n - 1](f32[a])", needs="n >= 1",
        sizes=({"n": 2, "a": 2}, {"n": 0, "a": 2})),
    row("SequenceErase", 11, "seq(f32[a])", "seq(f32[a])", sizes=()),
]  # fmt: skip

REFUSED = [
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
