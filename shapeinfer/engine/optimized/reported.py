"""What a run reports, as runs with the usual optimizations meet it."""

from __future__ import annotations

from shapeinfer.codes import (
    BROADCAST_MISMATCH,
    EMPTY_REDUCTION,
    INDEX_OUT_OF_RANGE,
    LIST_LENGTH,
    NOT_A_PERMUTATION,
    RESHAPE_ELEMENT_COUNT,
    RESHAPE_TARGET,
    RUNTIME_DIFFERS,
    WRONG_RANK,
)
from shapeinfer.dims.budget import spend
from shapeinfer.engine.optimized.spared import Loaded, graph_at, path_of, spared_nodes, weakened, without
from shapeinfer.engine.place import Step
from shapeinfer.facts.fact import TensorFact
from shapeinfer.model.graph import reads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Set

    from shapeinfer.engine.optimized.rewritten.either_way import Again
    from shapeinfer.engine.optimized.spared import Path
    from shapeinfer.engine.optimized.ways import WaysOf
    from shapeinfer.engine.place import Place
    from shapeinfer.engine.run import Placed, Run
    from shapeinfer.model.structure import Function, Graph, Node
    from shapeinfer.rule.requirement import Finding, Requirement


# Operators of which something may be left out where numbers are quantized.
_QUANTIZED = ("DequantizeLinear", "GlobalAveragePool", "QuantizeLinear")


def as_optimized(
    run: Run,
    function_of: Callable[[Node], Function | None],
    without_sizes: Callable[[Run], Run],
    again: Again,
    decided: frozenset[int] | None = None,
) -> tuple[list[Placed[Finding]], list[Placed[Requirement]]]:
    """The findings and requirements of a run: what only runs without optimizations meet is a warning or a
    premise. ``without_sizes`` gives the same run as it is at load, ``again`` that with another main
    graph. ``decided``: it is one, and these Reshapes have the targets that they are to have."""
    graph = run.model.graph
    if graph is None:
        return run.findings, run.requirements
    ask = again if decided is None else None
    if not run.model.functions and not any(visit.replaces for visit in run.visits):
        found, stated, unranked = _as_optimized(
            run, graph, Loaded(lambda: without_sizes(run)), ask, decided or frozenset()
        )
        _forget_ranks(run, unranked)
        return found, stated
    from shapeinfer.engine.optimized.inlined import Inlined

    inlined = Inlined(run, graph, function_of)
    loaded = Loaded(lambda: inlined.run(without_sizes(run)))
    found, stated, unranked = _as_optimized(
        inlined.run(run), inlined.graph, loaded, ask, decided or frozenset()
    )
    _forget_ranks(run, unranked)
    return inlined.back(found), inlined.back(stated)


