"""Reshapes whose target ONNX Runtime completes: the one size that it does not know at load becomes -1.

With the optimizations that users have by default a Reshape to what a Concat joins, of sizes known at load and
of one that is not, takes whatever that one is for what the others leave of the elements. So the others must
divide them; that the computed size is the quotient is a premise, and where it is not, that is a warning.

Not so where the size is a dim of the data at the same place, as exporters take it (Shape, Gather, Unsqueeze),
for that is copied, and not with ``allowzero`` or where the list has another reader.
"""

from __future__ import annotations

from shapeinfer.codes import RESHAPE_ELEMENT_COUNT, RESHAPE_TARGET
from shapeinfer.dims import Dim, product
from shapeinfer.dims.budget import spend
from shapeinfer.dims.proofs import REFUTED, UNKNOWN
from shapeinfer.engine.run import Placed
from shapeinfer.facts.fact import TensorFact
from shapeinfer.model.graph import reads
from shapeinfer.model.structure import Graph
from shapeinfer.rule.requirement import Finding, Requirement, divides

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Set

    from shapeinfer.engine.place import Place
    from shapeinfer.facts.fact import Fact, Shape
    from shapeinfer.model.structure import Function, Node

    GraphOf = Callable[[Place], Graph | Function | None]

# Nodes that make of a list the same list.
_SAME = frozenset(("Identity", "Cast"))
# How many nodes are looked at on the way from a size to where it comes from.
_MOST_STEPS = 64
_MESSAGE = "the sizes beside the computed one in {target} hold {rest} elements, needed a divisor of {count}"


class Completed:
    """Changes what is reported of such Reshapes. ``without_sizes``: the facts of the main graph at load;
    ``overridable``: its stored values that callers may replace."""

    def __init__(
        self,
        graph: Graph,
        graph_of: GraphOf,
        without_sizes: Callable[[], Mapping[str, Fact]],
        overridable: Set[str] = frozenset(),
    ) -> None:
        self.graph = graph
        self.overridable = overridable
        self.graph_of = graph_of
        self.without_sizes = without_sizes
        self.ways: dict[int, _Ways] = {}  # by the identity of the graph, which the model keeps

    def changed(
        self, found: list[Placed[Finding]], stated: list[Placed[Requirement]]
    ) -> tuple[list[Placed[Finding]], list[Placed[Requirement]]]:
        """The findings and requirements, as runs with the usual optimizations meet them."""
        findings, requirements = [], []
        for finding in found:
            rest = self._rest(finding)
            if rest is not None and divides(*rest).verdict() is not REFUTED:
                finding = finding.holding(finding.item.softened())
                requirements += self._demand(rest, finding)
            findings.append(finding)
        for requirement in stated:
            need = requirement.item
            rest = None if need.premise else self._rest(requirement)
            if rest is not None:
                requirements += self._demand(rest, requirement)
                need = Requirement(need.condition, need.code, need.message, need.args, premise=True)
                requirement = requirement.holding(need)
            requirements.append(requirement)
        return findings, requirements

    def _demand(
        self, rest: tuple[Dim, Dim], of: Placed[Finding] | Placed[Requirement]
    ) -> list[Placed[Requirement]]:
        """What is left of a demand or an error: the other sizes divide the elements."""
        need = divides(*rest)
        args = (("target", dict(of.item.args)["target"]), ("rest", rest[0]), ("count", rest[1]))
        if need.verdict() is not UNKNOWN:
            return []
        item = Requirement(need, of.item.code, _MESSAGE, args)
        return [Placed(item, of.place, guarded=of.guarded, claimed=of.claimed)]

    def _rest(self, placed: Placed[Finding] | Placed[Requirement]) -> tuple[Dim, Dim] | None:
        """How many elements all sizes but the computed one hold, and how many data has; None without one."""
        if placed.item.code not in (RESHAPE_ELEMENT_COUNT, RESHAPE_TARGET):
            return None
        args = dict(placed.item.args)
        target, data = args.get("target"), args.get("data")
        if not isinstance(target, tuple) or not isinstance(data, TensorFact) or data.shape is None:
            return None
        at = self._computed(placed.place, target, data.shape)
        if at is None or args.get("axis", at) != at or not ("held" in args or "axis" in args):
            return None
        sizes = [data.shape[i] if d.value == 0 and i < len(data.shape) else d for i, d in enumerate(target)]
        return product(d for i, d in enumerate(sizes) if i != at), product(data.shape)

    def _computed(self, place: Place, target: Shape, data: Shape) -> int | None:
        """At which place of the target the one size stands that a loader does not know."""
        graph = self.graph_of(place)
        node = place[-1].node
        allowzero = node.attributes.get("allowzero")
        if graph is None or (allowzero is not None and allowzero.value) or len(node.inputs) < 2:
            return None
        ways = self._ways(place, graph)
        parts = ways.joined(node.inputs[1])
        in_function = any(step.body.startswith("fn:") for step in place[:-1])
        facts = self.without_sizes() if parts and not in_function else {}
        at_load = facts.get(node.inputs[0])
        known = at_load.shape if isinstance(at_load, TensorFact) and at_load.shape is not None else data
        unknown, at = [], 0
        open_parts = [name for name in parts if not ways.is_stored(name, facts)]
        for name in parts:
            fact = facts.get(name)
            shape = fact.shape if isinstance(fact, TensorFact) else None
            length = 1 if len(parts) == len(target) else shape[0].value if shape else None
            if length is None or at + length > len(target):
                return None
            # What a graph around this one stores is not found, unless all is stored and the Concat computed.
            if name in open_parts or (open_parts and ways.is_outside(name)):
                if length > 1:
                    return None
                if not (_is_own(at, known, fact, target) and ways.is_dim(name, at, facts)):
                    unknown.append(at)
            at += length
        if len(unknown) != 1 or any(d.value == -1 for i, d in enumerate(target) if i != unknown[0]):
            return None
        return unknown[0]

    def _ways(self, place: Place, graph: Graph | Function) -> _Ways:
        """The ways of values in this graph, in which the last node of the path stands."""
        ways = self.ways.get(id(graph))
        if ways is None:
            above = self.graph_of(place[:-1]) if len(place) > 1 else None
            is_body = above is not None and not place[-2].body.startswith("fn:")
            around = self._ways(place[:-1], above) if above is not None and is_body else None
            outer = None
            if around is not None and place[-2].node.op_type == "If":
                # The runtime moves the branch that a stored condition takes into the graph around it.
                outer = around if around.is_stored(place[-2].node.inputs[0], {}) else None
            ways = self.ways[id(graph)] = _Ways(graph, self, around, outer)
        return ways


