"""Gather: slices of data along an axis, picked by their positions.

Version  What changed
1        positions in [0, n-1] (the runtime takes negative ones here too)
11       negative positions count from the back
13       only more element types
"""

from __future__ import annotations

from shapeinfer.facts.elements import Elements
from shapeinfer.rule import Call, Dim, Shape, TensorFact, rule, tensor
from shapeinfer.shapes.contents import entries, gathered
from shapeinfer.shapes.index import require_indices


@rule("Gather", versions=(1, 11, 13))
def gather(call: Call, data: TensorFact, indices: TensorFact) -> TensorFact:
    rank = call.rank(data, "data", at_least=1)
    if rank is None or data.shape is None:
        return tensor(0, None, _spread(data))
    axis = call.axis(call.int("axis", 0), rank)
    require_indices(call, indices, data.shape[axis], axis, data)
    if indices.shape is None:
        return tensor(0, None, _spread(data))
    shape = data.shape[:axis] + indices.shape + data.shape[axis + 1 :]
    return tensor(0, shape, _elements(data, indices, shape, axis))


def _spread(data: TensorFact) -> Elements | None:
    return None if data.elements is None else data.elements.spread()


def _elements(data: TensorFact, indices: TensorFact, shape: Shape, axis: int) -> Elements | None:
    picked, count = entries(indices), indices.rank or 0
    if data.elements is None or picked is None or data.shape is None:
        return _spread(data)
    size = data.shape[axis].value
    places = [item.value for item in picked if isinstance(item, Dim) and item.value is not None]
    if size is None or len(places) < len(picked) or any(not -size <= p < size for p in places):
        return data.elements.spread()
    static = indices.static_shape() or ()

    def source(index: tuple[int, ...]) -> tuple[int, ...]:
        flat = 0
        for i, n in zip(index[axis : axis + count], static, strict=True):
            flat = flat * n + i
        return (*index[:axis], places[flat] % size, *index[axis + count :])

    return gathered(data, shape, source)