def _as_optimized(
    run: Run,
    graph: Graph,
    loaded: Loaded,
    again: Again | None = None,
    decided: frozenset[int] = frozenset(),
) -> tuple[list[Placed[Finding]], list[Placed[Requirement]], Set[str]]:
    """The same of a run of this graph, and the values whose ranks are not sure. ``loaded``: what is known at
    load."""

    def graph_of(place: Place) -> Graph | None:
        return graph_at(place, graph)

    found, stated = run.findings, run.requirements
    places = [p.place for p in found if p.place] + [p.place for p in stated if p.place]
    spared = spared_nodes(graph, places, graph_of, loaded)
    if spared:
        found, stated = without(found, stated, spared)
    # What follows is about some operators and codes: only what something is reported of is loaded.
    operators = {place[-1].node.op_type for place in places}
    if found or "Loop" in operators:
        from shapeinfer.engine.optimized.roundless import behind_loops

        found, stated = behind_loops(found, stated, graph_of)
    codes = {p.item.code for p in found} | {p.item.code for p in stated}
    is_moved = not codes.isdisjoint((NOT_A_PERMUTATION, LIST_LENGTH, WRONG_RANK))
    is_reshaped = not codes.isdisjoint((RESHAPE_ELEMENT_COUNT, RESHAPE_TARGET))
    is_refused = any(p.item.is_refusal and not p.item.at_load for p in found)
    is_left_out = (
        is_reshaped or is_refused or not operators.isdisjoint(("Cast", "Dropout", "Expand", "Slice"))
    )
    is_normalized = not codes.isdisjoint((BROADCAST_MISMATCH, EMPTY_REDUCTION)) and not operators.isdisjoint(
        ("LayerNormalization", "Pow")
    )
    ways = _ways_of(run, graph, graph_of) if is_moved or is_left_out or is_normalized else None
    if ways is not None and is_normalized:
        from shapeinfer.engine.optimized.normalized import not_looked_at

        found, stated = not_looked_at(found, stated, graph_of, ways, loaded)
    unranked: Set[str] = frozenset()
    unsure = list(_of_unknown_rank(run, graph))
    if (ways is not None and is_moved) or unsure:
        from shapeinfer.engine.optimized.fused import Fused

        fused = Fused(graph_of, loaded, ways)
        found, stated = fused.changed(found, stated)
        fused.add_unsure(unsure, graph)
        unranked = fused.unranked
        found = [p.holding(p.item.softened()) if _is_behind(p, unranked) else p for p in found]
    if not operators.isdisjoint(_QUANTIZED):
        from shapeinfer.engine.optimized.quantized import taken_together

        found, stated = taken_together(found, stated, graph_of, loaded)
    if is_reshaped or not codes.isdisjoint((WRONG_RANK, RUNTIME_DIFFERS)):
        from shapeinfer.engine.optimized.rewritten.contiguous import Contiguous

        found, stated = Contiguous(graph_of, loaded, Loaded(lambda: run)).changed(found, stated)
    if ways is not None and is_left_out:
        from shapeinfer.engine.optimized.eliminated import Eliminated
        from shapeinfer.engine.optimized.rewritten.completed import Completed

        found, stated = Eliminated(ways, loaded).changed(found, stated)
        completed = Completed(ways, loaded, decided)
        found = completed.without_sources(found)
        if again is None or not is_reshaped or graph is not run.model.graph:
            found, stated = completed.changed(found, stated)
        else:
            from shapeinfer.engine.optimized.rewritten.either_way import either_way  # rarely needed

            found, stated = either_way(found, stated, graph, completed, again)
    if INDEX_OUT_OF_RANGE in codes and "Gather" in operators:
        from shapeinfer.engine.optimized.rewritten.sliced import Sliced

        sliced = Sliced(run, graph, ways or _ways_of(run, graph, graph_of), loaded)
        found, stated = sliced.changed(found, stated, again)
        unranked |= sliced.unsure
    if any(p.resting for p in found) or any(p.resting for p in stated):
        found, stated = _as_rested(run, found, stated)
    return found, stated, unranked


def _is_behind(placed: Placed[Finding], names: Set[str]) -> bool:
    """Whether it is an error that only a run meets, of a node of the main graph that reads such a value."""
    if not names or not placed.place or not placed.item.is_refusal or placed.item.at_load:
        return False
    return not names.isdisjoint(reads(placed.place[0].node))


def _forget_ranks(run: Run, names: Set[str]) -> None:
    """Forget the shapes of these values: of what follows from a node that may be left out, which are of one
    rank where it is, and of another where it is not."""
    for name in names - run.claimed:
        fact = run.facts.get(name)
        if isinstance(fact, TensorFact):
            run.facts[name] = TensorFact(fact.elem_type, None)


def _of_unknown_rank(run: Run, graph: Graph) -> Iterator[Place]:
    """The Transposes to given axes of what has no known rank."""
    known = Loaded(lambda: run)
    bodies = {key: _transposes(visit.graph) for key, visit in run.visits_by_key().items()}
    places = [((), _transposes(graph)), *((visit.place, bodies[visit.key]) for visit in run.visits)]
    for around, nodes in places:
        for node in nodes:
            place = (*around, Step(node))
            fact = known.fact(node.inputs[0], place)
            if isinstance(fact, TensorFact) and fact.shape is None:
                yield place


def _transposes(graph: Graph | Function) -> list[Node]:
    """Those with a ``perm``."""
    spend(len(graph.nodes))
    return [n for n in graph.nodes if n.op_type == "Transpose" and n.inputs and "perm" in n.attributes]


def _ways_of(run: Run, graph: Graph, graph_of: Callable[[Place], Graph | None]) -> WaysOf:
    """Where the values of the graph come from."""
    from shapeinfer.engine.optimized.ways import WaysOf

    # Since IR version 4 an initializer that is also an input may be overridden at run time.
    overridable = {v.name for v in graph.inputs} if run.model.ir_version >= 4 else set()
    return WaysOf(graph, graph_of, overridable)


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
