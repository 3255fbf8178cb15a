"""``onnx_ir`` models as ModelProtos, without their weights, and again after edits."""

from __future__ import annotations

from functools import partial
from itertools import filterfalse

import onnx_ir as ir

from shapeinfer.jobs.edited.parts import Nodes, Tensors, Values, elsewhere, node_field, value_field
from shapeinfer.model.protobuf.snapshot import Snapshot, decoded_graph
from shapeinfer.model.protobuf.wire import encode_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    import onnx

    from shapeinfer.model.structure import Graph, Model, Node

# Fields of a ModelProto and of a GraphProto.
_GRAPH = 7
_INPUT, _OUTPUT = 11, 12


def without_weights(model: ir.Model) -> onnx.ModelProto:
    """The model as a ModelProto in which each large initializer is external data that nobody reads."""
    replaced: list[tuple[ir.Value, ir.TensorProtocol]] = []
    try:
        for graph in model.graphs():
            for name, value in graph.initializers.items():
                tensor = value.const_value
                if tensor is not None:
                    replaced.append((value, tensor))
                    value.const_value = elsewhere(name, tensor)
        return ir.to_proto(model)
    finally:
        for value, tensor in replaced:
            value.const_value = tensor


class IrSnapshot:
    """A model at one moment, to be compared with that of the moment before as a :class:`Snapshot` is.

    ``around`` is what lies outside of the graph, ``rest`` what the graph says beside its nodes, and ``nodes``
    are the decoded nodes, once they were taken or followed.
    """

    __slots__ = ("_nodes", "_order", "_turn", "around", "nodes", "rest")

    def __init__(self, around: bytes, nodes: Nodes, order: list[ir.Node], rest: bytes) -> None:
        self._nodes = nodes
        self._order = order
        self._turn = nodes.turn
        self.nodes: list[Node] = []
        self.around = around
        self.rest = rest

    def content(self) -> Callable[[], bytes]:
        """What puts the bytes of the ModelProto together, without holding the snapshot."""
        if self.nodes:
            return partial(_written, self.around, self.nodes, self.rest)
        fields = list(map(self._nodes.field, self._order))
        return partial(_joined, self.around, fields, self.rest)

    def take(self, model: Model) -> bool:
        """Take the nodes of ``model``, which was decoded out of these bytes."""
        assert model.graph is not None
        self.nodes = model.graph.nodes
        self._nodes.decoded = dict(zip(self._order, self.nodes, strict=True))
        return True

    def follow(self, old: object) -> tuple[list[Node], dict[int, Node]] | None:
        """The nodes of ``old`` that are gone, and those that are new by their places; None if ``old`` is not
        the snapshot before this one."""
        if not isinstance(old, IrSnapshot) or old._turn != self._turn - 1 or not old.nodes:
            return None
        self.nodes, new = self._nodes.follow(old.nodes)
        return self._nodes.dropped, new

    def others(self) -> Graph:
        """What the graph has beside its nodes."""
        return decoded_graph(self.rest)


def _written(around: bytes, nodes: list[Node], rest: bytes) -> bytes:
    return _joined(around, [node_field(node.payload()) for node in nodes], rest)


def _joined(around: bytes, fields: list[bytes], rest: bytes) -> bytes:
    return around + encode_bytes(_GRAPH, b"".join([*fields, rest]))


class IrSource:
    """An ``onnx_ir.Model``; what was not edited since the last time is not serialized again.

    All objects are asked for what they say, in a few passes, and that is compared with what they said.
    """

    def __init__(self, model: ir.Model) -> None:
        self._model = model
        self._begin()

    def _begin(self) -> None:
        self._nodes = Nodes()
        self._values = Values()
        self._tensors = Tensors()
        # What the ModelProto says outside of its graph, what the graph says beside nodes and values, and
        # what both depend on.
        self._around = self._header = b""
        self._versions: object = None
        # The graph's inputs and outputs, with what they depend on; and all of the graph that is no node.
        self._ends = self._rest = b""
        self._declared: object = None

    def snapshot(self) -> Snapshot | IrSnapshot:
        """The model as it is now."""
        if self._model.functions:
            return Snapshot(without_weights(self._model).SerializeToString())
        try:
            return self._looked_at()
        except BaseException:
            self._begin()  # not all that was looked at was taken over
            raise

    def _looked_at(self) -> IrSnapshot:
        graph = self._model.graph
        other_ends = self._update_ends()
        relabeled, other_tensors = self._tensors.update(list(graph.initializers.values()))
        renamed, retyped = self._values.update()
        nodes = self._nodes
        nodes.update(graph, [*relabeled, *renamed])
        order = nodes.order.nodes
        # The names of initializers are looked at above, and their tensors say more than their types.
        values = filterfalse(self._tensors.fields.__contains__, nodes.values())
        self._values.follow(values, nodes.left())
        other_nodes = self._values.are_typed and (nodes.edited or nodes.order.gone)
        if other_ends or other_tensors or retyped or other_nodes:
            infos = self._values.infos(order, {*graph.inputs, *graph.outputs})
            self._rest = b"".join([self._header, self._ends, *self._tensors.fields.values(), *infos])
        return IrSnapshot(self._around, nodes, order, self._rest)

    def _update_ends(self) -> bool:
        """Serialize what the model says beside nodes, weights and types of inner values, if it changed."""
        model, graph = self._model, self._model.graph
        versions = (model.ir_version, dict(model.opset_imports), dict(graph.opset_imports))
        declared = [list(map(_declared, values)) for values in (graph.inputs, graph.outputs)]
        if versions != self._versions:
            proto = without_weights(model)
            for part in ("node", "initializer", "input", "output", "value_info"):
                proto.graph.ClearField(part)
            snapshot = Snapshot(proto.SerializeToString())
            snapshot.cut()
            self._around, self._header = snapshot.around, snapshot.rest
        elif declared == self._declared:
            return False
        self._versions, self._declared = versions, declared
        inputs = [value_field(_INPUT, value) for value in graph.inputs]
        self._ends = b"".join([*inputs, *(value_field(_OUTPUT, value) for value in graph.outputs)])
        return True


def _declared(value: ir.Value) -> tuple[object, ...]:
    # ``dtype`` changes in a type that stays the same object.
    return (value.name, value.type, value.dtype, None if value.shape is None else value.shape.dims)
