"""Products with weights that are packed in a few bits."""

from __future__ import annotations

import pytest

from tests.oracle import has_wide_registers
from tests.table import Domain, Row

op = Domain("com.microsoft")
# Of every MatMulFpQ4.
WIDE_ONLY = "SI307 ONNX Runtime takes MatMulFpQ4 only on processors with AVX-512"


RUN = [
    op("MatMulNBits", "f32[b, s, 32]; u8[4, 2, 8]; f32[4, 2]", "f32[b, s, 4]", N=4, K=32, block_size=16),
    op("MatMulNBits", "f32[32]; u8[4, 2, 8]; f32[8]", "f32[4]", N=4, K=32, block_size=16),
    op(
        "MatMulNBits",
        "f32[s, k]; u8[4, 2, 8]; f32[4, 2]; u8[4, 1]",
        "f32[s, 4]",
        needs="k == 32",
        sizes=({"s": 3, "k": 32}, {"s": 3, "k": 31}),
        N=4,
        K=32,
        block_size=16,
    ),
    op(
        "MatMulNBits",
        "f32[s, 32]; u8[4, 2, 8]; f32[4, 2]; f32[4, 2]; i32[32]; f32[4]",
        "f32[s, 4]",
        N=4,
        K=32,
        block_size=16,
    ),
    op(
        "MatMulNBits",
        "f32[s, 33]; u8[4, 3, 16]; f32[4, 3]; u8[4, 3]",
        "f32[s, 4]",
        N=4,
        K=33,
        block_size=16,
        bits=8,
    ),
    op("MatMulNBits", "f32[s, 96]; u8[4, 3, 16]; f32[12]; u8[8]", "f32[s, 4]", N=4, K=96, block_size=32),
    op(
        "MatMulNBits",
        "f32[s, 32]; u8[4, 2, 4]; f32[4, 2]; u8[4, 1]",
        "f32[s, 4]",
        N=4,
        K=32,
        block_size=16,
        bits=2,
    ),
    op("MatMulBnb4", "f32[b, s, 32]; u8[64]; f32[8]", "f32[b, s, 4]", N=4, K=32, block_size=16, quant_type=1),
    op(
        "MatMulBnb4",
        "f32[s, 4]; u8[64]; f32[8]",
        "f32[s, 32]",
        N=4,
        K=32,
        block_size=16,
        quant_type=0,
        transB=0,
    ),
]


@pytest.mark.parametrize("one", RUN, ids=str)
def test_runs_as_inferred(one: Row) -> None:
    one.check()
    assert "ran" in one.compare()


@pytest.mark.parametrize(
    "one",
    [
        op("MatMulFpQ4", "f32[2, 32]; u8[21]; i64[2] := (32, 1)", "f32[2, 1]", finds=WIDE_ONLY),
        op(
            "MatMulFpQ4",
            "f32[2, 33]; u8[80]; i64[2] := (33, 2)",
            "f32[2, 2]",
            finds=WIDE_ONLY,
            blk_quant_type=0,
        ),
    ],
    ids=str,
)
def test_runs_with_wide_registers(one: Row) -> None:
    one.check()
    assert one.compare() == ["ran" if has_wide_registers() else "refused"]


