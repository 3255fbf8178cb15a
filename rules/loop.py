"""Loop: a body that runs a number of times, carrying values from round to round.

Version  What changed
1        both the trip count M and the condition are scalars, and may be left out
11       a carried value may change its shape
13, 16, 19-  sequences, optionals and more element types

The body is visited until its loop-carried facts stand still (shapeinfer/shapes/rounds.py). A loop that
is sure to make a known, small number of rounds and that changes what it carries is followed round by
round as well, so that a value that grows has its true size afterwards.

Whom we follow: where the condition is left out, the specification ignores the one that the body makes;
the runtime stops by it, and so do we. With no round at all the runtime makes dims of a scan output 0, or
leaves them out, where it could not infer them itself: they rest on the premise that there is a round.
"""

from __future__ import annotations

from collections.abc import Sequence

from shapeinfer import codes, elements
from shapeinfer.elem_type import BOOL, INT64
from shapeinfer.fact import Fact
from shapeinfer.rule import (
    NOTHING,
    ONE,
    ZERO,
    Body,
    Call,
    Dim,
    OptionalFact,
    TensorFact,
    at_least,
    const,
    equal,
    join,
    maximum,
    product,
    rule,
    tensor,
)
from shapeinfer.shapes.rounds import Exit, check_output_count, check_type, fixpoint

# Longer loops are not followed round by round.
MOST_FOLLOWED = 24

_TRUE = tensor(BOOL, (), elements.single(ONE))


@rule("Loop", versions=(1, 11, 13, 16, 19, 21, 23, 24, 25))
def loop(
    call: Call, M: TensorFact | None, cond: TensorFact | None, v_initial: tuple[Fact | None, ...]
) -> tuple[Fact, ...]:
    body = call.body("body")
    initial = tuple(NOTHING if v is None else v for v in v_initial)
    carried = len(initial)
    if body.input_count != carried + 2 or body.output_count < carried + 1:
        raise call.fail(
            codes.INPUT_COUNT,
            "the body takes {takes} inputs and makes {makes} outputs, needed {need} inputs and at least "
            "{least} outputs "
            "for {carried} carried values",
            takes=body.input_count,
            makes=body.output_count,
            need=carried + 2,
            least=carried + 1,
            carried=carried,
        )
    check_output_count(call, body.output_count - 1, "the body")
    _require_scalar(call, M, "M")
    _require_scalar(call, cond, "cond")
    rounds = _Rounds(call, body, M, cond)
    found = fixpoint(call, initial, rounds.visit, body)
    for i, (before, after) in enumerate(zip(initial, found.after, strict=True)):
        check_type(call, f"carried value {i}", before, after)
    always = rounds.first is True and _truth(rounds.results[0], absent=False) is True
    count = _count(call, M, rounds.trips, always, rounds.first)
    sure = count.lo is not None and count.lo >= 1
    leaving = Exit(call, body, found.changing, count, sure=sure)
    final: Sequence[Fact] | None = None
    if always and not found.stands_still:
        final = rounds.followed(initial)
        rounds.visit(found.states)  # the last visit is the one that is reported
    if final is None:
        final = tuple(map(leaving.after_all, initial, found.states, found.after))
    # An optional that every round replaces by a plain value leaves the loop as that value.
    final = [_unwrapped(f, r) for f, r in zip(final, rounds.results[1:], strict=False)]
    scans = tuple(_scan_output(call, leaving, f, count) for f in rounds.results[carried + 1 :])
    return (*final, *scans)


def _unwrapped(fact: Fact, made: Fact) -> Fact:
    return fact.element if isinstance(fact, OptionalFact) and not isinstance(made, OptionalFact) else fact


def _require_scalar(call: Call, fact: TensorFact | None, name: str) -> None:
    if fact is not None and fact.shape is not None:
        call.require(
            equal(product(fact.shape), ONE), codes.SIZE_MISMATCH,
            "{name} is {fact}, needed one element", name=name, fact=fact,
        )  # fmt: skip


