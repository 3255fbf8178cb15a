"""What a model file declares: plain classes over the file's bytes, made by the reader.

Treat all of it as read-only: attributes and types with equal bytes are shared between nodes.
"""

from __future__ import annotations

from shapeinfer.model.protobuf import wire
from shapeinfer.model.protobuf.long_list import LongList
from shapeinfer.model.tensor import SMALL, Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapeinfer.model.protobuf.wire import Buffer

__all__ = [
    "Attribute", "AttributeValue", "Function", "Graph", "MapType", "Model", "Node", "OpaqueType",
    "OptionalType", "SequenceType", "SparseTensor", "SparseTensorType", "Tensor", "TensorType", "Value",
    "ValueType", "silent",
]  # fmt: skip

Dims = tuple[int | str | None, ...]

# AttributeProto.AttributeType
(FLOAT, INT, STRING, TENSOR, GRAPH, FLOATS, INTS, STRINGS, TENSORS, GRAPHS, SPARSE_TENSOR, SPARSE_TENSORS,
 TYPE_PROTO, TYPE_PROTOS) = range(1, 15)  # fmt: skip


class _Type:
    """Equality, hash and repr over the slots, which are all given to the constructor."""

    __slots__: tuple[str, ...] = ()

    def _key(self) -> tuple[object, ...]:
        return tuple([getattr(self, slot) for slot in self.__slots__])

    def __eq__(self, other: object) -> bool:
        return self is other or (type(self) is type(other) and self._key() == other._key())

    def __hash__(self) -> int:
        return hash((type(self).__name__, self._key()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(repr(part) for part in self._key())})"


def dims_text(dims: Dims | None) -> str:
    """A declared shape as it is written: ``[batch, 2*seq, ?]``; ``[*]`` if the rank is not declared."""
    return "[*]" if dims is None else "[" + ", ".join("?" if d is None else str(d) for d in dims) + "]"


class TensorType(_Type):
    """elem_type is a TensorProto.DataType (0: not given); dims is None if the rank is not declared."""

    __slots__ = ("dims", "elem_type")

    def __init__(self, elem_type: int, dims: Dims | None) -> None:
        self.elem_type = elem_type
        self.dims = dims


class SparseTensorType(_Type):
    """As TensorType."""

    __slots__ = ("dims", "elem_type")

    def __init__(self, elem_type: int, dims: Dims | None) -> None:
        self.elem_type = elem_type
        self.dims = dims


class SequenceType(_Type):
    """A sequence of values of one type."""

    __slots__ = ("element",)

    def __init__(self, element: ValueType) -> None:
        self.element = element


class OptionalType(_Type):
    """A value that may be missing."""

    __slots__ = ("element",)

    def __init__(self, element: ValueType) -> None:
        self.element = element


class MapType(_Type):
    """key_type is a TensorProto.DataType."""

    __slots__ = ("key_type", "value")

    def __init__(self, key_type: int, value: ValueType) -> None:
        self.key_type = key_type
        self.value = value


class OpaqueType(_Type):
    """A type that only its producer knows."""

    __slots__ = ("domain", "name")

    def __init__(self, domain: str, name: str) -> None:
        self.domain = domain
        self.name = name


ValueType = TensorType | SparseTensorType | SequenceType | OptionalType | MapType | OpaqueType | None


class _Stored:
    """Something that lies at [start, end) of the buffer, its tag and length included."""

    __slots__ = ("_buffer", "end", "start")

    _buffer: Buffer
    start: int
    end: int

    def _fields(self) -> list[wire.Field]:
        """The fields of the message, walked again. What is asked for seldom is not kept."""
        _, start, stop = wire.field(self._buffer, self.start, self.end, 0, wire.MAX_DEPTH)
        return wire.fields(self._buffer, start, stop, 0, wire.MAX_DEPTH)

    def payload(self) -> bytes:
        """The bytes of the message itself."""
        _, start, stop = wire.field(self._buffer, self.start, self.end, 0, wire.MAX_DEPTH)
        return bytes(self._buffer[start:stop])

    def _text(self, number: int) -> str:
        text = ""
        for tag, start, stop in self._fields():
            if tag == number << 3 | wire.BYTES:
                text = self._buffer[start:stop].decode("utf-8", "surrogateescape")
        return text

    def _entries(self, number: int) -> dict[str, str]:
        tag = number << 3 | wire.BYTES
        return _notes(self._buffer, [(start, stop) for found, start, stop in self._fields() if found == tag])


