"""The parts of an ``onnx_ir`` graph as fields of a GraphProto, each serialized again only after an edit."""

from __future__ import annotations

from itertools import chain, filterfalse

import onnx_ir as ir

from shapeinfer.jobs.edited.columns import Column, are_slots, words
from shapeinfer.jobs.edited.order import Order
from shapeinfer.model.protobuf.snapshot import RenamedNode, decoded_node
from shapeinfer.model.protobuf.wire import encode_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence, Set

    from shapeinfer.model.structure import Node

# Larger initializers than this many bytes are not serialized: only their type and shape matter.
_LARGEST = 1024

# Fields of a GraphProto.
_NODE, _INITIALIZER, _VALUE_INFO = 1, 5, 13

_BODIES = (ir.AttributeType.GRAPH, ir.AttributeType.GRAPHS)


class Nodes:
    """The fields of a graph's nodes, and these decoded."""

    def __init__(self) -> None:
        # Empty where only names changed: the decoded node knows its bytes.
        self.fields: dict[ir.Node, bytes] = {}
        self.decoded: dict[ir.Node, Node] = {}
        self.order = Order()
        # How often they were looked at. Then, of the last time: the nodes that are new, that moved or that
        # say something else, what was decoded of these and of those that are gone, and new nodes that were
        # made of what was decoded.
        self.turn = 0
        self.edited: list[ir.Node] = []
        self.dropped: list[Node] = []
        self._made: dict[ir.Node, Node] = {}
        self._words = Column(_NODE_WORDS, _with_copied_attributes, _OTHER_NODES)
        # Nodes that may say something else although these did not change.
        self._opaque: dict[ir.Node, None] = {}
        # Nodes whose fields say more than was looked at.
        self._noted: set[ir.Node] = set()

    def update(self, graph: ir.Graph, renamed: Iterable[ir.Value]) -> None:
        """Serialize the nodes that are new or say something else than before."""
        words, order = self._words, self.order
        self.turn += 1
        self.dropped, self._made = [], {}
        order.update(graph)
        words.drop(order.gone)
        for node in order.gone:
            self._forget(node)
            self._opaque.pop(node, None)
            self._noted.discard(node)
        for node in order.moved:
            self._forget(node)
        at_values = filter(words.found.__contains__, chain.from_iterable(map(_nodes_at, renamed)))
        changed = words.changed()
        other = {node for node, before, now in changed if before[_NAMED:] != now[_NAMED:]}  # type: ignore[index]
        nodes = [node for node, _, _ in changed]
        self.edited = list(dict.fromkeys(chain(order.new, order.moved, nodes, at_values, self._opaque)))
        words.add(order.new)
        for node in self.edited:
            if node in other or not self._rename(node):
                self._serialize(node)

    def _rename(self, node: ir.Node) -> bool:
        """Write a node of which nothing but names is different. False if more may be."""
        old = self.decoded.get(node)
        if old is None or node in self._opaque or node in self._noted or _has_notes(node):
            return False
        named = [_NO_VALUE if value is None else value for value in (*node.inputs, *node.outputs)]
        names = tuple([value.name for value in named if value.name is not None])
        if len(names) < len(named) or (node.outputs and not names[-1]):
            return False  # protobuf refuses them, or they are left out
        count, name = len(node.inputs), node.name or ""
        inputs, outputs = names[:count], names[count:]
        if (name, inputs, outputs) != (old.name, old.inputs, old.outputs):
            try:
                new = RenamedNode(old, name, inputs, outputs)
            except UnicodeEncodeError:
                return False
            self.dropped.append(old)
            self.fields[node] = b""
            self.decoded[node] = self._made[node] = new
        return True

    def _serialize(self, node: ir.Node) -> None:
        if _is_opaque(node):
            self._opaque[node] = None
        if _has_notes(node):
            self._noted.add(node)
        self._write(node, node_field(ir.serde.serialize_node(node).SerializeToString()))

    def field(self, node: ir.Node) -> bytes:
        """The field of a node in a GraphProto."""
        return self.fields[node] or node_field(self.decoded[node].payload())

    def values(self) -> Iterator[ir.Value]:
        """The values of the nodes that are new or say something else."""
        return chain.from_iterable(map(_values, self.edited))

    def left(self) -> list[ir.Value]:
        """The values of the nodes that are gone, but for those that others have."""
        values = chain.from_iterable(map(_values, self.order.gone))
        return [value for value in values if not value.uses() and value.producer() not in self.fields]

    def _write(self, node: ir.Node, field: bytes) -> None:
        if self.fields.get(node) != field:
            self._forget(node)
            self.fields[node] = field

    def _forget(self, node: ir.Node) -> None:
        self.fields.pop(node, None)
        decoded = self.decoded.pop(node, None)
        if decoded is not None:
            self.dropped.append(decoded)

    def follow(self, old: list[Node]) -> tuple[list[Node], dict[int, Node]]:
        """Decode the nodes that are new or say something else, where all others are decoded; return all
        decoded nodes in order, and the new ones by their places. ``old`` were all before the last update."""
        edited = filterfalse(self.decoded.__contains__, self.edited)
        new = {node: decoded_node(self.fields[node]) for node in edited}
        self.decoded.update(new)
        new.update(self._made)
        return self.order.like(old, self.decoded, new)


