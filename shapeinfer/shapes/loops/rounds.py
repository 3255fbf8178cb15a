"""Facts that change from round to round of a body: what holds for all rounds, and what may leave it.

A dim that a round changes is, inside the body, a symbol of its own: "its size at the start of some
round". It may not leave the body. Where a round adds the same to it every time, its size after all
rounds is known: what it was, plus that times the number of rounds.
"""

from __future__ import annotations

from shapeinfer.dims import ZERO, Dim, Symbol
from shapeinfer.facts import scalar
from shapeinfer.facts.elem_type import INT32, INT64
from shapeinfer.facts.elements import Elements
from shapeinfer.facts.fact import (
    NOTHING,
    Fact,
    MapFact,
    OptionalFact,
    SequenceFact,
    Shape,
    SparseTensorFact,
    TensorFact,
    UnknownFact,
    scalar_dims,
)
from shapeinfer.facts.join import common_ends, join
from shapeinfer.facts.scalar import ANY, Scalar
from shapeinfer.rule import Body, Call, codes, is_about
from shapeinfer.shapes.loops.growing import added_item, cut_into

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence, Set

    from shapeinfer.facts.fact import Ends

    Round = Callable[[Sequence[Fact]], Sequence[Fact]]

# The lattice has finite height, but a body may climb it one dim at a time.
MOST_ROUNDS = 12

# Said of a Scan's state. Whether one round may change it hangs on what a loader knows.
STATE_KEPT = "state {position} is {before} and comes out of the body as {after}: it must keep its shape"

# Where in a carried value a dim stands: its position, then the way down, e.g. (0, "shape", 1).
Place = tuple[int | str, ...]


class Carried:
    """Loop-carried facts: before the first round, at the start of every round, and after one.

    ``after`` is in terms of ``states``; ``changing`` holds the symbols for what a round changes."""

    __slots__ = ("after", "changing", "initial", "states")

    def __init__(self, initial: tuple[Fact, ...]) -> None:
        self.initial = initial
        self.states = initial
        self.after: tuple[Fact, ...] = initial
        self.changing: dict[Place, Dim] = {}

    @property
    def stands_still(self) -> bool:
        """Whether every round leaves every value as it was."""
        return self.states == self.initial

    def course(self, number: Dim, made: Set[Symbol]) -> dict[Symbol, Dim]:
        """What the symbols for changing values are at the start of round ``number``, where a round adds
        the same to them every time."""
        changing = frozenset(self.changing.values())
        found: dict[Symbol, Dim] = {}
        for first, state, after in zip(self.initial, self.states, self.after, strict=True):
            for a, s, b in _abreast(first, state, after):
                symbol = s.symbol()
                step = b - s
                if symbol is not None and s in changing and not is_about(step, made):
                    found[symbol] = a + step * number
        return found


def _abreast(first: Fact, state: Fact, after: Fact) -> Iterator[tuple[Dim, Dim, Dim]]:
    """The sizes and elements of one tensor at three moments."""
    facts = [f for f in (first, state, after) if isinstance(f, TensorFact)]
    if len(facts) < 3:
        return
    a, s, b = (f.shape for f in facts)
    if a is not None and s is not None and b is not None and len(a) == len(s) == len(b):
        yield from zip(a, s, b, strict=True)
    a, s, b = (None if f.elements is None else f.elements.dims() for f in facts)
    if a is not None and s is not None and b is not None and len(a) == len(s) == len(b):
        yield from zip(a, s, b, strict=True)


def fixpoint(call: Call, initial: Sequence[Fact], one_round: Round, body: Body) -> Carried:
    """Visit rounds until the facts at their start stand still. ``one_round`` maps states before a
    round to those after it; the last call is the one whose facts are kept."""
    carried = Carried(tuple(initial))
    widening = _Widening(call, body, carried.changing)
    for _ in range(MOST_ROUNDS):
        carried.after = tuple(one_round(carried.states))
        joined = tuple(
            widening.joined(a, b, (i,))
            for i, (a, b) in enumerate(zip(carried.states, carried.after, strict=True))
        )
        if joined == carried.states:
            return carried
        carried.states = joined
    carried.states = tuple(_forgotten(s) for s in carried.states)
    carried.after = tuple(one_round(carried.states))
    return carried


