"""Transposes that ONNX Runtime takes into the MatMul that reads them, and so never looks at.

With the optimizations that users have by default, a Transpose that swaps the last two axes becomes an
attribute of the MatMul, which swaps the last two of whatever comes in: then that ``perm`` names another
number of axes is refused without optimizations alone.
"""

from __future__ import annotations

from shapeinfer.codes import NOT_A_PERMUTATION, WARNING
from shapeinfer.engine.run import Placed
from shapeinfer.model.graph import reads
from shapeinfer.rule.requirement import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from shapeinfer.model.structure import Function, Graph, Model, Node


def without_fused(found: Iterable[Placed[Finding]], model: Model) -> list[Placed[Finding]]:
    """The findings, with those about such a Transpose as warnings."""
    return [_softened(placed) if is_fused(placed, model) else placed for placed in found]


def is_fused(placed: Placed[Finding], model: Model) -> bool:
    """Whether the finding is about the number of axes of a Transpose that only MatMuls read."""
    rank = dict(placed.item.args).get("rank")
    if placed.item.code is not NOT_A_PERMUTATION or not placed.place or rank in (0, 1):
        return False
    node, graph = placed.place[-1].node, _graph_of(placed, model)
    perm = node.attributes.get("perm") if node.op_type == "Transpose" else None
    axes = perm.value if perm is not None else None
    if graph is None or not isinstance(axes, (tuple, list)) or not _swaps_last(list(axes)):
        return False
    made = set(node.outputs)
    kept = {value if isinstance(value, str) else value.name for value in graph.outputs}
    readers = [other for other in graph.nodes if not made.isdisjoint(reads(other))]
    return bool(readers) and made.isdisjoint(kept) and all(r.op_type == "MatMul" for r in readers)


def _softened(placed: Placed[Finding]) -> Placed[Finding]:
    item = Finding(placed.item.code, placed.item.message, placed.item.args, severity=WARNING)
    return Placed(item, placed.place, guarded=placed.guarded, claimed=placed.claimed)


def _swaps_last(perm: list[object]) -> bool:
    """Whether the last two axes are swapped and all others stay."""
    rank = len(perm)
    return rank > 1 and perm == [*range(rank - 2), rank - 1, rank - 2]


def _graph_of(placed: Placed[Finding], model: Model) -> Graph | Function | None:
    """The graph, body or function in which the node of the finding stands."""
    if len(placed.place) == 1:
        return model.graph
    outer = placed.place[-2]
    if outer.body.startswith("fn:"):
        return _called(outer.node, model)
    return dict(outer.node.bodies()).get(outer.body)


def _called(node: Node, model: Model) -> Function | None:
    return model.functions.get((node.domain, node.op_type, node.overload))
