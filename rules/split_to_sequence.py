"""SplitToSequence: an axis cut into pieces, as a sequence.

Version  What changed
11       pieces of 1 (``keepdims`` says whether they keep the axis), of one size, or of given sizes
24       only more element types

Differences: with ``split`` given ``keepdims`` is ignored; for a scalar ``split`` the runtime obeys it
all the same, and fails unless every piece is of size 1. An empty ``split`` is for the runtime as none, but a
loader refuses one that is stored where it knows the rank of the input.
"""

from __future__ import annotations

from shapeinfer.facts.elements import MOST, Elements
from shapeinfer.facts.scalar import Scalar
from shapeinfer.rule import (
    ONE,
    PROVED,
    REFUTED,
    ZERO,
    Call,
    Dim,
    SequenceFact,
    TensorFact,
    any_of,
    at_least,
    ceildiv,
    codes,
    divides,
    equal,
    is_ranked,
    minimum,
    rule,
    tensor,
)
from shapeinfer.shapes.contents import each, entries, gathered
from shapeinfer.shapes.lists import is_stored
from shapeinfer.shapes.sequences.items import of_items

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_REASON = "the sizes of the pieces are computed from data"


@rule("SplitToSequence", versions=(11, 24))
def split_to_sequence(call: Call, input: TensorFact, split: TensorFact | None = None) -> SequenceFact:
    rank = call.rank(input, "input", at_least=1)
    axis = None if rank is None else call.axis(call.int("axis", 0), rank)
    if split is None:
        return _ones(call, input, axis, keepdims=call.int("keepdims", 1) != 0)
    if split.rank is None:
        if not call.int("keepdims", 1):
            return SequenceFact(tensor(input.elem_type))  # of a scalar the runtime drops the axis
        return SequenceFact(
            _piece(input, axis, None if axis is None else call.fresh(_REASON, high=_size(input, axis)))
        )
    if split.rank == 0:
        return _of_one_size(call, input, split, axis)
    if split.rank > 1:
        call.warn(
            codes.WRONG_RANK,
            "split has rank {rank}, needed 0 or 1; split is {split}",
            rank=split.rank,
            split=split,
        )
    sizes = entries(split)
    if sizes is None:
        return _of_many(call, input, split, axis)
    if not sizes:
        message = "split is empty, needed the sizes of the pieces"
        looks = is_stored(split) and is_ranked(input)
        if not looks or not call.refuse_load(codes.LIST_LENGTH, message):
            call.warn(codes.RUNTIME_DIFFERS, "split is empty: the runtime cuts pieces of 1, others refuse it")
        return _ones(call, input, axis, keepdims=call.int("keepdims", 1) != 0)
    return _of_sizes(call, input, sizes, axis)


def _of_many(call: Call, input: TensorFact, split: TensorFact, axis: int | None) -> SequenceFact:
    """As many pieces as sizes, which are too many to know one by one; perhaps they are all the same."""
    alike, count = each(split), split.count()
    if count is not None:
        call.suppose(
            at_least(count, ONE), codes.ASSUMED_SIZE,
            "split holds {count} sizes, needed 1 or more; without any the runtime cuts pieces of 1",
            count=count,
        )  # fmt: skip
    if axis is None or count is None or split.rank != 1 or not isinstance(alike, Dim):
        high = None if axis is None else _size(input, axis)
        return SequenceFact(
            _piece(input, axis, None if axis is None else call.fresh(_REASON, high=high)), count
        )
    call.require_at_least(
        alike, ZERO, codes.NEGATIVE_SIZE, "split has the size {size}, needed 0 or more", size=alike
    )
    call.require(
        any_of(equal(count, ZERO), equal(count * alike, _size(input, axis))), codes.SPLIT_SUM,
        "the sizes of split add up to {sum}, axis {axis} of input is {size}; input is {input}",
        sum=count * alike, axis=axis, size=_size(input, axis), input=input,
    )  # fmt: skip
    return SequenceFact(_piece(input, axis, alike), count)


def _size(input: TensorFact, axis: int) -> Dim:
    assert input.shape is not None  # there is an axis where the rank is known
    return input.shape[axis]


def _ones(call: Call, input: TensorFact, axis: int | None, *, keepdims: bool) -> SequenceFact:
    """As many pieces as the axis has places, with or without the axis."""
    if axis is None:
        return SequenceFact(_piece(input, axis, None))
    size = _size(input, axis)
    if size.value is None or size.value > MOST:
        return SequenceFact(_dropped(input, axis, None) if not keepdims else _piece(input, axis, ONE), size)
    if keepdims:
        return _sequence(
            call, [_piece(input, axis, ONE, i) for i in range(size.value)], _piece(input, axis, ONE)
        )
    return _sequence(call, [_dropped(input, axis, i) for i in range(size.value)], _dropped(input, axis, None))


