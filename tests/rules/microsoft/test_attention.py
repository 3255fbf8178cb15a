"""Attention with its projection: sizes, caches, masks."""

from __future__ import annotations

import pytest

from tests.table import Domain, Row

op = Domain("com.microsoft")


RUN = [
    op("Attention", "f32[b, s, 8]; f32[8, 24]; f32[24]", "f32[b, s, 8]", num_heads=2),
    op("Attention", "f32[b, s, 8]; f32[8, 24]; f32[24]", "f32[b, s, 8]; f32[2, b, 2, s, 4]", num_heads=2),
    op(
        "Attention",
        "f32[b, s, 8]; f32[8, 24]; f32[24]; -; f32[2, b, 2, p, 4]",
        "f32[b, s, 8]; f32[2, b, 2, p + s, 4]",
        num_heads=2,
    ),
    op(
        "Attention",
        "f32[b, s, 8]; f32[8, 24]; f32[24]; i32[b, t]; f32[2, b, 2, p, 4]",
        "f32[b, s, 8]; f32[2, b, 2, p + s, 4]",
        needs="t == p + s or t == 1",
        sizes=(
            {"b": 2, "s": 3, "p": 5, "t": 8},
            {"b": 2, "s": 3, "p": 5, "t": 7},
            {"b": 0, "s": 3, "p": 0, "t": 3},
        ),
        num_heads=2,
    ),
    op("Attention", "f32[b, s, 8]; f32[8, 24]; f32[24]; i32[b]", "f32[b, s, 8]", num_heads=2),
    # Of a mask that may be of one row or of two, the second entry may be no end.
    op(
        "Attention",
        "f32[b, 2, 8]; f32[8, 24]; f32[24]; i32[2] = (1, -1)",
        "f32[b, 2, 8]",
        needs=("b == 2 or 2*b == 2 or 3*b + 2 == 2", "b <= 1"),
        sizes=({"b": 1}, {"b": 2}),
        num_heads=2,
    ),
    op(
        "Attention",
        "f32[b, s, 8]; f32[8, 24]; f32[24]; i32[2*b]",
        "f32[b, s, 8]",
        sizes=({"b": 2, "s": 3},),
        num_heads=2,
    ),
    op("Attention", "f32[b, s, 8]; f32[8, 24]; f32[24]; i32[b, s, s]", "f32[b, s, 8]", num_heads=2),
    op("Attention", "f32[b, s, 8]; f32[8, 24]; f32[24]; -; -; f32[1, 2, s, s]", "f32[b, s, 8]", num_heads=2),
    op(
        "Attention",
        "f32[b, s, 8]; f32[8, 20]; f32[20]",
        "f32[b, s, 4]; f32[2, b, 2, s, 2]",
        num_heads=2,
        qkv_hidden_sizes=[8, 8, 4],
    ),
    op("Attention", "f32[b, s, 8]; f32[8, 48]; f32[48]", "f32[b, s, 16]; f32[2, b, 2, s, 8]", num_heads=2),
    op(
        "QAttention",
        "u8[b, s, 8]; i8[8, 24]; f32[24]; f32[]; f32[]; -; u8[]; i8[]; f32[2, b, 2, p, 4]",
        "f32[b, s, 8]; f32[2, b, 2, p + s, 4]",
        needs="b >= 1",
        sizes=({"b": 2, "s": 3, "p": 5}, {"b": 1, "s": 1, "p": 0}),
        num_heads=2,
    ),
    op(
        "QAttention",
        "u8[2, 3, 8]; i8[8, 24]; f32[24]; f32[]; f32[24]; i32[2]; u8[]; i8[24]",
        "f32[2, 3, 8]",
        num_heads=2,
    ),
    op("Attention", "f32[3, 4, 2]; f32[2, 18]; f32[18]; i32[1, 1]", "f32[3, 4, 6]", num_heads=2),
    op("QAttention", "u8[2, 3, 8]; i8[8, 24]; f32[24]; f32[]; f32[1]", "f32[2, 3, 8]", num_heads=2),
]


@pytest.mark.parametrize("one", RUN, ids=str)
def test_runs_as_inferred(one: Row) -> None:
    one.check()
    assert "ran" in one.compare()


