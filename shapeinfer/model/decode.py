"""ONNX messages out of the wire format, without their payloads.

The field numbers are those of onnx.proto; a tag is ``number << 3 | wire type``. Fields that nothing
here needs are stepped over: what lies in them is not looked at.
"""

from __future__ import annotations

from struct import unpack

from shapeinfer.model import structure, wire
from shapeinfer.model.long_list import FLOAT_FIELD, INT_FIELD, RUN, LongList, is_long, run_end
from shapeinfer.model.parts import Parts, Span
from shapeinfer.model.structure import Attribute, Function, Graph, Model, Node
from shapeinfer.model.tensor import SMALL
from shapeinfer.model.wire import BYTES, VARINT, DamagedModel

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.model.structure import AttributeValue
    from shapeinfer.model.wire import Buffer, Field

AttributeSet = tuple[dict[str, Attribute], tuple[str, ...], bool]  # by name, given twice, with bodies

_NO_ATTRIBUTES: AttributeSet = ({}, (), False)
_NODE_TAGS = frozenset(number << 3 | BYTES for number in range(1, 11))

# GraphProto's fields that precede new value_info in a canonical file
_BEFORE_VALUE_INFO = frozenset(number << 3 | BYTES for number in (1, 2, 5, 10, 11, 12, 13))

# AttributeProto's messages and lists: number of the field -> AttributeType of its kind
_KINDS = {
    5: structure.TENSOR, 6: structure.GRAPH, 7: structure.FLOATS, 8: structure.INTS, 9: structure.STRINGS,
    10: structure.TENSORS, 11: structure.GRAPHS, 14: structure.TYPE_PROTO, 15: structure.TYPE_PROTOS,
    22: structure.SPARSE_TENSOR, 23: structure.SPARSE_TENSORS,
}  # fmt: skip
_UNSET: dict[int, AttributeValue] = {
    structure.FLOAT: 0.0, structure.INT: 0, structure.STRING: b"", structure.FLOATS: (),
    structure.INTS: (), structure.STRINGS: (), structure.TENSORS: (), structure.GRAPHS: (),
    structure.SPARSE_TENSORS: (), structure.TYPE_PROTOS: (),
}  # fmt: skip


def normal_domain(domain: str) -> str:
    """ONNX's own domain has two names."""
    return "" if domain == "ai.onnx" else domain


