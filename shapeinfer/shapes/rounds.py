"""Facts that change from round to round of a body: what holds for all rounds, and what may leave it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from shapeinfer.dim import Dim
from shapeinfer.fact import NOTHING, Fact, OptionalFact, SequenceFact, TensorFact, join
from shapeinfer.rule import Body, Call, codes, is_about

# The lattice has finite height, but a body may climb it one dim at a time.
MOST_ROUNDS = 12

Round = Callable[[Sequence[Fact]], Sequence[Fact]]


def fixpoint(call: Call, initial: Sequence[Fact], one_round: Round, body: Body) -> tuple[Fact, ...]:
    """The facts that hold for loop-carried values at the start of every round.

    Where a round changes a dim, it becomes a symbol of its own, "some round's size"; ranks and kinds
    that change become unknown. ``one_round`` maps states before a round to those after it."""
    states = tuple(initial)
    changing: dict[tuple[int, int], Dim] = {}
    for _ in range(MOST_ROUNDS):
        after = one_round(states)
        joined = tuple(
            _widened(call, i, a, b, changing, body) for i, (a, b) in enumerate(zip(states, after, strict=True))
        )
        if joined == states:
            return states
        states = joined
    states = tuple(_forgotten(s) for s in states)
    one_round(states)
    return states


def _widened(
    call: Call, state: int, before: Fact, after: Fact, changing: dict[tuple[int, int], Dim], body: Body
) -> Fact:
    if isinstance(before, TensorFact) and isinstance(after, TensorFact):
        return _widened_tensor(call, state, before, after, changing, body)
    axis = iter(range(1000))

    def fresh(a: Dim, b: Dim) -> Dim:
        return _changing(call, state, 1000 + next(axis), changing, body)

    return _without_items(join(before, after, fresh))


def _widened_tensor(
    call: Call,
    state: int,
    before: TensorFact,
    after: TensorFact,
    changing: dict[tuple[int, int], Dim],
    body: Body,
) -> TensorFact:
    elem_type = before.elem_type if after.elem_type in (0, before.elem_type) else 0
    if before.shape is None or after.shape is None or len(before.shape) != len(after.shape):
        return TensorFact(elem_type, None)
    shape = tuple(
        a if a == b or a == changing.get((state, axis)) else _changing(call, state, axis, changing, body)
        for axis, (a, b) in enumerate(zip(before.shape, after.shape, strict=True))
    )
    elements = before.elements if before.elements == after.elements and shape == before.shape else None
    return TensorFact(elem_type, shape, elements)


def _changing(call: Call, state: int, axis: int, changing: dict[tuple[int, int], Dim], body: Body) -> Dim:
    dim = changing.get((state, axis))
    if dim is None:
        dim = changing[(state, axis)] = call.fresh("it changes from round to round")
        body.made.update(dim.symbols())
    return dim


def _without_items(fact: Fact) -> Fact:
    return SequenceFact(fact.element, fact.length) if isinstance(fact, SequenceFact) else fact


def _forgotten(fact: Fact) -> Fact:
    if isinstance(fact, TensorFact):
        return TensorFact(fact.elem_type, None)
    if isinstance(fact, SequenceFact):
        return SequenceFact(_forgotten(fact.element))
    return OptionalFact(_forgotten(fact.element)) if isinstance(fact, OptionalFact) else NOTHING


def outside(call: Call, fact: Fact, body: Body) -> Fact:
    """The fact as it may leave the body: a dim that speaks of one round is a new one outside."""
    new: dict[Dim, Dim] = {}

    def leave(dim: Dim) -> Dim:
        if not is_about(dim, body.made):
            return dim
        if dim not in new:
            new[dim] = call.fresh("it comes out of a body and may differ from round to round")
        return new[dim]

    return _mapped(fact, leave)


def _mapped(fact: Fact, leave: Callable[[Dim], Dim]) -> Fact:
    if isinstance(fact, TensorFact):
        shape = None if fact.shape is None else tuple(map(leave, fact.shape))
        elements = fact.elements
        if any(leave(d) is not d for d in TensorFact(0, None, elements).dims()) or shape != fact.shape:
            elements = None
        return TensorFact(fact.elem_type, shape, elements)
    if isinstance(fact, SequenceFact):
        length = None if fact.length is None else leave(fact.length)
        items = None if fact.items is None else tuple(_mapped(i, leave) for i in fact.items)
        return SequenceFact(_mapped(fact.element, leave), length, items)
    if isinstance(fact, OptionalFact):
        return OptionalFact(_mapped(fact.element, leave), fact.present)
    return fact


def check_type(call: Call, name: str, before: Fact, after: Fact) -> None:
    """A loop-carried value keeps its type: the runtime refuses a body that changes it."""
    if isinstance(before, TensorFact) and isinstance(after, TensorFact):
        if before.elem_type and after.elem_type and before.elem_type != after.elem_type:
            call.error(
                codes.BODY_TYPE, "{name} starts as {before} and comes out of the body as {after}",
                name=name, before=before, after=after,
            )  # fmt: skip
