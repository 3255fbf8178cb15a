"""What follows from what some nodes make, in the same graph and around the bodies that return it."""

from __future__ import annotations

from shapeinfer.dims import ONE, Symbol, of
from shapeinfer.dims.proofs import PROVED
from shapeinfer.engine.bodies.mistaken import LOOP_SCALARS, following
from shapeinfer.engine.optimized.spared import path_of
from shapeinfer.model.graph import output_names, reads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence, Set

    from shapeinfer.engine.optimized.spared import Path
    from shapeinfer.engine.place import Place
    from shapeinfer.engine.run import Placed
    from shapeinfer.model.structure import Graph
    from shapeinfer.rule.requirement import Condition, Finding, Requirement

    Behind = Mapping[Path, Set[int]]


def nodes_behind(places: Sequence[Place], graph_of: Callable[[Place], Graph | None]) -> Behind:
    """The nodes that follow from what the nodes at these places make, of Loops what they collect, by the path
    of their graph: beside them, and around the bodies that return it."""
    collected: dict[Path, tuple[Place, set[str]]] = {}
    for place in places:
        node = place[-1].node
        first = max(len(node.inputs) - LOOP_SCALARS, 0) if node.op_type == "Loop" else 0
        _, names = collected.setdefault(path_of(place[:-1]), (place, set()))
        names.update(name for name in node.outputs[first:] if name)
    found: dict[Path, Set[int]] = {}
    while collected:
        path = max(collected, key=len)  # what it returns is collected around it
        place, names = collected.pop(path)
        graph = graph_of(place)
        if graph is None:
            continue
        after = following(graph, names)
        found[path] = {node.index for node in graph.nodes if not after.isdisjoint(reads(node))}
        if path and not after.isdisjoint(output_names(graph)):
            _, outside = collected.setdefault(path[:-1], (place[:-1], set()))
            outside.update(name for name in place[-2].node.outputs if name)
    return found


def leaning(
    found: list[Placed[Finding]],
    stated: list[Placed[Requirement]],
    places: Sequence[Place],
    graph_of: Callable[[Place], Graph | None],
) -> tuple[list[Placed[Finding]], list[Placed[Requirement]]]:
    """The findings and requirements, with those that follow from what the nodes at these places make as
    warnings and premises: these may make something else."""
    if not places:
        return found, stated
    after = nodes_behind(places, graph_of)
    findings = [p.holding(p.item.softened()) if is_refuted(p) and is_behind(p, after) else p for p in found]
    requirements = [p.holding(p.item.as_premise()) if is_behind(p, after) else p for p in stated]
    return findings, requirements


def may_fail(condition: Condition) -> bool:
    """Whether it is not proved for all sizes of 1 and more."""
    symbols = [s for s in condition.symbols() if s.named and (s.lo is None or s.lo < 1)]
    some = {symbol: of(Symbol(symbol.name, ONE, symbol.high)) for symbol in symbols}
    try:
        return condition.substitute(some, {}).verdict() is not PROVED
    except ZeroDivisionError:  # it is not defined for all of these sizes
        return True


def is_refuted(placed: Placed[Finding]) -> bool:
    """Whether it is an error by sizes and contents, and not one of a loader."""
    item = placed.item
    return bool(placed.place) and item.severity is None and not item.at_load and not item.code.at_load


def is_behind(placed: Placed[Finding] | Placed[Requirement], after: Behind) -> bool:
    """Whether it is about one of these nodes, or stands in a body of one."""
    return any(
        step.node.index in after.get(path_of(placed.place[:at]), ()) for at, step in enumerate(placed.place)
    )
