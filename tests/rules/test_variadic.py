"""Min, Max, Sum, Mean over any number of inputs."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("Min", (8, 12, 13), "f32[b, 3]", "f32[b, 3]"),
    row("Min", (8, 12, 13), "f32[b, 3]; f32[3]; f32[1]", "f32[b, 3]"),
    row("Min", (8, 12, 13), "f32[a]; f32[b]; f32[c]", "f32[broadcast(a, b, c)]",
        needs=("a == b or a == 1 or b == 1", "a == c or a == 1 or c == 1", "b == c or b == 1 or c == 1"),
        sizes=({"a": 1, "b": 1, "c": 3},
            {"a": 2, "b": 1, "c": 2},
            {"a": 0, "b": 1, "c": 1},
            {"a": 2, "b": 2, "c": 3})),
    row("Max", (8, 12, 13), "f32[b, 3]", "f32[b, 3]"),
    row("Max", (8, 12, 13), "f32[b, 3]; f32[3]; f32[1]", "f32[b, 3]"),
    row("Max", (8, 12, 13), "f32[a]; f32[b]; f32[c]", "f32[broadcast(a, b, c)]",
        needs=("a == b or a == 1 or b == 1", "a == c or a == 1 or c == 1", "b == c or b == 1 or c == 1"),
        sizes=({"a": 1, "b": 1, "c": 3},
            {"a": 2, "b": 1, "c": 2},
            {"a": 0, "b": 1, "c": 1},
            {"a": 2, "b": 2, "c": 3})),
    row("Sum", (8, 13), "f32[b, 3]", "f32[b, 3]"),
    row("Sum", (8, 13), "f32[b, 3]; f32[3]; f32[1]", "f32[b, 3]"),
    row("Sum", (8, 13), "f32[a]; f32[b]; f32[c]", "f32[broadcast(a, b, c)]",
        needs=("a == b or a == 1 or b == 1", "a == c or a == 1 or c == 1", "b == c or b == 1 or c == 1"),
        sizes=({"a": 1, "b": 1, "c": 3},
            {"a": 2, "b": 1, "c": 2},
            {"a": 0, "b": 1, "c": 1},
            {"a": 2, "b": 2, "c": 3})),
    row("Mean", (8, 13), "f32[b, 3]", "f32[b, 3]"),
    row("Mean", (8, 13), "f32[b, 3]; f32[3]; f32[1]", "f32[b, 3]"),
    row("Mean", (8, 13), "f32[a]; f32[b]; f32[c]", "f32[broadcast(a, b, c)]",
        needs=("a == b or a == 1 or b == 1", "a == c or a == 1 or c == 1", "b == c or b == 1 or c == 1"),
        sizes=({"a": 1, "b": 1, "c": 3},
            {"a": 2, "b": 1, "c": 2},
            {"a": 0, "b": 1, "c": 1},
            {"a": 2, "b": 2, "c": 3})),
    row("Min", (12, 13), "i64[2] = (a, 3); i64[] = 5", "i64[2] = (min(a, 5), 3)"),
    row("Max", (12, 13), "i64[] = a; i64[] = b; i64[] = 1", "i64[] = max(1, max(b, a))"),
    row("Min", (12, 13), "i64[4]; i64[] = 5", "i64[4] = (..5, ..5, ..5, ..5)"),
    row("Max", (12, 13), "i64[n]; i64[] = 0", "i64[n] in 0.."),
    row("Sum", (8, 13), "f32[] = a; f32[] = b; f32[] = 0.5", "f32[] = (2*a + 2*b + 1)/2",
        needs=("suppose a + b <= 16777216", "suppose 2*a + 2*b + 1 <= 16777216")),
    row("Mean", (8, 13), "f32[] = 3; f32[] = 4", "f32[] = 3.5"),
    row("Mean", (8, 13), "f32[] = 1; f32[] = 1; f32[] = 2", "f32[]"),
    row("Max", (8, 12, 13), "f32[] = h; f32[] = 1.5", "f32[] = max(1, h)..max(2, h)"),
    row("Min", 13, "f32[*]; f32[2]", "f32[*]", sizes=()),
    row("Min", 6, "f32[a, 3]; f32[a, 3]", "f32[a, 3]"),
    row("Min", 1, "f32[a, 3]; f32[b, 3]", "f32[a, 3]", needs="a == b", sizes=()),
    row("Max", 6, "f32[a, 3]; f32[a, 3]", "f32[a, 3]"),
    row("Max", 1, "f32[a, 3]; f32[b, 3]", "f32[a, 3]", needs="a == b", sizes=()),
    row("Sum", 6, "f32[a, 3]; f32[a, 3]", "f32[a, 3]"),
    row("Sum", 1, "f32[a, 3]; f32[b, 3]", "f32[a, 3]", needs="a == b", sizes=()),
    row("Mean", 6, "f32[a, 3]; f32[a, 3]", "f32[a, 3]"),
    row("Mean", 1, "f32[a, 3]; f32[b, 3]", "f32[a, 3]", needs="a == b", sizes=()),
    row("Sum", 6, "f32[*]; f32[2]", "f32[2]", sizes=()),
]  # fmt: skip

REFUSED = [
    row("Sum", 6, "f32[2]; f32[1]", "f32[2]",
        finds="SI207 on axis 0 data_0[0] has 2 and data_0[1] has 1, needed equal sizes"),
    row("Sum", 6, "f32[2]; f32[1, 2]", "f32[*]",
        finds="SI207 data_0[1] is f32[1, 2], needed the shape of data_0[0]: f32[2]"),
    row("Max", 13, "f32[2]; f32[3]", "f32[?0]",
        finds="SI207 on axis 0 data_0[0] has 2 and data_0[1] has 3, needed equal sizes or 1; data_0[0] "
            "is f32[2], data_0[1] is f32[3]"),
]  # fmt: skip
# With which the process may die.
LEFT_OUT = [
    row("Max", 13, "f32[2]; -; f32[3]", "f32[*]",
        finds="SI027 input 1 (data_0) is left out, and the operator needs it"),
    row("Max", 13, "-; f32[3]", "f32[*]",
        finds="SI027 the first input (data_0) is left out, and the operator needs it"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED, *LEFT_OUT], ids=str)
def test_variadic(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_variadic_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_variadic_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