REFUSED = [
    op(
        "MatMulNBits",
        "f32[2, 32]; u8[3, 0, 8]; f32[4, 2]",
        "f32[2, 4]",
        finds=(
            "SI214 B has 3 on axis 0, needed 4; B is u8[3, 0, 8]",
            "SI217 B is u8[3, 0, 8], needed 4, 2, 8: ONNX Runtime refuses it, or reads behind its end",
        ),
        N=4,
        K=32,
        block_size=16,
    ),
    op(
        "MatMulNBits",
        "f32[2, 16]; u8[4, 2, 8]; f32[4, 2]",
        "f32[2, 4]",
        finds="SI208 A has 16 on axis 1 and the weight has 32 on axis 0, needed equal sizes; A is f32[2, "
        "16], the weight is ?[32, 4]",
        N=4,
        K=32,
        block_size=16,
    ),
    op(
        "MatMulNBits",
        "f32[2, 32]; u8[8, 8]; f32[4, 2]",
        "f32[*]",
        finds="SI201 B has rank 2, needed 3; B is u8[8, 8]",
        N=4,
        K=32,
        block_size=16,
    ),
    op(
        "MatMulNBits",
        "f32[2, 32]; u8[4, 2, 4]; f32[4, 2]",
        "f32[2, 4]",
        finds="SI214 B has 4 on axis 2, needed 8, N, blocks in K, bytes of a block; B is u8[4, 2, 4]",
        N=4,
        K=32,
        block_size=16,
    ),
    op(
        "MatMulNBits",
        "f32[2, 32]; u8[4, 2, 8]; f32[4, 1]",
        "f32[2, 4]",
        finds="SI214 scales has 1 on axis 1, needed 2, N and blocks in K; scales is f32[4, 1]",
        N=4,
        K=32,
        block_size=16,
    ),
    op(
        "MatMulNBits",
        "f32[2, 32]; u8[4, 2, 8]; f32[4, 2]; u8[4, 2]",
        "f32[2, 4]",
        finds="SI214 zero_points has 2 on axis 1, needed 1, N and blocks in K; zero_points is u8[4, 2]",
        N=4,
        K=32,
        block_size=16,
    ),
    op(
        "MatMulNBits",
        "f32[2, 32]; u8[4, 2, 8]; f32[4, 2]; -; i32[16]",
        "f32[2, 4]",
        finds="SI214 g_idx holds 16 elements, needed 32; g_idx is i32[16]",
        N=4,
        K=32,
        block_size=16,
    ),
    op(
        "MatMulNBits",
        "f32[2, 32]; u8[4, 2, 8]; f32[4, 2]; -; -; f32[3]",
        "f32[2, 4]",
        finds="SI214 bias has 3 on axis 0, needed 4, the attribute N; bias is f32[3]",
        N=4,
        K=32,
        block_size=16,
    ),
    op(
        "MatMulNBits",
        "f32[2, 32]; u8[4, 2, 6]; f32[4, 2]",
        "f32[*]",
        finds="SI303 bits is 3, needed one of (2, 4, 8)",
        N=4,
        K=32,
        block_size=16,
        bits=3,
    ),
    op(
        "MatMulNBits",
        "f32[2, 32]; u8[4, 2, 12]; f32[4, 2]",
        "f32[*]",
        finds="SI303 block_size is 24, needed one of (16, 32, 64, 128, 256)",
        N=4,
        K=32,
        block_size=24,
    ),
    op(
        "MatMulNBits",
        "f32[]; u8[4, 2, 8]; f32[4, 2]",
        "f32[*]",
        finds="SI201 A has rank 0, needed at least 1; A is f32[]",
        N=4,
        K=32,
        block_size=16,
    ),
    op(
        "MatMulBnb4",
        "f32[2, 31]; u8[64]; f32[8]",
        "f32[2, 4]",
        finds="SI208 A has 31 on axis 1 and the weight has 32 on axis 0, needed equal sizes; A is f32[2, "
        "31], the weight is ?[32, 4]",
        N=4,
        K=32,
        block_size=16,
        quant_type=1,
    ),
    op(
        "MatMulBnb4",
        "f32[2, 32]; u8[63]; f32[8]",
        "f32[2, 4]",
        finds="SI214 B holds 63 elements, needed 64; B is u8[63]",
        N=4,
        K=32,
        block_size=16,
        quant_type=1,
    ),
    op(
        "MatMulBnb4",
        "f32[2, 32]; u8[64]; f32[7]",
        "f32[2, 4]",
        finds="SI214 absmax holds 7 elements, needed 8; absmax is f32[7]",
        N=4,
        K=32,
        block_size=16,
        quant_type=1,
    ),
    op(
        "MatMulFpQ4",
        "f32[2, 32]; u8[20]; i64[2] := (32, 1)",
        "f32[2, 1]",
        finds=(WIDE_ONLY, "SI214 B holds 20 bytes, needed 21 for 32 rows and 1 columns; B is u8[20]"),
    ),
    op(
        "MatMulFpQ4",
        "f32[2, 32]; u8[20, 1]; i64[2] := (32, 1)",
        "f32[*]",
        finds=(WIDE_ONLY, "SI201 B has rank 2, needed 1; B is u8[20, 1]"),
    ),
    op(
        "MatMulFpQ4",
        "f32[2, 32]; u8[20]; i64[1] := (32)",
        "f32[2, ?0]",
        finds=(
            WIDE_ONLY,
            "SI214 B_shape holds 1 elements, needed 2, the rows and columns of B; B_shape is i64[1] := (32)",
        ),
    ),
    op(
        "MatMulFpQ4",
        "f32[2, 32]; u8[20]; i64[2] := (32, 0)",
        "f32[2, 0]",
        finds=(
            WIDE_ONLY,
            "SI303 B_shape is i64[2] := (32, 0), needed sizes of at least 1",
            "SI214 B holds 20 bytes, needed 0 for 32 rows and 0 columns; B is u8[20]",
        ),
    ),
    op(
        "MatMulBnb4",
        "f32[2, 32]; u8[64]; f32[8]",
        "f32[2, 4]",
        finds="SI303 quant_type is 2, needed 0 (FP4) or 1 (NF4)",
        N=4,
        K=32,
        block_size=16,
        quant_type=2,
    ),
    op(
        "MatMulBnb4",
        "f32[2, 32]; u8[64]; f32[16]",
        "f32[*]",
        finds="SI303 block_size is 8, needed one of (16, 32, 64, 128, 256)",
        N=4,
        K=32,
        block_size=8,
        quant_type=1,
    ),
    op(
        "MatMulBnb4",
        "f32[2, 32]; u8[64]; f32[16]",
        "f32[*]",
        finds="SI303 N is -4 and K is 32, needed at least 1",
        N=-4,
        K=32,
        block_size=16,
        quant_type=1,
    ),
]