class _Ways:
    """Where the values of one graph come from, and who reads them. ``around``: the same of the graph around
    this one, a body; ``outer``: the same of that, if this one is moved into it."""

    def __init__(
        self, graph: Graph | Function, completed: Completed, around: _Ways | None, outer: _Ways | None
    ) -> None:
        is_main = graph is completed.graph
        self.around = around
        self.outer = outer
        self.makers = {name: node for node in graph.nodes for name in node.outputs if name}
        self.readers: dict[str, int] = {}
        read = [name for node in graph.nodes for name in reads(node)]
        for name in (*read, *(v if isinstance(v, str) else v.name for v in graph.outputs)):
            self.readers[name] = self.readers.get(name, 0) + 1
        stored = graph.initializers.keys() if isinstance(graph, Graph) else ()
        self.initializers = set(stored) - completed.overridable if is_main else set(stored)
        self.inputs = {v if isinstance(v, str) else v.name for v in graph.inputs}
        self.made_outside: bool = not is_main and (outer is None or outer.made_outside)

    def maker(self, name: str) -> Node | None:
        """The node that makes the value, in this graph or in one that it is moved into."""
        node = self.makers.get(name)
        return self.outer.maker(name) if node is None and self.outer is not None else node

    def has_initializer(self, name: str) -> bool:
        """Whether the value is stored in this graph or in one that it is moved into."""
        return name in self.initializers or (self.outer is not None and self.outer.has_initializer(name))

    def is_outside(self, name: str) -> bool:
        """Whether it is a value of a graph around this one, which this one is not moved into."""
        return (
            self.made_outside and name not in self.inputs
            and self.maker(name) is None and not self.has_initializer(name)
        )  # fmt: skip

    def is_read_once(self, name: str) -> bool:
        """Whether one node reads the value; of the graph around it that may be the If."""
        is_own = name in self.makers or self.outer is None
        if self.readers.get(name, 1 if not is_own else 0) != 1:
            return False
        return is_own or self.outer is None or self.outer.is_read_once(name)

    def joined(self, name: str) -> tuple[str, ...]:
        """The lists that a Concat joins to this one, which nothing else reads; () if it is not made so."""
        node = self._maker(name, alone=True)
        return node.inputs if node is not None and node.op_type == "Concat" else ()

    def is_stored(self, name: str, facts: Mapping[str, Fact]) -> bool:
        """Whether a list is computed at load: from what is stored, and from shapes of numbers alone."""
        waiting, looked = [name], set[str]()
        while waiting:
            name = waiting.pop()
            if name in looked or self.has_initializer(name):
                continue
            looked.add(name)
            spend(1)
            node = self.maker(name)
            if self.is_outside(name):
                if self.around is not None and not self.around.is_stored(name, facts):
                    return False
                continue
            if node is None or len(looked) > _MOST_STEPS:
                return False
            if node.op_type != "Shape":
                waiting.extend(reads(node))
                continue
            fact = facts.get(node.inputs[0]) if node.inputs else None
            if not isinstance(fact, TensorFact) or fact.static_shape() is None:
                return False
        return True

    def is_dim(self, name: str, axis: int, facts: Mapping[str, Fact]) -> bool:
        """Whether it is the dim of a value on this axis, as exporters take it. Of a body's lists nobody knows
        the contents here."""
        for op_type in ("Unsqueeze", "Gather", "Shape"):
            node = self._maker(name)
            if node is None or node.op_type != op_type:
                return False
            if op_type == "Gather" and facts:
                index = facts.get(node.inputs[1])
                is_index = isinstance(index, TensorFact) and index.shape == () and index.as_ints() == (axis,)
                if index is not None and not is_index:
                    return False
            name = node.inputs[0]
        return True

    def _maker(self, name: str, *, alone: bool = False) -> Node | None:
        """The node that makes the value, before nodes that leave a list as it is; ``alone``: if there is one
        reader of each value on the way."""
        for _ in range(_MOST_STEPS):
            spend(1)
            node = None if alone and not self.is_read_once(name) else self.maker(name)
            if node is None or node.op_type not in _SAME:
                return node
            name = node.inputs[0]
        return None


def _is_own(axis: int, data: Shape, fact: Fact | None, target: Shape) -> bool:
    """Whether the size is that of the data on this axis: as a list of it, else the target, says."""
    dims = fact.as_dims() if isinstance(fact, TensorFact) else None
    size = target[axis] if dims is None else dims[0] if dims else None
    return axis < len(data) and data[axis] == size
