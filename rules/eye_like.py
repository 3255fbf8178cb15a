"""EyeLike: a matrix of a tensor's shape with ones on one diagonal.

Version  What changed
9        ``k`` picks the diagonal, ``dtype`` the type (the input's without it)
22       only more element types
"""

from __future__ import annotations

from shapeinfer.facts.elem_type import BOOL, DOUBLE, FLOAT, FLOAT16, elem_type_name, is_integer
from shapeinfer.facts.elements import indices, of, ranged
from shapeinfer.facts.scalar import span
from shapeinfer.rule import ONE, ZERO, Call, Elements, Shape, TensorFact, codes, rule, tensor
from shapeinfer.shapes.contents import small
from shapeinfer.shapes.flags import as_int32


@rule("EyeLike", versions=(9, 22))
def eye_like(call: Call, input: TensorFact) -> TensorFact:
    call.rank(input, "input", at_least=2, at_most=2)
    elem_type = as_int32(call.int("dtype")) if call.has("dtype") else input.elem_type
    if call.has("dtype") and not elem_type:
        call.error(codes.TYPE_NOT_ALLOWED, "dtype is 0, needed the number of a type")
    elif elem_type and not (is_integer(elem_type) or elem_type in (FLOAT, DOUBLE, FLOAT16, BOOL)):
        call.error(
            codes.TYPE_NOT_ALLOWED, "dtype is {type}, needed an integer, f16, f32, f64 or bool",
            type=elem_type_name(elem_type),
        )  # fmt: skip
    shape = call.fresh_shape(2, "the input's shape is not known") if input.shape is None else input.shape
    return tensor(elem_type, shape, _elements(shape, call.int("k", 0)))


def _elements(shape: Shape, k: int) -> Elements | None:
    static = small(shape)
    if static is None:
        return ranged(span(ZERO, ONE))
    return of([ONE if column == row + k else ZERO for row, column in indices(static)], static)
