"""Gathers by what a Range counts, of which ONNX Runtime makes Slices.

With the optimizations that users have by default the start, the end and the step of a Range become those of
a Slice, if one Gather alone reads it, as its indices, and no loader computes it. A Slice cuts what lies
beyond the axis, so an index out of range is a warning or a premise. But then it makes another size, which may
be refused behind it: so the model with the Slices is inferred as well.

A Slice counts a start below 0 from the back, and a Gather each index. So where the start or the step may be
below 0 the Slice takes another part than the Gather, and only what both demand is demanded.
"""

from __future__ import annotations

from shapeinfer.codes import INDEX_OUT_OF_RANGE
from shapeinfer.dims import ZERO
from shapeinfer.dims.proofs import PROVED, at_least
from shapeinfer.engine.bodies.mistaken import following
from shapeinfer.engine.optimized.behind import is_refuted, leaning
from shapeinfer.engine.optimized.inlined import changed_node, copied_graph, store_list
from shapeinfer.engine.optimized.spared import path_of
from shapeinfer.facts.elem_type import INT32
from shapeinfer.facts.fact import TensorFact
from shapeinfer.model.structure import Graph, Node, Operation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Set

    from shapeinfer.dims import Dim
    from shapeinfer.engine.optimized.rewritten.either_way import Again
    from shapeinfer.engine.optimized.spared import Loaded
    from shapeinfer.engine.optimized.ways import WaysOf
    from shapeinfer.engine.place import Place
    from shapeinfer.engine.run import Placed, Run
    from shapeinfer.facts.fact import Fact
    from shapeinfer.rule.requirement import Finding, Requirement

_RESHAPE = Operation("Reshape", "", "", b"", {}, (), has_bodies=False)
_SLICE = Operation("Slice", "", "", b"", {}, (), has_bodies=False)


