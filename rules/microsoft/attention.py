"""Attention whose projection is part of the operator: Attention, QAttention, PackedAttention and others.

Version  What changed
1        com.microsoft

The weights of query, key and value stand side by side in one matrix, in equal parts unless
``qkv_hidden_sizes`` says otherwise. The cache is (2, batch, num_heads, length, head size).

Differences: the runtime's present has the head size of the values where that differs from the keys'.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import (
    ONE,
    ZERO,
    Call,
    Dim,
    Shape,
    TensorFact,
    any_of,
    at_least,
    const,
    equal,
    is_ranked,
    rule,
    tensor,
)
from shapeinfer.shapes.flags import as_int32
from shapeinfer.shapes.inputs import require_one_element, require_parameter, require_shape, same, sizes
from shapeinfer.shapes.layers.attention.caches import head_size, require_bias, require_mask, require_some_rows
from shapeinfer.shapes.layers.quantize import require_one_or_each

_TWO = const(2)


class _Projection:
    """What the projection makes of its input: widths of query, key and value, all heads together."""

    __slots__ = ("heads", "k_size", "q", "v", "v_size")

    def __init__(
        self,
        call: Call,
        inner: Dim,
        weights: TensorFact,
        bias: TensorFact | None,
        given: tuple[int, ...] | None = None,
    ) -> None:
        rows, columns = sizes(call, weights, 2, "weights")
        call.require(
            equal(rows, inner), codes.CONTRACTION_MISMATCH,
            "weights has {rows} rows, needed the {inner} of the input's last axis; weights is {weights}",
            rows=rows, inner=inner, weights=weights,
        )  # fmt: skip
        if given and len(given) != 3:
            raise call.fail(codes.LIST_LENGTH, "qkv_hidden_sizes is {given}, needed 3 sizes", given=given)
        if given:
            call.require(
                equal(columns, const(sum(given))), codes.SIZE_MISMATCH,
                "weights has {columns} columns, needed {need}: qkv_hidden_sizes is {given}; it is {weights}",
                columns=columns, need=sum(given), given=given, weights=weights,
            )  # fmt: skip
            self.q: Dim = const(given[0])
            self.v: Dim = const(given[2])
        else:
            self.q = self.v = call.require_divides(
                const(3), columns, codes.NOT_DIVISIBLE,
                "weights has {columns} columns, "
                "needed the same number for each of Q, K and V; it is {weights}",
                columns=columns, weights=weights,
            )  # fmt: skip
        require_parameter(call, bias, (columns,), "bias", "the columns of weights")
        heads = call.int("num_heads")
        self.heads = const(heads)
        self.k_size = head_size(call, self.q, heads, "weights", weights)
        self.v_size = self.k_size
        if self.v != self.q:
            self.v_size = head_size(call, self.v, heads, "weights", weights)


def _cache(
    call: Call, past: TensorFact | None, p: _Projection, batch: Dim, length: Dim, *, shared: bool
) -> tuple[Dim, Shape]:
    """The number of all tokens, and the cache's shape afterwards."""
    if past is None:
        return length, (_TWO, batch, p.heads, length, p.v_size)
    _, _, _, before, _ = sizes(call, past, 5, "past")
    require_shape(call, past, (_TWO, batch, p.heads, before, p.k_size), "past")
    if shared:
        return call.fresh("past_sequence_length is computed from data"), (
            _TWO,
            batch,
            p.heads,
            before,
            p.v_size,
        )
    return before + length, (_TWO, batch, p.heads, before + length, p.v_size)


@rule("Attention", versions=(1,), domain="com.microsoft")
def attention(
    call: Call,
    input: TensorFact,
    weights: TensorFact,
    bias: TensorFact | None = None,
    mask_index: TensorFact | None = None,
    past: TensorFact | None = None,
    attention_bias: TensorFact | None = None,
    past_sequence_length: TensorFact | None = None,
) -> tuple[TensorFact, ...]:
    batch, length, inner = sizes(call, input, 3, "input")
    p = _Projection(call, inner, weights, bias, call.ints("qkv_hidden_sizes"))
    shared = past is not None and bool(call.int("past_present_share_buffer", 0))
    if bias is None:
        message = "bias is left out, of which ONNX Runtime before 1.32 dies"
        call.refused_before("1.32", codes.RUNTIME_DIFFERS, message)
    if past is not None and attention_bias is not None:
        call.error(codes.RUNTIME_DIFFERS, "past is given beside attention_bias, which ONNX Runtime refuses")
    part = call.int("rotary_embedding_dim", 0)
    if as_int32(part) != part:
        call.error(codes.SIZE_LIMIT, "rotary_embedding_dim is {part}, and an int32 is needed", part=part)
    _require_present(call, past)
    total, present = _cache(call, past, p, batch, length, shared=shared)
    if not shared:
        _require_mask(call, mask_index, batch, length, total)
        require_bias(call, attention_bias, (batch, p.heads, length, total))
    if shared and past_sequence_length is None:
        call.error(
            codes.VALUE_NOT_ALLOWED,
            "past_present_share_buffer is given beside a past, and past_sequence_length is left out",
        )
    if shared:  # else it is not looked at
        require_one_element(call, past_sequence_length, "past_sequence_length")
    return tensor(0, (batch, length, p.v)), tensor(0, present)


