"""Attention: scaled dot product attention, with a cache of past keys and values.

Version  What changed
23       the first version
24       ``nonpad_kv_seqlen``; a mask may be shorter than the keys
25       windows: ``left_window_size``, ``right_window_size``; numbers of heads for rank 3 alone, both outputs
         for the present or none, and none beside ``nonpad_kv_seqlen``

Differences: the runtime takes no empty batch and no empty sequences. For float and float16 it has a kernel
that takes a mask of rank 2 to 4 with both lengths, which the specification broadcasts, no ``scale`` of 0 or
less, and no past without the outputs for the present: a warning, and a demand for open sizes. 1.32 has no
kernel for version 25, and runs the specification's function, as it does for other types; windows are new to
it, and what version 25 newly forbids it refuses, which older releases do not.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.elem_type import BFLOAT16, BOOL, DOUBLE, FLOAT, FLOAT16, elem_type_name
from shapeinfer.rule import (
    REFUTED,
    ZERO,
    Call,
    Dim,
    Shape,
    TensorFact,
    all_of,
    any_of,
    at_least,
    divides,
    equal,
    expands_to,
    rule,
    tensor,
)
from shapeinfer.shapes.flags import as_int32
from shapeinfer.shapes.index import exact_elements
from shapeinfer.shapes.inputs import require_same, require_shape
from shapeinfer.shapes.layers.attention.by_function import attention_by_function, look_at_ranks
from shapeinfer.shapes.layers.attention.heads import (
    heads_of,
    of_unknown_rank,
    past_lengths,
    require_joined,
    require_nonempty,
)

# Types that scores may have.
_PRECISIONS = (FLOAT, FLOAT16, DOUBLE, BFLOAT16)
# For others the runtime computes what the specification's function says.
_WITH_KERNEL = (FLOAT, FLOAT16)


@rule("Attention", versions=(23,))
def attention_23(
    call: Call,
    Q: TensorFact,
    K: TensorFact,
    V: TensorFact,
    attn_mask: TensorFact | None = None,
    past_key: TensorFact | None = None,
    past_value: TensorFact | None = None,
) -> tuple[TensorFact, ...]:
    return _attention(call, Q, K, V, attn_mask, past_key, past_value)


@rule("Attention", versions=(24, 25))
def attention_24(
    call: Call,
    Q: TensorFact,
    K: TensorFact,
    V: TensorFact,
    attn_mask: TensorFact | None = None,
    past_key: TensorFact | None = None,
    past_value: TensorFact | None = None,
    nonpad_kv_seqlen: TensorFact | None = None,
) -> tuple[TensorFact, ...]:
    if nonpad_kv_seqlen is not None:
        _look_at_caches(call, Q, beside_past=past_key is not None or past_value is not None)
    if call.version >= 25:
        _look_at_version_25(call, Q)
    return _attention(call, Q, K, V, attn_mask, past_key, past_value, nonpad_kv_seqlen)


def _attention(
    call: Call,
    Q: TensorFact,
    K: TensorFact,
    V: TensorFact,
    attn_mask: TensorFact | None,
    past_key: TensorFact | None,
    past_value: TensorFact | None,
    nonpad_kv_seqlen: TensorFact | None = None,
) -> tuple[TensorFact, ...]:
    _look_at_types(call, Q, V)
    inputs = (Q, K, V, attn_mask, past_key, past_value)
    masked = _has_kernel_for(call, Q, attn_mask)
    # ONNX Runtime has a kernel of version 25 only before 1.32, which refuses more than the function.
    by_function = call.version >= 25 or (Q.elem_type and not (masked and Q.elem_type in _WITH_KERNEL))
    if (past_key is None) != (past_value is None):
        message = "one of past_key and past_value is given, needed both or none"
        if by_function and call.version < 25:
            call.warn(codes.VALUE_NOT_ALLOWED, message)  # the function runs it with some sizes
            look_at_ranks(call, Q, K, V)
            return of_unknown_rank(call, Q.rank)
        call.error(codes.VALUE_NOT_ALLOWED, message)
    if by_function:
        return attention_by_function(call, *inputs, nonpad_kv_seqlen)
    if nonpad_kv_seqlen is not None:
        _require_counts(call, Q, K, nonpad_kv_seqlen)
    return _by_kernel(call, *inputs, sure=masked and Q.elem_type in _WITH_KERNEL)


def _require_counts(call: Call, Q: TensorFact, K: TensorFact, counts: TensorFact) -> None:
    """The kernel takes a number for each sequence of the batch, from 0 to the number of keys."""
    if Q.shape:
        require_shape(call, counts, Q.shape[:1], "nonpad_kv_seqlen")
    if K.shape is None or len(K.shape) < 2:
        return
    most = K.shape[-2]
    for count, none in exact_elements(counts):
        call.require(
            any_of(all_of(at_least(count, ZERO), at_least(most, count)), *none), codes.INDEX_OUT_OF_RANGE,
            "nonpad_kv_seqlen holds {count}, needed 0 to {most}; K is {K}", count=count, most=most, K=K,
        )  # fmt: skip


def _has_kernel_for(call: Call, Q: TensorFact, attn_mask: TensorFact | None) -> bool:
    """Whether a kernel takes a mask of this type, with a warning about causal attention where none does."""
    mask_type = 0 if attn_mask is None else attn_mask.elem_type
    if mask_type in (0, BOOL) or not Q.elem_type or mask_type == Q.elem_type in _WITH_KERNEL:
        return True
    if mask_type != FLOAT and call.int("is_causal", 0) == 1:
        call.refused_before(
            "1.32", codes.RUNTIME_DIFFERS,
            "attn_mask is {mask} beside is_causal, and ONNX Runtime before 1.32 needs bool or f32",
            mask=elem_type_name(mask_type),
        ).at_load = True  # fmt: skip
    return False


def _by_kernel(
    call: Call,
    Q: TensorFact,
    K: TensorFact,
    V: TensorFact,
    attn_mask: TensorFact | None,
    past_key: TensorFact | None,
    past_value: TensorFact | None,
    *,
    sure: bool,
) -> tuple[TensorFact, ...]:
    """What the kernel makes; ``sure``: the types are known, so that it is a kernel that runs."""
    if sure:
        _look_at_kernel(call, past_key, past_value)
    ranks = {f.rank for f in (Q, K, V) if f.rank is not None}
    if len(ranks) > 1:
        raise call.fail(codes.WRONG_RANK, "Q is {Q}, K is {K}, V is {V}, needed the same rank", Q=Q, K=K, V=V)
    q = heads_of(call, Q, "Q", "q_num_heads")
    k, v = heads_of(call, K, "K", "kv_num_heads"), heads_of(call, V, "V", "kv_num_heads")
    if q is None or k is None or v is None:
        require_joined(call, (k, past_key, "past_key"), (v, past_value, "past_value"))
        return of_unknown_rank(call, ranks.pop() if ranks else None)
    batch = require_same(call, "the batch", q.batch, k.batch, "Q", "K")
    batch = require_same(call, "the batch", batch, v.batch, "Q", "V")
    size = require_same(call, "the head size", q.size, k.size, "Q", "K")
    heads = require_same(call, "the number of heads", k.heads, v.heads, "K", "V")
    if as_int32(call.int("q_num_heads", 0)) < 1:  # else the number is compared with the attribute
        require_nonempty(call, ("the number of heads of Q", q.heads))
    length = require_same(call, "the length", k.length, v.length, "K", "V")
    call.require(
        divides(heads, q.heads), codes.GROUP_MISMATCH,
        "Q has {have} heads, needed a multiple of the {heads} of K; Q is {Q}, K is {K}",
        have=q.heads, heads=heads, Q=Q, K=K,
    )  # fmt: skip
    require_nonempty(
        call, ("the batch", batch), ("the length of Q", q.length), ("the length of K", length),
        ("the head size of Q", q.size), ("the head size of V", v.size),
    )  # fmt: skip
    total = length + _past(call, past_key, past_value, (batch, heads, size), (batch, heads, v.size))
    scores = (batch, q.heads, q.length, total)
    _require_mask(call, attn_mask, scores, sure=sure)
    result = (batch, q.length, q.heads * v.size) if q.packed else (batch, q.heads, q.length, v.size)
    return (
        tensor(0, result),
        tensor(0, (batch, heads, total, size)),
        tensor(0, (batch, heads, total, v.size)),
        tensor(0, scores),
    )


def _past(
    call: Call, past_key: TensorFact | None, past_value: TensorFact | None, keys: Shape, values: Shape
) -> Dim:
    """The length of the cache, which the kernel needs to be one for keys and values."""
    known = [d for d in past_lengths(call, past_key, past_value, keys, values) if d is not None]
    if len(known) == 2:
        return require_same(call, "the length", known[0], known[1], "past_key", "past_value")
    return known[0] if known else call.fresh("how long past_key and past_value are is not known")


def _look_at_caches(call: Call, Q: TensorFact, *, beside_past: bool) -> None:
    """``nonpad_kv_seqlen`` is about a cache that the model updates itself, ``past_key`` about one that the
    operator updates."""
    if beside_past:
        # The specification's function of version 24 takes both where nothing is past.
        report = call.error if call.version >= 25 or Q.elem_type in _WITH_KERNEL else call.warn
        report(
            codes.VALUE_NOT_ALLOWED,
            "nonpad_kv_seqlen is given beside past_key or past_value, needed one of the two",
        )
    elif call.version >= 25 and any(call.wanted[1:3]):
        message = (
            "nonpad_kv_seqlen is given beside an output for the present, which ONNX Runtime 1.32 refuses"
        )
        call.refused_since("1.32", message)


def _look_at_version_25(call: Call, Q: TensorFact) -> None:
    """What the definition of version 25 refuses, which ONNX Runtime has since 1.32."""
    if any(call.wanted[1:3]) and not all((*call.wanted, False)[1:3]):
        message = (
            "one of present_key and present_value is an output, and ONNX Runtime 1.32 needs both or none"
        )
        call.refused_since("1.32", message)
    if Q.rank == 4 and (call.has("q_num_heads") or call.has("kv_num_heads")):
        message = "q_num_heads or kv_num_heads is given, and ONNX Runtime 1.32 then needs rank 3; Q is {Q}"
        if call.loading:  # it looks at no ranks that only a run knows
            found = call.refused_since("1.32", message, Q=Q)
            found.at_load = found.runs = found.ranked = True


def _look_at_types(call: Call, Q: TensorFact, V: TensorFact) -> None:
    """What a loader refuses: attributes that it does not know, and types for which there is no function."""
    for name in ("left_window_size", "right_window_size"):
        if call.has(name):
            message = "{name} is given, which ONNX Runtime before 1.32 does not know"
            call.warn(codes.RUNTIME_DIFFERS, message, name=name)
            if (size := call.int(name, -1)) < -1:
                message = "{name} is {size}, needed -1 or more"
                call.error(codes.VALUE_NOT_ALLOWED, message, name=name, size=size)
    if Q.elem_type and V.elem_type and Q.elem_type != V.elem_type:
        # Without a type for the scores there is no function, and the kernel looks at the type of Q alone.
        nonsense = call.int("softmax_precision", FLOAT) not in _PRECISIONS
        runs = nonsense and {Q.elem_type, V.elem_type} == set(_WITH_KERNEL)
        report = call.warn if runs else call.error
        report(
            codes.RUNTIME_DIFFERS, "Q is {type} and V is {v_type}, and ONNX Runtime needs the same type",
            type=elem_type_name(Q.elem_type), v_type=elem_type_name(V.elem_type),
        )  # fmt: skip


def _look_at_kernel(call: Call, past_key: TensorFact | None, past_value: TensorFact | None) -> None:
    """What the specification allows and the runtime's kernel refuses."""
    mode = as_int32(call.int("qk_matmul_output_mode", 0))
    if not -1 <= mode <= 3 and len(call.wanted) > 3 and call.wanted[3]:
        call.error(codes.VALUE_NOT_ALLOWED, "qk_matmul_output_mode is {mode}, needed 0, 1, 2 or 3", mode=mode)
    scale = call.float("scale", 1.0)
    if scale <= 0:
        call.error(codes.RUNTIME_DIFFERS, "scale is {scale}, and ONNX Runtime needs more than 0", scale=scale)
    if past_key is not None and past_value is not None and not all((*call.wanted, False, False)[1:3]):
        call.error(
            codes.RUNTIME_DIFFERS,
            "past_key is given without the outputs for the present, which ONNX Runtime refuses",
        )