class Value(_Stored):
    """A ValueInfoProto: a name and the type that is declared for it."""

    __slots__ = ("name", "type")

    def __init__(self, name: str, type_: ValueType, buffer: Buffer, start: int, end: int) -> None:
        self.name = name
        self.type = type_
        self._buffer = buffer
        self.start = start
        self.end = end

    def __repr__(self) -> str:
        return f"Value({self.name!r}, {self.type!r})"

    @property
    def dims(self) -> Dims | None:
        """The declared dims; None if no shape of a tensor is declared."""
        return self.type.dims if isinstance(self.type, TensorType) else None

    def doc_string(self) -> str:
        return self._text(3)

    def metadata(self) -> dict[str, str]:
        return self._entries(4)


class SparseTensor:
    """A SparseTensorProto; its name is that of ``values``."""

    __slots__ = ("dims", "indices", "name", "values")

    def __init__(self, name: str, values: Tensor, indices: Tensor, dims: tuple[int, ...]) -> None:
        self.name = name
        self.values = values
        self.indices = indices
        self.dims = dims


class Attribute:
    """An AttributeProto.

    ``type`` is an AttributeProto.AttributeType, 0 if the file does not say. ``kinds`` are the types whose
    fields are set. ``value`` is what the type selects, or the first field that is set where there is no type:
    protobuf's default where it is not set, None for a message that is not set and for a reference.
    """

    __slots__ = ("kinds", "name", "ref_attr_name", "type", "value")

    def __init__(
        self, name: str, type_: int, value: AttributeValue, ref_attr_name: str, kinds: tuple[int, ...]
    ) -> None:
        self.name = name
        self.type = type_
        self.value = value
        self.ref_attr_name = ref_attr_name
        self.kinds = kinds

    def __repr__(self) -> str:
        return f"Attribute({self.name!r}, {self.type}, {self.value!r})"


class Operation:
    """What a node does, wherever it stands: the operator and its attributes. Nodes alike share one. The
    domain "ai.onnx" is "".

    ``shared``: models share it too, for it says nothing of the one that it was read from: it names no
    symbols, and no place in a file. ``attribute_key`` is equal for two nodes only if their attributes are:
    the bytes in the file, or where they lie if there are many.
    """

    __slots__ = (
        "attribute_key", "attributes", "domain", "duplicate_attributes", "has_bodies", "op_type", "overload",
        "shared",
    )  # fmt: skip

    def __init__(
        self, op_type: str, domain: str, overload: str, attribute_key: bytes | tuple[str, int, int],
        attributes: dict[str, Attribute], duplicate_attributes: tuple[str, ...], has_bodies: bool,
    ) -> None:  # fmt: skip
        self.op_type = op_type
        self.domain = domain
        self.overload = overload
        self.attribute_key = attribute_key
        self.attributes = attributes
        self.duplicate_attributes = duplicate_attributes
        self.has_bodies = has_bodies
        self.shared = False


