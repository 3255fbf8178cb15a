"""Finds bodies of SequenceMaps that declare other sizes of their inputs than the items have.

ONNX Runtime compares them where it knows the items' sizes, and it knows only those that are declared: a model
that loads would load no more after these were written into it.
"""

from __future__ import annotations

from shapeinfer.facts.fact import Fact, SequenceFact, TensorFact
from shapeinfer.model.structure import Function, Graph, TensorType, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def misdeclares_items(graph: Graph | Function, facts: Mapping[str, Fact | None]) -> bool:
    """Whether the body of a SequenceMap in the graph contradicts what ``facts`` say of its inputs."""
    return any(
        _contradicts(value, facts.get(name))
        for node in graph.nodes
        if node.has_bodies and node.op_type == "SequenceMap" and not node.domain
        for _, body in node.bodies()
        for name, value in zip(node.inputs, body.inputs, strict=False)
    )


def _contradicts(declared: Value, fact: Fact | None) -> bool:
    item = fact.element if isinstance(fact, SequenceFact) else fact
    dims = declared.type.dims if isinstance(declared.type, TensorType) else None
    if dims is None or not isinstance(item, TensorFact) or item.shape is None:
        return False
    return len(dims) != len(item.shape) or any(
        isinstance(said, int) and size.value not in (None, said)
        for said, size in zip(dims, item.shape, strict=True)
    )
