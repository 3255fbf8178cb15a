"""MoE in its forms: each token goes through a few of many feed-forward networks, the experts.

Version  What changed
1        com.microsoft

Tokens are rows of a matrix, or batch and length of a rank-3 input. A weight of N rows and K columns is
packed along K by QMoE, which we leave unchecked where its type or layout is one of a GPU.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.elem_type import FLOAT, UINT8
from shapeinfer.rule import (
    ONE,
    REFUTED,
    Call,
    Dim,
    Shape,
    TensorFact,
    all_of,
    any_of,
    ceildiv,
    const,
    equal,
    product,
    rule,
    tensor,
)
from shapeinfer.shapes.inputs import require_shape, sizes


@rule("MoE", versions=(1,), domain="com.microsoft")
def moe(
    call: Call,
    input: TensorFact,
    router_probs: TensorFact,
    fc1_experts_weights: TensorFact,
    fc1_experts_bias: TensorFact | None,
    fc2_experts_weights: TensorFact,
    fc2_experts_bias: TensorFact | None = None,
    fc3_experts_weights: TensorFact | None = None,
    fc3_experts_bias: TensorFact | None = None,
) -> TensorFact:
    hidden, experts = _routed(call, input, router_probs, None)
    if hidden is None or experts is None:
        return tensor(0, input.shape)
    fused = _fused(call)
    fc1 = sizes(call, fc1_experts_weights, 3, "fc1_experts_weights")
    _, first, last = fc2 = sizes(call, fc2_experts_weights, 3, "fc2_experts_weights")
    # The rows of a matrix are what it makes; the runtime also takes all matrices transposed.
    rows = ((experts, last * fused, hidden), (experts, hidden, last))
    columns = ((experts, hidden, first * fused), (experts, first, hidden))
    ways = [
        all_of(*(equal(have, need) for have, need in zip((*fc1, *fc2), (*one, *two), strict=True)))
        for one, two in (rows, columns)
    ]
    verdicts = [way.verdict() for way in ways]
    if REFUTED in verdicts:
        transposed = verdicts[1] is not REFUTED or (verdicts[0] is REFUTED and first != hidden == last)
        inner, wanted = (first, columns) if transposed else (last, rows)
        require_shape(call, fc1_experts_weights, wanted[0], "fc1_experts_weights")
        require_shape(call, fc1_experts_bias, (experts, inner * fused), "fc1_experts_bias")
        require_shape(call, fc2_experts_weights, wanted[1], "fc2_experts_weights")
    else:
        require_shape(call, fc1_experts_weights, (experts, *fc1[1:]), "fc1_experts_weights")
        require_shape(call, fc2_experts_weights, (experts, *fc2[1:]), "fc2_experts_weights")
        call.require(
            any_of(*ways), codes.SIZE_MISMATCH,
            "fc1_experts_weights is {one} and fc2_experts_weights {two}, needed matrices of {hidden} columns "
            "and of {hidden} rows, or both transposed, for each of {experts} experts",
            one=fc1_experts_weights, two=fc2_experts_weights, hidden=hidden, experts=experts,
        )  # fmt: skip
        _, out = sizes(call, fc1_experts_bias or tensor(0), 2, "fc1_experts_bias")
        require_shape(call, fc1_experts_bias, (experts, out), "fc1_experts_bias")
        if fc1_experts_bias is not None and fc1_experts_bias.shape is not None:
            call.require(
                any_of(*(equal(out, inner * fused) for inner in (last, first))), codes.SIZE_MISMATCH,
                "fc1_experts_bias has {have} on axis 1, needed {rows}, or {columns} of transposed weights; "
                "fc1_experts_bias is {bias}",
                have=out, rows=last * fused, columns=first * fused, bias=fc1_experts_bias,
            )  # fmt: skip
    require_shape(call, fc2_experts_bias, (experts, hidden), "fc2_experts_bias")
    # No kernel of the CPU has the third layer.
    call.rank(fc3_experts_weights or tensor(0), "fc3_experts_weights", at_least=3, at_most=3)
    return tensor(0, input.shape)


@rule("QMoE", versions=(1,), domain="com.microsoft")
def qmoe(
    call: Call,
    input: TensorFact,
    router_probs: TensorFact,
    fc1_experts_weights: TensorFact,
    fc1_scales: TensorFact | None,
    fc1_experts_bias: TensorFact | None,
    fc2_experts_weights: TensorFact,
    fc2_scales: TensorFact | None,
    fc2_experts_bias: TensorFact | None,
    *others: TensorFact | None,
) -> TensorFact:
    router_weights = others[6] if len(others) > 6 else None
    for layer in ("fc1", "fc2", "fc3"):
        given = call.int(f"{layer}_expert_weight_bits", 4)
        if given not in (2, 4, 8):
            call.error(
                codes.VALUE_NOT_ALLOWED, "{layer}_expert_weight_bits is {bits}, needed 2, 4 or 8",
                layer=layer, bits=given,
            )  # fmt: skip
    block = call.int("block_size", 0)
    if block and (block < 16 or block & (block - 1)):
        call.error(
            codes.VALUE_NOT_ALLOWED, "block_size is {size}, needed 0 or a power of 2, at least 16", size=block
        )
    prepacked = call.int("weights_prepacked", -1)
    if prepacked not in (-1, 0, 1):
        call.error(
            codes.VALUE_NOT_ALLOWED,
            "weights_prepacked is {prepacked}, needed -1, 0 or 1",
            prepacked=prepacked,
        )
    hidden, experts = _routed(call, input, router_probs, router_weights)
    plain = prepacked != 1
    if hidden is None or experts is None or not plain or fc2_experts_weights.elem_type != UINT8:
        return tensor(0, input.shape)
    bits = call.int("fc2_expert_weight_bits", call.int("expert_weight_bits", 4))
    _, _, packed = sizes(call, fc2_experts_weights, 3, "fc2_experts_weights")
    if bits in (2, 4, 8):
        inner = packed * (8 // bits)
        rows = inner * _fused(call)
        require_shape(call, fc1_experts_bias, (experts, rows), "fc1_experts_bias")
        _require_packed(call, fc1_experts_weights, (experts, rows, hidden))
        _require_scales(call, (fc1_scales, (experts, rows, hidden)), (fc2_scales, (experts, hidden, inner)))
    elif call.has("expert_weight_bits") or call.has("fc2_expert_weight_bits"):
        call.error(codes.VALUE_NOT_ALLOWED, "a weight has {bits} bits, needed 2, 4 or 8", bits=bits)
    require_shape(call, fc2_experts_weights, (experts, hidden, packed), "fc2_experts_weights")
    require_shape(call, fc2_experts_bias, (experts, hidden), "fc2_experts_bias")
    return tensor(0, input.shape)


def _require_packed(call: Call, weights: TensorFact, wanted: Shape) -> None:
    """The weights of the first layer, whose bytes hold several numbers each."""
    bits = call.int("fc1_expert_weight_bits", call.int("expert_weight_bits", 4))
    if bits not in (2, 4, 8):
        return
    experts, rows, hidden = wanted
    columns = call.require_divides(
        const(8 // bits), hidden, codes.NOT_DIVISIBLE,
        "input has {hidden} on its last axis, needed a multiple of the {pack} numbers in a byte",
        hidden=hidden, pack=8 // bits,
    )  # fmt: skip
    require_shape(call, weights, (experts, rows, columns), "fc1_experts_weights")


def _require_scales(call: Call, *layers: tuple[TensorFact | None, Shape]) -> None:
    """One scale for each row of the weights, or for each of its blocks if those of the first layer have an
    axis for them. ``layers`` has the scales of each layer and the unpacked shape of its weights."""
    block, first = call.int("block_size", 0), layers[0][0]
    in_blocks = block > 0 and first is not None and first.rank == 3
    for at, (scales, (experts, rows, columns)) in enumerate(layers, 1):
        name = f"fc{at}_scales"
        if scales is None:
            call.error(codes.RUNTIME_DIFFERS, "{name} is left out, of which ONNX Runtime dies", name=name)
        elif block <= 0 or (first is not None and first.rank is not None):
            # Without blocks, an axis of one block may stand behind.
            last = (ceildiv(columns, const(block)),) if in_blocks else (ONE,) * (scales.rank == 3)
            require_shape(call, scales, (experts, rows, *last), name)


def _fused(call: Call) -> int:
    """Whether both halves of a gated activation come out of one product."""
    if call.string("activation_type", "relu") != "swiglu":
        return 1
    if call.float("swiglu_limit", 0.0) < 0:
        call.error(
            codes.RUNTIME_DIFFERS, "swiglu_limit is {limit}, of which ONNX Runtime dies: needed 0 or more",
            limit=call.float("swiglu_limit"),
        )  # fmt: skip
    fusion = call.int("swiglu_fusion", 0)
    if fusion != 1:
        call.error(
            codes.RUNTIME_DIFFERS, "swiglu_fusion is {fusion} beside swiglu, and ONNX Runtime takes 1 alone",
            fusion=fusion,
        )  # fmt: skip
    return 2 if fusion else 1


def _routed(
    call: Call, input: TensorFact, router: TensorFact, weights: TensorFact | None
) -> tuple[Dim | None, Dim | None]:
    """The width of a token and the number of experts, after stating that each token has its row."""
    call.rank(input, "input", at_least=2, at_most=3)
    _, experts = sizes(call, router, 2, "router_probs")
    if input.shape is None:
        return None, None
    call.require_at_least(
        input.shape[-1], 1, codes.RUNTIME_DIFFERS,
        "the last axis of input has {size}, and ONNX Runtime needs at least 1; input is {input}",
        size=input.shape[-1], input=input,
    )  # fmt: skip
    chosen = call.int("k", 1)
    if call.int("use_sparse_mixer", 0) == 1 and chosen != 2:
        call.error(codes.VALUE_NOT_ALLOWED, "use_sparse_mixer is given with k {k}, needed 2", k=chosen)
    if chosen < 1:
        call.error(codes.VALUE_NOT_ALLOWED, "k is {k}, needed at least 1", k=chosen)
    call.require_at_least(
        experts, chosen, codes.SIZE_LIMIT, "k is {k}, needed at most the {experts} experts of router_probs",
        k=chosen, experts=experts,
    )  # fmt: skip
    tokens = product(input.shape[:-1])
    require_shape(call, router, (tokens, experts), "router_probs")
    require_shape(call, weights, (tokens, experts), "router_weights")
    return input.shape[-1], experts


@rule("MoEPacked", versions=(1,), domain="com.microsoft")
def moe_packed(
    call: Call,
    input: TensorFact,
    router_probs: TensorFact,
    gate_experts_weights: TensorFact,
    up_experts_weights: TensorFact | None,
    down_experts_weights: TensorFact,
    router_weights: TensorFact | None = None,
) -> TensorFact:
    """The weights are packed in blocks, of a format that an attribute names, along their last axis."""
    call.rank(input, "input", at_least=1)
    if input.shape is None:
        return tensor(0)
    experts, inner, _ = sizes(call, gate_experts_weights, 3, "gate_experts_weights")
    for fact, rows, name in (
        (up_experts_weights, inner, "up_experts_weights"),
        (down_experts_weights, input.shape[-1], "down_experts_weights"),
    ):
        if fact is not None:
            require_shape(call, fact, (experts, rows, sizes(call, fact, 3, name)[-1]), name)
    for fact, name in ((router_probs, "router_probs"), (router_weights, "router_weights")):
        require_shape(call, fact, (product(input.shape[:-1]), experts), name)
    return tensor(0, input.shape)


# --- which experts a token goes through ---------------------------------------------------------

# Scores that are not selected from: of one group, and of at most so many experts.
_MOST_SCORED = 512
# The width of what goes through a projection is a multiple of this.
_PROJECTED = 256


@rule("MoEGroupRouter", versions=(1,), domain="com.microsoft")
def moe_group_router(
    call: Call, logits: TensorFact, expert_bias: TensorFact, projection_weight: TensorFact | None = None
) -> tuple[TensorFact, ...]:
    """The first output, or both others; with a projection the others."""
    chosen = {name: call.int(name, 1) for name in ("top_k", "n_group", "topk_group", "group_topk")}
    for name, given in chosen.items():
        if given < 1:
            raise call.fail(
                codes.VALUE_NOT_ALLOWED, "{name} is {given}, needed at least 1", name=name, given=given
            )
    wanted = (*call.wanted, False, False)[:3]
    scored = wanted[1] or wanted[2]
    if wanted[1] != wanted[2] or wanted[0] == scored or (projection_weight is not None and not scored):
        call.error(
            codes.VALUE_NOT_ALLOWED,
            "outputs {wanted} are wanted, needed the first alone, or the second and the third, which a "
            "projection_weight needs", wanted=[at + 1 for at, want in enumerate(wanted) if want],
        )  # fmt: skip
    projected = projection_weight is not None
    call.rank(logits, "logits", at_least=2, at_most=2 if projected else None)
    if logits.shape is None:
        return tensor(0), tensor(FLOAT), tensor(FLOAT)
    rows, experts = product(logits.shape[:-1]), logits.shape[-1]
    if projection_weight is not None:
        experts, width = sizes(call, projection_weight, 2, "projection_weight")
        require_shape(call, projection_weight, (experts, logits.shape[-1]), "projection_weight")
        call.require_at_least(
            width, 1, codes.EMPTY_REDUCTION, "logits is {logits}, needed a width of at least 1", logits=logits
        )
        call.require_divides(
            const(_PROJECTED), width, codes.NOT_DIVISIBLE,
            "logits has a width of {width}, needed a multiple of 256; it is {logits}",
            width=width, logits=logits,
        )  # fmt: skip
    _require_groups(call, experts, chosen, scored=scored)
    if expert_bias.shape is not None:
        call.require(
            equal(product(expert_bias.shape), experts), codes.PARAMETER_SIZE,
            "expert_bias is {bias}, needed one for each of {experts} experts",
            bias=expert_bias, experts=experts,
        )  # fmt: skip
    shape = (rows, experts)
    return tensor(0, shape), tensor(FLOAT, shape), tensor(FLOAT, shape)


def _require_groups(call: Call, experts: Dim, chosen: dict[str, int], *, scored: bool) -> None:
    """Every group has the same number of experts, and enough of them are selected."""
    groups = const(chosen["n_group"])
    call.require_at_least(
        experts, chosen["top_k"], codes.SIZE_LIMIT, "top_k is {k}, needed at most the {experts} experts",
        k=chosen["top_k"], experts=experts,
    )  # fmt: skip
    call.require_divides(
        groups, experts, codes.NOT_DIVISIBLE,
        "there are {experts} experts, needed a multiple of n_group {groups}", experts=experts, groups=groups,
    )  # fmt: skip
    if chosen["topk_group"] > chosen["n_group"]:
        call.error(
            codes.SIZE_LIMIT, "topk_group is {k}, needed at most n_group {groups}",
            k=chosen["topk_group"], groups=chosen["n_group"],
        )  # fmt: skip
    if scored and (chosen["n_group"] > 1 or chosen["topk_group"] > 1):
        call.error(
            codes.VALUE_NOT_ALLOWED, "n_group is {groups} beside scores of all experts, needed 1",
            groups=chosen["n_group"],
        )  # fmt: skip
    if scored:
        call.require_at_least(
            const(_MOST_SCORED), experts, codes.SIZE_LIMIT,
            "there are {experts} experts beside scores of all, needed at most 512", experts=experts,
        )  # fmt: skip


@rule("RouterGateUpProj", versions=(1,), domain="com.microsoft")
def router_gate_up_proj(call: Call, X: TensorFact, W: TensorFact) -> tuple[TensorFact, TensorFact]:
    """One product: the logits, and both halves of a gated activation."""
    router = call.int("router_size")
    if router < 1:
        raise call.fail(codes.VALUE_NOT_ALLOWED, "router_size is {size}, needed at least 1", size=router)
    call.rank(X, "X", at_least=1)
    if X.shape is None:
        return tensor(0), tensor(0)
    _, columns = sizes(call, W, 2, "W")
    require_shape(call, W, (X.shape[-1], columns), "W")
    half = call.require_divides(
        const(2), columns - router, codes.NOT_DIVISIBLE,
        "W has {columns} columns, needed {router} and an even number of others; W is {W}",
        columns=columns, router=router, W=W,
    )  # fmt: skip
    return tensor(0, (*X.shape[:-1], const(router))), tensor(0, (*X.shape[:-1], half))
