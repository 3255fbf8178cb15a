"""Nodes that ONNX Runtime leaves out because only the shape of what they make is read, and known at load.

With the optimizations that users have by default it computes a Shape of numbers at load, and drops the nodes
before it whose outputs nothing else reads. So what such a node demands is demanded without optimizations
alone: it is a premise, and what is wrong about the node a warning. What a loader refuses stays an error.
"""

from __future__ import annotations

from shapeinfer.codes import ERROR, WARNING
from shapeinfer.engine.run import Placed
from shapeinfer.facts.fact import Fact, TensorFact
from shapeinfer.model.graph import reads
from shapeinfer.rule.requirement import Finding, Requirement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Set

    from shapeinfer.model.structure import Function, Graph, Node

    FunctionOf = Callable[[Node], Function | None]


def spared_nodes(
    graph: Graph,
    function_of: FunctionOf,
    reported: Set[int],
    without_sizes: Callable[[], Mapping[str, Fact]],
) -> frozenset[int]:
    """The indices of the nodes, if anything is ``reported`` of one of them. ``without_sizes`` gives what is
    known at load; it is asked only where there are such nodes if all sizes are numbers."""
    takes_shape = _Takers(function_of)
    ends = _only_shaped(graph, takes_shape)
    if not ends or reported.isdisjoint(_unread(graph, takes_shape, lambda _: True)):
        return frozenset()
    from shapeinfer.engine.bodies.enforced import behind_declared_scans  # rarely needed

    facts = without_sizes()
    # Numbers that the body of a Scan declares tell a loader sizes that are open to us.
    declared = behind_declared_scans(graph)

    def is_told(name: str) -> bool:
        return name in declared or _is_static(facts.get(name))

    if not any(map(is_told, ends)):
        return frozenset()
    return _unread(graph, takes_shape, is_told)


def _unread(graph: Graph, takes_shape: _Takers, is_static: Callable[[str], bool]) -> frozenset[int]:
    """The indices of the nodes whose outputs nothing reads but for shapes that are numbers."""
    readers: dict[str, set[int]] = {}
    for node in graph.nodes:
        told = node.op_type == "Shape" and bool(node.inputs) and is_static(node.inputs[0])
        for at, name in enumerate(() if told else reads(node)):
            if not (takes_shape(node, at) and is_static(name)):
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

    findings, requirements = [], []
    for finding in found:
        item = finding.item
        if is_spared(finding) and not item.at_load:
            severity = WARNING if (item.severity or item.code.severity) == ERROR else item.severity or WARNING
            item = Finding(
                item.code, item.message, item.args, severity=severity, output=item.output, axis=item.axis,
                at_load=False,
            )  # fmt: skip
        findings.append(Placed(item, finding.place, guarded=finding.guarded, claimed=finding.claimed))
    for requirement in stated:
        need = requirement.item
        if is_spared(requirement):
            need = Requirement(need.condition, need.code, need.message, need.args, premise=True)
        requirements.append(
            Placed(need, requirement.place, guarded=requirement.guarded, claimed=requirement.claimed)
        )
    return findings, requirements


class _Takers:
    """Tells of a node's inputs whether it is a call of a function that reads only their shape."""

    def __init__(self, function_of: FunctionOf) -> None:
        self.function_of = function_of
        self.found: dict[int, list[bool]] = {}  # by the identity of the function, which the model keeps

    def __call__(self, node: Node, at: int) -> bool:
        function = self.function_of(node)
        if function is None or at >= len(function.inputs):
            return False
        found = self.found.get(id(function))
        if found is None:
            read = {name for n in function.nodes for name in reads(n)}
            told = {name for n in function.nodes if n.op_type != "Shape" for name in reads(n)}
            only = read.difference(told, function.outputs)
            found = self.found[id(function)] = [name in only for name in function.inputs]
        return found[at]


def _only_shaped(graph: Graph, takes_shape: _Takers) -> set[str]:
    """The values that nodes make and only Shapes read."""
    found = {
        name
        for node in graph.nodes
        for at, name in enumerate(node.inputs)
        if node.op_type == "Shape" or takes_shape(node, at)
    }
    if found:
        found.difference_update(value.name for value in graph.inputs)
        found.difference_update(graph.initializers)
        found.difference_update(value.name for value in graph.outputs)
    for node in graph.nodes if found else ():
        if node.op_type != "Shape" and not found.isdisjoint(read := reads(node)):
            found.difference_update(name for at, name in enumerate(read) if not takes_shape(node, at))
    return found


def _is_static(fact: Fact | None) -> bool:
    return isinstance(fact, TensorFact) and fact.static_shape() is not None
