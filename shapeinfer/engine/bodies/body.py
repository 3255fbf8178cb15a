"""The body of a node, as rules see it."""

from __future__ import annotations

from shapeinfer.dims import ZERO, Dim, Symbol, const
from shapeinfer.dims.proofs import REFUTED, UNKNOWN
from shapeinfer.engine.bodies.branches import (
    DEMANDED,
    NEVER,
    SKIPPED,
    Certainty,
    certainties,
    either,
    if_it_never_runs,
    known_in_branches,
    taken_if,
    without_implied,
)
from shapeinfer.engine.bodies.enforced import is_left_alone
from shapeinfer.engine.bodies.rounds import as_supposed, of_rounds
from shapeinfer.engine.frame import BodyOutcome, Frame, fed
from shapeinfer.engine.loader.seen import BLIND, is_seen
from shapeinfer.engine.place import Step
from shapeinfer.engine.run import Placed
from shapeinfer.facts.fact import Fact, TensorFact
from shapeinfer.facts.scalar import Truth
from shapeinfer.model.graph import names_read
from shapeinfer.model.structure import Graph, Node, TensorType
from shapeinfer.rule import Body
from shapeinfer.rule.requirement import Condition, Finding, Requirement, any_of, at_least

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from shapeinfer.engine.engine import Engine


class EngineBody(Body):
    """The body of a node. Each visit returns facts in new symbols; only the last visit is reported."""

    __slots__ = ("alone", "engine", "folded", "followed", "frame", "graph", "last", "name", "node", "runs")

    def __init__(self, engine: Engine, graph: Graph, node: Node, name: str, frame: Frame) -> None:
        super().__init__(len(fed(graph)), len(graph.outputs))
        types = [value.type for value in graph.outputs]
        shapes = [type_.dims if isinstance(type_, TensorType) else None for type_ in types]
        self.declared_ranks = [None if shape is None else len(shape) for shape in shapes]
        taken = [value.type.dims if isinstance(value.type, TensorType) else None for value in fed(graph)]
        self.taken_ranks = [None if dims is None else len(dims) for dims in taken]
        self.taken = [*map(_numbers, taken)]
        self.declared = [*map(_numbers, shapes)]
        self.engine = engine
        self.graph = graph
        self.node = node
        self.name = name
        self.frame = frame
        self.last: BodyOutcome | None = None
        self.runs = False
        self.followed: list[BodyOutcome] = []
        # Of rounds that are not followed: what was found of the first and of the second alone.
        self.alone: dict[int, BodyOutcome] = {}
        # The usual optimizations put the branch that an If takes in its place.
        self.folded = False

    def is_seen(self, position: int) -> bool:
        self.engine.looks_back = True
        first = len(self.node.inputs) - self.input_count
        return is_seen(self.node.inputs[first + position], self.frame)

    def reads(self, position: int) -> bool:
        return fed(self.graph)[position].name in names_read(self.graph)

    def makes_seen(self, position: int) -> bool:
        self.engine.looks_back = True
        return self.last is not None and position in self.last.seen

    def rank_at_load(self, position: int) -> int | None:
        self.engine.looks_back = True
        return self.engine.loader().ranks_at_load.get((id(self.graph), position))

    def is_left_alone(self) -> bool:
        return is_left_alone(self.engine.graph, self.graph)

    def joins(self, position: int) -> int | None:
        makers = {output: node for node in self.graph.nodes for output in node.outputs}
        node = makers.get(self.graph.outputs[position].name)
        while node is not None and node.op_type in BLIND:
            node = makers.get(node.inputs[0])
        axis = node.attributes.get("axis") if node is not None and node.op_type == "Concat" else None
        if node is None or axis is None or not isinstance(axis.value, int):
            return None
        return axis.value if fed(self.graph)[position].name in node.inputs else None

    def visit(self, facts: Sequence[Fact], *, runs: bool) -> tuple[Fact, ...]:
        outcome = self.engine.inside().visit_body(
            self.graph, facts, self.frame, self.node.op_type, names=self.node.inputs[-self.input_count :],
            folded=self.folded,
        )  # fmt: skip
        if outcome.placeholders:
            values = self.engine.instances.renaming(outcome.placeholders, self.frame)
            self.made.update(s for dim in values.values() for s in dim.symbols())
            outcome = outcome.renamed(values)
        # A dim name that is declared only inside the body may be another size in each iteration.
        dims = (d for fact in outcome.outputs for d in fact.dims() if d.value is None)
        self.made.update(s for dim in dims for s in dim.symbols() if s.reason == "claimed")
        self.last, self.runs = outcome, runs
        return outcome.outputs

    def keep(self) -> None:
        """The last visit is one of the rounds that are followed one by one, all of which are made."""
        if self.last is not None:
            self.followed.append(self.last)

    def keep_alone(self, number: int) -> None:
        if self.last is not None and _unmet(self.last) is not None:
            self.alone[number] = self.last  # else what it demands may rest on a premise

    def commit(self, values: Mapping[Symbol, Dim], certainty: Certainty = SKIPPED) -> None:
        """Report the findings of the last visit, with the rule's placeholders replaced; of a Loop that is
        followed round by round, those of every round."""
        if self.last is None:
            return
        outcome = self.last
        if self.followed:
            outcome = _of_all_rounds(outcome, self.followed)
        elif self.rounds is not None:
            outcome, sure = of_rounds(outcome, *self.rounds, self.made)
            if certainty is SKIPPED:
                certainty = Certainty(condition.substitute(values, {}) for condition in sure)
            for number, alone in self.alone.items():
                if self.runs and not _unmet(alone) and _none(self, number).verdict() is REFUTED:
                    outcome = _with_mistakes(outcome, alone)
        outcome = outcome.renamed(values) if values else outcome
        self.engine.inside().committed(
            outcome,
            self.node,
            self.name,
            self.frame,
            runs=self.runs or bool(self.followed),
            certainty=certainty,
        )


