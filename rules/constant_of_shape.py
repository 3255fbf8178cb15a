"""ConstantOfShape: a tensor of a given shape, all of one value.

Version  What changed
9        ``value`` is a list of one element, whose type is the output's; without it float zeros
20-      only more element types
"""

from __future__ import annotations

from shapeinfer.facts.elem_type import FLOAT
from shapeinfer.facts.scalar import Scalar, high_of, low_of
from shapeinfer.rule import ZERO, Call, Dim, TensorFact, codes, rule, tensor
from shapeinfer.shapes.contents import each, entries, filled
from shapeinfer.shapes.lists import is_stored, require_list


@rule("ConstantOfShape", versions=(9, 20, 21, 23, 24, 25))
def constant_of_shape(call: Call, input: TensorFact) -> TensorFact:
    if input.rank == 0:
        if is_stored(input):  # a loader does not look at its rank, a kernel does
            raise call.fail(codes.WRONG_RANK, "the shape is {input}, needed a list", input=input)
        call.rank(input, "input", at_least=1, at_most=1)
    require_list(call, input, "input")
    elem_type, value = _value(call)
    sizes = entries(input)
    shape = None if sizes is None else tuple(_size(call, input, size) for size in sizes)
    return tensor(elem_type, shape, filled(value, shape))


def _value(call: Call) -> tuple[int, Scalar]:
    value = call.fact("value")
    if not isinstance(value, TensorFact):
        return FLOAT, ZERO
    if value.static_shape() != (1,):
        call.error(codes.PARAMETER_SIZE, "value is {value}, needed a list of one element", value=value)
    return value.elem_type, each(value)


def _size(call: Call, input: TensorFact, size: Scalar) -> Dim:
    if not isinstance(size, Dim):
        low = low_of(size)
        low = ZERO if low is None or low.lo is None or low.lo < 0 else low
        return call.fresh("the shape is computed from data", low, high_of(size))
    call.require_at_least(
        size, ZERO, codes.NEGATIVE_SIZE, "the shape has the size {size}, needed 0 or more; it is {input}",
        size=size, input=input,
    )  # fmt: skip
    return call.blamed() if size.hi is not None and size.hi < 0 else size
