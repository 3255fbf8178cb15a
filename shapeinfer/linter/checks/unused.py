"""Checks of unused parts of a model."""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.engine.loader.file.survey import Survey
from shapeinfer.engine.place import node_label
from shapeinfer.engine.run import Placed
from shapeinfer.model.structure import Graph
from shapeinfer.rule.requirement import Finding
from shapeinfer.shorten import listed, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


def dead_nodes(survey: Survey) -> Iterator[Placed[Finding]]:
    """Nodes that no output of their graph depends on."""
    for region in survey.regions:
        dead = region.dead()
        if dead:
            nodes = region.graph.nodes
            yield region.found(
                codes.DEAD_NODES, "no output depends on {count} of the {total} nodes: {nodes}",
                count=len(dead), total=len(nodes), nodes=listed([node_label(nodes[i]) for i in sorted(dead)]),
            )  # fmt: skip


def unused_initializers(survey: Survey) -> Iterator[Placed[Finding]]:
    """Initializers that are read by no node that an output needs."""
    for region in survey.regions:
        graph = region.graph
        if not isinstance(graph, Graph) or not (graph.initializers or graph.sparse_initializers):
            continue
        live = region.live()
        if graph.initializers.keys() <= live and graph.sparse_initializers.keys() <= live:
            continue
        from shapeinfer.model.edits.fields import quantization_names  # few models have unread initializers

        annotated = quantization_names(graph)
        unread = [n for n in (*graph.initializers, *graph.sparse_initializers) if n not in live]
        names = [n for n in unread if n not in annotated]
        if not names:
            continue
        size = sum(graph.initializers[n].size_bytes() for n in names if n in graph.initializers)
        yield region.found(
            codes.UNUSED_INITIALIZERS, "no output depends on {names} ({size} bytes)",
            names=quoted(names), size=size,
        )  # fmt: skip


def unused_inputs(survey: Survey) -> Iterator[Placed[Finding]]:
    """Unused inputs of the main graph. (Inputs of bodies and functions are fixed by their operators and
    calls.)"""
    graph, read = survey.model.graph, survey.main.read()
    assert graph is not None  # a survey always has a graph
    names = [v.name for v in graph.inputs if v.name not in read and v.name not in graph.initializers]
    if names:
        yield survey.main.found(codes.UNUSED_INPUTS, "no node reads {names}", names=quoted(names))


def unused_functions(survey: Survey) -> Iterator[Placed[Finding]]:
    """Functions that are never called."""
    if survey.uncalled:
        names = [f"{f.domain}::{f.name}" for f in survey.uncalled.values()]
        yield survey.main.found(codes.UNUSED_FUNCTIONS, "no node calls {names}", names=listed(names))


def unused_imports(survey: Survey) -> Iterator[Placed[Finding]]:
    """Imported domains that no node uses."""
    graphs = [region.graph for region in survey.regions] + list(survey.uncalled.values())
    used = {node.domain for graph in graphs for node in graph.nodes}
    names = [domain for domain in survey.model.opset_imports if domain and domain not in used]
    if names:
        yield survey.main.found(codes.UNUSED_IMPORTS, "no node uses {names}", names=quoted(names))