def _of_one_size(call: Call, input: TensorFact, split: TensorFact, axis: int | None) -> SequenceFact:
    """Pieces of one size, the last of which may be smaller."""
    piece = each(split)
    if isinstance(piece, Dim):
        verdict = call.require_at_least(
            piece, 1, codes.VALUE_NOT_ALLOWED, "split is {piece}, needed 1 or more", piece=piece
        )
        if verdict is REFUTED:
            return SequenceFact(_piece(input, axis, None if axis is None else call.blamed()))
    if not call.int("keepdims", 1):
        return _without_axis(call, input, piece, axis)
    if axis is None:
        return SequenceFact(_piece(input, axis, None))
    size = _size(input, axis)
    if not isinstance(piece, Dim):
        length = call.fresh("the size of the pieces is computed from data", high=size)
        return SequenceFact(_piece(input, axis, call.fresh(_REASON, high=size)), length)
    length = ceildiv(size, piece)
    if length.value is not None and length.value <= MOST:
        starts = [piece * i for i in range(length.value)]
        pieces = [_piece(input, axis, minimum(piece, size - start), start.value) for start in starts]
        found = _sequence(call, pieces, _piece(input, axis, piece))
        # Where the last piece is smaller, an open position is looked up in the cut.
        cut = (axis, size, piece) if len(set(pieces)) > 1 else None
        return SequenceFact(found.element, None, found.items, cut)
    if divides(piece, size).verdict() is PROVED:
        return SequenceFact(_piece(input, axis, piece), length)
    last = call.fresh("the last piece may be smaller", high=minimum(piece, size))
    return SequenceFact(_piece(input, axis, last), length, None, (axis, size, piece))


def _without_axis(call: Call, input: TensorFact, piece: Scalar, axis: int | None) -> SequenceFact:
    """What the runtime does beside keepdims=0: it drops the axis of pieces of 1, or fails."""
    call.warn(
        codes.RUNTIME_DIFFERS,
        "keepdims is 0 beside a scalar split, which says to ignore it: the runtime drops the axis, or fails",
    )
    if axis is None or input.shape is None:
        return SequenceFact(tensor(input.elem_type))
    size = _size(input, axis)
    element = _dropped(input, axis, None)
    if not isinstance(piece, Dim):
        return SequenceFact(element, call.fresh("the size of the pieces is computed from data", high=size))
    others = [equal(d, ZERO) for at, d in enumerate(input.shape) if at != axis and not d.value]
    call.require(
        any_of(equal(piece, ONE), at_least(ONE, size), *others), codes.RUNTIME_DIFFERS,
        "keepdims is 0 beside pieces of {piece}, where ONNX Runtime needs pieces of 1; input is {input}",
        piece=piece, input=input,
    )  # fmt: skip
    count = ceildiv(size, piece)
    if count.value is None or count.value > MOST or piece != ONE:
        return SequenceFact(element, count)
    return _sequence(call, [_dropped(input, axis, i) for i in range(count.value)], element)


def _of_sizes(call: Call, input: TensorFact, sizes: Sequence[Scalar], axis: int | None) -> SequenceFact:
    """Pieces of given sizes, which are not below zero and add up to the axis."""
    for size in sizes:
        if isinstance(size, Dim):
            call.require_at_least(
                size, ZERO, codes.NEGATIVE_SIZE, "split has the size {size}, needed 0 or more", size=size
            )
    if axis is None:
        return _sequence(call, [_piece(input, axis, None)] * len(sizes), _piece(input, axis, None))
    total = _size(input, axis)
    known = sum((size for size in sizes if isinstance(size, Dim)), ZERO)
    unknown = [i for i, size in enumerate(sizes) if not isinstance(size, Dim)]
    if not unknown:
        call.require_equal(
            known, total, codes.SPLIT_SUM, "the sizes of split add up to {sum}, axis {axis} of input is "
            "{size}; input is {input}",
            sum=known, axis=axis, size=total, input=input,
        )  # fmt: skip
    pieces, start = [], ZERO
    for size in sizes:
        here = (
            size
            if isinstance(size, Dim)
            else total - known
            if len(unknown) == 1
            else call.fresh(_REASON, high=total)
        )
        pieces.append(_piece(input, axis, here, start.value))
        start = start + here
    return _sequence(call, pieces, pieces[0])


def _sequence(call: Call, pieces: Sequence[TensorFact], empty: TensorFact) -> SequenceFact:
    return SequenceFact(of_items(call, pieces) if pieces else empty, None, tuple(pieces))


def _piece(input: TensorFact, axis: int | None, size: Dim | None, start: int | None = None) -> TensorFact:
    if axis is None or size is None or input.shape is None:
        return tensor(input.elem_type, None, _spread(input))
    shape = (*input.shape[:axis], size, *input.shape[axis + 1 :])
    if start is None:
        return tensor(input.elem_type, shape, _spread(input))
    first = start
    elements = gathered(input, shape, lambda i: (*i[:axis], i[axis] + first, *i[axis + 1 :]))
    return tensor(input.elem_type, shape, elements)


def _dropped(input: TensorFact, axis: int, place: int | None) -> TensorFact:
    """The slice at one place, without the axis."""
    assert input.shape is not None  # there is an axis where the rank is known
    shape = input.shape[:axis] + input.shape[axis + 1 :]
    if place is None:
        return tensor(input.elem_type, shape, _spread(input))
    at = place
    return tensor(input.elem_type, shape, gathered(input, shape, lambda i: (*i[:axis], at, *i[axis:])))


def _spread(input: TensorFact) -> Elements | None:
    return None if input.elements is None else input.elements.spread()
