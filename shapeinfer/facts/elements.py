"""Elements: the known contents of a small tensor, row-major, each element exact or in a range.

At most :data:`MOST` elements are kept one by one; of a larger tensor only one range that holds for
all. Immutable; rules use the methods and never see the representation.
"""

from __future__ import annotations

import itertools
import math

from shapeinfer.dims import Dim, const
from shapeinfer.facts import scalar
from shapeinfer.facts.scalar import ANY, Scalar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

MOST = 64
# The most floats that are read of one tensor: floats that affect shapes are scales and limits, which are few.
MOST_FLOATS = 16


class Elements:
    """Contents of one tensor: ``items`` (with their static ``shape``), or only ``each``, a scalar
    that every element is within. ``columns`` may say more beside ``each``: one scalar for each place on
    the last axis, as of a list of index tuples. ``stored``: they are stored in the model itself, so that a
    loader sees them too; whatever is computed from them is not."""

    __slots__ = ("_whole", "columns", "each", "hash", "items", "shape", "stored")

    def __init__(
        self,
        shape: tuple[int, ...] | None,
        items: tuple[Scalar, ...] | None,
        each: Scalar = ANY,
        *,
        stored: bool = False,
        columns: tuple[Scalar, ...] | None = None,
    ) -> None:
        self.shape = shape
        self.items = items
        self.each = each
        self.stored = stored
        self.columns = columns
        self._whole: Scalar | None = None
        self.hash = hash((shape, items, each, stored, columns))

    def __hash__(self) -> int:
        return self.hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return (
            isinstance(other, Elements)
            and self.hash == other.hash
            and self.shape == other.shape
            and self.items == other.items
            and self.each == other.each
            and self.stored == other.stored
            and self.columns == other.columns
        )

    def __repr__(self) -> str:
        return f"Elements({self.shape}, {self.items if self.items is not None else self.each})"

    # --- asking -------------------------------------------------------------------------------

    def dims(self) -> tuple[Dim, ...] | None:
        """All elements as dims, if each one is an exact integer."""
        if self.items is None or not all(isinstance(x, Dim) for x in self.items):
            return None
        return self.items  # type: ignore[return-value]  # the line above looked at each one

    def ints(self) -> tuple[int, ...] | None:
        """All elements as Python integers, if each one is a constant."""
        dims = self.dims()
        if dims is None:
            return None
        values = tuple(d.value for d in dims)
        return None if None in values else values  # type: ignore[return-value]  # None was ruled out

    def some_dims(self) -> tuple[Dim | None, ...] | None:
        """The elements one by one, None for what is not an exact integer; None if too many."""
        if self.items is None:
            return None
        return tuple(x if isinstance(x, Dim) else None for x in self.items)

    def numbers(self) -> tuple[float, ...] | None:
        """All elements as floats, if each one is a constant."""
        if self.items is None:
            return None
        found = [scalar.number(x) for x in self.items]
        return None if None in found else tuple(float(x) for x in found if x is not None)

    def range(self) -> tuple[Dim | None, Dim | None]:
        """Bounds that hold for every element (None: none known; also for no elements)."""
        if self.items is None:
            return scalar.low_of(self.each), scalar.high_of(self.each)
        whole = self.whole()
        return scalar.low_of(whole), scalar.high_of(whole)

    def whole(self) -> Scalar:
        """A scalar that every element is within; its bounds are attained where that is known."""
        # Remembered: one shape vector goes to many a Gather.
        if self._whole is None:
            self._whole = self.each if self.items is None else self._joined(self.items)
        return self._whole

    @staticmethod
    def _joined(items: tuple[Scalar, ...]) -> Scalar:
        if not items:
            return ANY
        whole, *others = dict.fromkeys(items)
        for item in others:
            whole = scalar.join(whole, item)
        if not isinstance(whole, scalar.Span):
            return whole
        exact = all(isinstance(item, Dim) for item in items)
        return scalar.Span(whole.low, whole.high, attained=exact)

    def item(self) -> Scalar:
        """The element of a one-element tensor (ANY if not known or not one)."""
        if self.items is not None:
            return self.items[0] if len(self.items) == 1 else ANY
        return self.each

    @property
    def is_known(self) -> bool:
        """Whether every element is exact."""
        return self.items is not None and not any(isinstance(x, scalar.Span) for x in self.items)

    # --- making -------------------------------------------------------------------------------

    def map(self, function: Callable[[Scalar], Scalar]) -> Elements:
        """Every element through a function of one scalar."""
        if self.items is None:
            columns = None if self.columns is None else tuple(map(function, self.columns))
            return Elements(None, None, function(self.each), columns=columns)
        return Elements(self.shape, tuple(function(x) for x in self.items))

    def at(self, positions: Iterable[int], shape: Sequence[int]) -> Elements | None:
        """The elements at flat positions, laid out as ``shape``; only the range if items are unknown."""
        if self.items is None:
            return self.spread()
        return of(tuple(self.items[i] for i in positions), shape)

    def reshape(self, shape: Sequence[int]) -> Elements | None:
        """The same elements in another static shape."""
        if self.items is None:
            attained = isinstance(self.each, scalar.Span) and self.each.attained
            return ranged(self.each) if attained else self.spread()
        return of(self.items, shape)

    def as_stored(self) -> Elements:
        """The same contents, marked as stored in the model."""
        return Elements(self.shape, self.items, self.each, stored=True)

    def as_computed(self) -> Elements:
        """The same contents, not marked as stored in the model."""
        return Elements(self.shape, self.items, self.each, columns=self.columns)

    def spread(self) -> Elements | None:
        """Only the range: what is left when elements are moved, dropped or repeated unpredictably."""
        return ranged_or_none(*self.range())


