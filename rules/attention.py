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
    Refused,
    Shape,
    TensorFact,
    at_least,
    cancelled,
    const,
    divides,
    equal,
    expands_to,
    is_declared,
    is_ranked,
    product,
    rule,
    tensor,
)
from shapeinfer.shapes.broadcast import broadcast_shapes
from shapeinfer.shapes.flags import as_int32
from shapeinfer.shapes.layers.attention import Heads, heads_of, require_same, require_shape

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
        if Q.shape:
            require_shape(call, nonpad_kv_seqlen, Q.shape[:1], "nonpad_kv_seqlen")
        _look_at_caches(call, beside_past=past_key is not None or past_value is not None, kernel=Q.elem_type)
    if call.version >= 25:
        _look_at_version_25(call, Q)
    return _attention(call, Q, K, V, attn_mask, past_key, past_value)


def _attention(
    call: Call,
    Q: TensorFact,
    K: TensorFact,
    V: TensorFact,
    attn_mask: TensorFact | None,
    past_key: TensorFact | None,
    past_value: TensorFact | None,
) -> tuple[TensorFact, ...]:
    _look_at_types(call, Q, V)
    mask_type = 0 if attn_mask is None else attn_mask.elem_type
    half = (FLOAT16,) if Q.elem_type == FLOAT16 else ()
    masked = mask_type in (0, BOOL, FLOAT, *half)
    # ONNX Runtime has a kernel of version 25 only before 1.32, which refuses more than the function.
    may_have_kernel = call.version < 25
    has_kernel = may_have_kernel and Q.elem_type in _WITH_KERNEL and masked
    if has_kernel:
        _look_at_kernel(call, past_key, past_value)
    if call.int("is_causal", 0) == 1 and not masked:
        call.warn(
            codes.RUNTIME_DIFFERS,
            "attn_mask is {mask} beside is_causal, and ONNX Runtime before 1.32 needs bool or f32",
            mask=elem_type_name(mask_type),
        )  # fmt: skip
    if (past_key is None) != (past_value is None):
        call.error(codes.VALUE_NOT_ALLOWED, "one of past_key and past_value is given, needed both or none")
    ranks = {f.rank for f in (Q, K, V) if f.rank is not None}
    kernel = may_have_kernel and (not Q.elem_type or has_kernel)
    if len(ranks) > 1 and kernel:
        raise call.fail(codes.WRONG_RANK, "Q is {Q}, K is {K}, V is {V}, needed the same rank", Q=Q, K=K, V=V)
    if not kernel and _has_odd_ranks(call, Q, K, V, attn_mask):
        return _of_unknown_rank(call, set())
    if not kernel and _leaves_out(call, (K, past_key), (V, past_value)):
        call.warn(codes.RUNTIME_DIFFERS, "K, V or what is past is empty, which ONNX Runtime leaves out")
        all_k, all_v = _beside_nothing(call, K, past_key, "K"), _beside_nothing(call, V, past_value, "V")
        if all_k is not None and all_v is not None:
            return _attention(call, Q, all_k, all_v, attn_mask, None, None)
        return _of_unknown_rank(call, ranks)
    read = as_int32 if kernel else int
    # The specification's function, which runs other types, looks at the two numbers of heads together.
    said = kernel or min(call.int("q_num_heads", 0), call.int("kv_num_heads", 0)) > 0
    q = heads_of(call, Q, "Q", "q_num_heads", counted=said, read=read)
    like = q if not kernel and _reshapes(Q, K, V) else None
    k, v = [
        heads_of(call, fact, name, "kv_num_heads", counted=said, read=read)
        if like is None
        else _reshaped(call, fact, K, like.batch, name)
        for fact, name in ((K, "K"), (V, "V"))
    ]
    if q is None or k is None or v is None:
        _require_joined(call, (k, past_key, "past_key"), (v, past_value, "past_value"))
        return _of_unknown_rank(call, ranks)
    batch, heads, length, size = _alike(call, q, k, v, kernel=kernel, joins=past_key is not None)
    call.require(
        divides(heads, q.heads), codes.GROUP_MISMATCH,
        "Q has {have} heads, needed a multiple of the {heads} of K; Q is {Q}, K is {K}",
        have=q.heads, heads=heads, Q=Q, K=K,
    )  # fmt: skip
    if kernel:
        _require_some(
            call, ("the batch", batch), ("the length of Q", q.length), ("the length of K", length),
            ("the head size of Q", q.size),
        )  # fmt: skip
    else:
        # Its Reshapes leave one axis open: the head size, beside which nothing may be 0.
        for what, one in (("Q", q), ("K", k), ("V", v)) if q.packed else ():
            _require_some(call, (f"the batch of {what}", one.batch), (f"the length of {what}", one.length))
        _require_some(call, ("the head size of K", k.size))
    _require_some(call, ("the head size of V", v.size))
    keys, values = (batch, heads, size), (batch, heads, v.size)
    if not kernel:  # it joins each with its past as they are
        keys, values = (k.batch, k.heads, k.size), (v.batch, v.heads, v.size)
    total = length + _past(call, past_key, past_value, keys, values)
    if not kernel:
        call.require_at_least(
            total, 1, codes.EMPTY_REDUCTION, "the length of K and its past is {size}, needed at least 1",
            size=total,
        )  # fmt: skip
    scores: tuple[Dim, Dim, Dim, Dim] = (batch, q.heads, q.length, total)
    if kernel or attn_mask is None or attn_mask.shape is None:
        _require_mask(call, attn_mask, scores, kernel=has_kernel)
    else:
        scores = _masked(call, attn_mask, attn_mask.shape, scores)
    rows, q_heads, q_length, _ = scores
    result = (rows, q_length, q_heads * v.size) if q.packed else (rows, q_heads, q_length, v.size)
    return (
        tensor(0, result),
        tensor(0, (batch, heads, total, size)),
        tensor(0, (batch, heads if kernel else v.heads, total, v.size)),
        tensor(0, scores),
    )


