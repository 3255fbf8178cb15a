"""ScatterND: slices written into data at tuples of positions.

Version  What changed
11       the last axis of indices holds the tuples
16       ``reduction``: add, mul
18       ``reduction``: max, min
13       only more element types
"""

from __future__ import annotations

from shapeinfer.facts.elem_type import BOOL, FLOAT16, STRING
from shapeinfer.facts.elements import indices as all_positions
from shapeinfer.rule import Call, TensorFact, codes, rule, tensor
from shapeinfer.shapes.contents import small
from shapeinfer.shapes.scatter import reduction, require_kernel, written
from shapeinfer.shapes.tuples import known_tuples, require_short_tuples, require_tuples, tuple_width

# The reductions that ONNX Runtime's kernel has not.
_LACKING = {
    FLOAT16: ("add", "mul", "max", "min"),
    STRING: ("mul", "max", "min"),
    BOOL: ("max", "min"),
}


@rule("ScatterND", versions=(11, 13))
def scatter_nd_11(call: Call, data: TensorFact, indices: TensorFact, updates: TensorFact) -> TensorFact:
    return _scatter(call, data, indices, updates, "none")


@rule("ScatterND", versions=(16,))
def scatter_nd_16(call: Call, data: TensorFact, indices: TensorFact, updates: TensorFact) -> TensorFact:
    return _scatter(call, data, indices, updates, reduction(call, ("add", "mul")))


@rule("ScatterND", versions=(18,))
def scatter_nd_18(call: Call, data: TensorFact, indices: TensorFact, updates: TensorFact) -> TensorFact:
    return _scatter(call, data, indices, updates, reduction(call, ("add", "mul", "max", "min")))


def _scatter(call: Call, data: TensorFact, indices: TensorFact, updates: TensorFact, how: str) -> TensorFact:
    width = tuple_width(call, data, indices, 0, _width_by_ranks(call, data, indices, updates))
    if width is None or data.shape is None or indices.shape is None:
        if data.shape is not None and indices.shape:
            require_short_tuples(call, data, indices.shape)
        return tensor(0, data.shape, written(call, data, updates, None, how))
    if how in _LACKING.get(data.elem_type, ()):
        require_kernel(call, data, how, (*indices.shape[:-1], *data.shape[width:]))
    _require_updates(call, data, indices, updates, width)
    require_tuples(call, data, indices, width, 0)
    return tensor(0, data.shape, written(call, data, updates, _places(data, indices, width), how))


def _width_by_ranks(call: Call, data: TensorFact, indices: TensorFact, updates: TensorFact) -> int | None:
    """How many axes a tuple must point into for updates to have its rank, if that is possible."""
    if data.rank is None or indices.rank is None or updates.rank is None:
        return None
    width = indices.rank - 1 + data.rank - updates.rank
    if indices.rank and not 0 <= width <= data.rank:
        raise call.fail(
            codes.WRONG_RANK, "updates has rank {rank}, needed {low} to {high} for indices {indices} into "
            "data {data}",
            rank=updates.rank, low=indices.rank - 1, high=indices.rank - 1 + data.rank,
            indices=indices, data=data,
        )  # fmt: skip
    return width


def _require_updates(
    call: Call, data: TensorFact, indices: TensorFact, updates: TensorFact, width: int
) -> None:
    """updates holds a slice of data for each tuple."""
    if updates.shape is None or data.shape is None or indices.shape is None:
        return
    need = indices.shape[:-1] + data.shape[width:]
    args = {"updates": updates, "need": need, "indices": indices, "data": data}
    rest = "needed shape {need} for indices {indices} into data {data}"
    if len(need) != len(updates.shape):
        raise call.fail(codes.WRONG_RANK, "updates is {updates}, " + rest, **args)
    for axis, (have, size) in enumerate(zip(updates.shape, need, strict=True)):
        call.require_equal(
            have, size, codes.SIZE_MISMATCH, "updates has {have} on axis {axis} and is {updates}, " + rest,
            have=have, axis=axis, **args,
        )  # fmt: skip


def _places(data: TensorFact, indices: TensorFact, width: int) -> list[tuple[int, ...]] | None:
    """Where each element of updates goes, in their order."""
    static = small(data.shape)
    tuples = None if data.shape is None else known_tuples(indices, data.shape, width)
    if static is None or tuples is None:
        return None
    return [(*row, *rest) for row in tuples for rest in all_positions(static[width:])]
