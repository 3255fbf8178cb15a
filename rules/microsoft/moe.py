"""MoE, QMoE: each token goes through a few of many feed-forward networks, the experts.

Version  What changed
1        com.microsoft

Tokens are rows of a matrix, or batch and length of a rank-3 input. A weight of N rows and K columns is
packed along K by QMoE, which we leave unchecked where its type or layout is one of a GPU.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.elem_type import UINT8
from shapeinfer.rule import ONE, Call, Dim, Shape, TensorFact, const, product, rule, tensor
from shapeinfer.shapes.layers.attention import require_shape
from shapeinfer.shapes.layers.caches import sizes


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
    _, _, inner = sizes(call, fc2_experts_weights, 3, "fc2_experts_weights")
    rows = inner * _fused(call)
    require_shape(call, fc1_experts_weights, (experts, rows, hidden), "fc1_experts_weights")
    require_shape(call, fc1_experts_bias, (experts, rows), "fc1_experts_bias")
    require_shape(call, fc2_experts_weights, (experts, hidden, inner), "fc2_experts_weights")
    require_shape(call, fc2_experts_bias, (experts, hidden), "fc2_experts_bias")
    require_shape(call, fc3_experts_weights, (experts, inner, hidden), "fc3_experts_weights")
    require_shape(call, fc3_experts_bias, (experts, inner), "fc3_experts_bias")
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
    hidden, experts = _routed(call, input, router_probs, router_weights)
    plain = call.int("weights_prepacked", -1) != 1
    if hidden is None or experts is None or not plain or fc2_experts_weights.elem_type != UINT8:
        return tensor(0, input.shape)
    bits = call.int("fc2_expert_weight_bits", call.int("expert_weight_bits", 4))
    _, _, packed = sizes(call, fc2_experts_weights, 3, "fc2_experts_weights")
    if bits in (2, 4, 8):
        rows = packed * (8 // bits) * _fused(call)
        require_shape(call, fc1_experts_bias, (experts, rows), "fc1_experts_bias")
        _require_packed(call, fc1_experts_weights, (experts, rows, hidden))
        for fact, wanted, name in (
            (fc1_scales, (experts, rows), "fc1_scales"), (fc2_scales, (experts, hidden), "fc2_scales"),
        ):  # fmt: skip
            if fact is None:
                call.error(codes.RUNTIME_DIFFERS, "{name} is left out, of which ONNX Runtime dies", name=name)
            elif not call.int("block_size", 0):
                # An axis of one block may stand behind.
                require_shape(call, fact, wanted if fact.rank != 3 else (*wanted, ONE), name)
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
