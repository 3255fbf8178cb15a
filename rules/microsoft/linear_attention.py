"""Layers of recurrent language models in com.microsoft: linear attention, causal convolutions, gates.

Version  What changed
1        com.microsoft

A state of ``state_window`` W > 0 has an axis of W in front. Operators named Varlen or Gated take the
tokens of all rows one after another, and the rows' bounds beside them.
"""

from __future__ import annotations

from itertools import pairwise

from shapeinfer import codes
from shapeinfer.facts.elem_type import FLOAT, INT32
from shapeinfer.rule import (
    ONE,
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
    product,
    rule,
    tensor,
)
from shapeinfer.shapes.flags import as_int32
from shapeinfer.shapes.layers.attention import require_shape
from shapeinfer.shapes.layers.caches import head_size, require_capacity, sizes

_MOST_HEADS = 1024


def _window(call: Call) -> Shape:
    window = call.int("state_window", 0)
    if not 0 <= window <= 8:
        raise call.fail(codes.VALUE_NOT_ALLOWED, "state_window is {window}, needed 0 to 8", window=window)
    return (const(window),) if window else ()


@rule("LinearAttention", versions=(1,), domain="com.microsoft")
def linear_attention(
    call: Call,
    query: TensorFact,
    key: TensorFact,
    value: TensorFact,
    past_state: TensorFact | None = None,
    decay: TensorFact | None = None,
    beta: TensorFact | None = None,
) -> tuple[TensorFact, ...]:
    rule_ = call.string("update_rule", "gated_delta")
    for needs, fact, name in (("gated", decay, "decay"), ("delta", beta, "beta")):
        if needs in rule_ and fact is None:
            call.error(codes.VALUE_NOT_ALLOWED, "update_rule is {rule} without {name}", rule=rule_, name=name)
    if rule_ not in ("linear", "gated", "delta", "gated_delta"):
        call.error(
            codes.VALUE_NOT_ALLOWED, "update_rule is {rule}, needed linear, gated, delta or gated_delta",
            rule=rule_,
        )  # fmt: skip
    q_heads, kv_heads = call.int("q_num_heads"), call.int("kv_num_heads")
    batch, length, width = sizes(call, query, 3, "query")
    size = head_size(call, width, q_heads, "query", query)
    if kv_heads > 0 and (q_heads % kv_heads if q_heads > kv_heads else kv_heads % q_heads):
        call.error(
            codes.GROUP_MISMATCH,
            "q_num_heads is {q} and kv_num_heads {kv}, needed one to be a multiple of the other",
            q=q_heads, kv=kv_heads,
        )  # fmt: skip
    call.require_at_least(
        size, 1, codes.RUNTIME_DIFFERS,
        "the head size is {size}, and ONNX Runtime dies of none; query is {query}", size=size, query=query,
    )  # fmt: skip
    _require_key(call, key, (batch, length), size, kv_heads)
    _, _, v_width = sizes(call, value, 3, "value")
    require_shape(call, value, (batch, length, v_width), "value")
    v_size = head_size(call, v_width, kv_heads, "value", value)
    state = (*_window(call), batch, const(kv_heads), size, v_size)
    require_shape(call, past_state, state, "past_state")
    if past_state is not None and query.elem_type == FLOAT and past_state.elem_type not in (0, FLOAT):
        call.error(
            codes.RUNTIME_DIFFERS, "past_state is {state} beside a query of f32, and ONNX Runtime needs f32",
            state=past_state,
        )  # fmt: skip
    _require_gate(call, decay, "decay", (batch, length), (const(kv_heads), size * kv_heads))
    _require_gate(call, beta, "beta", (batch, length), (const(kv_heads), const(1)))
    made = query.elem_type if past_state is None else past_state.elem_type
    return tensor(0, (batch, length, v_size * max(q_heads, kv_heads))), tensor(made, state)


def _require_key(call: Call, key: TensorFact, front: tuple[Dim, Dim], size: Dim, heads: int) -> None:
    """Keys have as many heads as values, or a part of them, which are used over and over."""
    width = sizes(call, key, 3, "key")[2]
    require_shape(call, key, (*front, width), "key")
    if heads > _MOST_HEADS:  # more than anybody asks which parts there are
        return
    counts = [count for count in range(1, max(heads, 1) + 1) if heads % count == 0]
    call.require(
        any_of(*(equal(width, size * count) for count in counts)), codes.SIZE_MISMATCH,
        "key has {width} on axis 2, needed heads of {size}, {heads} of them or a part; key is {key}",
        width=width, size=size, heads=heads, key=key,
    )  # fmt: skip


