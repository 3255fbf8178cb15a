"""ConcatFromSequence: the items of a sequence joined along an axis, or stacked on a new one.

Version  What changed
11       ``new_axis`` says which of the two

Differences: the runtime refuses a sequence without items. It skips items that are empty, whatever their
sizes, if they have no fewer axes than what it joins; the specification wants one rank.
"""

from __future__ import annotations

from shapeinfer.facts.elements import Elements
from shapeinfer.facts.fact import Cut
from shapeinfer.rule import (
    ONE,
    PROVED,
    ZERO,
    Call,
    Dim,
    Fact,
    SequenceFact,
    Shape,
    TensorFact,
    any_of,
    at_least,
    codes,
    divides,
    emptied,
    equal,
    minimum,
    rule,
    tensor,
)
from shapeinfer.shapes.flags import as_int32
from shapeinfer.shapes.joining import concatenate, stack
from shapeinfer.shapes.sequences.ends import joined_between, split_up, stacked_between
from shapeinfer.shapes.sequences.items import renewed


@rule("ConcatFromSequence", versions=(11,))
def concat_from_sequence(call: Call, input_sequence: SequenceFact) -> TensorFact:
    axis, new_axis, length = call.int("axis"), call.int("new_axis", 0), input_sequence.length
    if new_axis not in (0, 1):
        message = "new_axis is {new_axis}, needed 0 or 1"
        item = input_sequence.element
        declared = length is None and input_sequence.items is None
        # A loader reads 32 bits of it.
        seen = as_int32(new_axis) not in (0, 1)
        if seen and declared and isinstance(item, TensorFact) and item.shape is not None:
            call.refuse_load(codes.VALUE_NOT_ALLOWED, message, new_axis=new_axis)
        else:
            more = " (ONNX Runtime treats it as 1 where it knows no shape of the items)"
            call.warn(codes.VALUE_NOT_ALLOWED, message + more, new_axis=new_axis)
        new_axis = 1
    if length is not None:
        call.require(
            at_least(length, ONE),
            codes.EMPTY_REDUCTION,
            "input_sequence has {length} items, needed 1 or more",
            length=length,
        )
    items = input_sequence.items
    if items:
        facts = [item if isinstance(item, TensorFact) else tensor(0) for item in items]
        return _typed((stack if new_axis else concatenate)(call, facts, axis, "item"), facts[0])
    if input_sequence.ends is not None:
        return _of_parts(call, input_sequence, axis, new_axis)
    joined = _of_any(call, input_sequence.element, length, axis, new_axis)
    cut, element = input_sequence.cut, input_sequence.element
    if cut is not None and joined.shape is not None:
        if new_axis or axis % len(joined.shape) != cut[0]:
            _require_equal_pieces(call, element, cut)
        joined = tensor(0, _put_together(joined.shape, cut, axis, new_axis), joined.elements)
    return _typed(joined, element)


def _of_parts(call: Call, sequence: SequenceFact, axis: int, new_axis: int) -> TensorFact:
    """The first and the last items, which are known, beside all that are between them."""
    head, middle, tail = split_up(sequence)
    ends = [item if isinstance(item, TensorFact) else tensor(0) for item in (*head, *tail)]
    whole = (stack if new_axis else concatenate)(call, ends, axis, "item")
    if whole.shape is None:
        return _typed(tensor(0), ends[0])
    shape = whole.shape
    axis %= len(shape)
    between = stacked_between(call, sequence) if new_axis else joined_between(call, sequence, axis)
    if new_axis:
        size = sequence.length
    elif between is None or between.shape is None or len(between.shape) != len(shape):
        size = None
    else:
        size = shape[axis] + between.shape[axis]
    if size is None:
        size = call.fresh("the sequence's items are not known", low=shape[axis])
    count = sequence.between()
    if count is not None:
        _require_one_rank(call, ends[0], middle, count)
    if between is not None and count is not None:
        cut = sequence.cut if sequence.cut is not None and (new_axis or sequence.cut[0] != axis) else None
        if cut is not None:
            _require_equal_pieces(call, middle, cut)
        shape = _agreed(call, ends[0], between, shape, count, axis, new_axis, cut)
    return _typed(tensor(0, (*shape[:axis], size, *shape[axis + 1 :])), ends[0])


