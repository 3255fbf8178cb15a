"""GatherND: slices of data, picked by tuples of positions.

Version  What changed
11       the last axis of indices holds the tuples
12       ``batch_dims`` leading axes are shared
13       only more element types

Differences: the runtime takes a tuple of no entries, and as many tuples as a multiple of all of data's
batches, whatever the single axes are; the specification takes neither.
"""

from __future__ import annotations

from shapeinfer.facts.elements import Elements
from shapeinfer.rule import (
    PROVED,
    REFUTED,
    ZERO,
    Call,
    Condition,
    Shape,
    TensorFact,
    all_of,
    any_of,
    at_least,
    codes,
    const,
    divides,
    equal,
    product,
    rule,
    tensor,
)
from shapeinfer.shapes.contents import gathered
from shapeinfer.shapes.tuples import known_tuples, require_short_tuples, require_tuples, tuple_width

# The largest int64, and more axes than any tensor has.
_LARGEST, _MOST_AXES = 2**63 - 1, 1 << 16


@rule("GatherND", versions=(11,))
def gather_nd_11(call: Call, data: TensorFact, indices: TensorFact) -> TensorFact:
    return _gather(call, data, indices, 0)


@rule("GatherND", versions=(12, 13))
def gather_nd_12(call: Call, data: TensorFact, indices: TensorFact) -> TensorFact:
    return _gather(call, data, indices, call.int("batch_dims", 0))


def _gather(call: Call, data: TensorFact, indices: TensorFact, batch: int) -> TensorFact:
    if batch < 0 and (nothing := _of_nothing(call, data, indices, batch)) is not None:
        return nothing
    if batch > _LARGEST - _MOST_AXES:
        # The kernel counts on from it, and gets a number below 0 where it does not fit into 64 bits any more.
        # Of no tuples that may run.
        tuples = indices.shape is not None and all(d.lo is not None and d.lo > 0 for d in indices.shape[:-1])
        report = call.error if tuples else call.warn
        report(codes.VALUE_NOT_ALLOWED, "batch_dims is {batch}, needed less than both ranks", batch=batch)
        return tensor(0)
    width = tuple_width(call, data, indices, batch)
    spread = None if data.elements is None else data.elements.spread()
    if width is None and data.shape is not None and indices.shape is not None:
        # Any axis after the batches may be one that the slices have.
        some = tuple(equal(d, ZERO) for d in data.shape[batch:] if not d.value)
        count, batches = product(indices.shape[:-1]), product(data.shape[:batch])
        call.require(
            any_of(divides(batches, count), *some), codes.SIZE_MISMATCH,
            "data has {have} batches and indices {count} tuples, needed a multiple; "
            "they are {data} and {indices}", have=batches, count=count, data=data, indices=indices,
        )  # fmt: skip
        if not batch and indices.shape:
            require_short_tuples(call, data, indices.shape)
    if width is None or data.shape is None or indices.shape is None:
        return tensor(0, None, spread)
    if not width:
        call.warn(
            codes.VALUE_NOT_ALLOWED,
            "the last axis of indices is 0, needed 1 or more; indices is {indices}",
            indices=indices,
        )
    # Where the slices are empty the runtime does not look.
    empty = tuple(equal(d, ZERO) for d in data.shape[batch + width :] if not d.value)
    taken = any_of(divides(product(data.shape[:batch]), product(indices.shape[:-1])), *empty)
    if batch >= len(indices.shape):
        call.require(
            taken, codes.SIZE_MISMATCH, "data has {have} batches and indices {count} tuples, needed a "
            "multiple; they are {data} and {indices}",
            have=product(data.shape[:batch]), count=product(indices.shape[:-1]), data=data, indices=indices,
        )  # fmt: skip
    for axis in range(min(batch, len(indices.shape) - 1)):
        _require_batch(call, data, indices, axis, taken)
    require_tuples(call, data, indices, width, batch, unless=empty)
    shape = indices.shape[:-1] + data.shape[batch + width :]
    return tensor(0, shape, spread if batch else _elements(data, indices, shape, width))


def _of_nothing(call: Call, data: TensorFact, indices: TensorFact, batch: int) -> TensorFact | None:
    """What the kernel makes with ``batch_dims`` below 0, which it ignores where nothing is gathered. None
    where something surely is."""
    width = indices.shape[-1].value if indices.shape else None
    if data.shape is None or indices.shape is None:
        return None
    shape: Shape | None = None
    sizes: Shape = (*indices.shape[:-1], *data.shape)
    if width is not None:
        if not 0 <= batch + width <= len(data.shape):
            return None
        sizes = shape = (*indices.shape[:-1], *data.shape[batch + width :])
    ways = [equal(size, ZERO) for size in sizes if not size.value]
    if not ways:
        return None
    message = "batch_dims is {batch}, needed 0 or more; data is {data}, indices is {indices}"
    if width is None and indices.shape:
        last = indices.shape[-1]
        fits = all_of(at_least(last, const(-batch)), at_least(const(len(data.shape) - batch), last))
        call.require(fits, codes.VALUE_NOT_ALLOWED, message, batch=batch, data=data, indices=indices)
    call.require(any_of(*ways), codes.VALUE_NOT_ALLOWED, message, batch=batch, data=data, indices=indices)
    if any_of(*ways).verdict() is PROVED:
        call.warn(codes.RUNTIME_DIFFERS, message, batch=batch, data=data, indices=indices)
    return tensor(0, shape)


def _require_batch(call: Call, data: TensorFact, indices: TensorFact, axis: int, taken: Condition) -> None:
    assert data.shape is not None and indices.shape is not None  # checked by the caller
    a, b = data.shape[axis], indices.shape[axis]
    message = (
        "on batch axis {axis} data has {a} and indices has {b}, needed equal sizes; "
        "they are {data} and {indices}"
    )
    args = {"axis": axis, "a": a, "b": b, "data": data, "indices": indices}
    if taken.verdict() is not REFUTED and equal(a, b).verdict() is REFUTED:
        call.warn(codes.RUNTIME_DIFFERS, message + " (the runtime accepts a multiple)", **args)
    if equal(a, b).verdict() is not PROVED:
        call.require(taken, codes.SIZE_MISMATCH, message, **args)


def _elements(data: TensorFact, indices: TensorFact, shape: Shape, width: int) -> Elements | None:
    if data.elements is None or data.shape is None:
        return None
    tuples, static = known_tuples(indices, data.shape, width), indices.static_shape()
    if tuples is None or static is None:
        return data.elements.spread()
    outer = static[:-1]

    def source(index: tuple[int, ...]) -> tuple[int, ...]:
        flat = 0
        for i, n in zip(index[: len(outer)], outer, strict=True):
            flat = flat * n + i
        return (*tuples[flat], *index[len(outer) :])

    return gathered(data, shape, source)