def _require_mask(call: Call, mask: TensorFact | None, batch: Dim, length: Dim, total: Dim) -> None:
    """One of a single column says nothing, one of rank 4, for GPUs, is a square for all tokens or more, and
    one of rank 1 says first where each row ends."""
    largest = mask.shape[-1] if mask is not None and mask.shape is not None and mask.rank == 4 else total
    shapes = (
        (batch,), (batch * 2,), (batch * 3 + 2,),
        (batch, total), (batch, ONE), (ONE, ONE), (batch, length, total),
        (batch, ONE, largest, largest),
    )  # fmt: skip
    require_mask(call, mask, shapes, "mask_index")
    call.require_at_least(
        largest, total, codes.SIZE_LIMIT, "mask_index is {mask}, needed a square of at least {total} tokens",
        mask=mask, total=total,
    )  # fmt: skip
    _require_ends(call, mask, batch)


@rule("QAttention", versions=(1,), domain="com.microsoft")
def qattention(
    call: Call,
    input: TensorFact,
    weight: TensorFact,
    bias: TensorFact,
    input_scale: TensorFact,
    weight_scale: TensorFact,
    mask_index: TensorFact | None = None,
    input_zero_point: TensorFact | None = None,
    weight_zero_point: TensorFact | None = None,
    past: TensorFact | None = None,
) -> tuple[TensorFact, ...]:
    if call.in_function and not is_ranked(bias):
        call.refuse_load(
            codes.RUNTIME_DIFFERS,
            "bias has an unknown rank in a function, where ONNX Runtime takes the type of input for that "
            "of the result",
        )
    batch, length, inner = sizes(call, input, 3, "input")
    require_some_rows(call, batch)
    p = _Projection(call, inner, weight, bias)
    require_one_or_each(call, input_scale, None, "input_scale")
    require_one_or_each(call, input_zero_point, None, "input_zero_point")
    for fact, name in ((weight_scale, "weight_scale"), (weight_zero_point, "weight_zero_point")):
        require_one_or_each(call, fact, p.q * 3, name)
    _require_present(call, past)
    if past is not None and call.int("past_present_share_buffer", 0):
        call.error(
            codes.RUNTIME_DIFFERS,
            "past_present_share_buffer is given beside a past, and no input tells past_sequence_length, "
            "which ONNX Runtime needs",
        )
    total, present = _cache(call, past, p, batch, length, shared=False)
    _require_mask(call, mask_index, batch, length, total)
    return tensor(0, (batch, length, p.q)), tensor(0, present)


def _require_ends(call: Call, mask: TensorFact | None, batch: Dim) -> None:
    """A mask of rank 1 says first where each row ends."""
    if mask is None or mask.rank != 1 or mask.elements is None:
        return
    first: dict[Dim | None, int] = {}  # the first row of each end: what is demanded there is demanded of all
    for row, end in enumerate((mask.elements.some_dims() or ())[: batch.value]):
        first.setdefault(end, row)
    for end, row in first.items():
        if end is not None:
            need = at_least(end, ZERO)
            call.require(
                any_of(need, at_least(const(row), batch)) if row else need,
                codes.INDEX_OUT_OF_RANGE, "mask_index holds {end}, needed 0 or more", end=end,
            )  # fmt: skip


def _require_present(call: Call, past: TensorFact | None) -> None:
    if past is not None and not (len(call.wanted) > 1 and call.wanted[1]):
        call.error(
            codes.RUNTIME_DIFFERS, "past is given and the output present left out, which ONNX Runtime refuses"
        )


@rule("DecoderMaskedSelfAttention", versions=(1,), domain="com.microsoft")
def decoder_masked_self_attention(
    call: Call,
    input: TensorFact,
    weights: TensorFact,
    bias: TensorFact,
    mask_index: TensorFact | None,
    past: TensorFact,
    attention_bias: TensorFact | None,
    past_sequence_length: TensorFact,
    beam_width: TensorFact | None = None,
    cache_indirection: TensorFact | None = None,
) -> tuple[TensorFact, ...]:
    batch, length, inner = sizes(call, input, 3, "input")
    same(call, "the length of input", length, const(1))
    p = _Projection(call, inner, weights, bias)
    shared = bool(call.int("past_present_share_buffer", 0))
    _, present = _cache(call, past, p, batch, length, shared=shared)
    return tensor(0, (batch, length, p.v)), tensor(0, present)


@rule("PackedAttention", versions=(1,), domain="com.microsoft")
def packed_attention(
    call: Call,
    input: TensorFact,
    weights: TensorFact,
    bias: TensorFact,
    token_offset: TensorFact,
    cumulative_sequence_length: TensorFact,
    attention_bias: TensorFact | None = None,
) -> TensorFact:
    tokens, inner = sizes(call, input, 2, "input")
    p = _Projection(call, inner, weights, bias, call.ints("qkv_hidden_sizes"))
    _require_packing(call, token_offset, cumulative_sequence_length, attention_bias, p.heads)
    return tensor(0, (tokens, p.v))