class Sliced:
    """Changes what is reported of such Gathers in ``graph``. ``loaded``: what is known at load."""

    def __init__(self, run: Run, graph: Graph, ways: WaysOf, loaded: Loaded) -> None:
        self.run = run
        self.graph = graph
        self.ways = ways
        self.loaded = loaded
        # Values behind a Gather that fails as it is written, if nothing tells what a Slice makes of them.
        self.unsure: Set[str] = frozenset()

    def changed(
        self, found: list[Placed[Finding]], stated: list[Placed[Requirement]], again: Again | None
    ) -> tuple[list[Placed[Finding]], list[Placed[Requirement]]]:
        """The findings and requirements, as runs with the usual optimizations meet them. ``again`` infers the
        model with another main graph."""
        ranges = self._ranges(found, stated)
        if not ranges:
            return found, stated
        fails = any(p.item.is_refusal and _is_cut(p, ranges) for p in found)
        nodes = {place[0].node.index: node for place, node in ranges.items() if len(place) == 1}
        way = None
        if again is not None and nodes:
            way = again(self._with_slices(nodes), frozenset())
        is_forward = all(map(self._is_forward, nodes.values()))
        is_refused = way is not None and any(p.item.is_refusal for p in way.findings)
        if is_refused and (fails or is_forward):
            return found, stated  # with Slices no run succeeds either
        changed = [p.holding(p.item.softened()) if _is_cut(p, ranges) else p for p in found]
        needs = [p.holding(p.item.as_premise()) if _is_cut(p, ranges) else p for p in stated]
        findings, requirements = leaning(changed, needs, list(ranges), self.ways.graph_of)
        is_own = self.graph is self.run.model.graph
        if fails and way is not None and is_own:
            self.run.facts.update({k: fact for k, fact in way.facts.items() if k in self.run.facts})
        elif fails:
            made_there = [name for place in ranges for name in place[0].node.outputs]
            self.unsure = following(self.graph, made_there)
        if way is None:
            return findings, requirements
        # In a graph without calls only nodes that are reported of have places in the model.
        of_way = is_own and (fails or is_forward)
        needs = _demanded_by_both(needs, requirements, way, of_way=of_way)
        return _refused_by_both(changed, findings, way), needs

    def _ranges(self, found: list[Placed[Finding]], stated: list[Placed[Requirement]]) -> dict[Place, Node]:
        """The Ranges by the places of the Gathers of which an error or a demand is about the indices."""
        places = [p.place for p in found if is_refuted(p) and p.item.code == INDEX_OUT_OF_RANGE]
        places += [p.place for p in stated if not p.item.premise and p.item.code == INDEX_OUT_OF_RANGE]
        made = ((place, self._range(place)) for place in places if place)
        return {place: range_ for place, range_ in made if range_ is not None}

    def _range(self, place: Place) -> Node | None:
        """The Range that counts the indices of such a Gather; None if the node there is none."""
        node = place[-1].node
        graph = self.ways.graph_of(place)
        if graph is None or node.op_type != "Gather" or node.domain or len(node.inputs) < 2:
            return None
        ways, indices = self.ways.at(place, graph), node.inputs[1]
        made, reader = ways.makers.get(indices), ways.only_reader(indices)
        if made is None or made.op_type != "Range" or made.domain or len(made.inputs) != 3:
            return None
        if reader is None or reader.index != node.index or node.inputs[0] == indices:
            return None
        facts, _ = self.loaded.of(path_of(place[:-1]))
        return None if ways.told_at_load(indices, facts) else made

    def _is_forward(self, node: Node) -> bool:
        """Whether a Range of the main graph starts at 0 or above, and goes up."""
        start, _, step = (_number(self.run.facts.get(name)) for name in node.inputs)
        if start is None or step is None or step.value is None:
            return False
        return step.value > 0 and at_least(start, ZERO) is PROVED

    def _with_slices(self, ranges: Mapping[int, Node]) -> Graph:
        """The main graph with Slices in the place of the Gathers with these indices."""
        graph = copied_graph(self.graph)
        store_list(graph, "\0one", (1,))
        for index, range_ in ranges.items():
            found = graph.nodes[index].attributes.get("axis")
            axis = found.value if found is not None and isinstance(found.value, int) else 0
            store_list(graph, f"\0axis\0{index}", (axis,), as_int32=self._is_int32(range_))
            lists: list[str] = []
            for name in range_.inputs:
                made = changed_node(range_, len(graph.nodes))
                made.operation = _RESHAPE
                made.inputs, made.outputs = (name, "\0one"), (f"\0{len(graph.nodes)}",)
                graph.nodes.append(made)
                lists += made.outputs
            node = graph.nodes[index] = changed_node(graph.nodes[index], index)
            node.operation = _SLICE
            node.inputs = (node.inputs[0], *lists[:2], f"\0axis\0{index}", lists[2])
        return graph

    def _is_int32(self, range_: Node) -> bool:
        fact = self.run.facts.get(range_.outputs[0])
        return isinstance(fact, TensorFact) and fact.elem_type == INT32


def _is_cut(placed: Placed[Finding] | Placed[Requirement], ranges: Mapping[Place, Node]) -> bool:
    return placed.place in ranges and placed.item.code == INDEX_OUT_OF_RANGE


def _refused_by_both(
    found: list[Placed[Finding]], changed: list[Placed[Finding]], way: Run
) -> list[Placed[Finding]]:
    """The ``changed`` findings, but those that are errors with Slices, too, as they were ``found``."""
    refused = {(path_of(p.place), p.item.code) for p in way.findings if p.item.is_refusal}
    return [
        before if before.item.is_refusal and (path_of(before.place), before.item.code) in refused else after
        for before, after in zip(found, changed, strict=True)
    ]


def _demanded_by_both(
    stated: list[Placed[Requirement]], changed: list[Placed[Requirement]], way: Run, *, of_way: bool
) -> list[Placed[Requirement]]:
    """The same of demands. ``of_way``: all that the model with Slices demands is demanded."""
    demands = {p.item.condition: p for p in way.requirements if not p.item.premise}
    kept: list[Placed[Requirement]] = []
    for before, after in zip(stated, changed, strict=True):
        is_demand = not before.item.premise and before.item.condition in demands
        kept.append(before if is_demand else after)
    known = {p.item.condition for p in kept if not p.item.premise}
    return [*kept, *(p for condition, p in demands.items() if of_way and condition not in known)]


def _number(fact: Fact | None) -> Dim | None:
    dims = fact.as_dims() if isinstance(fact, TensorFact) else None
    return dims[0] if dims and len(dims) == 1 else None
