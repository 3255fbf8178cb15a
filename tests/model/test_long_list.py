"""Long lists in attributes: skipped by the reader, decoded on demand."""

from __future__ import annotations

import struct
from pathlib import Path

import onnx
import pytest
from onnx import helper

from shapeinfer.model.protobuf import wire
from shapeinfer.model.protobuf.long_list import INT_FIELD, LongList, run_end
from shapeinfer.model.protobuf.wire import Buffer, Field, encode_varint
from shapeinfer.model.read import DamagedModel, read_bytes, read_file

FLOATS = [0.5 * at for at in range(40_000)]
INTS = [*range(-300, 30_000), 2**63 - 1, -(2**63)]


def model(**attributes: list[float] | list[int] | int) -> bytes:
    node = onnx.NodeProto(op_type="Made", output=["y"], domain="d")
    node.attribute.extend(helper.make_attribute(name, value) for name, value in attributes.items())
    return bytes(helper.make_model(helper.make_graph([node], "g", [], [])).SerializeToString())


def one_node(attribute: bytes) -> bytes:
    """A model of one node with the attribute in these bytes, which onnx would write in another way."""
    message = bytes(onnx.NodeProto(op_type="Made", output=["y"]).SerializeToString())
    for tag, inner in ((b"\x2a", attribute), (b"\x0a", b""), (b"\x3a", b"")):
        field = tag + encode_varint(len(inner or message)) + (inner or message)
        message = message + field if inner else field
    return message


def attribute(data: bytes, name: str) -> object:
    graph = read_bytes(data).graph
    assert graph is not None
    return graph.nodes[0].attributes[name].value


@pytest.mark.parametrize(("name", "numbers"), [("floats", FLOATS), ("ints", INTS)])
def test_they_are_what_onnx_reads(name: str, numbers: list[float]) -> None:
    data = model(**{name: numbers}, other=7)
    found = attribute(data, name)
    assert isinstance(found, LongList)
    assert found() == tuple(numbers)
    assert attribute(data, "other") == 7


def test_packed_ones() -> None:
    raw = struct.pack("<1000f", *FLOATS[:1000])
    head = b"\x0a\x01f\xa0\x01\x06"  # name "f", type FLOATS
    packed = head + b"\x3a" + encode_varint(len(raw)) + raw + b"\x3d" + struct.pack("<f", 9.0)
    found = attribute(one_node(packed), "f")
    assert isinstance(found, LongList)
    assert found() == (*FLOATS[:1000], 9.0)
    cut = packed.replace(encode_varint(len(raw)) + raw, encode_varint(len(raw) - 2) + raw[:-2])
    with pytest.raises(DamagedModel, match="a packed field ends within a number"):
        read_bytes(one_node(cut))


def test_short_ones_are_decoded_at_once() -> None:
    assert attribute(model(ints=[1, 2, 3]), "ints") == (1, 2, 3)


def test_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "m.onnx"
    many = list(range(700_000))
    path.write_bytes(model(ints=many))
    graph = read_file(path).graph
    assert graph is not None
    found = graph.nodes[0].attributes["ints"].value
    assert isinstance(found, LongList) and found() == tuple(many)


def test_a_run_ends_where_another_field_begins() -> None:
    run = b"".join(bytes((INT_FIELD,)) + encode_varint(n) for n in range(400))
    assert run_end(run + b"\x0a\x00", 0, len(run) + 2) == len(run)
    assert run_end(run + b"\x40\xff", 0, len(run) + 2) == len(run)


def test_a_run_is_not_walked_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    fields: list[int] = []
    field = wire.field

    def counted(data: Buffer, pos: int, end: int, base: int, depth: int) -> Field:
        fields.append(pos)
        return field(data, pos, end, base, depth)

    monkeypatch.setattr(wire, "field", counted)
    read_bytes(model(floats=FLOATS))
    assert len(fields) < 40
