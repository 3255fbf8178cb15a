"""Layers of recurrent language models in com.microsoft."""

from __future__ import annotations

import pytest

from tests.table import Domain, Row

op = Domain("com.microsoft")


RUN = [
    op(
        "LinearAttention",
        "f32[b, t, 8]; f32[b, t, 8]; f32[b, t, 12]; f32[b, 2, 4, 6]; f32[b, t, 2]; f32[b, t, 2]",
        "f32[b, t, 12]; f32[b, 2, 4, 6]",
        q_num_heads=2,
        kv_num_heads=2,
    ),
    op(
        "LinearAttention",
        "f32[b, t, 16]; f32[b, t, 8]; f32[b, t, 12]; -; f32[b, t, 8]; f32[b, t, 1]",
        "f32[b, t, 24]; f32[b, 2, 4, 6]",
        q_num_heads=4,
        kv_num_heads=2,
    ),
    op(
        "LinearAttention",
        "f32[b, t, 4]; f32[b, t, 8]; f32[b, t, 12]",
        "f32[b, t, 12]; f32[b, 2, 4, 6]",
        q_num_heads=1,
        kv_num_heads=2,
        update_rule="linear",
    ),
    op("LinearAttentionGate", "f32[b, t, 4]; f32[4]; f32[4]; f32[b, t, 4]", "f32[b, t, 4]; f32[b, t, 4]"),
    op(
        "CausalConvWithState",
        "f32[b, 4, n]; f32[4, 1, 3]; f32[4]; f32[b, 4, 2]",
        "f32[b, 4, n]; f32[b, 4, 2]",
    ),
    op("CausalConvWithState", "f32[b, 4, n]; f32[4, 1, 3]", "f32[b, 4, n]; f32[b, 4, 4]", dilation=2),
    op(
        "CausalConvWithState",
        "f32[b, n, 2, 2]; f32[4, 1, 3]",
        "f32[b, n, 2, 2]; f32[b, 2, 2, 2]",
        channels_last=1,
    ),
    op(
        "EngramGate",
        "f32[b, t, 4, 8]; f32[b, t, 4, 8]; f32[b, t, 8]; f32[4, 8]; f32[4, 8]; f32[4, 8]",
        "f32[b, t, 4, 8]; f32[b, t, 4, 8]",
    ),
    op("HyperConnectionPreMix", "f32[n, 4, 8]; f32[n, 4]", "f32[n, 8]"),
    op("HyperConnectionPreMix", "f32[n, 32]; f32[n, 32]", "f32[n, 8]", num_branches=4),
    op("HyperConnectionPostMix", "f32[n, 4, 8]; f32[n, 8]; f32[n, 4]", "f32[n, 4, 8]"),
    op(
        "HyperConnectionPostMix",
        "f32[n, 32]; f32[n, 8]; f32[n, 4]; f32[n, 4, 4]",
        "f32[n, 32]",
        num_branches=4,
    ),
    op("BranchwiseRMSNorm", "f32[n, 4, 8]; f32[8]", "f32[n, 4, 8]"),
    op("BranchwiseRMSNorm", "f32[n, 32]; f32[4, 8]", "f32[n, 32]", num_branches=4),
    op("GatedAdd", "f32[n, 4]; f32[n, 4]; f32[n, 1]", "f32[n, 4]"),
    op(
        "NGramHashMapping",
        "i64[b, s]; i64[3]; i64[4] = (7, 7, 7, 7); i64[b, 2]",
        "i64[b, s, 4]; i64[b, 2]",
        max_ngram_size=3,
        n_head_per_ngram=2,
        pad_id=0,
    ),
    op(
        "VarlenNGramHashMapping",
        "i64[5]; i64[3]; i64[4] = (7, 7, 7, 7); i32[3] = (0, 2, 5)",
        "i64[5, 4]; i64[2, 2]",
        max_ngram_size=3,
        n_head_per_ngram=2,
        pad_id=0,
    ),
    op("LinearAttentionGate", "f32[3, 2, 4]; f32[4]; f32[4]; f32[7, 1]", "f32[3, 2, 4]"),
    op("CausalConvWithState", "f32[2, 4, 5]; f32[4, 1, 3]", "f32[2, 4, 5]; f32[2, 4, 6]", dilation=3),
    op(
        "VarlenNGramHashMapping",
        "i64[5]; i64[3]; i64[4] = (7, 7, 7, 7); i32[3] = (0, 2, 5); i64[2, 2]",
        "i64[5, 4]; i64[2, 2]",
        max_ngram_size=3,
        n_head_per_ngram=2,
        pad_id=0,
    ),
    op(
        "LinearAttention",
        "f32[3, 4, 6]; f32[3, 4, 3]; f32[3, 4, 4]; -; f32[3, 4, 4]",
        "f32[3, 4, 4]; f32[3, 4, 3, 1]",
        q_num_heads=2,
        kv_num_heads=4,
        update_rule="gated",
    ),
    op(
        "VarlenCausalConvWithState",
        "f32[5, 4]; f32[4, 1, 3]; i32[3] = (0, 2, 5); f32[4]; f32[2, 4, 4]; i32[2]",
        "f32[5, 4]; f32[2, 4, 4]; f32[2, 8, 4]",
        dilation=2,
        activation="silu",
        state_update_capacity=8,
    ),
    op(
        "VarlenCausalConvWithState",
        "f32[t, 4]; f32[4, 1, 1]; i32[2] = (0, t); -; f32[1, 4, 0]",
        "f32[t, 4]; f32[1, 4, 0]",
        needs="t >= 1",
        sizes=({"t": 1}, {"t": 4}),
    ),
]


