"""The order and the uses of a graph's nodes. Only ``build``, which hands out a networkx graph, loads
networkx."""

from __future__ import annotations

from shapeinfer.model.structure import Function, Graph, Node, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Set

    import networkx as nx

Vertex = int | tuple[str, str]
"""A node's index, or one of ("input", name), ("initializer", name), ("outer", name), ("output", name)."""

if TYPE_CHECKING:
    MultiDiGraph = nx.MultiDiGraph[Vertex]

CAPTURED = -1
"""The input position of a name that a node's body reads."""


class Cycle:
    """The nodes of a cycle: each needs an output of the one before, the first an output of the last."""

    __slots__ = ("nodes",)

    def __init__(self, nodes: list[Node]) -> None:
        self.nodes = nodes


def captured_names(graph: Graph) -> frozenset[str]:
    """The names that a body, with the bodies inside it, reads from outside."""
    if graph.captured is None:
        read = {value.name for value in graph.outputs}
        for node in graph.nodes:
            read.update(reads(node))
        graph.captured = frozenset(read - defined(graph)) - {""}
    return graph.captured


def reads(node: Node) -> tuple[str, ...]:
    """The names that a node needs: its inputs, "" for those left out, and what its bodies capture."""
    if not node.has_bodies:
        return node.inputs
    captured: set[str] = set()
    for _, body in node.bodies():
        captured |= captured_names(body)
    return (*node.inputs, *sorted(captured.difference(node.inputs)))


# Since this opset a Scan has no batch.
SCAN_WITHOUT_BATCH = 9


def scanned_count(node: Node) -> int | None:
    """How many of a Scan's inputs its rounds take slices of; None if it does not say."""
    attribute = node.attributes.get("num_scan_inputs")
    return attribute.value if attribute is not None and isinstance(attribute.value, int) else None


def scan_axis(node: Node, at: int) -> int:
    """The axis along which the rounds of a Scan take slices of the scan input at this position."""
    attribute = node.attributes.get("scan_input_axes")
    axes = attribute.value if attribute is not None and isinstance(attribute.value, tuple) else ()
    axis = axes[at] if at < len(axes) else 0
    return axis if isinstance(axis, int) else 0


def states_of(node: Node, body: Graph) -> list[tuple[str, str]]:
    """Of a body that a Loop or Scan runs in rounds, how each state is named at the end of a round and at the
    start of the next one."""
    made = [value.name for value in body.outputs]
    given = [value.name for value in body.inputs]
    if node.op_type == "Loop":
        return list(zip(made[1:], given[2:], strict=False))
    if node.op_type == "Scan":
        count = len(given) - (scanned_count(node) or 0)
        return list(zip(made, given[: max(0, count)], strict=False))
    return []


def is_sorted(graph: Graph | Function, outer_names: Iterable[str] = ()) -> bool:
    """Whether each name is defined before it is read. False too if one is defined nowhere."""
    known = _sources(graph)
    known.update(outer_names)
    for node in graph.nodes:
        if not known.issuperset(reads(node) if node.has_bodies else node.inputs):
            return False
        known.update(node.outputs)
    return True


def order(graph: Graph | Function, outer_names: Iterable[str] = ()) -> list[Node] | Cycle:
    """The nodes, each after those it needs; of several that are ready the first in the file comes first.

    A name that is defined nowhere, or outside, orders nothing.
    """
    if is_sorted(graph, outer_names):
        return list(graph.nodes)
    import heapq

    makers = producers(graph)
    needs = [{makers[name].index: None for name in reads(node) if name in makers} for node in graph.nodes]
    needed_by: list[list[int]] = [[] for _ in graph.nodes]
    for index, makers_of in enumerate(needs):
        for maker in makers_of:
            needed_by[maker].append(index)
    waiting = [len(makers_of) for makers_of in needs]
    ready = [index for index, count in enumerate(waiting) if not count]
    found: list[Node] = []
    while ready:
        index = heapq.heappop(ready)
        found.append(graph.nodes[index])
        for reader in needed_by[index]:
            waiting[reader] -= 1
            if not waiting[reader]:
                heapq.heappush(ready, reader)
    return found if len(found) == len(graph.nodes) else Cycle([graph.nodes[i] for i in _cycle(needed_by)])


def _cycle(following: list[list[int]]) -> list[int]:
    """The first cycle that a depth-first search meets; there is one."""
    done: set[int] = set()
    for start in range(len(following)):
        if start in done:
            continue
        way = {start: iter(following[start])}
        while way:
            last = next(reversed(way))
            after = next((node for node in way[last] if node not in done), None)
            if after is None:
                done.add(last)
                del way[last]
            elif after in way:
                path = list(way)
                return path[path.index(after) :]
            else:
                way[after] = iter(following[after])
    raise AssertionError("there is no cycle")


def producers(graph: Graph | Function) -> dict[str, Node]:
    """Which node makes a name; the first, where a broken model has several."""
    found: dict[str, Node] = {}
    for node in graph.nodes:
        for name in node.outputs:
            if name and name not in found:
                found[name] = node
    return found


def consumers(graph: Graph | Function) -> dict[str, list[tuple[Node, int]]]:
    """Which nodes read a name, and as which input: CAPTURED where a body reads it."""
    found: dict[str, list[tuple[Node, int]]] = {}
    for node in graph.nodes:
        count = len(node.inputs)
        for position, name in enumerate(reads(node)):
            if name:
                found.setdefault(name, []).append((node, position if position < count else CAPTURED))
    return found


