"""SequenceInsert."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("SequenceInsert", 11, "seq[2](f32[a], f32[3]); f32[b]", "seq[3](f32[a], f32[3], f32[b])"),
    row("SequenceInsert", 11, "seq[2](f32[a], f32[3]); f32[b]; i64[] = 0", "seq[3](f32[b], f32[a], f32[3])"),
    row("SequenceInsert", 11, "seq[2](f32[a], f32[3]); f32[b]; i64[] = 2", "seq[3](f32[a], f32[3], f32[b])"),
    row("SequenceInsert", 11, "seq[2](f32[a], f32[3]); f32[b]; i64[] = -2",
        "seq[3](f32[b], f32[a], f32[3])"),
    row("SequenceInsert", 11, "seq[2](f32[a], f32[3]); f32[b]; i64[]", "seq[3](f32[?2])"),
    row("SequenceInsert", 11, "seq[0](f32[*]); f32[b]", "seq[1](f32[b])", sizes=()),
    row("SequenceInsert", 11, "seq[n](f32[a]); f32[a]; i64[] = 2", "seq[n + 1](f32[a])", needs="n >= 2",
        sizes=({"n": 2, "a": 2}, {"n": 1, "a": 2})),
    row("SequenceInsert", 11, "seq[n](f32[a]); f32[b]", "seq[n + 1](*f32[a], f32[b])"),
    row("SequenceInsert", 11, "seq[n](f32[a]); f32[b]; i64[] = 0", "seq[n + 1](f32[b], *f32[a])"),
    row("SequenceInsert", 11, "seq[n](f32[a]); f32[b]; i64[] = n", "seq[n + 1](*f32[a], f32[b])", sizes=()),
    row("SequenceInsert", 11, "seq[n](f32[a]); f32[b]; i64[] = -1",
        "seq[n + 1](*f32[a], f32[b], f32[a])", needs="n >= 1",
        sizes=({"n": 2, "a": 2, "b": 3}, {"n": 0, "a": 2, "b": 3})),
    row("SequenceInsert", 11, "seq[n](f32[a]); f32[b]; i64[]", "seq[n + 1](f32[?1])"),
    row("SequenceInsert", 11, "seq[n](f32[a], *f32[b], f32[c]); f32[d]; i64[] = 1",
        "seq[n + 1](f32[a], f32[d], *f32[b], f32[c])", needs="n >= 1", sizes=()),
    row("SequenceInsert", 11, "seq[n](f32[a], *f32[b], f32[c]); f32[d]; i64[] = -1",
        "seq[n + 1](f32[a], *f32[b], f32[d], f32[c])", needs="n >= 1", sizes=()),
    row("SequenceInsert", 11, "seq[n](f32[a], *f32[b], f32[c]); f32[d]; i64[] = -2",
        "seq[n + 1](f32[?1])", needs="n >= 2", sizes=()),
    row("SequenceInsert", 11, "seq[n + 1](f32[a], *f32[a]); f32[a]", "seq[n + 2](f32[a])", sizes=()),
    row("SequenceInsert", 11, "seq[(n + 1)//2](f32[?]) = n by 2 on axis 0; f32[1]; i64[] = 0",
        "seq[(n + 1)//2 + 1](f32[1], *f32[?]) = n by 2 on axis 0", sizes=()),
    row("SequenceInsert", 11, "seq[(n + 1)//2](f32[?]) = n by 2 on axis 0; f32[1]; i64[] = 2",
        "seq[(n + 1)//2 + 1](f32[min(n, 2)], f32[min(n, 4) - 2], f32[1], *f32[?]) = n - 4 by 2 on axis 0",
        needs="(n + 1)//2 >= 2", sizes=()),
    row("SequenceInsert", 11, "seq[(n + 1)//2](f32[?]) = n by 2 on axis 0; f32[1]; i64[] = -2",
        "seq[(n + 1)//2 + 1](*f32[?], f32[1], f32[2], f32[n + 2 - 2*((n + 1)//2)]) = 2*((n + 1)//2) - 4 by 2 "
        "on axis 0", needs="(n + 1)//2 >= 2", sizes=()),
    row("SequenceInsert", 11, "seq(f32[a]); f32[b]", "seq(*f32[a], f32[b])", sizes=()),
    row("SequenceInsert", 11, "seq(f32[a]); f32[a]; i64[] = 3", "seq(f32[a])", sizes=()),
    row("SequenceInsert", 11, "?[2]; f32[2]", "seq(*?, f32[2])", sizes=()),  # a tensor of a type that nothing tells
]  # fmt: skip

REFUSED = [
    row("SequenceInsert", 11, "seq[2](f32[2], f32[3]); f32[4]; i64[] = 3", "seq[3](f32[?2])",
        finds="SI301 position is 3, needed -2 to 2 in a sequence of length 2"),
    row("SequenceInsert", 11, "seq[2](f32[2], f32[3]); f32[4]; i64[] = -3", "seq[3](f32[?2])",
        finds="SI301 position is -3, needed -2 to 2 in a sequence of length 2"),
    row("SequenceInsert", 11, "seq[2](f32[2], f32[3]); i64[4]", "seq[3](f32[2], f32[3], i64[4])",
        finds="SI102 tensor is i64, the items of input_sequence are f32: needed the same type"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_sequence_insert(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_sequence_insert_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_sequence_insert_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
