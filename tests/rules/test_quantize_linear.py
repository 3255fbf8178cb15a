"""QuantizeLinear, DequantizeLinear, DynamicQuantizeLinear."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("QuantizeLinear", (10, 13, 19, 21, 23, 24), "f32[b, 3]; f32[]; i8[]", "i8[b, 3]"),
    row("QuantizeLinear", (10, 13, 19, 21, 23, 24), "f32[b, 3]; f32[]", "u8[b, 3]"),
    row("QuantizeLinear", (10, 13, 19, 21, 23, 24), "f32[b, 3]; f32[1]; u8[]", "u8[b, 3]"),
    row("QuantizeLinear", (10, 13, 19, 21, 23, 24), "f32[b, 3, h]; f32[3]; i8[3]", "i8[b, 3, h]"),
    row("QuantizeLinear", (10, 13, 19, 21, 23, 24), "f32[*]; f32[3]; i8[3]", "i8[*]", sizes=()),
    row("QuantizeLinear", (10, 13, 19, 21, 23, 24), "f32[b, 3]; f32[*]", "u8[b, 3]", sizes=()),
    row("QuantizeLinear", (13, 19, 21, 23, 24), "f32[b, 3]; f32[b]; u8[b]", "u8[b, 3]", axis=0),
    row("QuantizeLinear", (13, 19, 21, 23, 24), "f32[2, c]; f32[n]", "u8[2, c]", needs="n == 1 or n == c",
        axis=-1, sizes=({"c": 3, "n": 3}, {"c": 3, "n": 1}, {"c": 2, "n": 3})),
    row("QuantizeLinear", (13, 19, 21, 23, 24), "f32[n]; f32[]", "u8[n]", axis=1),
    row("QuantizeLinear", (13, 19, 21, 23, 24), "f32[]; f32[]", "u8[]"),
    row("QuantizeLinear", (21, 23, 24), "f32[b, h]; f32[b, k]; u8[b, k]", "u8[b, h]", needs="k == (h + 1)//2",
        axis=1, block_size=2,
        sizes=({"b": 2, "h": 5, "k": 3}, {"b": 0, "h": 4, "k": 2}, {"b": 2, "h": 5, "k": 2})),
    row("QuantizeLinear", (21, 23, 24), "f32[2, 4]; f32[]", "i8[2, 4]", output_dtype=3),
    row("QuantizeLinear", (21, 23, 24), "f32[2, 4]; f32[]; u8[]", "u8[2, 4]", output_dtype=2),
    row("QuantizeLinear", (21, 23, 24), "f32[2, 4]; f32[]; i16[]", "i16[2, 4]"),
    row("QuantizeLinear", 28, "f32[2, 4]; f32[2, 2]; i4[2, 2]", "i4[2, 4]", axis=1, block_size=2, sizes=()),
    row("QuantizeLinear", 25, "f32[2, 4]; f32[]; u2[]", "u2[2, 4]", sizes=()),
    row("QuantizeLinear", (21, 23, 24), "f32[2, 4]; f32[]; u8[]", "u8[2, 4]", axis=1, block_size=2,
        finds="SI307 y_scale is a scalar beside block_size 2, which ONNX Runtime refuses"),
    row("DequantizeLinear", (10, 13, 19, 21, 23, 24), "i8[b, 3]; f32[]; i8[]", "f32[b, 3]"),
    row("DequantizeLinear", (10, 13, 19, 21, 23, 24), "u8[b, 3]; f32[]", "f32[b, 3]"),
    row("DequantizeLinear", (10, 13, 19, 21, 23, 24), "i32[b, 3]; f32[]", "f32[b, 3]"),
    row("DequantizeLinear", (10, 13, 19, 21, 23, 24), "i8[b, 3, h]; f32[3]; i8[3]", "f32[b, 3, h]"),
    row("DequantizeLinear", (10, 13, 19, 21, 23, 24), "u8[*]; f32[]", "f32[*]", sizes=()),
    row("DequantizeLinear", (19, 21, 23), "i8[n]; f16[]; i8[]", "f16[n]"),
    row("DequantizeLinear", (21, 23, 24), "u8[2, h]; f32[2, k]; u8[2, k]", "f32[2, h]",
        needs="k == ceildiv(h, 4)", axis=1, block_size=4, sizes=({"h": 5, "k": 2}, {"h": 8, "k": 2})),
    row("DequantizeLinear", (23,), "u8[2]; f32[]; u8[]", "f16[2]", output_dtype=10),
    row("DequantizeLinear", 28, "i8[2, 3]; f32[]", "f32[2, 3]", sizes=()),
    row("DynamicQuantizeLinear", 11, "f32[b, 3]", "u8[b, 3]; f32[]; u8[]"),
    row("DynamicQuantizeLinear", 11, "f32[*]", "u8[*]; f32[]; u8[]", sizes=()),
    row("QuantizeLinear", 21, "f32[a]; f32[n]", "u8[a]", axis=0, block_size=2,
        needs=("n >= 2 or n == 0", "n == (a + 1)//2"), sizes=({"a": 4, "n": 2}, {"a": 2, "n": 1})),
]  # fmt: skip

REFUSED = [
    row("QuantizeLinear", (13, 19, 21, 23, 24), "f32[2, 3]; f32[2]; i8[2]", "i8[2, 3]",
        finds="SI214 y_scale has 2 elements, needed 1 or the 3 of axis 1; x is f32[2, 3]"),
    row("QuantizeLinear", (13, 19, 21, 23, 24), "f32[2, 3]; f32[3]; i8[]", "i8[2, 3]",
        finds="SI214 y_zero_point has 1 elements, needed the 3 of y_scale; y_zero_point is i8[]"),
    row("QuantizeLinear", (13, 19, 21, 23, 24), "f32[2, 3]; f32[2, 3]; i8[2, 3]", "i8[*]",
        finds="SI201 y_scale has rank 2, needed at most 1; y_scale is f32[2, 3]"),
    row("QuantizeLinear", (13, 19, 21, 23, 24), "f32[2, 3]; f32[3]; i8[3]", "i8[2, 3]", axis=5,
        finds="SI202 y_scale has 3 elements for axis 5, needed an axis of x; x is f32[2, 3]"),
    row("QuantizeLinear", (13, 19, 21, 23, 24), "f32[3]; f32[3]; i8[3]", "i8[3]",
        finds="SI202 y_scale has 3 elements for axis 1, needed an axis of x; x is f32[3]"),
    row("QuantizeLinear", (21, 23, 24), "f32[2, 4]; f32[2, 3]; u8[2, 3]", "u8[2, 4]", axis=1, block_size=2,
        finds="SI214 axis 1 of y_scale has 3, needed 2; y_scale is f32[2, 3], x is f32[2, 4]"),
    row("QuantizeLinear", (21, 23, 24), "f32[2, 4]; f32[2]; u8[2]", "u8[*]", axis=1, block_size=2,
        finds="SI201 y_scale has rank 1, needed 2; y_scale is f32[2]"),
    row("QuantizeLinear", (21, 23, 24), "f32[2, 4]; f32[2, 2]; u8[2]", "u8[*]", axis=1, block_size=2,
        finds="SI214 y_zero_point is u8[2], needed the shape of y_scale; that is f32[2, 2]"),
    row("QuantizeLinear", (21, 23, 24), "f32[2, 4]; f32[]; u8[]", "u8[2, 4]", output_dtype=3,
        finds="SI102 output_dtype is i8 and y_zero_point is u8[], needed the same type"),
    row("QuantizeLinear", (21, 23, 24), "f32[2, 4]; f32[2, 4]", "u8[2, 4]", block_size=-1,
        finds="SI303 block_size is -1, needed at least 0"),
    row("DequantizeLinear", (13, 19, 21, 23, 24), "i8[2, 3]; f32[2]", "f32[2, 3]",
        finds="SI214 x_scale has 2 elements, needed 1 or the 3 of axis 1; x is i8[2, 3]"),
    row("DequantizeLinear", (13, 19, 21), "i8[1, 3, 1]; f32[3]; i8[1, 3]", "f32[*]",
        finds="SI201 x_zero_point has rank 2, needed at most 1; x_zero_point is i8[1, 3]"),
    row("QuantizeLinear", 21, "f32[2]; f32[1]", "u8[2]", axis=0, block_size=2,
        finds="SI307 y_scale is of one element beside block_size 2, which ONNX Runtime refuses"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_quantize_linear(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_quantize_linear_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_quantize_linear_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