def _require_one_rank(call: Call, end: TensorFact, middle: Fact, count: Dim) -> None:
    """State that there is nothing between the ends if it has another number of axes."""
    if isinstance(middle, TensorFact) and None not in (end.rank, middle.rank) and end.rank != middle.rank:
        # The runtime skips what is empty.
        call.require(
            any_of(at_least(ZERO, count), *emptied(end), *emptied(middle)), codes.WRONG_RANK,
            "{count} items have rank {rank} and another has {need}, needed equal ranks; they are "
            "{one} and {other}",
            count=count, rank=middle.rank, need=end.rank, one=middle, other=end,
        )  # fmt: skip


def _agreed(
    call: Call,
    end: TensorFact,
    between: TensorFact,
    shape: Shape,
    count: Dim,
    joined: int,
    new_axis: int,
    cut: Cut | None,
) -> Shape:
    """The ``shape`` of the ends put together, after stating that the items between them, if there are any,
    agree with the first off the ``joined`` axis. ``cut``: they are all that another axis was cut into."""
    if end.shape is None or between.shape is None or len(end.shape) != len(between.shape):
        return shape
    ends_empty = emptied(end)
    agreed = list(shape)
    for axis, (need, of_all) in enumerate(zip(end.shape, between.shape, strict=True)):
        have = of_all if cut is None or axis != cut[0] else minimum(cut[2], cut[1])
        same = any_of(at_least(ZERO, count), equal(have, need))
        if (axis == joined and not new_axis) or same.verdict() is PROVED:
            continue
        # The runtime skips what is empty.
        call.require(
            any_of(same, *ends_empty, *emptied(between)), codes.CONCAT_MISMATCH,
            "on axis {axis} an item has {have} and another has {need}, needed equal sizes; they are "
            "{one} and {other}",
            axis=axis, have=have, need=need, one=between, other=end,
        )  # fmt: skip
        if ends_empty:
            at = axis + 1 if new_axis and axis >= joined else axis
            agreed[at] = call.fresh("one of the items is empty, and which one depends on the run")
    return tuple(agreed)


def _typed(joined: TensorFact, item: Fact) -> TensorFact:
    """No type variable says that the result has the items' type."""
    return joined.with_type(item.elem_type) if isinstance(item, TensorFact) else joined


def _of_any(call: Call, element: Fact, length: Dim | None, axis: int, new_axis: int) -> TensorFact:
    """What is certain from what holds for each item."""
    if not isinstance(element, TensorFact) or element.shape is None:
        return tensor(0, None, _spread(element))
    axis = call.axis(axis, len(element.shape) + new_axis)
    item = renewed(call, element)
    assert isinstance(item, TensorFact) and item.shape is not None  # a tensor stays one, of its rank
    reason = "the sequence's length is not known"
    if new_axis:
        count = call.fresh(reason, low=ONE) if length is None else length
        return tensor(0, (*item.shape[:axis], count, *item.shape[axis:]), _spread(item))
    same = item.shape[axis] == element.shape[axis]
    total = (
        item.shape[axis] * length
        if same and length is not None
        else call.fresh("the items' sizes are not known")
    )
    return tensor(0, (*item.shape[:axis], total, *item.shape[axis + 1 :]), _spread(item))


def _require_equal_pieces(call: Call, element: Fact, cut: Cut) -> None:
    """State that the last of the pieces is no smaller, where they are joined on another axis than they were
    cut on; of what is empty the runtime compares nothing."""
    assert isinstance(element, TensorFact) and element.shape is not None  # it was cut
    axis, total, piece = cut
    others = (*element.shape[:axis], *element.shape[axis + 1 :])
    call.require(
        any_of(divides(piece, total), at_least(piece, total), *(equal(size, ZERO) for size in others)),
        codes.CONCAT_MISMATCH,
        "on axis {axis} the items have {piece}, and the last what is left of {total}, needed equal sizes",
        axis=axis, piece=piece, total=total,
    )  # fmt: skip


def _put_together(shape: Shape, cut: Cut, axis: int, new_axis: int) -> Shape:
    """The shape of what an axis was cut into, joined along an axis."""
    cut_axis, total, piece = cut
    axis %= len(shape)
    if new_axis:
        # Stacked, all pieces have the size of the first.
        where, size = cut_axis + (cut_axis >= axis), minimum(piece, total)
    elif axis == cut_axis:
        where, size = axis, total
    else:
        where, size = cut_axis, minimum(piece, total)
    return (*shape[:where], size, *shape[where + 1 :])


def _spread(element: Fact) -> Elements | None:
    return (
        element.elements.spread()
        if isinstance(element, TensorFact) and element.elements is not None
        else None
    )
