"""Nodes that ONNX Runtime leaves out because only the shape of what they make is read, and known at load.

With the optimizations that users have by default it computes a Shape of numbers at load, and drops the nodes
before it whose outputs nothing else reads. So what such a node demands is demanded without optimizations
alone: it is a premise, and what is wrong about the node a warning. What a loader refuses stays an error.
"""

from __future__ import annotations

from shapeinfer.dims import REFUTED_REASON
from shapeinfer.engine.effort import MOST_NESTED
from shapeinfer.engine.run import Placed
from shapeinfer.facts.fact import Fact, TensorFact
from shapeinfer.model.graph import reads
from shapeinfer.rule.requirement import Finding, Requirement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence, Set

    from shapeinfer.model.structure import Function, Graph, Node

    FunctionOf = Callable[[Node], Function | None]


def spared_nodes(
    graph: Graph,
    function_of: FunctionOf | None,
    reported: Set[int],
    without_sizes: Callable[[], Mapping[str, Fact]],
) -> frozenset[int]:
    """The indices of the nodes, if anything is ``reported`` of one of them. ``function_of`` is None if the
    model has no functions. ``without_sizes`` gives what is known at load; it is asked only where there are
    such nodes if all sizes are numbers."""
    reading = _Reading(function_of)
    ends = _only_shaped(graph, reading)
    if not ends or reported.isdisjoint(_unread(graph, reading, lambda _: True)):
        return frozenset()
    from shapeinfer.engine.bodies.enforced import behind_declared_scans  # rarely needed

    facts = without_sizes()
    # Numbers that the body of a Scan declares tell a loader sizes that are open to us.
    declared = behind_declared_scans(graph)

    def is_told(name: str) -> bool:
        return name in declared or _may_be_static(facts.get(name))

    if not any(map(is_told, ends)):
        return frozenset()
    return _unread(graph, reading, is_told)


def _unread(graph: Graph, reading: _Reading, is_static: Callable[[str], bool]) -> frozenset[int]:
    """The indices of the nodes whose outputs nothing reads but for shapes that are numbers."""
    readers: dict[str, set[int]] = {}
    for node in graph.nodes:
        for name in (*reading.whole(node), *[n for n in reading.shapes(node) if not is_static(n)]):
            readers.setdefault(name, set()).add(node.index)
    kept = {value.name for value in graph.outputs}
    read = {name for node in graph.nodes for name in reads(node)}
    found: set[int] = set()
    for node in reversed(graph.nodes):
        names = [name for name in node.outputs if name]
        if (
            not read.isdisjoint(names)
            and kept.isdisjoint(names)
            and all(readers.get(name, set()) <= found for name in names)
        ):
            found.add(node.index)
    return frozenset(found)


def without(
    found: list[Placed[Finding]], stated: list[Placed[Requirement]], spared: frozenset[int]
) -> tuple[list[Placed[Finding]], list[Placed[Requirement]]]:
    """The findings and requirements of a run, with those about spared nodes as no run with the usual
    optimizations meets them."""

    def is_spared(placed: Placed[Finding] | Placed[Requirement]) -> bool:
        return bool(placed.place) and placed.place[0].node.index in spared

    findings = [
        placed.holding(placed.item.softened()) if is_spared(placed) and not placed.item.at_load else placed
        for placed in found
    ]
    requirements = []
    for requirement in stated:
        need = requirement.item
        if is_spared(requirement):
            need = Requirement(need.condition, need.code, need.message, need.args, premise=True)
        requirements.append(requirement.holding(need))
    return findings, requirements


class _Reading:
    """What nodes read: of some values only the shape."""

    def __init__(self, function_of: FunctionOf | None) -> None:
        self.function_of = function_of
        self._taking: dict[int, list[bool]] = {}  # by the identity of the function, which the model keeps
        self._depth = 0

    def whole(self, node: Node) -> Sequence[str]:
        """The names of which a node reads more than the shape."""
        if node.op_type == "Shape":
            return ()
        taking = self._of_call(node)
        return [name for at, name in enumerate(reads(node)) if not (at < len(taking) and taking[at])]

    def shapes(self, node: Node) -> Sequence[str]:
        """The names of which a node reads only the shape."""
        if node.op_type == "Shape":
            return node.inputs
        return [name for name, takes in zip(node.inputs, self._of_call(node), strict=False) if takes]

    def _of_call(self, node: Node) -> Sequence[bool]:
        """Of each input of a function's call whether the function reads only its shape."""
        function = None if self.function_of is None else self.function_of(node)
        if function is None or self._depth > MOST_NESTED:
            return ()
        found = self._taking.get(id(function))
        if found is None:
            self._taking[id(function)] = []  # for functions that call each other in a cycle
            read = {name for n in function.nodes for name in reads(n)}
            self._depth += 1
            told = {name for n in function.nodes for name in self.whole(n)}
            self._depth -= 1
            only = read.difference(told, function.outputs)
            found = self._taking[id(function)] = [name in only for name in function.inputs]
        return found


def _only_shaped(graph: Graph, reading: _Reading) -> set[str]:
    """The values that nodes make and of which only the shape is read."""
    nodes = graph.nodes
    if reading.function_of is None:
        shapes = [node for node in nodes if node.operation.op_type == "Shape"]
        found = {name for node in shapes for name in node.inputs}
    else:
        found = {name for node in nodes for name in reading.shapes(node)}
    if found:
        found.difference_update(value.name for value in graph.inputs)
        found.difference_update(graph.initializers)
        found.difference_update(value.name for value in graph.outputs)
    for node in nodes if found else ():
        if not found.isdisjoint(reads(node) if node.operation.has_bodies else node.inputs):  # for few nodes
            found.difference_update(reading.whole(node))
    return found


def _may_be_static(fact: Fact | None) -> bool:
    """Whether a loader may know all sizes: behind an error it may infer a shape where we know none."""
    shape = fact.shape if isinstance(fact, TensorFact) else None
    return shape is None or all(
        dim.value is not None or any(symbol.reason == REFUTED_REASON for symbol in dim.symbols())
        for dim in shape
    )