@pytest.mark.parametrize("one", REFUSED, ids=str)
def test_refused(one: Row) -> None:
    one.check()
    assert set(one.compare()) == {"refused"}


# Nothing here runs these: the documentation is all there is (or the runtime crashes of them).
UNTRIED = [
    op("MatMulNBits", "f32[*]; u8[4, 2, 8]; f32[4, 2]", "f32[*]", N=4, K=32, block_size=16),
    op("MatMulFpQ4", "f32[s, 32]; u8[n]; i64[2] = (32, 4)", "f32[s, 4]", finds=WIDE_ONLY, needs="n == 84"),
    op("MatMulFpQ4", "f32[s, 32]; u8[n]; i64[2]", "f32[s, ?0]", finds=WIDE_ONLY),
    op(
        "MatMulNBitsMlp",
        "f16[s, 32]; f16[s, 32]; f16[32]; u8[4, 2, 8]; f16[4, 2]; -; u8[4, 2, 8]; f16[4, 2]; f16[4]",
        "f16[s, 4]; f16[s, 32]",
        N=4,
        K=32,
        block_size=16,
        activation="silu",
    ),
    op(
        "MatMulNBitsQkv",
        "f16[s, 32]; -; f16[32]; u8[4, 2, 8]; f16[4, 2]; -; u8[2, 2, 8]; f16[2, 2]; -; u8[2, 2, 8]; f16[2, "
        "2]",
        "f16[s, 4]; f16[s, 2]; f16[s, 2]",
        Nq=4,
        Nkv=2,
        K=32,
        block_size=16,
    ),
    op(
        "MatMulBlockQuantizedFp4Weight",
        "f16[b, s, 32]; u8[4, 16]; u8[4, 2]; f32[]; -; f16[4]",
        "f16[b, s, 4]",
    ),
    op(
        "MatMulBlockQuantizedFp8Weight",
        "f16[b, s, 32]; f8e4m3fn[4, 32]; f32[4, 1]; -; f16[4]",
        "f16[b, s, 4]",
    ),
    op(
        "MatMulNBitsQLoRA",
        "f16[b, s, 64]; u8[96, 2, 16]; f16[96, 2]; u8[r, 2, 16]; f16[r, 2]; u8[96, q, 16]; f16[96, q]",
        "f16[b, s, 96]",
        N=96,
        K=64,
        bits=4,
        block_size=32,
        lora_bits=4,
        lora_block_size=32,
    ),
]


@pytest.mark.parametrize("one", UNTRIED, ids=str)
def test_inferred(one: Row) -> None:
    one.check()
