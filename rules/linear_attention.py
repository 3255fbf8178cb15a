"""LinearAttention, CausalConvWithState, SwiGLU: layers of recurrent language models.

Version  What changed
27       the first version of LinearAttention and CausalConvWithState
28       the first version of SwiGLU
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import Call, Dim, TensorFact, any_of, const, equal, rule, tensor
from shapeinfer.shapes.attention import heads_of, require_same, require_shape


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
        if needs in update and fact is None:
            call.error(
                codes.VALUE_NOT_ALLOWED, "update_rule is {update} without {name}", update=update, name=name
            )
    for fact, name in ((query, "query"), (key, "key"), (value, "value")):
        call.rank(fact, name, at_least=3, at_most=3)
    q = heads_of(call, query, "query", "q_num_heads")
    k = heads_of(call, key, "key", "kv_num_heads")
    v = heads_of(call, value, "value", "kv_num_heads")
    heads = const(call.int("kv_num_heads"))
    if q is None or k is None or v is None:
        why = "the rank of an input is unknown"
        return tensor(0, call.fresh_shape(3, why)), tensor(0, call.fresh_shape(4, why))
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
    # present_state has a type variable of its own, which past_state need not be there to bind.
    present = past_state.elem_type if past_state is not None else query.elem_type
    return tensor(0, (batch, length, q.heads * v.size)), tensor(present, state)


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
    call.require_at_least(
        weight.shape[2], 1, codes.EMPTY_REDUCTION,
        "weight has {size} on axis 2, needed at least 1; weight is {weight}",
        size=weight.shape[2], weight=weight,
    )  # fmt: skip
    require_shape(call, bias, (channels,), "bias")
    state = (batch, channels, weight.shape[2] - 1)
    require_shape(call, past_state, state, "past_state")
    return tensor(0, input.shape), tensor(0, state)


@rule("SwiGLU", versions=(28,))
def swiglu(call: Call, A: TensorFact, B: TensorFact) -> TensorFact:
    if A.shape is None:
        return tensor(0, B.shape)
    require_shape(call, B, A.shape, "B")
    return tensor(0, A.shape)