def of(items: Sequence[Scalar], shape: Sequence[int], *, stored: bool = False) -> Elements | None:
    """Elements one by one in a static shape; only their range if there are more than MOST."""
    if math.prod(shape) != len(items):
        return None
    made = Elements(tuple(shape), tuple(items), stored=stored)
    if len(items) <= MOST:
        return made
    whole = made.whole()
    return None if whole == ANY else ranged(whole)


def of_dims(dims: Iterable[Dim]) -> Elements | None:
    """A vector of dims."""
    items = tuple(dims)
    return of(items, (len(items),))


def of_ints(values: Iterable[int]) -> Elements | None:
    """A vector of integers."""
    return of_dims(const(v) for v in values)


def single(value: Scalar, shape: Sequence[int] = ()) -> Elements:
    """One element, rank 0 unless a shape of ones is given."""
    return Elements(tuple(shape), (value,))


def ranged(each: Scalar) -> Elements:
    """Nothing but a scalar that every element is within."""
    return Elements(None, None, each)


def in_columns(columns: Sequence[Scalar]) -> Elements | None:
    """A scalar for each place on the last axis; None where nothing is known of any."""
    if all(column == ANY for column in columns):
        return None
    each = columns[0]
    for column in columns[1:]:
        each = scalar.join(each, column)
    return Elements(None, None, each, columns=tuple(columns))


def ranged_or_none(low: Dim | None, high: Dim | None) -> Elements | None:
    """Elements between bounds; None where there is no bound to keep."""
    return None if low is None and high is None else ranged(scalar.span(low, high))


def indices(shape: Sequence[int]) -> Iterable[tuple[int, ...]]:
    """All positions of a static shape, row-major."""
    # Beside a size of 0 the others may be larger than the memory, where each range is listed.
    return itertools.product(*map(range, shape)) if 0 not in shape else ()


def strides(shape: Sequence[int]) -> tuple[int, ...]:
    """Row-major strides in elements."""
    out: list[int] = []
    step = 1
    for size in reversed(shape):
        out.append(step)
        step *= size
    return tuple(reversed(out))


def broadcast_shape(shapes: Iterable[Sequence[int]]) -> tuple[int, ...] | None:
    """The joint static shape under ONNX's multidirectional broadcasting; None if there is none."""
    out: list[int] = []
    for shape in shapes:
        padded = [1] * (len(out) - len(shape)) + list(shape)
        out = [1] * (len(padded) - len(out)) + out
        for i, (a, b) in enumerate(zip(out, padded, strict=True)):
            if a != b and 1 not in (a, b):
                return None
            out[i] = b if a == 1 else a
    return tuple(out)


def zip_with(function: Callable[..., Scalar], *operands: Elements) -> Elements | None:
    """Elementwise with broadcasting: ``function`` gets one scalar of each operand."""
    unlisted = any(o.items is None or o.shape is None for o in operands)
    shape = None if unlisted else broadcast_shape(o.shape for o in operands if o.shape is not None)
    if not unlisted and shape is None:
        return None
    if shape is None or math.prod(shape) > MOST:
        each = function(*(o.whole() for o in operands))
        if isinstance(each, scalar.Span) and each.attained:
            return ranged(each)
        return ranged_or_none(scalar.low_of(each), scalar.high_of(each))
    columns = [spread_positions(o.shape or (), shape) for o in operands]
    items = tuple(
        function(*((o.items or ())[c[i]] for o, c in zip(operands, columns, strict=True)))
        for i in range(math.prod(shape))
    )
    return of(items, shape)


def spread_positions(shape: Sequence[int], to: Sequence[int]) -> list[int]:
    """For each element of the broadcast shape ``to``, the flat position it comes from."""
    padded = [1] * (len(to) - len(shape)) + list(shape)
    steps = [0 if size == 1 else step for size, step in zip(padded, strides(padded), strict=True)]
    return [sum(i * s for i, s in zip(index, steps, strict=True)) for index in indices(to)]
