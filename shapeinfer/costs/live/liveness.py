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
    from collections.abc import Callable, Container, Mapping, Sequence

    from shapeinfer.facts.fact import Fact
    from shapeinfer.model.structure import Function, Node, Operation


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
        stored: Container[str],
        passed: Callable[[Node], Mapping[str, str]],
    ) -> None:
        """``stored`` are the names of initializers, ``passed`` tells which outputs of a node with bodies are
        its own inputs, handed on."""
        self.nodes = nodes
        self.shown: dict[str, str] = {}
        self.given: set[str] = set()
        self.late: dict[int, int] = {}
        last: dict[str, int] = {}
        self.last = last
        shown, given = self.shown, self.given
        constant: set[str] = set()  # what follows from stored tensors alone
        computed: list[tuple[int, Node]] = []
        kinds: dict[Operation, str | None] = {}
        for at, node in enumerate(nodes):
            operation = node.operation
            inputs = reads(node) if operation.has_bodies else node.inputs
            for name in inputs:
                last[name] = at
            if operation in kinds:
                kind = kinds[operation]
            else:
                kind = kinds[operation] = KINDS.get((operation.domain, operation.op_type))
            if kind == VIEW:
                if inputs and node.outputs:
                    shown[node.outputs[0]] = shown.get(inputs[0], inputs[0])
            elif operation.op_type == "Constant":
                given.update(node.outputs)
                continue
            elif kind is None:
                for made, source in passed(node).items():
                    shown[made] = shown.get(source, source)
            if (
                inputs
                and (inputs[0] in constant or inputs[0] in given or inputs[0] in stored)
                and all(not name or name in constant or name in given or name in stored for name in inputs)
            ):
                constant.update(node.outputs)
                computed.append((at, node))
        end = len(nodes)
        for name in outputs:
            last[name] = end
        if computed:
            self._put_off(computed, constant)
        for view, source in shown.items():
            if view in last and last[view] > last.get(source, -1):
                last[source] = last[view]

    def _put_off(self, computed: Sequence[tuple[int, Node]], constant: set[str]) -> None:
        """What follows from stored tensors is worked out when it is first needed: no runtime holds all
        weights of a quantised model as floats at once because their file lists them first."""
        last, late = self.last, self.late
        first: dict[str, int] = {}
        put_off = {at for at, _ in computed}
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

    def sums(
        self, facts: Mapping[str, Fact], codes: Mapping[int, int | None], size: Callable[[str], int]
    ) -> tuple[list[int], list[int]]:
        """After each node, before anything is given back: what is alive; and which positions are followed by
        giving something back, so that a largest sum is among them. ``size`` gives a value's bytes, or a
        number that stands for them; ``codes`` has that number by the id of a fact where it is known."""
        count = len(self.nodes)
        steps = [0] * (count + 1)
        ends: set[int] = {count - 1}
        last, late, shown, given = self.last, self.late, self.shown, self.given
        fact, known = facts.get, codes.get
        for at, node in enumerate(self.nodes):
            for name in node.outputs:
                if name and name not in shown and name not in given:
                    code = known(id(fact(name))) or size(name)  # most values share a few facts
                    if code:
                        start = late.get(at, at) if late else at
                        steps[start] += code
                        stop = last.get(name, start)
                        ends.add(stop)
                        if stop < count:
                            steps[stop + 1] -= code
        return list(accumulate(steps)), [at for at in sorted(ends) if 0 <= at < count]


def fed_names(graph: Graph | Function) -> list[str]:
    """The names of what a graph, body or function is given from outside."""
    if not isinstance(graph, Graph):
        return list(graph.inputs)
    return [value.name for value in graph.inputs if value.name not in graph.initializers]


def output_names(graph: Graph | Function) -> list[str]:
    """The names of what a graph, body or function hands out."""
    return [value.name for value in graph.outputs] if isinstance(graph, Graph) else list(graph.outputs)
