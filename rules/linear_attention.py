"""LinearAttention, CausalConvWithState, SwiGLU: layers of recurrent language models.

Version  What changed
27       the first version of LinearAttention and CausalConvWithState
28       the first version of SwiGLU
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import REFUTED, Call, Dim, TensorFact, any_of, const, equal, rule, tensor
from shapeinfer.shapes.inputs import UNKNOWN_RANK, require_same, require_shape, sizes
from shapeinfer.shapes.layers.attention.heads import Heads, heads_of


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
    update = call.string("update_rule", "gated_delta")
    for needs, fact, name in (("gated", decay, "decay"), ("delta", beta, "beta")):
        if (needs in update) == (fact is None):
            call.error(
                codes.VALUE_NOT_ALLOWED, "update_rule is {update} {how} {name}",
                update=update, how="without" if fact is None else "with", name=name,
            )  # fmt: skip
    for fact, name in ((query, "query"), (key, "key"), (value, "value")):
        call.rank(fact, name, at_least=3, at_most=3)
    q = heads_of(call, query, "query", "q_num_heads")
    k = heads_of(call, key, "key", "kv_num_heads")
    v = heads_of(call, value, "value", "kv_num_heads")
    heads = const(call.int("kv_num_heads"))
    # present_state has a type variable of its own, which past_state need not be there to bind.
    present = past_state.elem_type if past_state is not None else query.elem_type
    if q is None or k is None or v is None:
        return _of_some(call, q, k, v, past_state, present)
    call.require_divides(
        heads, q.heads, codes.GROUP_MISMATCH,
        "q_num_heads is {have}, needed a multiple of the {heads} of key",
        have=q.heads, heads=heads,
    )  # fmt: skip
    batch, length = q.batch, q.length
    for other, name in ((k, "key"), (v, "value")):
        batch = require_same(call, "the batch", batch, other.batch, "query", name)
        length = require_same(call, "the length", length, other.length, "query", name)
    size = require_same(call, "the head size", q.size, k.size, "query", "key")
    state = (batch, heads, size, v.size)
    require_shape(call, past_state, state, "past_state")
    _require_gate(call, decay, "decay", (batch, length), (heads, heads * size))
    _require_gate(call, beta, "beta", (batch, length), (heads, const(1)))
    return tensor(0, (batch, length, q.heads * v.size)), tensor(present, state)


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
    require_shape(call, weight, (channels, const(1), weight.shape[2]), "weight")
    require_shape(call, bias, (channels,), "bias")
    verdict = call.require_at_least(
        weight.shape[2], 1, codes.EMPTY_REDUCTION,
        "weight has {size} on axis 2, needed at least 1; weight is {weight}",
        size=weight.shape[2], weight=weight,
    )  # fmt: skip
    kept = call.blamed() if verdict is REFUTED else weight.shape[2] - 1
    state = (batch, channels, kept)
    require_shape(call, past_state, state, "past_state")
    return tensor(0, input.shape), tensor(0, state)


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
