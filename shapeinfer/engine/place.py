"""Places: where in a model something was found, as a path of nodes, bodies and function calls.

``graph/Layer_3 -> fn:Attention/MatMul_2``, ``graph/If_0.then_branch/Add_1``.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.model.structure import Node


class Step:
    """A node, and the body (or ``fn:name``) of it in which the path continues; "" at the end.

    ``runs`` says whether that body runs when the node does; None if that is unknown."""

    __slots__ = ("body", "node", "runs")

    def __init__(self, node: Node, body: str = "", *, runs: bool | None = True) -> None:
        self.node = node
        self.body = body
        self.runs = runs


Place = tuple[Step, ...]


PathKey = tuple[tuple[int, str], ...]


def path_key(path: Place) -> PathKey:
    """Equal for paths into the same body."""
    return tuple((id(step.node), step.body) for step in path)


def guard_of(place: Place) -> Place:
    """The path to the innermost body that may not run; () if all bodies on it certainly run."""
    skipped = [at for at, step in enumerate(place) if step.runs is not True]
    return place[: skipped[-1] + 1] if skipped else ()


def never_runs(place: Place) -> bool:
    """Whether a body on the path is known not to run."""
    return any(step.runs is False for step in place)


def node_label(node: Node) -> str:
    """The node's name, or its operator and index where it has none."""
    return node.name or f"{node.op_type}#{node.index}"


# The engine visits no deeper path. Functions that are never called may be nested deeper.
_MOST_STEPS = 64


def place_text(place: Place) -> str:
    """The path as text; the middle of a very long path is left out."""
    if len(place) > _MOST_STEPS:
        half = _MOST_STEPS // 2
        last = place_text(place[-half:]).removeprefix("graph")
        return f"{place_text(place[:half])}/...({len(place) - 2 * half} more){last}"
    text = "graph"
    for step in place:
        text += f"/{node_label(step.node)}"
        if step.body.startswith("fn:"):
            text += f" -> {step.body}"
        elif step.body:
            text += f".{step.body}"
    return text