class _Rounds:
    """Visits of the body: what a round is told besides the carried values, and what the last one made."""

    __slots__ = ("body", "first", "iteration", "results", "trips")

    def __init__(self, call: Call, body: Body, m: TensorFact | None, cond: TensorFact | None) -> None:
        self.body = body
        self.trips = _trip_count(m)
        self.first = _truth(cond, absent=True)
        number = call.fresh("the number of the round", high=None if self.trips is None else self.trips - 1)
        body.made.update(number.symbols())
        self.iteration = number
        self.results: tuple[Fact, ...] = ()

    @property
    def surely_run(self) -> bool:
        trips = self.trips
        return self.first is True and trips is not None and trips.lo is not None and trips.lo >= 1

    def visit(self, states: Sequence[Fact]) -> Sequence[Fact]:
        """The carried values after any round."""
        return self.visit_round(states, self.iteration, runs=self.surely_run)

    def visit_round(self, states: Sequence[Fact], number: Dim, *, runs: bool) -> Sequence[Fact]:
        iteration = tensor(INT64, (), elements.single(number))
        self.results = self.body.visit((iteration, _TRUE, *states), runs=runs)
        return [_as_before(b, a) for b, a in zip(states, self.results[1 : len(states) + 1], strict=True)]

    def followed(self, initial: tuple[Fact, ...]) -> Sequence[Fact] | None:
        """The carried facts after a known, small number of rounds, one by one; None if there are more."""
        trips = None if self.trips is None else self.trips.value
        if trips is None or not 0 <= trips <= MOST_FOLLOWED:
            return None
        states: Sequence[Fact] = initial
        for number in range(trips):
            states = self.visit_round(states, const(number), runs=True)
        return states


def _as_before(before: Fact, after: Fact) -> Fact:
    """What comes out of a round, with the kind and type that went in where the body leaves them open."""
    if isinstance(before, TensorFact) and isinstance(after, TensorFact) and not after.elem_type:
        return after.with_type(before.elem_type)
    if isinstance(before, OptionalFact) and not isinstance(after, OptionalFact):
        return OptionalFact(join(before.element, after, lambda a, b: a))
    return after


def _trip_count(m: TensorFact | None) -> Dim | None:
    """M as a dim, None where there is none or it is not known."""
    known = None if m is None else m.as_dims()
    return known[0] if known is not None and len(known) == 1 else None


def _truth(value: Fact | None, *, absent: bool) -> bool | None:
    """A boolean that is known; one that is left out counts as ``absent``."""
    if value is None:
        return absent
    known = value.as_ints() if isinstance(value, TensorFact) else None
    return None if known is None or len(known) != 1 else bool(known[0])


def _count(call: Call, m: TensorFact | None, trips: Dim | None, always: bool, first: bool | None) -> Dim:
    """How many rounds there are: M if nothing ends the loop early."""
    if first is False:
        return ZERO
    if trips is None:
        low, high = (ONE if first and m is None else ZERO), None
        if m is not None and m.elements is not None:
            least, most = m.elements.range()
            low = ZERO if least is None or not always else maximum(least, ZERO)
            high = None if most is None else maximum(most, ZERO)
        return call.fresh("the number of rounds depends on data", low, high)
    bounded = maximum(trips, ZERO)
    if always or bounded.value == 0:
        return bounded
    return call.fresh("the loop may end before its trip count", ZERO, bounded)


def _scan_output(call: Call, leaving: Exit, fact: Fact, count: Dim) -> Fact:
    if not isinstance(fact, TensorFact):
        return NOTHING
    if fact.shape is None:
        return TensorFact(fact.elem_type, None)
    if count.value == 0:
        return tensor(fact.elem_type, (ZERO, *call.fresh_shape(len(fact.shape), "the loop makes no round")))
    if fact.shape:
        call.suppose(
            at_least(count, ONE),
            codes.ASSUMED_SIZE,
            "the loop makes {count} rounds, and the shape of a scan output is known only if there is one",
            count=count,
        )
    return tensor(fact.elem_type, (count, *map(leaving.dim, fact.shape)))
