"""Quantizers of com.microsoft."""

from __future__ import annotations

import pytest

from tests.table import Domain, Row

op = Domain("com.microsoft")


RUN = [
    op("QuantizeLinear", "f32[n, 3]; f32[]; i16[]", "i16[n, 3]"),
    op("QuantizeLinear", "f32[n, 3]; f32[3]; u8[3]", "u8[n, 3]", axis=1),
    op("QuantizeLinear", "f32[n, 3]; f32[]", "u8[n, 3]"),
    op("DequantizeLinear", "u8[n, 3]; f32[3]; u8[3]", "f32[n, 3]", axis=-1),
    op("DequantizeLinear", "i32[n]; f32[]", "f32[n]"),
    op(
        "GatherBlockQuantized",
        "u8[v, 32]; i64[b, s]; f32[v, 4]; u8[v, 2]",
        "f32[b, s, 64]",
        finds="SI307 axis 0 of scales and zero_points is open, and ONNX Runtime compares numbers at load; scales is f32[v, 4], zero_points is u8[v, 2]",
        sizes=({"v": 10, "b": 2, "s": 3}, {"v": 10, "b": 0, "s": 3}),
        block_size=16,
    ),
    op("GatherBlockQuantized", "u8[10, 32]; i64[]; f32[10, 2]", "f32[32]", block_size=16, bits=8),
    op(
        "GatherBlockQuantized",
        "u8[10, 24]; i64[2] = (0, 0); f32[10, 3]; u8[10, 2]",
        "f32[2, 48]",
        block_size=16,
    ),
    op(
        "GatherBlockQuantized",
        "u8[10, 32, 4]; i64[2] = (0, 0); f32[10, 32, 1]",
        "f32[2, 32, 4]",
        block_size=16,
        bits=8,
        quantize_axis=2,
    ),
]


@pytest.mark.parametrize("one", RUN, ids=str)
def test_runs_as_inferred(one: Row) -> None:
    one.check()
    assert "ran" in one.compare()


REFUSED = [
    op(
        "QuantizeLinear",
        "f32[2, 3]; f32[4]; u8[4]",
        "u8[2, 3]",
        finds="SI214 y_scale has 4 elements, needed 1 or the 3 of axis 1; x is f32[2, 3]",
        axis=1,
    ),
    op(
        "DequantizeLinear",
        "u8[2, 3]; f32[4]; u8[4]",
        "f32[2, 3]",
        finds="SI214 x_scale has 4 elements, needed 1 or the 3 of axis 1; x is u8[2, 3]",
        axis=1,
    ),
    op(
        "GatherBlockQuantized",
        "u8[10, 32]; i64[2]; f32[10, 3]",
        "f32[2, 64]",
        finds="SI214 axis 1 of scales has 3, needed 4; scales is f32[10, 3]",
        block_size=16,
    ),
    op(
        "GatherBlockQuantized",
        "u8[10, 32]; i64[2]; f32[10, 3]",
        "f32[*]",
        finds="SI303 bits is 3, needed 2, 4 or 8",
        block_size=16,
        bits=3,
    ),
    op(
        "GatherBlockQuantized",
        "u8[10, 32]; i64[2] = (0, 0); f32[10, 2]; u8[10, 1]",
        "f32[2, 32]",
        finds="SI214 axis 1 of zero_points has 1, needed 2; zero_points is u8[10, 1]",
        block_size=16,
        bits=8,
    ),
    op(
        "GatherBlockQuantized",
        "u8[10, 32]; i64[2] = (0, 0); f32[10, 4]; u8[10, 4]",
        "f32[2, 64]",
        finds="SI214 axis 1 of zero_points has 4, needed 2; zero_points is u8[10, 4]",
        block_size=16,
    ),
    op(
        "GatherBlockQuantized",
        "u8[10, 32]; i64[2] = (0, 0); f32[10, 4]; u8[2]",
        "f32[*]",
        finds="SI201 zero_points has rank 1, needed 2; zero_points is u8[2]",
        block_size=16,
    ),
    op(
        "GatherBlockQuantized",
        "u8[10, 32]; i64[2] = (0, 0); f32[10, 2]",
        "f32[*]",
        finds="SI303 gather_axis is 1 and quantize_axis 1, needed the first and the last axis; data is u8[10, 32]",
        block_size=16,
        bits=8,
        gather_axis=1,
    ),
    op(
        "GatherBlockQuantized",
        "u8[10, 32]; i64[2] = (0, 0); f32[1, 32]",
        "f32[*]",
        finds="SI303 gather_axis is 0 and quantize_axis 0, needed the first and the last axis; data is u8[10, 32]",
        block_size=16,
        bits=8,
        quantize_axis=0,
    ),
    op(
        "GatherBlockQuantized",
        "u8[10, 32]; i64[2] = (0, 0); f32[10, 4]",
        "f32[*]",
        finds="SI303 block_size is 8, needed a power of 2, at least 16",
        block_size=8,
        bits=8,
    ),
    op(
        "GatherBlockQuantized",
        "u8[10, 32]; i64[2] = (0, 0); f32[10, 1]",
        "f32[2, 32]",
        finds="SI214 axis 1 of scales has 1, needed 2; scales is f32[10, 1]",
        block_size=16,
        bits=8,
    ),
    op(
        "GatherBlockQuantized",
        "u8[32]; i64[2] = (0, 0); f32[2]",
        "f32[*]",
        finds="SI201 data has rank 1, needed at least 2; data is u8[32]",
        block_size=16,
        bits=8,
        quantize_axis=0,
    ),
]


@pytest.mark.parametrize("one", REFUSED, ids=str)
def test_refused(one: Row) -> None:
    one.check()
    assert set(one.compare()) == {"refused"}


# Nothing here runs these: the documentation is all there is (or the runtime crashes of them).
UNTRIED = [
    op("QuantizeWithOrder", "f32[b, n, m]; f32[]", "i8[b, n, m]", order_input=1, order_output=2),
    op("DequantizeWithOrder", "i8[b, n, m]; f32[]", "f16[b, n, m]", order_input=1, order_output=2, to=10),
    op("QuantizeBFP", "f32[n, 3]", "u8[?0]; i64[2]; i64[2]", bfp_type=0),
    op("DequantizeBFP", "u8[k]; i64[2] = (4, 3); i64[2]", "f32[4, 3]", bfp_type=0),
    op("DequantizeBFP", "u8[k]; i64[2]; i64[2]", "f16[?0, ?1]", bfp_type=0, dtype=10),
    op("DequantizeBFP", "u8[k]; i64[]; i64[2]", "f32[*]", bfp_type=0),
    op(
        "DequantizeBFP",
        "u8[k, 1]; i64[2]; i64[2]",
        "?[*]",
        finds="SI201 x has rank 2, needed 1; x is u8[k, 1]",
        bfp_type=0,
    ),
    op("GatherBlockQuantized", "i4[v, 32]; i32[s]; f32[v, 2]", "f32[s, 32]", block_size=16),
]


@pytest.mark.parametrize("one", UNTRIED, ids=str)
def test_inferred(one: Row) -> None:
    one.check()
