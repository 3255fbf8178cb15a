"""From when to when each value of one graph is alive, in the order of its nodes.

A value takes memory from the node that makes it to the last that reads it; the graph's outputs stay to the
end. Views (Reshape, ...) share the memory of what they show, which lives as long as any of them. What a graph
is given, its inputs, initializers and constants, is counted elsewhere. Nodes that read stored tensors alone
run when they are first needed.
"""

from __future__ import annotations

from itertools import accumulate

from shapeinfer.costs.operators.plain import KINDS, VIEW
from shapeinfer.model.graph import reads
from shapeinfer.model.structure import Graph

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from shapeinfer.model.structure import Function, Node, Operation

CONSTANT = "Constant"


class Liveness:
    """``last`` maps a value that has memory of its own to the position of the last node that needs it;
    ``shown`` a view to the value whose memory it shares, which may be an input of the graph; ``late`` a node
    that reads stored tensors alone to the position of the first node that needs it.
    """

    __slots__ = ("given", "last", "late", "nodes", "shown")

    def __init__(
        self,
        nodes: Sequence[Node],
        outputs: Sequence[str],
        stored: Iterable[str],
        passed: Callable[[Node], Mapping[str, str]] | None = None,
    ) -> None:
        """``stored`` are the names of initializers, ``passed`` tells which outputs of a node with bodies are
        its own inputs, handed on."""
        self.nodes = nodes
        self.shown: dict[str, str] = {}
        self.given: set[str] = set()
        self.late: dict[int, int] = {}
        last: dict[str, int] = {}
        self.last = last
        shown = self.shown
        fixed = set(stored)  # with Constants, and what follows from both alone
        computed: list[tuple[int, Node]] = []
        kinds: dict[Operation, str] = {}
        for at, node in enumerate(nodes):
            operation = node.operation
            inputs = reads(node) if operation.has_bodies else node.inputs
            for name in inputs:
                last[name] = at
            kind = kinds.get(operation)
            if kind is None:
                kind = kinds[operation] = _kind(operation)
            if kind == CONSTANT:
                self.given.update(node.outputs)
                fixed.update(node.outputs)
                continue
            if kind == VIEW:
                if inputs and node.outputs:
                    shown[node.outputs[0]] = shown.get(inputs[0], inputs[0])
            elif not kind and passed is not None:
                for made, source in passed(node).items():
                    shown[made] = shown.get(source, source)
            if inputs and inputs[0] in fixed and all(not name or name in fixed for name in inputs):
                fixed.update(node.outputs)
                computed.append((at, node))
        end = len(nodes)
        for name in outputs:
            last[name] = end
        if computed:
            self._put_off(computed)
        for view, source in shown.items():
            if view in last and last[view] > last.get(source, -1):
                last[source] = last[view]

    def _put_off(self, computed: Sequence[tuple[int, Node]]) -> None:
        """What follows from stored tensors is worked out when it is first needed: no runtime holds all
        weights of a quantised model as floats at once because their file lists them first."""
        last, late = self.last, self.late
        first: dict[str, int] = {}
        put_off = {at for at, _ in computed}
        constant = {name for _, node in computed for name in node.outputs}
        for at in range(len(self.nodes) - 1, -1, -1):
            node = self.nodes[at]
            when = at
            if at in put_off:
                when = late[at] = min([first[name] for name in node.outputs if name in first], default=at)
            for name in reads(node) if node.operation.has_bodies else node.inputs:
                if name in constant:
                    first[name] = min(first.get(name, when), when)
                    last[name] = max(last[name], when)

    def owned(self, node: Node) -> list[str]:
        """The outputs of a node that take memory of their own."""
        return [name for name in node.outputs if name and name not in self.shown and name not in self.given]

    def lives(self) -> list[tuple[str, int, int]]:
        """Each value with memory of its own: its name, and the positions of the first and the last node in
        which it is alive; beyond all nodes for outputs of the graph."""
        last, late, hidden = self.last, self.late, {"", *self.shown, *self.given}
        made = [(name, at) for at, node in enumerate(self.nodes) for name in node.outputs]
        if late:
            made = [(name, late.get(at, at)) for name, at in made]
        return [(name, at, last.get(name, at)) for name, at in made if name not in hidden]

    def sums(
        self, sizes: Sequence[Sequence[tuple[int, int | None]]], unsized: dict[str, None]
    ) -> tuple[list[int], list[int]]:
        """After each node, before anything is given back: what is alive; and which positions are followed by
        giving something back, so that a largest sum is among them.

        ``sizes`` has for each node those of its outputs that have memory of their own, by position, with
        their bytes or numbers that stand for these. Names of which that is None are added to ``unsized``."""
        count = len(self.nodes)
        steps = [0] * (count + 1)
        ends: set[int] = {count - 1}
        last, late = self.last, self.late
        for at, made in enumerate(sizes):
            for position, size in made:
                name = self.nodes[at].outputs[position]
                if size:
                    start = late.get(at, at) if late else at
                    steps[start] += size
                    stop = last.get(name, start)
                    ends.add(stop)
                    if stop < count:
                        steps[stop + 1] -= size
                elif size is None:
                    unsized[name] = None
        return list(accumulate(steps)), [at for at in sorted(ends) if 0 <= at < count]


def _kind(operation: Operation) -> str:
    """How an operator is counted; "" if nothing says so."""
    kind = KINDS.get((operation.domain, operation.op_type), "")
    return CONSTANT if operation.op_type == "Constant" and kind != VIEW else kind


def fed_names(graph: Graph | Function) -> list[str]:
    """The names of what a graph, body or function is given from outside."""
    if not isinstance(graph, Graph):
        return list(graph.inputs)
    return [value.name for value in graph.inputs if value.name not in graph.initializers]


def output_names(graph: Graph | Function) -> list[str]:
    """The names of what a graph, body or function hands out."""
    return [value.name for value in graph.outputs] if isinstance(graph, Graph) else list(graph.outputs)
