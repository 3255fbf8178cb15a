"""SequenceLength."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("SequenceLength", 11, "seq[2](f32[a], f32[3])", "i64[] = 2"),
    row("SequenceLength", 11, "seq[n](f32[a])", "i64[] = n"),
    row("SequenceLength", 11, "seq[0](f32[2])", "i64[] = 0"),
    row("SequenceLength", 11, "seq(f32[2])", "i64[] = 0..", sizes=()),
]  # fmt: skip


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_sequence_length(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_sequence_length_runs_as_inferred(case: Row) -> None:
    case.compare()
