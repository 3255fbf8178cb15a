"""The fields of one graph or function under its edits."""

from __future__ import annotations

from shapeinfer.model.edits.edit import GraphEdit
from shapeinfer.model.edits.fields import imported, new_notes, note, opset, replaced, text, utf8
from shapeinfer.model.protobuf import encode, wire
from shapeinfer.model.protobuf.pieces import Piece, as_field, rewritten
from shapeinfer.model.protobuf.wire import BYTES, encode_bytes
from shapeinfer.model.structure import Function, Graph, ValueType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from shapeinfer.model.protobuf.wire import Buffer

    Edited = list[Piece] | None

# Numbers of the fields of a graph and of a function.
GRAPH = {"node": 1, "name": 2, "initializer": 5, "input": 11, "output": 12, "value_info": 13,
          "quantization": 14, "sparse": 15, "metadata": 16}  # fmt: skip
FUNCTION = {"input": 4, "output": 5, "node": 7, "opset": 9, "value_info": 12, "metadata": 14}


class BodyFields:
    """Replaces the fields of one graph or function."""

    def __init__(
        self,
        buffer: Buffer,
        graph: Graph | Function,
        edit: GraphEdit,
        numbers: Mapping[str, int],
        renames: Mapping[str, str],
        nodes: Mapping[int, list[Piece]],
    ) -> None:
        self.buffer = buffer
        self.graph = graph
        self.edit = edit
        self.renames = renames
        self.nodes = nodes
        self.is_function = isinstance(graph, Function)
        self.changes: dict[int, Callable[[int, int, int], Edited]] = {}
        self.next_node = 0
        self.met: dict[str, int] = {}
        self.written: set[str] = set()
        takes: dict[str, Callable[[int, int, int], Edited]] = {
            "node": self._node, "input": self._input, "output": self._output, "value_info": self._value,
            "metadata": self._note,
        }  # fmt: skip
        if self.is_function:
            takes["opset"] = self._import
        else:
            takes.update(name=self._name, initializer=self._tensor, sparse=self._sparse,
                         quantization=self._quantization)  # fmt: skip
        self.changes = {numbers[name] << 3 | BYTES: take for name, take in takes.items()}
        self.ended = False

    def change(self, tag: int, at: int, first: int, last: int) -> Edited:
        """What replaces a field."""
        take = self.changes.get(tag)
        return None if take is None else take(at, first, last)

    def added(self) -> list[tuple[int, list[Piece]]]:
        """New fields; they are added once."""
        if self.ended:
            return []
        self.ended = True
        edit = self.edit
        found = new_notes(14 if self.is_function else 16, edit.notes.get(None, {}))
        if edit.name is not None:
            found.append((2, [encode_bytes(2, utf8(edit.name))]))
        if edit.imports and isinstance(self.graph, Function):
            new = {d: v for d, v in edit.imports.items() if d not in self.graph.opset_imports}
            found.append((9, [opset(9, domain, version) for domain, version in new.items()]))
        return found

    def _name(self, at: int, first: int, last: int) -> Edited:
        return None if self.edit.name is None else []

    def _node(self, at: int, first: int, last: int) -> Edited:
        index, self.next_node = self.next_node, self.next_node + 1
        order, dropped = self.edit.order, self.edit.drop_nodes
        if order is None:
            return [] if index in dropped else self.nodes.get(index)
        if index:
            return []
        pieces: list[Piece] = []
        for moved in order:
            if moved not in dropped:
                node = self.graph.nodes[moved]
                pieces += self.nodes.get(moved) or [(node.start, node.end)]
        return pieces

    def _input(self, at: int, first: int, last: int) -> Edited:
        if self.is_function:
            return self._renamed_name(4, first, last)
        name = text(self.buffer, first, last, 1)
        if name in self.edit.drop_inputs:
            return []
        return self._declared(11, name, self.edit.input_types, first, last)

    def _output(self, at: int, first: int, last: int) -> Edited:
        if self.is_function:
            return self._renamed_name(5, first, last)
        return self._declared(12, text(self.buffer, first, last, 1), self.edit.output_types, first, last)

    def _renamed_name(self, number: int, first: int, last: int) -> Edited:
        name = self.buffer[first:last].decode("utf-8", "surrogateescape")
        to = self.renames.get(name)
        return None if to is None else [encode_bytes(number, utf8(to))]

    def _value(self, at: int, first: int, last: int) -> Edited:
        name = text(self.buffer, first, last, 1)
        if name in self.edit.drop_values:
            return []
        return self._declared(12 if self.is_function else 13, name, self.edit.value_types, first, last)

    def _declared(
        self, number: int, name: str, types: Mapping[str, ValueType], first: int, last: int
    ) -> Edited:
        encoded = None
        if name in types:
            encoded = encode.retyped(self.buffer[first:last], types[name])
        to = self.renames.get(name)
        if to is not None:
            encoded = replaced(self.buffer[first:last] if encoded is None else encoded, 1, to)
        return None if encoded is None else [encode_bytes(number, encoded)]

    def _tensor(self, at: int, first: int, last: int) -> Edited:
        name = text(self.buffer, first, last, 8) if self._asks_for_tensors() else ""
        return self._stored(5, name, first, last, self._named_tensor)

    def _sparse(self, at: int, first: int, last: int) -> Edited:
        if not self._asks_for_tensors():
            return None
        name = ""
        for tag, start, stop in wire.fields(self.buffer, first, last, 0, wire.MAX_DEPTH):
            if tag == 0x0A:
                name = text(self.buffer, start, stop, 8)

        def renamed(start: int, stop: int) -> list[Piece]:
            def values(tag: int, at: int, low: int, high: int) -> Edited:
                return as_field(1, self._named_tensor(low, high)) if tag == 0x0A else None

            return rewritten(self.buffer, start, stop, values)

        return self._stored(15, name, first, last, renamed)

    def _asks_for_tensors(self) -> bool:
        return bool(self.edit.drop_tensors or self.edit.keep_last or self.renames)

    def _stored(
        self, number: int, name: str, first: int, last: int, renamed: Callable[[int, int], list[Piece]]
    ) -> Edited:
        """An initializer: dropped, renamed or kept."""
        if name in self.edit.drop_tensors:
            return []
        if name in self.edit.keep_last and isinstance(self.graph, Graph):
            self.met[name] = self.met.get(name, 0) + 1
            if self.met[name] <= self.graph.duplicates.count(name):
                return []
        return as_field(number, renamed(first, last)) if name in self.renames else None

    def _named_tensor(self, start: int, stop: int) -> list[Piece]:
        def change(tag: int, at: int, first: int, last: int) -> Edited:
            return self._renamed_name(8, first, last) if tag == 0x42 else None

        return rewritten(self.buffer, start, stop, change)

    def _quantization(self, at: int, first: int, last: int) -> Edited:
        """What is said of the quantization of a value: it goes with the value, and keeps to its new name."""
        edit = self.edit
        name = text(self.buffer, first, last, 1)
        if name in edit.drop_values or name in edit.drop_tensors:
            return []
        if not self.renames:
            return None

        def change(tag: int, at: int, low: int, high: int) -> Edited:
            if tag == 0x0A:
                return self._renamed_name(1, low, high)
            to = self.renames.get(text(self.buffer, low, high, 2)) if tag == 0x12 else None
            return None if to is None else [encode_bytes(2, replaced(self.buffer[low:high], 2, to))]

        return as_field(14, rewritten(self.buffer, first, last, change))

    def _note(self, at: int, first: int, last: int) -> Edited:
        return note(self.edit.notes.get(None, {}), self.buffer, first, last)

    def _import(self, at: int, first: int, last: int) -> Edited:
        return imported(9, self.edit.imports, self.buffer, first, last, self.written)
