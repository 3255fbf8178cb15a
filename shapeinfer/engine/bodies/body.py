"""The body of a node, as rules see it."""

from __future__ import annotations

from shapeinfer.dims import ZERO, Dim, Symbol
from shapeinfer.dims.budget import spend
from shapeinfer.dims.proofs import PROVED, REFUTED
from shapeinfer.engine.bodies.branches import DEMANDED, NEVER, SKIPPED, Certainty, certainties, either
from shapeinfer.engine.frame import BodyOutcome, Frame, fed
from shapeinfer.engine.run import Placed
from shapeinfer.facts.fact import Fact
from shapeinfer.model.structure import Graph, Node, TensorType
from shapeinfer.rule import Body
from shapeinfer.rule.requirement import Finding, Requirement, any_of, at_least

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence, Set

    from shapeinfer.engine.engine import Engine


class EngineBody(Body):
    """The body of a node. Each visit returns facts in new symbols; only the last visit is reported."""

    __slots__ = ("engine", "frame", "graph", "last", "name", "node", "runs")

    def __init__(self, engine: Engine, graph: Graph, node: Node, name: str, frame: Frame) -> None:
        super().__init__(len(fed(graph)), len(graph.outputs))
        types = [value.type for value in graph.outputs]
        shapes = [type_.dims if isinstance(type_, TensorType) else None for type_ in types]
        self.declared_ranks = [None if shape is None else len(shape) for shape in shapes]
        taken = [value.type.dims if isinstance(value.type, TensorType) else None for value in fed(graph)]
        self.taken_ranks = [None if dims is None else len(dims) for dims in taken]
        self.sized = frozenset(
            at
            for dims_of in (taken, shapes)
            for at, dims in enumerate(dims_of)
            if any(isinstance(dim, int) for dim in dims or ())
        )
        self.engine = engine
        self.graph = graph
        self.node = node
        self.name = name
        self.frame = frame
        self.last: BodyOutcome | None = None
        self.runs = False

    def visit(self, facts: Sequence[Fact], *, runs: bool) -> tuple[Fact, ...]:
        outcome = self.engine.visit_body(self.graph, facts, self.frame, self.node.op_type)
        if outcome.placeholders:
            values = self.engine.renaming(outcome.placeholders, self.frame)
            self.made.update(s for dim in values.values() for s in dim.symbols())
            outcome = outcome.renamed(values)
        # A dim name that is declared only inside the body may be another size in each iteration.
        dims = (d for fact in outcome.outputs for d in fact.dims() if d.value is None)
        self.made.update(s for dim in dims for s in dim.symbols() if s.reason == "claimed")
        self.last, self.runs = outcome, runs
        return outcome.outputs

    def commit(self, values: Mapping[Symbol, Dim], certainty: Certainty = SKIPPED) -> None:
        """Report the findings of the last visit, with the rule's placeholders replaced."""
        if self.last is not None:
            outcome = self.last if self.rounds is None else _of_rounds(self.last, *self.rounds, self.made)
            outcome = outcome.renamed(values) if values else outcome
            self.engine.committed(
                outcome, self.node, self.name, self.frame, runs=self.runs, certainty=certainty
            )


def _of_rounds(outcome: BodyOutcome, number: Symbol, count: Dim, made: Set[Symbol]) -> BodyOutcome:
    """What a Loop's body demands of the number of the round, stated of the first and the last round.

    A demand that also speaks of sizes of one round (``made``) stays as it is."""
    requirements: list[Placed[Requirement]] = []
    findings = list(outcome.findings)
    for placed in outcome.requirements:
        symbols = placed.item.condition.symbols()
        if number not in symbols or placed.item.premise or not made.isdisjoint(symbols - {number}):
            requirements.append(placed)
            continue
        for round_ in dict.fromkeys((ZERO, count - 1)):
            spend(1)
            item = placed.item.substitute({number: round_}, {})
            if count.lo is None or count.lo < 1:
                condition = any_of(at_least(ZERO, count), item.condition)
                item = Requirement(condition, item.code, item.message, item.args)
            verdict = item.condition.verdict()
            if verdict is REFUTED:
                found = Finding(item.code, item.message, item.args)
                findings.append(Placed(found, placed.place, guarded=placed.guarded, claimed=placed.claimed))
            elif verdict is not PROVED:
                requirements.append(
                    Placed(item, placed.place, guarded=placed.guarded, claimed=placed.claimed)
                )
    return BodyOutcome(
        outcome.outputs, tuple(requirements), tuple(findings), outcome.placeholders, outcome.visits,
        claimed=outcome.claimed,
    )  # fmt: skip


def commit_bodies(
    bodies: Mapping[str, EngineBody], values: Mapping[Symbol, Dim], op_type: str
) -> Sequence[Requirement]:
    """Report what the last visits of a node's bodies found; what they demand together is returned.

    Of an If whose condition is unknown one branch runs. Of a Scan that scans nothing, ONNX Runtime makes no
    run."""
    then, other = bodies.get("then_branch"), bodies.get("else_branch")
    if then is None or other is None or not (then.last and other.last):
        certainty = DEMANDED if op_type == "Scan" else SKIPPED
        for body in bodies.values():
            body.commit(values, certainty)
        return ()
    if then.runs or other.runs:
        for body in (then, other):
            body.commit(values, SKIPPED if body.runs else NEVER)
        return ()
    for body, certainty in zip((then, other), certainties(then.last, other.last), strict=True):
        body.commit(values, certainty)
    return either(then.last, other.last)
