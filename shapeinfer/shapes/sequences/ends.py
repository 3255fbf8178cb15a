"""Sequences of an open length whose first and last items are known: items put in, taken out, looked up.

A position counts from the front or from the back, as the operators' does. Which item stands at a position
behind the known first items depends on whether there are items between the ends; where that is not
proved it is a premise.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.scalar import Scalar
from shapeinfer.rule import (
    ONE,
    PROVED,
    Call,
    Dim,
    Fact,
    SequenceFact,
    TensorFact,
    at_least,
    const,
    maximum,
    minimum,
)
from shapeinfer.shapes.sequences.items import MOST_ITEMS, may_vary, of_items, renewed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapeinfer.facts.fact import Cut


def split_up(sequence: SequenceFact) -> tuple[tuple[Fact, ...], Fact, tuple[Fact, ...]]:
    """The first items, what holds for each between the ends, and the last items."""
    return sequence.ends or ((), sequence.element, ())


def put_together(
    call: Call,
    head: Sequence[Fact],
    middle: Fact,
    tail: Sequence[Fact],
    length: Dim | None,
    cut: Cut | None = None,
) -> SequenceFact:
    """The sequence of these parts; item by item if there are few between the ends, as far as is known."""
    if not head and not tail:
        return SequenceFact(middle, length, None, cut)
    uniform = cut is None and all(item == middle for item in (*head, *tail))
    if uniform and not any(map(may_vary, middle.dims())):
        return SequenceFact(middle, length)
    parts = SequenceFact(middle, length, None, cut, (tuple(head), middle, tuple(tail)))
    count = parts.between()
    if (
        count is not None
        and count.value is not None
        and 0 <= count.value <= MOST_ITEMS - len(head) - len(tail)
    ):
        between = [_between(call, parts, const(i)) for i in range(count.value)]
        items = (*head, *between, *tail)
        return SequenceFact(of_items(call, items) if items else middle, None, items)
    return SequenceFact(of_items(call, (*head, middle, *tail)), length, None, cut, parts.ends)


def inserted(call: Call, sequence: SequenceFact, item: Fact, position: Scalar | None) -> SequenceFact | None:
    """The sequence with one item more, at the end if ``position`` is None; None if it is not known where."""
    head, middle, tail = split_up(sequence)
    if len(head) + len(tail) >= MOST_ITEMS:
        return None
    length = None if sequence.length is None else sequence.length + 1
    front, back = (None, 0) if position is None else _counted(position, sequence.length)
    cut = sequence.cut
    if front is not None and len(head) < front <= MOST_ITEMS and not tail:
        head, cut = _with_first(call, sequence, front)
    elif back is not None and len(tail) < back <= MOST_ITEMS and not head:
        tail, cut = _with_last(call, sequence, back)
    if front is not None and front <= len(head):
        head = (*head[:front], item, *head[front:])
    elif back is not None and back <= len(tail):
        at = len(tail) - back
        tail = (*tail[:at], item, *tail[at:])
    else:
        return None
    return put_together(call, head, middle, tail, length, cut)


def _with_first(call: Call, sequence: SequenceFact, count: int) -> tuple[tuple[Fact, ...], Cut | None]:
    """As many of the first items, which are there, and what the others are cut of."""
    head, _, _ = split_up(sequence)
    taken = count - len(head)
    head = (*head, *[_between(call, sequence, const(i)) for i in range(taken)])
    if sequence.cut is None:
        return head, None
    axis, total, piece = sequence.cut
    return head, (axis, total - piece * taken, piece)


def _with_last(call: Call, sequence: SequenceFact, count: int) -> tuple[tuple[Fact, ...], Cut | None]:
    """As many of the last items, which are there, and what the others are cut of."""
    _, _, tail = split_up(sequence)
    taken, between = count - len(tail), sequence.between()
    whole = [_between(call, sequence, None, whole=True) for _ in range(taken - 1)]
    tail = (*whole, _last_between(call, sequence), *tail)
    if sequence.cut is None or between is None:
        return tail, None
    axis, _, piece = sequence.cut
    return tail, (axis, piece * (between - taken), piece)


def erased(call: Call, sequence: SequenceFact, position: Scalar) -> SequenceFact | None:
    """The sequence without the item at ``position``; None if it is not known which one that is."""
    head, middle, tail = split_up(sequence)
    length = None if sequence.length is None else sequence.length - ONE
    front, back = _counted(position, sequence.length)
    cut = sequence.cut
    if back == 0:
        return None  # behind the last item, where there is none
    if front is not None and front < len(head):
        head = (*head[:front], *head[front + 1 :])
    elif back is not None and back <= len(tail):
        at = len(tail) - back
        tail = (*tail[:at], *tail[at + 1 :])
    elif not _is_between(call, sequence, front, back):
        return None
    elif cut is not None:
        axis, total, piece = cut
        cut = (axis, total - piece, piece) if front == len(head) else None
        if back == len(tail) + 1:
            # All but the last are whole.
            middle = _of_size(middle, axis, piece)
    return put_together(call, head, middle, tail, length, cut)


def item_at(call: Call, sequence: SequenceFact, position: Scalar) -> Fact | None:
    """The item at a position that is no constant, or of items that are not known one by one; None if it is
    not known which one that is."""
    if sequence.items is not None:
        return _at_open_position(call, sequence, position)
    head, _, tail = split_up(sequence)
    front, back = _counted(position, sequence.length)
    if back == 0:
        return None  # behind the last item, where there is none
    if front is not None and front < len(head):
        return head[front]
    if back is not None and back <= len(tail):
        return tail[-back]
    if front is None and back is None:
        return _at_open_position(call, sequence, position)
    if not _is_between(call, sequence, front, back):
        return None
    if front is not None:
        return _between(call, sequence, const(front - len(head)))
    count = sequence.between()
    at = back - len(tail) if back is not None else 0
    if at == 1:
        return _last_between(call, sequence)
    # Only the last piece of an axis may be smaller.
    return _between(call, sequence, None if count is None else count - at, whole=at > 1)


def _at_open_position(call: Call, sequence: SequenceFact, position: Scalar) -> Fact | None:
    """The item at a position that is an expression, where it is surely between the ends."""
    head, middle, tail = split_up(sequence)
    if not isinstance(position, Dim) or not (sequence.cut or sequence.ends):
        return None
    if not tail and position.lo is not None and position.lo >= len(head):
        return _between(call, sequence, position - len(head))
    if not head and not tail and sequence.cut and position.hi is not None and position.hi < -1:
        axis, _, piece = sequence.cut
        return _of_size(middle, axis, piece)
    return None


def _counted(position: Scalar, length: Dim | None) -> tuple[int | None, int | None]:
    """How far from the front a position is, or how far from the back (1: the last item), if it is known.

    A position that equals the length is 0 from the back."""
    if not isinstance(position, Dim):
        return None, None
    if position.value is not None:
        return (position.value, None) if position.value >= 0 else (None, -position.value)
    if length is not None and position.lo is not None and position.lo >= 0:
        back = (length - position).value
        if back is not None and back >= 0:
            return None, back
    return None, None


def _is_between(call: Call, sequence: SequenceFact, front: int | None, back: int | None) -> bool:
    """Whether a position that is in the sequence is between its ends: proved, or stated as a premise."""
    head, _, tail = split_up(sequence)
    if front is not None:
        others, behind = tail, front - len(head)
    elif back is not None:
        others, behind = head, back - len(tail) - 1
    else:
        return False
    if behind < 0:
        return False
    count = sequence.between()
    if not others or (count is not None and at_least(count, const(behind + 1)).verdict() is PROVED):
        return True
    if count is None or behind:
        return False
    call.suppose(
        at_least(count, ONE), codes.ASSUMED_SIZE,
        "{count} items of the sequence are between those at its ends, and which item is taken is known "
        "only if there is one",
        count=count,
    )  # fmt: skip
    return True


def _between(call: Call, sequence: SequenceFact, place: Dim | None, *, whole: bool = False) -> Fact:
    """The item at a place among those between the ends, counted from the first of them."""
    _, middle, _ = split_up(sequence)
    if sequence.cut is None:
        return renewed(call, middle)
    axis, total, piece = sequence.cut
    if whole:
        return _of_size(middle, axis, piece)
    if place is None:
        return renewed(call, middle)
    return _of_size(middle, axis, minimum(piece, total - piece * place))


def _last_between(call: Call, sequence: SequenceFact) -> Fact:
    _, middle, _ = split_up(sequence)
    count = sequence.between()
    if sequence.cut is None or count is None:
        return renewed(call, middle)
    axis, total, piece = sequence.cut
    return _of_size(middle, axis, total - piece * (count - ONE))


def _of_size(fact: Fact, axis: int, size: Dim) -> Fact:
    if not isinstance(fact, TensorFact) or fact.shape is None:
        return fact
    return TensorFact(fact.elem_type, (*fact.shape[:axis], size, *fact.shape[axis + 1 :]), fact.elements)


def joined_between(call: Call, sequence: SequenceFact, axis: int) -> TensorFact | None:
    """What is between the ends, joined along an axis that each item has; None if the rank is not known."""
    _, middle, _ = split_up(sequence)
    if not isinstance(middle, TensorFact) or middle.shape is None or not middle.shape:
        return None
    count = sequence.between()
    axis %= len(middle.shape)
    item = stacked_between(call, sequence)
    assert item.shape is not None  # its rank is the middle's
    if sequence.cut is not None and sequence.cut[0] == axis:
        size = maximum(sequence.cut[1], const(0))
    elif count is None or may_vary(middle.shape[axis]):
        size = call.fresh("the items' sizes are not known")
    else:
        size = item.shape[axis] * count
    return TensorFact(item.elem_type, (*item.shape[:axis], size, *item.shape[axis + 1 :]))


def stacked_between(call: Call, sequence: SequenceFact) -> TensorFact:
    """One of the items between the ends, which must have one shape where they are stacked."""
    _, middle, _ = split_up(sequence)
    if not isinstance(middle, TensorFact):
        return TensorFact(0, None)
    item = middle
    if sequence.cut is not None:
        axis, total, piece = sequence.cut
        sized = _of_size(middle, axis, minimum(piece, total))
        assert isinstance(sized, TensorFact)  # a tensor stays one
        item = sized
    else:
        again = renewed(call, middle)
        assert isinstance(again, TensorFact)  # as above
        item = again
    known = item.elements
    return TensorFact(item.elem_type, item.shape, None if known is None else known.spread())
