"""Softmax, LogSoftmax, Hardmax."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("Softmax", (1, 11, 13), "f32[b, 10]", "f32[b, 10]"),
    row("Softmax", (1, 11, 13), "f32[b, s, 10]", "f32[b, s, 10]", axis=-1),
    row("Softmax", (1, 11, 13), "f32[b, 0]", "f32[b, 0]"),
    row("Softmax", (1, 11, 13), "f32[b, s, 10]", "f32[b, s, 10]", axis=0),
    row("Softmax", (1, 11, 13), "f32[*]", "f32[*]", sizes=()),
    row("Softmax", 1, "f32[n]", "f32[n]", axis=5, needs="n == 0", sizes=({"n": 0}, {"n": 2}),
        finds="SI202 axis is 5, needed -1 to 0 for rank 1 (unless there are no elements)"),
    row("Softmax", 13, "f32[n]", "f32[n]"),
    row("LogSoftmax", (1, 11, 13), "f32[b, 10]", "f32[b, 10]"),
    row("LogSoftmax", (1, 11, 13), "f32[b, s, 10]", "f32[b, s, 10]", axis=-1),
    row("LogSoftmax", (1, 11, 13), "f32[b, 0]", "f32[b, 0]"),
    row("LogSoftmax", (1, 11, 13), "f32[b, s, 10]", "f32[b, s, 10]", axis=0),
    row("LogSoftmax", (1, 11, 13), "f32[*]", "f32[*]", sizes=()),
    row("LogSoftmax", 13, "f32[n]", "f32[n]"),
    row("Hardmax", (1, 11, 13), "f32[b, 10]", "f32[b, 10]"),
    row("Hardmax", (1, 11, 13), "f32[b, s, 10]", "f32[b, s, 10]", axis=-1),
    row("Hardmax", (1, 11, 13), "f32[b, 0]", "f32[b, 0]"),
    row("Hardmax", (1, 11, 13), "f32[b, s, 10]", "f32[b, s, 10]", axis=0),
    row("Hardmax", (1, 11, 13), "f32[*]", "f32[*]", sizes=()),
    row("Hardmax", 13, "f32[n]", "f32[n]"),
    row("Softmax", 1, "f32[0]", "f32[0]"),
    row("Softmax", (11, 13), "f32[2, 3]", "f32[2, 3]", axis=2**32,
        finds="SI202 axis is 4294967296, needed -2 to 1 for rank 2 (the runtime keeps its last 32 bits and takes 0)"),
]  # fmt: skip

REFUSED = [
    row("Softmax", (1, 11), "f32[3]", "f32[*]", finds="SI202 axis is 1, needed -1 to 0 for rank 1"),
    row("Softmax", (1, 11, 13), "f32[2, 3]", "f32[*]", axis=2,
        finds="SI202 axis is 2, needed -2 to 1 for rank 2"),
    row("Softmax", (1, 11, 13), "f32[]", "f32[*]",
        finds="SI201 input has rank 0, needed at least 1; input is f32[]"),
    row("Softmax", (11, 13), "f32[2, 3]", "f32[*]", axis=-3,
        finds="SI202 axis is -3, needed -2 to 1 for rank 2"),
    row("LogSoftmax", (1, 11), "f32[3]", "f32[*]", finds="SI202 axis is 1, needed -1 to 0 for rank 1"),
    row("LogSoftmax", (1, 11, 13), "f32[2, 3]", "f32[*]", axis=2,
        finds="SI202 axis is 2, needed -2 to 1 for rank 2"),
    row("LogSoftmax", (1, 11, 13), "f32[]", "f32[*]",
        finds="SI201 input has rank 0, needed at least 1; input is f32[]"),
    row("LogSoftmax", (11, 13), "f32[2, 3]", "f32[*]", axis=-3,
        finds="SI202 axis is -3, needed -2 to 1 for rank 2"),
    row("Hardmax", (1, 11), "f32[3]", "f32[*]", finds="SI202 axis is 1, needed -1 to 0 for rank 1"),
    row("Hardmax", (1, 11, 13), "f32[2, 3]", "f32[*]", axis=2,
        finds="SI202 axis is 2, needed -2 to 1 for rank 2"),
    row("Hardmax", (1, 11, 13), "f32[]", "f32[*]",
        finds="SI201 input has rank 0, needed at least 1; input is f32[]"),
    row("Hardmax", (11, 13), "f32[2, 3]", "f32[*]", axis=-3,
        finds="SI202 axis is -3, needed -2 to 1 for rank 2"),
    row("Softmax", 11, "f32[0]", "f32[*]", finds="SI202 axis is 1, needed -1 to 0 for rank 1"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_softmax(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_softmax_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_softmax_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
