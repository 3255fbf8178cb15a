"""The graph that ONNX Runtime optimizes: the nodes of functions stand in the place of their calls, and those
of the branch that a stored condition takes in the place of the If.

So what it leaves out or changes in a graph it also leaves out or changes across the border of a function or a
branch. A run is looked at in such a graph, and what is reported gets its own places back.
"""

from __future__ import annotations

import struct

from shapeinfer.dims.budget import spend
from shapeinfer.engine.attributes import References
from shapeinfer.engine.effort import MOST_NESTED
from shapeinfer.engine.place import Step
from shapeinfer.engine.run import Placed, Run, Visit
from shapeinfer.facts.elem_type import INT32, INT64
from shapeinfer.model.graph import defined, output_names
from shapeinfer.model.structure import Attribute, Function, Graph, Node, Operation, Value
from shapeinfer.model.tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from shapeinfer.engine.place import Place
    from shapeinfer.engine.run import Calls, Item
    from shapeinfer.facts.fact import Fact

    Path = tuple[tuple[int, str], ...]
    FunctionOf = Callable[[Node], Function | None]

# How many nodes are put in the place of others, so that work grows as the model does: of any model, and more
# for each node in the file and each report. Functions and branches beyond them stay where they are.
_FREE_NODES = 2_000
_NODES_OF_A_NODE = 8
_NODES_OF_A_REPORT = 256
_MOST_NODES = 50_000
_COPY = Operation("Identity", "", "", b"", {}, (), has_bodies=False)