class Node(_Stored):
    """A NodeProto. ``index`` is its place in its graph."""

    __slots__ = ("index", "inputs", "name", "operation", "outputs")

    name: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    operation: Operation
    index: int

    @property
    def op_type(self) -> str:
        """The operator's name."""
        return self.operation.op_type

    @property
    def domain(self) -> str:
        """The operator's domain; "" is ONNX's own."""
        return self.operation.domain

    @property
    def overload(self) -> str:
        """Which of the functions of that name."""
        return self.operation.overload

    @property
    def attributes(self) -> dict[str, Attribute]:
        """The attributes by name."""
        return self.operation.attributes

    @property
    def has_bodies(self) -> bool:
        """Whether there are graphs among the attributes."""
        return self.operation.has_bodies

    def __repr__(self) -> str:
        return f"Node({self.index}, {self.op_type!r}, {self.inputs} -> {self.outputs})"

    def bodies(self) -> list[tuple[str, Graph]]:
        """The graphs among the attributes, each with its attribute's name."""
        if not self.has_bodies:
            return []
        found: list[tuple[str, Graph]] = []
        for name, attribute in self.attributes.items():
            if isinstance(attribute.value, Graph):
                found.append((name, attribute.value))
            elif GRAPHS in attribute.kinds and isinstance(attribute.value, tuple):
                found += [(name, graph) for graph in attribute.value if isinstance(graph, Graph)]
        return found

    def doc_string(self) -> str:
        return self._text(6)

    def metadata(self) -> dict[str, str]:
        """Notes that the exporter left, such as its stack trace."""
        return self._entries(9)

    def may_say(self, *texts: bytes) -> bool:
        """Whether one of these texts may be in the node's bytes: sooner found out than what its notes are.
        True for nodes that are long."""
        if self.end - self.start > SMALL:
            return True
        raw = wire.in_order(self._buffer, self.start, self.end)
        for text in texts:  # as a loop, because this runs for every node
            if text in raw:
                break
        else:
            return False
        return True

    def notes(self) -> tuple[str, dict[str, str]]:
        """The doc_string and the metadata, which most nodes do not have."""
        text = ""
        entries: list[tuple[int, int]] = []
        for tag, start, stop in self._fields():
            if tag == 6 << 3 | wire.BYTES:
                text = self._buffer[start:stop].decode("utf-8", "surrogateescape")
            elif tag == 9 << 3 | wire.BYTES:
                entries.append((start, stop))
        return text, _notes(self._buffer, entries) if entries else {}


def silent(nodes: Sequence[Node], *texts: bytes) -> list[Node]:
    """The nodes that have none of these texts in their bytes, but for those that are long or lie near one
    that has: the bytes of nodes that lie next to each other are searched at once."""
    found: list[Node] = []
    first, count = 0, len(nodes)
    while first < count:
        buffer, start, end = nodes[first]._buffer, nodes[first].start, nodes[first].start
        after, last = first, start + wire.AHEAD
        while after < count:
            node = nodes[after]
            stop = node.end
            if node.start != end or stop - end > SMALL or stop > last or node._buffer is not buffer:
                break
            end = stop
            after += 1
        if after > first:
            raw = wire.in_order(buffer, start, end)
            if not any(text in raw for text in texts):
                found += nodes[first:after]
        first = max(after, first + 1)
    return found


class Graph:
    """A GraphProto. ``duplicates`` are the names initialised more than once; the last one counts.

    ``spans`` says where it lies: (offset of the tag, start, stop) of each piece, for protobuf merges a
    message that is given several times. ``insert_at`` is where new value_info belongs.
    """

    __slots__ = (
        "_buffer", "captured", "duplicates", "initializers", "insert_at", "inputs", "name", "nodes",
        "notes", "outputs", "sparse_initializers", "spans", "value_info", "value_info_spans",
    )  # fmt: skip

    def __init__(self, buffer: Buffer) -> None:
        self._buffer = buffer
        self.name = ""
        self.nodes: list[Node] = []
        self.inputs: list[Value] = []
        self.outputs: list[Value] = []
        self.value_info: dict[str, Value] = {}
        self.value_info_spans: list[tuple[str, int, int]] = []
        self.initializers: dict[str, Tensor] = {}
        self.sparse_initializers: dict[str, SparseTensor] = {}
        self.duplicates: list[str] = []
        self.notes: list[tuple[int, int]] = []  # where its metadata lies
        self.spans: list[tuple[int, int, int]] = []
        self.insert_at = 0
        self.captured: frozenset[str] | None = None  # what graph.captured_names has found

    def __repr__(self) -> str:
        return f"Graph({self.name!r}, {len(self.nodes)} nodes)"

    def metadata(self) -> dict[str, str]:
        return _notes(self._buffer, self.notes)