def _require_gate(
    call: Call, fact: TensorFact | None, name: str, front: tuple[Dim, Dim], last: tuple[Dim, Dim]
) -> None:
    if fact is None or call.rank(fact, name, at_least=3, at_most=3) is None or fact.shape is None:
        return
    require_shape(call, fact, (*front, fact.shape[2]), name)
    call.require(
        any_of(*(equal(fact.shape[2], size) for size in last)), codes.SIZE_MISMATCH,
        "{name} has {have} on axis 2, needed {one} or {other}; {name} is {fact}",
        name=name, have=fact.shape[2], one=last[0], other=last[1], fact=fact,
    )  # fmt: skip


@rule("LinearAttentionGate", versions=(1,), domain="com.microsoft")
def linear_attention_gate(
    call: Call, a: TensorFact, dt_bias: TensorFact, decay_scale: TensorFact, b: TensorFact | None = None
) -> tuple[TensorFact, TensorFact]:
    call.rank(a, "a", at_least=1)
    if a.shape is None:
        return tensor(0), tensor(0)
    call.require_at_least(
        a.shape[-1], 1, codes.EMPTY_REDUCTION, "the last axis of a has {size}, needed at least 1; a is {a}",
        size=a.shape[-1], a=a,
    )  # fmt: skip
    for fact, name in ((dt_bias, "dt_bias"), (decay_scale, "decay_scale")):
        if fact.shape is not None:
            have = product(fact.shape)
            call.require(
                equal(have, a.shape[-1]), codes.PARAMETER_SIZE,
                "{name} has {have} elements, needed the {need} of the last axis of a; {name} is {fact}",
                name=name, have=have, need=a.shape[-1], fact=fact,
            )  # fmt: skip
    # Of b the second output is made, and nothing else looks at it. A loader counts that without a name too.
    if b is None and len(call.wanted) > 1:
        call.error(codes.VALUE_NOT_ALLOWED, "b is left out, and the second output needs it")
    if any(call.wanted[1:2]):
        require_shape(call, b, a.shape, "b")
    return tensor(0, a.shape), tensor(0, a.shape)


@rule("CausalConvWithState", versions=(1,), domain="com.microsoft")
def causal_conv_with_state(
    call: Call,
    input: TensorFact,
    weight: TensorFact,
    bias: TensorFact | None = None,
    past_state: TensorFact | None = None,
) -> tuple[TensorFact, ...]:
    axes, behind = call.int("ndim", 1), bool(call.int("channels_last", 0))
    dilation = call.int("dilation", 1)
    if not 1 <= dilation < 2**31:
        raise call.fail(
            codes.VALUE_NOT_ALLOWED, "dilation is {dilation}, needed 1 to 2147483647", dilation=dilation
        )
    if axes not in (1, 2, 3) or (behind and axes != 1):
        raise call.fail(
            codes.VALUE_NOT_ALLOWED, "ndim is {axes}, needed 1 to 3, and 1 beside channels_last", axes=axes
        )
    if any(call.int(name, usual) != usual for name, usual in _EXTENDED.items()) or len(call.wanted) > 2:
        return _extended_convolution(call, input, weight)
    call.rank(input, "input", at_least=axes + 2, at_most=None if behind else axes + 2)
    call.rank(weight, "weight", at_least=axes + 2, at_most=axes + 2)
    if input.shape is None or weight.shape is None:
        return tensor(0, input.shape), tensor(0), tensor(0)
    batch, kernel = input.shape[0], weight.shape[2:]
    channels = product(input.shape[2:]) if behind else input.shape[1]
    require_shape(call, weight, (channels, const(1), *kernel), "weight")
    require_shape(call, bias, (channels,), "bias")
    call.require_at_least(
        kernel[-1], 1, codes.VALUE_NOT_ALLOWED, "weight is {weight}, needed a window of at least 1",
        weight=weight,
    )  # fmt: skip
    kept = (kernel[-1] - 1) * dilation
    state = (batch, kept, *input.shape[2:]) if behind else (batch, *input.shape[1:-1], kept)
    state = (*_window(call), *state)
    require_shape(call, past_state, state, "past_state")
    return tensor(0, input.shape), tensor(0, state), tensor(0)


