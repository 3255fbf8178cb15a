"""Trilu, from the common case to the odd."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("Trilu", 14, "f32[b, n, m]; i64[] = 1", "f32[b, n, m]"),
    row("Trilu", 14, "f32[n, m]", "f32[n, m]"),
    row("Trilu", 14, "f32[n, m]; i64[1] = (0)", "f32[n, m]",
        finds="SI201 k has rank 1, needed a scalar (the runtime accepts both)"),
    row("Trilu", 14, "i64[2, 3] = (1, 2, 3, 4, 5, 6); i64[] = 1", "i64[2, 3] = (0, 2, 3, 0, 0, 6)"),
    row("Trilu", 14, "i64[2, 3] = (1, 2, 3, 4, 5, 6); i64[] = -1", "i64[2, 3] = (0, 0, 0, 4, 0, 0)",
        upper=0),
    row("Trilu", 14, "i64[1, 2, 2] = (1, 2, 3, 4)", "i64[1, 2, 2] = (1, 0, 3, 4)", upper=0),
    row("Trilu", 14, "i64[2, 2] = (1, 2, 3, 4); i64[] = 100", "i64[2, 2] = (0, 0, 0, 0)"),
    row("Trilu", 14, "i64[2, 2] = (1, 2, 3, 4); i64[]", "i64[2, 2] in 0..4", sizes=()),
    row("Trilu", 14, "i64[n, n] in 1..1", "i64[n, n] in 0..1", upper=0),
    row("Trilu", 14, "i64[2147483647, 0] = ()", "i64[2147483647, 0] = ()"),  # no list of all rows is made
    row("Trilu", 14, "f32[*]", "f32[*]", sizes=()),
]  # fmt: skip

REFUSED = [
    row("Trilu", 14, "f32[n]", "f32[*]",
        finds="SI201 input has rank 1, needed at least 2; input is f32[n]"),
    row("Trilu", 14, "f32[n, m]; i64[2] = (1, 1)", "f32[n, m]",
        finds=(
            "SI214 k holds 2 elements, needed 1; it is i64[2] = (1, 1)",
            "SI201 k has rank 1, needed a scalar (the runtime accepts both)",
        )),
    row("Trilu", 14, "f32[n, m]; i64[0] = ()", "f32[n, m]",
        finds=(
            "SI214 k holds 0 elements, needed 1; it is i64[0] = ()",
            "SI201 k has rank 1, needed a scalar (the runtime accepts both)",
        )),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_trilu(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_trilu_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_trilu_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
