"""SequenceConstruct."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("SequenceConstruct", 11, "f32[a]; f32[b, 3]; f32[a]", "seq[3](f32[a], f32[b, 3], f32[a])"),
    row("SequenceConstruct", 11, "f32[a]; f32[3]", "seq[2](f32[a], f32[3])"),
    row("SequenceConstruct", 11, "i64[2] = (a, 1)", "seq[1](i64[2] = (a, 1))"),
    row("SequenceConstruct", 11, "f32[*]; f32[2]", "seq[2](f32[*], f32[2])", sizes=()),
]  # fmt: skip

REFUSED = [
    row("SequenceConstruct", 11, "f32[2]; i64[2]", "seq[2](f32[2], i64[2])",
        finds="SI102 inputs[1] is i64, inputs[0] is f32: both must have one type"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_sequence_construct(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_sequence_construct_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_sequence_construct_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
