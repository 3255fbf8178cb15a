"""Annotated models out: byte for byte what onnx would save, for input that onnx saved."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper, parser

from shapeinfer.model import read as reader
from shapeinfer.model import write
from shapeinfer.model.protobuf import wire
from shapeinfer.model.read import read_bytes, read_file, read_proto
from shapeinfer.model.structure import (
    Function,
    Graph,
    MapType,
    Model,
    OpaqueType,
    OptionalType,
    SequenceType,
    SparseTensorType,
    TensorType,
    ValueType,
)

F32 = TensorProto.FLOAT
Bodies = dict[Graph | Function, list[tuple[str, ValueType]]]

MODEL = parser.parse_model("""
<ir_version: 10, opset_import: ["" : 21, "local" : 1], producer_name: "p">
agraph (float[N, 3] x, bool b) => (float[M, 3] y)
<float[200] w, float[N, 3] h, float[5] old, int64 kept> {
    h = local.f (x)
    old = Relu(h)
    y = If (b) <
        then_branch = g1 () => (float[N, 3] a) { i = Identity(old) a = Abs(i) },
        else_branch = g2 () => (float[N, 3] a) {
            c = Not(b)
            a = If (c) <
                then_branch = g3 () => (float[N, 3] d) { e = Relu(h) d = Abs(e) },
                else_branch = g4 () => (float[N, 3] d) { d = Relu(h) }
            >
        }
    >
}
<domain: "local", opset_import: ["" : 21]>
f (x) => (y) { z = LeakyRelu(x) y = Abs(z) }
""")
MODEL.graph.initializer.append(numpy_helper.from_array(np.zeros(200_000, np.float32), "weight"))
MODEL.graph.metadata_props.add(key="k", value="v")
MODEL.graph.output[0].doc_string = "the result"
MODEL.graph.output[0].type.denotation = "IMAGE"
MODEL.graph.output[0].type.tensor_type.shape.dim[1].denotation = "CHANNEL"
MODEL.metadata_props.add(key="k", value="v")

VALUES: list[tuple[str, ValueType]] = [
    ("old", TensorType(F32, ("N", 3))),
    ("new", TensorType(F32, (1, "a" * 200, None, -1))),
    ("seq", SequenceType(TensorType(TensorProto.INT64, None))),
    ("opt", OptionalType(SequenceType(TensorType(TensorProto.STRING, ())))),
    ("map", MapType(TensorProto.INT64, TensorType(F32, (None,)))),
    ("sparse", SparseTensorType(F32, (4,))),
    ("opaque", OpaqueType("d", "n")),
    ("unknown", TensorType(0, None)),
    ("untyped", None),
]
OUTPUTS: dict[str, ValueType] = {"y": TensorType(F32, ("N", 3))}
INPUTS: dict[str, ValueType] = {"x": TensorType(F32, ("batch", 3))}


def info(name: str, type_: ValueType) -> onnx.ValueInfoProto:
    made = onnx.ValueInfoProto(name=name)
    if type_ is not None:
        made.type.CopyFrom(proto_of(type_))
    return made


def proto_of(type_: ValueType) -> onnx.TypeProto:
    proto = onnx.TypeProto()
    if isinstance(type_, (TensorType, SparseTensorType)):
        inner = proto.tensor_type if isinstance(type_, TensorType) else proto.sparse_tensor_type
        inner.SetInParent()
        if type_.elem_type:
            inner.elem_type = type_.elem_type
        if type_.dims is not None:
            inner.shape.SetInParent()
        for dim in type_.dims or ():
            added = inner.shape.dim.add()
            if isinstance(dim, int):
                added.dim_value = dim
            elif dim is not None:
                added.dim_param = dim
    elif isinstance(type_, SequenceType):
        proto.sequence_type.elem_type.CopyFrom(proto_of(type_.element))
    elif isinstance(type_, OptionalType):
        proto.optional_type.elem_type.CopyFrom(proto_of(type_.element))
    elif isinstance(type_, MapType):
        proto.map_type.key_type = type_.key_type
        proto.map_type.value_type.CopyFrom(proto_of(type_.value))
    elif isinstance(type_, OpaqueType):
        proto.opaque_type.domain = type_.domain
        proto.opaque_type.name = type_.name
    return proto


def by_hand(proto: onnx.ModelProto) -> onnx.ModelProto:
    """MODEL annotated through onnx's own objects."""
    copy = onnx.ModelProto()
    copy.CopyFrom(proto)
    kept = [value for value in proto.graph.value_info if value.name not in dict(VALUES)]
    del copy.graph.value_info[:]
    copy.graph.value_info.extend([*kept, *(info(name, type_) for name, type_ in VALUES)])
    copy.graph.output[0].type.tensor_type.shape.dim[0].dim_param = "N"
    copy.graph.input[0].type.tensor_type.shape.dim[0].dim_param = "batch"
    return copy


