"""MultiHeadAttention, DecoderMaskedMultiHeadAttention: attention of given queries, keys and values.

Version  What changed
1        com.microsoft

Query, key and value have packed heads, (batch, length, hidden), or all three share one tensor (batch,
length, heads, 3, size); key and value may share one, (batch, length, heads, 2, size), or be cached ones
(batch, heads, length, size). With ``past_sequence_length`` past and present are one buffer.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import (
    ONE,
    REFUTED,
    ZERO,
    Call,
    Dim,
    Shape,
    TensorFact,
    all_of,
    any_of,
    at_least,
    const,
    equal,
    is_declared,
    maximum,
    rule,
    tensor,
)
from shapeinfer.shapes.inputs import (
    UNKNOWN_RANK,
    require_one_element,
    require_parameter,
    require_shape,
    same,
    single_size,
    sizes,
)
from shapeinfer.shapes.layers.attention.caches import head_size, require_bias, require_mask


class _Sizes:
    """Batch, heads, lengths of queries and of keys, head sizes of keys and of values."""

    __slots__ = ("batch", "cached", "heads", "k_size", "keys", "length", "v_size", "widths")

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
        widths: Dim | None = None,
    ) -> None:
        self.batch = batch
        self.heads = heads
        self.length = length
        self.keys = keys
        self.k_size = k_size
        self.v_size = v_size
        self.cached = cached
        # The columns of query, key and value together.
        self.widths = heads * (k_size * 2 + v_size) if widths is None else widths


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
    _require_heads(call, s)
    require_parameter(call, bias, (s.widths,), "bias", "the columns of query, key and value")
    past = _past(call, s, past_key, past_value)
    if call.in_function and past_sequence_length is None:
        _refuse_in_function(call, value, past_key)
    shared = past_sequence_length is not None and past is not None
    total = s.keys if past is None else past + s.keys
    before = single_size(past_sequence_length)
    if shared and past is not None:
        _require_single(call, past_sequence_length)
        _require_both_presents(call)
        total = call.fresh("past_sequence_length is computed from data", s.keys, None)
        if before is not None:
            _require_room(call, before, s.keys, past)
            total = before + s.keys
    scores = (s.batch, s.heads, s.length, total)
    if not shared or before is not None:
        masks = ((s.batch,), (s.batch * 3 + 2,), (s.batch, total), (s.batch, s.length, total))
        require_mask(call, key_padding_mask, masks, "key_padding_mask")
    _require_bias(call, attention_bias, scores, is_known=not shared or before is not None)
    _require_beams(call, cache_indirection, s.batch, past if shared else None)
    return _results(s, past if shared and past is not None else total, scores)


def _refuse_in_function(call: Call, value: TensorFact | None, past_key: TensorFact | None) -> None:
    """A loader that knows both lengths gives present_value a shape before it gives it a type, unless
    there are no values."""
    lengths = []
    for fact, rank, axis in ((value, 3, 1), (past_key, 4, 2)):
        if fact is None or fact.shape is None or len(fact.shape) != rank or not is_declared(fact):
            return
        lengths.append(fact.shape[axis].value)
    if None not in lengths and lengths[0] and len(call.wanted) > 2 and call.wanted[2]:
        call.refuse_load(
            codes.RUNTIME_DIFFERS,
            "present_value is wanted beside a past in a function, where ONNX Runtime does not find its type",
        )


def _require_heads(call: Call, s: _Sizes) -> None:
    """The runtime divides by the size of a head, where there are tokens."""
    packed = () if s.cached else (("key", s.k_size, s.keys), ("value", s.v_size, s.keys))
    for name, size, length in (("query", s.k_size, s.length), *packed):
        call.require(
            any_of(at_least(size, ONE), equal(s.batch, ZERO), equal(length, ZERO)), codes.RUNTIME_DIFFERS,
            "the head size of {name} is {size}, and ONNX Runtime needs at least 1", name=name, size=size,
        )  # fmt: skip


def _require_both_presents(call: Call) -> None:
    """Past and present are one buffer, so that both have to come out."""
    if len(call.wanted) < 3 or not all(call.wanted[1:3]):
        call.error(
            codes.RUNTIME_DIFFERS,
            "past and present are one buffer and present_key or present_value is left out, "
            "which ONNX Runtime refuses",
        )


def _require_single(call: Call, past_sequence_length: TensorFact | None) -> None:
    """The length of the past in a buffer that is shared is one number; elsewhere nobody looks at it."""
    if past_sequence_length is not None:
        call.rank(past_sequence_length, "past_sequence_length", at_most=1)
        require_one_element(call, past_sequence_length, "past_sequence_length")


def _require_bias(call: Call, bias: TensorFact | None, scores: Shape, *, is_known: bool) -> None:
    """What is added to the scores; how many tokens there are in all may depend on data."""
    if bias is not None and bias.shape and not is_known:
        scores = (*scores[:3], bias.shape[-1])
    require_bias(call, bias, scores)


def _require_room(call: Call, before: Dim, new: Dim, room: Dim) -> None:
    """All tokens fit into the buffer."""
    message = "past_sequence_length is {before}, needed 0 or more, and room for {new} new tokens in {room}"
    args = {"before": before, "new": new, "room": room}
    call.require_at_least(before, 0, codes.SIZE_LIMIT, message, **args)
    call.require_at_least(room, before + maximum(new, ONE), codes.SIZE_LIMIT, message, **args)


def _require_beams(
    call: Call, cache_indirection: TensorFact | None, batch: Dim, past: Dim | None, width: Dim | None = None
) -> None:
    """Where each row of the batch came from: (batch / beams, beams, length of the past)."""
    if cache_indirection is None:
        return
    rows, beams, length = sizes(call, cache_indirection, 3, "cache_indirection")
    call.require(
        equal(rows * beams, batch), codes.SIZE_MISMATCH,
        "cache_indirection has {rows} times {beams} rows, needed the {batch} of query; it is {fact}",
        rows=rows, beams=beams, batch=batch, fact=cache_indirection,
    )  # fmt: skip
    for name, have, need in (("beam_width", beams, width), ("the length of the past", length, past)):
        if need is not None:
            call.require(
                equal(have, need), codes.SIZE_MISMATCH,
                "cache_indirection has {have}, needed {need}, {name}; it is {fact}",
                have=have, need=need, name=name, fact=cache_indirection,
            )  # fmt: skip


def _require_rows(call: Call, cache_indirection: TensorFact, before: Dim, beams: Dim) -> None:
    """For each token of the past, one of the beams. What stands behind the past is not read."""
    items = None if cache_indirection.elements is None else cache_indirection.elements.items
    length = None if not cache_indirection.shape else cache_indirection.shape[-1].value
    if items is None or not length or before.value is None:
        return
    read = [item for at, item in enumerate(items) if at % length < before.value]
    for item in dict.fromkeys(item for item in read if isinstance(item, Dim)):
        call.require(
            all_of(at_least(item, ZERO), at_least(beams - 1, item)), codes.INDEX_OUT_OF_RANGE,
            "cache_indirection holds {item}, needed 0 to {most}, a beam", item=item, most=beams - 1,
        )  # fmt: skip


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
    size = head_size(call, hidden, count, "query", query, empty=(batch, length), rounded=True)
    shape = key.shape or ()
    if len(shape) == 5:
        keys = shape[1]
        require_shape(call, key, (batch, keys, heads, const(2), size), "key")
        return _Sizes(batch, heads, length, keys, size, size)
    if value is None:
        raise call.fail(codes.VALUE_NOT_ALLOWED, "key is {key} and there is no value, needed one", key=key)
    if len(shape) == 4:
        keys = shape[2]
        require_shape(call, key, (batch, heads, keys, size), "key")
        require_shape(call, value, (batch, heads, keys, size), "value")
        return _Sizes(batch, heads, length, keys, size, size, cached=True)
    _, keys, _ = sizes(call, key, 3, "key")
    require_shape(call, key, (batch, keys, hidden), "key")
    _, _, v_hidden = sizes(call, value, 3, "value")
    require_shape(call, value, (batch, keys, v_hidden), "value")
    if ZERO in (batch, length):  # else it was said of query
        head_size(call, hidden, count, "key", key, empty=(batch, keys))
    v_size = head_size(call, v_hidden, count, "value", value, empty=(batch, keys))
    return _Sizes(batch, heads, length, keys, size, v_size, widths=hidden * 2 + v_hidden)


def _past(call: Call, s: _Sizes, past_key: TensorFact | None, past_value: TensorFact | None) -> Dim | None:
    if (past_key is None) != (past_value is None):
        call.error(codes.VALUE_NOT_ALLOWED, "one of past_key and past_value is given, needed both or none")
    if past_key is None or past_value is None:
        return None
    before = sizes(call, past_key, 4, "past_key")[2]
    require_shape(call, past_key, (s.batch, s.heads, before, s.k_size), "past_key")
    require_shape(call, past_value, (s.batch, s.heads, before, s.k_size), "past_value")
    if equal(s.k_size, s.v_size).verdict() is REFUTED:
        call.warn(
            codes.SIZE_MISMATCH,
            "the head size is {k} in key and {v} in value, needed the same size beside a past "
            "(ONNX Runtime reads past_value as if it had the head size of value)", k=s.k_size, v=s.v_size,
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
    length = same(call, "the length of query", sizes(call, query, 3, "query")[1], ONE)
    s = (
        _read_packed(call, query, beside_past=past_key is not None)
        if key is None
        else _read(call, query, key, value)
    )
    if s is None:
        return _of_unknown_rank(call)
    require_parameter(call, bias, (s.widths,), "bias", "the columns of query, key and value")
    past = _past(call, s, past_key, past_value)
    shares = bool(call.int("past_present_share_buffer", 0))
    call.require(
        equal(s.k_size, s.v_size), codes.SIZE_MISMATCH,
        "the head size is {k} in key and {v} in value, needed the same size", k=s.k_size, v=s.v_size,
    )  # fmt: skip
    _require_heads(call, s)
    _require_masked(call, s, mask_index, past_sequence_length, past if shares else None)
    _require_shared(call, s, past, past_sequence_length, shares=shares)
    if attention_bias is not None and (s.cached or not shares):
        call.error(
            codes.RUNTIME_DIFFERS,
            "attention_bias is given beside keys that are not cached, which ONNX Runtime refuses",
        )
    beams = single_size(beam_width)
    if beams is not None and cache_indirection is None:
        call.require_at_least(
            ONE, beams, codes.VALUE_NOT_ALLOWED,
            "beam_width is {width} without cache_indirection, needed at most 1", width=beams,
        )  # fmt: skip
    _require_beams(call, cache_indirection, s.batch, past, beams)
    if past is None:
        return _results(s, s.keys, (s.batch, s.heads, length, s.keys))
    before = single_size(past_sequence_length)
    if shares and before is not None and cache_indirection is not None:
        _require_rows(call, cache_indirection, before, ONE if beams is None else beams)
    total = (
        before + s.keys if before is not None else call.fresh("past_sequence_length is computed from data")
    )
    scores = (s.batch, s.heads, length, total)
    if shares:
        _require_bias(call, attention_bias, scores, is_known=before is not None)
    return _results(s, past if shares else past + length, scores)


def _read_packed(call: Call, query: TensorFact, *, beside_past: bool) -> _Sizes:
    """The sizes of a query that holds key and value too, which no kernel of a CPU takes apart."""
    message = "query is {query} without key and value, which ONNX Runtime can't take apart on a CPU"
    batch, _, width = sizes(call, query, 3, "query")
    if beside_past:
        call.require(equal(batch, ZERO), codes.RUNTIME_DIFFERS, message, query=query)
    else:
        call.error(codes.RUNTIME_DIFFERS, message, query=query)
    count = call.int("num_heads")
    size = head_size(call, width, 3 * count, "query", query)
    return _Sizes(batch, const(count), ONE, ONE, size, size)


def _require_shared(
    call: Call, s: _Sizes, past: Dim | None, past_sequence_length: TensorFact | None, *, shares: bool
) -> None:
    """Past and present need one buffer that they share, and this needs a past with room."""
    if past is None and shares:
        if any(call.wanted[1:3]):
            call.error(
                codes.RUNTIME_DIFFERS,
                "past_present_share_buffer is given without a past, and present_key or present_value is "
                "wanted, which ONNX Runtime refuses",
            )
        call.require(
            equal(s.keys, ZERO), codes.RUNTIME_DIFFERS,
            "past_present_share_buffer is given without a past and key has length {keys}, "
            "for which ONNX Runtime has no room",
            keys=s.keys,
        )  # fmt: skip
    elif shares:
        _require_single(call, past_sequence_length)
        _require_both_presents(call)
        if past_sequence_length is None:
            call.error(
                codes.RUNTIME_DIFFERS,
                "past_present_share_buffer is given without past_sequence_length, which ONNX Runtime refuses",
            )
        if not s.cached and s.batch != ZERO:
            same(call, "the length of key", s.keys, ONE)
    elif past is not None or any(call.wanted[1:2]):
        call.error(
            codes.RUNTIME_DIFFERS,
            "past or present is used without past_present_share_buffer, which ONNX Runtime refuses",
        )


def _require_masked(
    call: Call, s: _Sizes, mask: TensorFact | None, past_sequence_length: TensorFact | None, room: Dim | None
) -> None:
    """A mask is (batch, all tokens), which fit into the buffer that past and present share (``room``)."""
    before = single_size(past_sequence_length)
    if room is not None and before is not None:
        _require_room(call, before, s.keys, room)
    if mask is None or call.rank(mask, "mask_index", at_least=2, at_most=2) is None or mask.shape is None:
        return
    total = s.keys if room is None else mask.shape[1] if before is None else before + s.keys
    require_shape(call, mask, (s.batch, total), "mask_index")
