"""QuantizeLinear, DequantizeLinear and other quantizers of com.microsoft.

Version  What changed
1        com.microsoft

Block floating point (BFP) and cublasLt's orders are for hardware: the first packs into a vector whose
length depends on the format, the second moves elements within the same shape.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.elem_type import FLOAT, INT4, UINT4, UINT8
from shapeinfer.rule import (
    ONE,
    Call,
    Shape,
    TensorFact,
    any_of,
    ceildiv,
    const,
    equal,
    is_declared,
    rule,
    tensor,
)
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
    call.rank(x, "x", at_least=1, at_most=1)
    sizes = shape.as_dims()
    if sizes is not None:
        return tensor(call.int("dtype", FLOAT), sizes)
    rank = shape.shape[0].value if shape.rank == 1 and shape.shape else None
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
    call.rank(data, "data", at_least=2)
    if data.shape is None:
        return tensor(scales.elem_type)
    rank = len(data.shape)
    gathered = call.axis(call.int("gather_axis", 0), rank, "gather_axis")
    blocked = call.axis(call.int("quantize_axis", 1), rank, "quantize_axis")
    bits = _check_format(call, data, gathered, blocked)
    packed = 8 // bits if data.elem_type == UINT8 else 1
    sizes = (*data.shape[:-1], data.shape[-1] * packed)
    _require_blocks(call, data, sizes, scales, zero_points, blocked, packed)
    if zero_points is not None and data.elem_type in (UINT8, INT4, UINT4):
        _require_known(call, (data, indices, scales), zero_points, packed)
    if indices.shape is None:
        return tensor(scales.elem_type)
    return tensor(scales.elem_type, (*sizes[:gathered], *indices.shape, *sizes[gathered + 1 :]))


def _check_format(call: Call, data: TensorFact, gathered: int, blocked: int) -> int:
    """The bits of an element, after refusing what no kernel takes."""
    bits, rank = call.int("bits", 4), len(data.shape or ())
    if data.elem_type == UINT8:
        if bits not in (2, 4, 8):
            raise call.fail(codes.VALUE_NOT_ALLOWED, "bits is {bits}, needed 2, 4 or 8", bits=bits)
        if gathered != 0 or blocked != rank - 1:
            raise call.fail(
                codes.VALUE_NOT_ALLOWED,
                "gather_axis is {gathered} and quantize_axis {blocked}, needed the first and the last axis; "
                "data is {data}",
                gathered=gathered, blocked=blocked, data=data,
            )  # fmt: skip
    elif data.elem_type in (INT4, UINT4) and bits != 4:
        raise call.fail(
            codes.VALUE_NOT_ALLOWED, "bits is {bits}, needed 4; data is {data}", bits=bits, data=data
        )
    block = call.int("block_size", 128)
    if data.elem_type in (UINT8, INT4, UINT4) and (block < 16 or block & (block - 1)):
        raise call.fail(
            codes.VALUE_NOT_ALLOWED, "block_size is {block}, needed a power of 2, at least 16", block=block
        )
    return bits


def _require_blocks(
    call: Call,
    data: TensorFact,
    sizes: Shape,
    scales: TensorFact,
    zero_points: TensorFact | None,
    blocked: int,
    packed: int,
) -> None:
    """Each block has a scale and, perhaps, a zero point, which is packed as the data are."""
    call.rank(scales, "scales", at_least=len(sizes), at_most=len(sizes))
    block = call.int("block_size", 128)
    blocks = tuple(
        size if axis != blocked else ceildiv(size, block) if block > 0 else ONE
        for axis, size in enumerate(sizes)
    )
    points = (*blocks[:-1], ceildiv(blocks[-1], packed))
    for fact, name, need in ((scales, "scales", blocks), (zero_points, "zero_points", points)):
        if fact is None:
            continue
        call.rank(fact, name, at_least=len(sizes), at_most=len(sizes))
        for axis, (have, size) in enumerate(zip(fact.shape or (), need, strict=False)):
            # Of types whose formats are a device's own, one block may be as long as the axis.
            fits = equal(have, size)
            if data.elem_type not in (UINT8, INT4, UINT4):
                fits = any_of(fits, equal(have, ONE))
            call.require(
                fits, codes.PARAMETER_SIZE,
                "axis {axis} of {name} has {have}, needed {need}; {name} is {fact}",
                axis=axis, name=name, have=have, need=size, fact=fact,
            )  # fmt: skip


def _require_known(call: Call, others: tuple[TensorFact, ...], points: TensorFact, packed: int) -> None:
    """A loader that sees the ranks of all other inputs compares the sizes of scales and zero points, and
    takes an open one for another size."""
    scales = others[-1]
    if any(fact.shape is None or not is_declared(fact) for fact in others):
        return
    if points.shape is None:
        call.refuse_load(
            codes.RUNTIME_DIFFERS,
            "zero_points has an unknown rank, and ONNX Runtime compares it at load; scales is {scales}",
            scales=scales,
        )  # fmt: skip
    if not is_declared(points) or scales.rank != points.rank:
        return
    for axis, sizes in enumerate(zip(scales.shape or (), points.shape or (), strict=True)):
        is_open = [size.value is None for size in sizes]
        packs = packed > 1 and axis == len(points.shape or ()) - 1
        if any(is_open) and not (packs and all(is_open)):
            call.refuse_load(
                codes.RUNTIME_DIFFERS,
                "axis {axis} of scales and zero_points is open, and ONNX Runtime compares numbers at load; "
                "scales is {scales}, zero_points is {points}",
                axis=axis, scales=scales, points=points,
            )  # fmt: skip
            return
