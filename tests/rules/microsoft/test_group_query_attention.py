"""Grouped heads, and a cache of keys and values."""

from __future__ import annotations

import pytest

from tests.table import Domain, Row

op = Domain("com.microsoft")


RUN = [
    op(
        "GroupQueryAttention",
        "f32[2, 3, 16]; f32[2, 3, 8]; f32[2, 3, 8]; -; -; i32[2] = (2, 2); i32[] = 3",
        "f32[2, 3, 16]; f32[2, 1, 3, 8]; f32[2, 1, 3, 8]",
        num_heads=2,
        kv_num_heads=1,
    ),
    op(
        "GroupQueryAttention",
        "f32[2, s, 32]; -; -; -; -; i32[2] = (2, 2); i32[1] = (s)",
        "f32[2, s, 16]; f32[2, 1, s, 8]; f32[2, 1, s, 8]",
        needs=("s >= max(1, s)", "s - 1 >= 2"),
        sizes=({"s": 3},),
        num_heads=2,
        kv_num_heads=1,
    ),
    op(
        "GroupQueryAttention",
        "f32[2, 1, 16]; f32[2, 1, 8]; f32[2, 1, 8]; f32[2, 1, p, 8]; f32[2, 1, p, 8]; i32[2] = (5, 5); "
        "i32[] = 6",
        "f32[2, 1, 16]; f32[2, 1, max(6, p), 8]; f32[2, 1, max(6, p), 8]",
        needs="p + 1 >= 6",
        sizes=({"p": 5}, {"p": 9}, {"p": 3}),
        num_heads=2,
        kv_num_heads=1,
    ),
    op(
        "GroupQueryAttention",
        "f32[1, s, 16]; f32[1, s, 8]; f32[1, s, 8]; f32[1, 1, p, 8]; f32[1, 1, p, 8]; i32[1] = (p + s - 1); i32[] = p + s",
        "f32[1, s, 16]; f32[1, 1, p + s, 8]; f32[1, 1, p + s, 8]; f32[1, 2, s, p + s]",
        needs=("p + s >= max(1, s)", "s >= 1", "p + s - 1 >= 0"),
        sizes=({"p": 5, "s": 3}, {"p": 0, "s": 3}, {"p": 4, "s": 1}, {"p": 4, "s": 0}),
        num_heads=2,
        kv_num_heads=1,
        qk_output=1,
    ),
    op(
        "GroupQueryAttention",
        "f32[2, 3, 32]; f32[2, 3, 16]; f32[2, 3, 16]; -; -; i32[2] = (2, 2); i32[] = 3; f32[m, 8]; f32[m, 8]; i64[2, 3]; f32[1, 1, 3, 3]; f32[2]",
        "f32[2, 3, 32]",
        needs="m >= 3",
        sizes=({"m": 8},),
        num_heads=2,
        kv_num_heads=1,
        do_rotary=1,
    ),
    op(
        "GroupQueryAttention",
        "f32[1, 1, 16]; f32[1, 1, 8]; f32[1, 1, 8]; f32[1, 1, 5, 8]; f32[1, 1, 5, 8]; i32[1] = (7); i32[] = "
        "8",
        "f32[1, 1, 16]; f32[1, 1, 5, 8]; f32[1, 1, 5, 8]",
        num_heads=2,
        kv_num_heads=1,
        local_window_size=4,
        sliding_window_cache=1,
    ),
    op(
        "GroupQueryAttention",
        "f32[2, 3, 32]; f32[2, 3, 16]; f32[2, 3, 16]; -; -; i32[2] = (2, 2); i32[] = 3; -; -; i64[2, 4]",
        "f32[2, 3, 32]; f32[2, 1, 3, 16]; f32[2, 1, 3, 16]",
        num_heads=2,
        kv_num_heads=1,
    ),
    op(
        "GroupQueryAttention",
        "f32[1, 1, 32]; f32[1, 1, 16]; f32[1, 1, 16]; i8[1, 1, 5, 16]; i8[1, 1, 5, 16]; i32[1] = (5); i32[] = 6; -; -; -; -; -; f32[1]; f32[1]",
        "f32[1, 1, 32]; i8[1, 1, 6, 16]; i8[1, 1, 6, 16]",
        num_heads=2,
        kv_num_heads=1,
        k_quant_type="PER_TENSOR",
        v_quant_type="PER_TENSOR",
        kv_cache_bit_width=8,
    ),
    op(
        "GroupQueryAttention",
        "f32[2, 3, 32]; f32[2, 3, 16]; f32[2, 3, 16]; -; -; i32[2] = (2, 2); i32[] = 3",
        "f32[2, 3, 32]; f32[2, 1, 3, 16]; f32[2, 1, 3, 16]",
        num_heads=2,
        kv_num_heads=1,
        sliding_window_cache=2,
    ),
    # Caches of floats: what is said of values alone is not looked at.
    op(
        "GroupQueryAttention",
        "f32[2, 3, 32]; f32[2, 3, 16]; f32[2, 3, 16]; -; -; i32[2] = (2, 2); i32[] = 3",
        "f32[2, 3, 32]; f32[2, 1, 3, 16]; f32[2, 1, 3, 16]",
        finds="SI303 k_quant_type is NONE and v_quant_type PER_TENSOR, needed one of (NONE, PER_TENSOR, PER_CHANNEL) for both",
        num_heads=2,
        kv_num_heads=1,
        v_quant_type="PER_TENSOR",
    ),
    op(
        "GroupQueryAttention",
        "f16[2, 1, 32]; f16[2, 1, 16]; f16[2, 1, 16]; f32[2, 1, 5, 16]; f32[2, 1, 5, 16]; i32[2] = (5, 5); i32[] = 6",
        "f16[2, 1, 32]; f32[2, 1, 6, 16]; f32[2, 1, 6, 16]",
        num_heads=2,
        kv_num_heads=1,
    ),
]


