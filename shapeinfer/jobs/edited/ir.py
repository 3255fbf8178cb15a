"""``onnx_ir`` models as ModelProtos, without their weights, and again after edits."""

from __future__ import annotations

import onnx_ir as ir

from shapeinfer.model.protobuf.snapshot import Snapshot
from shapeinfer.model.protobuf.wire import encode_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    import onnx

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
    """The bytes of a model's ModelProto; what was not edited since the last time is not serialized again."""

    __slots__ = ("_around", "_model", "_nodes", "_rest", "_said")

    def __init__(self, model: ir.Model) -> None:
        self._model = model
        self._around = self._rest = b""
        # What the model said beside its nodes, and each node with its field of the graph.
        self._said: tuple[object, ...] | None = None
        self._nodes: dict[ir.Node, tuple[tuple[object, ...], bytes]] = {}

    def data(self) -> bytes:
        """The model as it is now."""
        model = self._model
        nodes = list(model.graph)
        said = _beside_nodes(model, nodes)
        if said is None or said != self._said:
            return self._whole(nodes, said)
        known = self._nodes
        fields: list[bytes] = []
        kept: dict[ir.Node, tuple[tuple[object, ...], bytes]] = {}
        for node in nodes:
            words = _words(node)
            found = known.get(node)
            if found is None or words is None or found[0] != words:
                found = (words or (), _field(node))
            kept[node] = found
            fields.append(found[1])
        self._nodes = kept
        return self._around + encode_bytes(_GRAPH, b"".join([*fields, self._rest]))

    def _whole(self, nodes: list[ir.Node], said: tuple[object, ...] | None) -> bytes:
        data: bytes = without_weights(self._model).SerializeToString()
        snapshot = Snapshot(data)
        self._said = None
        if said is not None and snapshot.cut():
            fields = [_field(node) for node in nodes]
            together = b"".join(fields)
            if snapshot.rest.startswith(together):
                self._around, self._rest = snapshot.around, snapshot.rest[len(together) :]
                self._nodes = {n: (_words(n) or (), f) for n, f in zip(nodes, fields, strict=True)}
                self._said = said
                # In the order of all later times.
                return self._around + encode_bytes(_GRAPH, together + self._rest)
        return data


_GRAPH = 7  # the number of a ModelProto's graph
_NODE = 1


def _field(node: ir.Node) -> bytes:
    return encode_bytes(_NODE, ir.serde.serialize_node(node).SerializeToString())


def _words(node: ir.Node) -> tuple[object, ...] | None:
    """What a node says. None if it has bodies, which may change without it."""
    attributes = tuple(node.attributes.values())
    for attribute in attributes:
        if attribute.type in _BODIES:
            return None
    return (
        node.op_type, node.domain, node.overload, node.name,
        [None if value is None else value.name for value in node.inputs],
        [value.name for value in node.outputs],
        attributes,
    )  # fmt: skip


_BODIES = (ir.AttributeType.GRAPH, ir.AttributeType.GRAPHS)


def _beside_nodes(model: ir.Model, nodes: list[ir.Node]) -> tuple[object, ...] | None:
    """What the model says beside its nodes: types, initializers, opsets. None if it has functions."""
    if model.functions:
        return None
    graph = model.graph
    declared = [_declared(value) for value in (*graph.inputs, *graph.outputs)]
    for node in nodes:
        typed = [v for v in node.outputs if v.shape is not None or v.type is not None]
        declared += map(_declared, typed)
    stored = [(name, value.const_value) for name, value in graph.initializers.items()]
    return (
        model.ir_version, dict(model.opset_imports), dict(graph.opset_imports), len(graph.inputs), declared,
        [(name, id(tensor)) for name, tensor in stored],
        [tensor for _, tensor in stored],  # held, so that no id is used again
    )  # fmt: skip


def _declared(value: ir.Value) -> tuple[object, ...]:
    return (value.name, value.type, None if value.shape is None else value.shape.dims)
