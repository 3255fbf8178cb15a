"""Missing and duplicate names, of which a loader refuses most, and the others are a warning."""

from __future__ import annotations

from collections import Counter

from shapeinfer import codes
from shapeinfer.codes import ERROR, WARNING
from shapeinfer.engine.loader.file.survey import Region, Survey
from shapeinfer.engine.place import node_label
from shapeinfer.engine.run import Placed
from shapeinfer.model.graph import output_names, reads
from shapeinfer.model.structure import Graph, Node
from shapeinfer.rule.requirement import Finding
from shapeinfer.shorten import listed, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# Since this IR version initializers need not be inputs.
_WITHOUT_INPUTS = 4


def node_names(survey: Survey) -> Iterator[Placed[Finding]]:
    """Nodes of one graph with the same name."""
    for region in survey.regions:
        names = [node.name for node in region.graph.nodes if node.name]
        if len(set(names)) == len(names):
            continue
        alike: dict[str, list[Node]] = {}
        for node in region.graph.nodes:
            if node.name:
                alike.setdefault(node.name, []).append(node)
        for name, nodes in alike.items():
            if len(nodes) > 1:
                # ONNX Runtime turns Constants into initializers before it checks names; functions may have
                # kernels.
                counted = [n for n in nodes if n.op_type != "Constant" or n.domain]
                refused = len(counted) > 1 and not region.in_function
                yield region.found(
                    codes.DUPLICATE_NODE_NAME, "{count} nodes are named {name!r}: {nodes}",
                    nodes[1], None if refused else WARNING, count=len(nodes), name=name,
                    nodes=listed([f"{n.op_type}#{n.index}" for n in nodes]),
                )  # fmt: skip


def unnamed_graphs(survey: Survey) -> Iterator[Placed[Finding]]:
    """The main graph and bodies without a name, which a loader asks for in bodies."""
    for region in survey.regions:
        if isinstance(region.graph, Graph) and not region.graph.name:
            is_body = region.owner is not None
            severity = ERROR if is_body and not region.in_function else None
            what = "body" if is_body else "main graph"
            yield region.found(codes.UNNAMED_GRAPH, "the {what} has no name", None, severity, what=what)


def duplicates(survey: Survey) -> Iterator[Placed[Finding]]:
    """Inputs, initializers and functions with the same name."""
    for region in survey.regions:
        graph = region.graph
        inputs = region.inputs()
        if len(set(inputs)) != len(inputs):
            twice = [name for name, count in Counter(inputs).items() if count > 1]
            yield region.found(codes.REDEFINED, "two inputs are named {names}", names=quoted(twice))
        if isinstance(graph, Graph) and graph.duplicates:
            names = quoted(dict.fromkeys(graph.duplicates))
            yield region.found(
                codes.DUPLICATE_INITIALIZER, "more than one initializer is named {names}", names=names
            )
    again = dict.fromkeys(f"{f.domain}::{f.name}" for f in survey.model.duplicate_functions)
    if again:
        yield survey.main.found(
            codes.DUPLICATE_FUNCTION, "more than one function is named {names}", names=listed(again)
        )


def unknown_initializers(survey: Survey) -> Iterator[Placed[Finding]]:
    """Initializers of old files that are no inputs. In bodies a loader wants that of all; in the main graph
    it takes names from nodes and outputs too."""
    if survey.model.ir_version >= _WITHOUT_INPUTS:
        return
    for region in survey.regions:
        graph = region.graph
        if not isinstance(graph, Graph) or region.in_function or not graph.initializers:
            continue
        known = set(region.inputs())
        message = "{names}: below IR version 4 an initializer of a body has to be an input of it"
        if region.owner is None:
            known.update(output_names(graph), region.makers())
            known.update(name for node in graph.nodes for name in node.inputs)
            message = (
                "{names}: below IR version 4 an initializer has to be an input, or a node has to read it"
            )
        names = [name for name in graph.initializers if name not in known]
        if names:
            yield region.found(codes.INCOMPLETE, message, names=quoted(names))


def shadowed(survey: Survey) -> Iterator[Placed[Finding]]:
    """Values of a body that have the name of a visible outer value."""
    for region in survey.regions:
        if region.owner is not None:
            yield from _shadowed(region)


def _shadowed(region: Region) -> Iterator[Placed[Finding]]:
    given, makers = region.given(), region.makers()
    names = [*given, *(name for name in makers if name not in given)]
    inner = region
    while inner.outer is not None and inner.owner is not None:
        outer, owner = inner.outer, inner.owner
        for name in names:
            maker = outer.makers().get(name)
            # Values that are computed after the body are not visible in it.
            is_after = maker is not None and maker.index >= owner.index and not _is_stored(maker)
            if name not in outer.given() and (maker is None or is_after):
                continue
            node = makers.get(name)
            message = "{what} {name!r} of the body has the same name as {other} outside it"
            yield region.found(
                codes.SHADOWED, message, node, ERROR if _refused(region, node, maker, owner) else None,
                what="input or initializer" if node is None else "output", name=name,
                other="an input or initializer" if maker is None else f"the output of {node_label(maker)}",
            )  # fmt: skip
        inner = outer


def _refused(region: Region, node: Node | None, maker: Node | None, owner: Node) -> bool:
    """Whether ONNX Runtime refuses it. It sorts nodes itself, so only values that the owner of the body
    reads are certainly defined before the body."""
    if node is None or region.in_function:
        return False
    return maker is None or _is_stored(maker) or not set(maker.outputs).isdisjoint(reads(owner))


def _is_stored(maker: Node) -> bool:
    """Whether it is a Constant, which ONNX Runtime makes an initializer before it looks at names."""
    return maker.op_type == "Constant" and not maker.domain
