"""ArgMax, ArgMin: the position of the largest or smallest element along an axis.

Version  What changed
1        ``axis``, ``keepdims``
11       negative ``axis`` counts from the back (the runtime lets it before)
12       ``select_last_index``
13       only more element types

There is no position in an axis of size 0, unless the result is empty anyway. Differences: of an empty
input, ONNX Runtime before 1.32 overlooks an axis that counts from the back, and keeps its size. Where the
input is surely empty we say what holds with every release, with a warning.
"""

from __future__ import annotations

from shapeinfer.facts.elements import single
from shapeinfer.facts.scalar import span
from shapeinfer.rule import (
    ONE,
    REFUTED,
    RELEASES,
    ZERO,
    Call,
    Condition,
    Shape,
    TensorFact,
    any_of,
    at_least,
    codes,
    equal,
    is_ranked,
    rule,
    tensor,
)
from shapeinfer.shapes.contents import within
from shapeinfer.shapes.flags import flag
from shapeinfer.shapes.index import only_if_empty
from shapeinfer.shapes.reduce import reduced_shape


@rule(("ArgMax", "ArgMin"), versions=(1, 11, 12, 13))
def arg_max(call: Call, data: TensorFact) -> TensorFact:
    if data.rank == 0 and call.version < 11:
        call.warn(codes.WRONG_RANK, "data has rank 0, needed 1 or more (the runtime accepts it)")
        return tensor(0, (), single(ZERO))
    message = "data has rank 0, needed 1 or more (ONNX Runtime runs it where it can't see the rank at load)"
    if data.rank == 0:
        if not call.refuse_load(codes.WRONG_RANK, message):
            call.warn(codes.WRONG_RANK, message)
        return tensor(0, (), single(ZERO))
    rank, keepdims = call.rank(data, "data", at_least=1), flag(call, "keepdims", 1)
    if rank is None or data.shape is None:
        return tensor(0, None, within(span(ZERO, None)))
    axis = call.int("axis", 0)
    outside = not -rank <= axis < rank
    seen = call.version >= 11 and is_ranked(data)
    if outside and seen and call.refuse_load(
        codes.AXIS_OUT_OF_RANGE, "axis is {axis}, needed {low} to {top} for rank {rank}",
        axis=axis, low=-rank, top=rank - 1, rank=rank,
    ):  # fmt: skip
        return tensor(0)
    if outside and ZERO in data.shape:
        call.refused_since(
            "1.32", "axis is {axis} of empty data, and ONNX Runtime needs {low} to {top} since 1.32",
            axis=axis, low=-rank, top=rank - 1,
        )  # fmt: skip
        return tensor(0, data.shape)
    if only_if_empty(call, axis, data.shape):
        return tensor(0, data.shape)
    axis = call.axis(axis, rank)
    size = data.shape[axis]
    if call.int("axis", 0) < 0:
        if ZERO in data.shape:
            _look_at_empty(call, data, axis)
            now = reduced_shape(data.shape, (axis,), keepdims=keepdims)
            return tensor(0, call.either(now, data.shape, RELEASES))
    else:
        call.require(
            any_of(at_least(size, ONE), *_others_empty(data.shape, axis)), codes.EMPTY_REDUCTION,
            "axis {axis} of data is {size}, needed 1 or more; data "
            "is {data}", axis=axis, size=size, data=data,
        )  # fmt: skip
    return tensor(0, reduced_shape(data.shape, (axis,), keepdims=keepdims), within(span(ZERO, size - 1)))


def _look_at_empty(call: Call, data: TensorFact, axis: int) -> None:
    """Of empty data and an axis that counts from the back."""
    others = _others_empty(data.shape or (), axis)
    if all(condition.verdict() is REFUTED for condition in others):
        call.refused_since(
            "1.32", "axis {axis} of data is 0, which ONNX Runtime refuses since 1.32; data is {data}",
            axis=axis, data=data,
        )  # fmt: skip
        return
    call.suppose(
        any_of(*others), codes.RUNTIME_DIFFERS,
        "axis {axis} of data is 0, which ONNX Runtime refuses since 1.32 unless another is 0; data is {data}",
        axis=axis, data=data,
    )  # fmt: skip
    call.warn(
        codes.RUNTIME_DIFFERS,
        "data is empty and axis counts from the back, which ONNX Runtime before 1.32 forgets to reduce; "
        "data is {data}",
        data=data,
    )  # fmt: skip


def _others_empty(shape: Shape, axis: int) -> list[Condition]:
    return [equal(d, ZERO) for i, d in enumerate(shape) if i != axis]