def _has_odd_ranks(
    call: Call, Q: TensorFact, K: TensorFact, V: TensorFact, attn_mask: TensorFact | None
) -> bool:
    """Whether the specification's function makes results of other ranks of these, with a warning."""
    _look_at_ranks(call, Q, K, V)
    if len({f.rank for f in (Q, K, V) if f.rank is not None}) > 1:
        message = (
            "Q is {Q}, K is {K}, V is {V}, needed the same rank (the specification's function takes them)"
        )
        call.warn(codes.WRONG_RANK, message, Q=Q, K=K, V=V)
        if not _reshapes(Q, K, V):
            return True
    if call.version >= 25 and attn_mask is not None and attn_mask.rank is not None and attn_mask.rank > 4:
        message = "attn_mask has rank {rank}, needed 4 or less (ONNX Runtime from 1.32 on broadcasts it)"
        call.warn(codes.WRONG_RANK, message, rank=attn_mask.rank)
        return True
    return False


def _look_at_ranks(call: Call, Q: TensorFact, K: TensorFact, V: TensorFact) -> None:
    """A loader that knows the rank of Q looks at those of all three.

    Raises Refused where it refuses one."""
    for fact, name in ((Q, "Q"), (K, "K"), (V, "V")) if is_ranked(Q) else ():
        if fact.rank not in (None, 3, 4) and is_ranked(fact) and call.refuse_load(
            codes.WRONG_RANK, "{name} has rank {rank}, needed 3 to 4; {name} is {fact}",
            name=name, rank=fact.rank, fact=fact,
        ):  # fmt: skip
            raise Refused


def _reshapes(Q: TensorFact, K: TensorFact, V: TensorFact) -> bool:
    """Whether the specification's function reshapes all three: it does where heads are packed in Q."""
    return Q.rank == 3 and K.rank in (3, 4) and V.rank in (3, 4)


def _reshaped(call: Call, fact: TensorFact, K: TensorFact, batch: Dim, name: str) -> Heads | None:
    """K or V as the specification's function reshapes it beside a Q with packed heads: to the batch of Q, the
    last axis but one of K, the heads, and what is left."""
    if fact.shape is None or K.shape is None:
        return None
    length = K.shape[-2]
    if len(fact.shape) == 3 and fact.shape[:2] == (batch, length):
        return heads_of(call, fact, name, "kv_num_heads", read=int)
    heads = call.int("kv_num_heads", 0)
    if heads < 1:
        raise call.fail(
            codes.VALUE_NOT_ALLOWED,
            "{name} has rank {rank} and kv_num_heads is {count}, needed at least 1 head; {name} is {fact}",
            name=name, rank=fact.rank, count=heads, fact=fact,
        )  # fmt: skip
    message = (
        "{name} holds {have} elements, needed a multiple of {need}: the batch of Q times the length of K "
        "times the heads; {name} is {fact}"
    )
    have, need = product(fact.shape), product((batch, length, const(heads)))
    left, right = cancelled(have, need)
    size = call.require_divides(
        right, left, codes.NOT_DIVISIBLE, message, name=name, have=have, need=need, fact=fact
    )
    if fact.rank == K.rank and equal(fact.shape[-2], length).verdict() is REFUTED:
        call.warn(
            codes.SIZE_MISMATCH, "the length is {k} in K and {v} in V, needed the same length",
            k=length, v=fact.shape[-2],
        )  # fmt: skip
    return Heads(batch, const(heads), length, size, packed=True)


