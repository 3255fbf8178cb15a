"""Attention of given queries, keys and values."""

from __future__ import annotations

import pytest

from tests.table import Domain, Row

op = Domain("com.microsoft")


RUN = [
    op(
        "MultiHeadAttention",
        "f32[b, s, 8]; f32[b, t, 8]; f32[b, t, 8]; -; -; -; -; -; i32[2, 2]",
        "f32[b, s, 8]",
        num_heads=2,
    ),
    op(
        "DecoderMaskedMultiHeadAttention",
        "f32[b, 1, 8]; f32[b, 2, t, 4]; f32[b, 2, t, 4]; -; -; -; -; i32[2, 2]",
        "f32[b, 1, 8]",
        num_heads=2,
    ),
    op(
        "MultiHeadAttention",
        "f32[b, s, 8]; f32[b, t, 8]; f32[b, t, 8]",
        "f32[b, s, 8]; f32[b, 2, t, 4]; f32[b, 2, t, 4]",
        num_heads=2,
    ),
    op(
        "MultiHeadAttention",
        "f32[b, s, 8]; f32[b, t, 8]; f32[b, t, 4]; f32[20]",
        "f32[b, s, 4]; f32[b, 2, t, 4]; f32[b, 2, t, 2]",
        num_heads=2,
    ),
    op(
        "MultiHeadAttention",
        "f32[b, s, 8]; f32[b, 2, t, 4]; f32[b, 2, t, 4]",
        "f32[b, s, 8]; f32[b, 2, t, 4]; f32[b, 2, t, 4]",
        num_heads=2,
    ),
    op(
        "MultiHeadAttention",
        "f32[b, s, 8]; f32[b, t, 8]; f32[b, t, 8]; -; -; -; f32[b, 2, p, 4]; f32[b, 2, p, 4]",
        "f32[b, s, 8]; f32[b, 2, p + t, 4]; f32[b, 2, p + t, 4]",
        num_heads=2,
    ),
    op(
        "MultiHeadAttention",
        "f32[b, s, 8]; f32[b, t, 8]; f32[b, t, 8]; -; i32[b, t]",
        "f32[b, s, 8]",
        num_heads=2,
    ),
    op(
        "MultiHeadAttention",
        "f32[b, s, 8]; f32[b, t, 8]; f32[b, t, 8]; -; i32[b]",
        "f32[b, s, 8]",
        num_heads=2,
    ),
    op(
        "MultiHeadAttention",
        "f32[b, s, 8]; f32[b, t, 8]; f32[b, t, 8]; -; -; f32[1, 2, s, t]",
        "f32[b, s, 8]",
        num_heads=2,
    ),
    op(
        "MultiHeadAttention",
        "f32[b, s, 8]; f32[b, s, 8]; f32[b, s, 8]; -; -; -; f32[b, 2, 9, 4]; f32[b, 2, 9, 4]; i32[1] = (4)",
        "f32[b, s, 8]; f32[b, 2, 9, 4]; f32[b, 2, 9, 4]",
        needs="max(5, s + 4) <= 9",
        sizes=({"b": 2, "s": 3}, {"b": 1, "s": 1}),
        num_heads=2,
    ),
    op(
        "DecoderMaskedMultiHeadAttention",
        "f32[b, 1, 8]; f32[b, 1, 8]; f32[b, 1, 8]; -; -; f32[b, 2, p, 4]; f32[b, 2, p, 4]; i32[1] = (4)",
        "f32[b, 1, 8]; f32[b, 2, p, 4]; f32[b, 2, p, 4]",
        needs="p >= 5",
        sizes=({"b": 2, "p": 6}, {"b": 1, "p": 9}),
        num_heads=2,
        past_present_share_buffer=1,
    ),
    op(
        "DecoderMaskedMultiHeadAttention",
        "f32[b, 1, 8]; f32[b, 2, t, 4]; f32[b, 2, t, 4]",
        "f32[b, 1, 8]",
        num_heads=2,
    ),
    op(
        "DecoderMaskedMultiHeadAttention",
        "f32[2, 1, 8]; f32[2, 1, 8]; f32[2, 1, 8]; i32[2, 4]; f32[1, 1, 1, 4]; f32[2, 2, 7, 4]; f32[2, 2, 7, 4]; i32[1] = (3)",
        "f32[2, 1, 8]; f32[2, 2, 7, 4]; f32[2, 2, 7, 4]",
        num_heads=2,
        past_present_share_buffer=1,
    ),
    op(
        "DecoderMaskedMultiHeadAttention",
        "f32[2, 1, 8]; f32[2, 1, 8]; f32[2, 1, 8]; -; -; f32[2, 2, 7, 4]; f32[2, 2, 7, 4]; i32[1] = (3); i32[1] = (2); i32[1, 2, 7]",
        "f32[2, 1, 8]; f32[2, 2, 7, 4]; f32[2, 2, 7, 4]",
        num_heads=2,
        past_present_share_buffer=1,
    ),
    op(
        "MultiHeadAttention",
        "f32[2, 3, 8]; f32[2, 3, 8]; f32[2, 3, 8]; -; i32[2, 5]; -; f32[2, 2, 7, 4]; f32[2, 2, 7, 4]; i32[1] = (2)",
        "f32[2, 3, 8]; f32[2, 2, 7, 4]; f32[2, 2, 7, 4]",
        num_heads=2,
    ),
    op(
        "MultiHeadAttention",
        "f32[2, 3, 8]; f32[2, 3, 8]; f32[2, 3, 8]; -; -; -; f32[2, 2, 7, 4]; f32[2, 2, 7, 4]; -; i32[2, 1, 4]",
        "f32[2, 3, 8]; f32[2, 2, 10, 4]; f32[2, 2, 10, 4]",
        num_heads=2,
    ),
    op(
        "DecoderMaskedMultiHeadAttention",
        "f32[0, 1, 8]; f32[0, 2, 0, 4]; f32[0, 2, 0, 4]",
        "f32[0, 1, 8]",
        num_heads=2,
        past_present_share_buffer=1,
    ),
]


