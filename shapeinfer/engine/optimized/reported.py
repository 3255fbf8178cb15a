"""What a run reports, as runs with the usual optimizations meet it."""

from __future__ import annotations

from shapeinfer.codes import RESHAPE_ELEMENT_COUNT, RESHAPE_TARGET
from shapeinfer.engine.optimized.spared import Loaded, path_of, spared_nodes, weakened, without

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from shapeinfer.engine.optimized.spared import Path
    from shapeinfer.engine.place import Place
    from shapeinfer.engine.run import Placed, Run
    from shapeinfer.model.structure import Function, Graph, Node
    from shapeinfer.rule.requirement import Finding, Requirement


def as_optimized(
    run: Run, function_of: Callable[[Node], Function | None], without_sizes: Callable[[Run], Run]
) -> tuple[list[Placed[Finding]], list[Placed[Requirement]]]:
    """The findings and requirements of a run: what only runs without optimizations meet is a warning or a
    premise. ``without_sizes`` gives the same run as it is at load."""
    loaded = Loaded(lambda: without_sizes(run))
    graph = run.model.graph
    if graph is None:
        return run.findings, run.requirements

    def inner(place: Place) -> Graph | Function | None:
        return graph_of(place, graph, function_of)

    found, stated = run.findings, run.requirements
    places = [p.place for p in found if p.place] + [p.place for p in stated if p.place]
    spared = spared_nodes(graph, places, inner, function_of if run.model.functions else None, loaded)
    if spared:
        found, stated = without(found, stated, spared)
    # What follows is about some operators and codes: only what something is reported of is loaded.
    operators = {place[-1].node.op_type for place in places}
    if found or "Loop" in operators:
        from shapeinfer.engine.optimized.roundless import behind_loops

        found, stated = behind_loops(found, stated, inner)
    if found:
        from shapeinfer.engine.optimized.fused import Fused

        found = Fused(inner, loaded).changed(found)
    codes = {p.item.code for p in found} | {p.item.code for p in stated}
    is_reshaped = not codes.isdisjoint((RESHAPE_ELEMENT_COUNT, RESHAPE_TARGET))
    if is_reshaped:
        from shapeinfer.engine.optimized.contiguous import Contiguous

        found, stated = Contiguous(inner, loaded, Loaded(lambda: run)).changed(found, stated)
    if is_reshaped or "Expand" in operators:
        from shapeinfer.engine.optimized.completed import Completed
        from shapeinfer.engine.optimized.eliminated import Eliminated
        from shapeinfer.engine.optimized.ways import WaysOf

        # Since IR version 4 an initializer that is also an input may be overridden at run time.
        overridable = {v.name for v in graph.inputs} if run.model.ir_version >= 4 else set()
        ways = WaysOf(graph, inner, overridable)
        found, stated = Eliminated(ways, loaded).changed(found, stated)
        found, stated = Completed(ways, loaded).changed(found, stated)
    if any(p.resting for p in found) or any(p.resting for p in stated):
        found, stated = _as_rested(run, found, stated)
    return found, stated


def _as_rested(
    run: Run, found: list[Placed[Finding]], stated: list[Placed[Requirement]]
) -> tuple[list[Placed[Finding]], list[Placed[Requirement]]]:
    """The same, with what follows of an error or a demand that is none any more as a warning or a premise."""
    lost = _holding(run.findings, run.requirements) - _holding(found, stated)
    paths = {path for path, _ in lost}

    def is_avoided(placed: Placed[Finding] | Placed[Requirement]) -> bool:
        return any(path_of(at) in paths for at in placed.resting)

    return weakened(found, stated, is_avoided)


def _holding(
    found: Iterable[Placed[Finding]], stated: Iterable[Placed[Requirement]]
) -> set[tuple[Path, object]]:
    """The errors and demands: where they stand, and the code or the condition."""
    errors = {(path_of(p.place), p.item.code) for p in found if p.item.is_refusal}
    return errors | {(path_of(p.place), p.item.condition) for p in stated if not p.item.premise}


def graph_of(
    place: Place, graph: Graph | Function | None, function_of: Callable[[Node], Function | None]
) -> Graph | Function | None:
    """The graph, body or function that the last node of the path stands in, which begins in ``graph``."""
    for step in place[:-1]:
        if graph is not None:
            is_call = step.body.startswith("fn:")
            graph = function_of(step.node) if is_call else dict(step.node.bodies()).get(step.body)
    return graph
