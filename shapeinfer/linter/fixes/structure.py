"""Fixes of what is unused, repeated or out of order."""

from __future__ import annotations

from shapeinfer.engine.loader.file.survey import Region
from shapeinfer.engine.place import node_label
from shapeinfer.engine.run import Placed
from shapeinfer.linter.checks.repeated import repeated
from shapeinfer.linter.fixes.bench import Bench, Change
from shapeinfer.model.edits.fields import quantization_names, text
from shapeinfer.model.graph import Cycle, captured_names, order
from shapeinfer.model.protobuf import wire
from shapeinfer.model.structure import Function, Graph, Node
from shapeinfer.rule.requirement import Finding
from shapeinfer.shorten import listed, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

# Initializers of one name are compared up to this size; larger ones count as different.
_MOST_COMPARED = 64 << 20


def sort_nodes(bench: Bench, placed: Placed[Finding]) -> Change | None:
    """SI009: the nodes in topological order."""
    region = bench.region(placed)
    if region is None or _hides_outer_values(region):
        return None
    graph = region.graph
    outer = captured_names(graph) if isinstance(graph, Graph) and region.outer is not None else ()
    found = order(graph, outer)
    if isinstance(found, Cycle):
        return None
    moved = sum(node.index != index for index, node in enumerate(found))
    edit = bench.edit_of(region)

    def apply() -> None:
        edit.order = [node.index for node in found]

    return Change(f"sorts the nodes: {moved} of {len(found)} move", apply)


def _hides_outer_values(region: Region) -> bool:
    """Whether a value of a body has the name of one outside: the order decides which one a node reads."""
    outer = region.outer
    while outer is not None:
        if not (outer.given() | outer.makers().keys()).isdisjoint(region.makers()):
            return True
        outer = outer.outer
    return False


def remove_repetition(bench: Bench, placed: Placed[Finding]) -> Change | None:
    """SI010: a node that says again what an earlier one says."""
    region = bench.region(placed)
    if region is None or not placed.place:
        return None
    node = placed.place[-1].node
    first = bench.cached(region.graph, _first_of_its_kind).get(_kind(node))
    if first is node:
        return None
    if first is None or node.has_bodies:
        return None
    edit = bench.edit_of(region)
    what = f"removes {node_label(node)}, which repeats {node_label(first)}"
    return Change(what, lambda: edit.drop_nodes.add(node.index))


def _kind(node: Node) -> tuple[object, ...]:
    return id(node.operation), node.inputs, node.outputs


def _first_of_its_kind(_: Bench, graph: Graph | Function) -> dict[tuple[object, ...], Node]:
    found: dict[tuple[object, ...], Node] = {}
    for node in graph.nodes:
        found.setdefault(_kind(node), node)
    return found


def share_results(bench: Bench, placed: Placed[Finding]) -> Change | None:
    """SI050: the values of the first of equal nodes."""
    region = bench.region(placed)
    if region is None:
        return None
    edit = bench.edit_of(region)
    dead = region.dead()  # these go by their own fix
    found = [(n, first) for n, first in repeated(region) if dead.isdisjoint((n.index, first.index))]
    renames = {
        old: new for node, first in found for old, new in zip(node.outputs, first.outputs, strict=True) if old
    }
    if not found or edit.renames:
        return None

    def apply() -> None:
        edit.drop_nodes.update(node.index for node, _ in found)
        edit.drop_values.update(renames)
        edit.renames.update(renames)

    names = listed([node_label(node) for node, _ in found])
    return Change(f"removes {counted(len(found), 'repeated node')}: {names}", apply)


def remove_dead_nodes(bench: Bench, placed: Placed[Finding]) -> Change | None:
    """SI032."""
    region = bench.region(placed)
    dead = [] if region is None else sorted(region.dead())
    if region is None or not dead:
        return None
    graph = region.graph
    edit = bench.edit_of(region)

    def apply() -> None:
        edit.drop_nodes.update(dead)
        edit.drop_values.update(name for i in dead for name in graph.nodes[i].outputs if name)

    names = listed([node_label(graph.nodes[i]) for i in dead])
    return Change(f"removes {counted(len(dead), 'node')}: {names}", apply)


def remove_unused_initializers(bench: Bench, placed: Placed[Finding]) -> Change | None:
    """SI033. Without its initializer an input of that name would have to be given by callers."""
    region = bench.region(placed)
    if region is None or not isinstance(region.graph, Graph):
        return None
    graph = region.graph
    kept = region.live() | set(region.inputs()) | quantization_names(graph)
    names = [n for n in (*graph.initializers, *graph.sparse_initializers) if n not in kept]
    if not names:
        return None
    edit = bench.edit_of(region)

    def apply() -> None:
        edit.drop_tensors.update(names)
        edit.drop_values.update(names)

    return Change(f"removes {counted(len(names), 'initializer')}: {quoted(names)}", apply)


