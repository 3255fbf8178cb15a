"""Sorts the nodes of a file that are not in topological order."""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.engine.frame import Frame
from shapeinfer.engine.place import Step, node_label
from shapeinfer.engine.run import Placed
from shapeinfer.model.graph import Cycle, captured_names, is_sorted, order, producers, reads
from shapeinfer.model.structure import Function, Graph, Node
from shapeinfer.rule.requirement import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


_UNSORTED = "this node reads {name!r}, which {maker} computes after it"


def ordered(graph: Graph | Function, frame: Frame) -> Sequence[Node]:
    """The nodes in topological order, as far as there is one."""
    known = captured_names(graph) if isinstance(graph, Graph) and frame.scope.outer is not None else ()
    nodes = graph.nodes
    if is_sorted(graph, known):
        return nodes
    found = order(graph, known)
    if isinstance(found, Cycle):
        frame.waiting = frozenset(name for node in nodes for name in node.outputs)
        labels = " -> ".join(n.name or f"{n.op_type}#{n.index}" for n in found.nodes)
        frame.report(found.nodes[0], codes.CYCLE, "these nodes depend on each other: {cycle}", cycle=labels)
        return nodes
    first = next((n for n, m in zip(nodes, found, strict=True) if n is not m), None)
    if first is not None:
        makers = producers(graph)
        late = {n: m for n in reads(first) if (m := makers.get(n)) is not None and m.index > first.index}
        name, maker = next(iter(late.items()))
        finding = _unsorted(first, name, maker, inside=bool(frame.scope.outer or frame.functions))
        frame.findings.append(Placed(finding, (Step(first),)))
    return found


def _unsorted(node: Node, name: str, maker: Node, *, inside: bool) -> Finding:
    """What is said of a node that reads what one after it makes. ONNX Runtime sorts the main graph alone: of
    any other (``inside``) it says at load that the value is not defined."""
    args = (("name", name), ("maker", node_label(maker)))
    if not inside:
        return Finding(codes.UNSORTED, _UNSORTED, args)
    message = _UNSORTED + ": ONNX Runtime sorts no nodes of bodies and functions"
    return Finding(codes.UNSORTED, message, args, severity=codes.ERROR, at_load=True)
