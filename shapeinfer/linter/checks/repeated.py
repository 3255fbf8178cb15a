"""The check for nodes that compute again what another node has computed."""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.engine.loader.file.survey import Region, Survey
from shapeinfer.engine.place import node_label
from shapeinfer.engine.run import Placed
from shapeinfer.model.structure import Graph, Node
from shapeinfer.rule.requirement import Finding
from shapeinfer.schema.schema import find
from shapeinfer.shorten import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# Operators with other results in every run, or whose results depend on the mode of training.
_RANDOM = frozenset(
    ("Bernoulli", "Dropout", "Multinomial", "RandomNormal", "RandomNormalLike", "RandomUniform",
     "RandomUniformLike")
)  # fmt: skip


def repeated_nodes(survey: Survey) -> Iterator[Placed[Finding]]:
    """Nodes of one graph with equal operators, attributes and inputs."""
    for region in survey.regions:
        found = repeated(region)
        if found:
            pairs = [f"{node_label(node)} as {node_label(first)}" for node, first in found]
            yield region.found(
                codes.REPEATED_NODES, "{count} nodes compute the same as others: {nodes}",
                count=len(found), nodes=listed(pairs),
            )  # fmt: skip


def repeated(region: Region) -> list[tuple[Node, Node]]:
    """Each node that computes what an earlier one has computed, with that one. A node is not among them if
    its outputs are outputs of the graph, or are defined twice."""
    graph = region.graph
    outputs = {v.name for v in graph.outputs} if isinstance(graph, Graph) else set(graph.outputs)
    makers = region.makers()
    given = region.given()
    first: dict[tuple[object, ...], Node] = {}
    same: dict[str, str] = {}  # the name of a repeated value -> that of the first
    found: list[tuple[Node, Node]] = []
    for node in graph.nodes:
        if not _is_repeatable(node) or not all(
            _is_defined_before(n, node, makers, given) for n in node.inputs
        ):
            continue
        named = tuple([bool(name) for name in node.outputs])
        inputs = tuple([same.get(name, name) for name in node.inputs])
        earlier = first.setdefault((node.operation, inputs, named), node)
        made_once = all(makers.get(n) is node and n not in given for n in node.outputs if n)
        if earlier is not node and made_once and outputs.isdisjoint(node.outputs):
            found.append((node, earlier))
            same.update(zip(node.outputs, earlier.outputs, strict=True))
    return found


def _is_defined_before(name: str, node: Node, makers: dict[str, Node], given: set[str]) -> bool:
    """Whether all nodes that read the name read one value: it is given, is defined before the node, or comes
    from outside."""
    maker = makers.get(name)
    return name in given or maker is None or maker.index < node.index


def _is_repeatable(node: Node) -> bool:
    """Whether equal nodes compute equal values: ONNX's own operators, without bodies and without chance."""
    return (
        not node.has_bodies
        and node.op_type not in _RANDOM
        and not node.operation.duplicate_attributes
        and node.domain in ("", "ai.onnx.ml")
        and find(node.domain, node.op_type, 1 << 20) is not None
    )
