"""Indices whose last axis holds tuples, as GatherND and ScatterND take them."""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.scalar import Span
from shapeinfer.rule import (
    ONE,
    ZERO,
    Call,
    Condition,
    Refused,
    Shape,
    TensorFact,
    at_least,
    const,
    equal,
    is_ranked,
    may_be_empty,
)
from shapeinfer.shapes.index import empty_ways, require_index, require_nonempty_axis
from shapeinfer.shapes.scatter import known_places


def tuple_width(
    call: Call, data: TensorFact, indices: TensorFact, batch: int, need: int | None = None
) -> int | None:
    """How many axes of data a tuple points into; None if that is not known.

    ``need`` says how many it must be where their number is a symbol; without it there are at most as many
    as data has axes after the batches."""
    have = call.rank(indices, "indices", at_least=1)
    # The kernel of GatherND takes a scalar for what tuples of no entries point into, as unknown ones may be.
    last = indices.shape[-1] if indices.shape else ONE
    empty = indices.shape is None or (may_be_empty(last) and (last.value is None or not call.loading))
    whole = empty and call.op_type == "GatherND"
    if data.rank == 0 and need is None and is_ranked(data) and is_ranked(indices) and call.refuse_load(
        codes.WRONG_RANK, "data has rank 0, needed at least 1; data is {data}", data=data,
    ):  # fmt: skip
        raise Refused
    if whole and indices.shape is None and data.rank == 0:
        call.warn(codes.WRONG_RANK, "data has rank 0, needed at least 1; data is {data}", data=data)
    rank = call.rank(data, "data", at_least=0 if whole else 1)
    if rank and have is not None and not 0 <= batch < min(rank, have):
        # The runtime compares numbers of batches alone; tuples of no entries may point into no axes.
        no_entries = indices.shape is None or indices.shape[-1].value in (0, None)
        runs = 0 <= batch < rank or (batch == rank and no_entries)
        report = call.warn if runs else call.error
        report(
            codes.VALUE_NOT_ALLOWED, "batch_dims is {batch}, needed 0 or more and less than both ranks, "
            "{rank} and {have}",
            batch=batch, rank=rank, have=have,
        )  # fmt: skip
        if not runs:
            raise Refused
    if indices.shape is None:
        return None
    last = indices.shape[-1]
    if last.value is None and rank is not None:
        message = "the last axis of indices is {width}, needed {most}: data has as many axes"
        most = rank - batch if need is None else need
        args = {"width": last, "most": most, "indices": indices, "data": data}
        message += "; they are {indices} and {data}"
        if need is None:
            call.require_at_least(const(most), last, codes.SIZE_MISMATCH, message, **args)
            return None
        call.require_equal(last, const(most), codes.SIZE_MISMATCH, message, **args)
        return need
    width = last.value
    if width is not None and rank is not None and width > rank - batch:
        raise call.fail(
            codes.SIZE_MISMATCH, "the last axis of indices is {width}, needed at most {most}: data has "
            "as many axes; they are {indices} and {data}",
            width=width, most=rank - batch, indices=indices, data=data,
        )  # fmt: skip
    return width


def require_tuples(
    call: Call,
    data: TensorFact,
    indices: TensorFact,
    width: int,
    batch: int,
    *,
    unless: tuple[Condition, ...] = (),
) -> None:
    """Every entry of a tuple points into its axis, unless one of the conditions holds."""
    known = indices.elements
    if data.shape is None or indices.shape is None or not width:
        return
    if known is None:
        for axis in range(batch, batch + width):
            require_nonempty_axis(call, indices.shape[:-1], data.shape[axis], axis, data, unless=unless)
        return
    columns = (known.each,) if known.items is None and width == 1 else known.columns
    if columns is not None and len(columns) == width:
        for column, each in enumerate(columns):
            axis, ways = batch + column, (*unless, *empty_ways(indices, each))
            require_index(call, each, data.shape[axis], axis, data, unless=ways)
        return
    if known.items is None:
        # One range for all columns: where its bounds are attained is not known.
        each = Span(known.each.low, known.each.high) if isinstance(known.each, Span) else known.each
        if all(d.lo is not None and d.lo > 0 for d in indices.shape):
            for column in range(width):
                require_index(call, each, data.shape[batch + column], batch + column, data, unless=unless)
        return
    for at, item in enumerate(known.items):
        axis = batch + at % width
        require_index(call, item, data.shape[axis], axis, data, unless=unless)


def require_short_tuples(call: Call, data: TensorFact, indices: Shape) -> None:
    """Tuples of open width point into no axis without positions, unless they are too short for it, or the
    slices are empty."""
    for axis, size in enumerate(data.shape or ()):
        behind = tuple(equal(d, ZERO) for d in (data.shape or ())[axis + 1 :] if not d.value)
        shorter = at_least(const(axis), indices[-1])
        require_nonempty_axis(call, indices[:-1], size, axis, data, unless=(shorter, *behind))


def known_tuples(indices: TensorFact, shape: Shape, width: int) -> list[tuple[int, ...]] | None:
    """The tuples as integers counted from the front, if all are constants that lie in these axes."""
    flat, sizes = known_places(indices), [d.value for d in shape[:width]]
    known = [size for size in sizes if size is not None]
    if flat is None or len(known) < len(sizes) or not width:
        return None
    rows = [tuple(flat[i : i + width]) for i in range(0, len(flat), width)]
    if any(not -n <= i < n for row in rows for i, n in zip(row, known, strict=True)):
        return None
    return [tuple(i % n for i, n in zip(row, known, strict=True)) for row in rows]
