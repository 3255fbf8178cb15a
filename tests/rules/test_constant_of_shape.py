"""ConstantOfShape, from the common case to the odd."""

from __future__ import annotations

import pytest

from shapeinfer.facts.parse import parse
from tests.table import Row, row

ROWS = [
    row("ConstantOfShape", (9, 20, 21, 23), "i64[2] = (n, 3)", "f32[n, 3] in 0"),
    row("ConstantOfShape", (9, 20, 21, 23), "i64[1] = (n*m)", "f32[m*n] in 0"),
    row("ConstantOfShape", (9, 20, 21, 23), "i64[2] = (2, 2)", "f32[2, 2] = (0, 0, 0, 0)"),
    row("ConstantOfShape", (9, 20, 21, 23), "i64[0] = ()", "f32[] = 0"),
    row("ConstantOfShape", (9, 20, 21, 23), "i64[2] = (2, 0)", "f32[2, 0] = ()"),
    row("ConstantOfShape", (9, 20, 21, 23), "i64[1] = (3)", "i64[3] = (7, 7, 7)",
        value=parse("i64[1] = (7)")),
    row("ConstantOfShape", (9, 20, 21, 23), "i64[1] = (n)", "bool[n] in 1", value=parse("bool[1] = (1)")),
    row("ConstantOfShape", (9, 20, 21, 23), "i64[1] = (2)", "f32[2] = (0.5, 0.5)",
        value=parse("f32[1] = (0.5)")),
    row("ConstantOfShape", (9, 20, 21, 23), "i64[1] = (n - 1)", "f32[n - 1] in 0", needs="n - 1 >= 0",
        sizes=({"n": 1}, {"n": 3}, {"n": 0})),
    row("ConstantOfShape", 9, "i64[2]", "f32[?0, ?1] in 0", sizes=()),
    row("ConstantOfShape", 9, "i64[2] = (?, 3)", "f32[?0, 3] in 0", sizes=()),
    row("ConstantOfShape", 9, "i64[1] in 2..n", "f32[?0] in 0", sizes=()),
    row("ConstantOfShape", 9, "i64[k]", "f32[*] in 0", sizes=()),
    row("ConstantOfShape", 25, "i64[1, 2] := (2, 3)", "f32[2, 3] = (0, 0, 0, 0, 0, 0)", sizes=(),
        finds="SI201 input has rank 2, needed 1; input is i64[1, 2] := (2, 3) (the runtime accepts a stored one)"),
]  # fmt: skip

REFUSED = [
    row("ConstantOfShape", (9, 20, 21, 23), "i64[2] = (2, -1)", "f32[2, ?0] in 0",
        finds="SI216 the shape has the size -1, needed 0 or more; it is i64[2] = (2, -1)"),
    row("ConstantOfShape", (9, 20, 21, 23), "i64[] = 2", "?[*]",
        finds="SI201 input has rank 0, needed 1; input is i64[] = 2"),
    row("ConstantOfShape", (9, 20, 21, 23), "i64[] := 2", "?[*]",
        finds="SI201 the shape is i64[] := 2, needed a list"),
    row("ConstantOfShape", (9, 20, 21, 23), "i64[1] = (2)", "i64[2] in 7..8",
        value=parse("i64[2] = (7, 8)"),
        finds="SI214 value is i64[2] = (7, 8), needed a list of one element"),
    row("ConstantOfShape", (9, 20, 21, 23), "i64[1] = (2)", "i64[2] = (7, 7)", value=parse("i64[] = 7"),
        finds="SI214 value is i64[] = 7, needed a list of one element"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_constant_of_shape(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_constant_of_shape_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_constant_of_shape_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
