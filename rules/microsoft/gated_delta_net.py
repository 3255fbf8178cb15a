"""GatedDeltaNet, and operators that bring a state to where it was after some of the captured updates.

Version  What changed
1        com.microsoft

Tokens of all sequences stand one after another, with the bounds of the sequences in ``cu_seqlens``, or each
sequence is a row of a batch.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.elem_type import FLOAT
from shapeinfer.rule import (
    ONE,
    Call,
    Dim,
    Shape,
    TensorFact,
    any_of,
    const,
    divides,
    equal,
    product,
    rule,
    tensor,
)
from shapeinfer.shapes.inputs import require_shape, sizes
from shapeinfer.shapes.layers.attention.states import require_bounds, require_capacity

# Which inputs an update rule reads.
_DECAYS, _BETAS = ("gated", "gated_delta"), ("delta", "gated_delta")
_CHOICES = {
    "update_rule": ("linear", "gated", "delta", "gated_delta"),
    "gate_activation": ("none", "softplus", "qwen", "sigmoid", "kda"),
    "beta_activation": ("none", "sigmoid"),
}


@rule("GatedDeltaNet", versions=(1,), domain="com.microsoft")
def gated_delta_net(
    call: Call,
    query: TensorFact,
    key: TensorFact | None = None,
    value: TensorFact | None = None,
    cu_seqlens: TensorFact | None = None,
    decay: TensorFact | None = None,
    beta: TensorFact | None = None,
    initial_state: TensorFact | None = None,
    a_log: TensorFact | None = None,
    dt_bias: TensorFact | None = None,
    capture_count: TensorFact | None = None,
    state_update_active: TensorFact | None = None,
) -> tuple[TensorFact, ...]:
    """Query (..., heads, size), key and value alike; or all three packed in the last axis of query."""
    _check_attributes(call)
    _check_presence(call, decay, beta, a_log, dt_bias)
    for fact, name in ((decay, "decay"), (beta, "beta")):
        if fact is not None and query.elem_type and fact.elem_type not in (0, FLOAT, query.elem_type):
            call.error(
                codes.TYPE_NOT_ALLOWED, "{name} is {fact}, needed f32 or the type of query; that is {query}",
                name=name, fact=fact, query=query,
            )  # fmt: skip
    if (key is None) != (value is None):
        raise call.fail(codes.VALUE_NOT_ALLOWED, "of key and value only one is given")
    in_a_row = query.shape is not None and len(query.shape) == 3
    if initial_state is None and (key is None or (cu_seqlens is None and in_a_row)):
        call.error(
            codes.VALUE_NOT_ALLOWED,
            "initial_state is left out, needed beside a packed query, or to tell apart tokens in one row "
            "without cu_seqlens",
        )
    capacity = require_capacity(call, capture_count)
    if key is None or value is None:
        call.rank(query, "query", at_least=2, at_most=3)
        front = None if query.shape is None else query.shape[:-1]
        _, v_heads, v_size, size = sizes(call, initial_state, 4, "initial_state")
        heads = _packed_heads(call, query, v_heads * v_size, size)
    else:
        found = _heads(call, query, key, value)
        if found is None:
            return tensor(0), tensor(FLOAT), tensor(FLOAT)
        front, heads, size, v_heads, v_size = found
    _require_positive(call, query, (*(front or ()), size, v_size, heads, v_heads))
    call.require(
        divides(heads, v_heads), codes.GROUP_MISMATCH,
        "value has {made} heads, needed a multiple of the {heads} of query; query is {query}",
        made=v_heads, heads=heads, query=query,
    )  # fmt: skip
    batch = _batch(call, front, cu_seqlens, initial_state)
    state = (batch, v_heads, v_size, size)
    require_shape(call, initial_state, state, "initial_state")
    require_shape(call, capture_count, (batch,), "capture_count")
    require_shape(call, state_update_active, (ONE,), "state_update_active")
    require_shape(call, a_log, (v_heads,), "a_log")
    if front is None:
        return (
            tensor(0),
            tensor(FLOAT, state),
            tensor(FLOAT, (batch, call.fresh("the rank of query is unknown"))),
        )
    require_shape(call, beta, (*front, v_heads), "beta")
    each = _has_each(call, decay, front, v_heads, size)
    if each is None:
        update = call.fresh("the rank of decay is unknown")
    else:
        _require_bias(call, dt_bias, v_heads, size if each else None)
        update = (v_heads * (size if each else ONE) + heads * size + v_heads * v_size) * capacity
    return tensor(0, (*front, v_heads, v_size)), tensor(FLOAT, state), tensor(FLOAT, (batch, update))


def _check_attributes(call: Call) -> None:
    for name, allowed in _CHOICES.items():
        given = call.string(name, allowed[-1] if name == "update_rule" else "none")
        if given not in allowed:
            raise call.fail(
                codes.VALUE_NOT_ALLOWED, "{name} is {given!r}, needed one of {allowed}",
                name=name, given=given, allowed=allowed,
            )  # fmt: skip
    chunk, bound = call.int("chunk_size", 64), call.float("gate_lower_bound", -5.0)
    if not 1 <= chunk < 2**31:
        call.error(codes.VALUE_NOT_ALLOWED, "chunk_size is {size}, needed at least 1", size=chunk)
    if not float("-inf") < bound < 0:
        call.error(
            codes.VALUE_NOT_ALLOWED, "gate_lower_bound is {bound}, needed a number below 0", bound=bound
        )


def _check_presence(call: Call, *facts: TensorFact | None) -> None:
    """Each of decay, beta, a_log and dt_bias is given exactly where an attribute says that it is read."""
    update, gate = call.string("update_rule", "gated_delta"), call.string("gate_activation", "none")
    wanted = (update in _DECAYS, update in _BETAS, gate != "none", gate != "none")
    reasons = (f"update_rule {update}", f"update_rule {update}", *(f"gate_activation {gate}",) * 2)
    for fact, needed, name, reason in zip(
        facts, wanted, ("decay", "beta", "a_log", "dt_bias"), reasons, strict=True
    ):
        if (fact is not None) != needed:
            call.error(
                codes.VALUE_NOT_ALLOWED, "{name} is {what} beside {reason}, which {needs}",
                name=name, what="left out" if needed else "given", reason=reason,
                needs="needs it" if needed else "takes none",
            )  # fmt: skip


def _packed_heads(call: Call, query: TensorFact, values: Dim, size: Dim) -> Dim:
    """The heads of a query that holds keys and values too."""
    if query.shape is None:
        return call.fresh("the heads of key are packed into query")
    pairs = query.shape[-1] - values
    call.require_at_least(
        pairs, size * 2, codes.PARAMETER_SIZE,
        "query has {have} on its last axis, needed room for {values} of value and two heads of {size}; "
        "query is {query}", have=query.shape[-1], values=values, size=size, query=query,
    )  # fmt: skip
    return call.require_divides(
        size * 2, pairs, codes.NOT_DIVISIBLE,
        "query has {pairs} for queries and keys, needed a multiple of {width}; query is {query}",
        pairs=pairs, width=size * 2, query=query,
    )  # fmt: skip


def _heads(
    call: Call, query: TensorFact, key: TensorFact, value: TensorFact
) -> tuple[Shape, Dim, Dim, Dim, Dim] | None:
    """What stands in front of the heads, the heads of queries and of values and the sizes of both."""
    for fact, name in ((query, "query"), (key, "key"), (value, "value")):
        call.rank(fact, name, at_least=3, at_most=4)
    if query.shape is None or value.shape is None:
        return None
    *front, heads, size = query.shape
    require_shape(call, key, query.shape, "key")
    require_shape(call, value, (*front, *value.shape[-2:]), "value")
    return tuple(front), heads, size, value.shape[-2], value.shape[-1]


def _require_positive(call: Call, query: TensorFact, wanted: Shape) -> None:
    for size in dict.fromkeys(wanted):
        call.require_at_least(
            size, 1, codes.EMPTY_REDUCTION,
            "a number of tokens or heads or a size of them is {size}, needed at least 1; query is {query}",
            size=size, query=query,
        )  # fmt: skip


def _batch(call: Call, front: Shape | None, bounds: TensorFact | None, state: TensorFact | None) -> Dim:
    """How many sequences there are, by their bounds or by the state."""
    if bounds is not None:
        (length,) = sizes(call, bounds, 1, "cu_seqlens")
        call.require_at_least(
            length, 2, codes.LIST_LENGTH, "cu_seqlens has {length} entries, needed at least 2", length=length
        )
        if front is not None:
            if len(front) != 1:
                raise call.fail(
                    codes.VALUE_NOT_ALLOWED,
                    "cu_seqlens is given beside a batch, needed all tokens on one axis",
                )
            require_bounds(call, bounds, front[0], "cu_seqlens", each=0)
        return length - 1
    if front is not None and len(front) == 2:
        return front[0]
    batch = sizes(call, state, 4, "initial_state")[0]
    if front is None or state is None:
        return batch
    call.require_at_least(
        batch, 1, codes.EMPTY_REDUCTION, "initial_state has {batch} states, needed at least 1", batch=batch
    )
    call.require(
        divides(batch, front[0]), codes.NOT_DIVISIBLE,
        "there are {tokens} tokens, needed as many in each of {batch} sequences",
        tokens=front[0], batch=batch,
    )  # fmt: skip
    return batch


def _has_each(call: Call, decay: TensorFact | None, front: Shape, heads: Dim, size: Dim) -> bool | None:
    """Whether each element of a key has a decay, and not each head alone; None if its rank is unknown."""
    if decay is None:
        return False
    rank = len(front) + 1
    call.rank(decay, "decay", at_least=rank, at_most=rank + 1)
    if decay.shape is None:
        return None
    each = len(decay.shape) > rank
    require_shape(call, decay, (*front, heads, size) if each else (*front, heads), "decay")
    return each


def _require_bias(call: Call, bias: TensorFact | None, heads: Dim, size: Dim | None) -> None:
    """One for each head; with ``size`` also one for each element of its keys."""
    if bias is None or bias.shape is None:
        return
    call.rank(bias, "dt_bias", at_least=1, at_most=1 if size is None else 2)
    if len(bias.shape) == 2 and size is not None:
        require_shape(call, bias, (heads, size), "dt_bias")
        return
    allowed = (heads,) if size is None else (heads, heads * size)
    ways = [equal(bias.shape[0], need) for need in allowed]
    call.require(
        any_of(*ways), codes.PARAMETER_SIZE, "dt_bias has {have} elements, needed {need}; it is {bias}",
        have=bias.shape[0], need=" or ".join(map(str, allowed)), bias=bias,
    )  # fmt: skip


@rule("GatedDeltaNetStateReplay", versions=(1,), domain="com.microsoft")
def gated_delta_net_state_replay(
    call: Call,
    source_backing: TensorFact,
    capsule_backing: TensorFact,
    destination_backing: TensorFact,
    metadata: TensorFact,
) -> TensorFact:
    require_shape(call, metadata, (const(11),), "metadata")
    return tensor(0, destination_backing.shape)


@rule("ConvStateReplay", versions=(1,), domain="com.microsoft")
def conv_state_replay(
    call: Call,
    source_backing: TensorFact,
    capture_backing: TensorFact,
    destination_backing: TensorFact,
    metadata: TensorFact,
) -> TensorFact:
    require_shape(call, metadata, (const(8),), "metadata")
    return tensor(0, destination_backing.shape)


@rule("SpeculativePrefixCommit", versions=(1,), domain="com.microsoft")
def speculative_prefix_commit(
    call: Call,
    next_tokens: TensorFact,
    input_ids: TensorFact,
    status: TensorFact,
    ctl: TensorFact,
    ctx_commit: TensorFact,
    prefixes: TensorFact,
    ptrs: TensorFact,
) -> tuple[TensorFact, ...]:
    """What is told of the state's place, and the state as it was in size."""
    call.rank(next_tokens, "next_tokens", at_least=1, at_most=2)
    shape = next_tokens.shape
    batch = call.fresh("the rank of next_tokens is unknown") if shape is None else product(shape[:-1])
    return tensor(0, (batch,)), tensor(0, ctl.shape), tensor(0, ctx_commit.shape)