@pytest.mark.parametrize("one", RUN, ids=str)
def test_runs_as_inferred(one: Row) -> None:
    one.check()
    assert "ran" in one.compare()


REFUSED = [
    op(
        "GroupQueryAttention",
        "f32[2, 3, 16]; f32[2, 3, 16]; f32[2, 3, 16]; -; -; i32[2] = (2, 2); i32[] = 3",
        "f32[2, 3, 16]; f32[2, 2, 3, 8]; f32[2, 2, 3, 8]",
        finds="SI303 local_window_size is 3 beside causal 0, needed -1",
        num_heads=2,
        kv_num_heads=2,
        causal=0,
        local_window_size=3,
    ),
    op(
        "GroupQueryAttention",
        "f32[2, 3, 24]; f32[2, 3, 16]; f32[2, 3, 16]; -; -; i32[2] = (2, 2); i32[] = 3",
        "f32[*]",
        finds="SI212 num_heads is 3, needed a multiple of kv_num_heads, 2",
        num_heads=3,
        kv_num_heads=2,
    ),
    op(
        "GroupQueryAttention",
        "f32[2, 3, 8]; f32[2, 3, 4]; f32[2, 3, 4]; -; -; i32[2] = (2, 2); i32[] = 3",
        "f32[2, 3, 8]",
        finds="SI218 the head size is 4, needed a multiple of 8; query is f32[2, 3, 8]",
        num_heads=2,
        kv_num_heads=1,
    ),
    op(
        "GroupQueryAttention",
        "f32[2, 3, 16]; f32[2, 3, 9]; f32[2, 3, 9]; -; -; i32[2] = (2, 2); i32[] = 3",
        "f32[2, 3, 16]",
        finds="SI217 key has 9 on axis 2, needed 8: 1 heads of 8; key is f32[2, 3, 9]",
        num_heads=2,
        kv_num_heads=1,
    ),
    op(
        "GroupQueryAttention",
        "f32[2, 3, 16]; f32[2, 4, 8]; f32[2, 4, 8]; -; -; i32[2] = (2, 2); i32[] = 3",
        "f32[2, 3, 16]",
        finds=(
            "SI217 key has length 4 and query 3, needed the same length where there is no past",
            "SI217 total_sequence_length is 3, needed 4 to 4 for 4 new tokens",
        ),
        num_heads=2,
        kv_num_heads=1,
    ),
    op(
        "GroupQueryAttention",
        "f32[2, 3, 16]; f32[1, 3, 8]; f32[1, 3, 8]; -; -; i32[2] = (2, 2); i32[] = 3",
        "f32[?0, 3, 16]",
        finds="SI217 the batch of query and key is 2 and 1, needed the same size",
        num_heads=2,
        kv_num_heads=1,
    ),
    op(
        "GroupQueryAttention",
        "f32[2, 3, 16]; f32[2, 3, 8]; f32[2, 3, 8]; -; -; i32[1] = (2); i32[] = 3",
        "f32[2, 3, 16]",
        finds="SI214 seqlens_k holds 1 elements, needed 2, one for each row of the batch; seqlens_k is "
        "i32[1] = (2)",
        num_heads=2,
        kv_num_heads=1,
    ),
    op(
        "GroupQueryAttention",
        "f32[2, 3, 16]; f32[2, 3, 8]; f32[2, 3, 8]; -; -; i32[2] = (6, 6); i32[] = 7",
        "f32[2, 3, 16]",
        finds="SI217 total_sequence_length is 7, needed 3 to 3 for 3 new tokens",
        num_heads=2,
        kv_num_heads=1,
    ),
    op(
        "GroupQueryAttention",
        "f32[2, 3, 16]; f32[2, 3, 8]; f32[2, 3, 8]; f32[2, 1, 5, 8]; f32[2, 1, 5, 8]; i32[2] = (7, 7); "
        "i32[] = 8",
        "f32[2, 3, 16]; f32[2, 1, 8, 8]; f32[2, 1, 8, 8]",
        finds="SI217 3 new tokens for each of 2 rows after a past, needed 1 token or 1 row",
        num_heads=2,
        kv_num_heads=1,
    ),
    op(
        "GroupQueryAttention",
        "f32[1, 3, 16]; f32[1, 3, 8]; f32[1, 3, 8]; f32[1, 2, 5, 8]; f32[1, 2, 5, 8]; i32[1] = (7); i32[] = "
        "8",
        "f32[1, 3, 16]; f32[1, 1, 8, 8]; f32[1, 1, 8, 8]",
        finds=(
            "SI217 past_key has 2 on axis 1, needed 1; past_key is f32[1, 2, 5, 8]",
            "SI217 past_value has 2 on axis 1, needed 1; past_value is f32[1, 2, 5, 8]",
        ),
        num_heads=2,
        kv_num_heads=1,
    ),
    op(
        "GroupQueryAttention",
        "f32[1, 3, 16]; f32[1, 3, 8]; f32[1, 3, 8]; f32[1, 1, 5, 8]; f32[1, 1, 6, 8]; i32[1] = (7); i32[] = "
        "8",
        "f32[1, 3, 16]; f32[1, 1, 8, 8]; f32[1, 1, 8, 8]",
        finds="SI217 past_value has 6 on axis 2, needed 5; past_value is f32[1, 1, 6, 8]",
        num_heads=2,
        kv_num_heads=1,
    ),
    op(
        "GroupQueryAttention",
        "f32[2, 3, 16]; f32[2, 3, 8]; f32[2, 3, 8]; -; -; i32[2] = (2, 2); i32[] = 3; -; -; -; f32[2, 2, 3, "
        "4]",
        "f32[2, 3, 16]",
        finds="SI217 attention_bias has 4 on axis 3, needed 3; attention_bias is f32[2, 2, 3, 4]",
        num_heads=2,
        kv_num_heads=1,
    ),
    op(
        "GroupQueryAttention",
        "f32[2, 3, 16]; f32[2, 3, 8]; f32[2, 3, 8]; -; -; i32[2] = (2, 2); i32[] = 3; -; -; -; -; f32[3]",
        "f32[2, 3, 16]",
        finds="SI214 head_sink has 3 on axis 0, needed 2, num_heads; head_sink is f32[3]",
        num_heads=2,
        kv_num_heads=1,
    ),
    op(
        "GroupQueryAttention",
        "f32[3, 16]; f32[3, 8]; f32[3, 8]; -; -; i32[2] = (2, 2); i32[] = 3",
        "f32[*]",
        finds="SI201 query has rank 2, needed 3; query is f32[3, 16]",
        num_heads=2,
        kv_num_heads=1,
    ),
    op(
        "GroupQueryAttention",
        "f32[2, 3, 32]; f32[2, 3, 16]; f32[2, 3, 16]; -; -; i32[2] = (2, 2); i32[] = 3",
        "f32[2, 3, 32]; f32[2, 1, 3, 16]; f32[2, 1, 3, 16]",
        finds="SI303 causal is 2, needed one of (0, 1)",
        num_heads=2,
        kv_num_heads=1,
        causal=2,
    ),
    op(
        "GroupQueryAttention",
        "f32[2, 3, 32]; f32[2, 3, 16]; f32[2, 3, 16]; -; -; i32[2] = (2, 2); i32[] = 3",
        "f32[2, 3, 32]; f32[2, 1, 3, 16]; f32[2, 1, 3, 16]",
        finds="SI303 qk_output is 1 and its output is left out",
        num_heads=2,
        kv_num_heads=1,
        qk_output=1,
    ),
    op(
        "GroupQueryAttention",
        "f32[2, 3, 32]; f32[2, 3, 16]; f32[2, 3, 16]; -; -; i32[2] = (2, 2); i32[] = 3",
        "f32[2, 3, 32]; f32[2, 1, 3, 16]; f32[2, 1, 3, 16]; f32[2, 2, 3, 3]",
        finds="SI303 qk_output is 3, needed 0, 1 or 2",
        num_heads=2,
        kv_num_heads=1,
        qk_output=3,
    ),
    op(
        "GroupQueryAttention",
        "f32[1, 1, 32]; f32[1, 1, 16]; f32[1, 1, 16]; f32[1, 1, 5, 16]; f32[1, 1, 5, 16]; i32[1] = (5); i32[] = 6",
        "f32[1, 1, 32]; f32[1, 1, 6, 16]; f32[1, 1, 6, 16]; f32[1, 2, 1, 6]",
        finds="SI303 output_qk is wanted and qk_output is 0, needed 1 or 2",
        num_heads=2,
        kv_num_heads=1,
    ),
    op(
        "GroupQueryAttention",
        "f32[1, 1, 32]; f32[1, 1, 16]; f32[1, 1, 16]; f32[1, 1, 5, 16]; f32[1, 1, 5, 16]; i32[1] = (5); i32[] = 6",
        "f32[1, 1, 32]; f32[1, 1, 6, 16]",
        finds="SI303 present_key or present_value is left out, needed both or none",
        num_heads=2,
        kv_num_heads=1,
    ),
]


