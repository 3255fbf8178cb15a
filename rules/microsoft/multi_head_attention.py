"""MultiHeadAttention, DecoderMaskedMultiHeadAttention: attention of given queries, keys and values.

Version  What changed
1        com.microsoft

Query, key and value have packed heads, (batch, length, hidden), or all three share one tensor (batch,
length, heads, 3, size); key and value may share one, (batch, length, heads, 2, size), or be cached ones
(batch, heads, length, size). With ``past_sequence_length`` past and present are one buffer.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import Call, Dim, Shape, TensorFact, const, equal, rule, tensor
from shapeinfer.shapes.layers.attention import require_shape
from shapeinfer.shapes.layers.caches import (
    UNKNOWN_RANK,
    head_size,
    require_bias,
    require_mask,
    require_one_element,
    same,
    sizes,
)
from shapeinfer.shapes.layers.norm import require_sizes


class _Sizes:
    """Batch, heads, lengths of queries and of keys, head sizes of keys and of values."""

    __slots__ = ("batch", "cached", "heads", "k_size", "keys", "length", "v_size")

    def __init__(
        self,
        batch: Dim,
        heads: Dim,
        length: Dim,
        keys: Dim,
        k_size: Dim,
        v_size: Dim,
        *,
        cached: bool = False,
    ) -> None:
        self.batch = batch
        self.heads = heads
        self.length = length
        self.keys = keys
        self.k_size = k_size
        self.v_size = v_size
        self.cached = cached

    @property
    def widths(self) -> Dim:
        """The columns of query, key and value together."""
        return self.heads * (self.k_size * 2 + self.v_size)


@rule("MultiHeadAttention", versions=(1,), domain="com.microsoft")
def multi_head_attention(
    call: Call,
    query: TensorFact,
    key: TensorFact | None = None,
    value: TensorFact | None = None,
    bias: TensorFact | None = None,
    key_padding_mask: TensorFact | None = None,
    attention_bias: TensorFact | None = None,
    past_key: TensorFact | None = None,
    past_value: TensorFact | None = None,
    past_sequence_length: TensorFact | None = None,
    cache_indirection: TensorFact | None = None,
) -> tuple[TensorFact, ...]:
    s = _read(call, query, key, value)
    if s is None:
        return _of_unknown_rank(call)
    require_sizes(call, bias, (s.widths,), "bias", "the columns of query, key and value")
    require_one_element(call, past_sequence_length, "past_sequence_length")
    past = _past(call, s, past_key, past_value)
    shared = past_sequence_length is not None and past is not None
    total = s.keys if past is None else past + s.keys
    if shared:
        total = call.fresh("past_sequence_length is computed from data", s.keys, None)
    scores = (s.batch, s.heads, s.length, total)
    if not shared:
        masks = ((s.batch,), (s.batch * 3 + 2,), (s.batch, total), (s.batch, s.length, total))
        require_mask(call, key_padding_mask, masks, "key_padding_mask")
        require_bias(call, attention_bias, scores)
    return _results(s, past if shared and past is not None else total, scores)


def _results(s: _Sizes, kept: Dim, scores: Shape) -> tuple[TensorFact, ...]:
    return (
        tensor(0, (s.batch, s.length, s.heads * s.v_size)),
        tensor(0, (s.batch, s.heads, kept, s.k_size)),
        tensor(0, (s.batch, s.heads, kept, s.v_size)),
        tensor(0, scores),
    )


def _of_unknown_rank(call: Call) -> tuple[TensorFact, ...]:
    return (
        tensor(0, call.fresh_shape(3, UNKNOWN_RANK)),
        *(tensor(0, call.fresh_shape(4, UNKNOWN_RANK)) for _ in range(3)),
    )


def _read(call: Call, query: TensorFact, key: TensorFact | None, value: TensorFact | None) -> _Sizes | None:
    count = call.int("num_heads")
    heads = const(count)
    rank = query.rank
    if rank not in (3, 5, None):
        raise call.fail(
            codes.WRONG_RANK, "query has rank {rank}, needed 3 or 5; query is {query}", rank=rank, query=query
        )
    if query.shape is None or (key is not None and key.shape is None):
        return None
    if len(query.shape) == 5:
        batch, length, _, _, size = query.shape
        require_shape(call, query, (batch, length, heads, const(3), size), "query")
        return _Sizes(batch, heads, length, length, size, size)
    batch, length, hidden = query.shape
    if key is None:
        raise call.fail(
            codes.VALUE_NOT_ALLOWED,
            "query is {query} and there is no key, needed one or a query of rank 5",
            query=query,
        )
    size = head_size(call, hidden, count, "query", query, empty=(batch, length))
    shape = key.shape or ()
    if len(shape) == 5:
        keys = shape[1]
        require_shape(call, key, (batch, keys, heads, const(2), size), "key")
        return _Sizes(batch, heads, length, keys, size, size)
    if len(shape) == 4:
        keys = shape[2]
        require_shape(call, key, (batch, heads, keys, size), "key")
        _, _, _, v_size = sizes(call, value, 4, "value")
        require_shape(call, value, (batch, heads, keys, v_size), "value")
        return _Sizes(batch, heads, length, keys, size, v_size, cached=True)
    _, keys, _ = sizes(call, key, 3, "key")
    require_shape(call, key, (batch, keys, hidden), "key")
    _, _, v_hidden = sizes(call, value, 3, "value")
    require_shape(call, value, (batch, keys, v_hidden), "value")
    if value is not None:
        empty = (batch, length, *shape[:1])
        v_size = head_size(call, v_hidden, count, "value", value, empty=empty)
        return _Sizes(batch, heads, length, keys, size, v_size)
    raise call.fail(codes.VALUE_NOT_ALLOWED, "key is {key} and there is no value, needed one", key=key)


def _past(call: Call, s: _Sizes, past_key: TensorFact | None, past_value: TensorFact | None) -> Dim | None:
    if (past_key is None) != (past_value is None):
        call.error(codes.VALUE_NOT_ALLOWED, "one of past_key and past_value is given, needed both or none")
    if past_key is None or past_value is None:
        return None
    before = sizes(call, past_key, 4, "past_key")[2]
    require_shape(call, past_key, (s.batch, s.heads, before, s.k_size), "past_key")
    require_shape(call, past_value, (s.batch, s.heads, before, s.v_size), "past_value")
    call.require(
        equal(s.k_size, s.v_size), codes.SIZE_MISMATCH,
        "the head size is {k} in key and {v} in value, "
        "needed the same size beside a past", k=s.k_size, v=s.v_size,
    )  # fmt: skip
    return before


@rule("DecoderMaskedMultiHeadAttention", versions=(1,), domain="com.microsoft")
def decoder_masked_multi_head_attention(
    call: Call,
    query: TensorFact,
    key: TensorFact | None = None,
    value: TensorFact | None = None,
    mask_index: TensorFact | None = None,
    attention_bias: TensorFact | None = None,
    past_key: TensorFact | None = None,
    past_value: TensorFact | None = None,
    past_sequence_length: TensorFact | None = None,
    beam_width: TensorFact | None = None,
    cache_indirection: TensorFact | None = None,
    bias: TensorFact | None = None,
) -> tuple[TensorFact, ...]:
    batch, length, width = sizes(call, query, 3, "query")
    length = same(call, "the length of query", length, const(1))
    require_one_element(call, past_sequence_length, "past_sequence_length")
    if key is None:
        size = head_size(call, width, 3 * call.int("num_heads"), "query", query)
        s = _Sizes(batch, const(call.int("num_heads")), length, length, size, size)
    else:
        found = _read(call, query, key, value)
        if found is None:
            return _of_unknown_rank(call)
        s = found
    require_sizes(call, bias, (s.widths,), "bias", "the columns of query, key and value")
    past = _past(call, s, past_key, past_value)
    if past is None or s.cached:
        return _results(s, s.keys, (s.batch, s.heads, length, s.keys))
    total = call.fresh("past_sequence_length is computed from data")
    kept = past if call.int("past_present_share_buffer", 0) else past + length
    return _results(s, kept, (s.batch, s.heads, length, total))