@pytest.mark.parametrize("one", RUN, ids=str)
def test_runs_as_inferred(one: Row) -> None:
    one.check()
    assert "ran" in one.compare()


REFUSED = [
    op(
        "MultiHeadAttention",
        "f32[2, 3, 8]; f32[2, 3, 8]; f32[2, 3, 8]; -; -; f32[2, 2, 4, 5]; f32[2, 2, 7, 4]; f32[2, 2, 7, 4]; i32[1]",
        "f32[2, 3, 8]; f32[2, 2, 7, 4]; f32[2, 2, 7, 4]",
        finds="SI217 attention_bias has 4 on axis 2, needed 3; attention_bias is f32[2, 2, 4, 5]",
        num_heads=2,
        feeds={8: [2]},
    ),
    op(
        "DecoderMaskedMultiHeadAttention",
        "f32[2, 1, 8]; f32[2, 1, 8]; f32[2, 1, 8]; -; f32[2, 1, 3]; f32[2, 2, 7, 4]; f32[2, 2, 7, 4]; i32[1]",
        "f32[*]; f32[*]; f32[*]",
        finds="SI201 attention_bias has rank 3, needed 4; attention_bias is f32[2, 1, 3]",
        num_heads=2,
        past_present_share_buffer=1,
        feeds={7: [2]},
    ),
    op(
        "MultiHeadAttention",
        "f32[2, 3, 8]; f32[2, 3, 8]; f32[2, 3, 8]; -; -; -; f32[2, 2, 7, 4]; f32[2, 2, 7, 4]; i32[1, 1] = (4)",
        "f32[*]; f32[*]; f32[*]",
        finds="SI201 past_sequence_length has rank 2, needed at most 1; past_sequence_length is i32[1, 1] = (4)",
        num_heads=2,
    ),
    op(
        "DecoderMaskedMultiHeadAttention",
        "f32[2, 1, 8]; f32[2, 1, 8]; f32[2, 1, 8]; -; -; f32[2, 2, 7, 4]; f32[2, 2, 7, 4]; i32[1, 1]",
        "f32[*]; f32[*]; f32[*]",
        finds="SI201 past_sequence_length has rank 2, needed at most 1; past_sequence_length is i32[1, 1]",
        num_heads=2,
        past_present_share_buffer=1,
    ),
    op(
        "MultiHeadAttention",
        "f32[2, 3, 8]; f32[1, 3, 8]; f32[1, 3, 8]",
        "f32[2, 3, 8]",
        finds=(
            "SI217 key has 1 on axis 0, needed 2; key is f32[1, 3, 8]",
            "SI217 value has 1 on axis 0, needed 2; value is f32[1, 3, 8]",
        ),
        num_heads=2,
    ),
    op(
        "MultiHeadAttention",
        "f32[2, 3, 8]; f32[2, 3, 8]; f32[2, 4, 8]",
        "f32[2, 3, 8]",
        finds="SI217 value has 4 on axis 1, needed 3; value is f32[2, 4, 8]",
        num_heads=2,
    ),
    op(
        "MultiHeadAttention",
        "f32[2, 3, 8]; f32[2, 3, 4]; f32[2, 3, 8]",
        "f32[2, 3, 8]",
        finds="SI217 key has 4 on axis 2, needed 8; key is f32[2, 3, 4]",
        num_heads=2,
    ),
    op(
        "MultiHeadAttention",
        "f32[2, 3, 8]; f32[2, 3, 8]; f32[2, 3, 8]",
        "f32[2, 3, 3*?1]",
        finds=(
            "SI218 query has a last axis of 8, needed a multiple of the 3 heads; query is f32[2, 3, 8]",
            "SI218 value has a last axis of 8, needed a multiple of the 3 heads; value is f32[2, 3, 8]",
        ),
        num_heads=3,
    ),
    op(
        "MultiHeadAttention",
        "f32[2, 3, 8]; f32[2, 3, 8]",
        "f32[*]",
        finds="SI303 key is f32[2, 3, 8] and there is no value, needed one",
        num_heads=2,
    ),
    op(
        "MultiHeadAttention",
        "f32[2, 3, 8]",
        "f32[*]",
        finds="SI303 query is f32[2, 3, 8] and there is no key, needed one or a query of rank 5",
        num_heads=2,
    ),
    op(
        "MultiHeadAttention",
        "f32[3, 8]; f32[3, 8]; f32[3, 8]",
        "f32[*]",
        finds="SI201 query has rank 2, needed 3 or 5; query is f32[3, 8]",
        num_heads=2,
    ),
    op(
        "MultiHeadAttention",
        "f32[2, 3, 8]; f32[2, 3, 8]; f32[2, 3, 8]; f32[23]",
        "f32[2, 3, 8]",
        finds="SI214 bias has 23 on axis 0, needed 24, the columns of query, key and value; bias is f32[23]",
        num_heads=2,
    ),
    op(
        "MultiHeadAttention",
        "f32[2, 3, 8]; f32[2, 3, 8]; f32[2, 3, 8]; -; i32[2, 9]",
        "f32[2, 3, 8]",
        finds="SI217 key_padding_mask is i32[2, 9], needed the sizes (2, 3)",
        num_heads=2,
    ),
    op(
        "MultiHeadAttention",
        "f32[2, 3, 8]; f32[2, 3, 8]; f32[2, 3, 8]; -; -; f32[2, 3, 3, 3]",
        "f32[2, 3, 8]",
        finds="SI217 attention_bias has 3 on axis 1, needed 2 or 1; attention_bias is f32[2, 3, 3, 3]",
        num_heads=2,
    ),
    op(
        "MultiHeadAttention",
        "f32[2, 3, 8]; f32[2, 3, 8]; f32[2, 3, 8]; -; -; -; f32[2, 2, 6, 4]",
        "f32[2, 3, 8]; f32[2, 2, 3, 4]; f32[2, 2, 3, 4]",
        finds="SI303 one of past_key and past_value is given, needed both or none",
        num_heads=2,
    ),
    op(
        "MultiHeadAttention",
        "f32[2, 3, 8]; f32[2, 3, 8]; f32[2, 3, 8]; -; -; -; f32[2, 2, 6, 4]; f32[2, 2, 5, 4]",
        "f32[2, 3, 8]; f32[2, 2, 9, 4]; f32[2, 2, 9, 4]",
        finds="SI217 past_value has 5 on axis 2, needed 6; past_value is f32[2, 2, 5, 4]",
        num_heads=2,
    ),
    op(
        "MultiHeadAttention",
        "f32[2, 3, 8]; f32[2, 3, 8]; f32[2, 3, 4]; -; -; -; f32[2, 2, 6, 4]; f32[2, 2, 6, 2]",
        "f32[2, 3, 4]; f32[2, 2, 9, 4]; f32[2, 2, 9, 2]",
        finds=(
            "SI217 past_value has 2 on axis 3, needed 4; past_value is f32[2, 2, 6, 2]",
            "SI217 the head size is 4 in key and 2 in value, needed the same size beside a past "
            "(ONNX Runtime reads past_value as if it had the head size of value)",
        ),
        num_heads=2,
    ),
    op(
        "DecoderMaskedMultiHeadAttention",
        "f32[2, 2, 8]; f32[2, 2, 8]; f32[2, 2, 8]; -; -; f32[2, 2, 9, 4]; f32[2, 2, 9, 4]; i32[1] = (4)",
        "f32[2, 2, 8]; f32[2, 2, 9, 4]; f32[2, 2, 9, 4]",
        finds=(
            "SI217 the length of query is 2 and 1, needed the same size",
            "SI217 the length of key is 2 and 1, needed the same size",
        ),
        num_heads=2,
        past_present_share_buffer=1,
    ),
    op(
        "DecoderMaskedMultiHeadAttention",
        "f32[2, 1, 8]; f32[2, 1, 8]; f32[2, 1, 8]; -; -; f32[2, 2, 7, 4]; f32[2, 2, 7, 4]; i32[1] = (7)",
        "f32[2, 1, 8]; f32[2, 2, 7, 4]; f32[2, 2, 7, 4]",
        finds="SI227 past_sequence_length is 7, needed 0 or more, and room for 1 new tokens in 7",
        num_heads=2,
        past_present_share_buffer=1,
    ),
    op(
        "DecoderMaskedMultiHeadAttention",
        "f32[2, 1, 8]; f32[2, 1, 8]; f32[2, 1, 8]; -; -; f32[2, 2, 7, 4]; f32[2, 2, 7, 4]; i32[1] = (3)",
        "f32[2, 1, 8]; f32[2, 2, 8, 4]; f32[2, 2, 8, 4]",
        finds="SI307 past or present is used without past_present_share_buffer, which ONNX Runtime refuses",
        num_heads=2,
    ),
    op(
        "DecoderMaskedMultiHeadAttention",
        "f32[2, 1, 8]; f32[2, 1, 8]; f32[2, 1, 8]; -; -; f32[2, 2, 7, 4]; f32[2, 2, 7, 4]",
        "f32[2, 1, 8]; f32[2, 2, 7, 4]; f32[2, 2, 7, 4]",
        finds="SI307 past_present_share_buffer is given without past_sequence_length, which ONNX Runtime refuses",
        num_heads=2,
        past_present_share_buffer=1,
    ),
    op(
        "DecoderMaskedMultiHeadAttention",
        "f32[2, 1, 8]; f32[2, 1, 8]; f32[2, 1, 8]",
        "f32[2, 1, 8]",
        finds="SI307 past_present_share_buffer is given without a past and key has length 1, for which "
        "ONNX Runtime has no room",
        num_heads=2,
        past_present_share_buffer=1,
    ),
    op(
        "DecoderMaskedMultiHeadAttention",
        "f32[2, 1, 8]; f32[2, 2, 3, 4]; f32[2, 2, 3, 4]; i32[2, 2]",
        "f32[2, 1, 8]",
        finds="SI217 mask_index has 2 on axis 1, needed 3; mask_index is i32[2, 2]",
        num_heads=2,
    ),
    op(
        "DecoderMaskedMultiHeadAttention",
        "f32[2, 1, 8]; f32[2, 2, 3, 4]; f32[2, 2, 3, 5]",
        "f32[2, 1, 8]",
        finds="SI217 value has 5 on axis 3, needed 4; value is f32[2, 2, 3, 5]",
        num_heads=2,
    ),
    op(
        "DecoderMaskedMultiHeadAttention",
        "f32[2, 1, 8]; f32[2, 1, 8]; f32[2, 1, 8]; -; f32[1, 1, 1, 5]; f32[2, 2, 7, 4]; f32[2, 2, 7, 4]; i32[1] = (3)",
        "f32[2, 1, 8]; f32[2, 2, 7, 4]; f32[2, 2, 7, 4]",
        finds="SI217 attention_bias has 5 on axis 3, needed 4; attention_bias is f32[1, 1, 1, 5]",
        num_heads=2,
        past_present_share_buffer=1,
    ),
    op(
        "DecoderMaskedMultiHeadAttention",
        "f32[2, 1, 8]; f32[2, 1, 8]; f32[2, 1, 8]; -; -; f32[2, 2, 7, 4]; f32[2, 2, 7, 4]; i32[1] = (3); i32[1] = (3); i32[2, 1, 7]",
        "f32[2, 1, 8]; f32[2, 2, 7, 4]; f32[2, 2, 7, 4]",
        finds="SI217 cache_indirection has 1, needed 3, beam_width; it is i32[2, 1, 7]",
        num_heads=2,
        past_present_share_buffer=1,
    ),
    op(
        "DecoderMaskedMultiHeadAttention",
        "f32[2, 1, 8]; f32[2, 1, 8]; f32[2, 1, 8]; -; -; f32[2, 2, 7, 4]; f32[2, 2, 7, 4]; i32[1] = (3); i32[1] = (1); i32[3, 1, 6]",
        "f32[2, 1, 8]; f32[2, 2, 7, 4]; f32[2, 2, 7, 4]",
        finds=(
            "SI217 cache_indirection has 3 times 1 rows, needed the 2 of query; it is i32[3, 1, 6]",
            "SI217 cache_indirection has 6, needed 7, the length of the past; it is i32[3, 1, 6]",
        ),
        num_heads=2,
        past_present_share_buffer=1,
    ),
    op(
        "MultiHeadAttention",
        "f32[2, 3, 8]; f32[2, 3, 8]; f32[2, 3, 8]; -; -; -; f32[2, 2, 7, 4]; f32[2, 2, 7, 4]; i32[1] = (5)",
        "f32[2, 3, 8]; f32[2, 2, 7, 4]; f32[2, 2, 7, 4]",
        finds="SI227 past_sequence_length is 5, needed 0 or more, and room for 3 new tokens in 7",
        num_heads=2,
    ),
    op(
        "MultiHeadAttention",
        "f32[2, 3, 8]; f32[2, 3, 8]; f32[2, 3, 8]; -; -; -; f32[2, 2, 7, 4]; f32[2, 2, 7, 4]; i32[1] = (2)",
        "f32[2, 3, 8]; f32[2, 2, 7, 4]",
        finds="SI307 past and present are one buffer and present_key or present_value is left out, which ONNX Runtime refuses",
        num_heads=2,
    ),
    op(
        "MultiHeadAttention",
        "f32[2, 3, 8]; f32[2, 3, 8]; f32[2, 3, 8]; -; i32[2, 6]; -; f32[2, 2, 7, 4]; f32[2, 2, 7, 4]; i32[1] = (2)",
        "f32[2, 3, 8]; f32[2, 2, 7, 4]; f32[2, 2, 7, 4]",
        finds="SI217 key_padding_mask is i32[2, 6], needed the sizes (2, 5)",
        num_heads=2,
    ),
    op(
        "MultiHeadAttention",
        "f32[2, 3, 8]; f32[2, 3, 8]; f32[2, 3, 8]; -; -; -; f32[2, 2, 7, 4]; f32[2, 2, 7, 4]; i32[1] = (2); i32[3, 1, 7]",
        "f32[2, 3, 8]; f32[2, 2, 7, 4]; f32[2, 2, 7, 4]",
        finds="SI217 cache_indirection has 3 times 1 rows, needed the 2 of query; it is i32[3, 1, 7]",
        num_heads=2,
    ),
    op(
        "MultiHeadAttention",
        "f32[2, 3, 8]; f32[2, 2, 3, 4]; f32[2, 2, 3, 5]",
        "f32[2, 3, 8]",
        finds="SI217 value has 5 on axis 3, needed 4; value is f32[2, 2, 3, 5]",
        num_heads=2,
    ),
    op(
        "MultiHeadAttention",
        "f32[2, 3, 8]; f32[2, 2, 3, 4]",
        "f32[*]",
        finds="SI303 key is f32[2, 2, 3, 4] and there is no value, needed one",
        num_heads=2,
    ),
    op(
        "DecoderMaskedMultiHeadAttention",
        "f32[2, 1, 8]; f32[2, 1, 8]; f32[2, 1, 8]; -; -; f32[2, 2, 7, 4]; f32[2, 2, 7, 4]; i32[1] = (3); i32[1] = (2)",
        "f32[2, 1, 8]; f32[2, 2, 7, 4]; f32[2, 2, 7, 4]",
        finds="SI303 beam_width is 2 without cache_indirection, needed at most 1",
        num_heads=2,
        past_present_share_buffer=1,
    ),
]


