"""Joining tensors along an axis: Concat, and ConcatFromSequence, which may also stack them."""

from __future__ import annotations

import math

from shapeinfer import codes
from shapeinfer.facts import elements as of_elements
from shapeinfer.facts.scalar import Scalar
from shapeinfer.rule import (
    PROVED,
    REFUTED,
    ZERO,
    Call,
    Condition,
    Dim,
    Elements,
    Refused,
    Shape,
    TensorFact,
    any_of,
    const,
    emptied,
    equal,
    halves_joined,
    is_blamed,
    may_be_empty,
    tensor,
    total,
)
from shapeinfer.shapes.contents import each, entries, joined, made, small

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

_MISMATCH = (
    "on axis {axis} {name}[{first}] has {a} and {name}[{i}] has {b}, needed equal sizes; "
    "they are {one} and {other}"
)


_TOO_SHORT = "{fact} has fewer axes than {other}, where ONNX Runtime ends the process"

_SKIPPED = "{fact} has another rank than {other} (the runtime skips what is empty)"


def _is_unseen() -> bool:
    return False


def concatenate(
    call: Call, facts: Sequence[TensorFact], axis: int, name: str, *, seen: Callable[[], bool] = _is_unseen,
    elem_type: int = 0,
) -> TensorFact:  # fmt: skip
    """The tensors side by side along an axis they have, after stating that all others agree.

    A kernel skips what is empty; ``seen`` says whether a loader compares what it knows of ranks and sizes. It
    is asked only where these differ. ``elem_type`` is that of the result, where it is known."""
    shapes: list[Shape] = []
    has_contents = False
    for fact in facts:
        if fact.shape is not None:
            shapes.append(fact.shape)
        if fact.elements is not None:
            has_contents = True
    if len(set(map(len, shapes))) > 1:
        compared = call.loading and seen()
        skipped = () if compared else _of_other_ranks(facts)
        if skipped:
            return _beside_skipped(call, facts, skipped, axis, name)
        shapes = _of_one_rank(call, facts, name, axis, seen=compared)
    is_partial = len(shapes) < len(facts)
    # What is skipped tells nothing of what is not known.
    if not shapes or (is_partial and all(any(map(may_be_empty, shape)) for shape in shapes)):
        return tensor(0, None, joined(facts))
    shape = list(shapes[0])
    if not 0 <= axis < len(shape):
        axis = call.axis(axis, len(shape))
    for at, column in enumerate(zip(*shapes, strict=True)):
        if at == axis:
            shape[at] = halves_joined(total(column))
        elif column.count(column[0]) < len(column):  # hardly ever
            shape[at] = _together(call, facts, at, column, name, seen)
    if is_partial:
        shape[axis] = call.fresh("one of the inputs has an unknown rank", low=shape[axis])
    known = _side_by_side(facts, shape, axis) if has_contents else None
    return TensorFact(elem_type, tuple(shape)) if known is None else tensor(elem_type, shape, known)


def stack(call: Call, facts: Sequence[TensorFact], axis: int, name: str) -> TensorFact:
    """The tensors behind each other on a new axis, after stating that they have one shape."""
    skipped = _of_other_ranks(facts)
    if skipped:
        kept = [fact for fact in facts if fact not in skipped]
        full = next(filter(_is_full, kept), kept[0])
        _require_nothing_copied(call, skipped, full, full.shape or ())
        call.warn(codes.RUNTIME_DIFFERS, _SKIPPED, fact=skipped[0], other=full)
        if not _is_full(full):
            return tensor(0)  # if all are empty the first tells the shape
        stacked = stack(call, kept, axis, name)
        if stacked.shape is None:
            return stacked
        axis = call.axis(axis, len(stacked.shape))
        return tensor(0, (*stacked.shape[:axis], const(len(facts)), *stacked.shape[axis + 1 :]))
    shapes = _of_one_rank(call, facts, name, axis, new_axis=1)
    if not shapes:
        return tensor(0, None, joined(facts))
    columns = list(zip(*shapes, strict=True))
    axis = call.axis(axis, len(columns) + 1)
    shape = [_together(call, facts, at, column, name, _is_unseen) for at, column in enumerate(columns)]
    shape.insert(axis, const(len(facts)))
    # With an axis of size 1 put in, stacking is what joining does.
    wider = [f if f.shape is None else _unsqueezed(f, axis) for f in facts]
    return tensor(0, shape, _side_by_side(wider, shape, axis))


