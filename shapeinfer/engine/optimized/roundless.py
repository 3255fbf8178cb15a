"""What is wrong only where a Loop makes a round.

Of a Loop that may make none it is a premise that it makes one, for else what it collects has other sizes. So
what these sizes refute behind it is no proof that every run fails: it is a warning.
"""

from __future__ import annotations

from shapeinfer.codes import ASSUMED_SIZE
from shapeinfer.engine.bodies.mistaken import LOOP_SCALARS, following
from shapeinfer.engine.run import Placed
from shapeinfer.model.graph import reads
from shapeinfer.rule.requirement import Finding, Requirement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from shapeinfer.engine.place import Place
    from shapeinfer.model.structure import Function, Graph

    Path = tuple[tuple[int, str], ...]


def behind_loops(
    found: list[Placed[Finding]],
    stated: Sequence[Placed[Requirement]],
    graph_of: Callable[[Place], Graph | Function | None],
) -> list[Placed[Finding]]:
    """The findings, with those behind such Loops as warnings. ``graph_of``: the graph, body or function of a
    place."""
    loops: dict[Path, list[Place]] = {}
    for premise in stated:
        if premise.item.code is ASSUMED_SIZE and premise.item.premise and premise.place:
            loops.setdefault(_path(premise.place[:-1]), []).append(premise.place)
    if not loops or not any(_is_refuted(placed) for placed in found):
        return found
    behind = {path: _readers(places, graph_of(places[0])) for path, places in loops.items()}
    return [
        placed.holding(placed.item.softened())
        if _is_refuted(placed) and _is_behind(placed, behind)
        else placed
        for placed in found
    ]


def _readers(loops: Sequence[Place], graph: Graph | Function | None) -> set[int]:
    """The nodes of the graph that follow from what these Loops collect."""
    if graph is None:
        return set()
    nodes = {place[-1].node for place in loops if place[-1].node.op_type == "Loop"}
    collected = [n for node in nodes for n in node.outputs[max(len(node.inputs) - LOOP_SCALARS, 0) :] if n]
    names = following(graph, collected)
    return {node.index for node in graph.nodes if not names.isdisjoint(reads(node))}


def _is_refuted(placed: Placed[Finding]) -> bool:
    """Whether it is an error by sizes and contents, and not one of a loader."""
    item = placed.item
    return bool(placed.place) and item.severity is None and not item.at_load and not item.code.at_load


def _is_behind(placed: Placed[Finding], behind: dict[Path, set[int]]) -> bool:
    return any(
        step.node.index in behind.get(_path(placed.place[:at]), ()) for at, step in enumerate(placed.place)
    )


def _path(place: Place) -> Path:
    return tuple((step.node.index, step.body) for step in place)