def names_read(graph: Graph | Function) -> set[str]:
    """Every name that a node, a body or an output reads; "" among them."""
    read = {"", *output_names(graph)}.union(*[node.inputs for node in graph.nodes])
    read.update(*[reads(node) for node in graph.nodes if node.operation.has_bodies])
    return read


def dead_nodes(graph: Graph | Function, read: Set[str] | None = None) -> set[int]:
    """The indices of the nodes that no output of the graph needs. ``read``: what :func:`names_read` says,
    if that is known."""
    # Every set of dead nodes has a last one, and most graphs have none: this is the quick look.
    if not any(map((read or names_read(graph)).isdisjoint, [node.outputs for node in graph.nodes])):
        return set()
    needed_names = set(output_names(graph))
    needed_names.discard("")
    unused: list[Node] = []
    for node in reversed(graph.nodes):
        if needed_names.isdisjoint(node.outputs):
            unused.append(node)
        else:
            needed_names.update(reads(node) if node.operation.has_bodies else node.inputs)
    if all(needed_names.isdisjoint(node.outputs) for node in unused):
        return {node.index for node in unused}
    return _dead_among_unsorted(graph)


def _dead_among_unsorted(graph: Graph | Function) -> set[int]:
    made_by: dict[str, list[Node]] = {}
    for node in graph.nodes:
        for name in node.outputs:
            made_by.setdefault(name, []).append(node)
    made_by.pop("", None)
    dead = set(range(len(graph.nodes)))
    needed = output_names(graph)
    while needed:
        for node in made_by.get(needed.pop(), ()):
            if node.index in dead:
                dead.discard(node.index)
                needed += reads(node)
    return dead


def build(graph: Graph | Function, facts: Mapping[str, object] | None = None) -> MultiDiGraph:
    """The networkx graph: nodes by index, pseudo-nodes where values enter and leave.

    Each edge is one use of a value: ``value`` is its name, ``output`` the position among the outputs of
    the node that makes it, ``input`` the position among the inputs of the one that reads it (CAPTURED
    where a body does; for an output of the graph the position of the output). A vertex has a ``kind``
    ("node", "input", "initializer", "output", "outer") and a ``name``, a node also ``op_type`` and
    ``domain``. A name that is defined nowhere comes from ("outer", name). With ``facts`` by value name each
    edge also has its ``fact``. All data are strings and numbers, which networkx can write in any format.
    """
    import networkx as nx

    built: MultiDiGraph = nx.MultiDiGraph()
    sources: dict[str, tuple[Vertex, int]] = {}
    if isinstance(graph, Graph):
        initializers = [*graph.initializers, *graph.sparse_initializers]
        sources.update((name, (("initializer", name), 0)) for name in initializers)
        inputs = [value.name for value in graph.inputs]
    else:
        inputs = list(graph.inputs)
    sources.update((name, (("input", name), position)) for position, name in enumerate(inputs))
    for source, _ in sources.values():
        _add_end(built, source)
    for node in graph.nodes:
        built.add_node(
            node.index,
            kind="node",
            name=_text(node.name),
            op_type=_text(node.op_type),
            domain=_text(node.domain),
        )
        for position, name in enumerate(node.outputs):
            if name:
                sources.setdefault(name, (node.index, position))

    def connect(name: str, target: Vertex, position: int) -> None:
        source, made_at = sources.get(name) or (("outer", name), 0)
        for end in (source, target):
            if end not in built:
                _add_end(built, end)
        data: dict[str, str | int] = {"value": _text(name), "output": made_at, "input": position}
        if facts is not None:
            data["fact"] = _text(str(facts.get(name, "")))
        built.add_edge(source, target, **data)

    for node in graph.nodes:
        count = len(node.inputs)
        for position, name in enumerate(reads(node)):
            if name:
                connect(name, node.index, position if position < count else CAPTURED)
    for position, name in enumerate(output_names(graph)):
        connect(name, ("output", name), position)
    return built


def _add_end(built: MultiDiGraph, end: Vertex) -> None:
    assert not isinstance(end, int)  # nodes are added with what they are
    kind, name = end
    built.add_node(end, kind=kind, name=_text(name))


def _text(name: str) -> str:
    """Text that every format can hold: XML allows no control characters, UTF-8 no lone surrogates."""
    return name if name.isprintable() else "".join(c if c.isprintable() else "\ufffd" for c in name)


def is_given(name: str, graph: Graph) -> bool:
    """Whether a name is that of an input for which nothing is stored."""
    return name not in graph.initializers and any(value.name == name for value in graph.inputs)


def output_names(graph: Graph | Function) -> list[str]:
    """The names of what a graph or function returns."""
    if isinstance(graph, Graph):
        return [value.name for value in graph.outputs]
    return list(graph.outputs)


def _sources(graph: Graph | Function) -> set[str]:
    """What is known before the first node runs; "" is an input that is left out."""
    if isinstance(graph, Function):
        return {"", *graph.inputs}
    known = {value.name for value in graph.inputs}
    known.update(graph.initializers, graph.sparse_initializers, ("",))
    return known


def defined(graph: Graph) -> set[str]:
    """The names that a graph gives to what goes in, to what it stores and to what its nodes make; with ""."""
    names = _sources(graph)
    for node in graph.nodes:
        names.update(node.outputs)
    return names


def claims_of(graph: Graph) -> dict[str, Value]:
    """What a main graph declares of values that its nodes make."""
    typed = {v.name: v for v in graph.outputs if v.type is not None}
    return {**graph.value_info, **typed}
