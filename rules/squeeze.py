"""Squeeze: axes of size 1 dropped.

Version  What changed
1        ``axes`` is an attribute, counted from the front (the runtime counts either way)
11       negative axes count from the back
13       ``axes`` is an input
21-      only more element types

Differences: an empty ``axes`` is for the runtime as if there were none, and all axes of size 1 go,
where the reference drops none. An axis named twice is dropped once.
"""

from __future__ import annotations

from shapeinfer.facts.scalar import Scalar
from shapeinfer.rule import (
    ONE,
    PROVED,
    REFUTED,
    SQUEEZED,
    UNKNOWN,
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
    may_be_empty,
    rule,
    tensor,
)
from shapeinfer.shapes.contents import entries, reshaped
from shapeinfer.shapes.lists import as_list

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


@rule("Squeeze", versions=(1, 11))
def squeeze_1(call: Call, data: TensorFact) -> TensorFact:
    return _squeeze(call, data, call.ints("axes"))


@rule("Squeeze", versions=(13, 21, 23, 24, 25))
def squeeze_13(call: Call, data: TensorFact, axes: TensorFact | None = None) -> TensorFact:
    if axes is None:
        call.refuse_empty_name("axes", 1)
        return _squeeze(call, data, None)
    axes = as_list(call, axes, "axes")
    known = axes.as_ints()
    if known is not None:
        return _squeeze(call, data, known)
    if data.shape is not None:
        _require_ones(call, data, data.shape, entries(axes) or ())
    length = None if axes.shape is None else axes.shape[0].value
    if length != 1 or data.shape is None or not data.shape:
        return tensor(0, None, reshaped(data, None))
    shape = call.fresh_shape(len(data.shape) - 1, SQUEEZED)
    return tensor(0, shape, reshaped(data, shape))


def _require_ones(call: Call, data: TensorFact, shape: Shape, axes: Sequence[Scalar]) -> None:
    """Each axis that is computed from sizes is one of size 1."""
    rank = len(shape)
    for axis in axes:
        if isinstance(axis, Dim):
            ways = [
                all_of(equal(axis, const(place)), equal(size, ONE))
                for at, size in enumerate(shape)
                for place in (at, at - rank)
            ]
            call.require(
                any_of(*ways), codes.SQUEEZE_SIZE,
                "axes holds {axis}, needed an axis of size 1; data is {data}", axis=axis, data=data,
            )  # fmt: skip


def _squeeze(call: Call, data: TensorFact, axes: tuple[int, ...] | None) -> TensorFact:
    if data.shape is None:
        return tensor(0, None, reshaped(data, None))
    if not axes:
        return _squeeze_all(call, data, listed=axes is not None)
    dropped = {call.axis(axis, len(data.shape), "axes") for axis in axes}
    for axis in sorted(dropped):
        call.require_equal(
            data.shape[axis], ONE, codes.SQUEEZE_SIZE,
            "axis {axis} of data is {size}, needed 1 to drop it; data is {data}",
            axis=axis, size=data.shape[axis], data=data,
        )  # fmt: skip
    shape = tuple(d for axis, d in enumerate(data.shape) if axis not in dropped)
    return tensor(0, shape, reshaped(data, shape))


def _squeeze_all(call: Call, data: TensorFact, *, listed: bool) -> TensorFact:
    """Every axis of size 1 goes: how many there are is certain only if each size is 1 or surely not, and
    supposed where one is 1 unless it is 0, as what x[-1:] leaves."""
    assert data.shape is not None  # checked by the caller
    verdicts = [equal(d, ONE).verdict() for d in data.shape]
    if listed and any(v is not REFUTED for v in verdicts):
        call.warn(
            codes.RUNTIME_DIFFERS, "axes is empty: the runtime drops every axis of size 1, others none; "
            "data is {data}",
            data=data,
        )  # fmt: skip
    for axis, size in enumerate(data.shape):
        if verdicts[axis] is UNKNOWN and size.hi == 1 and not may_be_empty(size):
            call.suppose(
                at_least(size, ONE), codes.ASSUMED_SIZE,
                "axis {axis} of data is {size}, taken to be 1; data is {data}",
                axis=axis, size=size, data=data,
            )  # fmt: skip
            verdicts[axis] = PROVED
    if UNKNOWN in verdicts:
        return tensor(0, None, reshaped(data, None))
    shape = tuple(d for d, v in zip(data.shape, verdicts, strict=True) if v is REFUTED)
    return tensor(0, shape, reshaped(data, shape))