@pytest.mark.parametrize("one", REFUSED, ids=str)
def test_refused(one: Row) -> None:
    one.check()
    assert set(one.compare()) == {"refused"}


# Nothing here runs these: the documentation is all there is (or the runtime crashes of them).
UNTRIED = [
    op(
        "MultiHeadAttention",
        "f32[*]; f32[b, t, 8]; f32[b, t, 8]",
        "f32[?0, ?1, ?2]; f32[?3, ?4, ?5, ?6]; f32[?7, ?8, ?9, ?10]",
        num_heads=2,
    ),
    op(
        "MultiHeadAttention",
        "f32[b, s, 2, 3, 4]",
        "f32[b, s, 8]; f32[b, 2, s, 4]; f32[b, 2, s, 4]",
        num_heads=2,
    ),
    op(
        "MultiHeadAttention",
        "f32[b, s, 8]; f32[b, t, 2, 2, 4]",
        "f32[b, s, 8]; f32[b, 2, t, 4]; f32[b, 2, t, 4]",
        num_heads=2,
    ),
    op(
        "DecoderMaskedMultiHeadAttention",
        "f32[b, 1, 24]; -; -; -; -; f32[b, 2, p, 4]; f32[b, 2, p, 4]; i32[1]",
        "f32[b, 1, 8]; f32[b, 2, p, 4]; f32[b, 2, p, 4]",
        needs="b == 0",
        num_heads=2,
        past_present_share_buffer=1,
    ),
    op(
        "DecoderMaskedMultiHeadAttention",
        "f32[2, 1, 8]; f32[2, 2, 3, 4]; f32[2, 2, 3, 4]; i32[2]",
        "f32[*]",
        finds="SI201 mask_index has rank 1, needed 2; mask_index is i32[2]",
        num_heads=2,
    ),
    op(
        "DecoderMaskedMultiHeadAttention",
        "f32[2, 1, 8]; f32[2, 2, 3, 4]; f32[2, 2, 3, 4]; -; f32[2, 2, 1, 3]",
        "f32[2, 1, 8]",
        finds="SI307 attention_bias is given beside keys that are not cached, which ONNX Runtime refuses",
        num_heads=2,
    ),
    op(
        "DecoderMaskedMultiHeadAttention",
        "f32[2, 1, 8]; f32[2, 1, 8]; f32[2, 1, 8]; -; -; f32[2, 2, 7, 4]; f32[2, 2, 7, 4]; i32[1] = (3)",
        "f32[2, 1, 8]",
        finds="SI307 past and present are one buffer and present_key or present_value is left out, which ONNX Runtime refuses",
        num_heads=2,
        past_present_share_buffer=1,
    ),
    op(
        "MultiHeadAttention",
        "f32[3, 1, 8]; f32[3, 1, 8]; f32[3, 1, 0]",
        "f32[3, 1, 0]",
        finds="SI307 the head size of value is 0, and ONNX Runtime needs at least 1",
        num_heads=2,
    ),
]


@pytest.mark.parametrize("one", UNTRIED, ids=str)
def test_inferred(one: Row) -> None:
    one.check()
