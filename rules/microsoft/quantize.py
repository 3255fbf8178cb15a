"""QuantizeLinear, DequantizeLinear and other quantizers of com.microsoft.

Version  What changed
1        com.microsoft

Block floating point (BFP) and cublasLt's orders are for hardware: the first packs into a vector whose
length depends on the format, the second moves elements within the same shape.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.elem_type import FLOAT, UINT8
from shapeinfer.rule import Call, Dim, TensorFact, any_of, ceildiv, const, equal, rule, tensor
from shapeinfer.shapes.layers.quantize import require_scales


@rule("QuantizeLinear", versions=(1,), domain="com.microsoft")
def quantize_linear(
    call: Call, x: TensorFact, y_scale: TensorFact, y_zero_point: TensorFact | None = None
) -> TensorFact:
    require_scales(call, x, y_scale, y_zero_point, ("x", "y_scale", "y_zero_point"))
    return tensor(UINT8 if y_zero_point is None else y_zero_point.elem_type, x.shape)


@rule("DequantizeLinear", versions=(1,), domain="com.microsoft")
def dequantize_linear(
    call: Call, x: TensorFact, x_scale: TensorFact, x_zero_point: TensorFact | None = None
) -> TensorFact:
    require_scales(call, x, x_scale, x_zero_point, ("x", "x_scale", "x_zero_point"))
    return tensor(x_scale.elem_type, x.shape)


@rule("QuantizeWithOrder", versions=(1,), domain="com.microsoft")
def quantize_with_order(call: Call, input: TensorFact, scale_input: TensorFact) -> TensorFact:
    return tensor(0, input.shape)


@rule("DequantizeWithOrder", versions=(1,), domain="com.microsoft")
def dequantize_with_order(call: Call, input: TensorFact, scale_input: TensorFact) -> TensorFact:
    return tensor(call.int("to"), input.shape)


@rule("QuantizeBFP", versions=(1,), domain="com.microsoft")
def quantize_bfp(call: Call, x: TensorFact) -> tuple[TensorFact, ...]:
    rank = call.fresh("the rank of x is unknown") if x.rank is None else const(x.rank)
    packed = call.fresh("the format tells how many bytes there are")
    return tensor(0, (packed,)), tensor(0, (rank,)), tensor(0, (rank,))


@rule("DequantizeBFP", versions=(1,), domain="com.microsoft")
def dequantize_bfp(call: Call, x: TensorFact, shape: TensorFact, strides: TensorFact) -> TensorFact:
    sizes = shape.as_dims()
    if sizes is not None:
        return tensor(call.int("dtype", FLOAT), sizes)
    rank = None if shape.shape is None else shape.shape[0].value
    why = "the original shape is computed from data"
    return tensor(call.int("dtype", FLOAT), None if rank is None else call.fresh_shape(rank, why))


@rule("GatherBlockQuantized", versions=(1,), domain="com.microsoft")
def gather_block_quantized(
    call: Call,
    data: TensorFact,
    indices: TensorFact,
    scales: TensorFact,
    zero_points: TensorFact | None = None,
) -> TensorFact:
    """A Gather of data whose last axis may hold several elements in a byte."""
    call.rank(data, "data", at_least=1)
    if data.shape is None:
        return tensor(scales.elem_type)
    rank = len(data.shape)
    gathered = call.axis(call.int("gather_axis", 0), rank, "gather_axis")
    blocked = call.axis(call.int("quantize_axis", 1), rank, "quantize_axis")
    bits = call.int("bits", 4)
    if data.elem_type == UINT8 and bits not in (2, 4, 8):
        raise call.fail(codes.VALUE_NOT_ALLOWED, "bits is {bits}, needed 2, 4 or 8", bits=bits)
    packed = 8 // bits if data.elem_type == UINT8 else 1
    sizes = (*data.shape[:-1], data.shape[-1] * packed)
    _require_scales(call, sizes, scales, blocked)
    if indices.shape is None:
        return tensor(scales.elem_type)
    return tensor(scales.elem_type, (*sizes[:gathered], *indices.shape, *sizes[gathered + 1 :]))


def _require_scales(call: Call, sizes: tuple[Dim, ...], scales: TensorFact, blocked: int) -> None:
    call.rank(scales, "scales", at_least=len(sizes), at_most=len(sizes))
    block = call.int("block_size", 128)
    for axis, (have, size) in enumerate(zip(scales.shape or (), sizes, strict=False)):
        need = size if axis != blocked else ceildiv(size, block) if block else const(1)
        call.require(
            any_of(equal(have, need), equal(have, const(1))), codes.PARAMETER_SIZE,
            "axis {axis} of scales has {have}, needed {need}; scales is {scales}",
            axis=axis, have=have, need=need, scales=scales,
        )  # fmt: skip
