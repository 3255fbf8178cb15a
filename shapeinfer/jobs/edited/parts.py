"""The parts of an ``onnx_ir`` graph as fields of a GraphProto, each serialized again only after an edit."""

from __future__ import annotations

from itertools import chain, filterfalse

import onnx_ir as ir

from shapeinfer.jobs.edited.columns import Column, words
from shapeinfer.jobs.edited.order import Order
from shapeinfer.model.protobuf.snapshot import decoded_node
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
        self.fields: dict[ir.Node, bytes] = {}
        self.decoded: dict[ir.Node, Node] = {}
        self.order = Order()
        # How often they were looked at. Then, of the last time: the nodes that are new, that moved or that say
        # something else, and what was decoded of these and of those that are gone.
        self.turn = 0
        self.edited: list[ir.Node] = []
        self.dropped: list[Node] = []
        self._words = Column(_NODE_WORDS, _with_copied_attributes)
        # Nodes that may say something else although these did not change.
        self._opaque: dict[ir.Node, None] = {}

    def update(self, graph: ir.Graph, renamed: Iterable[ir.Value]) -> None:
        """Serialize the nodes that are new or say something else than before."""
        words, order = self._words, self.order
        self.turn += 1
        self.dropped = []
        order.update(graph)
        words.drop(order.gone)
        for node in order.gone:
            self._forget(node)
            self._opaque.pop(node, None)
        for node in order.moved:
            self._forget(node)
        at_values = filter(words.items.__contains__, chain.from_iterable(map(_nodes_at, renamed)))
        changed = [node for node, _, _ in words.changed()]
        self.edited = list(dict.fromkeys(chain(order.new, order.moved, changed, at_values, self._opaque)))
        words.add(order.new)
        for node in self.edited:
            if _is_opaque(node):
                self._opaque[node] = None
            self._write(node, node_field(ir.serde.serialize_node(node).SerializeToString()))

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

    def follow(self, old: list[Node]) -> tuple[list[Node], list[Node]]:
        """Decode the nodes that are new or say something else, where all others are decoded; return all
        decoded nodes in order, and the new ones. ``old`` were all before the last update."""
        edited = filterfalse(self.decoded.__contains__, self.edited)
        new = {node: decoded_node(self.fields[node]) for node in edited}
        self.decoded.update(new)
        return self.order.like(old, self.decoded, new), list(new.values())


class Values:
    """The names, types and shapes of a graph's values."""

    def __init__(self) -> None:
        self._words = Column(_VALUE_WORDS)
        # Shapes and types change in place.
        self._dims = Column(_DIMS)
        self._dtypes = Column(_DTYPE)
        self._infos: dict[ir.Value, bytes] = {}

    @property
    def are_typed(self) -> bool:
        """Whether any has a shape or a type."""
        return bool(self._dims.items or self._dtypes.items)

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
        found = list(filterfalse(self._words.items.__contains__, dict.fromkeys(new)))
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
        typed = (self._dims.items.keys() | self._dtypes.items.keys()) - hidden
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


def _values(node: ir.Node) -> list[ir.Value]:
    """A node's inputs and outputs."""
    return [value for value in (*node.inputs, *node.outputs) if value is not None]


def _nodes_at(value: ir.Value) -> list[ir.Node]:
    """The nodes that name a value."""
    maker = value.producer()
    return [node for node in (maker, *(use.node for use in value.uses())) if node is not None]


def _with_copied_attributes(found: tuple[object, ...]) -> tuple[object, ...]:
    *others, attributes = found
    return (*others, dict(attributes))  # type: ignore[call-overload]  # the last word is a dict


def _renamed(changed: list[tuple[ir.Value, object, object]]) -> list[ir.Value]:
    """The values of which another name is found, the first of what they are asked."""
    return [value for value, before, now in changed if before[0] != now[0]]  # type: ignore[index]  # tuples


_NODE_WORDS = words(ir.Node, "inputs", "outputs", "name", "op_type", "domain", "overload", "attributes.data")
_OUTPUTS: Callable[[ir.Node], Sequence[ir.Value]] = words(ir.Node, "outputs")  # type: ignore[assignment]
_VALUE_WORDS = words(ir.Value, "name", "shape", "type")
_DIMS = words(ir.Value, "shape.dims")
_DTYPE = words(ir.Value, "type.dtype")
_STORED = words(ir.Value, "name", "const_value")
