"""ReverseSequence."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("ReverseSequence", 10, "f32[t, b, 3]; i64[b]", "f32[t, b, 3]"),
    row("ReverseSequence", 10, "f32[b, t]; i64[b]", "f32[b, t]", batch_axis=0, time_axis=1),
    row("ReverseSequence", 10, "f32[t, b]; i64[c]", "f32[t, b]", needs="c == b",
        sizes=({"t": 2, "b": 3, "c": 3}, {"t": 2, "b": 3, "c": 2})),
    row("ReverseSequence", 10, "f32[t, 2]; i64[2] = (1, 4)", "f32[t, 2]", needs=("t >= 1", "t >= 4"),
        sizes=({"t": 4}, {"t": 3})),
    row("ReverseSequence", 10, "i64[3, 2] = (1, 2, 3, 4, 5, 6); i64[2] = (2, 3)",
        "i64[3, 2] = (3, 6, 1, 4, 5, 2)"),
    row("ReverseSequence", 10, "i64[2, 3] = (1, 2, 3, 4, 5, 6); i64[2] = (0, 3)",
        "i64[2, 3] = (1, 2, 3, 6, 5, 4)", batch_axis=0, time_axis=1),
    row("ReverseSequence", 10, "f32[4, 3]; i64[3] = (1, 2, 4)", "f32[4, 3]", batch_axis=-1,
        finds=
            "SI303 batch_axis is -1 and time_axis 0, needed 0 and 1 (the runtime takes time_axis for 0 or 1, and "
            "batch_axis for the other)"),
    row("ReverseSequence", 10, "i64[2, 3] = (1, 2, 3, 4, 5, 6); i64[2] = (0, 3)",
        "i64[2, 3] = (1, 2, 3, 6, 5, 4)", batch_axis=-1, time_axis=-2,
        finds=
            "SI303 batch_axis is -1 and time_axis -2, needed 0 and 1 (the runtime takes time_axis for 0 or 1, and "
            "batch_axis for the other)"),
    row("ReverseSequence", 10, "f32[*]; i64[b]", "f32[*]", sizes=()),
    row("ReverseSequence", 10, "i64[2, 1] = (4, 5); i64[1]", "i64[2, 1] in 4..5", sizes=()),
]  # fmt: skip

REFUSED = [
    row("ReverseSequence", 10, "f32[4, 3]; i64[4]", "f32[4, 3]",
        finds=
            "SI217 sequence_lens holds 4 lengths, axis 1 of input is 3, needed one for each; input is f32[4, 3]"),
    row("ReverseSequence", 10, "f32[4, 1]; i64[1] = (5)", "f32[4, 1]",
        finds="SI301 sequence_lens holds 5, needed 0 to 4, the size of axis 0; input is f32[4, 1]"),
    row("ReverseSequence", 10, "f32[4, 1]; i64[1] = (-1)", "f32[4, 1]",
        finds="SI301 sequence_lens holds -1, needed 0 to 4, the size of axis 0; input is f32[4, 1]"),
    row("ReverseSequence", 10, "f32[4]; i64[1]", "f32[*]",
        finds="SI201 input has rank 1, needed at least 2; input is f32[4]"),
    row("ReverseSequence", 10, "f32[4, 3]; i64[3, 1]", "f32[*]",
        finds="SI201 sequence_lens has rank 2, needed 1; sequence_lens is i64[3, 1]"),
    row("ReverseSequence", 10, "f32[4, 3]; i64[3]", "f32[*]", time_axis=1,
        finds="SI303 batch_axis is 1 and time_axis 1, needed 0 and 1 in either order"),
    row("ReverseSequence", 10, "f32[4, 3]; i64[3]", "f32[*]", batch_axis=2,
        finds="SI303 batch_axis is 2 and time_axis 0, needed 0 and 1 in either order"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_reverse_sequence(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_reverse_sequence_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_reverse_sequence_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