# Attributes of a GPU's kernel, with what they are for all others.
_EXTENDED = {
    "input_channels": 0, "input_channel_offset": 0, "state_length": 0, "state_channels_last": -1,
    "state_update_capacity": 0,
}  # fmt: skip


def _extended_convolution(call: Call, input: TensorFact, weight: TensorFact) -> tuple[TensorFact, ...]:
    """Some channels of an input (batch, length, channels), with a state of another length or order."""
    usual = call.int("ndim", 1) == 1 == call.int("channels_last", 0) and not call.int("state_window", 0)
    in_range = call.int("state_channels_last", -1) in (-1, 0, 1) and all(
        call.int(name, 0) >= 0 for name in ("input_channels", "input_channel_offset", "state_length")
    )
    if not usual or not in_range:
        raise call.fail(
            codes.VALUE_NOT_ALLOWED,
            "channels of the input or a form of the state are chosen, needed ndim=1, channels_last=1, "
            "state_window=0 and numbers that are not negative",
        )
    capacity = call.int("state_update_capacity", 0)
    if not 0 <= capacity <= 8:
        raise call.fail(
            codes.VALUE_NOT_ALLOWED, "state_update_capacity is {given}, needed 0 to 8", given=capacity
        )
    if len(call.wanted) > 2 and not capacity:
        call.error(codes.VALUE_NOT_ALLOWED, "the third output needs a state_update_capacity above 0")
    batch, length, channels = sizes(call, input, 3, "input")
    _, _, kernel = sizes(call, weight, 3, "weight")
    chosen = call.int("input_channels", 0)
    channels = const(chosen) if chosen else channels
    require_shape(call, weight, (channels, ONE, kernel), "weight")
    kept = const(given) if (given := call.int("state_length", 0)) else (kernel - 1) * call.int("dilation", 1)
    state = (batch, kept, channels) if call.int("state_channels_last", -1) else (batch, channels, kept)
    made = tensor(0, (batch, length, channels)), tensor(0, state)
    return *made, tensor(0, (batch, const(capacity), channels))


@rule("VarlenCausalConvWithState", versions=(1,), domain="com.microsoft")
def varlen_causal_conv_with_state(
    call: Call,
    input: TensorFact,
    weight: TensorFact,
    cumulative_sequence_length: TensorFact,
    bias: TensorFact | None,
    initial_state: TensorFact,
    capture_count: TensorFact | None = None,
    kernel_delta: TensorFact | None = None,
    previous_mask: TensorFact | None = None,
) -> tuple[TensorFact, ...]:
    _check_activation(call)
    dilation = call.int("dilation", 1)
    if not 1 <= dilation < 2**31:
        raise call.fail(
            codes.VALUE_NOT_ALLOWED, "dilation is {dilation}, needed 1 to 2147483647", dilation=dilation
        )
    tokens, channels = sizes(call, input, 2, "input")
    _, _, kernel = sizes(call, weight, 3, "weight")
    require_shape(call, weight, (channels, const(1), kernel), "weight")
    require_shape(call, bias, (channels,), "bias")
    batch = sizes(call, initial_state, 3, "initial_state")[0]
    for size, need, name in ((channels, ONE, "channels"), (kernel, ONE, "columns of weight"),
                             (batch, ONE, "sequences"), (tokens, batch, "tokens")):  # fmt: skip
        call.require_at_least(
            size, need, codes.EMPTY_REDUCTION, "there are {size} {name}, needed at least {need}",
            size=size, name=name, need=need,
        )  # fmt: skip
    state = (batch, channels, (kernel - 1) * dilation)
    require_shape(call, initial_state, state, "initial_state")
    require_shape(call, cumulative_sequence_length, (batch + 1,), "cumulative_sequence_length")
    _require_bounds(call, cumulative_sequence_length, tokens, each=0)
    require_shape(call, capture_count, (batch,), "capture_count")
    capacity = require_capacity(call, capture_count)
    _require_changing_weight(call, kernel_delta, previous_mask, tokens)
    return tensor(0, (tokens, channels)), tensor(0, state), tensor(0, (batch, const(capacity), channels))


def _check_activation(call: Call) -> None:
    activation = call.string("activation", "none")
    if activation not in ("none", "silu", "swish"):
        call.error(
            codes.VALUE_NOT_ALLOWED, "activation is {activation!r}, needed 'none', 'silu' or 'swish'",
            activation=activation,
        )  # fmt: skip