def _skipped(body: EngineBody, values: Mapping[Symbol, Dim]) -> list[Placed[Requirement]]:
    """The demand that a Loop or a Scan makes no round, if every round fails."""
    if body.count is None or body.runs or body.followed or body.last is None:
        return []
    supposed = body.last.findings if body.rounds is None else as_supposed(body.last, body.rounds[0])
    found = if_it_never_runs(supposed, at_least(ZERO, body.count.substitute(values)))
    step = Step(body.node, body.name)
    return [p.substitute(values, {}).under(step, runs=True, claimed=False) for p in found]


def _of_rounds_alone(body: EngineBody, values: Mapping[Symbol, Dim]) -> Iterator[Placed[Requirement]]:
    """What the first rounds demand, if they are made, beside what the visit for all rounds found: that one
    knows less of what changes from round to round."""
    if body.last is None or body.count is None:
        return
    step = Step(body.node, body.name)
    told = {placed.item.condition for placed in body.last.requirements}
    if body.rounds is not None:  # what is demanded of each round is stated of the one that demands the most
        told.update(_at(condition, {body.rounds[0]: ZERO}) for condition in tuple(told))
    for number, alone in body.alone.items():
        none = any_of(_none(body, number), *(_unmet(alone) or ())).substitute(values, {})
        yield from (
            p.substitute(values, {}).under(step, runs=True, claimed=False)
            for p in if_it_never_runs(alone.findings, none)
        )
        for placed in alone.requirements:
            item = placed.item
            if placed.guarded or placed.claimed or item.premise or item.condition in told:
                continue
            told.add(item.condition)
            condition = any_of(none, item.condition.substitute(values, {}))
            if condition.verdict() is UNKNOWN and all(symbol.named for symbol in condition.symbols()):
                yield Placed(
                    Requirement(condition, item.code, item.message, item.args), (step, *placed.place)
                )


def _unmet(outcome: BodyOutcome) -> list[Condition] | None:
    """The conditions under which one of the premises does not hold, on which a demand may rest; None if there
    are others than bounds."""
    premises = [placed.item.condition for placed in outcome.requirements if placed.item.premise]
    if any(premise.kind != ">=" for premise in premises):
        return None
    return [at_least(premise.b, premise.a + 1) for premise in premises]


def _none(body: EngineBody, number: int) -> Condition:
    """The condition under which the round of that number, the first (0) or the second, is not made."""
    assert body.count is not None  # a Loop has rounds
    count = body.count if number == 0 or body.rounds is None else body.rounds[1]
    return at_least(const(number), count)