def _unsqueezed(fact: TensorFact, axis: int) -> TensorFact:
    assert fact.shape is not None  # checked by the caller
    shape = (*fact.shape[:axis], const(1), *fact.shape[axis:])
    static = small(shape)
    known = fact.elements
    if known is None or known.items is None or static is None:
        return tensor(fact.elem_type, shape, None if known is None else known.spread())
    return tensor(fact.elem_type, shape, known.reshape(static))


def _of_other_ranks(facts: Sequence[TensorFact]) -> Sequence[TensorFact]:
    """The tensors that are surely empty and of another rank than those with elements, or than the first where
    there are none."""
    known = [fact for fact in facts if fact.shape is not None]
    full = [fact for fact in known if ZERO not in (fact.shape or ())] or known[:1]
    ranks = {fact.rank for fact in full}
    if len(ranks) != 1:
        return ()
    return [fact for fact in known if fact.rank not in ranks and ZERO in (fact.shape or ())]


def _beside_skipped(
    call: Call, facts: Sequence[TensorFact], skipped: Sequence[TensorFact], axis: int, name: str
) -> TensorFact:
    """The tensors joined beside some that are skipped, whose sizes on the axis count all the same.

    They may have more axes: of fewer the kernel reads behind the last one."""
    kept, first = [fact for fact in facts if fact not in skipped], facts[0]
    joint = concatenate(call, kept, axis, name)
    if joint.shape is None:
        return joint
    rank = len(joint.shape)
    axis = call.axis(axis, rank)
    short = [fact for fact in skipped if len(fact.shape or ()) < rank]
    for fact in short:
        if axis >= len(fact.shape or ()):
            raise call.fail(codes.RUNTIME_DIFFERS, _TOO_SHORT, fact=fact, other=kept[0])
    length = joint.shape[axis] + total([fact.shape[axis] for fact in skipped if fact.shape is not None])
    shape = (*joint.shape[:axis], length, *joint.shape[axis + 1 :])
    _require_nothing_copied(call, short, kept[0], shape)
    call.warn(codes.RUNTIME_DIFFERS, _SKIPPED, fact=skipped[0], other=kept[0]).runs = True
    if all(emptied(fact) for fact in kept) and kept[0] is not first:
        return tensor(0)  # if all are empty the first tells the shape
    return tensor(0, shape)


def _require_nothing_copied(
    call: Call, skipped: Sequence[TensorFact], other: TensorFact, shape: Shape
) -> None:
    """Of what is skipped and has fewer axes than the ``other`` the kernel looks at sizes on the axis alone,
    where nothing is copied. ``shape`` is that of what is made."""
    nothing = [*emptied(other), *(equal(size, ZERO) for size in shape if not size.value)]
    for fact in skipped:
        if (fact.rank or 0) >= (other.rank or 0):
            continue
        if not nothing:
            raise call.fail(codes.RUNTIME_DIFFERS, _TOO_SHORT, fact=fact, other=other)
        call.require(any_of(*nothing), codes.RUNTIME_DIFFERS, _TOO_SHORT, fact=fact, other=other)


def _is_full(fact: TensorFact) -> bool:
    """Whether it surely holds elements where every named size is 1 or more."""
    return fact.shape is not None and not any(map(may_be_empty, fact.shape))


def _ranked(facts: Sequence[TensorFact]) -> list[tuple[int, TensorFact]]:
    """The tensors whose rank is known, with their positions."""
    return [(i, fact) for i, fact in enumerate(facts) if fact.shape is not None]


