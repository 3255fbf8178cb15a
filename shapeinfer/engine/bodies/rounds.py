"""What a Loop's body demands of the number of the round, stated of the rounds that are made."""

from __future__ import annotations

from shapeinfer.dims import ONE, ZERO, Dim, Symbol, of
from shapeinfer.dims.budget import spend
from shapeinfer.dims.proofs import PROVED, REFUTED
from shapeinfer.engine.frame import BodyOutcome
from shapeinfer.engine.optimized.behind import is_behind, nodes_behind
from shapeinfer.engine.optimized.spared import graph_at, path_of
from shapeinfer.engine.run import Placed
from shapeinfer.model.structure import Graph
from shapeinfer.rule.requirement import Condition, Finding, Requirement, any_of, at_least

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Set

    AnyPlaced = Placed[Finding] | Placed[Requirement]


def of_rounds(
    outcome: BodyOutcome, number: Symbol, count: Dim, made: Set[Symbol]
) -> tuple[BodyOutcome, list[Condition]]:
    """The outcome with the demands on the number of the round stated of the first and the last round, and the
    conditions among these: they hold in every run that succeeds, also if it makes no round.

    A demand that also speaks of sizes of one round (``made``) stays as it is."""
    requirements: list[Placed[Requirement]] = []
    # Where the visit supposes what does not hold in the first round, nothing is stated of that one.
    supposing = _supposing(outcome, number)
    findings = list(_softened(outcome, supposing))
    sure: list[Condition] = []
    for placed in outcome.requirements:
        symbols = placed.item.condition.symbols()
        if number not in symbols or placed.item.premise or not made.isdisjoint(symbols - {number}):
            requirements.append(placed)
            continue
        from_second = supposing is not None and supposing(placed)
        for round_ in _binding(placed.item.condition, number, count):
            spend(1)
            if from_second and round_ == ZERO:
                continue
            try:
                item = placed.item.substitute({number: round_}, {})
            except ZeroDivisionError:  # it speaks of sizes that this round does not have
                continue
            if from_second:
                condition = any_of(at_least(ONE, count), item.condition)
                item = Requirement(condition, item.code, item.message, item.args)
            elif count.lo is None or count.lo < 1:
                condition = _if_any(item.condition, count)
                item = Requirement(condition, item.code, item.message, item.args)
            verdict = item.condition.verdict()
            if verdict is REFUTED and placed.guarded and placed.unless is not None:
                skipped = placed.unless.substitute({number: round_}, {})
                item = Requirement(skipped, item.code, item.message, item.args)
                requirements.append(
                    Placed(item, placed.place, claimed=placed.claimed, resting=placed.resting)
                )
            elif verdict is REFUTED:
                found = Finding(item.code, item.message, item.args)
                findings.append(Placed(found, placed.place, guarded=placed.guarded, claimed=placed.claimed))
            elif verdict is not PROVED:
                sure.append(item.condition)
                requirements.append(placed.holding(item))
    return outcome.saying(requirements, findings), sure


def as_supposed(outcome: BodyOutcome, number: Symbol) -> Iterable[Placed[Finding]]:
    """The findings of the visit for all rounds. Those that follow from what does not hold in the first round,
    as that the number of the round is none of the zeros that a Reshape copies, do not speak of that one."""
    return _softened(outcome, _supposing(outcome, number))


def _softened(
    outcome: BodyOutcome, supposing: Callable[[AnyPlaced], bool] | None
) -> Iterable[Placed[Finding]]:
    """The findings, with those that suppose such a thing as warnings."""
    if supposing is None:
        return outcome.findings
    return [
        p if p.item.at_load or not supposing(p) else p.holding(p.item.softened()) for p in outcome.findings
    ]


def _supposing(outcome: BodyOutcome, number: Symbol) -> Callable[[AnyPlaced], bool] | None:
    """Whether something found in the visit for all rounds may follow from what does not hold in the first
    one; None if all of that holds there too."""
    places = [p.place for p in outcome.requirements if _fails_first(p.item, number)]
    if not places:
        return None
    graph = outcome.visits[0].graph
    if not all(places) or not isinstance(graph, Graph):
        return lambda _: True
    after = nodes_behind(places, lambda place: graph_at(place, graph))
    paths = set(map(path_of, places))

    def is_supposing(placed: AnyPlaced) -> bool:
        path = path_of(placed.place)
        return is_behind(placed, after) or any(path[:depth] in paths for depth in range(1, len(path) + 1))

    return is_supposing


def _fails_first(supposed: Requirement, number: Symbol) -> bool:
    if not supposed.premise or number not in supposed.condition.symbols():
        return False
    try:
        return supposed.condition.substitute({number: ZERO}, {}).verdict() is REFUTED
    except ZeroDivisionError:
        return True


def _binding(condition: Condition, number: Symbol, count: Dim) -> list[Dim]:
    """The rounds that demand the most, of all that are made."""
    first, last = ZERO, count - 1
    if condition.kind == ">=":
        spare = condition.a - condition.b
        step = (spare.substitute({number: of(number) + 1}) - spare).value
        if step is not None:
            return [last] if step <= 0 else [first]
    return list(dict.fromkeys((first, last)))


def _if_any(condition: Condition, count: Dim) -> Condition:
    """The condition, unless no round is made; alone where it holds without a round anyway."""
    if condition.kind == ">=":
        spare = condition.a - condition.b
        if any(at_least(spare + count * times, ZERO).verdict() is PROVED for times in (0, 1, 2)):
            return condition
    return any_of(at_least(ZERO, count), condition)
