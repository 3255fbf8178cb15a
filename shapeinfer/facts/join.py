"""Joins of facts: what holds whichever of two facts a value has."""

from __future__ import annotations

import math

from shapeinfer.dims import Dim
from shapeinfer.facts.elements import Elements
from shapeinfer.facts.fact import (
    NOTHING,
    Fact,
    MapFact,
    OptionalFact,
    SequenceFact,
    SparseTensorFact,
    TensorFact,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from shapeinfer.facts.fact import Ends

    Fresh = Callable[[Dim, Dim], Dim]


def join(a: Fact, b: Fact, fresh: Fresh) -> Fact:
    """What holds whichever of two a value is. ``fresh(d, e)`` gives the dim for an axis on which
    they differ. Kinds, types or ranks that differ become unknown."""
    if a == b:
        return a
    if isinstance(a, TensorFact) and isinstance(b, TensorFact):
        elem_type = a.elem_type if a.elem_type == b.elem_type else 0
        if a.shape is None or b.shape is None or len(a.shape) != len(b.shape):
            return TensorFact(elem_type, None)
        shape = tuple(d if d == e else fresh(d, e) for d, e in zip(a.shape, b.shape, strict=True))
        return TensorFact(elem_type, shape, _join_elements(a.elements, b.elements))
    if isinstance(a, SequenceFact) and isinstance(b, SequenceFact):
        if a.items is not None and b.items is not None and len(a.items) == len(b.items):
            items = tuple(join(x, y, fresh) for x, y in zip(a.items, b.items, strict=True))
            return SequenceFact(_join_all(items, a.element, b.element, fresh), None, items)
        return _join_sequences(a, b, fresh)
    if isinstance(a, OptionalFact) and isinstance(b, OptionalFact):
        present = a.present if a.present == b.present else None
        return OptionalFact(join(a.element, b.element, fresh), present)
    if isinstance(a, MapFact) and isinstance(b, MapFact) and a.key_type == b.key_type:
        return MapFact(a.key_type, join(a.value, b.value, fresh))
    if isinstance(a, SparseTensorFact) and isinstance(b, SparseTensorFact) and a.elem_type == b.elem_type:
        if a.shape is None or b.shape is None or len(a.shape) != len(b.shape):
            return SparseTensorFact(a.elem_type, None)
        return SparseTensorFact(
            a.elem_type, tuple(d if d == e else fresh(d, e) for d, e in zip(a.shape, b.shape, strict=True))
        )
    return NOTHING


def _join_sequences(a: SequenceFact, b: SequenceFact, fresh: Fresh) -> SequenceFact:
    """Two sequences of several lengths, or of open ones: what both begin and end with stays."""
    length = a.length
    if a.length is None or b.length is None:
        length = None
    elif a.length != b.length:
        length = fresh(a.length, b.length)
    element, ends = _join_elements_of(a, b, fresh), None
    if a.ends is not None and b.ends is not None and a.length == b.length and _alike(a.ends, b.ends):
        facts = [join(x, y, fresh) for x, y in zip(a.single(), b.single(), strict=True)]
        count = len(a.ends[0])
        ends = (tuple(facts[:count]), facts[count], tuple(facts[count + 1 :]))
    elif a.items or b.items or a.ends or b.ends:
        head, rest, tail = common_ends(a, b)
        uniform = len(set(rest)) == 1 and all(fact == rest[0] for fact in (*head, *tail))
        if (head or tail) and not uniform:
            middle = rest[0]
            for fact in rest[1:]:
                middle = join(middle, fact, fresh)
            ends = (head, middle, tail)
    return SequenceFact(element, length, None, None, ends)


def _alike(a: Ends, b: Ends) -> bool:
    return len(a[0]) == len(b[0]) and len(a[2]) == len(b[2])


def common_ends(
    a: SequenceFact, b: SequenceFact
) -> tuple[tuple[Fact, ...], tuple[Fact, ...], tuple[Fact, ...]]:
    """The items that both begin with, what is known of all that follow in either, and the items that both
    end with."""
    front = [_front(x) for x in (a, b)]
    count = _same(*front)
    head = front[0][:count]
    backs = [_back(x)[count:] if x.items else _back(x) for x in (a, b)]
    last = _same(*(back[::-1] for back in backs))
    tail = backs[0][len(backs[0]) - last :]
    between: list[Fact] = []
    for x in (a, b):
        single = x.items if x.items is not None else x.single() or (x.element,)
        between += single[count : len(single) - last]
    return head, tuple(between), tail


def _front(sequence: SequenceFact) -> tuple[Fact, ...]:
    return sequence.items or (sequence.ends[0] if sequence.ends is not None else ())


def _back(sequence: SequenceFact) -> tuple[Fact, ...]:
    return sequence.items or (sequence.ends[2] if sequence.ends is not None else ())


def _same(a: tuple[Fact, ...], b: tuple[Fact, ...]) -> int:
    """How many facts two lists have in common from the front on."""
    count = 0
    for x, y in zip(a, b, strict=False):
        if x != y:
            break
        count += 1
    return count


def _join_all(items: tuple[Fact, ...], a: Fact, b: Fact, fresh: Fresh) -> Fact:
    return items[0] if len(set(items)) == 1 else join(a, b, fresh)


def _join_elements_of(a: SequenceFact, b: SequenceFact, fresh: Fresh) -> Fact:
    """An empty sequence says nothing about its items, beside one that has some."""
    if a.length is not None and a.length.value == 0 and isinstance(a.element, TensorFact):
        return b.element if _same_type(a.element, b.element) else join(a.element, b.element, fresh)
    if b.length is not None and b.length.value == 0 and isinstance(b.element, TensorFact):
        return a.element if _same_type(a.element, b.element) else join(a.element, b.element, fresh)
    return join(a.element, b.element, fresh)


def _same_type(a: Fact, b: Fact) -> bool:
    return isinstance(a, TensorFact) and isinstance(b, TensorFact) and a.elem_type == b.elem_type


def _join_elements(a: Elements | None, b: Elements | None) -> Elements | None:
    from shapeinfer.facts import scalar
    from shapeinfer.facts.elements import ranged_or_none, zip_with

    if a is None or b is None:
        return None
    if a.shape is not None and a.shape == b.shape:
        return zip_with(scalar.join, a, b)
    low, high = scalar.low_of, scalar.high_of
    both = scalar.join(scalar.span(*a.range()), scalar.span(*b.range()))
    if math.prod(a.shape or (1,)) == 0 or math.prod(b.shape or (1,)) == 0:
        return None
    return ranged_or_none(low(both), high(both))
