"""Applies edits to the bytes of a model.

Everything that is not named in an edit stays as it is, byte for byte: weights, metadata, fields that nothing
here knows.
"""

from __future__ import annotations

from shapeinfer.model.edits.body import FUNCTION, GRAPH, BodyFields
from shapeinfer.model.edits.edit import NONE, Edit, GraphEdit
from shapeinfer.model.edits.fields import imported, new_imports, new_notes, note, text, utf8
from shapeinfer.model.protobuf import wire
from shapeinfer.model.protobuf.pieces import Piece, as_field, rewritten
from shapeinfer.model.protobuf.wire import encode_bytes, encode_varint
from shapeinfer.model.structure import Function, Graph, Model, Node

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from shapeinfer.model.protobuf.wire import Buffer

    Edited = list[Piece] | None


def edited(model: Model, edit: Edit) -> list[Piece]:
    """The edited model, in pieces of ``model.buffer``."""
    return _Writer(model, edit).model()


class _Writer:
    """Writes what is edited and refers to the file for the rest."""

    def __init__(self, model: Model, edit: Edit) -> None:
        self.source = model
        self.buffer: Buffer = model.buffer
        self.edit = edit

    def model(self) -> list[Piece]:
        model, edit = self.source, self.edit
        graphs = 0
        functions = {f.span[0]: f for f in (*model.functions.values(), *model.duplicate_functions)}
        written: set[str] = set()

        def change(tag: int, at: int, first: int, last: int) -> Edited:
            nonlocal graphs
            if tag == 0x08 and edit.ir_version is not None:
                return [b"\x08" + encode_varint(edit.ir_version)]
            if tag == 0x42 and edit.imports:
                return imported(8, edit.imports, self.buffer, first, last, written)
            if tag == 0x3A and model.graph is not None:
                graphs += 1
                whole = self.graph(model.graph, {})
                if whole is None:
                    return None
                return as_field(7, whole) if graphs == 1 else []
            if tag == 0xCA:
                if at in edit.drop_functions:
                    return []
                inside = self.function(functions[at])
                return None if inside is None else as_field(25, inside)
            if tag == 0x72 and edit.notes:
                return note(edit.notes, self.buffer, first, last)
            return None

        # A protobuf writer puts new imports behind those that are there, so they are added at the end.
        pieces = rewritten(self.buffer, 0, model.size, change, new_notes(14, edit.notes))
        return [*pieces, *new_imports(8, edit.imports, written)]

    def graph(self, graph: Graph, renames: Mapping[str, str]) -> list[Piece] | None:
        """The payload of an edited graph; None if nothing in it changes. ``renames`` are new names of values
        outside."""
        return self._body(graph, graph.spans, GRAPH, renames)

    def function(self, function: Function) -> list[Piece] | None:
        """The payload of an edited function; None if nothing in it changes."""
        return self._body(function, [function.span], FUNCTION, {})

    def _body(
        self,
        graph: Graph | Function,
        spans: Sequence[tuple[int, int, int]],
        numbers: Mapping[str, int],
        outer: Mapping[str, str],
    ) -> list[Piece] | None:
        edit = self.edit.of(graph) or NONE
        renames = {**_visible(outer, graph), **edit.renames}
        nodes: dict[int, list[Piece]] = {}
        for node in graph.nodes:
            pieces = self.node(graph, node, edit, renames) if renames or _may_change(node, edit) else None
            if pieces is not None:
                nodes[node.index] = pieces
        if not (nodes or edit or renames):
            return None
        rewriter = BodyFields(self.buffer, graph, edit, numbers, renames, nodes)
        whole: list[Piece] = []
        for _, start, stop in spans:
            whole += rewritten(self.buffer, start, stop, rewriter.change, rewriter.added())
        return whole

    def node(
        self, graph: Graph | Function, node: Node, edit: GraphEdit, renames: Mapping[str, str]
    ) -> list[Piece] | None:
        """The field of an edited node; None if nothing in it changes."""
        number = FUNCTION["node"] if isinstance(graph, Function) else GRAPH["node"]
        bodies: dict[str, list[Graph]] = {}
        for name, body in node.bodies():
            bodies.setdefault(name, []).append(body)
        notes = edit.notes.get(node.index, {})
        new_name = edit.node_names.get(node.index)
        position = -1
        seen: set[str] = set()
        twice = node.operation.duplicate_attributes if node.index in edit.once else ()
        left = {name: _count(self.buffer, node, name) for name in twice}
        changed = False

        def change(tag: int, at: int, first: int, last: int) -> Edited:
            nonlocal position, changed
            new: Edited = None
            if tag == 0x0A or tag == 0x12:
                position += tag == 0x12
                name = self.buffer[first:last].decode("utf-8", "surrogateescape")
                to = edit.outputs.get((node.index, position)) if tag == 0x12 else None
                to = renames.get(name) if to is None else to
                new = None if to is None or to == name else [encode_bytes(tag >> 3, utf8(to))]
            elif tag == 0x1A and new_name is not None:
                new = []
            elif tag == 0x2A and (bodies or left):
                name = text(self.buffer, first, last, 1)
                if left.get(name, 0) > 1:
                    left[name] -= 1
                    new = []
                elif name in bodies and name not in seen:
                    seen.add(name)
                    new = self._attribute(bodies[name], renames, first, last)
            elif tag == 0x4A and notes:
                new = note(notes, self.buffer, first, last)
            changed = changed or new is not None
            return new

        _, start, stop = wire.field(self.buffer, node.start, node.end, 0, wire.MAX_DEPTH)
        added = new_notes(9, notes)
        if new_name is not None:
            added.append((3, [encode_bytes(3, utf8(new_name))]))
        pieces = rewritten(self.buffer, start, stop, change, added)
        return as_field(number, pieces) if changed or added else None

    def _attribute(
        self, bodies: Sequence[Graph], renames: Mapping[str, str], start: int, stop: int
    ) -> Edited:
        """The field of an attribute with edited bodies; None if none of them changes."""
        wholes = [self.graph(body, renames) for body in bodies]
        if all(whole is None for whole in wholes):
            return None
        at_body = 0

        def change(tag: int, at: int, first: int, last: int) -> Edited:
            nonlocal at_body
            if tag not in (0x32, 0x5A):
                return None
            at_body += 1
            if tag == 0x32:  # several pieces of one graph
                whole = wholes[0]
                return None if whole is None else as_field(6, whole) if at_body == 1 else []
            whole = wholes[at_body - 1]
            return None if whole is None else as_field(11, whole)

        return as_field(5, rewritten(self.buffer, start, stop, change))


def _may_change(node: Node, edit: GraphEdit) -> bool:
    index = node.index
    return (
        node.has_bodies or index in edit.node_names or index in edit.once or index in edit.notes
        or any(at == index for at, _ in edit.outputs)
    )  # fmt: skip


def _visible(renames: Mapping[str, str], graph: Graph | Function) -> Mapping[str, str]:
    """The renamed values of the outer graph that a body can read: not those whose name it uses itself."""
    if not renames or isinstance(graph, Function):
        return {}
    own = {value.name for value in graph.inputs}
    own.update(graph.initializers, graph.sparse_initializers, *[node.outputs for node in graph.nodes])
    return {name: to for name, to in renames.items() if name not in own}


def _count(buffer: Buffer, node: Node, name: str) -> int:
    """How often a node gives an attribute."""
    _, start, stop = wire.field(buffer, node.start, node.end, 0, wire.MAX_DEPTH)
    found = wire.fields(buffer, start, stop, 0, wire.MAX_DEPTH)
    return sum(tag == 0x2A and text(buffer, first, last, 1) == name for tag, first, last in found)