class _Widening:
    """What holds at the start of a round, given what held and what a round made of it."""

    __slots__ = ("body", "call", "changing")

    def __init__(self, call: Call, body: Body, changing: dict[Place, Dim]) -> None:
        self.call = call
        self.body = body
        self.changing = changing

    def symbol(self, place: Place, low: Dim | None = ZERO) -> Dim:
        dim = self.changing.get(place)
        if dim is None:
            dim = self.changing[place] = self.call.fresh("it changes from round to round", low)
            self.body.made.update(dim.symbols())
        return dim

    def dim(self, before: Dim, after: Dim, place: Place) -> Dim:
        return before if before == after else self.symbol(place)

    def joined(self, before: Fact, after: Fact, place: Place) -> Fact:
        if before == after:
            return before
        if isinstance(before, TensorFact) and isinstance(after, TensorFact):
            return self.tensor(before, after, place)
        if isinstance(before, SequenceFact) and isinstance(after, SequenceFact):
            return self.sequence(before, after, place)
        if isinstance(before, OptionalFact) and isinstance(after, OptionalFact):
            present = before.present if before.present == after.present else None
            return OptionalFact(self.joined(before.element, after.element, (*place, "element")), present)
        return NOTHING

    def tensor(self, before: TensorFact, after: TensorFact, place: Place) -> TensorFact:
        elem_type = before.elem_type if after.elem_type in (0, before.elem_type) else 0
        shape = self.shape(before.shape, after.shape, place)
        return TensorFact(elem_type, shape, self.elements(before, after, shape, place))

    def shape(self, before: Shape | None, after: Shape | None, place: Place) -> Shape | None:
        if before is None or after is None or len(before) != len(after):
            return None
        return tuple(
            self.dim(a, b, (*place, "shape", axis))
            for axis, (a, b) in enumerate(zip(before, after, strict=True))
        )

    def elements(
        self, before: TensorFact, after: TensorFact, shape: Shape | None, place: Place
    ) -> Elements | None:
        known = before.elements
        if known is None or shape != before.shape:
            return None
        if known == after.elements or known.items is None:
            return known if known == after.elements else None
        made = None if after.elements is None else after.elements.items
        later: Sequence[Scalar] = (ANY,) * len(known.items) if made is None else made
        if len(later) != len(known.items):
            return None
        whole = before.elem_type in (INT32, INT64)
        items = tuple(
            self.item(a, b, (*place, "element", i), whole=whole)
            for i, (a, b) in enumerate(zip(known.items, later, strict=True))
        )
        return None if all(i is ANY for i in items) else Elements(known.shape, items)

    def item(self, before: Scalar, after: Scalar, place: Place, *, whole: bool) -> Scalar:
        """An integer that changes is a symbol; any other element that changes is not known."""
        if before == after:
            return before
        return self.symbol(place, None) if whole and isinstance(before, Dim) else ANY

    def sequence(self, before: SequenceFact, after: SequenceFact, place: Place) -> SequenceFact:
        length = None
        if before.length is not None and after.length is not None:
            length = self.dim(before.length, after.length, (*place, "length"))
        if (
            before.length is not None
            and before.length.value == 0
            and _same_type(before.element, after.element)
        ):
            # An empty sequence says nothing of its items. What a round says of them may differ in the next.
            return SequenceFact(self.of_some_round(after.element, (*place, "item")), length)
        element = self.joined(before.element, after.element, (*place, "item"))
        if isinstance(element, TensorFact) and isinstance(before.element, TensorFact):
            # What is carried keeps its type, or no loader takes the loop.
            element = element.with_type(before.element.elem_type)
        return SequenceFact(element, length, None, None, self.ends(before, after, (*place, "middle")))

    def ends(self, before: SequenceFact, after: SequenceFact, place: Place) -> Ends | None:
        """What a sequence begins and ends with in every round; a round adds items between them."""
        if not (before.items or before.ends) or not (after.items or after.ends):
            return None
        head, rest, tail = common_ends(before, after)
        if not rest or not (head or tail):
            return None
        # The number of items changes only with the first round that adds some.
        known = rest[0] if before.ends is not None else self.of_some_round(rest[0], place)
        for fact in rest[1:]:
            known = self.joined(known, fact, place)
        return (head, known, tail)

    def of_some_round(self, fact: Fact, place: Place) -> Fact:
        if not isinstance(fact, TensorFact) or fact.shape is None:
            return _forgotten(fact)
        shape = tuple(
            self.symbol((*place, "shape", axis)) if is_about(d, self.body.made) else d
            for axis, d in enumerate(fact.shape)
        )
        return TensorFact(fact.elem_type, shape)


