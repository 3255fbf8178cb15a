"""A check of missing names that no runtime needs."""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.engine.loader.file.survey import Survey
from shapeinfer.engine.place import node_label
from shapeinfer.engine.run import Placed
from shapeinfer.rule.requirement import Finding
from shapeinfer.shorten import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


def unnamed_nodes(survey: Survey) -> Iterator[Placed[Finding]]:
    """Nodes without a name."""
    for region in survey.regions:
        nodes = region.graph.nodes
        unnamed = [node_label(node) for node in nodes if not node.name]
        if unnamed:
            yield region.found(
                codes.UNNAMED_NODES, "{count} of the {total} nodes have no name: {nodes}",
                count=len(unnamed), total=len(nodes), nodes=listed(unnamed),
            )  # fmt: skip
