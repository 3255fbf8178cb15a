"""GatherElements: one element of data for each index, the other positions being the index's own.

Version  What changed
11       indices of data's rank, no longer than data off the axis
13       only more element types
"""

from __future__ import annotations

from shapeinfer.facts.elements import Elements
from shapeinfer.rule import Call, Dim, TensorFact, rule, tensor
from shapeinfer.shapes.contents import entries, gathered
from shapeinfer.shapes.index import require_indices
from shapeinfer.shapes.scatter import require_inside


@rule("GatherElements", versions=(11, 13))
def gather_elements(call: Call, data: TensorFact, indices: TensorFact) -> TensorFact:
    axis = require_inside(call, data, indices, call.int("axis", 0))
    if axis is None:
        return tensor(0, indices.shape, None if data.elements is None else data.elements.spread())
    assert data.shape is not None  # there is an axis where the ranks are known
    require_indices(call, indices, data.shape[axis], axis, data)
    return tensor(0, indices.shape, _elements(data, indices, axis))


def _elements(data: TensorFact, indices: TensorFact, axis: int) -> Elements | None:
    if data.elements is None or data.shape is None:
        return None
    size, picked, static = data.shape[axis].value, entries(indices), indices.static_shape()
    if size is None or picked is None or static is None:
        return data.elements.spread()
    places = [item.value for item in picked if isinstance(item, Dim) and item.value is not None]
    if len(places) < len(picked) or any(not -size <= p < size for p in places):
        return data.elements.spread()

    def source(index: tuple[int, ...]) -> tuple[int, ...]:
        flat = 0
        for i, n in zip(index, static, strict=True):
            flat = flat * n + i
        return (*index[:axis], places[flat] % size, *index[axis + 1 :])

    return gathered(data, indices.shape, source)
