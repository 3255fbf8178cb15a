"""Constant, in each of its forms."""

from __future__ import annotations

import pytest

from shapeinfer.facts.parse import parse
from tests.table import Row, row

ROWS = [
    row("Constant", (1, 9, 11, 12, 13, 19, 21, 23), "", "f32[2] = (1, 2)", value=parse("f32[2] = (1, 2)")),
    row("Constant", (9, 11, 12, 13, 19, 21, 23), "", "i64[2, 1] = (1, -1)",
        value=parse("i64[2, 1] = (1, -1)")),
    row("Constant", 13, "", "f32[] = 0.5", value=parse("f32[] = 0.5")),
    row("Constant", (12, 13, 19, 21, 23), "", "i64[] := 3", value_int=3),
    row("Constant", (12, 13, 19, 21, 23), "", "i64[2] := (3, -1)", value_ints=[3, -1]),
    row("Constant", (12, 13, 19, 21, 23), "", "f32[] := 0.5", value_float=0.5),
    row("Constant", (12, 13, 19, 21, 23), "", "f32[2] := (0.5, 2)", value_floats=[0.5, 2.0]),
    row("Constant", (12, 13, 19, 21, 23), "", "str[]", value_string="a"),
    row("Constant", (12, 13, 19, 21, 23), "", "str[2]", value_strings=['a', 'b']),
    row("Constant", 13, "", "i64[65] = 0..64", value_ints=list(range(65))),
    row("Constant", 13, "", "i64[] := 3", value_int=3, value_float=1.0,
        finds="SI307 (value_int, value_float) are given, needed one; the runtime takes the first"),
    row("Constant", 13, "", "f32[] := 1", value_float=1.0, value_int=3,
        finds="SI307 (value_float, value_int) are given, needed one; the runtime takes the first"),
    row("Constant", 13, "", "?[*]", values=[1.5, 2.0],
        finds="SI017 attribute 'values' is not one of Constant-13's (sparse_value, value, value_float, value_floats, value_int, value_ints, value_string, value_strings)"),
]  # fmt: skip

REFUSED = [
    row("Constant", 13, "", "?[*]",
        finds=
            "SI018 no value is given, needed one of (value, sparse_value, value_int, value_ints, "
            "value_float, value_floats, value_string, value_strings)"),
]  # fmt: skip

# Nobody here runs or refuses these.
UNTRIED = [
    row("Constant", 13, "", "?[*]", sparse_value=parse("sparse(f32[3, 4])"),
        finds="SI019 attribute 'sparse_value' is of type tensor, needed sparse tensor"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED, *UNTRIED], ids=str)
def test_constant(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_constant_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_constant_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
