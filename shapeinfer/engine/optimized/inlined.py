"""The graph that ONNX Runtime optimizes: the nodes of functions stand in the place of their calls.

It puts them there before it optimizes anything, so what it leaves out or changes in a graph it leaves out or
changes across the border of a function too. A run is looked at in such a graph, and what is reported gets its
own places back.
"""

from __future__ import annotations

from shapeinfer.dims.budget import spend
from shapeinfer.engine.attributes import References
from shapeinfer.engine.effort import MOST_NESTED
from shapeinfer.engine.place import Step
from shapeinfer.engine.run import Placed, Run, Visit
from shapeinfer.model.graph import defined
from shapeinfer.model.structure import Attribute, Function, Graph, Node, Operation, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from shapeinfer.engine.place import Place
    from shapeinfer.engine.run import Calls, Item
    from shapeinfer.facts.fact import Fact
    from shapeinfer.model.structure import AttributeValue

    Path = tuple[tuple[int, str], ...]
    FunctionOf = Callable[[Node], Function | None]

# How many nodes functions put into one model. Calls beyond them stay.
_MOST_NODES = 50_000
_COPY = Operation("Identity", "", "", b"", {}, (), has_bodies=False)


class Inlined:
    """A model's graph with its functions in the place of their calls. ``function_of`` gives the function that
    a node calls."""

    def __init__(self, graph: Graph, function_of: FunctionOf) -> None:
        self._function_of = function_of
        self._left = _MOST_NODES
        self._regions: dict[Path, _Region] = {}  # by their path in the model
        self._places: dict[int, tuple[Place, Place]] = {}  # by the identity of the first
        self.graph = self._body(graph, _Region((), {}), None, ())

    def run(self, run: Run) -> Run:
        """The same run of this graph."""
        facts: dict[str, Fact] = {}
        calls: dict[tuple[int, str], int] = {}
        visits = {visit.key: visit for visit in run.visits}
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
                steps.append(Step(node or _changed(step.node, -1), step.body, runs=step.runs))
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
        self, graph: Graph, region: _Region, references: References | None, functions: tuple[Function, ...]
    ) -> Graph:
        """The graph, or the body, without calls."""
        self._regions[region.path] = region
        made = Graph(graph._buffer)
        for slot in Graph.__slots__:
            setattr(made, slot, getattr(graph, slot))
        made.captured = None
        made.nodes = []
        self._add(graph.nodes, region, references, functions, made.nodes)
        made.outputs = [_named(value, region.names.get(value.name, value.name)) for value in graph.outputs]
        return made

    def _add(
        self, nodes: Sequence[Node], region: _Region, references: References | None,
        functions: tuple[Function, ...], into: list[Node],
    ) -> None:  # fmt: skip
        """Adds these nodes of a graph or function of the model, with the nodes of what they call."""
        spend(len(nodes))
        for node in nodes:
            function = self._called(node, functions)
            if function is not None:
                self._left -= len(function.nodes)
                inner = region.called(function, node, into)
                self._regions[inner.path] = inner
                given = References.at_call(function, node, references)
                self._add(function.nodes, inner, given, (*functions, function), into)
                into += inner.copies(function, node, region, len(into))
                continue
            moved = region.nodes[node.index] = _changed(node, len(into), region.names)
            into.append(moved)
            if references is None and not node.has_bodies:
                continue
            attributes = {}
            for name, attribute in node.attributes.items():
                if attribute.ref_attr_name and references is not None:
                    found = references.values.get(attribute.ref_attr_name)
                    attributes.update({name: found} if found is not None else {})
                elif node.has_bodies:
                    value = self._inner(attribute.value, region, (node.index, name), references, functions)
                    attributes[name] = Attribute(name, attribute.type, value, "", attribute.kinds)
                else:
                    attributes[name] = attribute
            old = node.operation
            moved.operation = Operation(
                old.op_type, old.domain, old.overload, old.attribute_key, attributes, (), old.has_bodies
            )

    def _called(self, node: Node, functions: tuple[Function, ...]) -> Function | None:
        """The function whose nodes take the place of this one; None if it stays."""
        function = self._function_of(node)
        if function is None or function in functions or len(functions) >= MOST_NESTED:
            return None
        return function if len(function.nodes) <= self._left else None

    def _inner(
        self, value: AttributeValue, region: _Region, step: tuple[int, str],
        references: References | None, functions: tuple[Function, ...],
    ) -> AttributeValue:  # fmt: skip
        """The value of an attribute of a node that has bodies."""
        if isinstance(value, Graph):
            return self._body(value, region.inside(value, step), references, functions)
        if isinstance(value, tuple) and any(isinstance(graph, Graph) for graph in value):
            graphs = [graph for graph in value if isinstance(graph, Graph)]
            return tuple(
                self._body(graph, region.inside(graph, step), references, functions) for graph in graphs
            )
        return value


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

    def called(self, function: Function, call: Node, into: Sequence[Node]) -> _Region:
        """The same of the function that one of its nodes calls. ``into``: the nodes before it."""
        own = f"\0{len(into)}\0{len(self.path)}\0"  # no two calls have both
        names = {name: own + name for node in function.nodes for name in node.outputs if name}
        made = zip(function.outputs, call.outputs, strict=False)
        names.update({inner: self.names.get(outer, outer) for inner, outer in made if outer})
        given = [*call.inputs, *[""] * len(function.inputs)]
        names.update(
            {to: self.names.get(name, name) for to, name in zip(function.inputs, given, strict=False)}
        )
        return _Region((*self.path, (call.index, f"fn:{function.name}")), names)

    def copies(self, function: Function, call: Node, around: _Region, index: int) -> Iterator[Node]:
        """Nodes that copy what the function returns of its inputs, or twice. ``index``: that of the first."""
        for inner, name in zip(function.outputs, call.outputs, strict=False):
            outer = around.names.get(name, name)
            made = self.names.get(inner, inner)
            if outer and made != outer:
                copy = _changed(call, index)
                copy.operation, copy.inputs, copy.outputs = _COPY, (made,), (outer,)
                yield copy
                index += 1


def _changed(node: Node, index: int, names: Mapping[str, str] | None = None) -> Node:
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
