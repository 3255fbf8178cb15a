"""What onnx reads out of the same bytes, compared message by message."""

from __future__ import annotations

from collections.abc import Callable

import onnx
import pytest
from google.protobuf.message import DecodeError  # type: ignore[import-untyped]

from shapeinfer.model import structure
from shapeinfer.model.read import DamagedModel, read_bytes
from shapeinfer.model.structure import Attribute, Function, Graph, Model, Node, Tensor, Value, ValueType

FIELDS = {
    "f": 1, "i": 2, "s": 3, "t": 4, "g": 5, "floats": 6, "ints": 7, "strings": 8, "tensors": 9, "graphs": 10,
    "sparse_tensor": 11, "sparse_tensors": 12, "tp": 13, "type_protos": 14,
}  # fmt: skip


@pytest.fixture(scope="session")
def assert_same() -> Callable[[Model, onnx.ModelProto], None]:
    """Compares what the reader says with a ModelProto."""
    return same_model


@pytest.fixture(scope="session")
def agree() -> Callable[[bytes], None]:
    """The reader and upb find the same structure in the bytes, or both refuse them."""

    def check(data: bytes) -> None:
        try:
            proto = onnx.ModelProto.FromString(data)
        except DecodeError:
            with pytest.raises(DamagedModel) as caught:
                read_bytes(data)
            assert 0 <= caught.value.offset <= len(data)
            return
        same_model(read_bytes(data), proto)

    return check


def text(given: str | bytes) -> str:
    """upb gives bytes where a string is no UTF-8."""
    return given if isinstance(given, str) else given.decode("utf-8", "surrogateescape")


def domain(given: str | bytes) -> str:
    return "" if given == "ai.onnx" else text(given)


def value_type(proto: onnx.TypeProto) -> ValueType:
    case = proto.WhichOneof("value")
    if case == "tensor_type" or case == "sparse_tensor_type":
        inner = proto.tensor_type if case == "tensor_type" else proto.sparse_tensor_type
        dims: tuple[int | str | None, ...] | None = None
        if inner.HasField("shape"):
            dims = tuple(
                dim.dim_value if dim.WhichOneof("value") == "dim_value" else text(dim.dim_param) or None
                for dim in inner.shape.dim
            )
        kind = structure.TensorType if case == "tensor_type" else structure.SparseTensorType
        return kind(inner.elem_type, dims)
    if case == "sequence_type":
        return structure.SequenceType(member(proto.sequence_type, "elem_type"))
    if case == "optional_type":
        return structure.OptionalType(member(proto.optional_type, "elem_type"))
    if case == "map_type":
        return structure.MapType(proto.map_type.key_type, member(proto.map_type, "value_type"))
    if case == "opaque_type":
        return structure.OpaqueType(text(proto.opaque_type.domain), text(proto.opaque_type.name))
    return None


def member(
    proto: onnx.TypeProto.Sequence | onnx.TypeProto.Optional | onnx.TypeProto.Map, name: str
) -> ValueType:
    fields = {field.name: value for field, value in proto.ListFields()}
    return value_type(fields[name]) if name in fields else None


def same_tensor(ours: Tensor, proto: onnx.TensorProto) -> None:
    assert (ours.elem_type, ours.dims) == (proto.data_type, tuple(proto.dims))
    assert (ours.external is not None) == (proto.data_location == onnx.TensorProto.EXTERNAL)
    if ours.external is not None:
        assert ours.external == {text(entry.key): text(entry.value) for entry in proto.external_data}
    elif proto.HasField("raw_data"):
        assert ours.payload_bytes == len(proto.raw_data)


def same_attribute(ours: Attribute, proto: onnx.AttributeProto) -> None:
    assert (ours.name, ours.ref_attr_name) == (text(proto.name), text(proto.ref_attr_name))
    given = {FIELDS[field.name]: value for field, value in proto.ListFields() if field.name in FIELDS}
    assert ours.kinds == tuple(sorted(given))
    assert ours.type == proto.type
    read_type = proto.type or (ours.kinds[0] if ours.kinds else 0)
    if read_type not in given:
        return
    proto_value, value = given[read_type], ours.value
    if isinstance(proto_value, (int, float, bytes)):
        assert repr(value) == repr(proto_value)
        return
    pairs = [(value, proto_value)]
    if isinstance(value, tuple):
        pairs = list(zip(value, proto_value, strict=True))
    for mine, theirs in pairs:
        if isinstance(mine, Graph):
            same_graph(mine, theirs)
        elif isinstance(mine, Tensor):
            same_tensor(mine, theirs)
        elif isinstance(mine, structure.SparseTensor):
            same_tensor(mine.values, theirs.values)
            assert mine.dims == tuple(theirs.dims)
        elif isinstance(theirs, onnx.TypeProto):
            assert mine == value_type(theirs)
        else:
            assert repr(mine) == repr(theirs)


