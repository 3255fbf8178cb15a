"""Pointing into an axis: indices in range, positions and lengths of slices."""

from __future__ import annotations

import itertools

from shapeinfer import codes
from shapeinfer.dims import relu
from shapeinfer.facts.scalar import Scalar, Span, high_of, low_of
from shapeinfer.rule import (
    ONE,
    PROVED,
    REFUTED,
    ZERO,
    Call,
    Condition,
    Dim,
    Shape,
    TensorFact,
    all_of,
    any_of,
    at_least,
    ceildiv,
    const,
    equal,
    maximum,
    minimum,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# Beyond any axis: "to the end" is written as the largest 32- or 64-bit integer.
FAR = 2**31 - 1
# These two, and nothing else, mean "no end" to the runtime when it steps backward too.
OPEN_ENDS = (2**31 - 1, 2**63 - 1)

# So is a number that no axis has, but could: the end, under a premise.
LARGE = 10**8 - 1

_OUTSIDE = "{name} holds {index}, needed {low} to {high} for axis {axis} of size {size}; data is {data}"

_RANGE_OUTSIDE = _OUTSIDE.replace("{index}", "{least}..{most}")


def require_indices(
    call: Call, indices: TensorFact, size: Dim, axis: int, data: TensorFact, *, name: str = "indices"
) -> None:
    """Every element points into an axis of that size: ``-size <= index < size``.

    Of elements that are known one by one each is required; of a range whose bounds are attained both
    are; of any other range a part has to lie inside. An empty axis has no place for any
    index, whatever it is."""
    known = indices.elements
    if known is None:
        if indices.shape is not None:
            require_nonempty_axis(call, indices.shape, size, axis, data, name=name)
        return
    if known.items is not None:
        for item in dict.fromkeys(known.items):
            require_index(call, item, size, axis, data, name=name)
        return
    require_index(call, known.each, size, axis, data, name=name, unless=empty_ways(indices, known.each))


def require_nonempty_axis(
    call: Call,
    counts: Shape,
    size: Dim,
    axis: int,
    data: TensorFact,
    *,
    name: str = "indices",
    unless: tuple[Condition, ...] = (),
) -> None:
    """An axis that unknown indices point into is not empty, unless there is no index, because one of
    ``counts`` is 0, or one of the conditions holds."""
    call.require(
        any_of(at_least(size, ONE), *(equal(count, ZERO) for count in counts if not count.value), *unless),
        codes.INDEX_OUT_OF_RANGE,
        "axis {axis} is {size}, needed at least 1, so that {name} can point into it; data is {data}",
        axis=axis, size=size, name=name, data=data,
    )  # fmt: skip


def only_if_empty(call: Call, axis: int, shape: Shape) -> bool:
    """Whether an axis is out of range, and a size is open: the runtime does not look at the axis if it is 0,
    which is then demanded. For versions whose axis no loader checks."""
    rank, ways = len(shape), [equal(size, ZERO) for size in shape if size.value is None]
    if -rank <= axis < rank or not ways:
        return False
    message = "axis is {axis}, needed {low} to {top} for rank {rank}"
    args = {"axis": axis, "low": -rank, "top": rank - 1, "rank": rank}
    call.require(any_of(*ways), codes.AXIS_OUT_OF_RANGE, message, **args)
    call.warn(codes.AXIS_OUT_OF_RANGE, message + " (unless there are no elements)", **args).runs = True
    return True


def require_axes(
    call: Call, axes: Sequence[Scalar], rank: int, *, unless: tuple[Condition, ...] = ()
) -> None:
    """Every axis that is known, as an expression over sizes too, is one of ``rank``, unless one of the
    conditions holds."""
    for axis in axes:
        if isinstance(axis, Dim):
            call.require(
                any_of(all_of(at_least(axis, const(-rank)), at_least(const(rank - 1), axis)), *unless),
                codes.AXIS_OUT_OF_RANGE, "axis is {axis}, needed {low} to {top} for rank {rank}",
                axis=axis, low=-rank, top=rank - 1, rank=rank,
            )  # fmt: skip


def require_different_axes(call: Call, axes: Sequence[Scalar], rank: int) -> None:
    """Every axis that is known, as an expression over sizes too, is one of ``rank``, and no two are the same
    one, counted from the front or the back."""
    require_axes(call, axes, rank)
    known = [axis for axis in axes if isinstance(axis, Dim)]
    # More than there are can't all differ: so many are enough to refuse them.
    for one, other in itertools.combinations(known[: rank + 1], 2):
        apart = [_differ(one + shift, other) for shift in (-rank, 0, rank)]
        call.require(
            all_of(*apart), codes.DUPLICATE_AXIS, "axes {axes} names an axis of rank {rank} twice",
            axes=known, rank=rank,
        )  # fmt: skip


def _differ(a: Dim, b: Dim) -> Condition:
    return any_of(at_least(a, b + 1), at_least(b, a + 1))


def require_places(
    call: Call,
    fact: TensorFact,
    low: Dim,
    high: Dim,
    name: str,
    *,
    unless: tuple[Condition, ...] = (),
    allowed: int | None = None,
) -> None:
    """Every element that is known lies between the bounds (both included), or is the one that is
    ``allowed``."""
    for item, none in exact_elements(fact):
        if item.value is None or item.value != allowed:
            call.require(
                any_of(all_of(at_least(item, low), at_least(high, item)), *none, *unless),
                codes.INDEX_OUT_OF_RANGE,
                "{name} holds {item}, needed {low} to {high}", name=name, item=item, low=low, high=high,
            )  # fmt: skip


def exact_elements(fact: TensorFact) -> Iterator[tuple[Dim, tuple[Condition, ...]]]:
    """The different elements that are exactly known, each with the conditions under which there is none:
    also the one that all elements of a tensor of open size are."""
    known = fact.elements
    if known is None:
        return
    if known.items is None:
        if isinstance(known.each, Dim):
            yield known.each, empty_ways(fact, known.each)
        return
    for item in dict.fromkeys(known.items):
        if isinstance(item, Dim):
            yield item, ()


def require_index(
    call: Call,
    index: Scalar,
    size: Dim,
    axis: int,
    data: TensorFact,
    *,
    name: str = "indices",
    unless: tuple[Condition, ...] = (),
) -> None:
    """``-size <= index < size``, unless one of the conditions holds (there is no index at all)."""
    low, high = low_of(index), high_of(index)
    exact = not isinstance(index, Span) or index.attained
    least, most = (low, high) if exact else (high, low)
    if not exact and low is not None and at_least(low, ZERO).verdict() is PROVED:
        least = None  # no index counts from the back
    parts = []
    if most is not None:
        parts.append(_below(most, size))
    if least is not None:
        parts.append(at_least(size, -least) if least.value is not None else at_least(least, -size))
    if not parts:
        return
    inside = all_of(*parts)
    need = any_of(inside, *unless)
    message = _RANGE_OUTSIDE if isinstance(index, Span) else _OUTSIDE
    call.require(
        need, codes.INDEX_OUT_OF_RANGE, message,
        name=name, index=index, least=low, most=high,
        low=-size, high=size - 1, axis=axis, size=size, data=data,
    )  # fmt: skip


def _below(index: Dim, size: Dim) -> Condition:
    """``index < size``, as it reads best: ``seq <= 512`` for ``seq - 1``, ``n <= 3`` for n in 4 places."""
    if size.value is not None and index.constant_term() >= 0:
        return at_least(size - 1, index)
    return at_least(size, index + 1)


def empty_ways(indices: TensorFact, each: Scalar) -> tuple[Condition, ...]:
    """The ways in which there is no index: an axis is 0. Left out where a range whose bounds are attained is
    harmless then, as ``0..n - 1`` is for n = 0."""
    open_sizes = [d for d in indices.shape or () if not d.value]
    return tuple(equal(d, ZERO) for d in open_sizes if not _vanishes(d, each))


def _vanishes(size: Dim, each: Scalar) -> bool:
    low, high = low_of(each), high_of(each)
    if isinstance(each, Span) and not each.attained:
        return False
    return size.value is None and low is not None and low.value == 0 and high is not None and high == size - 1


# --- slices -----------------------------------------------------------------------------------


def slice_length(call: Call, size: Dim, start: Scalar, end: Scalar, step: Scalar) -> Dim:
    """How many elements of an axis ``start:end:step`` takes, as NumPy and the runtime count."""
    if not isinstance(start, Dim) or not isinstance(end, Dim) or not isinstance(step, Dim):
        return call.fresh("a slice's start, end or step is computed from data", high=size)
    if step.value is None:
        if at_least(step, ZERO).verdict() is not PROVED:
            return call.fresh("a slice may step forward or backward", high=size)
        # No run has a step of 0.
        return ceildiv(_forward(call, size, start, end), step)
    if step.value > 0:
        length = _forward(call, size, start, end)
        return minimum(length, ONE) if step.value >= FAR else ceildiv(length, step.value)
    # An empty axis leaves no first element, but position -1.
    first = size - 1 if start.value == -1 else position(call, size, start, minimum(ZERO, size - 1), size - 1)
    low = ZERO - 1
    last = low if end.value in OPEN_ENDS else position(call, size, end, low, size - 1)
    return ceildiv(_not_below_zero(first, last), -step.value)


def _forward(call: Call, size: Dim, start: Dim, end: Dim) -> Dim:
    """How many places there are from start to before end."""
    first, last = position(call, size, start, ZERO, size), position(call, size, end, ZERO, size)
    if _is_near(start, 1) and _is_near(end, -1):
        # Where the front part and the back part overlap nothing is left.
        return _not_below_zero(size, start - end)
    return _not_below_zero(last, first)


def _is_near(index: Dim, sign: int) -> bool:
    """Whether a constant counts from the front (1) or the back (-1), and not from beyond."""
    return index.value is not None and 0 <= index.value * sign < LARGE and (sign > 0 or index.value < 0)


def position(call: Call, size: Dim, index: Dim, low: Dim, high: Dim) -> Dim:
    """A start or end, from the front (a negative one counts from the back), clamped to [low, high]."""
    if index.value is not None and abs(index.value) >= FAR:
        return high if index.value > 0 else low
    if index.value is not None and abs(index.value) >= LARGE and size.value is None:
        call.suppose(
            at_least(const(abs(index.value)), size), codes.ASSUMED_SIZE,
            "the slice starts or ends at {index}, which is read as the end of the axis, not as a position "
            "on it; the axis has {size}", index=index, size=size,
        )  # fmt: skip
        return high if index.value > 0 else low
    if not _counts_from_the_back(call, index):
        return index if index.value == 0 and low.value == 0 else minimum(index, high)
    return maximum(index + size, low)


def _counts_from_the_back(call: Call, index: Dim) -> bool:
    if at_least(index, ZERO).verdict() is PROVED:
        return False
    if at_least(-index, ONE).verdict() is PROVED:
        return True
    if at_least(-index, ZERO).verdict() is PROVED:
        call.suppose(
            at_least(-index, ONE), codes.ASSUMED_SIZE,
            "the slice counts {index} from the back, which means the front if it is 0", index=-index,
        )  # fmt: skip
        return True
    call.suppose(
        at_least(index, ZERO), codes.ASSUMED_SIZE,
        "the slice starts or ends at {index}, which counts from the back if it is below 0", index=index,
    )  # fmt: skip
    return False


def _not_below_zero(a: Dim, b: Dim) -> Dim:
    """``max(a - b, 0)``, without the max where the order of the two is known."""
    order = at_least(a, b).verdict()
    return a - b if order is PROVED else ZERO if order is REFUTED else relu(a - b)
