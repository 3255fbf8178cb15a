"""Sequences: positions in them, and what holds for each of their items."""

from __future__ import annotations

import functools

from shapeinfer import codes
from shapeinfer.dims import Symbol
from shapeinfer.facts.fact import scalar_dims
from shapeinfer.facts.join import join
from shapeinfer.facts.scalar import Scalar, Span, high_of, low_of
from shapeinfer.rule import (
    NOTHING,
    ONE,
    REFUTED,
    ZERO,
    Call,
    Dim,
    Fact,
    SequenceFact,
    Shape,
    TensorFact,
    all_of,
    at_least,
    const,
    maximum,
    minimum,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# The expression of a minimum doubles with every open size.
_MOST_COMPARED = 3

# Of longer sequences only what holds for each item is known: each operation on one would go over all of it.
MOST_ITEMS = 256

_VARIES = "it differs between the items of a sequence"


def checked_position(call: Call, position: Scalar, length: Dim | None, *, ends: bool = False) -> int | None:
    """A position counted from the front, if it is a constant; it must lie in the sequence.

    With ``ends`` the place behind the last item is one too."""
    if length is None:
        return None
    low, high = low_of(position), high_of(position)
    top = length if ends else length - 1
    parts = []
    # A range refutes only as a whole; its bounds need not be attained.
    exact = not isinstance(position, Span)
    if low is not None:
        parts.append(at_least(length, low if ends else low + 1))
    if high is not None:
        parts.append(at_least(length, -high))
    need = all_of(*parts) if parts else None
    if need is not None and (exact or need.verdict() is REFUTED):
        call.require(
            need, codes.INDEX_OUT_OF_RANGE,
            "position is {position}, needed {low} to {top} in a sequence of length {length}",
            position=position if exact else None, low=-length, top=top, length=length,
        )  # fmt: skip
    elif not ends:  # where nothing is known of the position
        call.require(
            at_least(length, ONE), codes.INDEX_OUT_OF_RANGE,
            "input_sequence has {length} items, needed 1 or more for an item at any position", length=length,
        )  # fmt: skip
    if not isinstance(position, Dim) or position.value is None:
        return None
    if position.value >= 0:
        return position.value
    return None if length.value is None else position.value + length.value


def any_item(call: Call, sequence: SequenceFact) -> Fact:
    """What holds for an item about which nothing more is known."""
    if sequence.items:
        return of_items(call, sequence.items)
    return renewed(call, sequence.element)


def of_items(call: Call, items: Sequence[Fact]) -> Fact:
    """What holds for each of several facts."""
    if len(set(items)) == 1:
        return items[0]
    total = items[0]
    for item in items[1:]:
        total = join(total, item, lambda a, b: call.fresh(_VARIES))
    if isinstance(total, TensorFact) and total.shape is not None:
        shapes = [item.shape for item in items if isinstance(item, TensorFact) and item.shape is not None]
        return TensorFact(total.elem_type, _varying(call, shapes), total.elements)
    return total


def _varying(call: Call, shapes: Sequence[Shape]) -> Shape:
    """A shape that holds for each: where sizes differ a new dim, between the least and the largest."""
    out = []
    for sizes in zip(*shapes, strict=True):
        distinct = list(dict.fromkeys(sizes))
        out.append(distinct[0] if len(distinct) == 1 else call.fresh(_VARIES, *_ends(distinct)))
    return tuple(out)


def _ends(sizes: Sequence[Dim]) -> tuple[Dim, Dim | None]:
    """The least and the largest of several sizes, or bounds of them."""
    if sum(size.value is None for size in sizes) <= _MOST_COMPARED:
        return functools.reduce(minimum, sizes), functools.reduce(maximum, sizes)
    highs = [size.hi for size in sizes if size.hi is not None]
    return (
        const(min(size.lo or 0 for size in sizes)),
        const(max(highs)) if len(highs) == len(sizes) else None,
    )


def renewed(call: Call, element: Fact) -> Fact:
    """The fact of one item, taken from what holds for all: sizes that may differ between items get a
    name of their own, or two items would seem to have one size."""
    if not isinstance(element, TensorFact):
        return element if not any(may_vary(d) for d in element.dims()) else NOTHING
    shape = element.shape
    if shape is not None:
        shape = tuple(_renewed(call, d) for d in shape)
    known = element.elements
    if known is not None and any(may_vary(d) for x in known.items or (known.each,) for d in scalar_dims(x)):
        known = None
    return TensorFact(element.elem_type, shape, known)


def _renewed(call: Call, size: Dim) -> Dim:
    if not may_vary(size):
        return size
    symbol = size.symbol()
    low, high = (ZERO, None) if symbol is None else (symbol.low, symbol.high)
    if low is None or may_vary(low):
        low = ZERO
    return call.fresh(_VARIES, low, None if high is None or may_vary(high) else high)


def may_vary(size: Dim) -> bool:
    """Whether a size that holds for each item may be another one for each: some symbol was not given by a
    person, who means one size in a run."""
    return any(_invented(symbol) for symbol in size.symbols())


def _invented(symbol: Symbol) -> bool:
    return not symbol.named
