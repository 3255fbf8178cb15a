"""The body of a node, as rules see it."""

from __future__ import annotations

from shapeinfer.dims import ZERO, Dim, Symbol
from shapeinfer.engine.bodies.alone import demanded_alone, doubts, key_of, rests_on_premise, with_mistakes
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
from shapeinfer.engine.bodies.mistaken import misranked
from shapeinfer.engine.bodies.rounds import as_supposed, of_rounds
from shapeinfer.engine.frame import BodyOutcome, Frame, fed
from shapeinfer.engine.loader.blind import BLIND
from shapeinfer.engine.loader.seen import is_seen
from shapeinfer.engine.place import Step
from shapeinfer.engine.run import Placed
from shapeinfer.facts.fact import Fact, TensorFact
from shapeinfer.facts.scalar import Truth
from shapeinfer.model.graph import names_read
from shapeinfer.model.structure import Graph, Node, TensorType
from shapeinfer.rule import Body
from shapeinfer.rule.cases import is_told
from shapeinfer.rule.requirement import Finding, Requirement, at_least

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from shapeinfer.codes import Code
    from shapeinfer.engine.engine import Engine
    from shapeinfer.rule.requirement import Condition


class EngineBody(Body):
    """The body of a node. Each visit returns facts in new symbols; only the last visit is reported."""

    __slots__ = ("alone", "engine", "folded", "followed", "frame", "graph", "last", "name", "node", "runs")

    def __init__(self, engine: Engine, graph: Graph, node: Node, name: str, frame: Frame) -> None:
        super().__init__(len(fed(graph)), len(graph.outputs))
        names = [value.name for value in graph.outputs]
        if len(set(names)) < len(names):
            self.listed_again = {i: name for i, name in enumerate(names) if name and names.count(name) > 1}
        types = [value.type for value in graph.outputs]
        shapes = [type_.dims if isinstance(type_, TensorType) else None for type_ in types]
        self.declared_ranks = [None if shape is None else len(shape) for shape in shapes]
        taken = [value.dims for value in fed(graph)]
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
        # Of rounds that are not followed: what was found of the first few, each alone.
        self.alone: list[BodyOutcome] = []
        # The usual optimizations put the branch that an If takes in its place.
        self.folded = False

    def claimed(self) -> frozenset[int]:
        """The outputs that depend on a declaration which nothing checks, in the rounds that are told."""
        told = self.followed or ([] if self.last is None else [self.last])
        return frozenset().union(*(outcome.claimed for outcome in told))

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
        return self.engine.loader().noted.ranks.get((id(self.graph), position))

    def sizes_without_rounds(self, position: int) -> Sequence[int | None]:
        self.engine.looks_back = True
        return self.engine.loader().noted.without_rounds.get((id(self.graph), position)) or ()

    def is_misranked(self, position: int) -> bool:
        return self.graph.outputs[position].name in misranked(self.graph, self.frame)

    def supposes(self, position: int, code: Code | None = None) -> bool:
        requirements = () if self.last is None else self.last.requirements
        of_code = (p for p in requirements if code is None or p.item.code is code)
        return rests_on_premise(self.graph, position, of_code)

    def is_left_alone(self) -> bool:
        return is_left_alone(self.engine.graph, self.graph)

    def joins(self, position: int) -> int | None:
        makers = {output: node for node in self.graph.nodes for output in node.outputs}
        node = makers.get(self.graph.outputs[position].name)
        for _ in self.graph.nodes:  # not more often, for nodes may read each other in a circle
            if node is None or node.op_type not in BLIND or not node.inputs:
                break
            node = makers.get(node.inputs[0])
        axis = node.attributes.get("axis") if node is not None and node.op_type == "Concat" else None
        if node is None or axis is None or not isinstance(axis.value, int):
            return None
        return axis.value if fed(self.graph)[position].name in node.inputs else None

    def visit(self, facts: Sequence[Fact], *, runs: bool) -> tuple[Fact, ...]:
        outcome = self.engine.inside().visit_body(
            self.graph, facts, self.frame, self.node.op_type, names=self.node.inputs[-self.input_count :],
            folded=self.folded, replaces=self.folded and runs, beside=self._beside(),
        )  # fmt: skip
        if outcome.placeholders:
            values = self.engine.instances.renaming(outcome.placeholders, self.frame)
            # A size that only named ones decide is no size of one round.
            self.made.update(s for dim in values.values() for s in dim.symbols() if not s.is_decided)
            outcome = outcome.renamed(values)
        # A dim name that is declared only inside the body may be another size in each iteration.
        dims = (d for fact in outcome.outputs for d in fact.dims() if d.value is None)
        self.made.update(s for dim in dims for s in dim.symbols() if s.reason == "claimed")
        self.last, self.runs = outcome, runs
        return outcome.outputs

    def _beside(self) -> list[Graph]:
        """The other branch of an If."""
        is_if = self.node.op_type == "If"
        return [body for _, body in self.node.bodies() if is_if and body is not self.graph]

    def keep(self) -> None:
        """The last visit is one of the rounds that are followed one by one, all of which are made."""
        if self.last is not None:
            self.followed.append(self.last)

    def keep_none(self) -> None:
        self.followed.clear()

    def keep_alone(self, number: int) -> None:
        if self.last is not None and number == len(self.alone):
            self.alone.append(self.last)

    def doubts(self, number: int, position: int) -> Sequence[Condition] | None:
        return doubts(self, number, position)

    def commit(
        self, values: Mapping[Symbol, Dim], certainty: Certainty = SKIPPED, unless: Condition | None = None
    ) -> None:
        """Report the findings of the last visit, with the rule's placeholders replaced; of a Loop that is
        followed round by round, those of every round. ``unless``: where it does not run, if named sizes
        decide that."""
        if self.last is None:
            return
        outcome = self.last
        if self.followed:
            outcome = _of_all_rounds(outcome, self.followed)
        elif self.rounds is not None:
            outcome, sure = of_rounds(outcome, *self.rounds, self.made)
            if certainty is SKIPPED:
                certainty = Certainty({condition.substitute(values, {}): () for condition in sure})
            if self.runs and self.alone:
                outcome = with_mistakes(self, outcome)
        outcome = outcome.renamed(values) if values else outcome
        self.engine.inside().committed(
            outcome,
            self.node,
            self.name,
            self.frame,
            runs=self.runs or bool(self.followed),
            certainty=certainty,
            unless=unless,
        )


