"""Shape: the dims of a tensor, as a vector.

Version  What changed
1        all dims
15       ``start`` and ``end`` take a slice of them; both are clamped, so none is out of range
13, 19-  only more element types
"""

from __future__ import annotations

from shapeinfer.facts.elements import of_dims, ranged
from shapeinfer.facts.scalar import span
from shapeinfer.rule import ZERO, Call, Dim, TensorFact, const, rule, tensor


@rule("Shape", versions=(1, 13))
def shape_1(call: Call, data: TensorFact) -> TensorFact:
    return _shape(call, data, 0, None)


@rule("Shape", versions=(15, 19, 21, 23, 24, 25))
def shape_15(call: Call, data: TensorFact) -> TensorFact:
    return _shape(call, data, call.int("start", 0), call.int("end") if call.has("end") else None)


def _shape(call: Call, data: TensorFact, start: int, end: int | None) -> TensorFact:
    if data.shape is None:
        return tensor(0, (_length(call, start, end),), ranged(span(ZERO, None)))
    # Python clamps as the operator does, once nothing is left of the front.
    dims = data.shape[start:end] if end is not None else data.shape[start:]
    return tensor(0, (len(dims),), of_dims(dims))


def _length(call: Call, start: int, end: int | None) -> Dim:
    """How many dims of an unknown number are taken; what the slice allows at most is known in most cases."""
    most = None
    if end is not None and (start >= 0) == (end >= 0):
        most = max(end - start, 0)
    elif start < 0:
        most = -start if end is None else min(-start, end)
    if most == 0:
        return ZERO
    return call.fresh("the rank is not known", high=None if most is None else const(most))
