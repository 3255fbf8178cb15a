"""Attention as the specification's function computes it: what it demands, and what it makes.

ONNX Runtime runs the function where it has no kernel. It broadcasts more than the specification allows, and
its Reshapes and Concats refuse other things than a kernel does.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import (
    ONE,
    REFUTED,
    ZERO,
    Call,
    Dim,
    Refused,
    TensorFact,
    cancelled,
    const,
    divides,
    equal,
    expands_to,
    is_ranked,
    product,
    tensor,
)
from shapeinfer.shapes.broadcast import broadcast_shapes
from shapeinfer.shapes.inputs import UNKNOWN_RANK
from shapeinfer.shapes.layers.attention.heads import (
    Heads,
    expect_equal,
    heads_counted,
    heads_of,
    of_unknown_rank,
    past_lengths,
    require_joined,
    require_nonempty,
)
from shapeinfer.shapes.layers.attention.of_nothing import attention_of_nothing, folds


def attention_by_function(
    call: Call,
    Q: TensorFact,
    K: TensorFact,
    V: TensorFact,
    attn_mask: TensorFact | None,
    past_key: TensorFact | None,
    past_value: TensorFact | None,
    nonpad_kv_seqlen: TensorFact | None,
) -> tuple[TensorFact, ...]:
    """The result, both outputs for the present, and the scores."""
    if _has_odd_ranks(call, Q, K, V, attn_mask) or _has_odd_counts(call, nonpad_kv_seqlen):
        return of_unknown_rank(call, None)
    biases = _biases(call, K, attn_mask, past_key, nonpad_kv_seqlen)
    for past, name in ((past_key, "past_key"), (past_value, "past_value")):
        if past is not None:
            call.rank(past, name, at_least=4, at_most=4)
    if any(
        fact is not None and ZERO in (fact.shape or ()) for fact in (Q, K, V, *biases, past_key, past_value)
    ):
        return attention_of_nothing(call, Q, K, V, biases, past_key, past_value)
    q, k, v = _heads(call, Q, K, V)
    if q is None or k is None or v is None:
        require_joined(call, (k, past_key, "past_key"), (v, past_value, "past_value"))
        return of_unknown_rank(call, 3 if heads_counted(call) else Q.rank)
    _require_alike(call, q, k, v)
    call.require(
        divides(k.heads, q.heads), codes.GROUP_MISMATCH,
        "Q has {have} heads, needed a multiple of the {heads} of K; Q is {Q}, K is {K}",
        have=q.heads, heads=k.heads, Q=Q, K=K,
    )  # fmt: skip
    # Its Reshapes leave one axis open: the head size, beside which nothing may be 0.
    of_v = not folds(call)
    for what, one, always in (("Q", q, True), ("K", k, True), ("V", v, of_v)) if q.packed else ():
        where = (f"the batch of {what}", one.batch), (f"the length of {what}", one.length)
        require_nonempty(call, *where, always=always)
    require_nonempty(call, ("the head size of K", k.size))
    require_nonempty(call, ("the head size of V", v.size), always=of_v)
    # It joins each with its past as they are.
    keys, values = (k.batch, k.heads, k.size), (v.batch, v.heads, v.size)
    before = past_lengths(call, past_key, past_value, keys, values)
    total, weighed = _joined_lengths(call, k.length, v.length, before)
    require_nonempty(call, ("the length of K and its past", total))
    plain = scores = (q.batch, q.heads, q.length, total)
    for bias, name in zip(biases, ("attn_mask", "nonpad_kv_seqlen")[attn_mask is None :], strict=False):
        scores = _masked(call, bias, scores, name)
    rows, heads, length, _ = scores
    packed = q.packed or heads_counted(call)
    result = (rows, length, heads * v.size) if packed else (rows, heads, length, v.size)
    return (
        tensor(0, result),
        tensor(0, (k.batch, k.heads, total, k.size)),
        tensor(0, (v.batch, v.heads, weighed, v.size)),
        tensor(0, scores if call.int("qk_matmul_output_mode", 0) in (2, 3) else plain),
    )


def _heads(
    call: Call, Q: TensorFact, K: TensorFact, V: TensorFact
) -> tuple[Heads | None, Heads | None, Heads | None]:
    """The sizes of the three inputs, each None if its rank is unknown."""
    counted = heads_counted(call)
    q = heads_of(call, Q, "Q", "q_num_heads", counted=counted, read=int)
    if q is not None and _reshapes(Q, K, V):
        return q, _reshaped(call, K, K, q.batch, "K"), _reshaped(call, V, K, q.batch, "V")
    k = heads_of(call, K, "K", "kv_num_heads", counted=counted, read=int)
    return q, k, heads_of(call, V, "V", "kv_num_heads", counted=counted, read=int)


def _has_odd_ranks(
    call: Call, Q: TensorFact, K: TensorFact, V: TensorFact, attn_mask: TensorFact | None
) -> bool:
    """Whether the specification's function makes results of other ranks of these, with a warning."""
    look_at_ranks(call, Q, K, V)
    if len({f.rank for f in (Q, K, V) if f.rank is not None}) > 1:
        message = (
            "Q is {Q}, K is {K}, V is {V}, needed the same rank (the specification's function takes them)"
        )
        call.warn(codes.WRONG_RANK, message, Q=Q, K=K, V=V)
        if not _reshapes(Q, K, V):
            return True
    if call.version >= 25 and attn_mask is not None and attn_mask.rank is not None and attn_mask.rank > 4:
        message = "attn_mask has rank {rank}, needed 4 or less (ONNX Runtime from 1.32 on broadcasts it)"
        call.refused_before("1.32", codes.WRONG_RANK, message, rank=attn_mask.rank)
        if Q.rank == 3:
            call.rank(attn_mask, "attn_mask", at_most=4)  # then it reads the result's axes
        return True
    return False


