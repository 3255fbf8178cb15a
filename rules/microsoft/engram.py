"""Memories of n-grams of com.microsoft: hashes of the last tokens, and the gate of what they recall.

Version  What changed
1        com.microsoft

Those named Varlen take the tokens of all rows one after another, and the bounds of the rows beside them.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.elem_type import INT32
from shapeinfer.rule import Call, Dim, TensorFact, const, rule, tensor
from shapeinfer.shapes.flags import as_int32
from shapeinfer.shapes.inputs import require_shape, sizes
from shapeinfer.shapes.layers.attention.states import require_bounds, require_capacity


@rule("EngramGate", versions=(1,), domain="com.microsoft")
def engram_gate(
    call: Call,
    key: TensorFact,
    query: TensorFact,
    value: TensorFact,
    key_norm_scale: TensorFact,
    query_norm_scale: TensorFact,
    conv_norm_scale: TensorFact | None = None,
) -> tuple[TensorFact, TensorFact]:
    shape = sizes(call, key, 4, "key")
    require_shape(call, query, shape, "query")
    require_shape(call, value, (*shape[:2], shape[3]), "value")
    for fact, name in ((key_norm_scale, "key_norm_scale"), (query_norm_scale, "query_norm_scale"),
                       (conv_norm_scale, "conv_norm_scale")):  # fmt: skip
        require_shape(call, fact, shape[2:], name)
    if conv_norm_scale is None and any(call.wanted[1:]):
        call.error(codes.VALUE_NOT_ALLOWED, "conv_norm_scale is left out, and the second output needs it")
    return tensor(0, shape), tensor(0, shape)


def _hashes(call: Call) -> tuple[Dim, Dim]:
    """How many hashes a token has, and how many tokens before it count."""
    grams, heads = call.int("max_ngram_size"), call.int("n_head_per_ngram")
    if grams < 2 or heads < 1:
        raise call.fail(
            codes.VALUE_NOT_ALLOWED,
            "max_ngram_size is {grams} and n_head_per_ngram {heads}, needed 2 and 1 at least",
            grams=grams,
            heads=heads,
        )
    return const((grams - 1) * heads), const(grams - 1)


def _require_padding(call: Call, input_ids: TensorFact) -> None:
    """What stands before the first token is a token."""
    pad = call.int("pad_id", 0)
    if input_ids.elem_type == INT32 and as_int32(pad) != pad:
        call.error(codes.SIZE_LIMIT, "pad_id is {pad} beside tokens of i32, needed an i32", pad=pad)


def _require_parameters(
    call: Call, multipliers: TensorFact, vocabulary: TensorFact, end: TensorFact | None, before: Dim
) -> None:
    """A multiplier for each token of an n-gram, vocabularies that hold something, one token for the end."""
    if end is not None:
        call.rank(end, "eos_token_id", at_most=0)
    call.rank(multipliers, "multipliers", at_least=1, at_most=1)
    if multipliers.shape is not None:
        call.require_at_least(
            multipliers.shape[0], before + 1, codes.LIST_LENGTH,
            "multipliers has {have} elements, needed at least {need}",
            have=multipliers.shape[0], need=before + 1,
        )  # fmt: skip
    known = None if vocabulary.elements is None else vocabulary.elements.some_dims()
    for size in dict.fromkeys(known or ()):
        if size is not None:
            call.require_at_least(
                size, 1, codes.VALUE_NOT_ALLOWED, "vocab_sizes holds {size}, needed at least 1", size=size
            )


@rule("NGramHashMapping", versions=(1,), domain="com.microsoft")
def ngram_hash_mapping(
    call: Call,
    input_ids: TensorFact,
    multipliers: TensorFact,
    vocab_sizes: TensorFact,
    past_ids: TensorFact | None = None,
    head_offsets: TensorFact | None = None,
    eos_token_id: TensorFact | None = None,
    segment_ids: TensorFact | None = None,
) -> tuple[TensorFact, TensorFact]:
    hashes, before = _hashes(call)
    _require_padding(call, input_ids)
    _require_parameters(call, multipliers, vocab_sizes, eos_token_id, before)
    batch, length = sizes(call, input_ids, 2, "input_ids")
    require_shape(call, vocab_sizes, (hashes,), "vocab_sizes")
    require_shape(call, head_offsets, (hashes,), "head_offsets")
    require_shape(call, past_ids, (batch, before), "past_ids")
    require_shape(call, segment_ids, (batch, length), "segment_ids")
    return tensor(0, (batch, length, hashes)), tensor(0, (batch, before))


@rule("VarlenNGramHashMapping", versions=(1,), domain="com.microsoft")
def varlen_ngram_hash_mapping(
    call: Call,
    input_ids: TensorFact,
    multipliers: TensorFact,
    vocab_sizes: TensorFact,
    cumulative_sequence_length: TensorFact,
    past_ids: TensorFact | None = None,
    head_offsets: TensorFact | None = None,
    eos_token_id: TensorFact | None = None,
    segment_ids: TensorFact | None = None,
    *others: TensorFact | None,
) -> tuple[TensorFact, ...]:
    past_segment_ids, counts = (*others, None, None)[:2]
    if segment_ids is None and past_segment_ids is not None:
        call.error(codes.VALUE_NOT_ALLOWED, "past_segment_ids is given without segment_ids, needed both")
    if segment_ids is None and any(call.wanted[2:3]):
        call.error(codes.VALUE_NOT_ALLOWED, "segment_ids is left out, and the third output needs it")
    hashes, before = _hashes(call)
    _require_padding(call, input_ids)
    _require_parameters(call, multipliers, vocab_sizes, eos_token_id, before)
    (tokens,) = sizes(call, input_ids, 1, "input_ids")
    require_shape(call, vocab_sizes, (hashes,), "vocab_sizes")
    (bounds,) = sizes(call, cumulative_sequence_length, 1, "cumulative_sequence_length")
    batch = bounds - 1
    call.require_at_least(
        bounds, 2, codes.LIST_LENGTH,
        "cumulative_sequence_length has {bounds} elements, needed at least 2", bounds=bounds,
    )  # fmt: skip
    require_shape(call, past_ids, (batch, before), "past_ids")
    require_shape(call, head_offsets, (hashes,), "head_offsets")
    call.require_at_least(
        tokens, batch, codes.SIZE_LIMIT, "input_ids has {tokens} tokens, needed at least {batch}",
        tokens=tokens, batch=batch,
    )  # fmt: skip
    require_bounds(call, cumulative_sequence_length, tokens, "cumulative_sequence_length")
    require_shape(call, segment_ids, (tokens,), "segment_ids")
    require_shape(call, past_segment_ids, (batch, before), "past_segment_ids")
    capacity = require_capacity(call, counts)
    past = tensor(0, (batch, before))
    return tensor(0, (tokens, hashes)), past, past, tensor(0, (batch, const(capacity), before))
