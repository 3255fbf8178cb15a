"""Cast, CastLike, BitCast."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("Cast", (6, 9, 13, 19, 21, 23, 24, 25), "f32[b, 3]", "i64[b, 3]", to=7),
    row("Cast", (6, 9, 13, 19, 21, 23, 24, 25), "i64[2] = (a, -3)", "f32[2] = (a, -3)",
        needs="suppose a <= 16777216", to=1),
    row("Cast", (6, 9, 13, 19, 21, 23, 24, 25), "i64[2] = (a, -3)", "i32[2] = (a, -3)", to=6),
    row("Cast", (6, 9, 13, 19, 21, 23, 24, 25), "i64[1] = (a*b)", "i32[1] = (a*b)",
        needs="suppose a*b <= 2147483647", to=6),
    row("Cast", (6, 9, 13, 19, 21, 23, 24, 25), "i64[1] = (3000000000)", "i32[1] = (-1294967296)", to=6),
    row("Cast", (6, 9, 13, 19, 21, 23, 24, 25), "i64[2] = (16777217, 5)", "f32[2] = (16777216, 5)", to=1),
    row("Cast", (6, 9, 13, 19, 21, 23, 24, 25), "f32[4] = (1.5, -1.5, h/2, h/3)",
        "i64[4] = (1, -1, h//2, h//3)", to=7),
    row("Cast", (6, 9, 13, 19, 21, 23, 24, 25), "f32[1] = (1e30)", "i64[1]", to=7, sizes=()),
    row("Cast", (6, 9, 13, 19, 21, 23, 24, 25), "i64[4] = (0, 2, n, n + 1)", "bool[4] = (0, 1, 0..1, 1)",
        to=9),
    row("Cast", (6, 9, 13, 19, 21, 23, 24, 25), "f32[2] = (0.5, 0)", "bool[2] = (1, 0)", to=9),
    row("Cast", (6, 9, 13, 19, 21, 23, 24, 25), "bool[2] = (0, 1)", "i64[2] = (0, 1)", to=7),
    row("Cast", (6, 9, 13, 19, 21, 23, 24, 25), "f32[2] = (1.5, h/3)", "f64[2] = (1.5, h/3)", to=11),
    row("Cast", (6, 9, 13, 19, 21, 23, 24, 25), "f64[2] = (h/3, 0.1)", "f32[2] = (?, 0.1)",
        to=1),
    row("Cast", (6, 9, 13, 19, 21, 23, 24, 25), "i64[2] = (5, h)", "f16[2] = (5, h)",
        needs="suppose h <= 2048", to=10),
    row("Cast", (6, 9, 13, 19, 21, 23, 24, 25), "f32[1] = (0.1)", "f16[1] = (0.1)", to=10),
    row("Cast", (6, 9, 13, 19, 21, 23, 24, 25), "u8[2] = (200, 5)", "i8[2] = (-56, 5)", to=3),
    row("Cast", (9, 13, 19), "f32[2]", "str[2]", to=8, sizes=()),
    row("Cast", 13, "i64[1] = (a)", "i64[1] = (a)", to=7),
    row("Cast", 13, "f32[*]", "i32[*]", to=6, sizes=()),
    row("Cast", 19, "f32[2] = (1, 2)", "f8e4m3fn[2]", to=17, sizes=()),
    row("Cast", (19, 25), "f32[n]", "?[n]", to=0, saturate=2, finds="SI303 to is 0, needed the number of a type",
        sizes=()),
    row("Cast", 28, "i64[1] = (n)", "f32[1] = (n)", needs="suppose n <= 16777216", to=1, sizes=()),
    row("Cast", 13, "i64[1] = (n)", "u8[1] = (n % 256)", to=2, sizes=({"n": 3}, {"n": 255}, {"n": 259})),
    row("Cast", 13, "i64[2] = (n, 200)", "i8[2] = (n - 256*((n + 128)//256), -56)", to=3, sizes=({"n": 3}, {"n": 200})),
    row("Cast", 1, "f32[n, 2] ", "i64[n, 2]", to="INT64", sizes=()),
    row("CastLike", (15, 19, 21, 23, 24, 25), "f32[2] = (1.5, h/2); i64[7]", "i64[2] = (1, h//2)"),
    row("CastLike", (15, 19), "f32[n]; bool[]", "bool[n]"),
    row("CastLike", 15, "i64[2]; f32[*]", "f32[2]", sizes=()),
    row("BitCast", 26, "f32[n, 2]", "i32[n, 2]", to=6),
    row("BitCast", 26, "i64[1] = (n)", "i64[1] = (n)", to=7),
    row("BitCast", 26, "f32[n, 2]", "i32[n, 2]", to=2**32 + 6,
        finds="SI303 to is 4294967302, of which ONNX Runtime reads 32 bits: 6"),
]  # fmt: skip

REFUSED = [
    row("Cast", (19, 25), "f32[n]", "?[n]", to=0, finds="SI303 to is 0, needed the number of a type"),
    row("Cast", 13, "f32[n]", "?[n]", to=99, finds="SI303 to is 99, needed the number of a type"),
    row("Cast", 1, "f32[n]", "?[n]", to="FOO", finds="SI303 to is 'FOO', needed the name of a type"),
    row("BitCast", 26, "f32[n]", "f64[n]", to=11,
        finds="SI303 to is f64 of 64 bits, needed the 32 bits of input; input is f32[n]"),
    row("Cast", (19, 24), "f32[2]", "f16[2]", to=10, saturate=0,
        finds="SI307 saturate is given for f16, which ONNX Runtime refuses: it is for f8e4m3fn, f8e4m3fnuz, f8e5m2, f8e5m2fnuz only"),
    row("Cast", (24, 25), "f32[2]", "f16[2]", to=10, round_mode="down",
        finds="SI307 round_mode is given for f16, which ONNX Runtime refuses: it is for f8e8m0 only"),
]  # fmt: skip

# Nobody here refuses these: the runtime has no kernel, and the reference looks at little.
UNTRIED = [
    row("BitCast", 26, "f32[n]", "?[n]", to=8, finds="SI303 to is 8, needed the number of a type but string"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED, *UNTRIED], ids=str)
def test_cast(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_cast_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_cast_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
