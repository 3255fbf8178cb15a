"""``onnx_ir`` models as ModelProtos, without their weights, and again after edits."""

from __future__ import annotations

from itertools import chain, compress
from operator import attrgetter, ne

import onnx_ir as ir

from shapeinfer.model.protobuf.snapshot import Snapshot
from shapeinfer.model.protobuf.wire import encode_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    import onnx

    # A node's inputs, outputs and words, and its attributes.
    _Said = tuple[tuple[object, ...], Mapping[str, ir.Attr]]

# Larger initializers than this many bytes are not serialized: only their type and shape matter.
_LARGEST = 1024


def without_weights(model: ir.Model) -> onnx.ModelProto:
    """The model as a ModelProto in which each large initializer is external data that nobody reads."""
    replaced: list[tuple[ir.Value, ir.TensorProtocol]] = []
    try:
        for graph in model.graphs():
            for name, value in graph.initializers.items():
                tensor = value.const_value
                if tensor is not None and tensor.nbytes > _LARGEST:
                    replaced.append((value, tensor))
                    shape = ir.Shape(tensor.shape.numpy())
                    value.const_value = ir.ExternalTensor(
                        "weights", 0, tensor.nbytes, tensor.dtype, shape=shape, name=name
                    )
        return ir.to_proto(model)
    finally:
        for value, tensor in replaced:
            value.const_value = tensor


class IrBytes:
    """The bytes of a model's ModelProto; what was not edited since the last time is not serialized again.

    What each node says is compared with what it said, without keeping anything of the nodes that are as they
    were: a model has thousands, of which an edit changes few.
    """

    __slots__ = ("_around", "_beside", "_fields", "_model", "_names", "_rest", "_said")

    def __init__(self, model: ir.Model) -> None:
        self._model = model
        self._around = self._rest = b""
        # What the model said beside its nodes.
        self._beside: tuple[object, ...] | None = None
        # Of each node what it said (None: it has bodies, which may change without it), and its field of the
        # graph, in which values had these names.
        self._said: dict[ir.Node, _Said | None] = {}
        self._fields: dict[ir.Node, bytes] = {}
        self._names: dict[ir.Value, str | None] = {}

    def data(self) -> bytes:
        """The model as it is now."""
        model = self._model
        nodes = list(model.graph)
        beside = _beside_nodes(model, nodes)
        if beside is None or beside != self._beside:
            return self._whole(nodes, beside)
        self._forget_renamed(nodes)
        self._write(nodes)
        fields = list(map(self._fields.__getitem__, nodes))
        return self._around + encode_bytes(_GRAPH, b"".join([*fields, self._rest]))

    def _write(self, nodes: list[ir.Node]) -> None:
        """Serialize the nodes that are new or say something else than before."""
        said = zip(map(_WORDS, nodes), map(_ATTRIBUTES, nodes), strict=True)
        for node in list(compress(nodes, map(ne, map(self._said.get, nodes), said))):
            attributes = node.attributes.data
            self._fields[node] = encode_bytes(_NODE, ir.serde.serialize_node(node).SerializeToString())
            bodies = any(attribute.type in _BODIES for attribute in attributes.values())
            self._said[node] = None if bodies else (_WORDS(node), dict(attributes))
            self._names.update((v, v.name) for v in (*node.inputs, *node.outputs) if v is not None)
        if len(self._said) > 2 * len(nodes) + _MOST_GONE:  # of nodes that were removed
            self._said = {node: self._said[node] for node in nodes}
            self._fields = {node: self._fields[node] for node in nodes}
            self._names = {v: v.name for n in nodes for v in (*n.inputs, *n.outputs) if v is not None}

    def _forget_renamed(self, nodes: list[ir.Node]) -> None:
        """Forget what nodes said whose values have other names now."""
        names = list(map(_NAME, self._names))
        if names == list(self._names.values()):
            return
        renamed = {v for v, now in zip(self._names, names, strict=True) if self._names[v] != now}
        self._names = dict(zip(self._names, names, strict=True))
        for node in nodes:
            if not renamed.isdisjoint(node.inputs) or not renamed.isdisjoint(node.outputs):
                self._said.pop(node, None)

    def _whole(self, nodes: list[ir.Node], beside: tuple[object, ...] | None) -> bytes:
        data: bytes = without_weights(self._model).SerializeToString()
        snapshot = Snapshot(data)
        self._beside = None
        self._said, self._fields, self._names = {}, {}, {}
        if beside is not None and snapshot.cut():
            self._write(nodes)
            together = b"".join(map(self._fields.__getitem__, nodes))
            if snapshot.rest.startswith(together):
                self._around, self._rest = snapshot.around, snapshot.rest[len(together) :]
                self._beside = beside
                # In the order of all later times.
                return self._around + encode_bytes(_GRAPH, together + self._rest)
        return data


# Nodes that were removed are forgotten when they are as many as those that are there, and so many more.
_MOST_GONE = 1000

_GRAPH = 7  # the number of a ModelProto's graph
_NODE = 1

_WORDS = attrgetter("inputs", "outputs", "name", "op_type", "domain", "overload")
_ATTRIBUTES = attrgetter("attributes.data")
_NAME = attrgetter("name")
_BODIES = (ir.AttributeType.GRAPH, ir.AttributeType.GRAPHS)


def _beside_nodes(model: ir.Model, nodes: list[ir.Node]) -> tuple[object, ...] | None:
    """What the model says beside its nodes: types, initializers, opsets. None if it has functions."""
    if model.functions:
        return None
    graph = model.graph
    made = chain.from_iterable(map(_OUTPUTS, nodes))
    typed = [value for value in made if value.shape is not None or value.type is not None]
    stored = [(name, value.const_value) for name, value in graph.initializers.items()]
    return (
        model.ir_version, dict(model.opset_imports), dict(graph.opset_imports), len(graph.inputs),
        list(map(_declared, (*graph.inputs, *graph.outputs, *typed))),
        [(name, id(tensor)) for name, tensor in stored],
        [tensor for _, tensor in stored],  # held, so that no id is used again
    )  # fmt: skip


_OUTPUTS = attrgetter("outputs")


def _declared(value: ir.Value) -> tuple[object, ...]:
    # ``dtype`` changes in a type that stays the same object.
    return (value.name, value.type, value.dtype, None if value.shape is None else value.shape.dims)