def _require_changing_weight(
    call: Call, delta: TensorFact | None, mask: TensorFact | None, tokens: Dim
) -> None:
    """A weight that differs from token to token, which a GPU's kernel takes."""
    if (delta is None) != (mask is None):
        call.error(codes.VALUE_NOT_ALLOWED, "of kernel_delta and previous_mask only one is given")
    if delta is None and (call.int("group_size", 1) != 1 or call.int("delta_offset", 0)):
        call.error(codes.VALUE_NOT_ALLOWED, "group_size or delta_offset is given without kernel_delta")
    if delta is not None:
        _, taps, groups = sizes(call, delta, 3, "kernel_delta")
        require_shape(call, delta, (tokens, taps, groups), "kernel_delta")
    require_shape(call, mask, (tokens, ONE), "previous_mask")


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


# --- hyper-connections: streams (..., C, H), or flattened (..., C * H) where num_branches tells C ---


def _streams(call: Call, streams: TensorFact) -> tuple[Shape, Dim, Dim] | None:
    """What stands in front, the number of branches and their width."""
    branches = call.int("num_branches", 0)
    call.rank(streams, "streams", at_least=1 if branches else 2)
    if streams.shape is None:
        return None
    for size in streams.shape[-1 if branches else -2 :]:
        call.require_at_least(
            size, 1, codes.EMPTY_REDUCTION, "streams is {streams}, needed branches of at least one element",
            streams=streams,
        )  # fmt: skip
    if not branches:
        return streams.shape[:-2], streams.shape[-2], streams.shape[-1]
    width = head_size(call, streams.shape[-1], branches, "streams", streams)
    return streams.shape[:-1], const(branches), width


@rule("HyperConnectionPreMix", versions=(1,), domain="com.microsoft")
def hyper_connection_pre_mix(call: Call, streams: TensorFact, pre_mix: TensorFact) -> TensorFact:
    found = _streams(call, streams)
    if found is None:
        return tensor(0)
    front, branches, width = found
    _require_mix(call, pre_mix, front, branches, width, "pre_mix")
    return tensor(0, (*front, width))


def _require_mix(call: Call, mix: TensorFact, front: Shape, branches: Dim, width: Dim, name: str) -> None:
    """The gate has one number for each branch, or for each element of each branch."""
    if mix.shape is None:
        return
    call.rank(mix, name, at_least=len(front) + 1, at_most=len(front) + 2)
    last = mix.shape[len(front) :]
    flat = equal(last[0], branches)
    if name == "pre_mix" and call.int("num_branches", 0):  # of flat streams the gate may be flat too
        flat = any_of(flat, equal(last[0], branches * width))
    pairs = all_of(equal(last[0], branches), any_of(equal(last[-1], ONE), equal(last[-1], width)))
    call.require(
        all_of(*map(equal, mix.shape, front), flat if len(last) == 1 else pairs), codes.SIZE_MISMATCH,
        "{name} is {mix}, needed {front} in front of {branches} branches, or of {branches} and {width}",
        name=name, mix=mix, front=front, branches=branches, width=width,
    )  # fmt: skip


@rule("HyperConnectionPostMix", versions=(1,), domain="com.microsoft")
def hyper_connection_post_mix(
    call: Call,
    streams: TensorFact,
    block_output: TensorFact,
    post_mix: TensorFact,
    stream_mix: TensorFact | None = None,
) -> TensorFact:
    found = _streams(call, streams)
    if found is not None:
        front, branches, width = found
        require_shape(call, block_output, (*front, width), "block_output")
        require_shape(call, stream_mix, (*front, branches, branches), "stream_mix")
        _require_mix(call, post_mix, front, branches, width, "post_mix")
    return tensor(0, streams.shape)


