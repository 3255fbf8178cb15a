"""Flatten, from the common case to the odd."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("Flatten", (1, 9, 11, 13, 21, 23), "f32[a, b, c]", "f32[a, b*c]"),
    row("Flatten", (1, 9, 11, 13, 21, 23), "f32[a, b, c]", "f32[1, a*b*c]", axis=0),
    row("Flatten", (1, 9, 11, 13, 21, 23), "f32[a, b, c]", "f32[a*b*c, 1]", axis=3),
    row("Flatten", (11, 13, 21, 23), "f32[a, b, c]", "f32[a*b, c]", axis=-1),
    row("Flatten", (11, 13, 21, 23), "f32[a, b, c]", "f32[1, a*b*c]", axis=-3),
    row("Flatten", (1, 9, 11, 13, 21, 23), "f32[]", "f32[1, 1]", axis=0),
    row("Flatten", (11, 13, 21, 23), "i64[2] = (a, b)", "i64[1, 2] = (a, b)", axis=0),
    row("Flatten", (11, 13, 21, 23), "i64[1, 2] = (a, b)", "i64[1, 2] = (a, b)"),
    row("Flatten", (11, 13, 21, 23), "f32[2, 0, 4]", "f32[0, 4]", axis=2),
    row("Flatten", 13, "f32[*]", "f32[?0, ?1]", sizes=()),
    row("Flatten", 13, "f32[*]", "f32[1, ?0]", sizes=(), axis=0),
    row("Flatten", 9, "f32[*]", "f32[?0, ?1]", sizes=(), axis=-1,
        finds="SI202 axis is -1, needed 0 or more before opset 11; input is f32[*]"),
]  # fmt: skip

REFUSED = [
    row("Flatten", (11, 13, 21, 23), "f32[]", "f32[*]",
        finds="SI202 axis is 1, needed 0 to 0 for rank 0"),
    row("Flatten", (11, 13, 21, 23), "f32[a, b]", "f32[*]", axis=3,
        finds="SI202 axis is 3, needed -2 to 2 for rank 2"),
    row("Flatten", (11, 13, 21, 23), "f32[a, b]", "f32[*]", axis=-3,
        finds="SI202 axis is -3, needed -2 to 2 for rank 2"),
    row("Flatten", (1, 9), "f32[a, b]", "f32[*]", axis=-1,
        finds="SI202 axis is -1, needed 0 or more before opset 11; input is f32[a, b]"),
    row("Flatten", (1, 9), "f32[a, b]", "f32[*]", axis=3,
        finds="SI202 axis is 3, needed -2 to 2 for rank 2"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_flatten(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_flatten_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_flatten_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
