"""Matrix products: every element of the output sums up K products, K being the axis that both inputs share.

Adding a bias or a matrix C is no multiply-accumulate. Products of quantised numbers count as those of floats.
"""

from __future__ import annotations

from shapeinfer.costs.asked import Asked, Unknown, formula
from shapeinfer.dims import ZERO, Dim, const, product
from shapeinfer.facts.fact import Shape


@formula(
    "MatMul", "MatMulInteger", "com.microsoft:MatMulInteger16", "com.microsoft:MatMulIntegerToFloat",
    "com.microsoft:DynamicQuantizeMatMul", "com.microsoft:MatMulFpQ4", "com.microsoft:QOrderedMatMul",
    "com.microsoft:MatMulBlockQuantizedFp4Weight", "com.microsoft:MatMulBlockQuantizedFp8Weight",
)  # fmt: skip
def matmul(asked: Asked) -> Dim:
    """Out times the last axis of A; two vectors make one number."""
    return product(asked.made()) * _last(asked.shape("A"))


@formula("QLinearMatMul")
def qlinear_matmul(asked: Asked) -> Dim:
    """As MatMul."""
    return product(asked.made()) * _last(asked.shape("a"))


@formula("com.microsoft:FusedMatMul", "com.microsoft:FusedMatMulActivation", "com.microsoft:TransposeMatMul")
def fused_matmul(asked: Asked) -> Dim:
    """As MatMul; where A is transposed the shared axis is another: its last but one, or its first where the
    batch axes are moved behind the rows (``transBatchA``)."""
    shape = asked.shape("A")
    if len(shape) < 2:
        return product(asked.made()) * _last(shape)
    transposed, moved = asked.number("transA", 0), asked.number("transBatchA", 0)
    at = (0 if moved else -2) if transposed else -1
    return product(asked.made()) * shape[at]


@formula(
    "Gemm", "com.microsoft:FusedGemm", "com.microsoft:QGemm", "com.microsoft:GemmFloat8",
)  # fmt: skip
def gemm(asked: Asked) -> Dim:
    """M times N times K; the matrix C is added, not multiplied."""
    shape = asked.shape("A", rank=2)
    return product(asked.made()) * shape[0 if asked.number("transA", 0) else 1]


@formula("com.microsoft:GemmFastGelu")
def gemm_fast_gelu(asked: Asked) -> Dim:
    """As MatMul, the activation apart."""
    return product(asked.made()) * _last(asked.shape("X"))


@formula("com.microsoft:MatMulNBits", "com.microsoft:MatMulBnb4", "com.microsoft:MatMulPacked")
def matmul_blocked(asked: Asked) -> Dim:
    """The weights are packed: the attribute K tells the shared axis."""
    return product(asked.made()) * asked.number("K")


@formula("com.microsoft:MatMulNBitsQLoRA")
def matmul_blocked_adapted(asked: Asked) -> Dim:
    """A product, and one with two narrow weights: a row of scales belongs to each column of the first."""
    rows, inner, columns = product(asked.shape("X")[:-1]), asked.number("K"), asked.number("N")
    return rows * (asked.shape("lora_A_scales", rank=2)[0] * (inner + columns) + inner * columns)


@formula("com.microsoft:RouterGateUpProj")
def matmul_split(asked: Asked) -> Dim:
    """One product, of which the outputs are parts."""
    return product(asked.shape("X")) * asked.shape("W", rank=2)[1]


@formula("com.microsoft:MoEGroupRouter")
def routed(asked: Asked) -> Dim:
    """A product only if there is a projection."""
    if not asked.has("projection_weight"):
        return ZERO
    return product(asked.shape("logits")) * asked.shape("projection_weight", rank=2)[0]


@formula("com.microsoft:HyperConnectionLowRankMix")
def low_rank_mix(asked: Asked) -> Dim:
    """Each token goes through a narrow layer and back, and through a matrix for the branches."""
    narrow, branches = asked.shape("down_weight", rank=2)[1], asked.shape("inject_weight", rank=2)[1]
    return product(asked.shape("streams")) * (narrow * 2 + branches)


@formula("com.microsoft:MatMulNBitsMlp")
def matmul_blocked_mlp(asked: Asked) -> Dim:
    """Two products side by side, of the gate and of what it lets through."""
    return product(asked.shape("A")[:-1]) * (asked.number("K") * asked.number("N") * 2)


@formula("com.microsoft:MatMulNBitsQkv")
def matmul_blocked_qkv(asked: Asked) -> Dim:
    """Three products of one input: queries, keys and values."""
    columns = asked.number("Nq") + 2 * asked.number("Nkv")
    return product(asked.shape("A")[:-1]) * (asked.number("K") * columns)


@formula("AffineGrid")
def affine_grid(asked: Asked) -> Dim:
    """Each point of the grid is theta times its coordinates, 1 included."""
    return product(asked.made()) * _last(asked.shape("theta", rank=3))


@formula("com.microsoft:CDist")
def distances(asked: Asked) -> Dim:
    """Each pair of rows sums up the squares of as many differences as a row has entries."""
    return product(asked.made(rank=2)) * _last(asked.shape("A", rank=2))


@formula("com.microsoft:GatedRelativePositionBias")
def gated_position_bias(asked: Asked) -> Dim:
    """Only the query is multiplied: each head's part of it with a matrix of (head size, D)."""
    weight = asked.shape("weight", rank=2)
    out = asked.made(rank=4)  # (batch, heads, length, length)
    return product(out[:3]) * product(weight)


@formula("com.microsoft:HyperConnectionPreMix")
def hyper_connection_in(asked: Asked) -> Dim:
    """The branches of a stream are summed up into one, each with its factor."""
    return product(asked.shape("streams"))


@formula("com.microsoft:HyperConnectionPostMix")
def hyper_connection_out(asked: Asked) -> Dim:
    """Each branch takes its part of the block's output, and a sum over all branches where they are mixed."""
    streams = product(asked.made())
    if not asked.has("stream_mix"):
        return streams
    branches = asked.number("num_branches", 0)
    count = const(branches) if branches else asked.made()[-2]
    return streams + streams * count


def _last(shape: Shape) -> Dim:
    if not shape:
        raise Unknown("a matrix product of a scalar")
    return shape[-1]
