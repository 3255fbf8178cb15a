"""NodeProto out of the wire format. Most of a file's time is spent here."""

from __future__ import annotations

from shapeinfer.model.protobuf import wire
from shapeinfer.model.protobuf.attributes import AttributeParts, HasBody
from shapeinfer.model.protobuf.wire import BYTES, DamagedModel
from shapeinfer.model.structure import TYPE_PROTO, TYPE_PROTOS, Node, Operation
from shapeinfer.model.tensor import SMALL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    from shapeinfer.model.protobuf.attributes import AttributeSet
    from shapeinfer.model.protobuf.parts import Span
    from shapeinfer.model.protobuf.wire import Buffer

    Key = TypeVar("Key")

INPUT, OUTPUT, NAME, OP_TYPE, ATTRIBUTE, DOC_STRING, DOMAIN, OVERLOAD = (
    number << 3 | BYTES for number in range(1, 9)
)

# What says nothing of where a node stands: nodes alike share these fields' bytes.
_OF_OPERATION = frozenset((OP_TYPE, ATTRIBUTE, DOMAIN, OVERLOAD))

# Longer than what most operators need; of those that are longer few are alike.
_KEPT = 256

# What nodes alike share, also those of other models in this process: their operations, by the bytes behind a
# node's name, and by what these bytes say. None of them refers to the model that it was read from.
_rests: dict[bytes, Operation] = {}
_operations: dict[tuple[str, str, str, bytes], Operation] = {}
_MOST_SHARED = 1 << 14
# What is longer, names and attributes together, would keep too much in memory.
_LONGEST_SHARED = 1 << 16
# Types may name symbols, which every model has of its own.
_OF_TYPES = (TYPE_PROTO, TYPE_PROTOS)
# Messages that nest deeper may be refused in one node and not in another.
_PLAIN_DEPTH = 16


def normal_domain(domain: str) -> str:
    """ONNX's own domain has two names."""
    return "" if domain == "ai.onnx" else domain