def _at(condition: Condition, values: Mapping[Symbol, Dim]) -> Condition:
    """The condition for these values; itself where it is not defined for them."""
    try:
        return condition.substitute(values, {})
    except ZeroDivisionError:
        return condition


def _with_mistakes(outcome: BodyOutcome, alone: BodyOutcome) -> BodyOutcome:
    """The outcome of a body that runs, with what the visit of one round alone says is wrong."""
    told = {_key(p) for p in outcome.findings if p.item.is_refusal}
    more = {_key(p): p for p in alone.findings if p.item.is_refusal and _key(p) not in told}
    if not more:
        return outcome
    kept = [p for p in outcome.findings if _key(p) not in more]
    return BodyOutcome(
        outcome.outputs, outcome.requirements, (*kept, *more.values()), outcome.placeholders,
        outcome.visits, claimed=outcome.claimed, unranked=outcome.unranked, blind=outcome.blind,
    )  # fmt: skip


def _numbers(dims: Sequence[int | str | None] | None) -> list[int | None] | None:
    """The declared sizes that are numbers."""
    return None if dims is None else [dim if isinstance(dim, int) else None for dim in dims]


def _of_all_rounds(outcome: BodyOutcome, rounds: Sequence[BodyOutcome]) -> BodyOutcome:
    """What any of some rounds demands, beside what the visit for all of them found."""
    requirements: dict[tuple[object, ...], Placed[Requirement]] = {}
    findings: dict[tuple[object, ...], Placed[Finding]] = {}
    in_rounds = {_key(finding) for one in rounds for finding in one.findings}
    for one in (outcome, *rounds):
        for finding in one.findings:
            key = _key(finding)
            # A mistake that no round has follows from what the visit for all rounds supposes.
            if (
                one is outcome
                and finding.item.is_refusal
                and not finding.item.at_load
                and key not in in_rounds
            ):
                continue
            # Of one mistake in several rounds the first is told.
            findings.setdefault(key, finding)
    for one in rounds:
        for placed in one.requirements:
            where = tuple((id(step.node), step.body) for step in placed.place)
            requirements.setdefault((where, placed.item.condition, placed.item.premise), placed)
    return BodyOutcome(
        outcome.outputs, tuple(requirements.values()), tuple(findings.values()), outcome.placeholders,
        outcome.visits, claimed=outcome.claimed, unranked=outcome.unranked, blind=outcome.blind,
    )  # fmt: skip


def _key(finding: Placed[Finding]) -> tuple[object, ...]:
    """Equal for one mistake in several rounds."""
    return tuple((id(step.node), step.body) for step in finding.place), finding.item.code


def commit_bodies(
    bodies: Mapping[str, EngineBody], values: Mapping[Symbol, Dim], op_type: str, first: Fact | None
) -> list[Placed[Requirement]]:
    """Report what the last visits of a node's bodies found; what they demand together is returned, and that
    a body is skipped in which every run fails. ``first`` is the node's first input, the condition of an If.

    Of an If whose condition is unknown one branch runs. Of a Scan that scans nothing, ONNX Runtime makes no
    run."""
    then, other = bodies.get("then_branch"), bodies.get("else_branch")
    if then is None or other is None or not (then.last and other.last):
        certainty = DEMANDED if op_type == "Scan" else SKIPPED
        demanded = [d for body in bodies.values() for d in _skipped(body, values)]
        demanded += [d for body in bodies.values() for d in _of_rounds_alone(body, values)]
        for body in bodies.values():
            body.commit(values, certainty)
        return demanded
    if then.runs or other.runs:
        for body in (then, other):
            body.commit(values, SKIPPED if body.runs else NEVER)
        return []
    demanded = [Placed(r, (Step(then.node),)) for r in either(then.last, other.last)]
    truth = first.elements.item() if isinstance(first, TensorFact) and first.elements is not None else None
    if isinstance(truth, Truth):
        for body, taken in ((then, False), (other, True)):
            if body.last is not None:
                found = if_it_never_runs(body.last.findings, taken_if(truth, taken=taken), whole=True)
                demanded += [p.under(Step(body.node, body.name), runs=True, claimed=False) for p in found]
    certain = certainties(then.last, other.last)
    for body, certainty, positive in zip((then, other), certain, known_in_branches(first), strict=True):
        if positive and body.last is not None:
            body.last = without_implied(body.last, positive, certainty)
        body.commit(values, certainty)
    return demanded