@pytest.mark.parametrize("one", RUN, ids=str)
def test_runs_as_inferred(one: Row) -> None:
    one.check()
    assert "ran" in one.compare()


REFUSED = [
    op(
        "LinearAttention",
        "f32[2, 3, 8]; f32[2, 3, 8]; f32[2, 3, 12]; -; -; f32[2, 3, 2]",
        "f32[2, 3, 12]; f32[2, 2, 4, 6]",
        finds="SI303 update_rule is gated_delta without decay",
        q_num_heads=2,
        kv_num_heads=2,
    ),
    op(
        "LinearAttention",
        "f32[2, 3, 8]; f32[2, 4, 8]; f32[2, 3, 12]; -; f32[2, 3, 2]; f32[2, 3, 2]",
        "f32[2, 3, 12]; f32[2, 2, 4, 6]",
        finds="SI217 key has 4 on axis 1, needed 3; key is f32[2, 4, 8]",
        q_num_heads=2,
        kv_num_heads=2,
    ),
    op(
        "LinearAttention",
        "f32[2, 3, 8]; f32[2, 3, 8]; f32[2, 3, 12]; f32[2, 2, 4, 5]; f32[2, 3, 2]; f32[2, 3, 2]",
        "f32[2, 3, 12]; f32[2, 2, 4, 6]",
        finds="SI217 past_state has 5 on axis 3, needed 6; past_state is f32[2, 2, 4, 5]",
        q_num_heads=2,
        kv_num_heads=2,
    ),
    op(
        "LinearAttention",
        "f32[2, 3, 8]; f32[2, 3, 8]; f32[2, 3, 12]; -; f32[2, 3, 3]; f32[2, 3, 2]",
        "f32[2, 3, 12]; f32[2, 2, 4, 6]",
        finds="SI217 decay has 3 on axis 2, needed 2 or 8; decay is f32[2, 3, 3]",
        q_num_heads=2,
        kv_num_heads=2,
    ),
    op(
        "LinearAttentionGate",
        "f32[2, 3, 4]; f32[3]; f32[4]",
        "f32[2, 3, 4]",
        finds="SI214 dt_bias has 3 elements, needed the 4 of the last axis of a; dt_bias is f32[3]",
    ),
    op(
        "CausalConvWithState",
        "f32[2, 4, 7]; f32[3, 1, 3]",
        "f32[2, 4, 7]; f32[2, 4, 2]",
        finds="SI217 weight has 3 on axis 0, needed 4; weight is f32[3, 1, 3]",
    ),
    op(
        "CausalConvWithState",
        "f32[2, 4, 7]; f32[4, 1, 3]; -; f32[2, 4, 3]",
        "f32[2, 4, 7]; f32[2, 4, 2]",
        finds="SI217 past_state has 3 on axis 2, needed 2; past_state is f32[2, 4, 3]",
    ),
    op(
        "CausalConvWithState",
        "f32[2, 4, 7]; f32[4, 1, 3]",
        "f32[*]; f32[*]",
        finds="SI303 ndim is 4, needed 1 to 3, and 1 beside channels_last",
        ndim=4,
    ),
    op(
        "EngramGate",
        "f32[2, 3, 4, 8]; f32[2, 3, 4, 8]; f32[2, 3, 7]; f32[4, 8]; f32[4, 8]",
        "f32[2, 3, 4, 8]",
        finds="SI217 value has 7 on axis 2, needed 8; value is f32[2, 3, 7]",
    ),
    op(
        "HyperConnectionPostMix",
        "f32[2, 32]; f32[2, 7]; f32[2, 4]",
        "f32[2, 32]",
        finds="SI217 block_output has 7 on axis 1, needed 8; block_output is f32[2, 7]",
        num_branches=4,
    ),
    op(
        "GatedAdd",
        "f32[2, 3, 4]; f32[2, 3, 4]; f32[3, 1]",
        "f32[*]",
        finds="SI201 gate has rank 2, needed 3; gate is f32[3, 1]",
    ),
    op(
        "NGramHashMapping",
        "i64[2, 5]; i64[3]; i64[3] = (7, 7, 7)",
        "i64[2, 5, 4]",
        finds="SI217 vocab_sizes has 3 on axis 0, needed 4; vocab_sizes is i64[3] = (7, 7, 7)",
        max_ngram_size=3,
        n_head_per_ngram=2,
        pad_id=0,
    ),
    op(
        "NGramHashMapping",
        "i64[2, 5]; i64[3]; i64[3] = (7, 7, 7)",
        "i64[*]",
        finds="SI303 max_ngram_size is 1 and n_head_per_ngram 2, needed 2 and 1 at least",
        max_ngram_size=1,
        n_head_per_ngram=2,
        pad_id=0,
    ),
    op(
        "LinearAttentionGate",
        "f32[2, 2, 2]; f32[2]; f32[2]",
        "f32[2, 2, 2]; f32[2, 2, 2]",
        finds="SI303 b is left out, and the second output needs it",
    ),
    op(
        "LinearAttentionGate",
        "f32[3, 2, 4]; f32[4]; f32[4]; f32[2, 3, 4]",
        "f32[3, 2, 4]; f32[3, 2, 4]",
        finds=(
            "SI217 b has 2 on axis 0, needed 3; b is f32[2, 3, 4]",
            "SI217 b has 3 on axis 1, needed 2; b is f32[2, 3, 4]",
        ),
    ),
    op(
        "CausalConvWithState",
        "f32[2, 4, 5]; f32[4, 1, 3]",
        "f32[*]; f32[*]",
        finds="SI303 dilation is 0, needed 1 to 2147483647",
        dilation=0,
    ),
    op(
        "CausalConvWithState",
        "f32[2, 4, 5]; f32[4, 1, 3]",
        "f32[2, 4, 5]; f32[2, 2, 5]",
        finds=(
            "SI303 channels_last is 2, needed one of (0, 1)",
            "SI217 weight has 4 on axis 0, needed 5; weight is f32[4, 1, 3]",
        ),
        channels_last=2,
    ),
    op(
        "CausalConvWithState",
        "f32[2, 4, 5]; f32[4, 1, 3]",
        "f32[2, 4, 5]; f32[2, 4, 2]",
        finds="SI303 activation is 'relu', needed one of (none, silu, swish)",
        activation="relu",
    ),
    op(
        "CausalConvWithState",
        "f32[2, 4, 5]; f32[4, 1, 0]",
        "f32[2, 4, 5]; f32[2, 4, -1]",
        finds="SI303 weight is f32[4, 1, 0], needed a window of at least 1",
    ),
    op(
        "VarlenNGramHashMapping",
        "i64[5]; i64[3]; i64[4] = (7, 7, 7, 7); i32[3] = (0, 2, 5); i64[3, 3]",
        "i64[5, 4]; i64[2, 2]",
        finds=(
            "SI217 past_ids has 3 on axis 0, needed 2; past_ids is i64[3, 3]",
            "SI217 past_ids has 3 on axis 1, needed 2; past_ids is i64[3, 3]",
        ),
        max_ngram_size=3,
        n_head_per_ngram=2,
        pad_id=0,
    ),
    op(
        "VarlenNGramHashMapping",
        "i64[5]; i64[3]; i64[4] = (7, 7, 7, 7); i32[1] = (0)",
        "i64[5, 4]; i64[0, 2]",
        finds=(
            "SI219 cumulative_sequence_length has 1 elements, needed at least 2",
            "SI303 cumulative_sequence_length is i32[1] = (0), needed numbers that grow from 0 to 5",
        ),
        max_ngram_size=3,
        n_head_per_ngram=2,
        pad_id=0,
    ),
    op(
        "LinearAttentionGate",
        "f32[2, 3, 0]; f32[0]; f32[0]",
        "f32[2, 3, 0]",
        finds="SI226 the last axis of a has 0, needed at least 1; a is f32[2, 3, 0]",
    ),
    op(
        "VarlenNGramHashMapping",
        "i64[5]; i64[3]; i64[4] = (7, 7, 7, 7); i32[3] = (0, 2, 5)",
        "i64[5, 4]; i64[2, 2]; i32[2, 2]",
        finds="SI303 segment_ids is left out, and the third output needs it",
        max_ngram_size=3,
        n_head_per_ngram=2,
        pad_id=0,
    ),
    op(
        "VarlenNGramHashMapping",
        "i64[5]; i64[3]; i64[4] = (7, 7, 7, 7); i32[3] = (0, 2, 5)",
        "i64[5, 4]; i64[2, 2]",
        finds="SI303 state_update_capacity is 9, needed 0 to 8",
        max_ngram_size=3,
        n_head_per_ngram=2,
        pad_id=0,
        state_update_capacity=9,
    ),
    op(
        "LinearAttention",
        "f32[3, 4, 6]; f32[3, 4, 9]; f32[3, 4, 4]; -; f32[3, 4, 4]",
        "f32[3, 4, 4]; f32[3, 4, 3, 1]",
        finds="SI217 key has 9 on axis 2, needed heads of 3, 4 of them or a part; key is f32[3, 4, 9]",
        q_num_heads=2,
        kv_num_heads=4,
        update_rule="gated",
    ),
    op(
        "LinearAttention",
        "f32[3, 4, 9]; f32[3, 4, 6]; f32[3, 4, 4]; -; f32[3, 4, 2]",
        "f32[3, 4, 6]; f32[3, 2, 3, 2]",
        finds="SI212 q_num_heads is 3 and kv_num_heads 2, needed one to be a multiple of the other",
        q_num_heads=3,
        kv_num_heads=2,
        update_rule="gated",
    ),
    op(
        "VarlenCausalConvWithState",
        "f32[5, 4]; f32[4, 1, 3]; i32[3] = (0, 6, 5); -; f32[2, 4, 2]",
        "f32[5, 4]; f32[2, 4, 2]",
        finds="SI303 cumulative_sequence_length is i32[3] = (0, 6, 5), needed numbers that grow from 0 to 5",
    ),
    op(
        "VarlenCausalConvWithState",
        "f32[5, 4]; f32[4, 1, 3]; i32[3]; -; f32[2, 4, 2]",
        "f32[5, 4]; f32[2, 4, 2]",
        finds="SI303 activation is 'relu', needed 'none', 'silu' or 'swish'",
        activation="relu",
    ),
    op(
        "VarlenCausalConvWithState",
        "f32[5, 4]; f32[4, 1, 3]; i32[3]; -; f32[2, 4, 2]",
        "f32[5, 4]; f32[2, 4, 2]",
        finds="SI303 group_size or delta_offset is given without kernel_delta",
        group_size=2,
    ),
    op(
        "CausalConvWithState",
        "f32[1, 4, 6]; f32[4, 1, 3]",
        "f32[*]; f32[*]",
        finds="SI303 channels of the input or a form of the state are chosen, needed ndim=1, channels_last=1, "
        "state_window=0 and numbers that are not negative",
        state_length=5,
    ),
    op(
        "LinearAttentionGate",
        "f32[1, 1, 4]; f32[4]; f32[4]",
        "f32[1, 1, 4]; f32[1, 1, 4]",
        finds="SI303 b is left out, and the second output needs it",
    ),
]


