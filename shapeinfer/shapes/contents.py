"""Moving, joining and making known elements: what rules that carry small tensors have in common."""

from __future__ import annotations

import math

from shapeinfer.dims import Dim, product
from shapeinfer.facts import elements as of_elements
from shapeinfer.facts import scalar
from shapeinfer.facts.elements import MOST, Elements
from shapeinfer.facts.fact import Shape, TensorFact
from shapeinfer.facts.scalar import ANY, Scalar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Index = tuple[int, ...]


def small(shape: Shape | None) -> Index | None:
    """The shape as integers, if it is static and holds few enough elements to keep one by one."""
    if shape is None:
        return None
    sizes = tuple(d.value for d in shape if d.value is not None)
    return sizes if len(sizes) == len(shape) and math.prod(sizes) <= MOST else None


def each(fact: TensorFact) -> Scalar:
    """A scalar that every element is within (of a tensor that may be empty: all there are)."""
    known = fact.elements
    if known is None:
        return ANY
    if known.items and all(item == known.items[0] for item in known.items):
        return known.items[0]
    return scalar.span(*known.range())


def within(item: Scalar) -> Elements | None:
    """Contents of which each is within a scalar; None if that says nothing."""
    return of_elements.ranged_or_none(scalar.low_of(item), scalar.high_of(item))


def entries(fact: TensorFact) -> tuple[Scalar, ...] | None:
    """The elements in order, unknown ones as ranges; None if their number is unknown or too large."""
    static = small(fact.shape)
    if static is None:
        return None
    items = None if fact.elements is None else fact.elements.items
    return (each(fact),) * math.prod(static) if items is None else items


def made(items: Sequence[Scalar], shape: Index) -> Elements | None:
    """Elements one by one; None where nothing is known of any."""
    if items and all(item is ANY or item == ANY for item in items):
        return None
    return of_elements.of(items, shape)


def filled(value: Scalar, shape: Shape | None) -> Elements | None:
    """The contents of a tensor whose elements are all the same."""
    if isinstance(value, scalar.Span):
        return of_elements.ranged_or_none(value.low, value.high)
    static = small(shape)
    if static is None:
        return of_elements.ranged(value)
    return of_elements.of((value,) * math.prod(static), static)


def gathered(data: TensorFact, shape: Shape | None, source: Callable[[Index], Index]) -> Elements | None:
    """Contents of an output of that shape, each element of which is one of data's.

    ``source`` maps a position of the output to one of data; it is asked only where both are small."""
    known = data.elements
    if known is None:
        return None
    static = small(shape)
    if static is None or known.items is None or known.shape is None:
        return known.spread()
    steps = of_elements.strides(known.shape)
    positions = [
        sum(i * step for i, step in zip(source(index), steps, strict=True))
        for index in of_elements.indices(static)
    ]
    # Only where a size was refused can a position lie outside.
    if any(not 0 <= p < len(known.items) for p in positions):
        return known.spread()
    return known.at(positions, static)


def reshaped(data: TensorFact, shape: Shape | None) -> Elements | None:
    """data's contents in another shape with as many elements: they stay in their order."""
    known = data.elements
    if known is None:
        return None
    static = small(shape)
    if known.items is None:
        return known.reshape(())  # only a range, which has no shape
    return known.spread() if static is None else known.reshape(static)


def repeated(data: TensorFact) -> Elements | None:
    """A range for a tensor in which each of data's elements stands at least once, or which is empty."""
    whole = ANY if data.elements is None else data.elements.whole()
    return None if whole == ANY else of_elements.ranged(whole)


def joined(facts: Sequence[TensorFact]) -> Elements | None:
    """A range that holds for the elements of all tensors."""
    whole: Scalar | None = None
    for fact in facts:
        if fact.count() is not None and product(fact.shape or ()).value == 0:
            continue
        whole = each(fact) if whole is None else scalar.join(whole, each(fact))
    return None if whole is None else within(whole)


def as_size(item: Scalar) -> Dim | None:
    """The element, if it is an exact integer."""
    return item if isinstance(item, Dim) else None
