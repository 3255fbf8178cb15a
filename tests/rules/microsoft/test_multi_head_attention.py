"""Attention of given queries, keys and values."""

from __future__ import annotations

import pytest

from tests.table import Domain, Row

op = Domain("com.microsoft")


RUN = [
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
        sizes=({"b": 2, "s": 3}, {"b": 1, "s": 1}),
        num_heads=2,
    ),
    op(
        "DecoderMaskedMultiHeadAttention",
        "f32[b, 1, 8]; f32[b, 1, 8]; f32[b, 1, 8]; -; -; f32[b, 2, p, 4]; f32[b, 2, p, 4]; i32[1] = (4)",
        "f32[b, 1, 8]; f32[b, 2, p, 4]; f32[b, 2, p, 4]",
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
]


@pytest.mark.parametrize("one", RUN, ids=str)
def test_runs_as_inferred(one: Row) -> None:
    one.check()
    assert "ran" in one.compare()


REFUSED = [
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
        finds="SI217 the head size is 4 in key and 2 in value, needed the same size beside a past",
        num_heads=2,
    ),
    op(
        "DecoderMaskedMultiHeadAttention",
        "f32[2, 2, 8]; f32[2, 2, 8]; f32[2, 2, 8]; -; -; f32[2, 2, 9, 4]; f32[2, 2, 9, 4]; i32[1] = (4)",
        "f32[2, 2, 8]; f32[2, 2, 9, 4]; f32[2, 2, 9, 4]",
        finds="SI217 the length of query is 2 and 1, needed the same size",
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
        num_heads=2,
        past_present_share_buffer=1,
    ),
]


@pytest.mark.parametrize("one", UNTRIED, ids=str)
def test_inferred(one: Row) -> None:
    one.check()