class Inlined:
    """The main graph of a run without calls of functions, and without the Ifs whose branch is known at load.
    ``function_of`` gives the function that a node calls."""

    def __init__(self, run: Run, graph: Graph, function_of: FunctionOf) -> None:
        self._function_of = function_of
        self._visits = run.visits_by_key()
        in_file = len(graph.nodes) + sum(len(function.nodes) for function in run.model.functions.values())
        reports = len(run.findings) + len(run.requirements)
        grown = _FREE_NODES + _NODES_OF_A_NODE * in_file + _NODES_OF_A_REPORT * reports
        self._left = min(grown, _MOST_NODES)
        self._regions: dict[Path, _Region] = {}  # by their path in the model
        self._places: dict[int, tuple[Place, Place]] = {}  # by the identity of the first
        self.graph = self._body(graph, _Region((), {}), run.calls, None, ())

    def run(self, run: Run) -> Run:
        """The same run of this graph."""
        facts: dict[str, Fact] = {}
        calls: dict[tuple[int, str], int] = {}
        visits = run.visits_by_key()
        self._fill(self._regions[()], run.facts, run.calls, visits, facts, calls)
        return Run(
            run.model, run.declarations, facts, run.claimed, self._moved(run.findings),
            self._moved(run.requirements), list(visits.values()), calls, is_sorted=False,
        )  # fmt: skip

    def back(self, placed: Sequence[Placed[Item]]) -> list[Placed[Item]]:
        """Findings or requirements of this graph, at their places in the model."""
        return [one.at(lambda place: self._places[id(place)][1]) for one in placed]

    def _moved(self, placed: Sequence[Placed[Item]]) -> list[Placed[Item]]:
        return [one.at(self._place) for one in placed]

    def _place(self, place: Place) -> Place:
        """The same place in this graph. That of a call is a node which is not in the graph."""
        steps: list[Step] = []
        region = self._regions[()]
        for at, step in enumerate(place):
            inner = self._regions.get((*region.path, (step.node.index, step.body)))
            node = region.nodes.get(step.node.index)
            if node is not None or inner is None:
                steps.append(Step(node or changed_node(step.node, -1), step.body, runs=step.runs))
            if inner is None:
                steps += place[at + 1 :]
                break
            region = inner
        # A tuple of its own, for places are told apart by their identity.
        moved = tuple(steps) if steps else place
        self._places[id(moved)] = moved, place
        return moved

    def _fill(
        self, region: _Region, given: Mapping[str, Fact], made: Calls, visits: dict[int, Visit],
        facts: dict[str, Fact], calls: dict[tuple[int, str], int],
    ) -> None:  # fmt: skip
        """Adds the facts of a graph of the model, and which visits its nodes have, to those of this one."""
        for name, fact in given.items():
            facts.setdefault(region.names.get(name, name), fact)
        for (index, body), key in made.items():
            inner = self._regions.get((*region.path, (index, body)))
            node, visit = region.nodes.get(index), visits.get(key)
            if visit is None:
                continue
            if inner is None:
                if node is not None:
                    calls[node.index, body] = key
            elif node is None:
                self._fill(inner, visit.facts(), visit.calls, visits, facts, calls)
            else:
                of_body: dict[str, Fact] = {}
                in_body: dict[tuple[int, str], int] = {}
                self._fill(inner, visit.facts(), visit.calls, visits, of_body, in_body)
                moved = Visit(visit.graph, visit.place, of_body, in_body, visit.opsets, visit.references)
                visits[moved.key] = moved
                calls[node.index, body] = moved.key

    def _body(
        self, graph: Graph, region: _Region, calls: Calls, references: References | None,
        functions: tuple[Function, ...],
    ) -> Graph:  # fmt: skip
        """The graph or body without calls and such Ifs. ``calls``: the visits of what is in its nodes."""
        made = copied_graph(graph)
        made.nodes = []
        self._add(graph, region, calls, references, functions, made)
        made.outputs = [_named(value, region.names.get(value.name, value.name)) for value in graph.outputs]
        return made

    def _add(
        self, graph: Graph | Function, region: _Region, calls: Calls, references: References | None,
        functions: tuple[Function, ...], into: Graph,
    ) -> None:  # fmt: skip
        """Adds the nodes of a graph or function of the model, with those of what they call."""
        spend(len(graph.nodes))
        self._regions[region.path] = region
        for node in graph.nodes:
            body, inner = self._moved_in(node, calls, functions)
            if inner is None:
                moved = region.nodes[node.index] = changed_node(node, len(into.nodes), region.names)
                into.nodes.append(moved)
                if node.has_bodies or (references is not None and node.attributes):
                    moved.operation = self._operation(node, region, calls, references, functions)
                continue
            self._left -= len(inner.nodes)
            inside = region.moved(inner, node, body, into)
            given, called = references, functions
            if isinstance(inner, Function):
                given, called = References.at_call(inner, node, references), (*functions, inner)
            self._add(inner, inside, self._calls_in(node, body, calls), given, called, into)
            into.nodes += inside.copies(inner, node, region, len(into.nodes))

    def _moved_in(
        self, node: Node, calls: Calls, functions: tuple[Function, ...]
    ) -> tuple[str, Graph | Function | None]:
        """What takes the place of this node, a function or a branch, and the name that paths give it; None if
        the node stays."""
        found: tuple[str, Graph | Function | None] = "", None
        function = self._function_of(node)
        if function is not None:
            if function not in functions and len(functions) < MOST_NESTED:
                found = f"fn:{function.name}", function
        elif node.op_type == "If":
            for body, branch in node.bodies():
                visit = self._visits.get(calls.get((node.index, body), 0))
                if visit is not None and visit.replaces:
                    found = body, branch
        return found if found[1] is not None and len(found[1].nodes) <= self._left else ("", None)

    def _calls_in(self, node: Node, body: str, calls: Calls) -> Calls:
        """The visits of what is in the nodes of this body or function."""
        visit = self._visits.get(calls.get((node.index, body), 0))
        return {} if visit is None else visit.calls

    def _operation(
        self, node: Node, region: _Region, calls: Calls, references: References | None,
        functions: tuple[Function, ...],
    ) -> Operation:  # fmt: skip
        """What a node does, with the values of a function's attributes and with such bodies."""
        attributes: dict[str, Attribute] = {}
        for name, attribute in node.attributes.items():
            if attribute.ref_attr_name:
                found = None if references is None else references.values.get(attribute.ref_attr_name)
                attributes.update({name: found} if found is not None else {})
            elif isinstance(attribute.value, Graph):
                body = attribute.value
                inside = region.inside(body, (node.index, name))
                within = self._calls_in(node, name, calls)
                value = self._body(body, inside, within, references, functions)
                attributes[name] = Attribute(name, attribute.type, value, "", attribute.kinds)
            else:
                attributes[name] = attribute
        old = node.operation
        return Operation(
            old.op_type, old.domain, old.overload, old.attribute_key, attributes, (), old.has_bodies
        )