class Decoder(Parts):
    """Reads the messages that hold nodes."""

    __slots__ = ("_attribute_sets",)

    def __init__(self, buffer: Buffer) -> None:
        super().__init__(buffer)
        self._attribute_sets: dict[bytes, tuple[bytes, AttributeSet]] = {}

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
                model.ir_version = wire.signed_64(start)
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
        nodes, node, value = graph.nodes, self.node, self.value
        depth_of_node = depth - 1
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
                limit = (end if end < loaded else loaded) - base
                tag = data[pos]
                if tag == 0x0A and pos + 3 < limit:  # most fields are nodes of less than 16 KB
                    if (length := data[pos + 1]) < 128:
                        start = pos + 2
                        stop = start + length
                    elif (high := data[pos + 2]) < 128:
                        start = pos + 3
                        stop = start + (length & 127 | high << 7)
                    else:
                        stop = limit + 1
                    if stop <= limit:
                        nodes.append(node(data, start, stop, base, at, len(nodes), depth_of_node))
                        last = at = base + stop
                        continue
                if tag & 7 == wire.GROUP:
                    at = wire.field(buffer, at, end, 0, depth)[2]
                    continue
                tag, start, stop = wire.field(data, pos, end - base, base, depth)
                source, moved, next_at = data, base, base + stop
                if next_at > loaded:
                    if stop - pos <= wire.CHUNK:
                        loaded, least = 0, stop - pos
                        continue  # once more, with all of it
                    source, moved, start, stop = buffer, 0, base + start, next_at
                    size = 1024
                if tag == 0x0A:
                    nodes.append(node(source, start, stop, moved, at, len(nodes), depth_of_node))
                elif tag == 0x2A:
                    tensor = self.tensor(source, [(start, stop)], moved, depth - 1)
                    if tensor.name in graph.initializers:
                        graph.duplicates.append(tensor.name)
                    graph.initializers[tensor.name] = tensor
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
                    name = sparse.values.name
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
                nodes.append(self.node(buffer, start, pos, 0, at, len(nodes), depth - 1))
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
        function.attribute_defaults = self._attributes(buffer, defaults, 0, depth - 1)[0]
        function.opset_imports = self._opsets(opsets)[0]
        return function

    def node(  # noqa: C901 (one branch per field)
        self, data: Buffer, pos: int, end: int, base: int, at: int, index: int, depth: int
    ) -> Node:
        """The NodeProto in ``data[pos:end]``, whose tag lies at ``at``. This is the hot path."""
        names, node_tags = self._names, _NODE_TAGS
        first = pos
        inputs: list[str] = []
        outputs: list[str] = []
        name = op_type = domain = overload = ""
        attributes_at = attributes_end = -1
        pieces: list[Span] | None = None
        try:
            while pos < end:
                tag_at = pos
                tag = data[pos]
                length = data[pos + 1]
                if length < 128 and tag in node_tags:
                    start = pos + 2
                    pos = start + length
                elif tag in node_tags and (high := data[pos + 2]) < 128:
                    start = pos + 3
                    pos = start + (length & 127 | high << 7)
                else:
                    tag, start, pos = wire.field(data, pos, end, base, depth)
                if tag == 0x0A:
                    inputs.append(names[data[start:pos]])
                elif tag == 0x12:
                    raw = data[start:pos]
                    names[raw] = text = raw.decode("utf-8", "surrogateescape")  # most are new
                    outputs.append(text)
                elif tag == 0x22:
                    op_type = names[data[start:pos]]
                elif tag == 0x1A:
                    name = data[start:pos].decode("utf-8", "surrogateescape")
                elif tag == 0x2A:
                    if tag_at == attributes_end:
                        attributes_end = pos
                    elif attributes_at < 0:
                        attributes_at, attributes_end = tag_at, pos
                    else:
                        pieces = [*(pieces or ()), (attributes_at, attributes_end)]
                        attributes_at, attributes_end = tag_at, pos
                elif tag == 0x3A:
                    domain = names[data[start:pos]]
                    if domain == "ai.onnx":
                        domain = ""
                elif tag == 0x42:
                    overload = names[data[start:pos]]
        except IndexError:
            raise DamagedModel("a node is cut short", base + pos) from None
        if depth < 0:
            raise DamagedModel("messages are nested too deeply", base + first)
        if pos != end:
            raise DamagedModel("a node's fields do not fit it", base + first)
        node = Node()
        node.op_type = op_type
        node.domain = domain
        node.overload = overload
        node.name = name
        node.inputs = tuple(inputs)
        node.outputs = tuple(outputs)
        node.index = index
        node._buffer = self._buffer
        node.start = at
        node.end = base + end
        key: bytes | tuple[str, int, int]
        if attributes_at < 0:
            key, found = b"", _NO_ATTRIBUTES
        elif pieces is None and attributes_end - attributes_at <= SMALL:
            raw = data[attributes_at:attributes_end]
            cached = self._attribute_sets.get(raw)
            if cached is not None:
                key, found = cached  # one object for all, whose hash is known
            else:
                key, found = raw, self._attributes(data, [(attributes_at, attributes_end)], base, depth - 1)
                if not found[2]:  # a body knows where it lies, so no two nodes share it
                    self._attribute_sets[raw] = raw, found
        else:
            spans = [*(pieces or ()), (attributes_at, attributes_end)]
            key = ("offset", base + first, base + end)
            if sum(stop - start for start, stop in spans) <= SMALL:
                key = b"".join([data[start:stop] for start, stop in spans])
            found = self._attributes(data, spans, base, depth - 1)
        node.attribute_key = key
        node.attributes, node.duplicate_attributes, node.has_bodies = found
        return node

    def _attributes(self, data: Buffer, spans: list[Span], base: int, depth: int) -> AttributeSet:
        """The AttributeProto fields in ``spans``; of those with one name the last counts."""
        found: dict[str, Attribute] = {}
        twice: list[str] = []
        has_bodies = False
        for pos, end in spans:
            while pos < end:
                _, start, pos = wire.field(data, pos, end, base, depth)
                attribute = self.attribute(data, start, pos, base, depth)
                if attribute.name in found:
                    twice.append(attribute.name)
                found[attribute.name] = attribute
                has_bodies |= structure.GRAPH in attribute.kinds or structure.GRAPHS in attribute.kinds
        return found, tuple(twice), has_bodies

    def attribute(  # noqa: C901 (one branch per field)
        self, data: Buffer, pos: int, end: int, base: int, depth: int
    ) -> Attribute:
        """The AttributeProto in ``data[pos:end]``."""
        names = self._names
        name = reference = ""
        type_ = 0
        values: dict[int, AttributeValue] = {}
        lists: dict[int, list[Field]] = {}
        if depth < 0:
            raise DamagedModel("messages are nested too deeply", base + pos)
        while pos < end:
            at = pos
            if end - pos > SMALL and data[pos] in (FLOAT_FIELD, INT_FIELD):
                stop = run_end(data, pos, end)
                if stop - pos > SMALL:
                    kind = structure.FLOATS if data[pos] == FLOAT_FIELD else structure.INTS
                    lists.setdefault(kind, []).append((RUN, pos, stop))
                    pos = stop
                    continue
            item = tag, start, pos = wire.field(data, pos, end, base, depth)
            if tag == 0x0A:
                name = names[data[start:pos]]
            elif tag == 0xA0 and start & 0xFFFFFFFF <= structure.TYPE_PROTOS:
                type_ = start & 0xFFFFFFFF  # a number outside the enum is an unknown field
            elif tag == 0x18:
                values[structure.INT] = wire.signed_64(start)
            elif tag == 0x15:
                values[structure.FLOAT] = unpack("<f", data[start:pos])[0]
            elif tag == 0x22:
                values[structure.STRING] = data[start:pos]
            elif tag == 0xAA:
                reference = names[data[start:pos]]
            else:
                kind = _KINDS.get(tag >> 3, 0)
                if kind == structure.GRAPH or kind == structure.GRAPHS:
                    item = (at, start, pos)
                if kind and (tag & 7 == BYTES or tag == 0x3D or tag == 0x40):
                    lists.setdefault(kind, []).append(item)
        if lists:
            self._add_lists(values, lists, data, base, depth)
        kinds = tuple(values) if len(values) < 2 else tuple(sorted(values))
        if not type_ and kinds:
            type_ = kinds[0]
        value = values.get(type_)
        if value is None and type_ not in values and not reference:
            value = _UNSET.get(type_)
        return Attribute(name, type_, value, reference, kinds)

    def _add_lists(
        self,
        values: dict[int, AttributeValue],
        lists: dict[int, list[Field]],
        data: Buffer,
        base: int,
        depth: int,
    ) -> None:
        """Decodes an attribute's messages and repeated fields into ``values``."""
        for kind, items in lists.items():
            spans = [(start, stop) for _, start, stop in items]
            of_numbers = kind in (structure.INTS, structure.FLOATS)
            if of_numbers and any(is_long(item, SMALL) for item in items):
                _check_packed(items, base, of_floats=kind == structure.FLOATS)
                placed = [item if _is_number(item) else _moved(item, base) for item in items]
                values[kind] = LongList(self._buffer, placed, of_floats=kind == structure.FLOATS)
            elif kind == structure.INTS:
                numbers = self._numbers(items, data, base)
                values[kind] = tuple([wire.signed_64(number) for number in numbers])
            elif kind == structure.FLOATS:
                values[kind] = _floats(items, data, base)
            elif kind == structure.STRINGS:
                values[kind] = tuple([data[start:stop] for _, start, stop in items])
            elif kind == structure.TENSOR:
                values[kind] = self.tensor(data, spans, base, depth - 1)
            elif kind == structure.TENSORS:
                values[kind] = tuple([self.tensor(data, [span], base, depth - 1) for span in spans])
            elif kind == structure.GRAPH:
                values[kind] = self.graph([_placed(item, base) for item in items], depth - 1)
            elif kind == structure.GRAPHS:
                values[kind] = tuple([self.graph([_placed(item, base)], depth - 1) for item in items])
            elif kind == structure.SPARSE_TENSOR:
                values[kind] = self.sparse_tensor(data, spans, base, depth - 1)
            elif kind == structure.SPARSE_TENSORS:
                values[kind] = tuple([self.sparse_tensor(data, [span], base, depth - 1) for span in spans])
            elif kind == structure.TYPE_PROTO:
                joined = b"".join([data[start:stop] for _, start, stop in items])
                values[kind] = self.type(joined, base + spans[0][0], depth - 1)
            elif kind == structure.TYPE_PROTOS:
                values[kind] = tuple(
                    [self.type(data[start:stop], base + start, depth - 1) for _, start, stop in items]
                )
            if values[kind] == () and kind != structure.STRINGS:  # an empty packed list is not set
                del values[kind]

    def _numbers(self, items: list[Field], data: Buffer, base: int) -> list[int]:
        numbers: list[int] = []
        for tag, start, stop in items:
            if tag & 7 == VARINT:
                numbers.append(start)
            else:
                numbers += wire.varints(data[start:stop], base + start)
        return numbers


def _is_number(item: Field) -> bool:
    """Whether a field holds its number in place of where it lies."""
    return item[0] & 7 == VARINT and item[0] != RUN


def _check_packed(items: list[Field], base: int, *, of_floats: bool) -> None:
    for tag, start, stop in items:
        if of_floats and tag & 7 == BYTES and (stop - start) % 4:
            raise DamagedModel("a packed field ends within a number", base + start)


def _floats(items: list[Field], data: Buffer, base: int) -> tuple[float, ...]:
    _check_packed(items, base, of_floats=True)
    raw = b"".join([data[start:stop] for _, start, stop in items])
    return unpack(f"<{len(raw) // 4}f", raw)


def _moved(item: Field, base: int) -> Field:
    tag, start, stop = item
    return tag, base + start, base + stop


def _placed(item: Field, base: int) -> tuple[int, int, int]:
    """A graph's (tag's place, start, stop) in the buffer."""
    at, start, stop = item
    return base + at, base + start, base + stop