def _alike(call: Call, q: Heads, k: Heads, v: Heads, *, kernel: bool, joins: bool) -> Shape:
    """The batch, and of K the number of heads, the length and the head size, after stating in what the three
    inputs agree. The specification's function broadcasts some; it ``joins`` K and V with what is past."""
    batch = q.batch
    for heads_in, name in ((k, "K"), (v, "V")):
        if kernel:
            batch = require_same(call, "the batch", batch, heads_in.batch, "Q", name)
        else:
            _joined_batch(call, batch, heads_in.batch, name)
    size = k.size
    if kernel:
        size = require_same(call, "the head size", q.size, k.size, "Q", "K")
    else:
        call.require(
            expands_to(k.size, q.size), codes.SIZE_MISMATCH,
            "the head size is {have} in Q and {need} in K, needed the same size or 1 in K",
            have=q.size, need=k.size,
        )  # fmt: skip
    heads = k.heads
    if kernel:
        heads = require_same(call, "the number of heads", k.heads, v.heads, "K", "V")
    else:
        call.require(
            expands_to(v.heads, k.heads), codes.SIZE_MISMATCH,
            "the number of heads is {have} in K and {need} in V, needed the same number or 1 in V",
            have=k.heads, need=v.heads,
        )  # fmt: skip
    # Those of K go into those of Q in the kernel, and what is counted is compared.
    counts = [("Q", q.heads), ("K", k.heads)] if not kernel else [("Q", q.heads)]
    for what, count in counts if not kernel or as_int32(call.int("q_num_heads", 0)) < 1 else ():
        call.require_at_least(
            count, 1, codes.EMPTY_REDUCTION,
            "the number of heads of {what} is {count}, needed at least 1", what=what, count=count,
        )  # fmt: skip
    length = k.length
    if kernel or joins:
        length = require_same(call, "the length", k.length, v.length, "K", "V")
    elif not q.packed:
        call.require(
            expands_to(v.length, k.length), codes.SIZE_MISMATCH,
            "the length is {have} in K and {need} in V, needed the same length or 1 in V",
            have=k.length, need=v.length,
        )  # fmt: skip
    return batch, heads, length, size


def _leaves_out(call: Call, *pairs: tuple[TensorFact, TensorFact | None]) -> bool:
    """Whether one of two that the specification's function joins is empty, and no loader sees that."""
    found = False
    for fact, past in pairs:
        if past is None or (ZERO in (fact.shape or ())) == (ZERO in (past.shape or ())):
            continue
        if call.loading and is_declared(fact) and is_declared(past):
            return False
        found = True
    return found


def _beside_nothing(call: Call, fact: TensorFact, past: TensorFact | None, name: str) -> TensorFact | None:
    """K or V joined with its past, of which a Concat skips what is empty but for its length. None where a
    shape is not known, or heads are packed."""
    if past is None or fact.shape is None or past.shape is None or fact.rank != past.rank or fact.rank != 4:
        return None
    kept, skipped = (fact.shape, past.shape) if ZERO not in fact.shape else (past.shape, fact.shape)
    if name == "K" and kept[1] != fact.shape[1]:  # it counts the heads before it joins
        if fact.shape[1] != ZERO:
            return None
        call.require_at_least(fact.shape[1], 1, codes.EMPTY_REDUCTION, "K is {fact}, needed heads", fact=fact)
    if ZERO not in skipped:
        for axis in (0, 1, 3):
            call.require_equal(
                skipped[axis], kept[axis], codes.SIZE_MISMATCH,
                "axis {axis} of {name} has {have} and of its past {need}, needed equal sizes",
                axis=axis, name=name, have=kept[axis], need=skipped[axis],
            )  # fmt: skip
    return tensor(fact.elem_type, (kept[0], kept[1], kept[2] + skipped[2], kept[3]))


def _look_at_caches(call: Call, *, beside_past: bool, kernel: int) -> None:
    """``nonpad_kv_seqlen`` is about a cache that the model updates itself, ``past_key`` about one that the
    operator updates."""
    if beside_past:
        # The specification's function of version 24 takes both where nothing is past.
        report = call.error if call.version >= 25 or kernel in _WITH_KERNEL else call.warn
        report(
            codes.VALUE_NOT_ALLOWED,
            "nonpad_kv_seqlen is given beside past_key or past_value, needed one of the two",
        )
    elif call.version >= 25 and any(call.wanted[1:3]):
        message = (
            "nonpad_kv_seqlen is given beside an output for the present, which ONNX Runtime 1.32 refuses"
        )
        call.error(codes.RUNTIME_DIFFERS, message)


