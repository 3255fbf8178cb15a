"""Facts: everything known about one value.

A fact is immutable and hashable; it holds at every run that satisfies the contract. Shapes are
tuples of Dims, None where the rank is not known; elem_type is ONNX's TensorProto.DataType, 0 where
it is not known.
"""

from __future__ import annotations

from shapeinfer.dims import Dim, Symbol, const, product
from shapeinfer.facts.elem_type import elem_type_name
from shapeinfer.facts.elements import Elements
from shapeinfer.facts.scalar import Ratio, Scalar, Span, Truth

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

Shape = tuple[Dim, ...]
# An axis, its size, and the size of the pieces into which it was cut, of which the last may be smaller.
Cut = tuple[int, Dim, Dim]
# Of a sequence: the facts of the first items, what holds for each behind them, the facts of the last items.
Ends = tuple[tuple["Fact", ...], "Fact", tuple["Fact", ...]]

# More elements than this say nothing in a message.
_MOST_SHOWN = 8
# A longer shape is cut in a message.
_MOST_AXES = 32


class Fact:
    """Base of all facts. An instance of Fact itself says nothing: not even the kind of value."""

    __slots__ = ("hash",)
    hash: int

    def key(self) -> tuple[object, ...]:
        """What makes two facts of one class the same."""
        return ()

    def __hash__(self) -> int:
        return self.hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return type(self) is type(other) and self.hash == other.hash and self.key() == other.key()

    def __repr__(self) -> str:
        return f"<{self}>"

    def __str__(self) -> str:
        """The text form, on one line."""
        return "?"

    def brief(self) -> str:
        """The text form for a message: without contents that are long or not integers."""
        return str(self)

    def substitute(self, values: Mapping[Symbol, Dim], memo: dict[Dim, Dim]) -> Fact:
        """The fact with symbols replaced; ``memo`` is shared between calls with the same values."""
        return self.map_dims(lambda dim: dim.substitute(values, memo))

    def at(self, **sizes: int) -> Fact:
        """The fact with these sizes for its symbols: ``f32[batch, 3]`` at ``batch=2`` is ``f32[2, 3]``."""
        symbols = {symbol for dim in self.dims() for symbol in dim.symbols()}
        return self.substitute({s: const(sizes[s.name]) for s in symbols if s.name in sizes}, {})

    def map_dims(self, change: Callable[[Dim], Dim]) -> Fact:
        """The fact with every dim changed."""
        return self

    def dims(self) -> Iterable[Dim]:
        """Every dim in the fact."""
        return ()

    def as_computed(self) -> Fact:
        """The fact of a value that holds the same, and is not stored in the model: no loader reads it."""
        return self


class UnknownFact(Fact):
    """Nothing is known, not even whether it is a tensor."""

    __slots__ = ()

    def __init__(self) -> None:
        self.hash = 0


NOTHING = UnknownFact()


