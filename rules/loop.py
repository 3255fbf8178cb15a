"""Loop: a body that runs a number of times, carrying values from round to round.

Version  What changed
1        both the trip count M and the condition are scalars, and may be left out
11       a carried value may change its shape
13, 16, 19-  sequences, optionals and more element types

How many rounds there are is known where nothing ends the loop before M, and where its condition compares
a counter with a size (``while i < n``). If the first condition hangs on sizes, it is that number or none. If
the body's condition hangs on sizes alone, it is M, or one round.

The body is visited until its loop-carried facts stand still (shapeinfer/shapes/loops/rounds.py). A loop that
is sure to make a known, small number of rounds, and that changes what it carries or adds to a scan output
what only the round's number tells, is followed round by round as well, while each tells that there is a next
one. Of other loops that change what they carry, or read the round's number, the first round is visited alone,
and of the former up to three more, as far as it is known with what: what they demand is demanded if they are
made. What they add to a scan output is compared, where the visit for all rounds does not know its size. A
round that takes many steps is left out, with those after it.

Differences: where the condition is left out, the specification ignores the one that the body makes;
the runtime stops by it, and so do we. With no round at all the runtime makes dims of a scan output 0, or
leaves them out, where it could not infer them itself: they rest on the premise that there is a round. Where
there surely is none, only the rank is told, if it is sure what the runtime infers of it at load.
Every round must add as many elements to a scan output as the first (shapeinfer/shapes/loops/stacked.py).
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts import elem_type, elements
from shapeinfer.facts.fact import Fact
from shapeinfer.facts.scalar import BOOL, Scalar, Truth, truth
from shapeinfer.rule import (
    NOTHING,
    ONE,
    PROVED,
    UNKNOWN,
    ZERO,
    Body,
    Call,
    Dim,
    OptionalFact,
    TensorFact,
    at_least,
    attempt,
    ceildiv,
    const,
    equal,
    is_about,
    join,
    maximum,
    minimum,
    product,
    rule,
    tensor,
)
from shapeinfer.shapes.choice import cases_of, chosen
from shapeinfer.shapes.loops.rounds import (
    Carried,
    Exit,
    check_added,
    check_output_count,
    check_output_names,
    check_type,
    fixpoint,
    require_all,
)
from shapeinfer.shapes.loops.stacked import MOST_ROUNDS, is_open, numbers, require_one_size

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

# Rounds that are visited alone, of a loop that is not followed.
_MOST_ALONE = 4
# The most steps for one of them: where sizes grow from round to round, they may grow without end.
_ALONE_STEPS = 4_000
# A trip count that stands for none, as exporters write it.
_ENDLESS = 2**31 - 1
# The declared rank of a scan output whose shape at load is not known.
_NO_RANK = -1


@rule("Loop", versions=(1, 11, 13, 16, 19, 21, 23, 24, 25))
def loop(
    call: Call, M: TensorFact | None, cond: TensorFact | None, v_initial: tuple[Fact | None, ...]
) -> tuple[Fact, ...]:
    body = call.body("body")
    require_all(call, v_initial, first=2)
    # A loader does not look through the node at what is stored.
    initial = tuple(NOTHING if v is None else v.as_computed() for v in v_initial)
    carried = len(initial)
    if body.input_count != carried + 2 or body.output_count < carried + 1:
        raise call.fail(
            codes.INPUT_COUNT,
            "the body takes {takes} inputs and makes {makes} outputs, needed {need} inputs and at least "
            "{least} outputs for {carried} carried values",
            takes=body.input_count,
            makes=body.output_count,
            need=carried + 2,
            least=carried + 1,
            carried=carried,
        )
    check_output_count(call, body.output_count - 1, "the body")
    check_output_names(call)
    _require_scalar(call, M, "M")
    _require_scalar(call, cond, "cond")
    rounds = _Rounds(call, body, M, cond)
    found = fixpoint(call, initial, rounds.visit, body)
    for i, (before, after) in enumerate(zip(initial, found.after, strict=True)):
        check_type(call, f"carried value {i}", before, after)
    # What a computed size of 0 means may be another thing in some rounds.
    supposed = body.supposes(0, codes.ASSUMED_SIZE)
    try:
        conditions = None if supposed else _goes_on(rounds, found)
    except ZeroDivisionError:  # a condition that is not defined in every round
        conditions = None
    count = _count(call, M, rounds, conditions, supposed=supposed)
    rounds.sure = count.lo is not None and count.lo >= 1
    final: Sequence[Fact] | None = None
    added = {number: _added(rounds, found, number) for number in numbers(count)}
    few = count.value is not None and count.value <= MOST_ROUNDS
    if few and (not found.stands_still or _tells_more(rounds, found, added)):
        followed = rounds.followed(initial, numbers(count))
        if followed is not None:
            final, added = followed
        else:
            count = call.fresh("a round may end the loop", minimum(count, ONE), count)
            added = {number: _added(rounds, found, number) for number in numbers(count)}
    leaving = Exit(call, body, found.changing, count, sure=rounds.sure)
    leaving.number, leaving.course = rounds.iteration, found.course(rounds.iteration, body.made)
    if final is None and (not found.stands_still or body.reads(0)):
        compared = any(is_open(fact, body) for fact in added.get(count - 1, ()))
        most = _MOST_ALONE if compared or not found.stands_still else 1
        alone = rounds.visit_alone(found.initial, most, compared=compared)
        if compared:
            added.update(alone)
    rounds.visit(found.states)  # the last visit is the one that is reported
    number = rounds.iteration.symbol()
    body.count = beginning = _beginning(M, rounds, count)
    body.rounds = None if number is None else (number, count)
    if final is None:
        final = tuple(map(leaving.after_all, initial, found.states, found.after))
    # An optional that every round replaces by a plain value leaves the loop as that value.
    final = [_unwrapped(f, r) for f, r in zip(final, rounds.results[1:], strict=False)]
    check_added(call, rounds.results[carried + 1 :], carried + 1)
    first = added.get(ZERO, rounds.results[carried + 1 :])
    for position in range(len(first) if added else 0):
        require_one_size(call, position, added, count, body)
    ranks = body.declared_ranks[carried + 1 :] or [None] * len(first)
    if any(
        isinstance(fact, TensorFact) and None not in (fact.rank, rank) and fact.rank != rank
        for fact, rank in zip(initial, body.taken_ranks[2:], strict=False)
    ):
        ranks = [_NO_RANK] * len(first)  # what a loader makes of the body is not known
    if count == ZERO:
        pairs = enumerate(zip(first, ranks, strict=False), carried + 1)
        return (*final, *(_without_rounds(call, body, at, fact, rank) for at, (fact, rank) in pairs))
    return (*final, *(_scan_output(call, leaving, fact, count, beginning) for fact in first))


def _added(rounds: _Rounds, found: Carried, number: Dim) -> Sequence[Fact]:
    """What a round adds to the scan outputs, as far as the last visit tells."""
    memo: dict[Dim, Dim] = {}
    when = found.course(number, rounds.body.made) | dict.fromkeys(rounds.iteration.symbols(), number)
    added: list[Fact] = []
    for fact in rounds.results[len(found.states) + 1 :]:
        try:
            added.append(fact.substitute(when, memo))
        except ZeroDivisionError:  # the visit tells nothing of this round
            added.append(NOTHING)
    return added


def _tells_more(rounds: _Rounds, found: Carried, added: Mapping[Dim, Sequence[Fact]]) -> bool:
    """Whether a visit to the first round alone tells a size that the same visit for all does not."""
    for_all = added.get(ZERO, ())
    if not any(is_open(fact, rounds.body) for fact in for_all):
        return False
    rounds.visit_round(found.initial, ZERO, runs=rounds.sure)
    alone = rounds.results[len(found.states) + 1 :]
    return any(
        is_open(a, rounds.body) and not is_open(b, rounds.body) for a, b in zip(for_all, alone, strict=True)
    )


def _unwrapped(fact: Fact, made: Fact) -> Fact:
    return fact.element if isinstance(fact, OptionalFact) and not isinstance(made, OptionalFact) else fact


def _require_scalar(call: Call, fact: TensorFact | None, name: str) -> None:
    if fact is not None and fact.shape is not None:
        call.require(
            equal(product(fact.shape), ONE), codes.SIZE_MISMATCH,
            "{name} is {fact}, needed one element", name=name, fact=fact,
        )  # fmt: skip


class _Rounds:
    """Visits of the body: what a round is told besides the carried values, and what the last one made.
    ``first`` is the condition before all rounds, ``sure`` whether there is a round."""

    __slots__ = ("body", "condition", "first", "iteration", "results", "sure", "trips")

    def __init__(self, call: Call, body: Body, m: TensorFact | None, cond: TensorFact | None) -> None:
        self.body = body
        self.trips = _trip_count(m)
        self.first = ONE if cond is None else _truth(cond)
        shape = () if cond is None or not cond.shape else (ONE,)
        self.condition = tensor(elem_type.BOOL, shape, elements.single(ONE, (1,) * len(shape)))
        self.sure = self.first == ONE and self.trips is not None and (self.trips.lo or 0) >= 1
        number = call.fresh("the number of the round", high=None if self.trips is None else self.trips - 1)
        body.made.update(number.symbols())
        self.iteration = number
        self.results: tuple[Fact, ...] = ()

    def visit(self, states: Sequence[Fact]) -> Sequence[Fact]:
        """The carried values after any round."""
        return self.visit_round(states, self.iteration, runs=self.sure)

    def visit_round(self, states: Sequence[Fact], number: Dim, *, runs: bool) -> Sequence[Fact]:
        iteration = tensor(elem_type.INT64, (), elements.single(number))
        self.results = self.body.visit((iteration, self.condition, *states), runs=runs)
        return [_as_before(b, a) for b, a in zip(states, self.results[1 : len(states) + 1], strict=True)]

    def followed(
        self, initial: tuple[Fact, ...], numbers: Sequence[Dim]
    ) -> tuple[Sequence[Fact], dict[Dim, Sequence[Fact]]] | None:
        """The carried facts after a few rounds, one by one, and what each adds to scan outputs; None if one
        of them may end the loop."""
        states: Sequence[Fact] = initial
        added: dict[Dim, Sequence[Fact]] = {}
        for number in numbers:
            if added and not self.tell_if_next():
                self.body.keep_none()
                return None
            states = self.visit_round(states, number, runs=True)
            added[number] = self.results[len(initial) + 1 :]
            self.body.keep()
        return states, added

    def visit_alone(self, initial: Sequence[Fact], most: int, *, compared: bool) -> dict[Dim, Sequence[Fact]]:
        """What the first rounds add to the scan outputs, so many at most, each visited alone, as far as each
        tells when there is a next one, and with what; if they are ``compared``, two of them in any case."""
        states = initial
        added: dict[Dim, Sequence[Fact]] = {}
        told = True
        for number in range(most):
            if number:
                more = number == 1 or compared or self._tells_more(initial, states)
                told = told and more and self.tell_if_next()
            if not (told or (compared and number == 1)):
                break
            after = attempt(_ALONE_STEPS, None, self._visit_alone, states, number)
            if after is None:
                break
            states = after
            added[const(number)] = self.results[len(initial) + 1 :]
            if told:
                self.body.keep_alone(number)
        return added

    def _visit_alone(self, states: Sequence[Fact], number: int) -> Sequence[Fact]:
        return self.visit_round(states, const(number), runs=self.sure)

    def _tells_more(self, initial: Sequence[Fact], states: Sequence[Fact]) -> bool:
        """Whether it is known what some value is that rounds have changed."""
        return any(
            now != before and not any(is_about(dim, self.body.made) for dim in now.dims())
            for before, now in zip(initial, states, strict=True)
        )

    def tell_if_next(self) -> bool:
        """Whether the last visit, to one round, tells when there is a next one. If not, what the visit to all
        rounds tells of it rests on a premise that may not hold in this one."""
        last = _truth(self.results[0])
        if isinstance(last, Truth):
            return not any(is_about(dim, self.body.made) for dim in last.when)
        return last == ONE


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


def _truth(value: Fact) -> Scalar:
    """What is known of a boolean."""
    elements = value.elements if isinstance(value, TensorFact) else None
    return BOOL if elements is None else elements.item()


def _if_begun(rounds: _Rounds, count: Dim) -> Dim | None:
    """This number if the condition before all rounds holds, and 0 if not; None if that is data."""
    first = rounds.first
    if first == ONE:
        return count
    if not isinstance(first, Truth) or count.lo is None or count.lo < 0:
        return None
    known = chosen(first, count, ZERO)
    if known is not None:
        return known
    for dim in first.when:
        count = minimum(count, count * maximum(dim, ZERO))
    return count


def _goes_on(rounds: _Rounds, found: Carried) -> list[tuple[Dim, int]] | None:
    """Numbers that are all above 0 after a round that is not the last: what each is after the first round,
    and what every round adds to it. None if that is not known."""
    last = _truth(rounds.results[0])
    if last == ZERO:
        return [(ZERO, 0)]
    number = rounds.iteration.symbol()
    if not isinstance(last, Truth) or number is None:
        return None
    course = found.course(rounds.iteration, rounds.body.made)
    known: list[tuple[Dim, int]] = []
    for dim in last.when:
        positive = dim.substitute(course)
        at_start = positive.substitute({number: ZERO})
        step = (positive.substitute({number: rounds.iteration + 1}) - positive).value
        if step is None or is_about(at_start, rounds.body.made):
            return None
        known.append((at_start, step))
    return known


def _allowed(rounds: _Rounds, conditions: list[tuple[Dim, int]] | None) -> Dim | None:
    """How many rounds the conditions (:func:`_goes_on`) allow, None if that is not known, or without end."""
    if conditions is None:
        return None
    least: Dim | None = None
    for at_start, step in conditions:
        if step >= 0:
            holds = at_least(at_start, ONE).verdict()
            if holds is PROVED:
                continue  # in every round
            return None if holds is UNKNOWN else _if_begun(rounds, ONE)
        # It holds in rounds 0, 1, ... below at_start / -step, and ends the loop after the first other one.
        allowed = maximum(ceildiv(at_start, const(-step)) + 1, ZERO)
        least = allowed if least is None else minimum(least, allowed)
    if least is None:
        return None if rounds.trips is None else _if_begun(rounds, maximum(rounds.trips, ZERO))
    falling = all(step <= 0 for _, step in conditions)
    if falling and rounds.first == truth(at_start - step for at_start, step in conditions):
        return least  # the condition before the first round is the one of all others
    return _if_begun(rounds, maximum(least, ONE))


def _all_or_one(
    call: Call, rounds: _Rounds, conditions: list[tuple[Dim, int]] | None, trips: Dim
) -> Dim | None:
    """How many rounds there are if the conditions (:func:`_goes_on`) hold after each of them, or end the loop
    after the first; None if they may end it later, or that is data."""
    if not conditions or rounds.first != ONE or any(step < 0 for _, step in conditions):
        return None
    holds, one = truth(at_start for at_start, _ in conditions), minimum(trips, ONE)
    known = chosen(holds, trips, one)
    if known is None and trips.value is not None and len(conditions) == 1:
        known = one + minimum(maximum(conditions[0][0], ZERO), ONE) * (trips - one)
    cases = cases_of(holds, trips, one) if known is None else None
    return known if cases is None else call.fresh("sizes may end the loop after a round", one, trips, cases)


def _count(
    call: Call,
    m: TensorFact | None,
    rounds: _Rounds,
    conditions: list[tuple[Dim, int]] | None,
    *,
    supposed: bool,
) -> Dim:
    """How many rounds there are: as many as the conditions (:func:`_goes_on`) allow, M at most. ``supposed``:
    what is known of the condition that a round makes rests on a premise, which some rounds may not keep."""
    trips = rounds.trips
    allowed = _allowed(rounds, conditions)
    if rounds.first == ZERO or (trips is not None and trips.hi is not None and trips.hi <= 0):
        return ZERO
    goes_on = not supposed and _truth(rounds.results[0]) == ONE
    always = goes_on and rounds.first == ONE
    endless = m is None or (trips is not None and trips.lo is not None and trips.lo >= _ENDLESS)
    if trips is not None and not endless:
        bounded = maximum(trips, ZERO)
        # A single round is made whatever its condition is.
        known = _if_begun(rounds, bounded) if goes_on or bounded == ONE else None
        if known is not None:
            return known
        if allowed is not None:
            return minimum(bounded, allowed)
        known = _all_or_one(call, rounds, conditions, bounded)
        if known is not None:
            return known
        least = _if_begun(rounds, minimum(bounded, ONE))
        return call.fresh("the loop may end before its trip count", ZERO if least is None else least, bounded)
    if endless and allowed is not None:
        return allowed
    low, high = (ONE if rounds.first == ONE and m is None else ZERO), allowed
    if m is not None and m.elements is not None and not endless:
        least, most = m.elements.range()
        low = ZERO if least is None or not always else maximum(least, ZERO)
        high = allowed if most is None else maximum(most, ZERO)
    return call.fresh("the number of rounds depends on data", low, high)


def _beginning(m: TensorFact | None, rounds: _Rounds, count: Dim) -> Dim:
    """A number that is above 0 where there is a round: how many there are, or the most there may be where
    data ends the loop."""
    if all(symbol.named for symbol in count.symbols()):
        return count
    trips = ONE if m is None else rounds.trips
    begun = None if trips is None else _if_begun(rounds, maximum(trips, ZERO))
    return count if begun is None else begun


def _scan_output(call: Call, leaving: Exit, fact: Fact, count: Dim, beginning: Dim) -> Fact:
    if not isinstance(fact, TensorFact):
        return NOTHING
    if fact.shape is None:
        return TensorFact(fact.elem_type, None)
    if fact.shape:
        call.suppose(
            at_least(beginning, ONE),
            codes.ASSUMED_SIZE,
            "the loop makes {count} rounds, and the shape of a scan output is known only if there is one",
            count=beginning,
        )
    return tensor(fact.elem_type, (count, *map(leaving.dim, fact.shape)))


def _without_rounds(call: Call, body: Body, position: int, fact: Fact, declared: int | None) -> Fact:
    """A scan output of no rounds. The shape of a round is then what the runtime knows at load: where it knows
    none, the output is a list."""
    if not isinstance(fact, TensorFact):
        return NOTHING
    rank = None if declared == _NO_RANK else body.rank_at_load(position)
    # Surely the rank if it is declared. Where sizes were given, a loader may have seen another one.
    told = fact.shape is not None and len(fact.shape) == (declared or 0)
    if rank is None and told and not body.is_misranked(position):
        rank = declared or 0 if call.loading or not declared else None
    if rank is None:
        return TensorFact(fact.elem_type, None)
    known = body.sizes_without_rounds(position)
    sizes = known if len(known) == rank else (None,) * rank
    why = "the loop makes no round"
    shape = [call.fresh(why) if size is None else const(size) for size in sizes]
    return tensor(fact.elem_type, (ZERO, *shape))
