"""What a fix works with: the findings' model, its regions, and the edits collected so far."""

from __future__ import annotations

from shapeinfer.engine.loader.file.survey import Region
from shapeinfer.engine.run import Placed
from shapeinfer.jobs.annotation.loadable import hushed_places
from shapeinfer.jobs.annotation.value_info import Spelling
from shapeinfer.jobs.infer import Result
from shapeinfer.linter.checks.survey import Survey
from shapeinfer.model.edits.edit import Edit, GraphEdit
from shapeinfer.model.structure import Function, Graph
from shapeinfer.rule.requirement import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import TypeVar

    from shapeinfer.engine.place import Place
    from shapeinfer.facts.fact import Fact
    from shapeinfer.runtimes.names import Target

    Kept = TypeVar("Kept")


class Change:
    """What fixes a finding: ``what`` it does, in words; whether it is safe; and ``apply``, which adds it to
    the edits and is called at most once."""

    __slots__ = ("apply", "safe", "what")

    def __init__(self, what: str, apply: Callable[[], object], *, safe: bool = True) -> None:
        self.what = what
        self.apply = apply
        self.safe = safe


class Bench:
    """A model with its findings. ``targets`` are the releases that must load it."""

    def __init__(self, result: Result, graph: Graph, targets: Sequence[Target] = ()) -> None:
        self.result = result
        self.model = result.model
        self.survey = Survey(result, graph)
        self.targets = targets
        self.edit = Edit()
        self._regions: dict[tuple[int, str], Region] | None = None
        self._kept: dict[tuple[int, object], object] = {}
        self._names: set[str] | None = None
        self._hushed: Sequence[Place] | None = None
        self._spelling: Spelling | None = None

    def region(self, placed: Placed[Finding]) -> Region | None:
        """The region with the node of a finding; the main graph, or the body named by its last step, for a
        finding without a node. None if the place is not in the survey."""
        if not placed.place:
            return self.survey.main
        last = placed.place[-1]
        if self._regions is None:
            self._regions = {}
            for region in reversed(self.survey.regions):
                if region.place:
                    self._regions[id(region.place[-1].node), region.place[-1].body] = region
                self._regions.update(((id(node), ""), region) for node in region.graph.nodes)
        return self._regions.get((id(last.node), last.body))

    def cached(self, graph: Graph | Function, make: Callable[[Bench, Graph | Function], Kept]) -> Kept:
        """What ``make`` says of a graph. A model may have a finding at every node, so what a fix looks up
        must not be searched for each."""
        key = id(graph), make
        if key not in self._kept:
            self._kept[key] = make(self, graph)
        found: Kept = self._kept[key]  # type: ignore[assignment]  # made by the same function
        return found

    def facts(self, graph: Graph | Function) -> Mapping[str, Fact]:
        """The facts of a graph's values; of a function those of one call."""
        return self.cached(graph, _facts)

    def hushed(self) -> Sequence[Place]:
        """The places of mistakes that a loader would refuse if it knew the shapes."""
        if self._hushed is None:
            self._hushed = hushed_places(self.result.run)
        return self._hushed

    def edit_of(self, region: Region) -> GraphEdit:
        """The edits of a region."""
        return self.edit.graph(region.graph)

    def function_of(self, region: Region) -> Function | None:
        """The function that a region is, or lies in."""
        at: Region | None = region
        while at is not None:
            if isinstance(at.graph, Function):
                return at.graph
            at = at.outer
        return None

    def graphs(self) -> Iterable[Graph | Function]:
        """Every graph, body and function, also those that are never called."""
        yield from (region.graph for region in self.survey.regions)
        yield from self.survey.uncalled.values()

    def unused(self, stem: str) -> str:
        """A name like ``stem`` that no value and no node of the model has. It is not given twice."""
        if self._names is None:
            self._names = set()
            for graph in self.graphs():
                if isinstance(graph, Graph):
                    self._names.update(graph.initializers, graph.sparse_initializers, graph.value_info)
                    self._names.update(value.name for value in (*graph.inputs, *graph.outputs))
                else:
                    self._names.update(graph.inputs, graph.outputs)
                for node in graph.nodes:
                    self._names.update(node.outputs, node.inputs, (node.name,))
        name, number = stem, 0
        while name in self._names:
            number += 1
            name = f"{stem}_{number}"
        self._names.add(name)
        return name

    @property
    def spelling(self) -> Spelling:
        """How dims are spelled in the model."""
        if self._spelling is None:
            self._spelling = Spelling(self.result.run, self.result.contract.rewriter())
        return self._spelling


def _facts(bench: Bench, graph: Graph | Function) -> Mapping[str, Fact]:
    run = bench.result.run
    if graph is run.model.graph:
        return run.facts
    visit = next((visit for visit in run.visits if visit.graph is graph), None)
    return {} if visit is None else visit.facts()
