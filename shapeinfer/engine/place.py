"""Places: where in a model something was met, as a path of calls shared by all that happened there.

``graph/Layer_3 -> fn:Attention/MatMul_2``, ``graph/If_0.then_branch/Add_1``.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.model.structure import Node


class Step:
    """A node, and which of its bodies (or ``fn:name``) the path goes on into; "" at the end."""

    __slots__ = ("body", "node")

    def __init__(self, node: Node, body: str = "") -> None:
        self.node = node
        self.body = body


Place = tuple[Step, ...]


def node_label(node: Node) -> str:
    """The node's name, or its operator and index where it has none."""
    return node.name or f"{node.op_type}#{node.index}"


def place_text(place: Place) -> str:
    """The path in words."""
    text = "graph"
    for step in place:
        text += f"/{node_label(step.node)}"
        if step.body.startswith("fn:"):
            text += f" -> {step.body}"
        elif step.body:
            text += f".{step.body}"
    return text
