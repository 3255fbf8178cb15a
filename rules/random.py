"""RandomNormal, RandomUniform, RandomNormalLike, RandomUniformLike, Bernoulli, Multinomial: chance.

Version  What changed
1        RandomNormal, RandomUniform and their Like forms
7, 15    the first versions of Multinomial and Bernoulli
22       only more element types
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts import scalar
from shapeinfer.facts.elem_type import FLOAT, INT32, elem_type_name, is_float
from shapeinfer.facts.elements import ranged
from shapeinfer.rule import (
    ONE,
    ZERO,
    Call,
    Refused,
    TensorFact,
    const,
    equal,
    is_ranked,
    product,
    rule,
    tensor,
)
from shapeinfer.shapes.flags import as_int32


def _check_bounds(call: Call) -> None:
    """The runtime's generators die of bounds and deviations that are none."""
    if not call.op_type.startswith("RandomUniform"):
        scale = call.float("scale")
        if scale <= 0:
            message = "scale is {scale}, and ONNX Runtime needs more than 0"
            call.error(codes.RUNTIME_DIFFERS, message, scale=scale)
        return
    low, high = call.float("low"), call.float("high")
    if low > high:
        call.error(
            codes.RUNTIME_DIFFERS,
            "low is {low}, above the high {high}: ONNX Runtime crashes",
            low=low,
            high=high,
        )


def _type(call: Call, default: int) -> int:
    """The type that ``dtype`` names. The runtime reads 32 bits of it."""
    return as_int32(call.int("dtype", default))


@rule(("RandomNormal", "RandomUniform"), versions=(1, 22))
def random(call: Call) -> TensorFact:
    _check_bounds(call)
    shape = call.ints("shape")
    if shape is None:
        return tensor(_type(call, FLOAT))
    if any(size < 0 for size in shape):
        raise call.fail(codes.NEGATIVE_SIZE, "shape is {shape}, needed sizes of at least 0", shape=shape)
    if (product(map(const, shape)).value or 0) >= 2**63:
        raise call.fail(
            codes.SIZE_LIMIT, "shape is {shape}, which is more than 64 bits can count", shape=shape
        )
    return tensor(_type(call, FLOAT), shape)


@rule(("RandomNormalLike", "RandomUniformLike"), versions=(1, 22))
def random_like(call: Call, input: TensorFact) -> TensorFact:
    _check_bounds(call)
    elem_type = _type(call, 0) or input.elem_type
    if elem_type and not call.has("dtype") and not is_float(elem_type):
        call.error(
            codes.TYPE_NOT_ALLOWED, "input is {type} and dtype is not given, needed a float type",
            type=elem_type_name(elem_type),
        )  # fmt: skip
    return tensor(elem_type, input.shape)


@rule("Bernoulli", versions=(15, 22))
def bernoulli(call: Call, input: TensorFact) -> TensorFact:
    elem_type = _type(call, 0)
    count = input.count()
    if call.version == 15 and call.has("dtype") and not elem_type and count is not None:
        call.require(
            equal(count, ZERO), codes.RUNTIME_DIFFERS,
            "dtype is {dtype}, which is no type, and ONNX Runtime's function then makes no elements; input "
            "is {input}", dtype=elem_type, input=input,
        )  # fmt: skip
    return tensor(elem_type or input.elem_type, input.shape, ranged(scalar.span(ZERO, ONE)))


@rule("Multinomial", versions=(7, 22))
def multinomial(call: Call, input: TensorFact) -> TensorFact:
    count = call.int("sample_size", 1)
    if count < 1:
        call.error(codes.VALUE_NOT_ALLOWED, "sample_size is {count}, needed at least 1", count=count)
        count = 0
    elem_type = _type(call, INT32)
    if (input.rank or 0) > 2:
        message = "input has rank {rank}, needed 2; input is {input}"
        if call.loading and is_ranked(input):
            call.refuse_load(codes.WRONG_RANK, message, rank=input.rank, input=input)
            raise Refused
        message += " (the runtime looks at two axes)"
        call.warn(codes.WRONG_RANK, message, rank=input.rank, input=input)
    else:
        call.rank(input, "input", at_least=2, at_most=2)
    if input.shape is None:
        return tensor(elem_type, (call.fresh("the rank of input is unknown"), count))
    for axis, size in enumerate(input.shape[:2]):
        call.require_at_least(
            size, 1, codes.EMPTY_REDUCTION,
            "axis {axis} of input has {size}, needed at least 1; input is {input}",
            axis=axis, size=size, input=input,
        )  # fmt: skip
    # Where no class has a chance (all are -inf, or no number), the runtime gives the one behind the last.
    classes = ranged(scalar.span(ZERO, input.shape[1]))
    return tensor(elem_type, (input.shape[0], const(count)), classes)