@pytest.mark.parametrize("one", REFUSED, ids=str)
def test_refused(one: Row) -> None:
    one.check()
    assert set(one.compare()) == {"refused"}


# Nothing here runs these: the documentation is all there is (or the runtime crashes of them).
UNTRIED = [
    op(
        "GroupQueryAttention",
        "f32[1, s, 16]; f32[1, s, 8]; f32[1, s, 8]; f32[1, 1, p, 8]; f32[1, 1, p, 8]; i32[1]; i32[]",
        "f32[1, s, 16]; f32[1, 1, max(p, ?0), 8]; f32[1, 1, max(p, ?0), 8]",
        num_heads=2,
        kv_num_heads=1,
    ),
    op(
        "GroupQueryAttention",
        "f32[b, s, 16]; f32[b, s, 8]; f32[b, s, 8]; f32[b, 1, p, 8]; f32[b, 1, p, 8]; i32[b]; i32[]",
        "f32[b, s, 16]; f32[b, 1, max(p, ?0), 8]; f32[b, 1, max(p, ?0), 8]",
        needs="b >= 1",
        num_heads=2,
        kv_num_heads=1,
    ),
    op(
        "GroupQueryAttention",
        "f16[b, 1, 16]; f16[b, 1, 8]; f16[b, 1, 8]; u8[b, 1, p, 4]; u8[b, 1, p, 4]; i32[b]; i32[]; -; -; -; -; -; f32[1]; f32[1]",
        "f16[b, 1, 16]; u8[b, 1, max(p, ?0), 4]; u8[b, 1, max(p, ?0), 4]",
        needs="b >= 1",
        num_heads=2,
        kv_num_heads=1,
        k_quant_type="PER_TENSOR",
        v_quant_type="PER_TENSOR",
        kv_cache_bit_width=4,
    ),
    op(
        "SparseAttention",
        "f32[b, s, 16]; f32[b, s, 8]; f32[b, s, 8]; f32[b, 1, m, 8]; f32[b, 1, m, 8]; i32[1, 5]; i32[1, "
        "10]; i32[]; i32[b]",
        "f32[b, s, 16]; f32[b, 1, m, 8]; f32[b, 1, m, 8]",
        num_heads=2,
        kv_num_heads=1,
        sparse_block_size=16,
    ),
    op(
        "DynamicSparseAttention",
        "f16[b, s, 16]; f16[b, s, 8]; f16[b, s, 8]; f16[b, 1, p, 8]; f16[b, 1, p, 8]; -; -; i32[b*s, 7]; "
        "i32[b*s]; i32[b]; i32[]",
        "f16[b, s, 16]; f16[b, 1, max(p, ?0), 8]; f16[b, 1, max(p, ?0), 8]",
        num_heads=2,
        kv_num_heads=1,
    ),
    op(
        "GroupQueryAttention",
        "f32[1, 3, 32]; f32[1, 3, 16]; f32[1, 3, 16]; f32[1, 1, 5, 16]; f32[1, 1, 5, 16]; i32[1] = (4); "
        "i32[] = 5; -; -; -; -; -; -; -; -; -; i32[1]",
        "f32[1, 3, 32]",
        num_heads=2,
        kv_num_heads=1,
    ),
    op(
        "GroupQueryAttention",
        "f32[2, 3, 0]; -; -; -; -; i32[2] = (2, 2); i32[] = 3",
        "f32[2, 3, 0]; f32[2, 1, 3, 0]; f32[2, 1, 3, 0]",
        finds="SI307 the head size is 0, and ONNX Runtime needs at least 1",
        num_heads=2,
        kv_num_heads=1,
    ),
]


@pytest.mark.parametrize("one", UNTRIED, ids=str)
def test_inferred(one: Row) -> None:
    one.check()
