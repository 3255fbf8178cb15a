"""ReduceSum, ReduceMean, ReduceProd, ReduceMax, ReduceMin, ReduceL1, ReduceL2, ReduceLogSum,
ReduceLogSumExp, ReduceSumSquare: some axes become one element.

Version     What changed
1           the axes are an attribute; none given: all of them
11          axes may be negative (runtimes take them before, too)
13, 18      the axes are an optional input (13: ReduceSum, 18: the others), ``noop_with_empty_axes``
12, 20, 28  only more element types

An empty list of axes means all of them, as the runtime has it, unless ``noop_with_empty_axes``.

Differences: of an empty input, ONNX Runtime before 1.32 overlooks axes that are negative or too large, and
keeps their sizes. Where the input is surely empty we say what holds with every release, with a warning.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.elem_type import BOOL
from shapeinfer.rule import (
    ONE,
    ZERO,
    Call,
    Condition,
    TensorFact,
    any_of,
    at_least,
    equal,
    is_ranked,
    product,
    rule,
    tensor,
)
from shapeinfer.shapes.contents import entries
from shapeinfer.shapes.flags import flag
from shapeinfer.shapes.index import require_axes
from shapeinfer.shapes.lists import as_list, is_stored
from shapeinfer.shapes.reduce import partly_reduced, reduced, reduced_axes, reduced_elements, suppose_axes


@rule("ReduceSum", versions=(1, 11))
@rule(
    (
        "ReduceMean",
        "ReduceProd",
        "ReduceL1",
        "ReduceL2",
        "ReduceLogSum",
        "ReduceLogSumExp",
        "ReduceSumSquare",
    ),
    versions=(1, 11, 13),
)
@rule(("ReduceMax", "ReduceMin"), versions=(1, 11, 12, 13))
def reduce_1(call: Call, data: TensorFact) -> TensorFact:
    # Some versions have no check when the model is loaded.
    unchecked = call.version == 1 or (call.version == 11 and call.op_type in ("ReduceMax", "ReduceMin"))
    return _reduce(call, data, call.ints("axes") or (), seen=not unchecked and is_ranked(data))


@rule("ReduceSum", versions=(13,))
@rule(("ReduceMean", "ReduceProd", "ReduceL1", "ReduceL2", "ReduceSumSquare"), versions=(18,))
@rule(("ReduceLogSum", "ReduceLogSumExp"), versions=(18, 28))
@rule(("ReduceMax", "ReduceMin"), versions=(18, 20))
def reduce_13(call: Call, data: TensorFact, axes: TensorFact | None = None) -> TensorFact:
    if axes is None:
        return _reduce(call, data, ())
    axes = as_list(call, axes, "axes")
    given = axes.as_ints()
    if given is not None:
        return _reduce(call, data, given, seen=is_stored(axes) and is_ranked(data))
    count = None if axes.shape is None else axes.shape[0].value
    if count == 0:
        return _reduce(call, data, ())
    if data.shape:
        ways = tuple(equal(size, ZERO) for size in data.shape if not size.value)
        require_axes(call, entries(axes) or (), len(data.shape), unless=ways)
        if ZERO in data.shape:
            suppose_axes(call, entries(axes) or (), len(data.shape))
        if data.elem_type == BOOL and axes.shape and not flag(call, "noop_with_empty_axes", 0):
            _require_truths(call, data, tuple(range(len(data.shape))), unless=at_least(axes.shape[0], ONE))
    return tensor(0, partly_reduced(call, data, count, keepdims=flag(call, "keepdims", 1)))


def _reduce(call: Call, data: TensorFact, axes: tuple[int, ...], *, seen: bool = False) -> TensorFact:
    if not axes and call.version >= 13 and flag(call, "noop_with_empty_axes", 0):
        same = call.op_type in ("ReduceSum", "ReduceMean", "ReduceProd", "ReduceMax", "ReduceMin")
        return tensor(0, data.shape, data.elements if same else None)
    keepdims = flag(call, "keepdims", 1)
    if data.shape is None:
        return tensor(0, None if axes or keepdims else ())
    found = reduced_axes(call, axes, data.shape, seen=seen) if axes else tuple(range(len(data.shape)))
    shape = reduced(call, data.shape, found, axes, keepdims=keepdims)
    if data.elem_type == BOOL:
        _require_truths(call, data, found)
    if ZERO in data.shape and any(axis < 0 for axis in axes):
        return tensor(0, shape)
    return tensor(0, shape, reduced_elements(call, call.op_type, data, found, keepdims=keepdims))


def _require_truths(
    call: Call, data: TensorFact, axes: tuple[int, ...], *, unless: Condition | None = None
) -> None:
    """The runtime has no largest or smallest of no truth values. ``unless`` these are not the axes."""
    assert data.shape is not None  # checked by the caller
    gone = product([size for axis, size in enumerate(data.shape) if axis in axes])
    kept = product([size for axis, size in enumerate(data.shape) if axis not in axes])
    call.require(
        any_of(at_least(gone, ONE), equal(kept, ZERO), *([] if unless is None else [unless])),
        codes.RUNTIME_DIFFERS,
        "{count} truth values are reduced to one, and ONNX Runtime needs at least 1; data is {data}",
        count=gone, data=data,
    )  # fmt: skip
