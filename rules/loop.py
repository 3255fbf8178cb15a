"""Loop: a body that runs a number of times, carrying values from round to round.

Version  What changed
1        both the trip count M and the condition are scalars, and may be left out
11       a trip count that is left out no longer needs an empty name
13, 16, 19-  sequences, optionals and more element types

The body is visited until its loop-carried facts stand still; what changes from round to round is
a symbol of its own inside. A loop that is sure to make a known, small number of rounds is followed
round by round as well, so that a value that grows has its true size afterwards.

With no round at all the runtime makes a scan output's symbolic dims 0: their printed sizes rest on
the premise that there is a round.
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
    SequenceFact,
    TensorFact,
    at_least,
    const,
    is_about,
    join,
    maximum,
    rule,
    tensor,
)
from shapeinfer.scalar import span
from shapeinfer.shapes.rounds import check_type, fixpoint, outside

# Longer loops are not followed round by round.
MOST_FOLLOWED = 24


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
            "the body takes {takes} inputs and makes {makes} outputs, needed {need} inputs and at least {least} outputs "
            "for {carried} carried values",
            takes=body.input_count, makes=body.output_count, need=carried + 2, least=carried + 1, carried=carried,
        )  # fmt: skip
    trips = _trip_count(M)
    first = _truth(cond, absent=True)
    iteration = tensor(INT64, (), elements.single(span(ZERO, None if trips is None else trips - 1)))

    last: list[tuple[Fact, ...]] = []

    def one_round(states: Sequence[Fact]) -> Sequence[Fact]:
        condition = tensor(BOOL, (), elements.single(ONE))
        results = body.visit((iteration, condition, *states), runs=_surely_runs(trips, first))
        last[:] = [results]
        return [_as_before(b, a) for b, a in zip(states, results[1 : carried + 1], strict=True)]

    followed = _followed(body, initial, trips, first)
    states = fixpoint(call, initial, one_round, body)
    results = last[0]
    for i, (before, after) in enumerate(zip(initial, results[1 : carried + 1], strict=True)):
        check_type(call, f"carried value {i}", before, after)
    always = first is True and _truth(results[0], absent=False) is True
    final = _after_loop(call, body, states, results[1 : carried + 1], trips, always) if followed is None else followed
    count = _rounds(call, trips, always, first)
    scans = tuple(_scan_output(call, body, f, count) for f in results[carried + 1 :])
    return (*final, *scans)


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


def _surely_runs(trips: Dim | None, first: bool | None) -> bool:
    return first is True and trips is not None and trips.lo is not None and trips.lo >= 1


def _followed(
    body: Body, initial: tuple[Fact, ...], trips: Dim | None, first: bool | None
) -> tuple[Fact, ...] | None:
    """The carried facts after a loop that surely makes a known, small number of rounds."""
    if first is not True or trips is None or trips.value is None or not 0 <= trips.value <= MOST_FOLLOWED:
        return None
    states = initial
    for number in range(trips.value):
        iteration = tensor(INT64, (), elements.single(const(number)))
        results = body.visit((iteration, tensor(BOOL, (), elements.single(ONE)), *states), runs=True)
        after = tuple(_as_before(b, a) for b, a in zip(states, results[1 : len(states) + 1], strict=True))
        if _truth(results[0], absent=False) is not True:
            return None
        if number and after == states:
            break
        states = after
    return states


def _after_loop(
    call: Call,
    body: Body,
    states: Sequence[Fact],
    after: Sequence[Fact],
    trips: Dim | None,
    always: bool,
) -> tuple[Fact, ...]:
    """The carried facts after the last round: as they started if there was none, else as a round left them."""
    final = []
    for before, result in zip(states, after, strict=True):
        result = _as_before(before, result)
        if not (always and trips is not None and trips.lo is not None and trips.lo >= 1):
            result = join(before, result, lambda a, b: call.fresh("it changes from round to round"))
        final.append(outside(call, _without_items(result), body))
    return tuple(final)


def _without_items(fact: Fact) -> Fact:
    return SequenceFact(fact.element, fact.length) if isinstance(fact, SequenceFact) else fact


def _rounds(call: Call, trips: Dim | None, always: bool, first: bool | None) -> Dim:
    """How many rounds there are: M if nothing ends the loop early."""
    if first is False:
        return ZERO
    if trips is None:
        return call.fresh("the number of rounds depends on data")
    bounded = maximum(trips, ZERO)
    return bounded if always else call.fresh("the loop may end before its trip count", ZERO, bounded)


def _scan_output(call: Call, body: Body, fact: Fact, count: Dim) -> Fact:
    if not isinstance(fact, TensorFact):
        return NOTHING
    if fact.shape is None:
        return TensorFact(fact.elem_type, None)
    if any(d.value is None or is_about(d, body.made) for d in fact.shape):
        call.suppose(
            at_least(count, ONE), codes.ASSUMED_SIZE,
            "the loop makes {count} rounds, and the shape of a scan output is known only if there is one", count=count,
        )  # fmt: skip
    left = outside(call, TensorFact(fact.elem_type, fact.shape), body)
    return TensorFact(fact.elem_type, (count, *(left.shape or ()))) if isinstance(left, TensorFact) else NOTHING
