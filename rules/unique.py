"""Unique: the distinct elements, or slices along an axis; where they stand and how often.

Version  What changed
11       outputs Y, indices, inverse_indices, counts
28       only more element types
"""

from __future__ import annotations

import math

from shapeinfer.facts.elements import of_ints
from shapeinfer.facts.scalar import span
from shapeinfer.rule import (
    ONE,
    ZERO,
    Call,
    Dim,
    Shape,
    TensorFact,
    all_of,
    any_of,
    at_least,
    codes,
    const,
    equal,
    minimum,
    rule,
    tensor,
)
from shapeinfer.shapes.contents import entries, within

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

Outputs = tuple[TensorFact, TensorFact, TensorFact, TensorFact]

# The elements at one place of an axis, or one element.
Slice = tuple[int, ...]

_REASON = "how many are distinct depends on data"


@rule("Unique", versions=(11, 28))
def unique(call: Call, X: TensorFact) -> Outputs:
    if call.int("sorted", 1) not in (0, 1):
        call.warn(codes.VALUE_NOT_ALLOWED, "sorted is {sorted}, needed 0 or 1", sorted=call.int("sorted", 1))
    ordered = call.int("sorted", 1) == 1  # as the runtime reads it
    axis = call.int("axis") if call.has("axis") else None
    if axis is None:
        return _of_elements(call, X, ordered=ordered)
    if X.shape is None:
        count, size = call.fresh(_REASON), call.fresh("the input's rank is not known")
        return _outputs(X, None, count, size)
    axis = call.axis(axis, len(X.shape))
    size = X.shape[axis]
    some = all_of(*(at_least(inner, ONE) for inner in X.shape[axis + 1 :]))
    call.require(
        any_of(some, *(equal(none, ZERO) for none in X.shape[: axis + 1])), codes.RUNTIME_DIFFERS,
        "X is {X}, whose slices are empty: ONNX Runtime's process ends", X=X,
    )  # fmt: skip
    slices = _slices(X, axis)
    if slices is not None:
        count = const(len(set(slices)))
        return (
            _outputs(X, (*X.shape[:axis], count, *X.shape[axis + 1 :]), count, size)[0],
            *_places(slices, _distinct(slices, ordered=ordered)),
        )
    count = call.fresh(_REASON, minimum(size, ONE), size)
    return _outputs(X, (*X.shape[:axis], count, *X.shape[axis + 1 :]), count, size)


def _of_elements(call: Call, X: TensorFact, *, ordered: bool) -> Outputs:
    size, values = X.count(), _values(X)
    if values is not None:
        single = [(value,) for value in values]
        found = _distinct(single, ordered=ordered)
        return tensor(0, (const(len(found)),), of_ints(v for (v, *_) in found)), *_places(single, found)
    if size is None:
        size = call.fresh("the input's rank is not known")
    count = call.fresh(_REASON, minimum(size, ONE), size)
    return _outputs(X, (count,), count, size)


def _values(X: TensorFact) -> list[int] | None:
    """The elements, if all are known integers."""
    items = entries(X)
    if items is None:
        return None
    values = [item.value for item in items if isinstance(item, Dim) and item.value is not None]
    return values if len(values) == len(items) else None


def _slices(X: TensorFact, axis: int) -> list[Slice] | None:
    """The elements at each place of an axis, if all are known integers, and there is one."""
    values, shape = _values(X), X.static_shape()
    if not values or shape is None:
        return None
    behind = math.prod(shape[axis + 1 :])
    return [
        tuple(value for at, value in enumerate(values) if at // behind % shape[axis] == place)
        for place in range(shape[axis])
    ]


def _distinct(values: Sequence[Slice], *, ordered: bool) -> list[Slice]:
    found = list(dict.fromkeys(values))
    return sorted(found) if ordered else found


def _places(values: Sequence[Slice], found: list[Slice]) -> tuple[TensorFact, TensorFact, TensorFact]:
    """Where the distinct ones stand first, which of them each is, and how many are alike."""
    count = const(len(found))
    return (
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
