"""ScatterElements, and Scatter, its first name: updates written into data along an axis.

Version  What changed
9        Scatter
11       ScatterElements, and Scatter deprecated; negative indices count from the back; indices must lie in
         the axis
16       ``reduction``: add, mul
18       ``reduction``: max, min
13       only more element types
"""

from __future__ import annotations

from shapeinfer.facts.elem_type import BOOL, FLOAT16, STRING
from shapeinfer.facts.elements import indices as all_positions
from shapeinfer.rule import Call, TensorFact, codes, rule, tensor
from shapeinfer.shapes.index import require_indices
from shapeinfer.shapes.scatter import known_places, reduction, require_inside, require_kernel, written

# The reductions that ONNX Runtime's kernel has not.
_LACKING = {
    FLOAT16: ("add", "mul"),
    STRING: ("mul", "max", "min"),
    BOOL: ("max", "min"),
}


@rule("Scatter", versions=(9, 11))
@rule("ScatterElements", versions=(11, 13))
def scatter_elements_11(call: Call, data: TensorFact, indices: TensorFact, updates: TensorFact) -> TensorFact:
    return _scatter(call, data, indices, updates, "none")


@rule("ScatterElements", versions=(16,))
def scatter_elements_16(call: Call, data: TensorFact, indices: TensorFact, updates: TensorFact) -> TensorFact:
    return _scatter(call, data, indices, updates, reduction(call, ("add", "mul")))


@rule("ScatterElements", versions=(18,))
def scatter_elements_18(call: Call, data: TensorFact, indices: TensorFact, updates: TensorFact) -> TensorFact:
    return _scatter(call, data, indices, updates, reduction(call, ("add", "mul", "max", "min")))


def _scatter(call: Call, data: TensorFact, indices: TensorFact, updates: TensorFact, how: str) -> TensorFact:
    if how in _LACKING.get(data.elem_type, ()):
        require_kernel(call, data, how, updates.shape if indices.shape is None else indices.shape)
    axis = require_inside(call, data, indices, call.int("axis", 0))
    _require_same(call, indices, updates)
    if axis is None or data.shape is None:
        rank = indices.rank if updates.rank is None else updates.rank
        shape = (
            call.fresh_shape(rank, "the input's rank is not known")
            if rank and data.shape is None
            else data.shape
        )
        return tensor(0, shape, written(call, data, updates, None, how))
    size = data.shape[axis]
    require_indices(call, indices, size, axis, data)
    return tensor(0, data.shape, written(call, data, updates, _places(data, indices, axis), how))


def _require_same(call: Call, indices: TensorFact, updates: TensorFact) -> None:
    if indices.shape is None or updates.shape is None:
        return
    if len(indices.shape) != len(updates.shape):
        raise call.fail(
            codes.WRONG_RANK, "updates has rank {rank}, indices has {need}, needed the same shape; they are "
            "{updates} and {indices}",
            rank=updates.rank, need=indices.rank, updates=updates, indices=indices,
        )  # fmt: skip
    for axis, (a, b) in enumerate(zip(indices.shape, updates.shape, strict=True)):
        call.require_equal(
            a, b, codes.SIZE_MISMATCH,
            "on axis {axis} indices has {a} and updates has {b}, needed the same shape; they are {indices} "
            "and {updates}",
            axis=axis, a=a, b=b, indices=indices, updates=updates,
        )  # fmt: skip


def _places(data: TensorFact, indices: TensorFact, axis: int) -> list[tuple[int, ...]] | None:
    known, static, whole = known_places(indices), indices.static_shape(), data.static_shape()
    if known is None or static is None or whole is None:
        return None
    size = whole[axis]
    if any(not -size <= i < size for i in known):
        return None
    if any(a > b for at, (a, b) in enumerate(zip(static, whole, strict=True)) if at != axis):
        return None
    return [
        (*index[:axis], place % size, *index[axis + 1 :])
        for index, place in zip(all_positions(static), known, strict=True)
    ]
