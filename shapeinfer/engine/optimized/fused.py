"""Transposes that ONNX Runtime takes into the MatMul that reads them, and so never looks at.

With the optimizations that users have by default, a Transpose that swaps the last two axes becomes an
attribute of the MatMul, which swaps the last two of whatever comes in, and nothing of a list: then that
``perm`` names another number of axes is refused without optimizations alone.
"""

from __future__ import annotations

from shapeinfer.codes import NOT_A_PERMUTATION
from shapeinfer.engine.run import Placed
from shapeinfer.facts.fact import TensorFact
from shapeinfer.model.graph import output_names, reads
from shapeinfer.rule.requirement import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from shapeinfer.engine.optimized.spared import Loaded
    from shapeinfer.engine.place import Place
    from shapeinfer.model.structure import Function, Graph


class Fused:
    """Tells what is reported of such a Transpose. ``graph_of``: the graph, body or function of a place;
    ``loaded``: what is known at load; None where no loader knows the rank."""

    def __init__(
        self, graph_of: Callable[[Place], Graph | Function | None], loaded: Loaded | None = None
    ) -> None:
        self.graph_of = graph_of
        self.loaded = loaded
        self._multiplied: dict[int, set[str]] = {}  # by the identity of the graph, which the model keeps

    def changed(self, found: Iterable[Placed[Finding]]) -> list[Placed[Finding]]:
        """The findings, with those about such a Transpose as warnings."""
        return [p.holding(p.item.softened()) if self.is_fused(p) else p for p in found]

    def is_fused(self, placed: Placed[Finding]) -> bool:
        """Whether the finding is about the number of axes of a Transpose that only MatMuls read."""
        item = placed.item
        rank = dict(item.args).get("rank")
        if item.code is not NOT_A_PERMUTATION or not placed.place or rank == 0:
            return False
        node = placed.place[-1].node
        perm = node.attributes.get("perm") if node.op_type == "Transpose" else None
        axes = None if perm is None else perm.value
        graph = self.graph_of(placed.place)
        if graph is None or not isinstance(axes, (tuple, list)) or not _swaps_last(list(axes)):
            return False
        if rank == 1 and self._is_ranked_at_load(placed.place):
            return False
        multiplied = self._multiplied.get(id(graph))
        if multiplied is None:
            multiplied = self._multiplied[id(graph)] = _only_multiplied(graph)
        return multiplied.issuperset(node.outputs)

    def _is_ranked_at_load(self, place: Place) -> bool:
        """Whether a loader knows the rank: it refuses a ``perm`` that names an axis which is not there."""
        fact = None if self.loaded is None else self.loaded.fact(place[-1].node.inputs[0], place)
        return isinstance(fact, TensorFact) and fact.shape is not None


def _only_multiplied(graph: Graph | Function) -> set[str]:
    """The values that MatMuls read, each once, and nothing else does."""
    found = {name for node in graph.nodes if node.op_type == "MatMul" for name in node.inputs}
    found.difference_update(output_names(graph))
    for node in graph.nodes:
        if node.op_type != "MatMul" or len(set(node.inputs)) < len(node.inputs):
            found.difference_update(reads(node))
    return found


def _swaps_last(perm: list[object]) -> bool:
    """Whether the last two axes are swapped and all others stay."""
    rank = len(perm)
    return rank > 1 and perm == [*range(rank - 2), rank - 1, rank - 2]
