"""Concat, from the common case to the odd."""

from __future__ import annotations

import pytest

from shapeinfer.testing import infer
from tests.table import Row, row

ROWS = [
    row("Concat", 13, "i64[2147483647, 0] = (); i64[2147483647, 0] = ()", "i64[2147483647, 0] = ()", axis=1),
    row("Concat", (4, 11, 13), "f32[a, 3]; f32[b, 3]", "f32[a + b, 3]", axis=0),
    row("Concat", (4, 11, 13), "f32[a, 3]; f32[a, 5]; f32[a, c]", "f32[a, c + 8]", axis=1),
    row("Concat", (4, 11, 13), "f32[a, 3]; f32[a, 5]", "f32[a, 8]", axis=-1),
    row("Concat", (4, 11, 13), "f32[a]", "f32[a]", axis=0),
    row("Concat", (4, 11, 13), "f32[a, 3]; f32[b, 5]", "f32[a, 8]", needs="a == b",
        sizes=({"a": 2, "b": 2}, {"a": 1, "b": 1}, {"a": 0, "b": 0}), axis=1),
    row("Concat", (4, 11, 13), "f32[n, 3]; f32[4, 3]", "f32[4, 6]", needs="n == 4", sizes=({"n": 4},),
        axis=1),
    row("Concat", (4, 11, 13), "f32[0, 3]; f32[2, 3]", "f32[2, 3]", axis=0),
    row("Concat", (4, 13), "i64[1] = (a); i64[2] = (3, -1)", "i64[3] = (a, 3, -1)", axis=0),
    row("Concat", (4, 13), "i64[0] = (); i64[1] = (7)", "i64[1] = (7)", axis=0),
    row("Concat", 13, "i64[1] = (a); i64[1]; i64[1] = (5)", "i64[3] = (a, ?, 5)", axis=0),
    row("Concat", 13, "i64[2, 1] = (1, 2); i64[2, 2] = (3, 4, 5, 6)", "i64[2, 3] = (1, 3, 4, 2, 5, 6)",
        axis=1),
    row("Concat", 13, "i64[n] in 0..4; i64[2] = (7, 8)", "i64[n + 2] in 0..8", axis=0),
    row("Concat", 13, "f32[a, 3]; f32[*]", "f32[?0, 3]", sizes=(), axis=0),
    row("Concat", 13, "f32[*]; f32[*]", "f32[*]", sizes=(), axis=0),
    row("Concat", 13, "f32[n//2, 3]; f32[(n + 1)//2, 3]", "f32[n, 3]", axis=0),
    row("Concat", 13, "f32[2, n//2]; f32[2, (n + 1)//2]; f32[2, n//2]", "f32[2, n + n//2]", sizes=(), axis=1),
    row("Concat", 13, "f32[0, 4]; f32[2, 3]", "f32[2, 3]", axis=0,
        finds=
            "SI307 on axis 1 inputs[0] has 4 and inputs[1] has 3, needed equal sizes; they are f32[0, 4] "
            "and f32[2, 3] (a loader that sees both refuses them, although the kernel skips what is empty)"),
    row("Concat", (1, 3), "f32[2, 3]; f32[2, 4]", "f32[2, 7]", axis=1),
    row("Concat", 13, "i64[b, s, 1] = 0..b - 1; i64[b, s, 1] = 0..s - 1",
        "i64[b, s, 2] in [=0..b - 1, =0..s - 1]", axis=-1),
    row("Concat", 13, "i64[b, 1] = 0..b - 1; i64[b, 2]; i64[b, 1] in 0..7",
        "i64[b, 4] in [=0..b - 1, ?, ?, 0..7]", axis=1),
]  # fmt: skip

REFUSED = [
    row("Concat", (4, 11, 13), "f32[a, 3]; f32[b, 4]", "f32[a + b, ?0]", axis=0,
        finds=
            "SI209 on axis 1 inputs[0] has 3 and inputs[1] has 4, needed equal sizes; they are f32[a, 3] "
            "and f32[b, 4]"),
    row("Concat", (4, 11, 13), "f32[a, 3]; f32[a]", "f32[*]", axis=0,
        finds="SI201 inputs[1] has rank 1, inputs[0] has 2; they are f32[a] and f32[a, 3]"),
    row("Concat", (4, 11, 13), "f32[a, 3]", "f32[*]", axis=2,
        finds="SI202 axis is 2, needed -2 to 1 for rank 2"),
    row("Concat", (4, 11, 13), "f32[]; f32[]", "f32[*]", axis=0,
        finds="SI202 axis is 0, needed 0 to -1 for rank 0"),
]  # fmt: skip

# Nobody here runs or refuses these.
UNTRIED = [
    row("Concat", 13, "f32[9223372036854775807, 1]; f32[1, 1]", "f32[?0, 1]", axis=0,
        finds="SI227 axis 0 has the size 9223372036854775808, an overflow: an int64 holds at most 9223372036854775807"),
    row("Concat", (1, 3), "f32[a, 3]; f32[a, 4]", "f32[a, 7]"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED, *UNTRIED], ids=str)
def test_concat(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_concat_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_concat_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()


@pytest.mark.parametrize("op_type", ["Concat", "Sum", "Mean", "Max", "Min"])
def test_no_input_may_be_left_out(op_type: str) -> None:
    given = {"axis": 0} if op_type == "Concat" else {}
    inferred = infer(op_type, 13, "f32[2]", None, "f32[2]", given=given)
    name = "inputs" if op_type == "Concat" else "data_0"
    assert inferred.findings == [f"SI027 input 1 ({name}) is left out, and the operator needs it"]
