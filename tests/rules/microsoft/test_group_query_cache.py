"""What GroupQueryAttention reads beside its tokens: lengths, positions, rotary tables, windows and quantized caches."""

from __future__ import annotations

import pytest

from tests.table import Domain, Row

op = Domain("com.microsoft")


REFUSED = [
    op(
        "GroupQueryAttention",
        "f32[2, 3, 32]; f32[2, 3, 16]; f32[2, 3, 16]; -; -; i32[2] = (2, 2); i32[] = 3; f32[8, 16]; f32[8, "
        "16]",
        "f32[2, 3, 32]",
        finds="SI217 cos_cache has 16 on axis 1, needed at most the 8 of half a head; cos_cache is f32[8, "
        "16]",
        num_heads=2,
        kv_num_heads=1,
        do_rotary=1,
    ),
    op(
        "GroupQueryAttention",
        "f32[2, 3, 32]; f32[2, 3, 16]; f32[2, 3, 16]; -; -; i32[2] = (2, 2); i32[] = 3; f32[8, 8]; f32[9, 8]",
        "f32[2, 3, 32]",
        finds="SI217 sin_cache has 9 on axis 0, needed 8; sin_cache is f32[9, 8]",
        num_heads=2,
        kv_num_heads=1,
        do_rotary=1,
    ),
    op(
        "GroupQueryAttention",
        "f32[1, 3, 16]; f32[1, 3, 8]; f32[1, 3, 8]; f32[1, 1, 5, 8]; f32[1, 1, 5, 8]; i32[1] = (1); i32[] = 8",
        "f32[1, 3, 16]; f32[1, 1, 5, 8]; f32[1, 1, 5, 8]",
        finds="SI301 seqlens_k holds 1, needed 2 to 2147483647",
        num_heads=2,
        kv_num_heads=1,
        local_window_size=4,
        sliding_window_cache=1,
    ),
    op(
        "GroupQueryAttention",
        "f32[1, 1, 32]; f32[1, 1, 16]; f32[1, 1, 16]; u8[1, 1, 5, 16]; u8[1, 1, 5, 16]; i32[1] = (5); i32[] = 6; -; -; -; -; -; f32[1]; f32[1]",
        "f32[1, 1, 32]; u8[1, 1, 6, 16]; u8[1, 1, 6, 16]",
        finds="SI101 past_key is u8[1, 1, 5, 16] beside kv_cache_bit_width 8, needed i8",
        num_heads=2,
        kv_num_heads=1,
        k_quant_type="PER_TENSOR",
        v_quant_type="PER_TENSOR",
        kv_cache_bit_width=8,
    ),
    op(
        "GroupQueryAttention",
        "f32[1, 1, 32]; f32[1, 1, 16]; f32[1, 1, 16]; u8[1, 1, 5, 16]; u8[1, 1, 5, 16]; i32[1] = (5); i32[] = 6; -; -; -; -; -; f32[1]; f32[1]",
        "f32[1, 1, 32]; u8[1, 1, 6, 8]; u8[1, 1, 6, 8]",
        finds=(
            "SI217 past_key has 16 on axis 3, needed 8; past_key is u8[1, 1, 5, 16]",
            "SI217 past_value has 16 on axis 3, needed 8; past_value is u8[1, 1, 5, 16]",
        ),
        num_heads=2,
        kv_num_heads=1,
        k_quant_type="PER_TENSOR",
        v_quant_type="PER_TENSOR",
        kv_cache_bit_width=4,
    ),
    op(
        "GroupQueryAttention",
        "f32[2, 3, 32]; f32[2, 3, 16]; f32[2, 3, 16]; -; -; i32[2] = (2, 2); i32[] = 3",
        "f32[2, 3, 32]; f32[2, 1, 3, 16]; f32[2, 1, 3, 16]",
        finds=(
            "SI303 k_quant_type is PER_TENSOR and v_quant_type NONE, needed one of (NONE, PER_TENSOR, PER_CHANNEL) for both",
            "SI303 kv_cache_bit_width is 0 beside k_quant_type PER_TENSOR, needed (4, 8)",
            "SI303 k_scale is left out beside the quantization PER_TENSOR, needed one",
        ),
        num_heads=2,
        kv_num_heads=1,
        k_quant_type="PER_TENSOR",
    ),
    op(
        "GroupQueryAttention",
        "f32[2, 3, 32]; f32[2, 3, 16]; f32[2, 3, 16]; -; -; i32[2] = (2, 2); i32[] = 3",
        "f32[2, 3, 32]; f32[2, 1, 3, 16]; f32[2, 1, 3, 16]",
        finds="SI303 kv_cache_bit_width is 4 beside k_quant_type NONE, needed (0)",
        num_heads=2,
        kv_num_heads=1,
        kv_cache_bit_width=4,
    ),
    op(
        "GroupQueryAttention",
        "f32[2, 3, 32]; f32[2, 3, 16]; f32[2, 3, 16]; -; -; i32[2] = (2, 2); i32[] = 3",
        "f32[2, 3, 32]; f32[2, 1, 3, 16]; f32[2, 1, 3, 16]",
        finds="SI303 sliding_window_cache is given with local_window_size -1, needed 1 or more and a past",
        num_heads=2,
        kv_num_heads=1,
        sliding_window_cache=1,
    ),
    op(
        "GroupQueryAttention",
        "f32[1, 1, 32]; f32[1, 1, 16]; f32[1, 1, 16]; f32[1, 1, 5, 16]; f32[1, 1, 5, 16]; i32[1] = (5); i32[] = 6",
        "f32[1, 1, 32]; f32[1, 1, 5, 16]; f32[1, 1, 5, 16]",
        finds="SI227 past_key has length 5, needed at least the 6 of local_window_size",
        num_heads=2,
        kv_num_heads=1,
        sliding_window_cache=1,
        local_window_size=6,
    ),
    op(
        "GroupQueryAttention",
        "f32[2, 3, 32]; f32[2, 3, 16]; f32[2, 3, 16]; -; -; i32[2] = (2, 2); i32[] = 3; f32[9, 8]",
        "f32[2, 3, 32]; f32[2, 1, 3, 16]; f32[2, 1, 3, 16]",
        finds="SI303 one of cos_cache and sin_cache is given, needed both or none",
        num_heads=2,
        kv_num_heads=1,
    ),
    op(
        "GroupQueryAttention",
        "f32[2, 3, 32]; f32[2, 3, 16]; f32[2, 3, 16]; -; -; i32[2] = (2, 2); i32[] = 3; f32[9, 6]; f32[9, 6]",
        "f32[2, 3, 32]; f32[2, 1, 3, 16]; f32[2, 1, 3, 16]",
        finds="SI218 cos_cache has 6 on axis 1, needed a multiple of 8; it is f32[9, 6]",
        num_heads=2,
        kv_num_heads=1,
    ),
    op(
        "GroupQueryAttention",
        "f32[2, 3, 32]; f32[2, 3, 16]; f32[2, 3, 16]; -; -; i32[2] = (2, 2); i32[] = 3; f32[2, 8]; f32[2, 8]",
        "f32[2, 3, 32]; f32[2, 1, 3, 16]; f32[2, 1, 3, 16]",
        finds="SI227 cos_cache has 2 rows, needed one for each of 3 tokens; it is f32[2, 8]",
        num_heads=2,
        kv_num_heads=1,
    ),
    op(
        "GroupQueryAttention",
        "f32[2, 3, 16]; f32[2, 3, 8]; f32[2, 3, 8]; -; -; i32[2] = (2, 2); i32[] = 3; f32[3, 0]; f32[3, 0]",
        "f32[2, 3, 16]; f32[2, 1, 3, 8]; f32[2, 1, 3, 8]",
        finds="SI218 the head size is 8 beside cos_cache, needed a multiple of 16",
        num_heads=2,
        kv_num_heads=1,
    ),
    op(
        "GroupQueryAttention",
        "f32[1, 3, 32]; f32[1, 3, 16]; f32[1, 3, 16]; f32[1, 1, 5, 16]; f32[1, 1, 5, 16]; i32[1] = (0); i32[] = 4",
        "f32[1, 3, 32]; f32[1, 1, 5, 16]; f32[1, 1, 5, 16]",
        finds="SI301 seqlens_k holds 0, needed 2 to 4",
        num_heads=2,
        kv_num_heads=1,
    ),
    op(
        "GroupQueryAttention",
        "f32[1, 3, 32]; f32[1, 3, 16]; f32[1, 3, 16]; f32[1, 1, 5, 16]; f32[1, 1, 5, 16]; i32[1] = (8); i32[] = 8",
        "f32[1, 3, 32]; f32[1, 1, 8, 16]; f32[1, 1, 8, 16]",
        finds="SI301 seqlens_k holds 8, needed 2 to 7",
        num_heads=2,
        kv_num_heads=1,
    ),
    op(
        "GroupQueryAttention",
        "f32[1, 1, 32]; f32[1, 1, 16]; f32[1, 1, 16]; f32[1, 1, 5, 16]; f32[1, 1, 5, 16]; i32[1] = (5); i32[] = 2",
        "f32[1, 1, 32]; f32[1, 1, 5, 16]; f32[1, 1, 5, 16]",
        finds="SI301 seqlens_k holds 5, needed 0 to 4",
        num_heads=2,
        kv_num_heads=1,
    ),
    op(
        "GroupQueryAttention",
        "f32[1, 1, 32]; f32[1, 1, 16]; f32[1, 1, 16]; f32[1, 1, 5, 16]; f32[1, 1, 5, 16]; i32[1] = (3); i32[] = 2; f32[3, 8]; f32[3, 8]",
        "f32[1, 1, 32]; f32[1, 1, 5, 16]; f32[1, 1, 5, 16]",
        finds="SI301 seqlens_k holds 3, needed 0 to 2",
        num_heads=2,
        kv_num_heads=1,
    ),
    op(
        "GroupQueryAttention",
        "f32[1, 1, 32]; f32[1, 1, 16]; f32[1, 1, 16]; f32[1, 1, 5, 16]; f32[1, 1, 5, 16]; i32[1] = (3); i32[] = 2; f32[3, 8]; f32[3, 8]",
        "f32[1, 1, 32]; f32[1, 1, 5, 16]; f32[1, 1, 5, 16]",
        finds="SI301 seqlens_k holds 3, needed 0 to 2",
        num_heads=2,
        kv_num_heads=1,
        local_window_size=4,
        sliding_window_cache=1,
    ),
    op(
        "GroupQueryAttention",
        "f32[2, 3, 32]; f32[2, 3, 16]; f32[2, 3, 16]; -; -; i32[2] = (2, 3); i32[] = 3",
        "f32[2, 3, 32]; f32[2, 1, 3, 16]; f32[2, 1, 3, 16]",
        finds="SI301 seqlens_k holds 3, needed 0 to 2",
        num_heads=2,
        kv_num_heads=1,
    ),
    op(
        "GroupQueryAttention",
        "f32[2, 3, 32]; f32[2, 3, 16]; f32[2, 3, 16]; -; -; i32[2] = (2, 2); i32[] = 3; -; -; i64[2, 2]",
        "f32[2, 3, 32]; f32[2, 1, 3, 16]; f32[2, 1, 3, 16]",
        finds="SI217 position_ids has 2 on axis 1, needed at least the 3 of query; it is i64[2, 2]",
        num_heads=2,
        kv_num_heads=1,
    ),
    op(
        "GroupQueryAttention",
        "f32[1, 1, 32]; f32[1, 1, 16]; f32[1, 1, 16]; i8[1, 1, 5, 16]; i8[1, 1, 5, 16]; i32[1] = (5); i32[] = 6",
        "f32[1, 1, 32]; i8[1, 1, 6, 16]; i8[1, 1, 6, 16]",
        finds="SI101 past_key is i8[1, 1, 5, 16] without a quantization, needed floats",
        num_heads=2,
        kv_num_heads=1,
    ),
    op(
        "GroupQueryAttention",
        "f32[1, 1, 32]; f32[1, 1, 16]; f32[1, 1, 16]; i8[1, 1, 5, 16]; i8[1, 1, 5, 16]; i32[1] = (5); i32[] = 6; -; -; -; -; -; f32[1]; f32[1]",
        "f32[1, 1, 32]; i8[1, 1, 6, 16]; i8[1, 1, 6, 16]",
        finds=(
            "SI214 k_scale holds 1 elements, needed 16, one for each element of all heads; k_scale is f32[1]",
            "SI214 v_scale holds 1 elements, needed 16, one for each element of all heads; v_scale is f32[1]",
        ),
        num_heads=2,
        kv_num_heads=1,
        k_quant_type="PER_CHANNEL",
        v_quant_type="PER_CHANNEL",
        kv_cache_bit_width=8,
    ),
    op(
        "GroupQueryAttention",
        "f32[2, 1, 32]; f32[2, 1, 16]; f32[2, 1, 16]; f32[2, 1, 2, 16]; f32[2, 1, 2, 16]; i32[2] = (2, 2); i32[] = 3; f32[9, 8]; f32[9, 8]; i64[2, 1] = (-1, 9)",
        "f32[2, 1, 32]; f32[2, 1, 3, 16]; f32[2, 1, 3, 16]",
        finds=("SI301 position_ids holds -1, needed 0 to 8", "SI301 position_ids holds 9, needed 0 to 8"),
        num_heads=2,
        kv_num_heads=1,
        do_rotary=1,
    ),
]


@pytest.mark.parametrize("one", REFUSED, ids=str)
def test_refused(one: Row) -> None:
    one.check()
    assert set(one.compare()) == {"refused"}
