"""ONNX messages out of the wire format, without their payloads.

The field numbers are those of onnx.proto; a tag is ``number << 3 | wire type``. Fields that nothing
here needs are stepped over: what lies in them is not looked at.
"""

from __future__ import annotations

from shapeinfer.model import structure
from shapeinfer.model.protobuf import wire
from shapeinfer.model.protobuf.nodes import NodeParts, normal_domain
from shapeinfer.model.protobuf.wire import BYTES, DamagedModel
from shapeinfer.model.structure import Function, Graph, Model

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.model.protobuf.parts import Span
    from shapeinfer.model.protobuf.wire import Buffer

# GraphProto's fields that precede new value_info in a canonical file
_BEFORE_VALUE_INFO = frozenset(number << 3 | BYTES for number in (1, 2, 5, 10, 11, 12, 13))


class Decoder(NodeParts):
    """Reads the messages that hold nodes."""

    __slots__ = ()

    def model(self, path: str | None) -> Model:
        """The whole buffer as a ModelProto."""
        buffer, names = self._buffer, self._names
        model = Model(buffer, path)
        graphs: list[tuple[int, int, int]] = []
        opsets: list[Span] = []
        pos, end = 0, len(buffer)
        while pos < end:
            at = pos
            tag, start, pos = wire.field(buffer, pos, end, 0, wire.MAX_DEPTH)
            if tag == 0x3A:
                graphs.append((at, start, pos))
            elif tag == 0x08:
                model.ir_version, model.states_ir_version = wire.signed_64(start), True
            elif tag == 0x12:
                model.producer_name = names[buffer[start:pos]]
            elif tag == 0x1A:
                model.producer_version = names[buffer[start:pos]]
            elif tag == 0x42:
                opsets.append((start, pos))
            elif tag == 0x72:
                model.metadata_props.update(structure.string_entries(buffer, [(start, pos)]))
            elif tag == 0xCA:
                self._add_function(model, (at, start, pos))
        if graphs:
            model.graph = self.graph(graphs, wire.MAX_DEPTH - 1)
        model.opset_imports, model.opset_conflicts = self._opsets(opsets)
        return model

    def _add_function(self, model: Model, span: tuple[int, int, int]) -> None:
        function = self.function(span)
        key = (function.domain, function.name, function.overload)
        if key in model.functions:
            model.duplicate_functions.append(model.functions[key])
        model.functions[key] = function

    def _opsets(self, spans: list[Span]) -> tuple[dict[str, int], dict[str, tuple[int, ...]]]:
        """The imported versions, and for each domain that is imported more than once all of them."""
        versions: dict[str, tuple[int, ...]] = {}
        for start, stop in spans:
            domain, version = "", 0
            for tag, first, last in wire.fields(self._buffer, start, stop, 0, wire.MAX_DEPTH):
                if tag == 0x0A:
                    domain = normal_domain(self._names[self._buffer[first:last]])
                elif tag == 0x10:
                    version = wire.signed_64(first)
            versions[domain] = (*versions.get(domain, ()), version)
        imports = {domain: given[-1] for domain, given in versions.items()}
        return imports, {domain: given for domain, given in versions.items() if len(given) > 1}

    def graph(self, spans: list[tuple[int, int, int]], depth: int) -> Graph:  # noqa: C901 (a branch per field)
        """A GraphProto, out of one or several pieces; ``depth`` levels may still lie inside it."""
        if depth < 0:
            raise DamagedModel("messages are nested too deeply", spans[0][1])
        buffer = self._buffer
        data: Buffer = buffer
        graph = Graph(buffer)
        graph.spans = spans
        nodes, value = graph.nodes, self.value
        last = spans[0][1]
        base, loaded = 0, len(buffer)  # data is the buffer's [base, loaded): all of it if that is bytes
        size, least = 2048, 0
        if not isinstance(buffer, bytes):
            data, loaded = b"", 0
        for _, at, end in spans:
            while at < end:
                if not base <= at < loaded - 12 and not isinstance(buffer, bytes):
                    # Read on in ever larger steps, but little of what follows a weight: the next one.
                    size = max(least, min(2 * size, wire.CHUNK))
                    data, base, least = buffer.window(at, size), at, 0
                    loaded = base + len(data)
                pos = at - base
                if data[pos] & 7 == wire.GROUP:
                    at = wire.field(buffer, at, end, 0, depth)[2]
                    continue
                tag, start, stop = wire.field(data, pos, end - base, base, depth)
                source, moved, next_at = data, base, base + stop
                weight = None
                if next_at > loaded:
                    if stop - pos <= wire.CHUNK:
                        loaded, least = 0, stop - pos
                        continue  # once more, with all of it
                    if tag == 0x2A:
                        weight = self.weight(data, start, stop, base, depth - 1)
                    source, moved, start, stop = buffer, 0, base + start, next_at
                    size = 1024
                if weight is not None:
                    name, tensor = weight
                    if name in graph.initializers:
                        graph.duplicates.append(name)
                    graph.initializers[name] = tensor
                elif tag == 0x0A:
                    limit = next_at if source is not data else min(end, loaded) - base
                    reached = self.nodes(source, at - moved, start, stop, limit, moved, depth - 1, nodes)
                    next_at = moved + reached
                elif tag == 0x2A:
                    limit = next_at if source is not data else min(end, loaded) - base
                    reached = self.tensors(
                        source, start, stop, limit, moved, depth - 1, graph.initializers, graph.duplicates
                    )
                    next_at = moved + reached
                elif tag == 0x6A:
                    info = value(source, start, stop, moved, at, depth - 1)
                    graph.value_info[info.name] = info
                    graph.value_info_spans.append((info.name, at, next_at))
                elif tag == 0x5A:
                    graph.inputs.append(value(source, start, stop, moved, at, depth - 1))
                elif tag == 0x62:
                    graph.outputs.append(value(source, start, stop, moved, at, depth - 1))
                elif tag == 0x12:
                    graph.name = self._names[source[start:stop]]
                elif tag == 0x7A:
                    sparse = self.sparse_tensor(source, [(start, stop)], moved, depth - 1)
                    name = sparse.name
                    if name in graph.initializers or name in graph.sparse_initializers:
                        graph.duplicates.append(name)
                    graph.sparse_initializers[name] = sparse
                elif tag == 0x82:
                    graph.notes.append((moved + start, moved + stop))
                if tag in _BEFORE_VALUE_INFO:
                    last = next_at
                at = next_at
        graph.insert_at = last
        return graph

    def function(self, span: tuple[int, int, int]) -> Function:
        """A FunctionProto."""
        buffer, names = self._buffer, self._names
        function = Function(buffer, span)
        inputs: list[str] = []
        outputs: list[str] = []
        attributes: list[str] = []
        defaults: list[Span] = []
        opsets: list[Span] = []
        depth = wire.MAX_DEPTH - 1
        _, pos, end = span
        function.insert_at = pos
        while pos < end:
            at = pos
            tag, start, pos = wire.field(buffer, pos, end, 0, depth)
            if tag == 0x3A:
                nodes = function.nodes
                self.nodes(buffer, at, start, pos, pos, 0, depth - 1, nodes)
            elif tag == 0x62:
                value = self.value(buffer, start, pos, 0, at, depth - 1)
                function.value_info[value.name] = value
                function.value_info_spans.append((value.name, at, pos))
            elif tag == 0x5A:
                defaults.append((at, pos))
            elif tag == 0x4A:
                opsets.append((start, pos))
            elif tag & 7 != BYTES:
                continue
            elif tag == 0x0A:
                function.name = names[buffer[start:pos]]
            elif tag == 0x22:
                inputs.append(names[buffer[start:pos]])
            elif tag == 0x2A:
                outputs.append(names[buffer[start:pos]])
            elif tag == 0x32:
                attributes.append(names[buffer[start:pos]])
            elif tag == 0x52:
                function.domain = normal_domain(names[buffer[start:pos]])
            elif tag == 0x6A:
                function.overload = names[buffer[start:pos]]
                continue
            elif tag == 0x72:
                function.notes.append((start, pos))
            if tag <= 0x62:  # value_info is field 12
                function.insert_at = pos
        function.inputs, function.outputs = tuple(inputs), tuple(outputs)
        function.attributes = tuple(attributes)
        function.attribute_defaults = self.attributes(buffer, defaults, 0, depth - 1)[0]
        function.opset_imports = self._opsets(opsets)[0]
        return function
