"""What runs meet either way: with Reshapes as they are written, and as ONNX Runtime completes them.

Which of both happens hangs on what a loader knows (``completed.py``). So the model with the completed targets
is inferred as well. What neither gets past is an error, and what the one that remains demands is demanded.
"""

from __future__ import annotations

from itertools import combinations

from shapeinfer.engine.optimized.inlined import changed_node, copied_graph, store_list
from shapeinfer.engine.optimized.spared import path_of
from shapeinfer.model.structure import Graph, Model

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from shapeinfer.engine.optimized.rewritten.completed import Completed
    from shapeinfer.engine.run import Placed, Run
    from shapeinfer.rule.requirement import Finding, Requirement

    Targets = Mapping[int, tuple[int, ...]]
    # Infers the model with another main graph, in which the targets of these Reshapes are decided.
    Again = Callable[[Graph, frozenset[int]], Run]

# With more Reshapes than this there are too many ways in which some are completed.
_MOST_RESHAPES = 2
_MOST_SIZE = 2**63


def with_targets(graph: Graph, targets: Targets) -> Graph:
    """The main graph with other targets of Reshapes, by the indices of these nodes."""
    graph = copied_graph(graph)
    for index, sizes in targets.items():
        name = f"\0target\0{index}"  # no other value is called so
        store_list(graph, name, sizes)
        node = graph.nodes[index] = changed_node(graph.nodes[index], index)
        node.inputs = (node.inputs[0], name)
    return graph


def with_graph(model: Model, graph: Graph) -> Model:
    """The model with another main graph."""
    changed = Model(b"", model.path)
    for slot in Model.__slots__:
        setattr(changed, slot, getattr(model, slot))
    changed.graph = graph
    return changed


def either_way(
    found: list[Placed[Finding]],
    stated: list[Placed[Requirement]],
    graph: Graph,
    completed: Completed,
    again: Again,
) -> tuple[list[Placed[Finding]], list[Placed[Requirement]]]:
    """The findings and requirements of a run as ``completed`` changes them, with those that both ways have.
    ``again`` infers the model with other targets of some of these Reshapes in its main ``graph``."""
    written = found, stated
    found, stated = completed.changed(found, stated)
    targets = {place[0].node.index: sizes for place, sizes in completed.targets.items()}
    is_inside = any(len(place) > 1 for place in completed.targets)
    if not targets or len(targets) > _MOST_RESHAPES or is_inside or not all(map(_fits, targets.values())):
        return found, stated
    ways = [
        again(with_targets(graph, {index: targets[index] for index in chosen}), frozenset(targets))
        for count in range(len(targets), 0, -1)
        for chosen in combinations(targets, count)
    ]
    refused = [
        [p for p in run.findings if p.item.is_refusal and path_of(p.place) not in completed.left_out]
        for run in ways
    ]
    if not completed.fails:
        return written if all(refused) else (found, stated)
    if all(refused):
        told = {(path_of(p.place), p.item.code) for p in refused[0]}
        return [*(p for p in found if (path_of(p.place), p.item.code) not in told), *refused[0]], stated
    if len(ways) == 1:
        known = {p.item.condition for p in stated if not p.item.premise}
        stated = [
            *stated,
            *(p for p in ways[0].requirements if _is_demand(p) and p.item.condition not in known),
        ]
    return found, stated


def _fits(target: tuple[int, ...]) -> bool:
    """Whether 64 bits hold the sizes."""
    return all(-_MOST_SIZE <= size < _MOST_SIZE for size in target)


def _is_demand(placed: Placed[Requirement]) -> bool:
    return not placed.item.premise and len(placed.place) == 1 and not placed.guarded
