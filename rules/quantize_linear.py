"""QuantizeLinear, DequantizeLinear, DynamicQuantizeLinear: to few bits and back.

Version  What changed
10       one scale for the whole tensor
13       or one for each place on ``axis``
19       more element types; DequantizeLinear's result has the scale's type
21       or one for each block of ``block_size``; QuantizeLinear: ``output_dtype``
23       DequantizeLinear: ``output_dtype``; QuantizeLinear: ``precision``, scale of another type than x
others   only more element types

QuantizeLinear makes the zero point's type, else ``output_dtype``, else uint8.

Differences: the runtime takes a scale for each place on axis 1 at version 10 already.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.elem_type import FLOAT, FLOAT16, UINT8, elem_type_name, is_known
from shapeinfer.rule import Call, TensorFact, rule, tensor
from shapeinfer.shapes.flags import as_int32
from shapeinfer.shapes.layers.quantize import require_scales


@rule("QuantizeLinear", versions=(10, 13, 19, 21, 23, 24, 25, 28))
def quantize_linear(
    call: Call, x: TensorFact, y_scale: TensorFact, y_zero_point: TensorFact | None = None
) -> TensorFact:
    require_scales(call, x, y_scale, y_zero_point, ("x", "y_scale", "y_zero_point"))
    wanted = _wanted(call)
    if call.version >= 23 and {x.elem_type, y_scale.elem_type} == {FLOAT, FLOAT16}:
        call.refused_before(
            "1.32", codes.RUNTIME_DIFFERS,
            "x is {x} and y_scale is {scale}, and ONNX Runtime before 1.32 needs the same type",
            x=elem_type_name(x.elem_type), scale=elem_type_name(y_scale.elem_type),
        )  # fmt: skip
    if y_zero_point is None:
        return tensor(wanted or UINT8, x.shape)
    if wanted and y_zero_point.elem_type and wanted != y_zero_point.elem_type:
        call.error(
            codes.TYPE_CONFLICT, "output_dtype is {wanted} and y_zero_point is {zero_point}, "
            "needed the same type",
            wanted=elem_type_name(wanted), zero_point=y_zero_point,
        )  # fmt: skip
    return tensor(y_zero_point.elem_type or wanted, x.shape)


@rule("DequantizeLinear", versions=(10, 13, 19, 21, 23, 24, 25, 28))
def dequantize_linear(
    call: Call, x: TensorFact, x_scale: TensorFact, x_zero_point: TensorFact | None = None
) -> TensorFact:
    require_scales(call, x, x_scale, x_zero_point, ("x", "x_scale", "x_zero_point"))
    return tensor(_wanted(call) or x_scale.elem_type, x.shape)


def _wanted(call: Call) -> int:
    """The type that ``output_dtype`` names; 0 if it names none. The runtime reads 32 bits of it."""
    number = call.int("output_dtype", 0)
    seen = as_int32(number)
    if seen != number:
        call.warn(
            codes.VALUE_NOT_ALLOWED,
            "output_dtype is {number}, needed the number of a type: ONNX Runtime reads it as {seen}",
            number=number, seen=seen,
        )  # fmt: skip
    if is_known(seen) or not seen:
        return seen
    call.error(
        codes.VALUE_NOT_ALLOWED, "output_dtype is {number}, needed the number of a type", number=number
    )
    return 0


@rule("DynamicQuantizeLinear", versions=(11,))
def dynamic_quantize_linear(call: Call, x: TensorFact) -> tuple[TensorFact, ...]:
    return tensor(0, x.shape), tensor(0, ()), tensor(0, ())
