"""Slice: start, end and step along some axes.

Version  What changed
1        ``starts``, ``ends`` and ``axes`` are attributes
10       they are inputs, and ``steps`` comes in, which may be negative
11       negative axes count from the back (the runtime lets them before)
13       only more element types

Starts and ends below 0 count from the back, then all are clamped, so the size is a min or max of what
they say and what there is. Differences: going backward, an end of INT_MAX means "to the front" to the
runtime, and "nothing" to the specification's clamping. Of a known size a loader works out the latter, and
puts it in the place of a Shape of the slice: nobody knows the length that later nodes see.
"""

from __future__ import annotations

from shapeinfer.facts.elements import Elements
from shapeinfer.facts.scalar import Scalar
from shapeinfer.rule import (
    ONE,
    PROVED,
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
from shapeinfer.shapes.contents import entries, gathered, reshaped
from shapeinfer.shapes.index import OPEN_ENDS, require_different_axes, slice_length
from shapeinfer.shapes.lists import MOST_AXES, as_list, require_length

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    List = Sequence[Scalar] | None


@rule("Slice", versions=(1,))
def slice_1(call: Call, data: TensorFact) -> TensorFact:
    starts, ends = call.ints("starts") or (), call.ints("ends") or ()
    axes = call.ints("axes")
    listed = tuple(range(len(starts))) if axes is None else axes
    _same_length(call, len(starts), ("ends", len(ends)), ("axes", len(listed)))
    return _slice(
        call, data, [const(v) for v in starts], [const(v) for v in ends], listed, [ONE] * len(starts)
    )


@rule("Slice", versions=(10, 11, 13))
def slice_10(
    call: Call,
    data: TensorFact,
    starts: TensorFact,
    ends: TensorFact,
    axes: TensorFact | None = None,
    steps: TensorFact | None = None,
) -> TensorFact:
    starts, ends = as_list(call, starts, "starts"), as_list(call, ends, "ends")
    axes = None if axes is None else as_list(call, axes, "axes")
    steps = None if steps is None else as_list(call, steps, "steps")
    _require_lengths(call, data, starts, ends, axes, steps)
    count = _length(starts, ends, axes, steps)
    if count is None:
        return _unknown(call, data, None)
    for fact, name in ((starts, "starts"), (ends, "ends"), (axes, "axes"), (steps, "steps")):
        length = count if fact is None or fact.shape is None else fact.shape[0].value
        _same_length(call, count, (name, count if length is None else length))
    # A list may be declared with more entries than there is memory: one more than any rank says enough.
    listed = tuple(range(min(count, MOST_AXES + 1))) if axes is None else axes.as_ints()
    if listed is None:
        if axes is not None and data.shape is not None:
            require_different_axes(call, entries(axes) or (), len(data.shape))
        return _unknown(call, data, None)
    return _slice(
        call, data, entries(starts), entries(ends), listed,
        [ONE] * len(listed) if steps is None else entries(steps),
    )  # fmt: skip


def _require_lengths(
    call: Call,
    data: TensorFact,
    starts: TensorFact,
    ends: TensorFact,
    axes: TensorFact | None,
    steps: TensorFact | None,
) -> None:
    """The lists have one length, which is at most the rank; stated where some length is a symbol."""
    named = (("ends", ends), ("axes", axes), ("steps", steps))
    given = [(n, f) for n, f in (("starts", starts), *named) if f is not None and f.rank == 1]
    lengths = [f.shape[0] for _, f in given if f.shape is not None]
    count = next((d for d in lengths if d.value is not None), lengths[0] if lengths else None)
    if count is None:
        return
    for name, fact in given:
        require_length(call, fact, name, count, "one for each axis that is sliced")
    if count.value is None and data.rank is not None:
        call.require_at_least(
            const(data.rank), count, codes.LIST_LENGTH,
            "{count} axes are sliced, and data has {rank}; data is {data}",
            count=count, rank=data.rank, data=data,
        )  # fmt: skip


def _length(*lists: TensorFact | None) -> int | None:
    """How many axes are sliced: as many as some list has entries."""
    lengths = [f.shape[0].value for f in lists if f is not None and f.shape is not None]
    return next((n for n in lengths if n is not None), None)


def _same_length(call: Call, count: int, *others: tuple[str, int]) -> None:
    for name, length in others:
        if length != count:
            raise call.fail(
                codes.LIST_LENGTH, "{name} has {length} entries, starts has {count}: needed one for "
                "each axis",
                name=name, length=length, count=count,
            )  # fmt: skip


def _unknown(call: Call, data: TensorFact, axes: Sequence[int] | None) -> TensorFact:
    """What is left if the lists are not known: no axis grows."""
    if data.shape is None:
        return tensor(0, None, reshaped(data, None))
    shape = tuple(
        call.fresh("a slice's bounds are computed from data", high=d) if axes is None or i in axes else d
        for i, d in enumerate(data.shape)
    )
    return tensor(0, shape, None if data.elements is None else data.elements.spread())


def _slice(
    call: Call, data: TensorFact, starts: List, ends: List, axes: Sequence[int], steps: List
) -> TensorFact:
    if data.shape is None:
        return tensor(0, None, None if data.elements is None else data.elements.spread())
    if not data.shape and not axes:
        call.error(
            codes.RUNTIME_DIFFERS,
            "data has rank 0, of which the runtime takes no slice; data is {data}",
            data=data,
        )
        return data
    axes = call.axes(axes, len(data.shape))
    if starts is None or ends is None or steps is None:
        for axis, step in zip(axes, steps or (), strict=False):
            _check_step(call, None, step, axis, data)
        return _unknown(call, data, axes)
    shape = list(data.shape)
    for axis, start, end, step in zip(axes, starts, ends, steps, strict=True):
        _check_step(call, end, step, axis, data)
        length = slice_length(call, data.shape[axis], start, end, step)
        if _goes_to_front(end, step) and data.shape[axis].value is not None and length.value != 0:
            length = call.fresh("a loader takes it to be 0, and a run goes to the front", high=length)
        shape[axis] = length
    return tensor(0, shape, _elements(data, tuple(shape), starts, axes, steps))


def _check_step(call: Call, end: Scalar | None, step: Scalar, axis: int, data: TensorFact) -> None:
    if not isinstance(step, Dim):
        return
    if step.value == 0:
        raise call.fail(
            codes.ZERO_STEP,
            "the step on axis {axis} is 0, needed any number but 0; data is {data}",
            axis=axis,
            data=data,
        )
    if step.value is None and at_least(step, ZERO).verdict() is PROVED:
        call.require(
            at_least(step, ONE), codes.ZERO_STEP,
            "the step on axis {axis} is {step}, needed any number but 0; data is {data}",
            axis=axis, step=step, data=data,
        )  # fmt: skip
    if _goes_to_front(end, step):
        call.warn(
            codes.RUNTIME_DIFFERS,
            "the end on axis {axis} is {end} with step {step}: the runtime goes to the front, others "
            "take nothing",
            axis=axis, end=end, step=step,
        )  # fmt: skip


def _goes_to_front(end: Scalar | None, step: Scalar) -> bool:
    """Whether the slice goes backward to an end that is written as the largest number."""
    is_backward = isinstance(step, Dim) and step.value is not None and step.value < 0
    return is_backward and isinstance(end, Dim) and end.value in OPEN_ENDS


def _elements(
    data: TensorFact, shape: Shape, starts: Sequence[Scalar], axes: Sequence[int], steps: Sequence[Scalar]
) -> Elements | None:
    if data.elements is None or data.shape is None:
        return None
    firsts, strides = [0] * len(shape), [1] * len(shape)
    for axis, start, step in zip(axes, starts, steps, strict=True):
        size = data.shape[axis].value
        if not isinstance(start, Dim) or not isinstance(step, Dim):
            return data.elements.spread()
        if start.value is None or step.value is None or size is None:
            return data.elements.spread()
        first = start.value + size if start.value < 0 else start.value
        firsts[axis] = min(max(first, 0), size - 1 if step.value < 0 else size)
        strides[axis] = step.value
    return gathered(
        data, shape, lambda index: tuple(f + i * s for f, i, s in zip(firsts, index, strides, strict=True))
    )