def _same_type(a: Fact, b: Fact) -> bool:
    return isinstance(a, TensorFact) and isinstance(b, TensorFact) and a.elem_type == b.elem_type


def _forgotten(fact: Fact) -> Fact:
    if isinstance(fact, TensorFact):
        return TensorFact(fact.elem_type, None)
    if isinstance(fact, SequenceFact):
        return SequenceFact(_forgotten(fact.element))
    return OptionalFact(_forgotten(fact.element)) if isinstance(fact, OptionalFact) else NOTHING


# --- leaving the body ---------------------------------------------------------------------------


class Exit:
    """Facts as they leave a body: a dim that belongs to one iteration becomes a new dim outside.

    One Exit serves for all that leaves at one moment, after the last round: there a dim is one
    number, in whichever output it stands."""

    __slots__ = ("body", "call", "changing", "count", "course", "new", "number", "sure")

    def __init__(
        self,
        call: Call,
        body: Body,
        changing: dict[Place, Dim] | None = None,
        count: Dim = ZERO,
        *,
        sure: bool = True,
    ) -> None:
        self.call = call
        self.body = body
        self.changing = frozenset((changing or {}).values())
        self.count = count
        self.sure = sure
        # The number of a round, and what changes as a function of it: set by Loop.
        self.number: Dim | None = None
        self.course: Mapping[Symbol, Dim] = {}
        self.new: dict[tuple[Dim, ...], Dim] = {}

    def dim(self, dim: Dim) -> Dim:
        """The dim after the last round, which there was."""
        if not is_about(dim, self.body.made):
            return dim
        symbol = dim.symbol()
        low, high = (None, None) if symbol is None else (symbol.low, symbol.high)
        return self.invented((dim,), ZERO if symbol is None else self.bound(low), self.bound(high))

    def bound(self, dim: Dim | None) -> Dim | None:
        return None if dim is None or is_about(dim, self.body.made) else dim

    def invented(self, key: tuple[Dim, ...], low: Dim | None, high: Dim | None) -> Dim:
        if key not in self.new:
            self.new[key] = self.call.fresh(
                "it comes out of a body and may differ from round to round", low, high
            )
        return self.new[key]

    def fact(self, fact: Fact) -> Fact:
        """The fact after the last round, which there was."""
        if isinstance(fact, TensorFact):
            shape = None if fact.shape is None else tuple(map(self.dim, fact.shape))
            return TensorFact(fact.elem_type, shape, self.elements(fact.elements))
        if isinstance(fact, SparseTensorFact):
            return SparseTensorFact(
                fact.elem_type, None if fact.shape is None else tuple(map(self.dim, fact.shape))
            )
        if isinstance(fact, SequenceFact):
            length = None if fact.length is None else self.dim(fact.length)
            items = None if fact.items is None else tuple(map(self.fact, fact.items))
            ends = None if fact.ends is None else self.ends(fact.ends)
            return SequenceFact(self.fact(fact.element), length, items, None, ends)
        if isinstance(fact, OptionalFact):
            return OptionalFact(self.fact(fact.element), fact.present)
        return MapFact(fact.key_type, self.fact(fact.value)) if isinstance(fact, MapFact) else fact

    def ends(self, ends: Ends) -> Ends:
        head, middle, tail = ends
        return tuple(map(self.fact, head)), self.fact(middle), tuple(map(self.fact, tail))

    def elements(self, elements: Elements | None) -> Elements | None:
        if elements is None:
            return None
        if elements.items is None:
            ranges = (elements.each, *(elements.columns or ()))
            return None if any(map(self.speaks_of_a_round, ranges)) else elements
        items = tuple(ANY if self.speaks_of_a_round(i) else i for i in elements.items)
        return None if items and all(i is ANY for i in items) else Elements(elements.shape, items)

    def speaks_of_a_round(self, item: Scalar) -> bool:
        return any(is_about(d, self.body.made) for d in scalar_dims(item))

    # --- after all rounds, of which there may be none -------------------------------------------

    def after_all(self, first: Fact, state: Fact, after: Fact) -> Fact:
        """A carried value after the last round: as it started if there was none."""
        if self.count.value == 0 or (first == after and first == state):
            return first
        if isinstance(first, TensorFact) and isinstance(state, TensorFact) and isinstance(after, TensorFact):
            return self.tensor_after(first, state, after)
        if (
            isinstance(first, SequenceFact)
            and isinstance(state, SequenceFact)
            and isinstance(after, SequenceFact)
        ):
            length = None
            if first.length is not None and state.length is not None and after.length is not None:
                length = self.dim_after(first.length, state.length, after.length)
            element = self.item_of_any_round(state, after)
            grown = self.grown(first, state, after, element, length)
            if grown is None and state.ends is not None:
                # What each round begins with holds after the last as well.
                return SequenceFact(element, length, None, None, self.ends(state.ends))
            return grown or SequenceFact(element, length)
        if isinstance(first, UnknownFact):
            return self.fact(after) if self.sure else _forgotten(after)
        if (
            isinstance(first, OptionalFact)
            and isinstance(after, OptionalFact)
            and isinstance(state, OptionalFact)
        ):
            present = after.present if self.sure or first.present == after.present else None
            return OptionalFact(self.after_all(first.element, state.element, after.element), present)
        return self.fact(join(first, after, lambda a, b: self.invented((a, b), ZERO, None)))

    def grown(
        self, first: SequenceFact, state: SequenceFact, after: SequenceFact, element: Fact, length: Dim | None
    ) -> SequenceFact | None:
        """A sequence to which every round adds one item, item by item where that is known."""
        found = added_item(state, after) if state.length in self.changing else None
        if found is None:
            return None
        added, at_front = found
        item, cut = self.fact(added), None
        if self.number is not None and not at_front:
            cut = cut_into(added, self.number, self.count, self.course, self.body.made)
        if first.items is None:
            return SequenceFact(item, length) if cut is None and first.element == item else None
        if not first.items:
            return SequenceFact(item, length, None, cut)
        ends = ((), item, first.items) if at_front else (first.items, item, ())
        return SequenceFact(element, length, None, cut, ends)

    def item_of_any_round(self, state: SequenceFact, after: SequenceFact) -> Fact:
        fact = state.element if state.length is None or state.length.value != 0 else after.element
        if state.element != after.element:
            fact = join(fact, after.element, lambda a, b: self.invented((a, b), ZERO, None))
        return self.fact(fact)

    def tensor_after(self, first: TensorFact, state: TensorFact, after: TensorFact) -> TensorFact:
        elem_type = first.elem_type or after.elem_type
        if after.shape is None or (
            not self.sure and (first.shape is None or len(first.shape) != len(after.shape))
        ):
            return TensorFact(elem_type, None)
        if first.shape is None or state.shape is None or len(first.shape) != len(after.shape):
            befores: list[tuple[Dim | None, Dim | None]] = [(None, None)] * len(after.shape)
            if not self.sure and first.shape is not None:
                befores = [(d, None) for d in first.shape]
        else:
            befores = list(zip(first.shape, state.shape, strict=True))
        shape = tuple(self.dim_after(a, s, b) for (a, s), b in zip(befores, after.shape, strict=True))
        return TensorFact(elem_type, shape, self.elements_after(first, state, after))

    def dim_after(self, first: Dim | None, state: Dim | None, after: Dim, low: Dim | None = ZERO) -> Dim:
        if first == after:
            return after
        if first is not None and state is not None and state in self.changing:
            step = after - state
            if not is_about(step, self.body.made):
                return first + step * self.count
        if self.sure:
            return self.dim(after)
        return self.invented((after,) if first is None else (first, after), low, None)

    def elements_after(self, first: TensorFact, state: TensorFact, after: TensorFact) -> Elements | None:
        if first.elements == after.elements:
            return self.elements(after.elements)
        a, s, b = first.elements, state.elements, after.elements
        if a is None or s is None or b is None or a.items is None or s.items is None or b.items is None:
            return self.elements(b) if self.sure else None
        if not a.shape == s.shape == b.shape:
            return self.elements(b) if self.sure else None
        items = tuple(map(self.item_after, a.items, s.items, b.items))
        return None if all(i is ANY for i in items) else Elements(a.shape, items)

    def item_after(self, first: Scalar, state: Scalar, after: Scalar) -> Scalar:
        if (
            isinstance(first, Dim)
            and isinstance(state, Dim)
            and isinstance(after, Dim)
            and state in self.changing
        ):
            step = after - state
            if not is_about(step, self.body.made):
                return first + step * self.count
        if self.speaks_of_a_round(after):
            return ANY
        return after if self.sure else scalar.join(first, after)