class TensorFact(Fact):
    """A tensor: elem_type, shape (None: unknown rank) and what is known of its elements."""

    __slots__ = ("elem_type", "elements", "shape")

    def __init__(self, elem_type: int, shape: Shape | None, elements: Elements | None = None) -> None:
        self.elem_type = elem_type
        self.shape = shape
        self.elements = elements
        self.hash = 0  # computed on demand: a rule leaves the type to the engine, which makes another fact

    def as_computed(self) -> TensorFact:
        if self.elements is None or not self.elements.stored:
            return self
        return TensorFact(self.elem_type, self.shape, self.elements.as_computed())

    def __hash__(self) -> int:
        return self.hash or self._hashed()

    def _hashed(self) -> int:
        self.hash = hash((self.elem_type, self.shape, self.elements))
        return self.hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return (
            isinstance(other, TensorFact)
            and self.shape == other.shape
            and self.elem_type == other.elem_type
            and self.elements == other.elements
        )

    def key(self) -> tuple[object, ...]:
        return (self.elem_type, self.shape, self.elements)

    def __str__(self) -> str:
        from shapeinfer.facts.text import elements_text, shape_text  # most runs print no fact

        text = elem_type_name(self.elem_type) + shape_text(self.shape)
        return text if self.elements is None else text + elements_text(self.elements, self.elem_type)

    def brief(self) -> str:
        if self.elements is not None:
            items = self.elements.items
            if items is None or len(items) > _MOST_SHOWN or not all(isinstance(x, Dim) for x in items):
                return TensorFact(self.elem_type, self.shape).brief()
        if self.shape is not None and len(self.shape) > _MOST_AXES:
            first = ", ".join(map(str, self.shape[:_MOST_SHOWN]))
            more = len(self.shape) - _MOST_SHOWN
            return f"{elem_type_name(self.elem_type)}[{first}, ...({more} more axes)]"
        return str(self)

    @property
    def rank(self) -> int | None:
        """The number of axes, if known."""
        return None if self.shape is None else len(self.shape)

    def static_shape(self) -> tuple[int, ...] | None:
        """The shape as integers, if all dims are constants."""
        if self.shape is None:
            return None
        values = tuple(d.value for d in self.shape)
        return None if None in values else values  # type: ignore[return-value]  # None was ruled out

    def count(self) -> Dim | None:
        """The number of elements, if the rank is known."""
        return None if self.shape is None else product(self.shape)

    def as_dims(self) -> tuple[Dim, ...] | None:
        """The elements as dims, if every one is known."""
        return None if self.elements is None else self.elements.dims()

    def as_ints(self) -> tuple[int, ...] | None:
        """The elements as integers, if every one is a constant."""
        return None if self.elements is None else self.elements.ints()

    def with_type(self, elem_type: int) -> TensorFact:
        """The same shape and elements with another elem_type."""
        return self if elem_type == self.elem_type else TensorFact(elem_type, self.shape, self.elements)

    def map_dims(self, change: Callable[[Dim], Dim]) -> TensorFact:
        shape, elements = self.shape, self.elements
        if shape is not None:
            shape = tuple(map(change, shape))
        if elements is not None and not elements.stored:
            elements = _changed_elements(elements, change)
        if shape == self.shape and elements == self.elements:
            return self
        return TensorFact(self.elem_type, shape, elements)

    def dims(self) -> Iterable[Dim]:
        yield from self.shape or ()
        if self.elements is not None:
            for item in self.elements.items or (self.elements.each, *(self.elements.columns or ())):
                yield from scalar_dims(item)


class SequenceFact(Fact):
    """A sequence: ``element`` holds for every item, ``length`` is how many there are, if that is known.

    ``items`` are the facts of the single items where their number is a constant. Where it is open, ``ends``
    are those of the first items, what holds for each of the items behind them, and those of the last
    items. ``cut`` is there where the items, or those between the ends, are all that an axis was cut into."""

    __slots__ = ("cut", "element", "ends", "items", "length")

    def __init__(
        self,
        element: Fact,
        length: Dim | None = None,
        items: tuple[Fact, ...] | None = None,
        cut: Cut | None = None,
        ends: Ends | None = None,
    ) -> None:
        self.element = element
        self.items = items
        self.length = const(len(items)) if items is not None else length
        self.cut = cut
        self.ends = ends
        self.hash = hash(("seq", *self.key()))

    def key(self) -> tuple[object, ...]:
        # What holds for every item follows from the items, where they are known.
        return (
            None if self.items or self.ends else self.element,
            self.length,
            self.items,
            self.cut,
            self.ends,
        )

    def __str__(self) -> str:
        length = "" if self.length is None else f"[{self.length}]"
        if self.ends is None:
            text = f"seq{length}({', '.join(map(str, self.items or (self.element,)))})"
        else:
            head, middle, tail = self.ends
            text = f"seq{length}({', '.join((*map(str, head), f'*{middle}', *map(str, tail)))})"
        if self.cut is None:
            return text
        axis, total, piece = self.cut
        return f"{text} = {total} by {piece} on axis {axis}"

    def map_dims(self, change: Callable[[Dim], Dim]) -> SequenceFact:
        length = None if self.length is None else change(self.length)
        items = None if self.items is None else tuple(i.map_dims(change) for i in self.items)
        cut, ends = self.cut, self.ends
        if cut is not None:
            axis, total, piece = cut
            cut = (axis, change(total), change(piece))
        if ends is not None:
            head, middle, tail = ends
            ends = (
                tuple(item.map_dims(change) for item in head),
                middle.map_dims(change),
                tuple(item.map_dims(change) for item in tail),
            )
        return SequenceFact(self.element.map_dims(change), length, items, cut, ends)

    def dims(self) -> Iterable[Dim]:
        yield from self.element.dims()
        if self.length is not None:
            yield self.length
        for item in self.items or self.single():
            yield from item.dims()
        if self.cut is not None:
            yield from self.cut[1:]

    def single(self) -> tuple[Fact, ...]:
        """What is known of the first items, of each of those behind them, and of the last items."""
        if self.ends is None:
            return ()
        head, middle, tail = self.ends
        return (*head, middle, *tail)

    def between(self) -> Dim | None:
        """How many items there are between the ends, if the length is known."""
        if self.length is None or self.ends is None:
            return self.length
        head, _, tail = self.ends
        return self.length - (len(head) + len(tail))