class NodeParts(AttributeParts):
    """Reads nodes."""

    __slots__ = ()

    def nodes(
        self, data: Buffer, at: int, start: int, end: int, limit: int, base: int, depth: int,
        found: list[Node],
    ) -> int:  # fmt: skip
        """The NodeProto in ``data[start:end]``, whose tag lies at ``at``, and those that follow it within
        ``data[:limit]``. Returns where the first field begins that is none of these or too long."""
        names, rests, buffer = self._names, _rests, self._buffer
        if depth < 0:
            raise DamagedModel("messages are nested too deeply", base + start)
        index = len(found)
        place = base + at
        while True:
            # As protobuf writes it: inputs, outputs, the name, and a rest that many nodes share. Whatever is
            # unusual goes the long way.
            inputs: tuple[str, ...] = ()
            outputs: tuple[str, ...] = ()
            name = ""
            tag = 0
            pos = end if end - start > SMALL else start
            try:
                while pos < end and (tag := data[pos]) == INPUT and (length := data[pos + 1]) < 128:
                    first = pos + 2
                    pos = first + length
                    inputs += (names[data[first:pos]],)
                while tag == OUTPUT and (length := data[pos + 1]) < 128:
                    first = pos + 2
                    pos = first + length
                    raw = data[first:pos]
                    names[raw] = text = raw.decode()  # most are new
                    outputs += (text,)
                    tag = data[pos]
                if tag == NAME and (length := data[pos + 1]) < 128:
                    first = pos + 2
                    pos = first + length
                    name = data[first:pos].decode()
                operation = rests[data[pos:end]]
            except (LookupError, UnicodeDecodeError) as error:
                if pos >= end or not isinstance(error, KeyError):  # no new rest, but something unusual
                    pos, inputs, outputs, name = start, (), (), ""
                more: tuple[list[str], ...] = ([], [], [])
                operation = self._operation(data, pos, end, base, depth, more)
                inputs += tuple(more[0])
                outputs += tuple(more[1])
                name = more[2][-1] if more[2] else name
            node = Node()
            node.name = name
            node.inputs = inputs
            node.outputs = outputs
            node.operation = operation
            node.index = index
            node._buffer = buffer
            node.start = place
            node.end = place = base + end
            found.append(node)
            index += 1
            at = end
            if at + 3 > limit or data[at] != INPUT:  # a graph's nodes have the number that inputs have
                return at
            if (length := data[at + 1]) < 128:
                start = at + 2
            elif (high := data[at + 2]) < 128:
                start = at + 3
                length = length & 127 | high << 7
            else:
                return at
            end = start + length
            if end > limit:
                return at

    def _operation(
        self, data: Buffer, pos: int, end: int, base: int, depth: int, more: tuple[list[str], ...]
    ) -> Operation:
        """What the fields from ``pos`` on say; the inputs, outputs and names among them are added to
        ``more``."""
        names = self._names
        op_type = domain = overload = ""
        attributes_at = attributes_end = -1
        pieces: list[Span] = []
        first = pos
        alike = True
        while pos < end:
            at = pos
            tag, start, pos = wire.field(data, pos, end, base, depth)
            if tag == OP_TYPE:
                op_type = names[data[start:pos]]
            elif tag == ATTRIBUTE:
                if at == attributes_end:
                    attributes_end = pos
                else:
                    if attributes_at >= 0:
                        pieces.append((attributes_at, attributes_end))
                    attributes_at, attributes_end = at, pos
            elif tag == DOMAIN:
                domain = normal_domain(names[data[start:pos]])
            elif tag == OVERLOAD:
                overload = names[data[start:pos]]
            elif tag in (INPUT, OUTPUT, NAME):
                more[(tag >> 3) - 1].append(names[data[start:pos]])
            # PyTorch gives every node a doc_string, mostly an empty one.
            alike = alike and (tag in _OF_OPERATION or (tag == DOC_STRING and start == pos))
        if attributes_at >= 0:
            pieces.append((attributes_at, attributes_end))
        if sum(stop - start for start, stop in pieces) > SMALL:
            place = ("offset", base + first, base + end)
            return Operation(
                op_type, domain, overload, place, *self.attributes(data, pieces, base, depth - 1)
            )
        raw = data[attributes_at:attributes_end] if len(pieces) == 1 else b""
        if len(pieces) > 1:
            raw = b"".join([data[start:stop] for start, stop in pieces])
        operation = _operations.get((op_type, domain, overload, raw))
        if operation is None:
            length = len(op_type) + len(domain) + len(overload) + len(raw)
            parts = self._shared_attributes(raw, depth) if length <= _LONGEST_SHARED else None
            if parts is None:
                return Operation(
                    op_type, domain, overload, raw, *self.attributes(data, pieces, base, depth - 1)
                )
            operation = Operation(op_type, domain, overload, raw, *parts)
            operation.shared = not any(
                kind in _OF_TYPES for a in operation.attributes.values() for kind in a.kinds
            )
            _make_room(_operations)
            _operations[op_type, domain, overload, raw] = operation
        if alike and 0 < end - first <= _KEPT:
            _make_room(_rests)
            _rests[data[first:end]] = operation
        return operation

    def _shared_attributes(self, raw: bytes, depth: int) -> AttributeSet | None:
        """The attributes in these bytes, read so that they do not keep the model in memory. None if nodes
        can't share them: a body knows where it lies, and so does a mistake."""
        if not raw:
            return {}, (), False
        try:
            parts = AttributeParts(raw).attributes(raw, [(0, len(raw))], 0, depth - 1)
        except (DamagedModel, HasBody):
            return None
        return None if depth < _PLAIN_DEPTH else parts


def drop_operations() -> None:
    """Forget the operations that models share."""
    _rests.clear()
    _operations.clear()


def _make_room(table: dict[Key, Operation]) -> None:
    if len(table) >= _MOST_SHARED:
        table.clear()