def _require_packing(
    call: Call, offset: TensorFact, cumulative: TensorFact, bias: TensorFact | None, heads: Dim
) -> None:
    batch, length = sizes(call, offset, 2, "token_offset")
    require_shape(call, cumulative, (batch + 1,), "cumulative_sequence_length")
    require_bias(call, bias, (batch, heads, length, length))


@rule("PackedMultiHeadAttention", versions=(1,), domain="com.microsoft")
def packed_multi_head_attention(
    call: Call,
    query: TensorFact,
    key: TensorFact | None,
    value: TensorFact | None,
    bias: TensorFact | None,
    token_offset: TensorFact,
    cumulative_sequence_length: TensorFact,
    attention_bias: TensorFact | None = None,
) -> TensorFact:
    heads = const(call.int("num_heads"))
    _require_packing(call, token_offset, cumulative_sequence_length, attention_bias, heads)
    if key is None or value is None:
        tokens, _, _, size = sizes(call, query, 4, "query")
        require_shape(call, query, (tokens, heads, const(3), size), "query")
        require_parameter(call, bias, (heads * size * 3,), "bias", "all columns of query, key and value")
        return tensor(0, (tokens, heads * size))
    tokens, hidden = sizes(call, query, 2, "query")
    head_size(call, hidden, call.int("num_heads"), "query", query)
    require_shape(call, key, (tokens, hidden), "key")
    _, v_hidden = sizes(call, value, 2, "value")
    require_shape(call, value, (tokens, v_hidden), "value")
    require_parameter(call, bias, (hidden * 2 + v_hidden,), "bias", "all columns of query, key and value")
    return tensor(0, (tokens, v_hidden))


@rule("LongformerAttention", versions=(1,), domain="com.microsoft")
def longformer_attention(
    call: Call,
    input: TensorFact,
    weight: TensorFact,
    bias: TensorFact,
    mask: TensorFact,
    global_weight: TensorFact,
    global_bias: TensorFact,
    global_: TensorFact,
) -> TensorFact:
    batch, length, hidden = sizes(call, input, 3, "input")
    head_size(call, hidden, call.int("num_heads"), "input", input)
    for fact, name in ((weight, "weight"), (global_weight, "global_weight")):
        require_shape(call, fact, (hidden, hidden * 3), name)
    for fact, name in ((bias, "bias"), (global_bias, "global_bias")):
        require_shape(call, fact, (hidden * 3,), name)
    for fact, name in ((mask, "mask"), (global_, "global")):
        require_shape(call, fact, (batch, length), name)
    _require_windows(call, length)
    return tensor(0, (batch, length, hidden))


def _require_windows(call: Call, length: Dim) -> None:
    window = call.int("window")
    if window < 1:
        raise call.fail(codes.VALUE_NOT_ALLOWED, "window is {window}, needed at least 1", window=window)
    call.require_divides(
        const(2 * window), length, codes.NOT_DIVISIBLE,
        "the length is {length}, needed a multiple of {both} for windows of {window} to both sides",
        length=length, both=2 * window, window=window,
    )  # fmt: skip


@rule(("QOrderedAttention", "QOrderedLongformerAttention"), versions=(1,), domain="com.microsoft")
def qordered_attention(call: Call, input: TensorFact, *others: TensorFact | None) -> TensorFact:
    batch, length, hidden = sizes(call, input, 3, "input")
    if call.op_type == "QOrderedAttention" and len(others) > 6:
        # The values' weight stands seventh behind the input: (input_hidden_size, hidden_size).
        _, hidden = sizes(call, others[6], 2, "V_weight")
    return tensor(0, (batch, length, hidden))


@rule("DecoderAttention", versions=(1,), domain="com.microsoft")
def decoder_attention(
    call: Call,
    query: TensorFact,
    key: TensorFact,
    q_weight: TensorFact,
    kv_weight: TensorFact,
    bias: TensorFact,
    key_padding_mask: TensorFact | None,
    key_cache: TensorFact | None,
    value_cache: TensorFact | None,
    *flags: TensorFact | None,
) -> tuple[TensorFact, ...]:
    """Here the length comes first, and inputs tell at run time whether the caches are used."""
    length, batch, hidden = sizes(call, query, 3, "query")
    size = head_size(call, hidden, call.int("num_heads"), "query", query)
    total, _, _ = sizes(call, key, 3, "key")
    require_shape(call, key, (total, batch, hidden), "key")
    require_shape(call, q_weight, (hidden, hidden), "q_weight")
    require_shape(call, kv_weight, (hidden, hidden * 2), "kv_weight")
    require_shape(call, bias, (hidden * 3,), "bias")
    new = call.fresh("inputs tell whether the cache is used")
    cache = (batch, const(call.int("num_heads")), new, size)
    return tensor(0, (length, batch, hidden)), tensor(0, cache), tensor(0, cache)