def all_bodies(model: Model) -> Bodies:
    """New value_info for each body and function: one value that is named after it."""
    found: Bodies = {}

    def visit(owner: Graph | Function) -> None:
        for node in owner.nodes:
            for _, body in node.bodies():
                found[body] = [(f"in_{body.name}", TensorType(F32, ("N",)))]
                visit(body)

    assert model.graph is not None
    visit(model.graph)
    for function in model.functions.values():
        found[function] = [(f"in_{function.name}", TensorType(F32, (7,)))]
        visit(function)
    return found


def bodies_by_hand(proto: onnx.ModelProto) -> None:
    def visit(nodes: list[onnx.NodeProto]) -> None:
        for attribute in [attribute for node in nodes for attribute in node.attribute]:
            for graph in [*([attribute.g] if attribute.HasField("g") else []), *attribute.graphs]:
                graph.value_info.append(info(f"in_{graph.name}", TensorType(F32, ("N",))))
                visit(list(graph.node))

    visit(list(proto.graph.node))
    for function in proto.functions:
        function.value_info.append(info(f"in_{function.name}", TensorType(F32, (7,))))
        visit(list(function.node))


@pytest.mark.parametrize("read_whole", [0, 1 << 30])
def test_as_onnx_would_save_it(read_whole: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "_READ_WHOLE", read_whole)
    source, target, expected = (tmp_path / name for name in ("in.onnx", "out.onnx", "expected.onnx"))
    onnx.save(MODEL, source)
    annotated = by_hand(MODEL)
    onnx.save(annotated, expected)
    write.splice(read_file(source), target, VALUES, OUTPUTS, INPUTS)
    assert target.read_bytes() == expected.read_bytes()

    bodies_by_hand(annotated)
    onnx.save(annotated, expected)
    model = read_file(source)
    write.splice(model, target, VALUES, OUTPUTS, INPUTS, all_bodies(model))
    assert target.read_bytes() == expected.read_bytes()
    assert sorted(os.listdir(tmp_path)) == ["expected.onnx", "in.onnx", "out.onnx"]


def test_nothing_to_write() -> None:
    data = MODEL.SerializeToString()
    assert write.splice_bytes(read_bytes(data)) == data


@pytest.mark.parametrize("limit", [0, 1 << 30])
def test_proto(limit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "_COPIED_WHOLE", limit)
    before = MODEL.SerializeToString()
    model = read_proto(MODEL)
    annotated = write.annotate_proto(MODEL, model, VALUES, OUTPUTS, INPUTS, all_bodies(model))
    expected = by_hand(MODEL)
    bodies_by_hand(expected)
    assert annotated == expected
    assert MODEL.SerializeToString() == before


def test_without_weights_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "_COPIED_WHOLE", 0)
    with pytest.raises(ValueError, match="left out"):
        write.splice(read_proto(MODEL), tmp_path / "m.onnx", VALUES)
    assert os.listdir(tmp_path) == []


def test_list_of_bodies() -> None:
    bodies = [
        helper.make_graph([helper.make_node("Abs", ["x"], [f"y{at}"])], f"b{at}", [], []) for at in range(2)
    ]
    node = helper.make_node("Many", ["x"], ["z"], bodies=bodies, single=bodies[0])
    proto = helper.make_model(helper.make_graph([node], "g", [], []))
    model = read_proto(proto)
    written = onnx.ModelProto.FromString(write.splice_bytes(model, bodies=all_bodies(model)))
    assert write.annotate_proto(proto, model, bodies=all_bodies(model)) == written
    bodies_by_hand(proto)
    assert written == proto


def pieces_of_a_graph() -> list[bytes]:
    first = helper.make_graph([helper.make_node("Relu", ["x"], ["y"])], "g", [], [])
    first.value_info.append(info("y", TensorType(F32, (1,))))
    second = helper.make_graph([helper.make_node("Abs", ["y"], ["z"])], "g", [], [])
    second.output.append(info("z", TensorType(F32, None)))
    return [graph.SerializeToString() for graph in (first, second)]


def test_two_graph_fields_become_one() -> None:
    """Readers in JavaScript keep only the last."""
    data = b"".join(wire.encode_bytes(7, piece) for piece in pieces_of_a_graph()) + b"\x08\x07"
    types: list[tuple[str, ValueType]] = [("y", TensorType(F32, (2,)))]
    written = write.splice_bytes(read_bytes(data), types, {"z": TensorType(F32, (2,))})
    expected = onnx.ModelProto.FromString(data)
    expected.graph.value_info[0].type.tensor_type.shape.dim[0].dim_value = 2
    expected.graph.output[0].type.tensor_type.shape.dim.add().dim_value = 2
    assert onnx.ModelProto.FromString(written) == expected
    assert [tag for tag, _, _ in wire.fields(written, 0, len(written), 0, 100)].count(0x3A) == 1