def _skipped(body: EngineBody, values: Mapping[Symbol, Dim]) -> list[Placed[Requirement]]:
    """The demand that a Loop or a Scan makes no round, if every round fails."""
    if body.count is None or body.runs or body.followed or body.last is None:
        return []
    supposed = body.last.findings if body.rounds is None else as_supposed(body.last, body.rounds[0])
    found = if_it_never_runs(supposed, at_least(ZERO, body.count.substitute(values)))
    step = Step(body.node, body.name)
    return [p.substitute(values, {}).under(step, runs=True, claimed=False) for p in found]


def _without_rounds(body: EngineBody, values: Mapping[Symbol, Dim]) -> Condition | None:
    """Where a Loop makes no round, if named sizes decide that."""
    if body.count is None or body.rounds is None:
        return None
    none = at_least(ZERO, body.count.substitute(values))
    return none if is_told(none) else None


def _numbers(dims: Sequence[int | str | None] | None) -> list[int | None] | None:
    """The declared sizes that are numbers."""
    return None if dims is None else [dim if isinstance(dim, int) else None for dim in dims]


def _of_all_rounds(outcome: BodyOutcome, rounds: Sequence[BodyOutcome]) -> BodyOutcome:
    """What any of some rounds demands, beside what the visit for all of them found."""
    requirements: dict[tuple[object, ...], Placed[Requirement]] = {}
    findings: dict[tuple[object, ...], Placed[Finding]] = {}
    in_rounds = {key_of(finding) for one in rounds for finding in one.findings}
    for one in (outcome, *rounds):
        for finding in one.findings:
            key = key_of(finding)
            # A mistake that no round has follows from what the visit for all rounds supposes.
            if (
                one is outcome
                and finding.item.is_refusal
                and not finding.item.at_load
                and key not in in_rounds
            ):
                continue
            # Of one mistake in several rounds the first is told that is surely met.
            told = findings.get(key)
            if told is None or (finding.is_sure and not told.is_sure):
                findings[key] = finding
    for one in rounds:
        for placed in one.requirements:
            where = tuple((id(step.node), step.body) for step in placed.place)
            requirements.setdefault((where, placed.item.condition, placed.item.premise), placed)
    return outcome.saying(requirements.values(), findings.values())


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
        demanded += [d for body in bodies.values() for d in demanded_alone(body, values)]
        for body in bodies.values():
            body.commit(values, certainty, _without_rounds(body, values))
        return demanded
    if then.runs or other.runs:
        for body in (then, other):
            body.commit(values, SKIPPED if body.runs else NEVER)
        return []
    demanded = list(either(then.node, then.last, other.last))
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
        skipped = None if not isinstance(truth, Truth) else taken_if(truth, taken=body is other)
        body.commit(values, certainty, skipped if skipped is not None and is_told(skipped) else None)
    return demanded