class _Region:
    """A graph, a body or a function of the model at one ``path``. ``names``: those of its values that have
    another name in the graph it is moved to; ``nodes``: the nodes there by their index here."""

    def __init__(self, path: Path, names: Mapping[str, str]) -> None:
        self.path = path
        self.names = names
        self.nodes: dict[int, Node] = {}

    def inside(self, body: Graph, step: tuple[int, str]) -> _Region:
        """The same of a body of one of its nodes, which reads what is around it."""
        local = defined(body)
        return _Region((*self.path, step), {k: v for k, v in self.names.items() if k not in local})

    def moved(self, inner: Graph | Function, node: Node, body: str, into: Graph) -> _Region:
        """The same of what takes the place of one of its nodes. ``into``: the graph that it is moved to, with
        the nodes before it."""
        own = f"\0{len(into.nodes)}\0{len(self.path)}\0"  # nothing else that it reads has both
        names, stored = {}, {}
        if isinstance(inner, Graph):
            names, stored = dict(self.names), inner.initializers
            into.initializers.update({own + name: tensor for name, tensor in stored.items()})
        made = {name for within in inner.nodes for name in within.outputs if name}
        names.update({name: own + name for name in made.union(stored)})
        bound = [(i, o) for i, o in zip(output_names(inner), node.outputs, strict=False) if o and i in made]
        if isinstance(inner, Function):
            bound += zip(inner.inputs, [*node.inputs, *[""] * len(inner.inputs)], strict=False)
        names.update({inside: self.names.get(outside, outside) for inside, outside in bound})
        return _Region((*self.path, (node.index, body)), names)

    def copies(self, inner: Graph | Function, node: Node, around: _Region, index: int) -> Iterator[Node]:
        """Nodes that copy what it returns of what goes in, is stored or was returned already, which no node
        makes. ``index``: that of the first."""
        for inside, name in zip(output_names(inner), node.outputs, strict=False):
            outside = around.names.get(name, name)
            made = self.names.get(inside, inside)
            if outside and made != outside:
                copy = changed_node(node, index)
                copy.operation, copy.inputs, copy.outputs = _COPY, (made,), (outside,)
                yield copy
                index += 1


def copied_graph(graph: Graph) -> Graph:
    """A graph with the same nodes and stored tensors, in a list and a table of its own."""
    copy = Graph(graph._buffer)
    for slot in Graph.__slots__:
        setattr(copy, slot, getattr(graph, slot))
    copy.captured = None
    copy.nodes = list(graph.nodes)
    copy.initializers = dict(graph.initializers)
    return copy


def store_list(graph: Graph, name: str, numbers: Sequence[int], *, as_int32: bool = False) -> None:
    """Store a list of numbers in a graph with a table of its own."""
    count = len(numbers)
    payload = struct.pack(f"<{count}{'i' if as_int32 else 'q'}", *numbers)
    elem_type = INT32 if as_int32 else INT64
    graph.initializers[name] = Tensor(
        elem_type, (count,), None, payload, (0, len(payload)), None, len(payload)
    )


def changed_node(node: Node, index: int, names: Mapping[str, str] | None = None) -> Node:
    """The node at another place, with other names."""
    changed = Node()
    for slot in ("_buffer", "start", "end", "name", "operation", "inputs", "outputs"):
        setattr(changed, slot, getattr(node, slot))
    changed.index = index
    if names:
        changed.inputs = tuple([names.get(name, name) for name in node.inputs])
        changed.outputs = tuple([names.get(name, name) for name in node.outputs])
    return changed


def _named(value: Value, name: str) -> Value:
    """The value with another name."""
    if name == value.name:
        return value
    return Value(name, value.type, value._buffer, value.start, value.end)
