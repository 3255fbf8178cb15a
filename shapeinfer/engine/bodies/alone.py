"""What the first rounds of a Loop demand, each visited alone, beside what the visit for all rounds found.

That one knows less of what changes from round to round. A demand of a round may rest on a premise of it, or
of one before it: then it is demanded only where that holds.
"""

from __future__ import annotations

from shapeinfer.dims import ZERO, const
from shapeinfer.dims.budget import spend
from shapeinfer.dims.proofs import REFUTED, UNKNOWN
from shapeinfer.engine.bodies.branches import if_it_never_runs
from shapeinfer.engine.bodies.mistaken import following
from shapeinfer.engine.frame import BodyOutcome, fed
from shapeinfer.engine.place import Step
from shapeinfer.engine.run import Placed, needs_of
from shapeinfer.model.graph import reads
from shapeinfer.rule.cases import in_cases
from shapeinfer.rule.requirement import Condition, Finding, Requirement, any_of, at_least

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Set

    from shapeinfer.dims import Dim, Symbol
    from shapeinfer.engine.bodies.body import EngineBody
    from shapeinfer.engine.place import Place
    from shapeinfer.model.structure import Graph


def demanded_alone(body: EngineBody, values: Mapping[Symbol, Dim]) -> Iterator[Placed[Requirement]]:
    """What these rounds demand, if they are made. ``values`` take the place of the rule's placeholders."""
    if body.last is None or body.count is None:
        return
    step = Step(body.node, body.name)
    told = {placed.item.condition for placed in body.last.requirements}
    if body.rounds is not None:  # what is demanded of each round is stated of the one that demands the most
        told.update(_at(condition, {body.rounds[0]: ZERO}) for condition in tuple(told))
    for number, alone in enumerate(body.alone):
        none = _none(body, number)
        for placed in _never_made(body, number, none, values):
            yield placed.under(step, runs=True, claimed=False)
        for requirement in alone.requirements:
            item = requirement.item
            needs = needs_of(requirement)
            if requirement.claimed or item.premise or needs is None or needs in told:
                continue
            unless = _unless(body, number, requirement.place)
            if unless is None:
                continue
            told.add(needs)
            for condition in in_cases(any_of(none, *unless, needs).substitute(values, {})):
                if condition.verdict() is UNKNOWN and all(symbol.named for symbol in condition.symbols()):
                    needed = Requirement(condition, item.code, item.message, item.args)
                    placed = Placed(needed, requirement.place, resting=requirement.resting)
                    yield placed.under(step, runs=True, claimed=False)


def with_mistakes(body: EngineBody, outcome: BodyOutcome) -> BodyOutcome:
    """The outcome of a body that runs, with what the visits of rounds that are made say is wrong."""
    told = {key_of(p) for p in outcome.findings if p.item.is_refusal}
    more: dict[tuple[object, ...], Placed[Finding]] = {}
    for number, alone in enumerate(body.alone):
        if _none(body, number).verdict() is REFUTED:
            for p in alone.findings:
                if p.item.is_refusal and key_of(p) not in told and _unless(body, number, p.place) == []:
                    more.setdefault(key_of(p), p)
    if not more:
        return outcome
    kept = [p for p in outcome.findings if key_of(p) not in more]
    return outcome.saying(outcome.requirements, (*kept, *more.values()))


def key_of(finding: Placed[Finding]) -> tuple[object, ...]:
    """Equal for one mistake in several rounds."""
    return tuple((id(step.node), step.body) for step in finding.place), finding.item.code


def _never_made(
    body: EngineBody, number: int, none: Condition, values: Mapping[Symbol, Dim]
) -> Iterable[Placed[Requirement]]:
    """The demand that a round is not made of which every run fails."""
    for finding in body.alone[number].findings:
        unless = _unless(body, number, finding.place)
        if unless is not None:
            found = list(if_it_never_runs((finding,), any_of(none, *unless).substitute(values, {})))
            if found:
                return [p.substitute(values, {}) for p in found]
    return ()


def _none(body: EngineBody, number: int) -> Condition:
    """The condition under which the round of that number is not made."""
    assert body.count is not None  # a Loop has rounds
    count = body.count if number == 0 or body.rounds is None else body.rounds[1]
    return at_least(const(number), count)


def doubts(body: EngineBody, number: int, position: int) -> list[Condition] | None:
    """The conditions under which an output of a round may not be what the visit to it found; None if one of
    these is not known. None are known of a round that was not visited alone."""
    if number >= len(body.alone):
        return []
    return _doubts(body, number, lambda premise: _is_behind(body.graph, position, premise))


def rests_on_premise(graph: Graph, position: int, requirements: Iterable[Placed[Requirement]]) -> bool:
    """Whether an output of the graph follows from what supposes that one of its premises holds."""
    places = [placed.place for placed in requirements if placed.item.premise]
    return any(_is_behind(graph, position, place) for place in places)


def _is_behind(graph: Graph, position: int, place: Place) -> bool:
    return not place or graph.outputs[position].name in _behind(graph, place)


def _unless(body: EngineBody, number: int, place: Place) -> list[Condition] | None:
    """The conditions under which what is said at a place of a round does not hold."""
    return _doubts(body, number, lambda premise: _rests(body.graph, place, premise))


def _doubts(body: EngineBody, number: int, rests: Callable[[Place], bool]) -> list[Condition] | None:
    """The conditions under which a premise does not hold of a round, on which something of it ``rests``, or
    on which what it carries does; None if one of these is no bound."""
    carried = {value.name for value in body.graph.outputs[: len(fed(body.graph)) - 1]}
    found: list[Condition] = []
    for at, alone in enumerate(body.alone[: number + 1]):
        for placed in alone.requirements:
            premise = placed.item
            if not premise.premise or not (
                rests(placed.place)
                if at == number
                else not placed.place or not carried.isdisjoint(_behind(body.graph, placed.place))
            ):
                continue
            if premise.condition.kind != ">=":
                return None
            found.append(at_least(premise.condition.b, premise.condition.a + 1))
    return found


def _rests(graph: Graph, place: Place, premise: Place) -> bool:
    """Whether what is said at a place in the graph may rest on a premise in it."""
    if not place or not premise:
        return True
    node, other = place[0], premise[0]
    if node.node is not other.node:
        return not _behind(graph, premise).isdisjoint(reads(node.node))
    if node.node.op_type != "If" or len(place) == 1 or len(premise) == 1:
        return True
    inner = dict(node.node.bodies()).get(node.body)
    return node.body == other.body and (inner is None or _rests(inner, place[1:], premise[1:]))


def _behind(graph: Graph, place: Place) -> Set[str]:
    """The values of the graph that follow from what the node at a place in it makes."""
    spend(len(graph.nodes))
    node = place[0].node
    names = node.outputs
    inner = dict(node.bodies()).get(place[0].body) if len(place) > 1 else None
    if inner is not None:
        behind = _behind(inner, place[1:])
        made = [value.name in behind for value in inner.outputs]
        if node.op_type == "If":
            names = tuple(name for name, follows in zip(node.outputs, made, strict=False) if follows)
        elif not any(made):
            names = ()
    return following(graph, [name for name in names if name])


def _at(condition: Condition, values: Mapping[Symbol, Dim]) -> Condition:
    """The condition for these values; itself where it is not defined for them."""
    try:
        return condition.substitute(values, {})
    except ZeroDivisionError:
        return condition
