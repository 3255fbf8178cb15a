"""Fixes of names that are missing, given twice, or hide others; and of suppressions that suppress nothing."""

from __future__ import annotations

from shapeinfer.engine.place import node_label
from shapeinfer.engine.run import Placed
from shapeinfer.linter.fixes.bench import Bench, Change
from shapeinfer.linter.fixes.structure import counted
from shapeinfer.linter.suppression import KEY
from shapeinfer.model.graph import reads
from shapeinfer.model.structure import Function, Graph, Node
from shapeinfer.rule.requirement import Finding
from shapeinfer.shorten import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def name_nodes(bench: Bench, placed: Placed[Finding]) -> Change | None:
    """SI038: every node without a name is named after its operator and its position."""
    region = bench.region(placed)
    if region is None:
        return None
    nodes = [node for node in region.graph.nodes if not node.name]
    edit = bench.edit_of(region)

    def apply() -> None:
        for node in nodes:
            edit.node_names[node.index] = bench.unused(f"{node.op_type}_{node.index}")

    return Change(
        f"names {counted(len(nodes), 'node')}: {listed([node_label(node) for node in nodes])}", apply
    )


def rename_nodes(bench: Bench, placed: Placed[Finding]) -> Change | None:
    """SI039: all nodes of one name but the first get a number."""
    region = bench.region(placed)
    if region is None or not placed.place:
        return None
    name = placed.place[-1].node.name
    _, *others = bench.cached(region.graph, _by_name)[name]
    edit = bench.edit_of(region)

    def apply() -> None:
        for node in others:
            edit.node_names[node.index] = bench.unused(f"{name}_{node.index}")

    return Change(f"renames {listed([f'{node.op_type}#{node.index}' for node in others])}", apply)


def _by_name(_: Bench, graph: Graph | Function) -> dict[str, list[Node]]:
    found: dict[str, list[Node]] = {}
    for node in graph.nodes:
        found.setdefault(node.name, []).append(node)
    return found


def rename_hiding_value(bench: Bench, placed: Placed[Finding]) -> Change | None:
    """SI037: a new name for the value of the body, where it is clear which reader means it."""
    region = bench.region(placed)
    if region is None or not isinstance(region.graph, Graph):
        return None
    name = str(dict(placed.item.args)["name"])
    maker = region.makers().get(name)
    edit = bench.edit_of(region)
    first = bench.cached(region.graph, _first_readers).get(name)
    if edit.renames or (maker is not None and first is not None and first <= maker.index):
        return None

    def apply() -> None:
        edit.renames[name] = bench.unused(f"{name}_inner")

    return Change(f"gives {name!r} in the body another name", apply)


def _first_readers(_: Bench, graph: Graph | Function) -> dict[str, int]:
    """The position of the first node that reads each name."""
    found: dict[str, int] = {}
    for node in graph.nodes:
        for name in reads(node):
            found.setdefault(name, node.index)
    return found


def name_graph(bench: Bench, placed: Placed[Finding]) -> Change | None:
    """SI049."""
    region = bench.region(placed)
    if region is None or not isinstance(region.graph, Graph):
        return None
    name = placed.place[-1].body if placed.place else "main_graph"
    edit = bench.edit_of(region)

    def apply() -> None:
        edit.name = name

    return Change(f"names the graph {name!r}", apply)


def remove_suppression(bench: Bench, placed: Placed[Finding]) -> Change | None:
    """SI090: the selector, and the entry if nothing else stands in it."""
    args = dict(placed.item.args)
    owner, selector = str(args["owner"]), str(args["selector"])
    notes: dict[str, str | None]
    before: Mapping[str, str]
    if owner == "the model":
        notes, before = bench.edit.notes, bench.model.metadata_props
    elif owner == "the graph":
        graph = bench.survey.main.graph
        notes, before = bench.edit.graph(graph).notes.setdefault(None, {}), graph.metadata()
    elif owner.startswith("node ") and placed.place and not placed.place[-1].body:
        region, node = bench.region(placed), placed.place[-1].node
        if region is None:
            return None
        notes, before = bench.edit_of(region).notes.setdefault(node.index, {}), node.metadata()
    else:
        return None

    def apply() -> None:
        text = notes.get(KEY, before.get(KEY))
        notes[KEY] = _without(text or "", selector) or None

    return Change(f"removes {selector!r} from {KEY} of {owner}", apply)


def _without(text: str, selector: str) -> str:
    """The text of an entry without a selector; lines that name no other are left out."""
    lines: list[str] = []
    for line in text.splitlines():
        selectors, colon, reason = line.partition(":")
        left = [part.strip() for part in selectors.split(",") if part.strip() and part.strip() != selector]
        if left:
            lines.append(", ".join(left) + colon + reason)
    return "\n".join(lines)