def _require_mask(call: Call, mask: TensorFact | None, scores: Shape, *, sure: bool) -> None:
    """Broadcastable to the scores; the runtime's kernel broadcasts over the batch and the heads only."""
    if mask is None or mask.shape is None:
        return
    call.rank(mask, "attn_mask", at_most=4)
    if sure and len(mask.shape) < 2:
        call.error(
            codes.RUNTIME_DIFFERS,
            "attn_mask has rank {rank}, ONNX Runtime needs 2 to 4; attn_mask is {mask}",
            rank=len(mask.shape), mask=mask,
        )  # fmt: skip
    shift = 4 - len(mask.shape)
    for axis, have in enumerate(mask.shape):
        need = scores[axis + shift]
        shorter = axis + shift == 3 and call.version >= 24
        condition = at_least(need, have) if shorter else expands_to(have, need)
        if sure and len(mask.shape) >= 2 and axis + shift >= 2 and condition.verdict() is not REFUTED:
            call.require(
                equal(have, need), codes.RUNTIME_DIFFERS,
                "attn_mask has {have} on axis {axis}, ONNX Runtime needs {need}; attn_mask is {mask}",
                have=have, axis=axis, need=need, mask=mask,
            )  # fmt: skip
            continue
        call.require(
            condition, codes.BROADCAST_MISMATCH,
            "attn_mask has {have} on axis {axis}, needed {need}{more}; attn_mask is {mask}",
            have=have, axis=axis, need=need, more=" or less" if shorter else " or 1", mask=mask,
        )  # fmt: skip
