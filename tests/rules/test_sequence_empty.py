"""SequenceEmpty."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("SequenceEmpty", 11, "", "seq[0](f32[*])"),
    row("SequenceEmpty", 11, "", "seq[0](i64[*])", dtype=7),
]  # fmt: skip

REFUSED = [
    row("SequenceEmpty", 11, "", "seq[0](?[*])", dtype=99,
        finds="SI303 dtype is 99, needed the number of an element type"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_sequence_empty(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_sequence_empty_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_sequence_empty_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
