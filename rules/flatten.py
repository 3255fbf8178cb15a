"""Flatten: a matrix, split from the input's axes at one place.

Version  What changed
1        ``axis`` in [0, r]; floats
9        all element types
11       negative ``axis`` counts from the back
13, 21-  only more element types

Differences: before 11 the runtime takes a negative ``axis`` too, unless it knows the rank at load.
"""

from __future__ import annotations

from shapeinfer.rule import ONE, Call, Refused, TensorFact, codes, is_ranked, product, rule, tensor
from shapeinfer.shapes.contents import reshaped
from shapeinfer.shapes.flags import as_int32


@rule("Flatten", versions=(1, 9))
def flatten_1(call: Call, input: TensorFact) -> TensorFact:
    axis = call.int("axis", 1)
    if axis < 0:
        # A loader that knows the rank refuses it (of it, 32 bits); the kernel counts from the back.
        message = "axis is {axis}, needed 0 or more before opset 11; input is {input}"
        report = call.refuse_load if call.loading and is_ranked(input) and as_int32(axis) < 0 else call.warn
        report(codes.AXIS_OUT_OF_RANGE, message, axis=axis, input=input)
        if report != call.warn:
            raise Refused
    return _flatten(call, input, axis)


@rule("Flatten", versions=(11, 13, 21, 23, 24, 25))
def flatten_11(call: Call, input: TensorFact) -> TensorFact:
    return _flatten(call, input, call.int("axis", 1))


def _flatten(call: Call, input: TensorFact, axis: int) -> TensorFact:
    if input.shape is None:
        first = ONE if axis == 0 else call.fresh("the input's rank is not known")
        shape = (first, call.fresh("the input's rank is not known"))
        return tensor(0, shape, reshaped(input, None))
    axis = call.axis(axis, len(input.shape), ends=True)
    shape = (product(input.shape[:axis]), product(input.shape[axis:]))
    return tensor(0, shape, reshaped(input, shape))