class Function:
    """A FunctionProto. ``attributes`` are the names without a default."""

    __slots__ = (
        "_buffer", "attribute_defaults", "attributes", "domain", "insert_at", "inputs", "name", "nodes",
        "notes", "opset_imports", "outputs", "overload", "span", "value_info", "value_info_spans",
    )  # fmt: skip

    def __init__(self, buffer: Buffer, span: tuple[int, int, int]) -> None:
        self._buffer = buffer
        self.domain = ""
        self.name = ""
        self.overload = ""
        self.inputs: tuple[str, ...] = ()
        self.outputs: tuple[str, ...] = ()
        self.attributes: tuple[str, ...] = ()
        self.attribute_defaults: dict[str, Attribute] = {}
        self.nodes: list[Node] = []
        self.notes: list[tuple[int, int]] = []  # where its metadata lies
        self.opset_imports: dict[str, int] = {}
        self.value_info: dict[str, Value] = {}
        self.value_info_spans: list[tuple[str, int, int]] = []
        self.span = span
        self.insert_at = 0

    def __repr__(self) -> str:
        return f"Function({self.domain!r}, {self.name!r}, {len(self.nodes)} nodes)"

    def metadata(self) -> dict[str, str]:
        return _notes(self._buffer, self.notes)


FunctionKey = tuple[str, str, str]


class Model:
    """A ModelProto. ``graph`` is None if the file has none; the domain "ai.onnx" is "".

    ``opset_conflicts`` holds all versions of a domain that is imported more than once, and
    ``duplicate_functions`` those that a later one of the same name replaces.
    """

    __slots__ = (
        "beside", "buffer", "complete", "duplicate_functions", "functions", "graph", "ir_version",
        "metadata_props", "opset_conflicts", "opset_imports", "path", "producer_name", "producer_version",
        "size", "states_ir_version",
    )  # fmt: skip

    def __init__(self, buffer: Buffer, path: str | None) -> None:
        self.ir_version = 0
        self.states_ir_version = False
        self.opset_imports: dict[str, int] = {}
        self.opset_conflicts: dict[str, tuple[int, ...]] = {}
        self.graph: Graph | None = None
        self.functions: dict[FunctionKey, Function] = {}
        self.duplicate_functions: list[Function] = []
        self.producer_name = ""
        self.producer_version = ""
        self.metadata_props: dict[str, str] = {}
        self.path = path
        self.size = len(buffer)
        self.buffer = buffer
        # The sizes of the files in the model's folder by name, where the reader's caller knows them; None:
        # the file system is asked.
        self.beside: dict[str, int] | None = None
        self.complete = True  # False if the reader's caller left weights out of the buffer

    def __repr__(self) -> str:
        return f"Model({self.path!r}, {self.size} bytes)"


AttributeValue = (
    int | float | bytes | Tensor | SparseTensor | Graph | TensorType | SparseTensorType | SequenceType
    | OptionalType | MapType | OpaqueType | LongList
    | tuple[int | float | bytes | Tensor | SparseTensor | Graph | ValueType, ...] | None
)  # fmt: skip


def string_entries(buffer: Buffer, spans: list[tuple[int, int]], base: int = 0) -> dict[str, str]:
    """The StringStringEntryProto messages at ``spans``, as a dict; of equal keys the last counts."""
    found: dict[str, str] = {}
    for start, stop in spans:
        key = text = ""
        for tag, first, last in wire.fields(buffer, start, stop, base, wire.MAX_DEPTH):
            if tag == 0x0A:
                key = buffer[first:last].decode("utf-8", "surrogateescape")
            elif tag == 0x12:
                text = buffer[first:last].decode("utf-8", "surrogateescape")
        found[key] = text
    return found


def _notes(buffer: Buffer, spans: list[tuple[int, int]]) -> dict[str, str]:
    """Metadata, which the reader skips. Damaged metadata must not prevent other findings."""
    try:
        return string_entries(buffer, spans)
    except wire.DamagedModel:
        return {}