def same_nodes(ours: list[Node], protos: list[onnx.NodeProto]) -> None:
    for index, (node, proto) in enumerate(zip(ours, protos, strict=True)):
        assert node.index == index
        assert (node.op_type, node.domain) == (text(proto.op_type), domain(proto.domain))
        assert (node.overload, node.name) == (text(proto.overload), text(proto.name))
        assert node.inputs == tuple(map(text, proto.input))
        assert node.outputs == tuple(map(text, proto.output))
        attributes = {text(attribute.name): attribute for attribute in proto.attribute}
        assert node.attributes.keys() == attributes.keys()
        assert len(node.operation.duplicate_attributes) == len(proto.attribute) - len(attributes)
        for name, attribute in attributes.items():
            same_attribute(node.attributes[name], attribute)
        assert node.has_bodies == any(a.HasField("g") or len(a.graphs) for a in proto.attribute)


def same_value(ours: Value, proto: onnx.ValueInfoProto) -> None:
    assert ours.name == text(proto.name)
    assert ours.type == (value_type(proto.type) if proto.HasField("type") else None)
    assert ours.doc_string() == text(proto.doc_string)


def same_values(ours: dict[str, Value], protos: list[onnx.ValueInfoProto]) -> None:
    expected = {text(proto.name): proto for proto in protos}
    assert ours.keys() == expected.keys()
    for name, proto in expected.items():
        same_value(ours[name], proto)


def same_graph(ours: Graph, proto: onnx.GraphProto) -> None:
    assert ours.name == text(proto.name)
    same_nodes(ours.nodes, list(proto.node))
    for values, protos in ((ours.inputs, proto.input), (ours.outputs, proto.output)):
        for value, value_proto in zip(values, protos, strict=True):
            same_value(value, value_proto)
    same_values(ours.value_info, list(proto.value_info))
    tensors = {text(tensor.name): tensor for tensor in proto.initializer}
    assert ours.initializers.keys() == tensors.keys()
    for name, tensor in tensors.items():
        same_tensor(ours.initializers[name], tensor)
    sparse = {text(tensor.values.name): tensor for tensor in proto.sparse_initializer}
    assert ours.sparse_initializers.keys() == sparse.keys()
    repeated = len(proto.initializer) - len(tensors) + len(proto.sparse_initializer) - len(sparse)
    assert len(ours.duplicates) == repeated + len(tensors.keys() & sparse.keys())


def same_function(ours: Function, proto: onnx.FunctionProto) -> None:
    assert ours.inputs == tuple(map(text, proto.input))
    assert ours.outputs == tuple(map(text, proto.output))
    assert ours.attributes == tuple(map(text, proto.attribute))
    assert ours.opset_imports == {domain(opset.domain): opset.version for opset in proto.opset_import}
    same_nodes(ours.nodes, list(proto.node))
    same_values(ours.value_info, list(proto.value_info))
    defaults = {text(attribute.name): attribute for attribute in proto.attribute_proto}
    assert ours.attribute_defaults.keys() == defaults.keys()
    for name, attribute in defaults.items():
        same_attribute(ours.attribute_defaults[name], attribute)


def same_model(ours: Model, proto: onnx.ModelProto) -> None:
    assert ours.ir_version == proto.ir_version
    assert ours.producer_name == text(proto.producer_name)
    assert ours.producer_version == text(proto.producer_version)
    assert ours.opset_imports == {domain(opset.domain): opset.version for opset in proto.opset_import}
    assert ours.metadata_props == {text(entry.key): text(entry.value) for entry in proto.metadata_props}
    assert (ours.graph is not None) == proto.HasField("graph")
    if ours.graph is not None:
        same_graph(ours.graph, proto.graph)
    functions = {(domain(f.domain), text(f.name), text(f.overload)): f for f in proto.functions}
    assert ours.functions.keys() == functions.keys()
    assert len(ours.duplicate_functions) == len(proto.functions) - len(functions)
    for key, function in functions.items():
        same_function(ours.functions[key], function)