def remove_unused_functions(bench: Bench, _: Placed[Finding]) -> Change | None:
    """SI034."""
    functions = list(bench.survey.uncalled.values())
    return _dropped(bench, functions, "removes {count}: {names}", "function")


def keep_one_function(bench: Bench, _: Placed[Finding]) -> Change | None:
    """SI044: the last of equal functions."""
    model = bench.model
    earlier = model.duplicate_functions
    for function in earlier:
        last = model.functions[function.domain, function.name, function.overload]
        if _bytes(bench, function.span) != _bytes(bench, last.span):
            return None
    return _dropped(bench, earlier, "removes {count}: {names}", "repeated function")


def _dropped(bench: Bench, functions: Collection[Function], what: str, noun: str) -> Change | None:
    if not functions:
        return None
    spans = {function.span[0] for function in functions}
    names = listed([f"{f.domain}::{f.name}" for f in functions])
    count = counted(len(functions), noun)
    return Change(what.format(count=count, names=names), lambda: bench.edit.drop_functions.update(spans))


def _bytes(bench: Bench, span: tuple[int, int, int]) -> bytes:
    return bench.model.buffer[span[1] : span[2]]


def keep_one_initializer(bench: Bench, placed: Placed[Finding]) -> Change | None:
    """SI045: the last of the initializers with a name. A dense and a sparse one are different."""
    region = bench.region(placed)
    if region is None or not isinstance(region.graph, Graph):
        return None
    graph = region.graph
    names = [n for n in dict.fromkeys(graph.duplicates) if n not in graph.sparse_initializers]
    if not names:
        return None
    edit = bench.edit_of(region)
    safe = _all_equal(bench, graph, names)
    what = "" if safe else ", the one that ONNX Runtime uses; their contents differ"
    return Change(
        f"keeps the last of the initializers {quoted(names)}{what}",
        lambda: edit.keep_last.update(names),
        safe=safe,
    )


def _all_equal(bench: Bench, graph: Graph, names: Iterable[str]) -> bool:
    """Whether the initializers with one of these names are the same, byte for byte."""
    wanted = set(names)
    first: dict[str, bytes] = {}
    buffer = bench.model.buffer
    for _, start, stop in graph.spans:
        for tag, at, end in wire.fields(buffer, start, stop, 0, wire.MAX_DEPTH):
            if tag != 0x2A or (name := text(buffer, at, end, 8)) not in wanted:
                continue
            if end - at > _MOST_COMPARED or buffer[at:end] != first.setdefault(name, buffer[at:end]):
                return False
    return True


def keep_one_attribute(bench: Bench, placed: Placed[Finding]) -> Change | None:
    """SI020: the last of the attributes with a name."""
    region = bench.region(placed)
    if region is None or not placed.place:
        return None
    node = placed.place[-1].node
    twice = node.operation.duplicate_attributes
    if dict(placed.item.args).get("name") not in twice:
        return None
    edit = bench.edit_of(region)
    safe = _given_alike(bench, node)
    what = "" if safe else "; their values differ"
    return Change(
        f"keeps the last of the attributes {quoted(dict.fromkeys(twice))} of {node_label(node)}{what}",
        lambda: edit.once.add(node.index),
        safe=safe,
    )


def _given_alike(bench: Bench, node: Node) -> bool:
    buffer = bench.model.buffer
    _, start, stop = wire.field(buffer, node.start, node.end, 0, wire.MAX_DEPTH)
    first: dict[str, bytes] = {}
    for tag, at, end in wire.fields(buffer, start, stop, 0, wire.MAX_DEPTH):
        if tag == 0x2A and buffer[at:end] != first.setdefault(text(buffer, at, end, 1), buffer[at:end]):
            return False
    return True


def remove_unused_inputs(bench: Bench, _: Placed[Finding]) -> Change | None:
    """SI035."""
    graph, read = bench.survey.main.graph, bench.survey.main.read()
    assert isinstance(graph, Graph)  # the main graph is no function
    names = [v.name for v in graph.inputs if v.name not in read and v.name not in graph.initializers]
    return _without_inputs(bench, names)


def remove_overridable_inputs(bench: Bench, _: Placed[Finding]) -> Change | None:
    """SI036."""
    graph = bench.survey.main.graph
    assert isinstance(graph, Graph)  # the main graph is no function
    return _without_inputs(bench, [v.name for v in graph.inputs if v.name in graph.initializers])


def _without_inputs(bench: Bench, names: list[str]) -> Change | None:
    if not names:
        return None
    edit = bench.edit_of(bench.survey.main)
    what = f"removes {counted(len(names), 'input')}: {quoted(names)}"
    return Change(what, lambda: edit.drop_inputs.update(names), safe=False)


def counted(number: int, noun: str) -> str:
    """``1 node``, ``2 nodes``."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
