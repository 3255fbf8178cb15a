"""UnfoldTensor, ExpandDims, GatherND, Trilu, Unique of com.microsoft: elements moved, picked or counted.

Version  What changed
1        com.microsoft
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.elem_type import DOUBLE, FLOAT, INT32, INT64, elem_type_name
from shapeinfer.facts.elements import Elements
from shapeinfer.rule import (
    ONE,
    ZERO,
    Call,
    Shape,
    TensorFact,
    const,
    equal,
    is_declared,
    minimum,
    rule,
    tensor,
)
from shapeinfer.shapes.contents import entries
from shapeinfer.shapes.index import require_axes
from shapeinfer.shapes.inputs import require_one_element, sizes
from shapeinfer.shapes.tuples import require_short_tuples, require_tuples, tuple_width

_MOST = 2**31 - 1


@rule("Trilu", versions=(1,), domain="com.microsoft")
def trilu(call: Call, X: TensorFact, k: TensorFact | None = None) -> TensorFact:
    call.rank(X, "X", at_least=2)
    require_one_element(call, k, "k")
    if k is not None:
        call.rank(k, "k", at_most=1)
    return tensor(0, X.shape)


@rule("Unique", versions=(1,), domain="com.microsoft")
def unique(call: Call, x: TensorFact) -> tuple[TensorFact, ...]:
    (size,) = sizes(call, x, 1, "x")
    count = call.fresh("how many are distinct depends on data", minimum(size, ONE), size)
    return tensor(0, (count,)), tensor(0, (size,)), tensor(0, (count,))


@rule("UnfoldTensor", versions=(1,), domain="com.microsoft")
def unfold_tensor(call: Call, input: TensorFact) -> TensorFact:
    size, step = call.int("size"), call.int("step", 1)
    if size < 0 or step < 1:
        raise call.fail(
            codes.VALUE_NOT_ALLOWED,
            "size is {size} and step {step}, needed at least 0 and 1",
            size=size,
            step=step,
        )
    if max(size, step) > _MOST:
        raise call.fail(
            codes.SIZE_LIMIT, "size is {size} and step {step}, and an int32 holds at most {most}",
            size=size, step=step, most=_MOST,
        )  # fmt: skip
    call.rank(input, "input", at_least=1)
    if input.elem_type not in (0, INT32, INT64, FLOAT, DOUBLE):
        call.error(
            codes.TYPE_NOT_ALLOWED, "input is {type}, and ONNX Runtime takes i32, i64, f32 and f64 only",
            type=elem_type_name(input.elem_type),
        )  # fmt: skip
    if input.shape is None:
        return tensor(0)
    axis = call.axis(call.int("dim", -1), len(input.shape), "dim")
    whole = input.shape[axis]
    # A loader looks at the numbers only if it knows the axis, which it may not of what data cuts.
    seen = whole.value is not None and is_declared(input)
    if size == 0 and seen:
        call.refuse_load(codes.VALUE_NOT_ALLOWED, "size is 0, needed at least 1")
    if call.in_function and not call.has("step") and seen:
        call.refuse_load(
            codes.RUNTIME_DIFFERS, "step is left out, which ONNX Runtime takes for 0 in a function"
        )
    call.require_at_least(
        whole, size, codes.WINDOW_TOO_LARGE,
        "axis {axis} of input has {whole}, needed the {size} of a slice; input is {input}",
        axis=axis, whole=whole, size=size, input=input,
    )  # fmt: skip
    count = (whole - size) // step + 1
    return tensor(0, (*input.shape[:axis], count, *input.shape[axis + 1 :], const(size)))


@rule("ExpandDims", versions=(1,), domain="com.microsoft")
def expand_dims(call: Call, X: TensorFact, axis: TensorFact) -> TensorFact:
    require_one_element(call, axis, "axis")
    call.rank(axis, "axis", at_most=1)
    if X.shape is None:
        return tensor(0)
    known = axis.as_ints()
    if known is None or len(known) != 1:
        require_axes(call, entries(axis) or (), len(X.shape) + 1)
        return tensor(
            0, call.fresh_shape(len(X.shape) + 1, "where the new axis stands is computed from data")
        )
    at = (
        call.axis(known[0], len(X.shape), ends=True)
        if known[0] >= 0
        else _from_behind(call, known[0], X.shape)
    )
    return tensor(0, (*X.shape[:at], ONE, *X.shape[at:]), _same_order(X))


def _from_behind(call: Call, axis: int, shape: Shape) -> int:
    return call.axis(axis, len(shape) + 1)


def _same_order(X: TensorFact) -> Elements | None:
    return None if X.elements is None else X.elements.spread()


@rule("GatherND", versions=(1,), domain="com.microsoft")
def gather_nd(call: Call, data: TensorFact, indices: TensorFact) -> TensorFact:
    width = tuple_width(call, data, indices, 0)
    if width is None and indices.shape:
        require_short_tuples(call, data, indices.shape)
    if width is None or data.shape is None or indices.shape is None:
        return tensor(0)
    # Where the slices are empty the runtime does not look.
    empty = tuple(equal(d, ZERO) for d in data.shape[width:] if not d.value)
    require_tuples(call, data, indices, width, 0, unless=empty)
    return tensor(0, indices.shape[:-1] + data.shape[width:])
