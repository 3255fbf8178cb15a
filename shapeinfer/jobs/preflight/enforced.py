"""Refusals because of the declared shapes of bodies (``engine/bodies/enforced.py``), at given sizes.

ONNX Runtime decides at load which declared sizes it enforces, before any size is given. So the model is
inferred once without sizes, and the resulting requirements are evaluated at the sizes.
"""

from __future__ import annotations

from shapeinfer.codes import WARNING
from shapeinfer.contracts.contract import CONTRACT_STEPS, Clause
from shapeinfer.dims.budget import attempt
from shapeinfer.engine.assumptions import Assumptions
from shapeinfer.engine.bodies.enforced import ENFORCED, NO_SHAPE, may_enforce
from shapeinfer.engine.engine import Engine
from shapeinfer.engine.run import Placed, Run, needs_of
from shapeinfer.facts.elem_type import BOOL
from shapeinfer.model.structure import Graph, Model, TensorType
from shapeinfer.rule.requirement import Finding
from shapeinfer.shapes.loops.rounds import STATE_KEPT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from shapeinfer.facts.fact import TensorFact
    from shapeinfer.rule.requirement import Condition, Requirement


# Demands that depend on what is known at load.
_AT_LOAD = (ENFORCED, STATE_KEPT)


class Enforced:
    """The requirements from a model's bodies: computed once, evaluated at any number of sizes."""

    __slots__ = ("demands", "findings")

    def __init__(self, model: Model, given: Mapping[str, TensorFact], assume: Sequence[str]) -> None:
        self.findings: list[Placed[Finding]] = []
        self.demands: list[tuple[Condition, Placed[Requirement]]] = []
        graph = model.graph or Graph(b"")
        if not may_enforce(graph, model.functions.values()):
            return
        # Given contents may decide which branch of an If runs, and whether a Loop makes a round; otherwise
        # they have no effect at load.
        deciding = {name for name, fact in given.items() if fact.elements is not None}
        deciding &= {v.name for v in graph.inputs if _is_truth(v.type)} | _trip_counts(graph)
        known = {name: given[name] for name in deciding}
        run = Engine(model, {}, known, Assumptions(assume)).run()
        # What the usual optimizations leave out is a warning or a premise, and refuses nothing.
        self.findings = [
            p for p in run.findings
            if p.item.message is NO_SHAPE and p.is_sure and p.item.severity != WARNING
        ]  # fmt: skip
        demands = [
            (needs, p) for p in run.requirements
            if p.item.message in _AT_LOAD and not (p.claimed or p.item.premise)
            and (needs := needs_of(p)) is not None
        ]  # fmt: skip
        self.demands = _where_assumed(run, demands, graph) if demands else demands

    def refusals(self, sizes: Mapping[str, int]) -> Iterator[Placed[Finding]]:
        """The refusals with these sizes of the inputs' symbols."""
        yield from self.findings
        for condition, placed in self.demands:
            if not all(s.name in sizes for s in condition.symbols()):
                continue
            try:
                holds = condition.holds(lambda symbol: sizes[symbol.name])
            except ZeroDivisionError:  # not defined at these sizes, so the condition does not apply
                continue
            if not holds:
                item = placed.item
                yield Placed(Finding(item.code, item.message, item.args), placed.place)


def _where_assumed(
    run: Run, demands: Sequence[tuple[Condition, Placed[Requirement]]], graph: Graph
) -> list[tuple[Condition, Placed[Requirement]]]:
    """The demands; those of a size that the run supposes to be one bind only where it is. As they were if
    that takes more steps than a contract may."""
    from shapeinfer.contracts.leaning import where_assumed  # rarely needed

    clauses = [Clause(needs, p.item, [p.place], always=True) for needs, p in demands]
    premises = [p for p in run.requirements if p.item.premise]
    clauses += [Clause(p.item.condition, p.item, [p.place], always=p.is_sure) for p in premises]
    unchanged: dict[int, Condition] = {}
    others = attempt(CONTRACT_STEPS, unchanged, where_assumed, clauses, graph, run.model.functions)
    return [(others.get(at, needs), placed) for at, (needs, placed) in enumerate(demands)]


def _trip_counts(graph: Graph) -> set[str]:
    """The inputs that tell how many rounds Loops make, and nothing else."""
    counts: set[str] = set()
    others: set[str] = {value.name for value in graph.outputs}
    waiting = [graph]
    while waiting:
        for node in waiting.pop().nodes:
            bodies = [body for _, body in node.bodies()]
            first = 1 if node.op_type == "Loop" and not node.domain else 0
            counts.update(node.inputs[:first])
            others.update(node.inputs[first:])
            waiting += bodies
    return {value.name for value in graph.inputs if value.name in counts - others}


def _is_truth(declared: object) -> bool:
    return isinstance(declared, TensorType) and declared.elem_type == BOOL