def test_body_in_two_pieces() -> None:
    body = b"".join(wire.encode_bytes(6, piece) for piece in pieces_of_a_graph())
    node = wire.encode_bytes(5, wire.encode_bytes(1, b"body") + body) + wire.encode_bytes(4, b"Op")
    data = wire.encode_bytes(7, wire.encode_bytes(1, node))
    model = read_bytes(data)
    written = onnx.ModelProto.FromString(write.splice_bytes(model, bodies=all_bodies(model)))
    expected = onnx.ModelProto.FromString(data)
    bodies_by_hand(expected)
    assert written == expected


def test_onto_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "_READ_WHOLE", 0)
    path, link = tmp_path / "m.onnx", tmp_path / "link.onnx"
    onnx.save(MODEL, path)
    path.chmod(0o640)
    link.symlink_to(path)
    write.splice(read_file(link), link, VALUES, OUTPUTS, INPUTS)
    assert link.is_symlink()
    assert onnx.load(path) == by_hand(MODEL)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert sorted(os.listdir(tmp_path)) == ["link.onnx", "m.onnx"]


def refuse(*_: object) -> int:
    raise OSError(28, "no space left")


@pytest.mark.parametrize("broken", ["write", "replace", "copy_file_range"])
def test_failure_leaves_nothing(broken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "_READ_WHOLE", 0)
    path = tmp_path / "m.onnx"
    onnx.save(MODEL, path)
    before = path.read_bytes()
    model = read_file(path)
    monkeypatch.setattr(os, broken, refuse)
    with pytest.raises(OSError, match="no space left"):
        write.splice(model, path, VALUES)
    monkeypatch.undo()
    assert os.listdir(tmp_path) == ["m.onnx"]
    assert path.read_bytes() == before


def cannot(*_: object) -> int:
    raise OSError(18, "across devices")


@pytest.mark.parametrize("missing", [["copy_file_range"], ["copy_file_range", "sendfile"]])
def test_file_systems_that_cannot_copy(
    missing: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader, "_READ_WHOLE", 0)
    for name in missing:
        monkeypatch.setattr(os, name, cannot)
    onnx.save(MODEL, tmp_path / "m.onnx")
    write.splice(read_file(tmp_path / "m.onnx"), tmp_path / "out.onnx", VALUES, OUTPUTS, INPUTS)
    assert onnx.load(tmp_path / "out.onnx") == by_hand(MODEL)


def test_changed_since_it_was_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "_READ_WHOLE", 0)
    path = tmp_path / "m.onnx"
    onnx.save(MODEL, path)
    model = read_file(path)
    with path.open("ab") as file:
        file.write(b"\x08\x07")
    with pytest.raises(write.ChangedFile):
        write.splice(model, tmp_path / "out.onnx", VALUES)
    assert os.listdir(tmp_path) == ["m.onnx"]


def test_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = read_proto(MODEL)
    monkeypatch.setattr(write, "LARGEST_MESSAGE", model.size)
    with pytest.raises(write.TooLarge):
        write.splice(model, tmp_path / "m.onnx", VALUES)
    assert os.listdir(tmp_path) == []
    monkeypatch.setattr(write, "LARGEST_MESSAGE", model.size - 1)  # nobody could read it before
    write.splice(model, tmp_path / "m.onnx", VALUES)


def test_to_a_device() -> None:
    write.splice(read_proto(MODEL), os.devnull, VALUES)
    assert not stat.S_ISREG(os.stat(os.devnull).st_mode)


@pytest.mark.parametrize(("ending", "form"), [(".textproto", "textproto"), (".json", "json")])
def test_text_formats(ending: str, form: str, tmp_path: Path) -> None:
    onnx.save(MODEL, tmp_path / f"in{ending}", format=form)
    model = read_file(tmp_path / f"in{ending}")
    for name in (f"out{ending}", "out.onnx"):
        write.splice(model, tmp_path / name, VALUES, OUTPUTS, INPUTS)
        assert onnx.load(tmp_path / name) == by_hand(MODEL)


def test_no_graph(tmp_path: Path) -> None:
    splice: Callable[..., None] = write.splice
    splice(read_bytes(b"\x08\x07"), tmp_path / "m.onnx", VALUES)
    assert (tmp_path / "m.onnx").read_bytes() == b"\x08\x07"