@pytest.mark.parametrize("one", REFUSED, ids=str)
def test_refused(one: Row) -> None:
    one.check()
    assert set(one.compare()) == {"refused"}


# Nothing here runs these: the documentation is all there is (or the runtime crashes of them).
UNTRIED = [
    op(
        "LinearAttention",
        "f32[b, t, 8]; f32[b, t, 8]; f32[b, t, 12]; f32[3, b, 2, 4, 6]; f32[b, t, 2]; f32[b, t, 2]",
        "f32[b, t, 12]; f32[3, b, 2, 4, 6]",
        q_num_heads=2,
        kv_num_heads=2,
        state_window=3,
    ),
    op("CausalConvWithState", "f32[b, 4, h, w]; f32[4, 1, 3, 3]", "f32[b, 4, h, w]; f32[b, 4, h, 2]", ndim=2),
    op(
        "LinearAttention",
        "f32[3, 4, 0]; f32[3, 4, 0]; f32[3, 4, 4]; -; f32[3, 4, 2]",
        "f32[3, 4, 4]; f32[3, 2, 0, 2]",
        finds="SI307 the head size is 0, and ONNX Runtime dies of none; query is f32[3, 4, 0]",
        q_num_heads=2,
        kv_num_heads=2,
        update_rule="gated",
    ),
    op(
        "HyperConnectionLowRankMix",
        "f16[b, s, 64]; f16[64]; f16[64, r]; f16[r, 64]; f16[64, 4]; f16[b, s, 16]; f16[b, s, 4]",
        "f16[b, s, 16]; f16[b, s, 4]; f16[b, s, 64]",
        num_branches=4,
    ),
    op(
        "HyperConnectionLowRankMix",
        "f16[t, 64]; f16[64]; f16[64, r]; f16[r, 64]; f16[64, 3]; f16[t, 16]",
        "f16[t, 16]; f16[t, 4]",
        finds=(
            "SI217 inject_weight has 3 on axis 1, needed 4; inject_weight is f16[64, 3]",
            "SI303 of prev_block_output and prev_post_gate only one is given",
        ),
        num_branches=4,
    ),
    op("GatedAdd", "bf16[b, 3]; bf16[b, 3]; bf16[b, k]; bf16[k, 1]", "bf16[b, 3]"),
    op(
        "GatedAdd",
        "bf16[b, 3]; bf16[b, 3]; bf16[b, 5]; bf16[4, 1]",
        "bf16[b, 3]",
        finds="SI217 gate has 5 on axis 1, needed 4; gate is bf16[b, 5]",
    ),
    op(
        "CausalConvWithState",
        "f16[b, s, 12]; f16[4, 1, 3]",
        "f16[b, s, 4]; f16[b, 4, 5]; f16[b, 2, 4]",
        channels_last=1,
        input_channels=4,
        input_channel_offset=8,
        state_length=5,
        state_channels_last=0,
        state_update_capacity=2,
    ),
    op(
        "VarlenCausalConvWithState",
        "f16[t, 4]; f16[4, 1, 2]; i32[b + 1]; -; f16[b, 4, 1]; -; f16[t, 2, 2]; f16[t, 1]",
        "f16[t, 4]; f16[b, 4, 1]",
        needs=("b >= 1", "t >= b"),
        group_size=2,
    ),
]


@pytest.mark.parametrize("one", UNTRIED, ids=str)
def test_inferred(one: Row) -> None:
    one.check()
