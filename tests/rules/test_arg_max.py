"""ArgMax, ArgMin."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("ArgMax", (1, 11, 12, 13), "f32[n, 5]", "i64[n, 1] in 0..4", sizes=({"n": 2}, {"n": 1}), axis=-1),
    row("ArgMax", 13, "f32[0, 5]", "i64[0, ?0]", axis=-1,
        finds=
            "SI307 data is empty and axis counts from the back, which ONNX Runtime before 1.32 forgets to "
            "reduce; data is f32[0, 5]"),
    row("ArgMax", 13, "f32[n, 0]", "i64[n, ?0]", axis=-1, needs="suppose n == 0", sizes=({"n": 0},),
        finds=
            "SI307 data is empty and axis counts from the back, which ONNX Runtime before 1.32 forgets to "
            "reduce; data is f32[n, 0]"),
    row("ArgMax", (1, 11, 12, 13), "f32[n, 5]", "i64[n] in 0..4", axis=1, keepdims=0),
    row("ArgMin", (1, 11, 12, 13), "f32[n, m]", "i64[1, m] in 0..n - 1", needs="n >= 1 or m == 0",
        sizes=({"n": 2, "m": 3}, {"n": 1, "m": 0}, {"n": 0, "m": 0}, {"n": 0, "m": 2})),
    row("ArgMax", (1, 11, 12, 13), "f32[n]", "i64[] in 0..n - 1", needs="n >= 1",
        sizes=({"n": 3}, {"n": 1}, {"n": 0}), keepdims=0),
    row("ArgMax", (12, 13), "f32[n, 5]", "i64[n, 1] in 0..4", axis=1, select_last_index=1),
    row("ArgMax", (1, 11, 12, 13), "f32[0, 1]", "i64[0, 1] in 0", axis=1),
    row("ArgMax", 13, "f32[*]", "i64[*] in 0..", sizes=(), axis=0),
    row("ArgMin", 1, "f32[]", "i64[] = 0",
        finds="SI201 data has rank 0, needed 1 or more (the runtime accepts it)"),
    row("ArgMax", (11, 13), "f32[2, 3]", "i64[2] in 0..2", axis=1, keepdims=7,
        finds="SI303 keepdims is 7, needed 0 or 1 (ONNX Runtime treats it as 0)"),
]  # fmt: skip

REFUSED = [
    row("ArgMax", (1, 11, 12, 13), "f32[3, 0]", "i64[3, 1] in 0..-1", axis=1,
        finds="SI226 axis 1 of data is 0, needed 1 or more; data is f32[3, 0]"),
    row("ArgMin", (11, 12, 13), "f32[]", "i64[] = 0",
        finds="SI201 data has rank 0, needed 1 or more (ONNX Runtime runs it where it can't see the rank at load)"),
    row("ArgMax", (1, 11, 12, 13), "f32[3]", "i64[*]", axis=1,
        finds="SI202 axis is 1, needed -1 to 0 for rank 1"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_arg_max(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_arg_max_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_arg_max_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
