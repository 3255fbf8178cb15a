"""Unique: the distinct elements, or slices along an axis; where they stand and how often.

Version  What changed
11       outputs Y, indices, inverse_indices, counts
28       only more element types
"""

from __future__ import annotations

from shapeinfer.elements import of_ints
from shapeinfer.rule import (
    ONE,
    ZERO,
    Call,
    Dim,
    Shape,
    TensorFact,
    codes,
    const,
    minimum,
    rule,
    tensor,
)
from shapeinfer.scalar import span
from shapeinfer.shapes.contents import entries, within

Outputs = tuple[TensorFact, TensorFact, TensorFact, TensorFact]

_REASON = "how many are distinct depends on data"


@rule("Unique", versions=(11, 28))
def unique(call: Call, X: TensorFact) -> Outputs:
    if call.int("sorted", 1) not in (0, 1):
        call.warn(codes.VALUE_NOT_ALLOWED, "sorted is {sorted}, needed 0 or 1", sorted=call.int("sorted", 1))
    axis = call.int("axis") if call.has("axis") else None
    if axis is None:
        return _of_elements(call, X)
    if X.shape is None:
        count, size = call.fresh(_REASON), call.fresh("the input's rank is not known")
        return _outputs(X, None, count, size)
    axis = call.axis(axis, len(X.shape))
    size = X.shape[axis]
    count = call.fresh(_REASON, minimum(size, ONE), size)
    return _outputs(X, (*X.shape[:axis], count, *X.shape[axis + 1 :]), count, size)


def _of_elements(call: Call, X: TensorFact) -> Outputs:
    size, items = X.count(), entries(X)
    values = [item.value for item in items or () if isinstance(item, Dim) and item.value is not None]
    if items is not None and len(values) == len(items):
        return _known(X, values, ordered=call.int("sorted", 1) != 0)
    if size is None:
        size = call.fresh("the input's rank is not known")
    count = call.fresh(_REASON, minimum(size, ONE), size)
    return _outputs(X, (count,), count, size)


def _known(X: TensorFact, values: list[int], *, ordered: bool) -> Outputs:
    found = list(dict.fromkeys(values))
    if ordered:
        found.sort()
    count = const(len(found))
    return (
        tensor(0, (count,), of_ints(found)),
        tensor(0, (count,), of_ints(values.index(v) for v in found)),
        tensor(0, (len(values),), of_ints(found.index(v) for v in values)),
        tensor(0, (count,), of_ints(values.count(v) for v in found)),
    )


def _outputs(X: TensorFact, shape: Shape | None, count: Dim, size: Dim) -> Outputs:
    return (
        tensor(0, shape, None if X.elements is None else X.elements.spread()),
        tensor(0, (count,), within(span(ZERO, size - 1))),
        tensor(0, (size,), within(span(ZERO, count - 1))),
        tensor(0, (count,), within(span(ONE, size))),
    )
