"""OneHot: a new axis, on at the index and off elsewhere.

Version  What changed
9        ``axis`` in [-r-1, r]; indices below zero or too large give no "on"
11       negative indices count from the back
28       only more element types

Differences: the runtime refuses a depth of 0, and indices of rank 0.
"""

from __future__ import annotations

from shapeinfer.facts import scalar
from shapeinfer.facts.elements import Elements, indices
from shapeinfer.facts.scalar import Scalar, Span, high_of
from shapeinfer.rule import (
    ONE,
    REFUTED,
    ZERO,
    Call,
    Dim,
    Shape,
    TensorFact,
    at_least,
    codes,
    const,
    rule,
    tensor,
)
from shapeinfer.shapes.contents import each, entries, made, small, within
from shapeinfer.shapes.lists import single_entry


@rule("OneHot", versions=(9, 11, 28))
def one_hot(call: Call, indices: TensorFact, depth: TensorFact, values: TensorFact) -> TensorFact:
    rank = call.rank(indices, "indices", at_least=1)
    call.rank(values, "values", at_least=1, at_most=1)
    if values.shape is not None:
        call.require_equal(
            values.shape[0], const(2), codes.PARAMETER_SIZE, "values holds {count} elements, needed 2: "
            "off and on; it is {values}",
            count=values.shape[0], values=values,
        )  # fmt: skip
    size = _depth(call, scalar.truncate(single_entry(call, depth, "depth", vector=True)))
    if rank is None or indices.shape is None:
        return tensor(0, None, within(each(values)))
    axis = call.axis(call.int("axis", -1), rank + 1)
    shape = (*indices.shape[:axis], size, *indices.shape[axis:])
    return tensor(0, shape, _elements(indices, values, shape, axis))


def _depth(call: Call, depth: Scalar) -> Dim:
    if not isinstance(depth, Dim):
        high = high_of(depth) if isinstance(depth, Span) else None
        return call.fresh("the depth of the OneHot is computed from data", ONE, high)
    if at_least(depth, ZERO).verdict() is REFUTED:
        call.error(codes.NEGATIVE_SIZE, "depth is {depth}, needed 1 or more", depth=depth)
        return call.blamed()
    call.require_at_least(
        depth, 1, codes.RUNTIME_DIFFERS, "depth is {depth}, and the runtime needs 1 or more", depth=depth
    )
    return depth


def _elements(which: TensorFact, values: TensorFact, shape: Shape, axis: int) -> Elements | None:
    static, picked, pair = small(shape), entries(which), entries(values)
    if values.elements is None:
        return None
    places = [item.value for item in picked or () if isinstance(item, Dim)]
    if (
        static is None
        or picked is None
        or pair is None
        or len(pair) != 2
        or len(places) < len(picked)
        or None in places
    ):
        return within(each(values))
    depth, items = static[axis], []
    inner = [index[:axis] + index[axis + 1 :] for index in indices(static)]
    sizes = static[:axis] + static[axis + 1 :]
    for index, rest in zip(indices(static), inner, strict=True):
        flat = 0
        for i, n in zip(rest, sizes, strict=True):
            flat = flat * n + i
        place = places[flat] or 0
        items.append(pair[1] if place in (index[axis], index[axis] - depth) else pair[0])
    return made(items, static)