def _has_odd_counts(call: Call, nonpad_kv_seqlen: TensorFact | None) -> bool:
    """Whether the function makes results of other ranks of ``nonpad_kv_seqlen``, with a warning."""
    if nonpad_kv_seqlen is None or call.rank(nonpad_kv_seqlen, "nonpad_kv_seqlen", at_least=1) in (None, 1):
        return False
    call.warn(
        codes.WRONG_RANK, "nonpad_kv_seqlen has rank {rank}, needed 1 (ONNX Runtime broadcasts it)",
        rank=nonpad_kv_seqlen.rank,
    )  # fmt: skip
    return True


def _biases(
    call: Call,
    K: TensorFact,
    attn_mask: TensorFact | None,
    past_key: TensorFact | None,
    nonpad_kv_seqlen: TensorFact | None,
) -> tuple[TensorFact, ...]:
    """What the function adds to the scores: the mask, and what hides the keys that only pad. From version 24
    on it pads a last axis of the mask that is too short, and cuts one that is too long."""
    found = []
    if attn_mask is not None:
        call.rank(attn_mask, "attn_mask", at_least=1 if call.version >= 24 else 0)
        shape = attn_mask.shape
        if shape and call.version >= 24:
            parts = [fact.shape[-2] for fact in (K, past_key) if fact and fact.shape and len(fact.shape) > 1]
            known = len(parts) == 1 + (past_key is not None)
            total = sum(parts, ZERO) if known else call.fresh(UNKNOWN_RANK)
            shape = (*shape[:-1], total)
        found.append(tensor(attn_mask.elem_type, shape))
    if nonpad_kv_seqlen is not None:
        counts, length = nonpad_kv_seqlen.shape, K.shape[-2] if K.shape and len(K.shape) > 1 else None
        shape = None if counts is None or length is None else (counts[0], ONE, ONE, length)
        found.append(tensor(0, shape))
    return tuple(found)


