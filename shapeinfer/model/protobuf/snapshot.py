"""A model's bytes without its large weights, cut at the nodes of its graph.

Two snapshots of a model that was edited in between have most of their nodes in common: these are found by
comparing bytes in large pieces, and only the others are decoded.
"""

from __future__ import annotations

from shapeinfer.model.protobuf import wire
from shapeinfer.model.protobuf.decode import Decoder
from shapeinfer.model.structure import Graph, Model, Node

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_GRAPH, _NODE = 7 << 3 | wire.BYTES, 1 << 3 | wire.BYTES
# Levels that may still lie inside a node of the main graph.
_DEPTH = wire.MAX_DEPTH - 2
# How many nodes are looked through for the place where two snapshots agree again, before all are indexed.
_NEAR = 12
# Fields of a NodeProto, which protobuf writes before all others.
_INPUT, _OUTPUT, _NAME = 1, 2, 3
_NAMES = frozenset(number << 3 | wire.BYTES for number in (_INPUT, _OUTPUT, _NAME))
# How many nodes are compared at first: edits are seldom closer to each other.
_FIRST_STEP = 16


class Snapshot:
    """``data`` is a serialised ModelProto in which the nodes lead the graph, as protobuf writes it.

    ``around`` is what lies outside of the graph, ``rest`` what follows its nodes. ``nodes`` are the decoded
    nodes, each at ``starts`` of ``data``, which has one more entry: the end of the last node.
    """

    __slots__ = ("around", "data", "nodes", "rest", "starts")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.nodes: list[Node] = []
        self.starts: list[int] = []
        self.around = self.rest = b""

    def cut(self) -> bool:
        """Find the parts of ``data``. False if there is no graph, or more than one."""
        data, pos, end = self.data, 0, len(self.data)
        graphs: list[tuple[int, int, int]] = []
        while pos < end:
            at = pos
            tag, start, pos = wire.field(data, pos, end, 0, wire.MAX_DEPTH)
            if tag == _GRAPH:
                graphs.append((at, start, pos))
        if len(graphs) != 1:
            return False
        ((at, start, stop),) = graphs
        self.around = data[:at] + data[stop:]
        self.starts = [start]
        self.rest = data[start:stop]
        return True

    def take(self, model: Model) -> bool:
        """Take the nodes of ``model``, which was decoded out of ``data``. False if anything lies between
        them."""
        if model.graph is None or not self.cut():
            return False
        nodes = model.graph.nodes
        starts = [node.start for node in nodes]
        starts.append(nodes[-1].end if nodes else self.starts[0])
        if starts[0] != self.starts[0] or any(n.end != s for n, s in zip(nodes, starts[1:], strict=True)):
            return False
        (_, _, stop), *more = model.graph.spans
        self.nodes, self.starts = nodes, starts
        self.rest = self.data[starts[-1] : stop]
        return not more

    def follow(self, old: object) -> tuple[list[Node], dict[int, Node]] | None:
        """Take the nodes that ``old`` has too from there, and decode all others. Returns the nodes of ``old``
        that are gone, and those that are new by their places; None if ``data`` can't be cut, or ``old`` is no
        Snapshot."""
        if not isinstance(old, Snapshot) or not self.cut():
            return None
        data, stop = self.data, self.starts[0] + len(self.rest)
        theirs, starts = old.nodes, old.starts
        nodes: list[Node] = []
        places: list[int] = []
        gone: list[Node] = []
        new: dict[int, Node] = {}
        at, pos, count, missed = 0, self.starts[0], len(theirs), 0
        index: dict[bytes, int] | None = None
        while True:
            same = _common(old, at, data, pos)
            if same:
                shift = pos - starts[at]
                nodes += theirs[at : at + same]
                there = starts[at : at + same]
                places += [start + shift for start in there] if shift else there
                pos = starts[at + same] + shift
                at += same
            if pos + 2 > stop or data[pos] != _NODE:
                break
            after = wire.field(data, pos, stop, 0, _DEPTH)[2]
            raw = data[pos:after]
            size, found = len(raw), -1
            for i in range(at, min(at + _NEAR, count)):
                if starts[i + 1] - starts[i] == size and old.data[starts[i] : starts[i + 1]] == raw:
                    found = i
                    break
            if found < 0 and missed >= _NEAR:
                if index is None:
                    index = {old.data[starts[i] : starts[i + 1]]: i for i in range(at, count)}
                found = index.get(raw, -1)
            if found >= at:
                gone += theirs[at:found]
                at, missed = found, 0
                continue
            missed += 1
            node = decoded_node(raw)
            new[len(nodes)] = node
            nodes.append(node)
            places.append(pos)
            pos = after
        gone += theirs[at:]
        places.append(pos)
        self.nodes, self.starts, self.rest = nodes, places, data[pos:stop]
        return gone, new

    def others(self) -> Graph:
        """What the graph has beside its nodes."""
        return decoded_graph(self.rest)

    def content(self) -> Callable[[], bytes]:
        """What gives the bytes, without holding the snapshot."""
        data = self.data
        return lambda: data


def _common(old: Snapshot, at: int, data: bytes, pos: int) -> int:
    """How many nodes of ``old`` from ``at`` on stand in ``data`` at ``pos`` too, compared in pieces that
    double, then halve."""
    starts, last = old.starts, len(old.nodes)
    known, step, shrinking = 0, _FIRST_STEP, False
    shift = pos - starts[at]
    while step:
        first = at + known
        end = min(first + step, last)
        same = end > first and (
            old.data[starts[first] : starts[end]] == data[starts[first] + shift : starts[end] + shift]
        )
        if same:
            known += end - first
        shrinking = shrinking or not same
        step = step >> 1 if shrinking else step << 1
    return known


def decoded_graph(raw: bytes) -> Graph:
    """The graph whose fields these are."""
    return Decoder(raw).graph([(0, 0, len(raw))], wire.MAX_DEPTH - 1)


def decoded_node(raw: bytes) -> Node:
    """The node in these bytes, its tag included, which are all that it keeps in memory."""
    found: list[Node] = []
    _, start, end = wire.field(raw, 0, len(raw), 0, _DEPTH)
    Decoder(raw).nodes(raw, 0, start, end, end, 0, _DEPTH, found)
    return found[0]


class RenamedNode(Node):
    """A node with other names than those in its bytes."""

    __slots__ = ()

    def __init__(self, old: Node, name: str, inputs: tuple[str, ...], outputs: tuple[str, ...]) -> None:
        """UnicodeEncodeError if a name can't be written."""
        "".join((name, *inputs, *outputs)).encode()
        self.name, self.inputs, self.outputs = name, inputs, outputs
        self.operation, self.index = old.operation, old.index
        self._buffer, self.start, self.end = old._buffer, old.start, old.end

    def payload(self) -> bytes:
        """The bytes of the message, with the names that it has now."""
        raw = super().payload()
        pos, end = 0, len(raw)
        while pos < end and raw[pos] in _NAMES:
            pos = wire.field(raw, pos, end, 0, _DEPTH)[2]
        names = [wire.encode_bytes(_INPUT, name.encode()) for name in self.inputs]
        names += [wire.encode_bytes(_OUTPUT, name.encode()) for name in self.outputs]
        if self.name:
            names.append(wire.encode_bytes(_NAME, self.name.encode()))
        return b"".join([*names, raw[pos:]])
