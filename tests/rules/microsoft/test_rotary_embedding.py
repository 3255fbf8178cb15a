"""Rotary embeddings."""

from __future__ import annotations

import pytest

from tests.table import Domain, Row

op = Domain("com.microsoft")


RUN = [
    op(
        "RotaryEmbedding",
        "f32[b, 3, s, 8]; i64[b, s]; f32[m, 4]; f32[m, 4]",
        "f32[b, 3, s, 8]",
        needs="m >= s",
        sizes=(
            {"b": 2, "s": 5, "m": 9},
            {"b": 0, "s": 5, "m": 9},
            {"b": 2, "s": 0, "m": 9},
            {"b": 2, "s": 9, "m": 5},
        ),
    ),
    op(
        "RotaryEmbedding",
        "f32[b, s, 24]; i64[1]; f32[9, 4]; f32[9, 4]",
        "f32[b, s, 24]",
        needs="s <= 9",
        sizes=({"b": 2, "s": 5},),
    ),
    op(
        "RotaryEmbedding",
        "f32[b, s, 24]; i64[b, s]; f32[9, 2]; f32[9, 2]",
        "f32[b, s, 24]",
        needs="s <= 9",
        sizes=({"b": 2, "s": 5},),
        num_heads=3,
        rotary_embedding_dim=4,
    ),
    op(
        "MRotaryEmbedding",
        "f32[b, 3, s, 8]; i64[3, b, s]; f32[9, 4]; f32[9, 4]",
        "f32[b, 3, s, 8]",
        needs="s <= 9",
        sizes=({"b": 2, "s": 5},),
        mrope_section=[2, 1, 1],
    ),
    op(
        "MRotaryEmbedding",
        "f32[2, 3, 5, 8]; i64[3, 2, 5]; f32[9, 3]; f32[9, 3]",
        "f32[2, 3, 5, 8]",
        mrope_section=[1, 1, 1],
        num_heads=3,
        rotary_embedding_dim=6,
    ),
]


@pytest.mark.parametrize("one", RUN, ids=str)
def test_runs_as_inferred(one: Row) -> None:
    one.check()
    assert "ran" in one.compare()


REFUSED = [
    op(
        "RotaryEmbedding",
        "f32[2, 3, 5, 8]; i64[1, 5]; f32[9, 4]; f32[9, 4]",
        "f32[2, 3, 5, 8]",
        finds="SI217 position_ids has 1 on axis 0, needed 2; position_ids is i64[1, 5]",
    ),
    op(
        "RotaryEmbedding",
        "f32[2, 3, 5, 8]; i64[2, 5]; f32[9, 3]; f32[9, 3]",
        "f32[2, 3, 5, 8]",
        finds="SI217 cos_cache has 3 on axis 1, needed half of the 8 that are turned; cos_cache is f32[9, 3]",
    ),
    op(
        "RotaryEmbedding",
        "f32[2, 3, 5, 8]; i64[2, 5]; f32[9, 4]; f32[8, 4]",
        "f32[2, 3, 5, 8]",
        finds="SI217 sin_cache has 8 on axis 0, needed 9; sin_cache is f32[8, 4]",
    ),
    op(
        "RotaryEmbedding",
        "f32[5, 8]; i64[1]; f32[9, 4]; f32[9, 4]",
        "f32[*]",
        finds="SI201 input has rank 2, needed 3 to 4; input is f32[5, 8]",
    ),
    op(
        "RotaryEmbedding",
        "f32[2, 5, 25]; i64[2, 5]; f32[9, 4]; f32[9, 4]",
        "f32[2, 5, 25]",
        finds="SI218 input has a last axis of 25, needed a multiple of the 8 of a head; input is f32[2, 5, "
        "25]",
    ),
    op(
        "RotaryEmbedding",
        "f32[2, 3, 5, 8]; i64[2, 5]; f32[9, 2]; f32[9, 2]",
        "f32[2, 3, 5, 8]",
        finds="SI303 rotary_embedding_dim is 4 and num_heads is not given, needed both",
        rotary_embedding_dim=4,
    ),
    op(
        "RotaryEmbedding",
        "f32[2, 3, 5, 8]; i64[2, 5]; f32[3, 4]; f32[3, 4]",
        "f32[2, 3, 5, 8]",
        finds="SI227 cos_cache has 3 rows, needed one for each of 5 positions; it is f32[3, 4]",
    ),
    op(
        "MRotaryEmbedding",
        "f32[2, 5, 24]; i64[3, 2, 5]; f32[9, 4]; f32[9, 4]",
        "f32[2, 5, 24]",
        finds="SI303 num_heads is 0, needed at least 1 for an input of rank 3; it is f32[2, 5, 24]",
        mrope_section=[2, 1, 1],
    ),
    *(
        op(
            "MRotaryEmbedding",
            f"f32[2, {shape}]; i64[3, 2, 5]; f32[9, 4]; f32[9, 4]",
            f"f32[2, {shape}]",
            finds=f"SI218 input is f32[2, {shape}], needed heads of an even number of columns",
            mrope_section=[2, 1, 1],
            num_heads=3,
        )
        for shape in ("3, 5, 9", "5, 27")
    ),
    op(
        "MRotaryEmbedding",
        "f32[2, 3, 5, 8]; i64[3, 2, 5]; f32[9, 4]; f32[9, 4]",
        "f32[2, 3, 5, 8]",
        finds="SI217 mrope_section is (2, 1, 2), needed a sum of 4; cos_cache is f32[9, 4]",
        mrope_section=[2, 1, 2],
    ),
    op(
        "MRotaryEmbedding",
        "f32[2, 3, 5, 8]; i64[3, 2, 5]; f32[9, 4]; f32[9, 4]",
        "f32[2, 3, 5, 8]",
        finds="SI303 mrope_layout is 2, needed one of (0, 1)",
        mrope_section=[2, 1, 1],
        mrope_layout=2,
    ),
    op(
        "MRotaryEmbedding",
        "f32[2, 3, 5, 8]; i64[3, 2, 5]; f32[9, 4]; f32[9, 4]",
        "f32[*]",
        finds="SI303 num_heads is -1, needed 0 to 2147483647",
        mrope_section=[2, 1, 1],
        num_heads=-1,
    ),
    op(
        "MRotaryEmbedding",
        "f32[2, 3, 5, 8]; i64[3, 2, 5]; f32[9, 4]; f32[9, 4]",
        "f32[2, 3, 5, 8]",
        finds="SI303 rotary_embedding_dim is 8 and num_heads is not given, needed both",
        mrope_section=[2, 1, 1],
        rotary_embedding_dim=8,
    ),
    op(
        "MRotaryEmbedding",
        "f32[2, 3, 5, 8]; i64[3, 2, 5]; f32[4, 4]; f32[4, 4]",
        "f32[2, 3, 5, 8]",
        finds="SI227 cos_cache has 4 rows, needed one for each of 5 positions; it is f32[4, 4]",
        mrope_section=[2, 1, 1],
    ),
    op(
        "MRotaryEmbedding",
        "f32[2, 3, 5, 8]; i64[3, 2, 5]; f32[9, 4]; f32[9, 4]",
        "f32[2, 3, 5, 8]",
        finds="SI219 mrope_section is (5, 1, -2), needed 3 sizes of 0 or more",
        mrope_section=[5, 1, -2],
    ),
    op(
        "MRotaryEmbedding",
        "f32[2, 3, 5, 8]; i64[3, 2, 5]; f32[9, 4]; f32[9, 4]",
        "f32[2, 3, 5, 8]",
        finds="SI218 rotary_embedding_dim is 7, needed an even number",
        mrope_section=[1, 1, 2],
        num_heads=3,
        rotary_embedding_dim=7,
    ),
    op(
        "RotaryEmbedding",
        "f32[2, 3, 5, 8]; i64[2, 5]; f32[9, 8]; f32[9, 8]",
        "f32[2, 3, 5, 8]",
        finds="SI227 rotary_embedding_dim is 16, needed at most the 8 of a head",
        num_heads=3,
        rotary_embedding_dim=16,
    ),
    op(
        "RotaryEmbedding",
        "f32[2, 3, 5, 8]; i64[2, 5]; f32[9, 4]; f32[9, 4]",
        "f32[*]",
        finds="SI303 num_heads is -1, needed 0 to 2147483647",
        num_heads=-1,
    ),
    op(
        "RotaryEmbedding",
        "f32[2, 3, 16]; i64[2, 3]; f32[9, 0]; f32[9, 0]",
        "f32[2, 3, 16]",
        finds="SI303 cos_cache has 0 on axis 1 and num_heads is not given, needed at least 1; it is f32[9, 0]",
    ),
]