REFUSED = [
    op(
        "Attention",
        "f32[2, 3, 8]; f32[8, 24]; f32[24]; i32[2, 1, 4, 4]; f32[2, 2, 2, 2, 4]",
        "f32[2, 3, 8]; f32[2, 2, 2, 5, 4]",
        finds="SI227 mask_index is i32[2, 1, 4, 4], needed a square of at least 5 tokens",
        num_heads=2,
    ),
    op(
        "QAttention",
        "u8[2, 2, 8]; u8[8, 24]; f32[24]; f32[1]; f32[1]; -; u8[1]; u8[1]; f32[2, 2, 2, 9, 4]",
        "f32[2, 2, 8]; f32[2, 2, 2, 11, 4]",
        finds="SI307 past_present_share_buffer is given beside a past, and no input tells past_sequence_length, "
        "which ONNX Runtime needs",
        num_heads=2,
        past_present_share_buffer=1,
    ),
    op(
        "Attention",
        "f32[2, 2, 8]; f32[8, 24]; f32[24]; -; f32[2, 2, 2, 9, 4]",
        "f32[2, 2, 8]; f32[2, 2, 2, 9, 4]",
        finds="SI303 past_present_share_buffer is given beside a past, and past_sequence_length is left out",
        num_heads=2,
        past_present_share_buffer=1,
    ),
    op(
        "Attention",
        "f32[2, 3, 8]; f32[7, 24]; f32[24]",
        "f32[2, 3, 8]",
        finds="SI208 weights has 7 rows, needed the 8 of the input's last axis; weights is f32[7, 24]",
        num_heads=2,
    ),
    op(
        "Attention",
        "f32[2, 3, 8]; f32[8, 25]; f32[25]",
        "f32[2, 3, ?0]",
        finds="SI218 weights has 25 columns, needed the same number for each of Q, K and V; it is f32[8, 25]",
        num_heads=2,
    ),
    op(
        "Attention",
        "f32[2, 3, 8]; f32[8, 24]; f32[23]",
        "f32[2, 3, 8]",
        finds="SI214 bias has 23 on axis 0, needed 24, the columns of weights; bias is f32[23]",
        num_heads=2,
    ),
    op(
        "Attention",
        "f32[2, 3, 8]; f32[8, 24]; f32[24]",
        "f32[2, 3, 8]",
        finds="SI218 weights has a last axis of 8, needed a multiple of the 3 heads; weights is f32[8, 24]",
        num_heads=3,
    ),
    op(
        "Attention",
        "f32[3, 8]; f32[8, 24]; f32[24]",
        "f32[*]",
        finds="SI201 input has rank 2, needed 3; input is f32[3, 8]",
        num_heads=2,
    ),
    op(
        "Attention",
        "f32[2, 3, 8]; f32[8, 24]; f32[24]; i32[2, 4]",
        "f32[2, 3, 8]",
        finds="SI217 mask_index is i32[2, 4], needed the sizes (2, 3) or (2, 1) or (1, 1)",
        num_heads=2,
    ),
    # An end of several rows is told once.
    op(
        "Attention",
        "f32[2, 3, 8]; f32[8, 24]; f32[24]; i32[2] = (-1, -1)",
        "f32[2, 3, 8]",
        finds="SI301 mask_index holds -1, needed 0 or more",
        num_heads=2,
    ),
    op(
        "Attention",
        "f32[2, 3, 8]; f32[8, 24]; f32[24]; i32[3]",
        "f32[2, 3, 8]",
        finds="SI217 mask_index is i32[3], needed the sizes (2) or (4) or (8)",
        num_heads=2,
    ),
    op(
        "Attention",
        "f32[2, 3, 8]; f32[8, 24]; f32[24]; -; f32[2, 2, 3, 5, 4]",
        "f32[2, 3, 8]; f32[2, 2, 2, 8, 4]",
        finds="SI217 past has 3 on axis 2, needed 2; past is f32[2, 2, 3, 5, 4]",
        num_heads=2,
    ),
    op(
        "Attention",
        "f32[2, 3, 8]; f32[8, 24]; f32[24]; -; f32[2, 2, 2, 5]",
        "f32[*]; f32[*]",
        finds="SI201 past has rank 4, needed 5; past is f32[2, 2, 2, 5]",
        num_heads=2,
    ),
    op(
        "Attention",
        "f32[2, 3, 8]; f32[8, 24]; f32[24]; -; -; f32[2, 2, 1, 3]",
        "f32[2, 3, 8]",
        finds="SI217 attention_bias has 1 on axis 2, needed 3; attention_bias is f32[2, 2, 1, 3]",
        num_heads=2,
    ),
    op(
        "QAttention",
        "u8[2, 3, 8]; i8[8, 24]; f32[24]; f32[]; f32[23]; -; u8[]; i8[]",
        "f32[2, 3, 8]",
        finds="SI214 weight_scale has 23 elements, needed 1 or 24; weight_scale is f32[23]",
        num_heads=2,
    ),
    op(
        "Attention",
        "f32[2, 2, 6]; f32[6, 12]; f32[12]; i32[2, 5]; -; -; i32[]",
        "f32[2, 2, 4]; f32[2, 2, 2, 2, 2]",
        finds="SI217 mask_index is i32[2, 5], needed the sizes (2, 2) or (2, 1) or (1, 1)",
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
        "Attention",
        "f32[b, s, 8]; f32[8, 24]; f32[24]; -; f32[2, b, 2, 9, 4]; -; i32[1]",
        "f32[b, s, 8]; f32[2, b, 2, 9, 4]",
        num_heads=2,
        past_present_share_buffer=1,
    ),
    op(
        "Attention",
        "f32[*]; f32[8, 24]; f32[24]",
        "f32[?0, ?1, 8]; f32[2, ?0, 2, ?1, 4]",
        needs="?2 == 8",
        num_heads=2,
    ),
    op(
        "QAttention",
        "u8[0, 3, 8]; i8[8, 24]; f32[24]; f32[]; f32[]",
        "f32[0, 3, 8]",
        finds="SI307 the batch is 0, and ONNX Runtime needs at least 1",
        num_heads=2,
    ),
    op(
        "DecoderMaskedSelfAttention",
        "f32[b, 1, 8]; f32[8, 24]; f32[24]; -; f32[2, b, 2, p, 4]; -; i32[1]",
        "f32[b, 1, 8]; f32[2, b, 2, p, 4]",
        num_heads=2,
        past_present_share_buffer=1,
    ),
    op("PackedAttention", "f32[t, 8]; f32[8, 24]; f32[24]; i32[b, s]; i32[b + 1]", "f32[t, 8]", num_heads=2),
    op(
        "PackedMultiHeadAttention",
        "f32[t, 8]; f32[t, 8]; f32[t, 4]; f32[20]; i32[b, s]; i32[b + 1]",
        "f32[t, 4]",
        num_heads=2,
    ),
    op(
        "PackedMultiHeadAttention",
        "f32[t, 2, 3, 4]; -; -; -; i32[b, s]; i32[b + 1]",
        "f32[t, 8]",
        num_heads=2,
    ),
    op(
        "LongformerAttention",
        "f32[b, 8, 8]; f32[8, 24]; f32[24]; f32[b, 8]; f32[8, 24]; f32[24]; i32[b, 8]",
        "f32[b, 8, 8]",
        num_heads=2,
        window=2,
    ),
    op(
        "LongformerAttention",
        "f32[b, 6, 8]; f32[8, 24]; f32[24]; f32[b, 6]; f32[8, 24]; f32[24]; i32[b, 6]",
        "f32[b, 6, 8]",
        finds="SI218 the length is 6, needed a multiple of 4 for windows of 2 to both sides",
        num_heads=2,
        window=2,
    ),
    op(
        "DecoderAttention",
        "f32[s, b, 8]; f32[t, b, 8]; f32[8, 8]; f32[8, 16]; f32[24]; -; -; -; bool[1]; bool[1]; bool[1]; "
        "bool[1]",
        "f32[s, b, 8]; f32[b, 2, ?0, 4]; f32[b, 2, ?0, 4]",
        num_heads=2,
    ),
    op(
        "Attention",
        "f32[2, 2, 4]; f32[4, 12]",
        "f32[2, 2, 4]",
        finds="SI307 bias is left out, of which ONNX Runtime before 1.32 dies",
        num_heads=2,
    ),
]


@pytest.mark.parametrize("one", UNTRIED, ids=str)
def test_inferred(one: Row) -> None:
    one.check()
