"""Clip: elements below ``min`` become min, elements above ``max`` become max.

Version  What changed
1        the bounds are attributes without a default; the legacy attribute ``consumed_inputs``
6        the bounds are attributes, by default the range of float32
11       the bounds are optional inputs, scalars
12, 13   only more element types

Differences: the runtime takes bounds of shape [1] too, and refuses any other that is no scalar.
It refuses min > max where the bounds are attributes, and gives max where they are inputs.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts import scalar
from shapeinfer.facts.elem_type import BFLOAT16, INT64, is_float
from shapeinfer.facts.scalar import ANY, Scalar
from shapeinfer.rule import ONE, PROVED, Call, Elements, TensorFact, equal, product, rule, tensor
from shapeinfer.shapes.arithmetic import elementwise, settled

# What version 6 takes for "no bound".
_LARGEST = 3.4028234663852886e38


@rule("Clip", versions=(1, 6))
def clip_1(call: Call, input: TensorFact) -> TensorFact:
    low, high = call.float("min", -_LARGEST), call.float("max", _LARGEST)
    if low > high:
        message = "min is {low} and max is {high}, needed min <= max"
        call.error(codes.VALUE_NOT_ALLOWED, message, low=low, high=high)
        return tensor(0, input.shape)
    bounds = (
        None if low <= -_LARGEST else scalar.from_number(low),
        None if high >= _LARGEST else scalar.from_number(high),
    )
    return tensor(0, input.shape, settled(call, input.elem_type, _clip(input, *bounds)))


@rule("Clip", versions=(11, 12, 13))
def clip_11(
    call: Call, input: TensorFact, min: TensorFact | None = None, max: TensorFact | None = None
) -> TensorFact:
    if input.elem_type == BFLOAT16 and call.opset < 16 and (min or max):
        call.error(
            codes.RUNTIME_DIFFERS, "input is bf16, and ONNX Runtime clips it with a Where, which has no bf16 "
            "before opset 16",
        )  # fmt: skip
    low, high = _bound(call, min, "min"), _bound(call, max, "max")
    if low is not None and high is not None and scalar.compare(low, high)[">"] is PROVED:
        call.warn(
            codes.CLIP_BOUNDS, "min is {low} and max is {high}: every element becomes max, needed min <= max",
            low=_text(low), high=_text(high),
        )  # fmt: skip
    return tensor(0, input.shape, _clip(input, low, high))


def _bound(call: Call, bound: TensorFact | None, name: str) -> Scalar | None:
    """The value of a bound, None if there is none, after stating that it is a scalar."""
    if bound is None:
        return None
    if bound.shape:
        count = product(bound.shape)
        message = "{name} is {bound}, needed a scalar"
        if len(bound.shape) > 1:
            raise call.fail(codes.WRONG_RANK, message, name=name, bound=bound)
        call.require(equal(count, ONE), codes.WRONG_RANK, message, name=name, bound=bound)
        if count.value == 1:
            call.warn(codes.CLIP_BOUNDS, message + " (of shape [])", name=name, bound=bound)
    return ANY if bound.elements is None else bound.elements.item()


def _text(value: Scalar) -> str:
    number = scalar.number(value)
    return str(value) if number is None else f"{float(number):g}"


def _clip(data: TensorFact, low: Scalar | None, high: Scalar | None) -> Elements | None:
    bounds = [bound for bound in (low, high) if bound is not None]
    if is_float(data.elem_type) and (data.elements is None or ANY in bounds):
        return None  # NaN passes through, and no range holds it
    if data.elements is None and all(bound == ANY for bound in bounds):
        return None

    larger, smaller = (
        scalar.unless_misread(choice) if data.elem_type == INT64 else choice
        for choice in (scalar.larger, scalar.smaller)
    )

    def clipped(x: Scalar) -> Scalar:
        above = x if low is None else larger(x, low)
        return above if high is None else smaller(above, high)

    if data.elements is None:
        return elementwise(clipped, tensor(data.elem_type, data.shape, _anything()))
    return elementwise(clipped, data)


def _anything() -> Elements:
    return Elements(None, None, ANY)