@rule("HyperConnectionLowRankMix", versions=(1,), domain="com.microsoft")
def hyper_connection_low_rank_mix(
    call: Call,
    streams: TensorFact,
    norm_scale: TensorFact,
    down_weight: TensorFact,
    up_weight: TensorFact,
    inject_weight: TensorFact,
    prev_block_output: TensorFact | None = None,
    prev_post_gate: TensorFact | None = None,
) -> tuple[TensorFact, ...]:
    found = _streams(call, streams)
    if found is None:
        return tensor(0), tensor(0), tensor(0)
    front, branches, width = found
    whole = branches * width
    _, inner = sizes(call, down_weight, 2, "down_weight")
    for fact, wanted, name in (
        (norm_scale, (whole,), "norm_scale"),
        (down_weight, (whole, inner), "down_weight"),
        (up_weight, (inner, whole), "up_weight"),
        (inject_weight, (whole, branches), "inject_weight"),
        (prev_block_output, (*front, width), "prev_block_output"),
        (prev_post_gate, (*front, branches), "prev_post_gate"),
    ):
        require_shape(call, fact, wanted, name)
    if (prev_block_output is None) != (prev_post_gate is None):
        call.error(codes.VALUE_NOT_ALLOWED, "of prev_block_output and prev_post_gate only one is given")
    return tensor(0, (*front, width)), tensor(0, (*front, branches)), tensor(0, streams.shape)


@rule("BranchwiseRMSNorm", versions=(1,), domain="com.microsoft")
def branchwise_rms_norm(call: Call, X: TensorFact, scale: TensorFact | None = None) -> TensorFact:
    found = _streams(call, X)
    if found is not None and scale is not None and scale.shape is not None:
        _, branches, width = found
        call.rank(scale, "scale", at_least=1, at_most=2)
        first, last = scale.shape[0], scale.shape[-1]
        call.require(
            any_of(equal(first, width), equal(first, branches * width)) if len(scale.shape) == 1
            else all_of(equal(first, branches), equal(last, width)), codes.PARAMETER_SIZE,
            "scale is {scale}, needed ({width}), ({branches}*{width}) or ({branches}, {width})",
            scale=scale, width=width, branches=branches,
        )  # fmt: skip
    return tensor(0, X.shape)


@rule("GatedAdd", versions=(1,), domain="com.microsoft")
def gated_add(
    call: Call, X: TensorFact, Y: TensorFact, gate: TensorFact, gate_weight: TensorFact | None = None
) -> TensorFact:
    call.rank(X, "X", at_least=1)
    if X.shape is None:
        return tensor(0, Y.shape)
    call.require_at_least(
        X.shape[-1], 1, codes.EMPTY_REDUCTION, "the last axis of X has {size}, needed at least 1; X is {X}",
        size=X.shape[-1], X=X,
    )  # fmt: skip
    require_shape(call, Y, X.shape, "Y")
    width = ONE
    if gate_weight is not None:  # it makes the gate of what is given as one
        width, _ = sizes(call, gate_weight, 2, "gate_weight")
        require_shape(call, gate_weight, (width, ONE), "gate_weight")
    require_shape(call, gate, (*X.shape[:-1], width), "gate")
    return tensor(0, X.shape)


# --- hashes of n-grams --------------------------------------------------------------------------


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


def _require_parameters(call: Call, multipliers: TensorFact, vocabulary: TensorFact, before: Dim) -> None:
    """A multiplier for each token of an n-gram, and vocabularies that hold something."""
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


def _require_bounds(call: Call, bounds: TensorFact, tokens: Dim, each: int = 1) -> None:
    """The sequences begin at 0, have ``each`` tokens at least, and end with the last token."""
    known = None if bounds.elements is None else bounds.elements.dims()
    if not known:
        return
    steps = [at_least(b, a + each) for a, b in pairwise(known)]
    call.require(
        all_of(equal(known[0], ZERO), *steps, equal(known[-1], tokens)), codes.VALUE_NOT_ALLOWED,
        "cumulative_sequence_length is {bounds}, needed numbers that grow from 0 to {tokens}",
        bounds=bounds, tokens=tokens,
    )  # fmt: skip


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
    _require_parameters(call, multipliers, vocab_sizes, before)
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
    if segment_ids is None and others and others[0] is not None:
        call.error(codes.VALUE_NOT_ALLOWED, "past_segment_ids is given without segment_ids, needed both")
    if segment_ids is None and any(call.wanted[2:3]):
        call.error(codes.VALUE_NOT_ALLOWED, "segment_ids is left out, and the third output needs it")
    hashes, before = _hashes(call)
    _require_padding(call, input_ids)
    _require_parameters(call, multipliers, vocab_sizes, before)
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
    _require_bounds(call, cumulative_sequence_length, tokens)
    counts = others[1] if len(others) > 1 else None
    capacity = require_capacity(call, counts)
    past = tensor(0, (batch, before))
    return tensor(0, (tokens, hashes)), past, past, tensor(0, (batch, const(capacity), before))