def _of_one_rank(
    call: Call, facts: Sequence[TensorFact], name: str, axis: int, *, new_axis: int = 0, seen: bool = False
) -> list[Shape]:
    """The known shapes; if they differ in rank an error, or none of them where it matters which are empty.
    ``seen``: it is a loader that compares them, also those of empty tensors. ``new_axis`` is 1 where they are
    put on a new axis, else 0."""
    shapes = [fact.shape for fact in facts if fact.shape is not None]
    if len(set(map(len, shapes))) < 2:
        return shapes
    known = _ranked(facts)
    low, shortest = min(known, key=lambda pair: pair[1].rank or 0)
    for at, longer in known:
        if longer.rank == shortest.rank:
            continue
        (first, reference), (i, fact) = sorted(((low, shortest), (at, longer)), key=lambda pair: pair[0])
        message = "{name}[{i}] has rank {rank}, {name}[{first}] has {need}; they are {fact} and {other}"
        args = {
            "name": name, "i": i, "rank": fact.rank, "first": first, "need": reference.rank,
            "fact": fact, "other": reference,
        }  # fmt: skip
        if seen and call.refuse_load(codes.WRONG_RANK, message, **args):
            raise Refused
        # It does not help that the one with fewer axes is empty (_TOO_SHORT).
        ways = emptied(longer)
        if not ways:
            raise call.fail(codes.WRONG_RANK, message, **args)
        call.require(any_of(*ways), codes.WRONG_RANK, message, **args)
    _agree(call, [f if f.rank == shortest.rank else tensor(0) for f in facts], name, axis, new_axis=new_axis)
    return []


def _agree(call: Call, facts: Sequence[TensorFact], name: str, axis: int, *, new_axis: int) -> None:
    """State what is demanded of the tensors of the lowest rank. The others, whose rank is not known here, are
    empty; if all are, the first of all tells the rank."""
    shapes = [fact.shape for fact in facts if fact.shape is not None]
    rank = len(shapes[0]) + new_axis
    ways = emptied(*facts)
    if new_axis and ways and facts[0].shape is None and not -rank <= axis < rank:
        call.require(
            any_of(*ways), codes.AXIS_OUT_OF_RANGE, "axis is {axis}, needed {low} to {top} for rank {rank}",
            axis=axis, low=-rank, top=rank - 1, rank=rank,
        )  # fmt: skip
        return
    axis = call.axis(axis, rank)
    for at, column in enumerate(zip(*shapes, strict=True)):
        if at != axis or new_axis:
            _together(call, facts, at, column, name, _is_unseen)


def _together(
    call: Call, facts: Sequence[TensorFact], axis: int, sizes: tuple[Dim, ...], name: str,
    seen: Callable[[], bool],
) -> Dim:  # fmt: skip
    """The size that all have on an axis off the one joined on, where these are their sizes. ``seen``:
    a loader compares those of empty tensors too."""
    if sizes.count(sizes[0]) == len(sizes):
        return sizes[0]
    if is_blamed(sizes):
        return call.blamed()  # of a node that is left out a loader may know others
    known = _ranked(facts)
    # The runtime skips what is empty, so another size there is no error.
    full = [(i, fact) for i, fact in known if ZERO not in (fact.shape or ())] or known
    ways = {i: emptied(fact) for i, fact in full}
    first, reference = next(((i, fact) for i, fact in full if not ways[i]), full[0])
    assert reference.shape is not None  # only inputs of known rank are asked
    size = reference.shape[axis]
    compared = call.loading and seen()
    if compared:
        _compare_seen(call, known, axis, name)
    for i, fact in known:
        assert fact.shape is not None  # as above
        other = fact.shape[axis]
        args = {
            "axis": axis,
            "name": name,
            "first": first,
            "i": i,
            "a": size,
            "b": other,
            "one": reference,
            "other": fact,
        }
        if ZERO in fact.shape:
            if equal(size, other).verdict() is REFUTED:
                if not compared or None in (size.value, other.value):
                    message = _MISMATCH + " (the runtime skips what is empty)"
                    call.warn(codes.RUNTIME_DIFFERS, message, **args).runs = True
            else:
                call.suppose(equal(size, other), codes.CONCAT_MISMATCH, _MISMATCH, **args)
            continue
        if ways[i]:
            size = _unless_empty(call, size, other, (ways[first], ways[i]), args)
            continue
        joint = call.require_equal(size, other, codes.CONCAT_MISMATCH, _MISMATCH, **args)
        if joint is not size and joint is not other:
            return joint  # they differ, and what there is is unknown, whatever the others have
        # What is joined is named once for all: the first constant, else the first input's.
        if joint.value is not None and size.value is None:
            first, reference = i, fact
        size = joint
    return size


