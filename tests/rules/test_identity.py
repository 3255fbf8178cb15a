"""Identity: tensors, sequences, optionals."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("Identity", (1, 13, 14, 16, 19, 21, 23), "f32[a, b]", "f32[a, b]"),
    row("Identity", (1, 13, 14, 16, 19, 21, 23), "i64[2] = (a, -1)", "i64[2] = (a, -1)"),
    row("Identity", (14, 16, 19, 21, 23), "seq[2](f32[a], f32[3])", "seq[2](f32[a], f32[3])"),
    row("Identity", 13, "f32[*]", "f32[*]", sizes=()),
    row("Identity", 16, "optional(f32[a])", "optional(f32[a])", sizes=()),
    row("Identity", 13, "i64[s] = 0..s - 1", "i64[s] = 0..s - 1"),
]  # fmt: skip


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_identity(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_identity_runs_as_inferred(case: Row) -> None:
    case.compare()