def look_at_ranks(call: Call, Q: TensorFact, K: TensorFact, V: TensorFact) -> None:
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
        _warn_of_lengths(call, length, fact.shape[-2])
    return Heads(batch, const(heads), length, size, packed=True)


def _require_alike(call: Call, q: Heads, k: Heads, v: Heads) -> None:
    """State in what the three inputs agree but for their lengths. The function broadcasts some of it."""
    _joined_batch(call, q.batch, k.batch, "K")
    _joined_batch(call, q.batch, v.batch, "V")
    call.require(
        expands_to(k.size, q.size), codes.SIZE_MISMATCH,
        "the head size is {have} in Q and {need} in K, needed the same size or 1 in K",
        have=q.size, need=k.size,
    )  # fmt: skip
    call.require(
        expands_to(v.heads, k.heads), codes.SIZE_MISMATCH,
        "the number of heads is {have} in K and {need} in V, needed the same number or 1 in V",
        have=k.heads, need=v.heads,
    )  # fmt: skip
    require_nonempty(call, ("the number of heads of Q", q.heads), ("the number of heads of K", k.heads))


def _joined_lengths(
    call: Call, of_keys: Dim, of_values: Dim, past: tuple[Dim | None, Dim | None]
) -> tuple[Dim, Dim]:
    """The lengths of K and V with their pasts. The function compares these alone, and broadcasts a single
    value."""
    of_past, of_past_values = (
        call.fresh("how long past_key and past_value are is not known") if size is None else size
        for size in past
    )
    total, weighed = of_keys + of_past, of_values + of_past_values
    if None in past:
        return total, weighed
    joins = ZERO not in past
    message = "the length is {have} in K{more} and {need} in V{more}, needed the same length or 1 in V"
    more = " with what is past" if joins else ""
    call.require(
        expands_to(weighed, total), codes.SIZE_MISMATCH, message, have=total, need=weighed, more=more
    )
    if joins and equal(of_keys, of_values).verdict() is REFUTED:
        _warn_of_lengths(call, of_keys, of_values)
    return total, weighed


def _warn_of_lengths(call: Call, of_keys: Dim, of_values: Dim) -> None:
    """Warn of lengths that the specification forbids and its function takes."""
    message = "the length is {k} in K and {v} in V, needed the same length"
    call.warn(codes.SIZE_MISMATCH, message, k=of_keys, v=of_values)


def _joined_batch(call: Call, batch: Dim, other: Dim, name: str) -> None:
    """The specification's function broadcasts batches; the results' shapes are those of one batch for all."""
    message = "the batch is {batch} in Q and {other} in {name}, needed the same size, or 1 in {name}"
    args = {"batch": batch, "other": other, "name": name}
    call.require(expands_to(other, batch), codes.SIZE_MISMATCH, message, **args)
    call.suppose(equal(batch, other), codes.ASSUMED_SIZE, message, **args)


def _masked(
    call: Call, bias: TensorFact, scores: tuple[Dim, Dim, Dim, Dim], name: str
) -> tuple[Dim, Dim, Dim, Dim]:
    """The scores' shape after this is added, as the specification's function does it, which broadcasts both
    ways."""
    call.rank(bias, name, at_most=4)
    if bias.shape is None:
        return scores
    shape = bias.shape
    if shape and scores[3].value in (1, None):  # it weighs as many values as there are scores
        call.require(
            expands_to(shape[-1], scores[3]), codes.BROADCAST_MISMATCH,
            "{name} has {have} on its last axis, needed {need} or 1",
            name=name, have=shape[-1], need=scores[3],
        )  # fmt: skip
        shape = (*shape[:-1], scores[3])
    if name == "nonpad_kv_seqlen":
        expect_equal(
            call, bias.shape[0], scores[0], "nonpad_kv_seqlen holds {have} numbers, needed {need}", seen=False
        )
    found = broadcast_shapes(call, tensor(0, scores), tensor(0, shape), names=("the scores", name))
    if found is None or len(found) != 4:
        return scores
    return found[0], found[1], found[2], scores[3]