def outside(call: Call, fact: Fact, body: Body) -> Fact:
    """The fact as it may leave the body: a dim that belongs to one iteration becomes a new dim outside."""
    return Exit(call, body).fact(fact)


def check_type(call: Call, name: str, before: Fact, after: Fact) -> None:
    """A loop-carried value keeps its type: the runtime refuses a body that changes it."""
    message = "{name} starts as {before} and comes out of the body as {after}, needed the same type"
    if isinstance(before, TensorFact) and isinstance(after, TensorFact):
        if before.elem_type and after.elem_type and before.elem_type != after.elem_type:
            call.error(codes.BODY_TYPE, message, name=name, before=before, after=after)
    elif type(before) is not type(after) and NOTHING not in (before, after):
        call.error(codes.BODY_TYPE, message, name=name, before=before, after=after)


def check_added(call: Call, added: Sequence[Fact], first: int) -> None:
    """What each round adds, the body's outputs from position ``first`` on, is a tensor."""
    for position, fact in enumerate(added, first):
        if isinstance(fact, (SequenceFact, OptionalFact)):
            call.error(
                codes.BODY_TYPE, "output {position} of the body is {fact}, needed a tensor to stack",
                position=position, fact=fact,
            )  # fmt: skip


def check_output_count(call: Call, makes: int, what: str) -> None:
    """A node with a body has as many outputs as the body has for it: the runtime counts them at load."""
    if makes != len(call.wanted):
        call.error(
            codes.OUTPUT_COUNT, "{what} makes {makes} outputs, the {operator} has {wanted}",
            what=what, makes=makes, operator=call.op_type, wanted=len(call.wanted),
        )  # fmt: skip


