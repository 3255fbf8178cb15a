"""LinearAttention, CausalConvWithState, SwiGLU: layers of recurrent language models.

Version  What changed
27       the first version of LinearAttention and CausalConvWithState
28       the first version of SwiGLU

ONNX Runtime has no kernels: 1.32 runs the functions of version 27. A loader compares all sizes that it knows,
and refuses what the specification forbids; the functions look at less in a run. What they take is a warning,
and for open sizes the specification is a premise. They take no empty batch, sequence or heads.
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
    cancelled,
    const,
    divides,
    equal,
    expands_to,
    is_declared,
    product,
    rule,
    tensor,
)
from shapeinfer.shapes.inputs import UNKNOWN_RANK, require_shape, sizes
from shapeinfer.shapes.layers.attention.caches import require_some_rows
from shapeinfer.shapes.layers.attention.heads import Heads, expect_equal, heads_of, require_nonempty


@rule("LinearAttention", versions=(27,))
def linear_attention(
    call: Call,
    query: TensorFact,
    key: TensorFact,
    value: TensorFact,
    past_state: TensorFact | None = None,
    decay: TensorFact | None = None,
    beta: TensorFact | None = None,
) -> tuple[TensorFact, ...]:
    update = _update_rule(call, decay, beta)
    named = (query, "query"), (key, "key"), (value, "value")
    # present_state has a type variable of its own, which past_state need not be there to bind.
    present = past_state.elem_type if past_state is not None else query.elem_type
    ranked = [_has_rank(call, fact, name) for fact, name in named]
    if not all(ranked):
        state = call.fresh_shape(4, UNKNOWN_RANK)
        return tensor(0, call.fresh_shape(3, UNKNOWN_RANK)), tensor(present, state)
    _require_known_ranks(call, query, value, past_state)
    q = heads_of(call, query, "query", "q_num_heads")
    if q is None or key.shape is None or value.shape is None:
        k = heads_of(call, key, "key", "kv_num_heads")
        return _of_some(call, q, k, heads_of(call, value, "value", "kv_num_heads"), past_state, present)
    heads = const(call.int("kv_num_heads"))
    call.require_divides(
        heads, q.heads, codes.GROUP_MISMATCH,
        "q_num_heads is {have}, needed a multiple of the {heads} of key",
        have=q.heads, heads=heads,
    )  # fmt: skip
    front = (q.batch, q.length)
    inner = _head_size(call, query, key, front, "key")
    outer = _head_size(call, query, value, front, "value")
    # What it takes away from a state is a product with the key, what it adds is broadcast.
    seen = _seen_by(call, query, key) and None not in (inner.value, q.size.value)
    call.require(
        equal(inner, q.size) if "delta" in update or seen else expands_to(inner, q.size), codes.SIZE_MISMATCH,
        "the head size is {need} in query and {have} in key, needed the same size", have=inner, need=q.size,
    )  # fmt: skip
    require_nonempty(call, ("the batch", q.batch), ("the length", q.length))
    grouped = call.int("q_num_heads") != call.int("kv_num_heads")
    if grouped:
        require_nonempty(call, ("the head size of query", q.size), ("the head size of value", outer))
    state = _state(call, query, past_state, (q.batch, heads, q.size, outer), grouped=grouped)
    if None in (q.batch.value, q.length.value):
        _compare(call, key, value)
    _require_gate(call, query, decay, "decay", front, (heads, heads * q.size))
    _require_gate(call, query, beta, "beta", front, (heads, const(1)))
    made = q.heads if grouped else state[1]
    copies = state[0] if q.batch == ONE else ONE  # a single batch is broadcast to the batch of past_state
    return tensor(0, (*front, copies * made * state[3])), tensor(present, state)


def _require_known_ranks(call: Call, query: TensorFact, value: TensorFact, past: TensorFact | None) -> None:
    """The function carries a state, and every run fails if a loader knows no shape of that."""
    told = (value, "value") if past is None else (past, "past_state")
    for fact, name in ((query, "query"), told):
        if fact.shape is None:
            message = (
                "the rank of {name} is unknown at load, and ONNX Runtime needs it for the shape of the state"
            )
            call.refuse_load(codes.RUNTIME_DIFFERS, message, name=name)


def _has_rank(call: Call, fact: TensorFact, name: str) -> bool:
    """Whether an input has rank 3, or an unknown one. A loader that sees another one refuses it; the function
    takes any, and makes the sizes that it needs of as many elements."""
    if fact.rank in (None, 3):
        return True
    message, args = "{name} has rank {rank}, needed 3; {name} is {fact}", {"name": name, "fact": fact}
    if not call.refuse_load(codes.WRONG_RANK, message, rank=fact.rank, **args):
        call.warn(codes.WRONG_RANK, message, rank=fact.rank, **args)
    return False


def _update_rule(call: Call, decay: TensorFact | None, beta: TensorFact | None) -> str:
    """The attribute ``update_rule``, after a check that the inputs are those that it needs."""
    update = call.string("update_rule", "gated_delta")
    for needs, fact, name in (("gated", decay, "decay"), ("delta", beta, "beta")):
        if (needs in update) == (fact is None):
            call.error(
                codes.VALUE_NOT_ALLOWED, "update_rule is {update} {how} {name}",
                update=update, how="without" if fact is None else "with", name=name,
            )  # fmt: skip
    return update


def _compare(call: Call, key: TensorFact, value: TensorFact) -> None:
    """A loader compares key and value also where it does not know the sizes of query."""
    message = "the {what} is {need} in key and {have} in value, needed the same size"
    pairs = zip(value.shape or (), key.shape or (), ("batch", "length"), strict=False)
    for have, need, what in pairs:
        if equal(have, need).verdict() is REFUTED:
            expect_equal(call, have, need, message, seen=_is_seen(key, value), what=what)


def _is_seen(*facts: TensorFact) -> bool:
    """Whether a loader surely knows the sizes of all of them that are numbers."""
    return all(map(is_declared, facts))


def _head_size(call: Call, query: TensorFact, fact: TensorFact, front: tuple[Dim, Dim], name: str) -> Dim:
    """The size of a head of key or value. The function reshapes it to the batch and the length of query
    (``front``) and the heads, and looks at the number of elements alone."""
    if _is_alike(call, query, fact, front, name):
        heads = heads_of(call, fact, name, "kv_num_heads")
        assert heads is not None  # its rank is known
        return heads.size
    need = product((*front, const(call.int("kv_num_heads"))))
    have, cut = cancelled(product(fact.shape or ()), need)
    size = call.require_divides(
        cut, have, codes.NOT_DIVISIBLE,
        "{name} holds {have} elements, needed a multiple of {need}: the batch and the length of query times "
        "the heads; {name} is {fact}",
        name=name, have=product(fact.shape or ()), need=need, fact=fact,
    )  # fmt: skip
    if name == "value":  # whose last axis tells the size of the state
        made = (fact.shape or ())[2] // const(call.int("kv_num_heads"))
        call.require(
            expands_to(size, made), codes.SIZE_MISMATCH,
            "the head size of value is {made}, and {have} in the batch and the length of query, needed the "
            "same size; value is {fact}",
            made=made, have=size, fact=fact,
        )  # fmt: skip
        return made
    return size


def _is_alike(call: Call, query: TensorFact, fact: TensorFact, front: tuple[Dim, Dim], name: str) -> bool:
    """Whether an input has the batch and the length of query, or may have them, which is supposed then."""
    message = "the {what} is {need} in query and {have} in {name}, needed the same size"
    seen = _is_seen(query, fact)
    found = True
    for what, have, need in zip(("batch", "length"), fact.shape or (), front, strict=False):
        found &= expect_equal(call, have, need, message, seen=seen, what=what, name=name)
    return found


def _state(call: Call, query: TensorFact, past: TensorFact | None, wanted: Shape, *, grouped: bool) -> Shape:
    """The state's shape. Where it has to have a size of 1, the function broadcasts to that of past_state, but
    where several heads of query share one of key (``grouped``)."""
    if past is None or call.rank(past, "past_state", at_least=4, at_most=4) is None or past.shape is None:
        return wanted
    made = []
    for axis, (have, need) in enumerate(zip(past.shape, wanted, strict=True)):
        message = "past_state has {have} on axis {axis}, needed {need}; past_state is {past}"
        args = {"axis": axis, "past": past}
        if grouped or equal(need, ONE).verdict() is REFUTED:
            call.require_equal(have, need, codes.SIZE_MISMATCH, message, have=have, need=need, **args)
            made.append(need)
        else:
            call.require(
                any_of(equal(have, need), equal(need, ONE)), codes.SIZE_MISMATCH, message,
                have=have, need=need, **args,
            )  # fmt: skip
            same = expect_equal(call, have, need, message, seen=_is_seen(query, past), **args)
            made.append(need if same else have)
    return tuple(made)


def _of_some(
    call: Call, q: Heads | None, k: Heads | None, v: Heads | None, past_state: TensorFact | None, present: int
) -> tuple[TensorFact, ...]:
    """The results where query, key or value has no rank: what the others and past_state say."""
    known = next((heads for heads in (q, k, v) if heads is not None), None)
    past = sizes(call, past_state, 4, "past_state")
    batch, length = (past[0], call.fresh(UNKNOWN_RANK)) if known is None else (known.batch, known.length)
    inner = q or k
    key_size = past[2] if inner is None else inner.size
    value_size = past[3] if v is None else v.size
    return (
        tensor(0, (batch, length, const(call.int("q_num_heads")) * value_size)),
        tensor(present, (batch, const(call.int("kv_num_heads")), key_size, value_size)),
    )


def _require_gate(
    call: Call,
    query: TensorFact,
    fact: TensorFact | None,
    name: str,
    front: tuple[Dim, Dim],
    last: tuple[Dim, Dim],
) -> None:
    if fact is None or fact.shape is None or not _has_rank(call, fact, name):
        return
    one, other = last
    if _is_alike(call, query, fact, front, name):
        call.require(
            any_of(equal(fact.shape[2], one), equal(fact.shape[2], other)), codes.SIZE_MISMATCH,
            "{name} has {have} on axis 2, needed {one} or {other}; {name} is {fact}",
            name=name, have=fact.shape[2], one=one, other=other, fact=fact,
        )  # fmt: skip
        return
    rows, have = product(front), product(fact.shape)
    call.require(
        any_of(equal(have, rows * one), equal(have, rows * other)), codes.SIZE_MISMATCH,
        "{name} holds {have} elements, needed {one} or {other}; {name} is {fact}",
        name=name, have=have, one=rows * one, other=rows * other, fact=fact,
    )  # fmt: skip


@rule("CausalConvWithState", versions=(27,))
def causal_conv_with_state(
    call: Call,
    input: TensorFact,
    weight: TensorFact,
    bias: TensorFact | None = None,
    past_state: TensorFact | None = None,
) -> tuple[TensorFact, ...]:
    call.rank(input, "input", at_least=3, at_most=3)
    call.rank(weight, "weight", at_least=3, at_most=3)
    unknown = "the rank of an input is unknown"
    batch, channels, _ = input.shape if input.shape is not None else call.fresh_shape(3, unknown)
    if weight.shape is None:
        return tensor(0, input.shape), tensor(0, (batch, channels, call.fresh(unknown)))
    if weight.shape[2] == ZERO and past_state is not None and not _seen_by(call, weight):
        unknown = "weight has no places"
        return tensor(0, call.fresh_shape(3, unknown)), tensor(0, call.fresh_shape(3, unknown))
    verdict = call.require_at_least(
        weight.shape[2], 1, codes.EMPTY_REDUCTION,
        "weight has {size} on axis 2, needed at least 1; weight is {weight}",
        size=weight.shape[2], weight=weight,
    )  # fmt: skip
    if input.shape is None:
        kept = call.blamed() if verdict is REFUTED else weight.shape[2] - 1
        require_shape(call, weight, (channels, ONE, weight.shape[2]), "weight")
        require_shape(call, bias, (channels,), "bias")
        return tensor(0, None), tensor(0, (batch, channels, kept))
    if verdict is REFUTED:
        return tensor(0, input.shape), tensor(0, (batch, channels, call.blamed()))
    return _convolved(call, input, weight, bias, past_state)


def _convolved(
    call: Call, input: TensorFact, weight: TensorFact, bias: TensorFact | None, past: TensorFact | None
) -> tuple[TensorFact, ...]:
    """The result and the state. The function joins the input to what is past, and convolves each channel."""
    assert input.shape is not None and weight.shape is not None  # checked by the caller
    batch, channels, length = input.shape
    window = weight.shape[2]
    kept = window - 1
    if past is not None and call.rank(past, "past_state", at_least=3, at_most=3) is None:
        length = call.fresh("the rank of past_state is unknown")
        past = None
    known = past is None or None not in (size.value for size in (*input.shape, *(past.shape or ())))
    seen = past is not None and known and _seen_by(call, input, past)
    if past is not None and not seen and ZERO in (*(past.shape or ()), *input.shape):
        # A join skips what is empty.
        unknown = "input or past_state is empty"
        return tensor(0, call.fresh_shape(3, unknown)), tensor(0, call.fresh_shape(3, unknown))
    if channels == ZERO and _seen_by(call, input):  # it divides by the number of groups
        require_some_rows(call, channels, "the number of channels")
    made = _filters(call, input, weight)
    require_shape(call, bias, weight.shape[:1], "bias")
    joined, same = length + kept, True
    if past is not None and past.shape is not None:
        joined = length + past.shape[2]
        require_shape(call, past, (batch, channels, past.shape[2]), "past_state")
        message = "past_state has {have} on axis 2, needed {need}; past_state is {past}"
        same = expect_equal(call, past.shape[2], kept, message, seen=_is_seen(weight, past), past=past)
    call.require_at_least(
        joined, window, codes.EMPTY_REDUCTION,
        "input and what is past have {joined} on axis 2, needed at least {window}; input is {input}",
        joined=joined, window=window, input=input,
    )  # fmt: skip
    result = (batch, made, length if same else joined - kept)
    return tensor(0, result), tensor(0, (batch, channels, kept))


def _seen_by(call: Call, *facts: TensorFact) -> bool:
    """Whether a loader looks at the sizes of these, and knows them."""
    return call.loading and _is_seen(*facts)


def _filters(call: Call, input: TensorFact, weight: TensorFact) -> Dim:
    """How many channels come out. The function has as many groups as there are channels, or as filters where
    a loader does not know the channels: so it takes several filters for each channel, or one for several."""
    assert input.shape is not None and weight.shape is not None  # checked by the caller
    channels = input.shape[1]
    filters, depth, window = weight.shape
    for_each = all_of(equal(depth, ONE), divides(channels, filters))
    for_several = equal(channels, depth * filters)
    known = channels.value is not None, filters.value is not None
    if (all(known) and _seen_by(call, input, weight)) or any_of(for_each, for_several).verdict() is REFUTED:
        require_shape(call, weight, (channels, ONE, window), "weight")
        return channels
    if any(known):
        call.require(
            any_of(for_each, for_several) if all(known) else for_each if known[0] else for_several,
            codes.SIZE_MISMATCH,
            "weight has {filters} and {depth} on axes 0 and 1, needed {channels} and 1; weight is {weight}",
            filters=filters, depth=depth, channels=channels, weight=weight,
        )  # fmt: skip
    message = "weight has {have} on axis {axis}, needed {need}; weight is {weight}"
    expect_equal(call, depth, ONE, message, seen=_is_seen(input, weight), axis=1, weight=weight)
    same = expect_equal(call, filters, channels, message, seen=_is_seen(input, weight), axis=0, weight=weight)
    return channels if same else filters


@rule("SwiGLU", versions=(28,))
def swiglu(call: Call, A: TensorFact, B: TensorFact) -> TensorFact:
    if A.shape is None or B.shape is None:
        return tensor(0, B.shape if A.shape is None else A.shape)
    call.rank(B, "B", at_least=len(A.shape), at_most=len(A.shape))
    shape = [
        call.require_equal(
            need, have, codes.SIZE_MISMATCH,
            "B has {have} on axis {axis}, needed {need}; B is {B}", have=have, axis=axis, need=need, B=B,
        )
        for axis, (need, have) in enumerate(zip(A.shape, B.shape, strict=True))
    ]  # fmt: skip
    return tensor(0, tuple(shape))