@pytest.mark.parametrize("one", REFUSED, ids=str)
def test_refused(one: Row) -> None:
    one.check()
    assert set(one.compare()) == {"refused"}


# Nothing here runs these: the documentation is all there is (or the runtime crashes of them).
UNTRIED = [
    op("RotaryEmbedding", "f32[*]; i64[1]; f32[9, 4]; f32[9, 4]", "f32[*]"),
    op(
        "GemmaRotaryEmbedding",
        "f32[b, s, 8]; f16[b, 4, s, 8]; f16[b, 4, s, 8]; f16[b, 2, s, 8]; f16[b, 2, s, 8]",
        "f16[b, 4, s, 8]; f16[b, 2, s, 8]",
    ),
    op(
        "GemmaRotaryEmbedding",
        "f32[2, s, 8]; f16[b, 4, 3, 8]; f16[b, 4, 3, 8]; f16[b, 2, s, 8]; f16[b, 2, s, 8]",
        "f16[2, 4, 3, 8]; f16[2, 2, s, 8]",
        needs=("b == 2", "s == 3", "b == 2", "s == 3", "b == 2", "b == 2"),
    ),
    op(
        "RMSNormRotary",
        "f16[b, s, 2, 64]; f32[48]; i64[1]; f32[m, 8]; f32[m, 8]",
        "bf16[b, s, 96]; f32[b, s, 2, 48]",
        rotary_embedding_dim=16,
        input_width=48,
        input_start=8,
    ),
    op(
        "RMSNormRotary",
        "f16[b, s, 2, 64]; f32[64]; i64[1]; f32[m, 8]; f32[m, 8]",
        "f16[1, b*s, 128]",
        rotary_embedding_dim=16,
        flatten_batch=1,
        output_fp16=1,
    ),
    op(
        "RMSNormRotary",
        "f16[b, s, 2, 64]; f32[64]; i64[1]; f32[m, 8]; f32[m, 8]",
        "bf16[b, s, 128]",
        rotary_embedding_dim=16,
        input_width=64,
        input_start=8,
        finds="SI227 the last axis of X has 64, needed 64 from 8 on; X is f16[b, s, 2, 64]",
    ),
]


@pytest.mark.parametrize("one", UNTRIED, ids=str)
def test_inferred(one: Row) -> None:
    one.check()
