"""Files and ModelProtos in."""

from __future__ import annotations

import mmap
import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper
from onnx.backend.test.case import node as node_cases

from shapeinfer.model import read as reader
from shapeinfer.model.protobuf import wire
from shapeinfer.model.protobuf.decode import Decoder
from shapeinfer.model.protobuf.nodes import NodeParts
from shapeinfer.model.read import DamagedModel, read_bytes, read_file, read_proto
from shapeinfer.model.structure import Graph, Model, Operation, TensorType

Same = Callable[[Model, onnx.ModelProto], None]


def float_info(name: str, dims: list[int | str | None] | None = None) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, TensorProto.FLOAT, dims)


def weighty(count: int = 3, size: int = 50_000) -> onnx.ModelProto:
    """Weights of all sizes between the nodes, in an initializer, a Constant and a body."""
    weight = np.zeros(size, np.float32)
    initializers = [numpy_helper.from_array(weight[: size // (at + 1)], f"w{at}") for at in range(count)]
    initializers.append(numpy_helper.from_array(np.array([2, -1]), "shape"))
    constant = helper.make_node("Constant", [], ["c"], value=numpy_helper.from_array(weight, "v"))
    body = helper.make_graph([constant], "body", [], [float_info("c")])
    nodes = [helper.make_node("Add", ["x", f"w{at}"], [f"y{at}"], name=f"n{at}" * 40) for at in range(count)]
    nodes.append(helper.make_node("If", ["b"], ["z"], then_branch=body, else_branch=body))
    nodes += [helper.make_node("Relu", [f"r{at}" if at else "z"], [f"r{at + 1}"]) for at in range(5000)]
    graph = helper.make_graph(nodes, "g", [float_info("x", [size])], [float_info("z")], initializers)
    graph.value_info.extend(float_info(f"r{at}", ["a", at, None]) for at in range(1000))
    return helper.make_model(graph)


def test_node_models_of_onnx(assert_same: Same) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the cases compute infinities on purpose
        cases = node_cases.collect_testcases(None)
    models = [case.model for case in cases if case.model is not None][::10]
    assert len(models) > 100
    for model in models:
        assert_same(read_bytes(model.SerializeToString()), model)


@pytest.mark.parametrize("read_whole", [0, 1 << 30])
def test_file(read_whole: int, tmp_path: Path, assert_same: Same, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "_READ_WHOLE", read_whole)
    proto = weighty()
    path = tmp_path / "m.onnx"
    path.write_bytes(proto.SerializeToString())
    model = read_file(path)
    assert_same(model, proto)
    assert (model.path, model.size) == (str(path), path.stat().st_size)
    assert model.graph is not None
    assert model.graph.initializers["shape"].scalars(8) == (2, -1)


def test_views(assert_same: Same, tmp_path: Path) -> None:
    proto = weighty()
    data = proto.SerializeToString()
    assert_same(read_bytes(bytearray(data)), proto)
    assert_same(read_bytes(memoryview(b"x" + data)[1:]), proto)
    path = tmp_path / "m.onnx"
    path.write_bytes(data)
    with path.open("rb") as file:
        assert_same(read_bytes(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)), proto)


def test_truncated_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "_READ_WHOLE", 0)
    data = weighty(2, 3000).SerializeToString()
    path = tmp_path / "m.onnx"
    for end in range(1, len(data), 997):
        path.write_bytes(data[:end])
        with pytest.raises(DamagedModel):
            read_file(path)


def test_group_between_nodes(assert_same: Same) -> None:
    """An unknown group larger than what is read at once."""
    group = b"\x1b" + wire.encode_bytes(3, b"x" * 100_000) + b"\x1c"
    node = wire.encode_bytes(1, helper.make_node("Relu", ["x"], ["y"]).SerializeToString())
    data = wire.encode_bytes(7, node + group + node)
    assert_same(read_bytes(memoryview(data)), onnx.ModelProto.FromString(data))


def test_no_such_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_file(tmp_path / "absent.onnx")
    with pytest.raises(IsADirectoryError):
        read_file(tmp_path)


def test_empty(tmp_path: Path) -> None:
    (tmp_path / "m.onnx").write_bytes(b"")
    with pytest.raises(DamagedModel, match="empty"):
        read_file(tmp_path / "m.onnx")
    with pytest.raises(DamagedModel):
        read_bytes(b"")
    assert read_proto(onnx.ModelProto()).graph is None


def test_no_graph() -> None:
    assert read_bytes(b"\x08\x07").graph is None


@pytest.mark.parametrize(
    "ending", [".textproto", ".txtpb", ".prototxt", ".pbtxt", ".json", ".onnxjson", ".onnxtxt"]
)
@pytest.mark.filterwarnings("ignore:The onnxtxt format")
def test_text_formats(ending: str, tmp_path: Path, assert_same: Same) -> None:
    graph = helper.make_graph(
        [helper.make_node("Relu", ["x"], ["y"])], "g", [float_info("x", [2])], [float_info("y")]
    )
    proto = helper.make_model(graph, ir_version=8)
    path = tmp_path / f"m{ending}"
    onnx.save(
        proto,
        path,
        format={".json": "json", ".onnxjson": "json", ".onnxtxt": "onnxtxt"}.get(ending, "textproto"),
    )
    model = read_file(path)
    assert model.graph is not None
    assert [node.op_type for node in model.graph.nodes] == ["Relu"]
    assert model.path == str(path)
    path.write_text("no model at all {")
    with pytest.raises(DamagedModel, match="no model in the format") as told:
        read_file(path)
    assert "b'" not in str(told.value) and "\n" not in str(told.value)


def test_proto(assert_same: Same) -> None:
    proto = weighty(1, 100)
    assert_same(read_proto(proto), proto)


def test_large_proto_is_read_without_its_weights(assert_same: Same, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "_COPIED_WHOLE", 0)
    proto = weighty()
    proto.metadata_props.add(key="k", value="v")
    model = read_proto(proto)
    assert not model.complete
    assert model.graph is not None
    weight = model.graph.initializers["w0"]
    assert weight.payload_mismatch() is None
    assert weight.scalars(1 << 20) is None
    assert 0 <= weight.payload_bytes - len(proto.graph.initializer[0].raw_data) < 8
    assert model.graph.initializers["shape"].scalars(2) == (2, -1)
    for tensor in proto.graph.initializer:  # the one thing that may differ
        model.graph.initializers[tensor.name].payload_bytes = len(tensor.raw_data)
    assert_same(model, proto)


def only_graph(proto: onnx.ModelProto) -> Graph:
    graph = read_proto(proto).graph
    assert graph is not None
    return graph


def test_node_details() -> None:
    node = helper.make_node("Foo", ["x", ""], ["y"], name="n", domain="ai.onnx", doc_string="doc", k=1)
    node.metadata_props.add(key="trace", value="line 1")
    graph = helper.make_graph([node, node], "g", [], [])
    graph.metadata_props.add(key="a", value="b")
    found = only_graph(helper.make_model(graph))
    first, second = found.nodes
    assert (first.domain, first.inputs, first.index, second.index) == ("", ("x", ""), 0, 1)
    assert (first.doc_string(), first.metadata()) == ("doc", {"trace": "line 1"})
    assert first.operation is second.operation
    assert first.attributes is second.attributes
    assert found.metadata() == {"a": "b"}


@pytest.mark.parametrize("field", [1, 2, 3, 4, 7])
def test_names_that_are_no_utf8(agree: Callable[[bytes], None], field: int) -> None:
    node = b"".join(wire.encode_bytes(n, b"a\xffb" if n == field else b"ab") for n in (1, 2, 3, 4, 7))
    agree(wire.encode_bytes(7, wire.encode_bytes(1, node)))


def test_nodes_alike_are_decoded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """PyTorch gives every node a doc_string, an empty one unless it is asked for more."""
    decoded: list[int] = []
    decode = NodeParts._operation

    def counted(
        parts: NodeParts, data: wire.Buffer, pos: int, end: int, base: int, depth: int,
        more: tuple[list[str], ...],
    ) -> Operation:  # fmt: skip
        decoded.append(pos)
        return decode(parts, data, pos, end, base, depth, more)

    monkeypatch.setattr(NodeParts, "_operation", counted)
    nodes = [
        helper.make_node("Gather", ["x", "i"], [f"y{at}"], name=f"n{at}", doc_string="", axis=1)
        for at in range(5)
    ]
    for node in nodes:
        node.doc_string = ""
    graph = only_graph(helper.make_model(helper.make_graph(nodes, "g", [], [])))
    assert len({node.operation for node in graph.nodes}) == len(decoded) == 1
    assert [node.name for node in graph.nodes] == [f"n{at}" for at in range(5)]


@pytest.mark.parametrize("size", [0, 2000])
def test_a_node_is_not_sought_beyond_its_end(size: int) -> None:
    """Behind one that ends early or is large, the nodes that follow are not taken for its inputs."""
    field = wire.encode_bytes
    node = field(1, field(1, b"x") + (field(6, b"d" * size) if size else b""))
    decoder = Decoder(field(7, node * 50))
    graph = decoder.model(None).graph
    assert graph is not None
    assert [node.inputs for node in graph.nodes] == [("x",)] * 50
    assert set(decoder._names) == {b"x"}


def test_damaged_metadata_is_none() -> None:
    graph = read_bytes(wire.encode_bytes(7, wire.encode_bytes(1, wire.encode_bytes(9, b"\x0a\x09a")))).graph
    assert graph is not None
    assert graph.nodes[0].metadata() == {}


def test_attribute_keys() -> None:
    """Equal only for equal attributes; a large payload is known by its place."""
    large = numpy_helper.from_array(np.zeros(1000, np.float32), "v")
    nodes = [helper.make_node("Constant", [], [f"c{at}"], value=large) for at in range(2)]
    nodes += [helper.make_node("Op", [], [], k=at) for at in range(2)]
    keys = [
        node.operation.attribute_key
        for node in only_graph(helper.make_model(helper.make_graph(nodes, "g", [], []))).nodes
    ]
    assert len(set(keys)) == 4
    assert isinstance(keys[0], tuple)
    scattered = b"\x2a\x07\x0a\x01a\x18\x01\x18\x02" + b"\x22\x02Op" + b"\x2a\x05\x0a\x01b\x18\x03"
    graph = read_bytes(wire.encode_bytes(7, wire.encode_bytes(1, scattered))).graph
    assert graph is not None
    operation = graph.nodes[0].operation
    assert {name: attribute.value for name, attribute in operation.attributes.items()} == {"a": 2, "b": 3}
    assert operation.attribute_key == b"\x2a\x07\x0a\x01a\x18\x01\x18\x02\x2a\x05\x0a\x01b\x18\x03"


def test_attributes_without_a_type() -> None:
    """IR version 1 does not store the type: the value is that of the field that is set."""
    node = helper.make_node("Op", [], [], i=3, f=0.5, s="x", ints=[1, 2], floats=[0.5], strings=["a"])
    for attribute in node.attribute:
        attribute.ClearField("type")
    (read,) = only_graph(helper.make_model(helper.make_graph([node], "g", [], []))).nodes
    values = {name: (attribute.type, attribute.value) for name, attribute in read.attributes.items()}
    assert values == {
        "i": (0, 3), "f": (0, 0.5), "s": (0, b"x"),
        "ints": (0, (1, 2)), "floats": (0, (0.5,)), "strings": (0, (b"a",)),
    }  # fmt: skip


def test_odd_attributes() -> None:
    """Doubly typed, given twice, typed but not set, a reference."""
    node = onnx.NodeProto(op_type="Op")
    node.attribute.add(name="two", type=onnx.AttributeProto.INT, i=1, f=2.0)
    node.attribute.add(name="unset", type=onnx.AttributeProto.INT)
    node.attribute.add(name="ref", type=onnx.AttributeProto.INT, ref_attr_name="outer")
    node.attribute.add(name="again", type=onnx.AttributeProto.INT, i=1)
    node.attribute.add(name="again", type=onnx.AttributeProto.INT, i=2)
    (read,) = only_graph(helper.make_model(helper.make_graph([node], "g", [], []))).nodes
    two, unset, ref = (read.attributes[name] for name in ("two", "unset", "ref"))
    assert (two.kinds, two.value) == ((1, 2), 1)
    assert (unset.kinds, unset.value) == ((), 0)
    assert (ref.value, ref.ref_attr_name) == (None, "outer")
    assert read.operation.duplicate_attributes == ("again",)
    assert read.attributes["again"].value == 2


def test_packed_lists() -> None:
    attribute = wire.encode_bytes(1, b"k") + wire.encode_bytes(8, b"\x01\xac\x02") + b"\x40\x05"
    node = wire.encode_bytes(5, attribute)
    graph = read_bytes(wire.encode_bytes(7, wire.encode_bytes(1, node))).graph
    assert graph is not None
    assert graph.nodes[0].attributes["k"].value == (1, 300, 5)


def test_opsets_and_functions() -> None:
    proto = onnx.ModelProto()
    for domain, version in (("ai.onnx", 17), ("", 18), ("com.example", 1)):
        proto.opset_import.add(domain=domain, version=version)
    for _ in range(2):
        proto.functions.add(name="f", domain="com.example")
    model = read_proto(proto)
    assert model.opset_imports == {"": 18, "com.example": 1}
    assert model.opset_conflicts == {"": (17, 18)}
    assert list(model.functions) == [("com.example", "f", "")]
    assert len(model.duplicate_functions) == 1


def test_initialised_twice() -> None:
    tensors = [numpy_helper.from_array(np.array([at]), "w") for at in range(2)]
    sparse = helper.make_sparse_tensor(tensors[0], numpy_helper.from_array(np.array([0]), "i"), [4])
    graph = helper.make_graph([], "g", [], [], tensors, sparse_initializer=[sparse])
    found = only_graph(helper.make_model(graph))
    assert found.duplicates == ["w", "w"]
    assert found.initializers["w"].scalars(1) == (1,)
    assert found.sparse_initializers["w"].dims == (4,)
    assert found.sparse_initializers["w"].indices.scalars(1) == (0,)


def test_types() -> None:
    """Types are values: equal ones compare equal."""
    graph = helper.make_graph([], "g", [float_info("x", ["N", 3, None, -1, ""]), float_info("y")], [])
    x, y = only_graph(helper.make_model(graph)).inputs
    assert x.type == TensorType(1, ("N", 3, None, -1, None))
    assert y.type == TensorType(1, None)
    assert len({x.type, y.type, TensorType(1, None)}) == 2


@pytest.mark.parametrize("name", [3, 500, 70_000])
@pytest.mark.parametrize("size", [0, 100, 1024, 1025, 20_000, 66_000, 300_000])
def test_a_weight_is_the_same_wherever_its_head_ends(tmp_path: Path, name: int, size: int) -> None:
    """Read out of a file, of which only the head of a weight is at hand, and out of all of its bytes."""
    field, word = wire.encode_bytes, b"w" * name
    sizes = b"\x08" + wire.encode_varint(size)
    bare = field(9, b"\x07" * size)
    forms = [
        sizes + b"\x10\x02" + field(8, word) + bare,
        bare + field(8, word) + sizes + b"\x10\x02",  # the name behind the contents
        field(8, word) + sizes + b"\x10\x02" + field(9, b"\x01" * size) + bare,  # twice: the last counts
        sizes + b"\x10\x02" + field(8, word) + field(5, b"\x03" * size),
        field(12, b"d" * 70_000) + sizes + b"\x10\x02" + field(8, word) + bare,
        sizes + b"\x10\x02" + field(8, word) + field(9, b"\x07" * (size + 5))[:-5],  # cut short
    ]
    for form in forms:
        whole = field(7, field(2, b"g") + field(5, form) + field(5, form) + field(5, field(8, b"last")))
        path = tmp_path / "model.onnx"
        path.write_bytes(whole)
        found: list[object] = []
        for source in (whole, str(path)):
            try:
                model = read_bytes(source) if isinstance(source, bytes) else read_file(source)
            except DamagedModel as error:
                found.append(str(error).rpartition("model.onnx: ")[2])
                continue
            graph = model.graph
            assert graph is not None
            found.append((
                graph.duplicates,
                [
                    (n, t.elem_type, t.dims, t.payload_bytes, t.content_key(), t.raw_span, t.scalars(2000))
                    for n, t in graph.initializers.items()
                ],
            ))  # fmt: skip
        assert found[0] == found[1]


@pytest.mark.parametrize("size", [10, 1024, 1025, 1500])
def test_what_is_cut_of_a_weight_is_never_missed(size: int) -> None:
    """However little is at hand: either nothing is found, or what all of the bytes say."""
    field = wire.encode_bytes
    whole = b"\x08\x05\x10\x02" + field(8, b"a_weight") + field(9, bytes(range(1, 11)) * (size // 10))
    at, end = 7, 7 + len(whole)
    decoder = Decoder(b"\0" * at + whole)
    name, tensor = decoder.named_tensor(b"\0" * at + whole, [(at, end)], 0, 50)
    found = 0
    for cut in range(end):
        met = decoder.weight((b"\0" * at + whole)[:cut], at, end, 0, 50)
        if met is not None:
            found += 1
            assert (met[0], met[1].content_key(), met[1].raw_span) == (
                name, tensor.content_key(), tensor.raw_span,
            )  # fmt: skip
    assert bool(found) == (tensor.payload_bytes > 1024)