class OptionalFact(Fact):
    """An optional: the fact of what it may hold, and whether it does (None: not known)."""

    __slots__ = ("element", "present")

    def __init__(self, element: Fact, present: bool | None = None) -> None:
        self.element = element
        self.present = present
        self.hash = hash(("optional", element, present))

    def key(self) -> tuple[object, ...]:
        return (self.element, self.present)

    def __str__(self) -> str:
        state = {None: "optional", True: "some", False: "none"}[self.present]
        return f"{state}({self.element})"

    def map_dims(self, change: Callable[[Dim], Dim]) -> OptionalFact:
        return OptionalFact(self.element.map_dims(change), self.present)

    def dims(self) -> Iterable[Dim]:
        return self.element.dims()


class MapFact(Fact):
    """A map from a key type to values of one fact."""

    __slots__ = ("key_type", "value")

    def __init__(self, key_type: int, value: Fact) -> None:
        self.key_type = key_type
        self.value = value
        self.hash = hash(("map", key_type, value))

    def key(self) -> tuple[object, ...]:
        return (self.key_type, self.value)

    def __str__(self) -> str:
        return f"map({elem_type_name(self.key_type)}, {self.value})"

    def map_dims(self, change: Callable[[Dim], Dim]) -> MapFact:
        return MapFact(self.key_type, self.value.map_dims(change))

    def dims(self) -> Iterable[Dim]:
        return self.value.dims()


class SparseTensorFact(Fact):
    """A sparse tensor: elem_type and dense shape."""

    __slots__ = ("elem_type", "shape")

    def __init__(self, elem_type: int, shape: Shape | None) -> None:
        self.elem_type = elem_type
        self.shape = shape
        self.hash = hash(("sparse", elem_type, shape))

    def key(self) -> tuple[object, ...]:
        return (self.elem_type, self.shape)

    def __str__(self) -> str:
        from shapeinfer.facts.text import shape_text

        return f"sparse({elem_type_name(self.elem_type)}{shape_text(self.shape)})"

    def map_dims(self, change: Callable[[Dim], Dim]) -> SparseTensorFact:
        return (
            self if self.shape is None else SparseTensorFact(self.elem_type, tuple(map(change, self.shape)))
        )

    def dims(self) -> Iterable[Dim]:
        return self.shape or ()


def tensor(
    elem_type: int, shape: Iterable[Dim | int] | None = None, elements: Elements | None = None
) -> TensorFact:
    """A tensor fact; plain integers in the shape become dims. Elements that do not fit are dropped."""
    if shape is None:
        return TensorFact(elem_type, None, elements)
    dims = tuple([d if isinstance(d, Dim) else const(d) for d in shape])
    if elements is not None and elements.shape is not None and elements.shape != tuple(d.value for d in dims):
        elements = elements.spread()
    return TensorFact(elem_type, dims, elements)


def rank_of(fact: Fact | None) -> int | None:
    """The rank of a tensor; None if it is not known, or for what is no tensor."""
    return fact.rank if isinstance(fact, TensorFact) else None


def scalar_dims(item: Scalar) -> Iterable[Dim]:
    """Every dim in one element."""
    if isinstance(item, Dim):
        yield item
    elif isinstance(item, Ratio):
        yield item.num
        yield item.den
    else:
        yield from (b for b in (item.low, item.high) if b is not None)
        if isinstance(item, Truth):
            yield from item.when


def _changed_elements(elements: Elements, change: Callable[[Dim], Dim]) -> Elements:
    from shapeinfer.facts.scalar import ratio, span, truth

    def one(item: Scalar) -> Scalar:
        if isinstance(item, Dim):
            return change(item)
        if isinstance(item, Ratio):
            return ratio(change(item.num), change(item.den))
        if isinstance(item, Truth):
            return truth(map(change, item.when))
        assert isinstance(item, Span)
        low, high = (None if b is None else change(b) for b in (item.low, item.high))
        return Span(low, high, attained=True) if item.attained and low != high else span(low, high)

    return elements.map(one)