def _look_at_version_25(call: Call, Q: TensorFact) -> None:
    """What the definition of version 25 refuses, which ONNX Runtime has since 1.32."""
    if any(call.wanted[1:3]) and not all((*call.wanted, False)[1:3]):
        message = (
            "one of present_key and present_value is an output, and ONNX Runtime 1.32 needs both or none"
        )
        call.error(codes.RUNTIME_DIFFERS, message)
    if Q.rank == 4 and (call.has("q_num_heads") or call.has("kv_num_heads")):
        message = "q_num_heads or kv_num_heads is given, and ONNX Runtime 1.32 then needs rank 3; Q is {Q}"
        call.refuse_load(codes.RUNTIME_DIFFERS, message, Q=Q)


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


def _joined_batch(call: Call, batch: Dim, other: Dim, name: str) -> None:
    """The specification's function broadcasts batches; the results' shapes are those of one batch for all."""
    message = "the batch is {batch} in Q and {other} in {name}, needed the same size, or 1 in {name}"
    args = {"batch": batch, "other": other, "name": name}
    call.require(expands_to(other, batch), codes.SIZE_MISMATCH, message, **args)
    call.suppose(equal(batch, other), codes.ASSUMED_SIZE, message, **args)


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


def _require_joined(call: Call, *pairs: tuple[Heads | None, TensorFact | None, str]) -> None:
    """Where one of the ranks is unknown: what is known of K or V, and of the past that it is joined with."""
    for one, past, name in pairs:
        if one is not None and past is not None and past.shape is not None and past.rank == 4:
            require_shape(call, past, (one.batch, one.heads, past.shape[2], one.size), name)


def _of_unknown_rank(call: Call, ranks: set[int]) -> tuple[TensorFact, ...]:
    why = "the rank of an input is unknown"
    result = tensor(0, call.fresh_shape(ranks.pop(), why)) if ranks else tensor(0)
    return (result, *(tensor(0, call.fresh_shape(4, why)) for _ in range(3)))


def _require_some(call: Call, *sizes: tuple[str, Dim]) -> None:
    """None of the sizes, of which each has its name, is 0."""
    for what, size in sizes:
        call.require_at_least(
            size, 1, codes.EMPTY_REDUCTION, "{what} is {size}, needed at least 1", what=what, size=size
        )


def _past(
    call: Call, past_key: TensorFact | None, past_value: TensorFact | None, keys: Shape, values: Shape
) -> Dim:
    """The length of the cache, whose batch, heads and head size are those of the keys and the values."""
    if past_key is None or past_value is None:
        return call.fresh("past_key and past_value do not go together") if past_key or past_value else ZERO
    for fact, name, sizes in ((past_key, "past_key", keys), (past_value, "past_value", values)):
        if call.rank(fact, name, at_least=4, at_most=4) is not None and fact.shape is not None:
            require_shape(call, fact, (*sizes[:2], fact.shape[2], sizes[2]), name)
    known = [f.shape[2] for f in (past_key, past_value) if f.shape is not None]
    if len(known) == 2:
        return require_same(call, "the length", known[0], known[1], "past_key", "past_value")
    return known[0] if known else call.fresh("the rank of past_key is unknown")


def _masked(call: Call, mask: TensorFact, shape: Shape, scores: Shape) -> tuple[Dim, Dim, Dim, Dim]:
    """The scores' shape after the mask is added, as the specification's function does it, which broadcasts
    both ways. From version 24 on it pads a last axis that is too short, and cuts one that is too long."""
    call.rank(mask, "attn_mask", at_most=4)
    total = scores[3]
    if shape and call.version >= 24:
        shape = (*shape[:-1], total)
    found = broadcast_shapes(call, tensor(0, scores), tensor(0, shape), names=("the scores", "attn_mask"))
    if found is None or len(found) != 4:
        return scores[0], scores[1], scores[2], total
    return found[0], found[1], found[2], total


def _require_mask(call: Call, mask: TensorFact | None, scores: Shape, *, kernel: bool) -> None:
    """Broadcastable to the scores; the runtime's kernel broadcasts over the batch and the heads only."""
    if mask is None or mask.shape is None:
        return
    call.rank(mask, "attn_mask", at_most=4)
    if kernel and len(mask.shape) < 2:
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
        if kernel and len(mask.shape) >= 2 and axis + shift >= 2 and condition.verdict() is not REFUTED:
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