def _compare_seen(call: Call, known: Sequence[tuple[int, TensorFact]], axis: int, name: str) -> None:
    """A loader compares the numbers that it sees, those of empty tensors too, which a kernel skips."""
    numbers = [
        (i, fact) for i, fact in known if fact.shape is not None and fact.shape[axis].value is not None
    ]
    for i, fact in numbers[1:]:
        first, one = numbers[0]
        assert fact.shape is not None and one.shape is not None  # as above
        if fact.shape[axis] == one.shape[axis] or ZERO not in (*fact.shape, *one.shape):
            continue
        call.refuse_load(
            codes.RUNTIME_DIFFERS,
            _MISMATCH + " (a loader that sees both refuses them, although the kernel skips what is empty)",
            axis=axis, name=name, first=first, i=i, a=one.shape[axis], b=fact.shape[axis],
            one=one, other=fact,
        )  # fmt: skip
        return


def _unless_empty(
    call: Call,
    size: Dim,
    other: Dim,
    ways: tuple[tuple[Condition, ...], tuple[Condition, ...]],
    args: Mapping[str, object],
) -> Dim:
    """The size of the reference beside a tensor that may be empty, or both of which may be (``ways``)."""
    same = equal(size, other)
    if same.verdict() is PROVED:
        return size
    call.require(any_of(same, *ways[0], *ways[1]), codes.CONCAT_MISMATCH, _MISMATCH, **args)
    if not ways[0]:
        return size
    if same.verdict() is REFUTED:
        return call.fresh("one of the tensors that are joined is empty, and which one depends on the run")
    call.suppose(same, codes.CONCAT_MISMATCH, _MISMATCH, **args)
    return size


# More columns than an index tuple has.
_MOST_COLUMNS = 8


def _in_columns(facts: Sequence[TensorFact], width: Dim) -> Elements | None:
    """What is known of each place on the last axis, along which the tensors are joined."""
    widths = [None if fact.shape is None else fact.shape[-1].value for fact in facts]
    if width.value is None or not 1 < width.value <= _MOST_COLUMNS or None in widths:
        return joined(facts)
    columns: list[Scalar] = []
    for fact, wide in zip(facts, widths, strict=True):
        columns += _columns(fact, wide or 0)
    return of_elements.in_columns(columns)


def _columns(fact: TensorFact, width: int) -> Sequence[Scalar]:
    known = fact.elements
    if known is not None and known.columns is not None and len(known.columns) == width:
        return known.columns
    if width == 1 and known is not None:
        return (known.whole(),)
    return (each(fact),) * width


def _side_by_side(facts: Sequence[TensorFact], shape: Sequence[Dim], axis: int) -> Elements | None:
    if all(fact.elements is None for fact in facts):
        return None
    static = small(tuple(shape))
    if static is None and axis == len(shape) - 1:
        return _in_columns(facts, shape[axis])
    parts = [entries(fact) for fact in facts]
    known = [part for part in parts if part is not None]
    rows = 0 if static is None or 0 in static else math.prod(static[:axis])
    if static is None or len(known) < len(parts):
        return joined(facts)
    if rows and sum(map(len, known)) != math.prod(static):
        return None  # sizes that do not agree
    items: list[Scalar] = []
    for row in range(rows):
        for part in known:
            width = len(part) // rows
            items.extend(part[row * width : (row + 1) * width])
    return made(items, static)
