"""What a run reports, as runs with the usual optimizations meet it."""

from __future__ import annotations

from shapeinfer.engine.optimized.fused import without_fused
from shapeinfer.engine.optimized.solved import Solver
from shapeinfer.engine.optimized.spared import spared_nodes, without

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from shapeinfer.engine.run import Placed
    from shapeinfer.facts.fact import Fact
    from shapeinfer.model.structure import Function, Model, Node
    from shapeinfer.rule.requirement import Finding, Requirement


def as_optimized(
    model: Model,
    found: list[Placed[Finding]],
    stated: list[Placed[Requirement]],
    function_of: Callable[[Node], Function | None],
    without_sizes: Callable[[], Mapping[str, Fact]],
) -> tuple[list[Placed[Finding]], list[Placed[Requirement]]]:
    """The findings and requirements: what only runs without optimizations meet is a warning or a premise.
    ``without_sizes`` gives the facts of the main graph at load."""
    asked: list[Mapping[str, Fact]] = []

    def at_load() -> Mapping[str, Fact]:
        if not asked:
            asked.append(without_sizes())
        return asked[0]

    graph = model.graph
    assert graph is not None  # it was visited
    places = [p.place for p in found] + [p.place for p in stated]
    reported = {place[0].node.index for place in places if place}
    spared = spared_nodes(graph, function_of if model.functions else None, reported, at_load)
    if spared:
        found, stated = without(found, stated, spared)
    return Solver(graph, function_of, at_load).changed(without_fused(found, model), stated)