def check_output_names(call: Call) -> None:
    """The runtime refuses a node with bodies at load if one of its outputs has no name, or dies of it."""
    for position, named in enumerate(call.wanted):
        if not named:
            call.error(
                codes.RUNTIME_DIFFERS,
                "output {position} of {operator} has no name, which ONNX Runtime refuses",
                position=position, operator=call.op_type,
            )  # fmt: skip


def as_written(call: Call, body: Body, made: Sequence[Fact], what: str) -> tuple[Fact, ...]:
    """What a node returns of the outputs of its body. If and Scan give a body the memory to write its outputs
    to, and a value that it lists more than once is written once: what the others hold is not known."""
    if not body.listed_again:
        return tuple(made)
    for name in dict.fromkeys(body.listed_again.values()):
        call.warn(
            codes.RUNTIME_DIFFERS, "{what} lists its output {name!r} more than once: ONNX Runtime writes one "
            "of them, the others hold what was in memory before",
            what=what, name=name,
        )  # fmt: skip
    return tuple(
        TensorFact(fact.elem_type, fact.shape)
        if i in body.listed_again and isinstance(fact, TensorFact)
        else fact
        for i, fact in enumerate(made)
    )


def require_all(call: Call, given: Sequence[Fact | None], *, first: int = 0) -> None:
    """None of a body's inputs is left out; ``first`` is the position of the first of them."""
    for position, fact in enumerate(given, first):
        if fact is None:
            call.error(
                codes.MISSING_INPUT, "input {position} is left out, and the body needs it", position=position
            )
