"""Compress: the slices for which a condition holds.

Version  What changed
9        along ``axis``, or of the flattened input
11       negative ``axis`` counts from the back (the runtime lets it before)
28       only more element types

The condition may be shorter than the axis; what is longer in it is not looked at by the runtime. It also
takes a condition of any rank as a list.
"""

from __future__ import annotations

from shapeinfer.facts.elements import Elements
from shapeinfer.facts.scalar import Scalar
from shapeinfer.rule import (
    COMPRESSED,
    ONE,
    ZERO,
    Call,
    Dim,
    Shape,
    TensorFact,
    codes,
    const,
    maximum,
    minimum,
    rule,
    tensor,
)
from shapeinfer.shapes.contents import entries, gathered, reshaped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


_REASON = "how many are kept depends on data"


@rule("Compress", versions=(9, 11, 28))
def compress(call: Call, input: TensorFact, condition: TensorFact) -> TensorFact:
    if input.rank == 0 and not call.has("axis"):
        message = "input has rank 0, needed at least 1; input is {input}"
        if call.version < 11 or not call.refuse_load(codes.WRONG_RANK, message, input=input):
            call.warn(codes.WRONG_RANK, "input has rank 0, needed 1 or more (the runtime accepts it)")
    else:
        call.rank(input, "input", at_least=1)
    if condition.rank is not None and condition.rank != 1:
        call.warn(
            codes.WRONG_RANK,
            "condition has rank {rank}, needed 1 (the runtime treats it as a list)",
            rank=condition.rank,
        )
    if not call.has("axis"):
        size = input.count()
        flat = tensor(
            0, None if size is None else (size,), reshaped(input, None if size is None else (size,))
        )
        return _along(call, flat, condition, 0, size)
    if input.shape is None:
        return tensor(0, None, None if input.elements is None else input.elements.spread())
    axis = call.axis(call.int("axis"), len(input.shape))
    return _along(call, input, condition, axis, input.shape[axis])


def _along(call: Call, input: TensorFact, condition: TensorFact, axis: int, size: Dim | None) -> TensorFact:
    chosen = entries(condition)
    kept = _kept(chosen, size)
    if kept is not None:
        count = const(len(kept))
    elif chosen is not None and size is not None and all(item in (ZERO, ONE) for item in chosen):
        count = _count_below(chosen, size)
    else:
        count = call.fresh(COMPRESSED if call.version < 11 else _REASON, *_bounds(condition, chosen, size))
    shape = (count,) if input.shape is None else (*input.shape[:axis], count, *input.shape[axis + 1 :])
    return tensor(0, shape, _elements(input, shape, axis, kept))


def _kept(chosen: Sequence[Scalar] | None, size: Dim | None) -> list[int] | None:
    """The positions that are kept, if they are known and surely on the axis."""
    if chosen is None or any(item not in (ZERO, ONE) for item in chosen):
        return None
    kept = [i for i, item in enumerate(chosen) if item == ONE]
    if size is not None and size.value is not None:
        return [i for i in kept if i < (size.value or 0)]
    sure = not kept or (size is not None and size.lo is not None and size.lo > kept[-1])
    return kept if sure else None


def _count_below(chosen: Sequence[Scalar], size: Dim) -> Dim:
    """How many of the positions that are chosen lie on an axis of this size: by runs of them."""
    total, start = ZERO, 0
    for end in range(1, len(chosen) + 1):
        if end < len(chosen) and chosen[end] == chosen[start]:
            continue
        if chosen[start] == ONE:
            total = total + maximum(minimum(size, const(end)) - start, ZERO)
        start = end
    return total


def _bounds(
    condition: TensorFact, chosen: Sequence[Scalar] | None, size: Dim | None
) -> tuple[Dim, Dim | None]:
    """How many are kept at least and at most."""
    surely = [] if chosen is None else [i for i, item in enumerate(chosen) if item == ONE]
    reached = 0 if size is None or size.lo is None else size.lo
    low = const(sum(1 for i in surely if i < reached))
    most = condition.count() if chosen is None else const(sum(1 for item in chosen if item != ZERO))
    if most is None or size is None:
        return low, size if most is None else most
    return low, minimum(most, size)


def _elements(input: TensorFact, shape: Shape, axis: int, kept: list[int] | None) -> Elements | None:
    if input.elements is None or kept is None or input.shape is None:
        return None if input.elements is None else input.elements.spread()
    return gathered(input, shape, lambda i: (*i[:axis], kept[i[axis]], *i[axis + 1 :]))
