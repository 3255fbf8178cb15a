"""Linear attention of com.microsoft, whose state stands for all earlier keys and values, and its gate.

Version  What changed
1        com.microsoft

A state of ``state_window`` W > 0 has an axis of W in front.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.elem_type import FLOAT
from shapeinfer.rule import Call, Dim, TensorFact, any_of, const, equal, product, rule, tensor
from shapeinfer.shapes.inputs import require_shape, sizes
from shapeinfer.shapes.layers.attention.caches import head_size
from shapeinfer.shapes.layers.attention.states import state_window

_MOST_HEADS = 1024


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
    state = (*state_window(call), batch, const(kv_heads), size, v_size)
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