class Values:
    """The names, types and shapes of a graph's values."""

    def __init__(self) -> None:
        self._words = Column(_VALUE_WORDS, differing=_OTHER_VALUES)
        # Shapes and types change in place.
        self._dims = Column(_DIMS)
        self._dtypes = Column(_DTYPE)
        self._infos: dict[ir.Value, bytes] = {}

    @property
    def are_typed(self) -> bool:
        """Whether any has a shape or a type."""
        return bool(self._dims.found or self._dtypes.found)

    def update(self) -> tuple[list[ir.Value], bool]:
        """The values that have another name now, and whether any has another type."""
        words = self._words.changed()
        changed = [value for value, _, _ in words]
        self._forget(changed)
        self._enter(changed)
        retyped = [*self._dims.changed(), *self._dtypes.changed()]
        for value, _, _ in retyped:
            self._infos.pop(value, None)
        return _renamed(words), bool(changed or retyped)

    def follow(self, new: Iterable[ir.Value], left: Sequence[ir.Value]) -> None:
        """Follow new values too, where they are new, and those that are ``left`` no longer."""
        self._words.drop(left)
        self._forget(left)
        found = list(filterfalse(self._words.found.__contains__, dict.fromkeys(new)))
        self._words.add(found)
        self._enter(found)

    def _enter(self, values: Iterable[ir.Value]) -> None:
        found = list(values)
        self._dims.add(value for value in found if value.shape is not None)
        self._dtypes.add(value for value in found if value.type is not None)

    def _forget(self, values: Sequence[ir.Value]) -> None:
        for value in values:
            self._infos.pop(value, None)
        self._dims.drop(values)
        self._dtypes.drop(values)

    def infos(self, nodes: list[ir.Node], hidden: Set[ir.Value]) -> list[bytes]:
        """The fields that declare what the nodes make, but for values that are ``hidden``."""
        typed = (self._dims.found.keys() | self._dtypes.found.keys()) - hidden
        made = chain.from_iterable(map(_OUTPUTS, nodes)) if typed else ()
        found: list[bytes] = []
        for value in filter(typed.__contains__, made):
            if value.name:
                info = self._infos.get(value)
                if info is None:
                    info = self._infos[value] = value_field(_VALUE_INFO, value)
                found.append(info)
        return found


class Tensors:
    """The fields of a graph's initializers."""

    def __init__(self) -> None:
        self.fields: dict[ir.Value, bytes] = {}
        self._words = Column(_STORED)

    def update(self, values: list[ir.Value]) -> tuple[list[ir.Value], bool]:
        """Serialize those that are new or have another name or tensor. Returns those that have another name
        or are gone, and whether anything changed."""
        new, gone = self._words.difference(values)
        self._words.drop(gone)
        for value in gone:
            del self.fields[value]
        words = self._words.changed()
        self._words.add(new)
        for value in (*new, *(value for value, _, _ in words)):
            self.fields[value] = _tensor_field(value)
        return [*_renamed(words), *gone], bool(new or words or gone)


