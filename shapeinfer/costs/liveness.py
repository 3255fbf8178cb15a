"""From when to when each value of one graph is alive, in the order of its nodes.

A value takes memory from the node that makes it to the last that reads it; the graph's outputs stay to the end.
Views (Reshape, ...) share the memory of what they show, which lives as long as any of them. What a graph is
given, its inputs, initializers and constants, is counted elsewhere.
"""

from __future__ import annotations

from itertools import accumulate

from shapeinfer.costs.operators.plain import KINDS, VIEW
from shapeinfer.model.graph import reads
from shapeinfer.model.structure import Graph

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from shapeinfer.model.structure import Function, Node


class Liveness:
    """``last`` maps a value that has memory of its own to the position of the last node that needs it;
    ``shown`` a view to the value whose memory it shares, which may be an input of the graph."""

    __slots__ = ("given", "last", "nodes", "shown")

    def __init__(
        self, nodes: Sequence[Node], outputs: Sequence[str], passed: Callable[[Node], Mapping[str, str]]
    ) -> None:
        """``passed`` tells which outputs of a node with bodies are its own inputs, handed on."""
        self.nodes = nodes
        self.shown: dict[str, str] = {}
        self.given: set[str] = set()
        last = self.last = {}
        shown = self.shown
        for at, node in enumerate(nodes):
            operation = node.operation
            inputs = reads(node) if operation.has_bodies else node.inputs
            for name in inputs:
                last[name] = at
            kind = KINDS.get((operation.domain, operation.op_type))
            if kind == VIEW:
                if inputs and node.outputs:
                    shown[node.outputs[0]] = shown.get(inputs[0], inputs[0])
            elif operation.op_type == "Constant":
                self.given.update(node.outputs)
            elif kind is None:
                for made, source in passed(node).items():
                    shown[made] = shown.get(source, source)
        end = len(nodes)
        for name in outputs:
            last[name] = end
        for view, source in shown.items():
            if view in last and last[view] > last.get(source, -1):
                last[source] = last[view]

    def owned(self, node: Node) -> list[str]:
        """The outputs of a node that take memory of their own."""
        return [name for name in node.outputs if name and name not in self.shown and name not in self.given]

    def sums(self, size: Callable[[str], int]) -> tuple[list[int], list[int]]:
        """After each node, before anything is given back: what is alive; and which positions are followed by
        giving something back, so that a largest sum is among them. ``size`` gives a value's bytes, or a number
        that stands for them."""
        steps = [0] * (len(self.nodes) + 1)
        ends: set[int] = {len(self.nodes) - 1}
        last, shown, given = self.last, self.shown, self.given
        count = len(steps)
        for at, node in enumerate(self.nodes):
            for name in node.outputs:
                if name and name not in shown and name not in given:
                    code = size(name)
                    if code:
                        steps[at] += code
                        stop = last.get(name, at)
                        ends.add(stop)
                        if stop + 1 < count:
                            steps[stop + 1] -= code
        alive = list(accumulate(steps))
        return alive, [at for at in sorted(ends) if 0 <= at < len(self.nodes)]


def fed_names(graph: Graph | Function) -> list[str]:
    """The names of what a graph, body or function is given from outside."""
    if not isinstance(graph, Graph):
        return list(graph.inputs)
    return [value.name for value in graph.inputs if value.name not in graph.initializers]


def output_names(graph: Graph | Function) -> list[str]:
    """The names of what a graph, body or function hands out."""
    return [value.name for value in graph.outputs] if isinstance(graph, Graph) else list(graph.outputs)
