"""MoE in its forms: each token goes through a few of many feed-forward networks, the experts.

Version  What changed
1        com.microsoft

Tokens are rows of a matrix, or batch and length of a rank-3 input. A weight of N rows and K columns is
packed along K by QMoE, which we leave unchecked where its type or layout is one of a GPU.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.elem_type import BFLOAT16, FLOAT, FLOAT16, UINT8
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
            made = zip(ways, (last, first), strict=True)
            call.require(
                any_of(*(all_of(way, equal(out, inner * fused)) for way, inner in made)), codes.SIZE_MISMATCH,
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
    fc3_weights, fc3_scales, fc3_bias, *zeros, router_weights = (*others, *(None,) * 7)[:7]
    bits = _require_attributes(call, input)
    hidden, experts = _routed(call, input, router_probs, router_weights)
    # The kernel of the CPU takes any name for integers; those of a GPU have formats of floats too.
    is_plain = call.int("weights_prepacked", -1) != 1 and "fp" not in call.string("quant_type", "int")
    is_plain = is_plain and fc2_experts_weights.elem_type == UINT8 and not {*bits} - {*_PACKED}
    if hidden is None or experts is None or not is_plain:
        return tensor(0, input.shape)
    _, _, packed = sizes(call, fc2_experts_weights, 3, "fc2_experts_weights")
    inner = packed * (8 // bits[1])
    rows = inner * _fused(call)
    require_shape(call, fc1_experts_bias, (experts, rows), "fc1_experts_bias")
    layers = [
        _Layer("fc1", bits[0], (experts, rows, hidden), fc1_experts_weights, fc1_scales, zeros[0]),
        _Layer("fc2", bits[1], (experts, hidden, inner), fc2_experts_weights, fc2_scales, zeros[1]),
    ]
    if fc3_weights is not None:
        layers.append(_Layer("fc3", bits[2], (experts, inner, hidden), fc3_weights, fc3_scales, zeros[2]))
        require_shape(call, fc3_bias, (experts, inner), "fc3_experts_bias")
    elif any(fact is not None for fact in (fc3_scales, fc3_bias, zeros[2])):
        call.error(
            codes.VALUE_NOT_ALLOWED, "a scale, bias or zero point of fc3 is given without fc3_experts_weights"
        )
    for layer in layers:
        layer.require_weights(call)
    for layer in layers:
        layer.require_scales(call, fc1_scales)
    require_shape(call, fc2_experts_bias, (experts, hidden), "fc2_experts_bias")
    return tensor(0, input.shape)


# How many bits an element of a weight may have, and of which a byte holds a whole number.
_BITS = (2, 3, 4, 8)
_PACKED = (2, 4, 8)


def _require_attributes(call: Call, input: TensorFact) -> tuple[int, int, int]:
    """How many bits an element of the weights of each layer has."""
    usual = call.int("expert_weight_bits", 4)
    bits = tuple(call.int(f"fc{at}_expert_weight_bits", usual) for at in (1, 2, 3))
    names = ("expert_weight_bits", *(f"fc{at}_expert_weight_bits" for at in (1, 2, 3)))
    for name in names:
        given = call.int(name, 4)
        if given not in _BITS:
            call.error(
                codes.VALUE_NOT_ALLOWED, "{name} is {bits}, needed 2, 3, 4 or 8", name=name, bits=given
            )
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
    if 3 in bits and not (
        (call.string("quant_type", "int"), prepacked, call.int("swiglu_fusion", 0)) == ("int", 0, 1)
        and call.string("activation_type", "relu") == "swiglu"
        and bits[0] == bits[2]
        and block in (32, 64, 128)
        and input.elem_type in (0, FLOAT16, BFLOAT16)
    ):
        call.error(
            codes.VALUE_NOT_ALLOWED,
            "the bits of weights are {bits}, needed beside 3 the quant_type int, weights_prepacked 0, swiglu "
            "with swiglu_fusion 1, as many bits of fc1 as of fc3, blocks of 32, 64 or 128, and short floats",
            bits=bits,
        )
    return bits[0], bits[1], bits[2]


class _Layer:
    """The weights of one layer, whose bytes hold several numbers each; ``shape`` is the unpacked one."""

    __slots__ = ("bits", "name", "scales", "shape", "weights", "zeros")

    def __init__(
        self,
        name: str,
        bits: int,
        shape: Shape,
        weights: TensorFact,
        scales: TensorFact | None,
        zeros: TensorFact | None,
    ) -> None:
        self.name = name
        self.bits = bits
        self.shape = shape
        self.weights = weights
        self.scales = scales
        self.zeros = zeros

    def require_weights(self, call: Call) -> None:
        """As many bytes as the numbers take."""
        experts, rows, columns = self.shape
        packed = call.require_divides(
            const(8 // self.bits), columns, codes.NOT_DIVISIBLE,
            "input has {columns} on its last axis, needed a multiple of the {pack} numbers in a byte",
            columns=columns, pack=8 // self.bits,
        )  # fmt: skip
        require_shape(call, self.weights, (experts, rows, packed), f"{self.name}_experts_weights")

    def require_scales(self, call: Call, first: TensorFact | None) -> None:
        """One scale and one zero point for each row of the weights, or for each of its blocks if those of
        the first layer (``first``) have an axis for them."""
        experts, rows, columns = self.shape
        block, name = call.int("block_size", 0), f"{self.name}_scales"
        in_blocks = block > 0 and first is not None and first.rank == 3
        blocks = ceildiv(columns, const(block)) if in_blocks else ONE
        if self.scales is None:
            call.error(codes.RUNTIME_DIFFERS, "{name} is left out, of which ONNX Runtime dies", name=name)
        elif block <= 0 or (first is not None and first.rank is not None):
            # Without blocks, an axis of one block may stand behind.
            last = (blocks,) if in_blocks or self.scales.rank == 3 else ()
            require_shape(call, self.scales, (experts, rows, *last), name)
        if in_blocks:
            zeros: Shape = (experts, rows, ceildiv(blocks * self.bits, const(8)))
        elif block <= 0:
            zeros = (experts, ceildiv(rows * self.bits, const(8)))
        else:
            return
        require_shape(call, self.zeros, zeros, f"{self.name}_zero_points")


# Activations of which a gate is a half, and what swiglu_fusion may be; kernels of a CPU take 1 alone.
_FUSIONS = {"swiglu": (0, 1, 2), "geglu": (1, 2)}


def _fused(call: Call) -> int:
    """Whether both halves of a gated activation come out of one product."""
    activation, fusion = call.string("activation_type", "relu"), call.int("swiglu_fusion", 0)
    if activation not in _FUSIONS:
        return 1
    if activation == "swiglu" and call.float("swiglu_limit", 0.0) < 0:
        call.error(
            codes.RUNTIME_DIFFERS, "swiglu_limit is {limit}, of which ONNX Runtime dies: needed 0 or more",
            limit=call.float("swiglu_limit"),
        )  # fmt: skip
    if fusion not in _FUSIONS[activation]:
        call.error(
            codes.VALUE_NOT_ALLOWED, "swiglu_fusion is {fusion} beside {activation}, needed one of {allowed}",
            fusion=fusion, activation=activation, allowed=_FUSIONS[activation],
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
        width = logits.shape[-1]
        experts, _ = sizes(call, projection_weight, 2, "projection_weight")
        require_shape(call, projection_weight, (experts, width), "projection_weight")
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
