"""NodeProto out of the wire format. Most of a file's time is spent here."""

from __future__ import annotations

from shapeinfer.model import wire
from shapeinfer.model.attributes import AttributeParts
from shapeinfer.model.structure import Node, Operation
from shapeinfer.model.tensor import SMALL
from shapeinfer.model.wire import BYTES, DamagedModel

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.model.parts import Span
    from shapeinfer.model.wire import Buffer

INPUT, OUTPUT, NAME, OP_TYPE, ATTRIBUTE, DOMAIN, OVERLOAD = (n << 3 | BYTES for n in (1, 2, 3, 4, 5, 7, 8))

# What says nothing of where a node stands: nodes alike share these fields' bytes.
_OF_OPERATION = frozenset((OP_TYPE, ATTRIBUTE, DOMAIN, OVERLOAD))
_FIELDS = frozenset(number << 3 | BYTES for number in range(1, 11))

# Longer than what most operators need; of those that are longer few are alike.
_KEPT = 256


def normal_domain(domain: str) -> str:
    """ONNX's own domain has two names."""
    return "" if domain == "ai.onnx" else domain


class NodeParts(AttributeParts):
    """Reads nodes."""

    __slots__ = ("_operations", "_rests")

    def __init__(self, buffer: Buffer) -> None:
        super().__init__(buffer)
        # By the bytes behind a node's name, and by what they say.
        self._rests: dict[bytes, Operation] = {}
        self._operations: dict[tuple[str, str, str, bytes], Operation] = {}

    def nodes(  # noqa: C901 (a branch per field, in one loop: calls would cost more than what they do)
        self,
        data: Buffer,
        at: int,
        start: int,
        end: int,
        limit: int,
        base: int,
        found: list[Node],
        depth: int,
    ) -> int:
        """The NodeProto in ``data[start:end]``, whose tag lies at ``at``, and those that follow it within
        ``data[:limit]``. Returns where the first field begins that is none of these or too long."""
        names, rests, buffer = self._names, self._rests, self._buffer
        if depth < 0:
            raise DamagedModel("messages are nested too deeply", base + start)
        index = len(found)
        pos = start
        try:
            while True:
                inputs: list[str] = []
                outputs: list[str] = []
                name = ""
                operation: Operation | None = None
                pos = start
                while pos < end:
                    tag = data[pos]
                    length = data[pos + 1]
                    if length < 128:
                        first = pos + 2
                        after = first + length
                    elif (high := data[pos + 2]) < 128:
                        first = pos + 3
                        after = first + (length & 127 | high << 7)
                    else:
                        tag = 0
                    if tag == INPUT:
                        inputs.append(names[data[first:after]])
                    elif tag == OUTPUT:
                        raw = data[first:after]
                        names[raw] = text = raw.decode("utf-8", "surrogateescape")  # most are new
                        outputs.append(text)
                    elif tag == NAME:
                        name = data[first:after].decode("utf-8", "surrogateescape")
                    else:
                        if end - pos > _KEPT or (operation := rests.get(data[pos:end])) is None:
                            late: list[str] = []
                            operation = self._operation(data, pos, end, base, depth, (inputs, outputs, late))
                            if late:
                                name = late[-1]
                        pos = end
                        break
                    pos = after
                if pos != end:
                    raise DamagedModel("a node's fields do not fit it", base + start)
                if operation is None:
                    operation = self._operation(data, end, end, base, depth, (inputs, outputs, []))
                node = Node()
                node.name = name
                node.inputs = tuple(inputs)
                node.outputs = tuple(outputs)
                node.operation = operation
                node.index = index
                node._buffer = buffer
                node.start = base + at
                node.end = base + end
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
        except IndexError:
            raise DamagedModel("a node is cut short", base + pos) from None

    def _operation(
        self, data: Buffer, pos: int, end: int, base: int, depth: int, late: tuple[list[str], ...]
    ) -> Operation:
        """The fields from ``pos`` on, of which the first is not a node's name, input or output. Those that
        stand among them nevertheless are added to ``late``: inputs, outputs, names."""
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
                late[(tag >> 3) - 1].append(names[data[start:pos]])
            alike = alike and tag in _OF_OPERATION
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
        operation = self._operations.get((op_type, domain, overload, raw))
        if operation is None:
            parts = self.attributes(data, pieces, base, depth - 1)
            operation = Operation(op_type, domain, overload, raw, *parts)
            if operation.has_bodies:  # a body knows where it lies, so no two nodes share it
                return operation
            self._operations[op_type, domain, overload, raw] = operation
        if alike and end - first <= _KEPT:
            self._rests[data[first:end]] = operation
        return operation
