"""Add, Sub, Mul, Div: from the common case to the odd."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("Add", (7, 13, 14), "f32[b, s, 768]; f32[768]", "f32[b, s, 768]"),
    row("Add", (7, 13, 14), "f32[b, s]; f32[b, s]", "f32[b, s]"),
    row("Add", (7, 13, 14), "f32[n, 3]; f32[m, 1]", "f32[broadcast(m, n), 3]",
        needs="n == m or n == 1 or m == 1"),
    row("Add", (7, 13, 14), "f32[n]; f32[5]", "f32[5]", needs="n == 5 or n == 1"),
    row("Add", (7, 13, 14), "f32[n]; f32[0]", "f32[0]", needs="n == 0 or n == 1"),
    row("Add", (7, 13, 14), "f32[]; f32[2, 0, n]", "f32[2, 0, n]"),
    row("Add", (7, 13, 14), "f32[*]; f32[3]", "f32[*]", sizes=()),
    row("Add", (7, 13, 14), "i64[2] = (a, ?); i64[] = 1", "i64[2] = (a + 1, ?)", sizes=()),
    row("Sub", (7, 13, 14), "i64[2, 1] = (a, b); i64[2] = (1, a)", "i64[2, 2] = (a - 1, 0, b - 1, b - a)"),
    row("Mul", (7, 13, 14), "i64[1] = (h); i64[1] = (2)", "i64[1] = (2*h)"),
    row("Mul", (7, 13, 14), "i32[] = a; i32[] = b", "i32[] = a*b", needs="suppose a*b <= 2147483647"),
    row("Div", (7, 13, 14), "i64[3] = (7, -7, 7); i64[3] = (2, 2, -2)", "i64[3] = (3, -3, -3)"),
    row("Div", (7, 13, 14), "i64[] = h; i64[] = 2", "i64[] = h//2"),
    row("Div", (7, 13, 14), "i64[] = h; i64[] = b", "i64[] = h//b", needs="b >= 1"),
    row("Add", (7, 13, 14), "f32[] = h; f32[] = 0.5", "f32[] = (2*h + 1)/2",
        needs="suppose 2*h + 1 <= 16777216"),
    row("Add", (7, 13, 14), "f32[] = 16777216; f32[] = 1", "f32[] = 16777216"),
    row("Add", (7, 13, 14), "f32[] = 1; f32[] = 0.1", "f32[] = 1.1"),
    row("Mul", (7, 13, 14), "f32[] = h; f32[] = 1.5", "f32[] = (3*h)/2", needs="suppose 3*h <= 16777216"),
    row("Mul", (7, 13, 14), "f32[] = 3; f32[] = 0.1", "f32[] = 0.3"),
    row("Mul", (7, 13, 14), "f64[] = h; f64[] = 1.5", "f64[] = (3*h)/2"),
    row("Mul", (7, 13, 14), "f32[] = h; f32[] = 0.1",
        "f32[] = (13421773*h)//134217728..ceildiv(13421773*h, 134217728)",
        needs="suppose h <= 16777216",
        sizes=({"h": 7}, {"h": 640})),
    row("Mul", (7, 13, 14), "f32[] = 99*h; f32[] = 1.3",
        "f32[] = 128*h + (2935993*h)//4194304..128*h + ceildiv(2935993*h, 4194304)",
        needs="suppose 99*h <= 12905551", sizes=({"h": 7}, {"h": 640})),
    row("Div", (7, 13, 14), "f32[] = h; f32[] = 2", "f32[] = h/2", needs="suppose h <= 16777216"),
    row("Div", (7, 13, 14), "f32[] = h; f32[] = 3", "f32[] = h/3", needs="suppose h <= 16777216"),
    row("Div", (7, 13, 14), "f32[] = 1; f32[] = 0", "f32[]"),
    row("Div", (7, 13, 14), "f32[] = 1; f32[] = 3", "f32[] = 0.33333334"),
    row("Div", (7, 13, 14), "f32[] = -7; f32[] = 2", "f32[] = -3.5"),
    row("Div", (7, 13, 14), "f32[] = a; f32[] = b", "f32[] = a/b",
        needs=("suppose b >= 1", "suppose a <= 16777216", "suppose b <= 16777216"),
        sizes=({"a": 5, "b": 3}, {"a": 9, "b": 1}, {"a": 0, "b": 4})),
    row("Add", (7, 13, 14), "i64[70]; i64[] = 1", "i64[70]"),
    row("Sub", 14, "u8[] = n; u8[] = 1", "u8[] = n - 1", needs="suppose n - 1 <= 255 and n - 1 >= 0",
        sizes=({"n": 1}, {"n": 256})),
    row("Mul", (7, 13, 14), "i64[2]; i64[] = 0", "i64[2] = (0, 0)"),
    row("Add", 14, "f16[] = h; f16[] = 1", "f16[] = h + 1", needs="suppose h + 1 <= 2048", sizes=({"h": 3},)),
    row("Mul", (7, 13, 14), "i32[] = 100000; i32[] = 100000", "i32[]",
        finds="SI306 an element comes out as 10000000000, i32 holds -2147483648 to 2147483647"),
    row("Add", (1, 6), "f32[a, 3]; f32[a, 3]", "f32[a, 3]"),
    row("Add", (1, 6), "f32[2, 3, 4, 5]; f32[3, 4]", "f32[2, 3, 4, 5]", broadcast=1, axis=1),
    row("Mul", (1, 6), "f32[2, 3, n]; f32[n]", "f32[2, 3, n]", broadcast=1),
    row("Sub", (1, 6), "f32[2, 3]; f32[]", "f32[2, 3]", broadcast=1),
    row("Div", (1, 6), "f32[2, 3]; f32[1, 1]", "f32[2, 3]", broadcast=1),
    row("Add", (1, 6), "f32[2, 3]; f32[n]", "f32[2, 3]", needs="n == 3 or n == 1", broadcast=1,
        sizes=({"n": 1}, {"n": 3})),
    row("Add", (1, 6), "f32[*]; f32[2]", "f32[*]", sizes=()),
    row("Add", 6, "i64[2, 2] = (1, 2, 3, 4); i64[2] = (a, b)", "i64[2, 2] = (a + 1, a + 2, b + 3, b + 4)",
        broadcast=1, axis=0, sizes=()),
    row("Add", (1, 6), "f32[2, 3]; f32[1, 3]", "f32[2, 3]", broadcast=1),
]  # fmt: skip

REFUSED = [
    row("Div", (7, 13, 14), "i64[0]; i64[] = 0", "i64[0] = ()",
        finds="SI302 B has the element 0, needed a divisor that is not 0"),
    row("Div", (7, 13, 14), "i64[n]; i64[] = 0", "i64[n]",
        finds="SI302 B has the element 0, needed a divisor that is not 0"),
    row("Add", (7, 13, 14), "f32[n, 3]; f32[n, 4]", "f32[n, ?0]",
        finds="SI207 on axis 1 A has 3 and B has 4, needed equal sizes or 1; A is f32[n, 3], B is f32[n, 4]"),
    row("Div", (7, 13, 14), "i64[2]; i64[2] = (1, 0)", "i64[2]",
        finds="SI302 B has the element 0, needed a divisor that is not 0"),
    row("Add", (7, 13, 14), "f32[2, n]; f32[3, n]", "f32[?0, n]",
        finds="SI207 on axis 0 A has 2 and B has 3, needed equal sizes or 1; A is f32[2, n], B is f32[3, n]"),
]  # fmt: skip

# Nobody here refuses these: the runtime has no kernel, and the reference looks at little.
UNTRIED = [
    row("Add", (1, 6), "f32[2, 3]; f32[3]", "f32[*]",
        finds="SI207 A is f32[2, 3] and B is f32[3], needed the same shape where the attribute broadcast is "
            "not 1"),
    row("Add", (1, 6), "f32[3]; f32[2, 3]", "f32[*]", broadcast=1,
        finds="SI207 B has rank 2, needed at most the rank 1 of A; A is f32[3], B is f32[2, 3]"),
    row("Add", (1, 6), "f32[2, 3]; f32[2]", "f32[2, 3]", broadcast=1,
        finds="SI207 on axis 1 A has 3 and B has 2, needed equal sizes or 1 in B; A is f32[2, 3], B is "
            "f32[2]"),
    row("Add", (1, 6), "f32[2, 3]; f32[2, 3]", "f32[*]", broadcast=1, axis=1,
        finds="SI207 axis 1 leaves 1 axes of A to the 2 of B; A is f32[2, 3], B is f32[2, 3]"),
    row("Add", (1, 6), "f32[2]; f32[2]", "f32[*]", broadcast=1, axis=2,
        finds="SI202 axis is 2, needed -1 to 0 for rank 1"),
    row("Add", (1, 6), "f32[2, 3]; f32[4, 3]", "f32[2, 3]", broadcast=1,
        finds="SI207 on axis 0 A has 2 and B has 4, needed equal sizes or 1 in B; A is f32[2, 3], B is "
            "f32[4, 3]"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED, *UNTRIED], ids=str)
def test_arithmetic(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_arithmetic_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_arithmetic_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