def elsewhere(name: str, tensor: ir.TensorProtocol) -> ir.TensorProtocol:
    """A tensor of the same type and shape; a large one as external data that nobody reads."""
    if tensor.nbytes <= _LARGEST:
        return tensor
    shape = ir.Shape(tensor.shape.numpy())
    return ir.ExternalTensor("weights", 0, tensor.nbytes, tensor.dtype, shape=shape, name=name)


def value_field(number: int, value: ir.Value) -> bytes:
    """A field of a GraphProto that declares a value."""
    return encode_bytes(number, ir.serde.serialize_value(value).SerializeToString())


def _tensor_field(value: ir.Value) -> bytes:
    if value.const_value is None:
        return b""
    name = value.name or ""
    proto = ir.serde.serialize_tensor(elsewhere(name, value.const_value))
    proto.name = name
    return encode_bytes(_INITIALIZER, proto.SerializeToString())


def node_field(payload: bytes) -> bytes:
    """A node's field of a GraphProto, of the bytes of its NodeProto."""
    return encode_bytes(_NODE, payload)


def _is_opaque(node: ir.Node) -> bool:
    """Whether a node has bodies, which change without it, or may say more than its slots."""
    return type(node) is not ir.Node or any(a.type in _BODIES for a in node.attributes.values())


def _has_notes(node: ir.Node) -> bool:
    """Whether a node says things that no fact depends on."""
    return bool(node.doc_string or node.metadata_props or getattr(node, "device_configurations", ()))


def _values(node: ir.Node) -> list[ir.Value]:
    """A node's inputs and outputs."""
    return [value for value in (*node.inputs, *node.outputs) if value is not None]


def _nodes_at(value: ir.Value) -> list[ir.Node]:
    """The nodes that name a value."""
    maker = value.producer()
    return [node for node in (maker, *(use.node for use in value.uses())) if node is not None]


def _with_copied_attributes(found: tuple[object, ...]) -> tuple[object, ...]:
    *others, attributes = found
    return (*others, dict(attributes) or _NOTHING)  # type: ignore[call-overload]  # the last word is a dict


def _renamed(changed: list[tuple[ir.Value, object, object]]) -> list[ir.Value]:
    """The values of which another name is found, the first of what they are asked."""
    return [value for value, before, now in changed if before[0] != now[0]]  # type: ignore[index]  # tuples


# What most nodes have as attributes, in one place of the memory.
_NOTHING: dict[str, ir.Attr] = {}
_NO_VALUE = ir.Value(name="")
# The first words are names.
_NAMED = 3
_WORDS = ("inputs", "outputs", "name", "op_type", "domain", "overload")
_NODE_WORDS = words(ir.Node, *_WORDS, "attributes.data")
_OUTPUTS: Callable[[ir.Node], Sequence[ir.Value]] = words(ir.Node, "outputs")  # type: ignore[assignment]
_VALUE_WORDS = words(ir.Value, "name", "shape", "type")
_DIMS = words(ir.Value, "shape.dims")
_DTYPE = words(ir.Value, "type.dtype")
_STORED = words(ir.Value, "name", "const_value")


def other_nodes(found: dict[ir.Node, object]) -> list[ir.Node]:
    """The nodes that say something else than what was found."""
    return [
        node
        for node, said in found.items()
        if (
            node._inputs, node._outputs, node._name, node._op_type, node._domain, node._overload,
            node._attributes.data,
        )
        != said
    ]  # fmt: skip


def other_values(found: dict[ir.Value, object]) -> list[ir.Value]:
    """The values that say something else than what was found."""
    return [value for value, said in found.items() if (value._name, value._shape, value._type) != said]


# In another version of onnx_ir the slots may have other names, or the properties may do more.
_OTHER_NODES = other_nodes if are_slots(ir.Node, *_WORDS, "attributes") else None
_OTHER_VALUES = other_values if are_slots(ir.Value, "name", "shape", "type") else None
