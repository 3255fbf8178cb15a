"""What upb accepts, the reader accepts, with the same structure; nothing else comes out than DamagedModel."""

from __future__ import annotations

from collections.abc import Callable

import onnx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from onnx import TensorProto, helper, parser

from shapeinfer.model.protobuf import wire
from shapeinfer.model.read import DamagedModel, read_bytes
from shapeinfer.model.structure import Model

Same = Callable[[Model, onnx.ModelProto], None]
Agree = Callable[[bytes], None]

SMALL = parser.parse_model("""
<ir_version: 10, opset_import: ["" : 21, "local" : 1], producer_name: "p">
agraph (float[N, 3] x, seq(float[?]) s) => (float[N, 3] y)
<float[2] w = {1.0, 2.0}, int64[2] d = {3, -1}, float[N] h> {
    h = local.f <alpha = 0.5> (x)
    c = Constant <value_ints = [1, -2, 3]> ()
    t = Constant <value = int32[2] {1, 300}> ()
    b = Greater(x, h)
    y = If (b) <
        then_branch = g1 () => (float[N, 3] a) { a = Identity(x) },
        else_branch = g2 () => (float[N, 3] a) { a = Relu(h) }
    >
}
<domain: "local", opset_import: ["" : 21]>
f <beta> (x) => (y) { y = LeakyRelu <alpha: float = @beta> (x) }
""")
BYTES = SMALL.SerializeToString()


def test_the_model_itself(assert_same: Same) -> None:
    assert_same(read_bytes(BYTES), SMALL)


def test_truncated_anywhere(agree: Agree) -> None:
    for end in range(1, len(BYTES)):
        agree(BYTES[:end])


@settings(max_examples=1500, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(0, len(BYTES) - 1), st.integers(0, 2), st.binary(max_size=3)),
        min_size=1,
        max_size=4,
    )
)
def test_mutated(agree: Agree, edits: list[tuple[int, int, bytes]]) -> None:
    data = BYTES
    for at, cut, new in edits:
        data = data[:at] + new + data[at + cut :]
    if data:
        agree(data)


@settings(max_examples=300, deadline=None)
@given(st.binary(min_size=1, max_size=60))
def test_random_bytes(agree: Agree, data: bytes) -> None:
    agree(data)


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=40), st.sampled_from([1, 5, 11, 12, 13, 15]))
def test_random_field_of_the_graph(agree: Agree, data: bytes, number: int) -> None:
    agree(wire.encode_bytes(7, wire.encode_bytes(number, data)))


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"\x88\x80\x80\x80\x00\x05", id="tag of five bytes"),
        pytest.param(b"\x88\x80\x80\x80\x80\x00\x05", id="tag of six bytes"),
        pytest.param(b"\x88\x80\x80\x80\x10\x05", id="tag of 33 bits"),
        pytest.param(b"\x08\x85\x80\x80\x00", id="varint longer than it need be"),
        pytest.param(b"\x08" + b"\xff" * 9 + b"\x01", id="minus one"),
        pytest.param(b"\x08" + b"\xff" * 9 + b"\x7e", id="varint of 70 bits"),
        pytest.param(b"\x08" + b"\xff" * 10 + b"\x01", id="varint of eleven bytes"),
        pytest.param(b"\x12\x81\x80\x80\x80\x00a", id="length of five bytes"),
        pytest.param(b"\x12\x81\x80\x80\x80\x80\x00a", id="length of six bytes"),
        pytest.param(b"\x12\x05a", id="length past the end"),
        pytest.param(b"\x00\x01", id="field zero"),
        pytest.param(b"\x0e\x01", id="wire type six"),
        pytest.param(b"\x0b\x10\x01\x0c\x08\x07", id="unknown group"),
        pytest.param(b"\x0b\x00\x01\x01" + b"\0" * 8 + b"\x0c", id="field zero in a group"),
        pytest.param(b"\x0b\x03\x04\x0c", id="group zero in a group"),
        pytest.param(b"\x0b\x0c\x0c", id="end of a group that is not open"),
        pytest.param(b"\x0b\x14", id="end of another group"),
        pytest.param(b"\x0b\x10\x01", id="group without an end"),
        pytest.param(b"\x0b" * 100 + b"\x0c" * 100, id="groups to the limit"),
        pytest.param(b"\x0b" * 101 + b"\x0c" * 101, id="groups past the limit"),
        pytest.param(b"\x0b" * 100000, id="groups far past the limit"),
        pytest.param(b"\x0d\x01\x02\x03\x04\x11" + b"\0" * 8, id="known fields of another wire type"),
        pytest.param(b"\x12\x02\xff\xfe", id="a string that is no UTF-8"),
        pytest.param(b"\x08\x05\x08\x07", id="the last scalar counts"),
        pytest.param(b"\xf8\x7f\x05\xfd\x7f\x01\x02\x03\x04", id="unknown fields"),
    ],
)
def test_corners(agree: Agree, data: bytes) -> None:
    agree(data)


def nested(levels: int) -> bytes:
    """If nodes inside one another: three messages to a level."""
    body = b""
    for _ in range(levels):
        attribute = wire.encode_bytes(1, b"body") + wire.encode_bytes(6, body)
        body = wire.encode_bytes(1, wire.encode_bytes(5, attribute))
    return wire.encode_bytes(7, body)


@pytest.mark.parametrize("levels", [1, 32, 33, 34, 200, 2000])
def test_nested_bodies(agree: Agree, levels: int) -> None:
    agree(nested(levels))


@pytest.mark.parametrize("levels", [1, 47, 48, 49, 50, 1000])
def test_nested_types(agree: Agree, levels: int) -> None:
    type_ = b""
    for _ in range(levels):
        type_ = wire.encode_bytes(4, wire.encode_bytes(1, type_))
    agree(wire.encode_bytes(7, wire.encode_bytes(11, wire.encode_bytes(2, type_))))


def test_merged_messages(agree: Agree) -> None:
    """A message that is given twice is merged, wherever it is."""
    first = helper.make_graph([helper.make_node("Relu", ["x"], ["y"])], "a", [], [])
    second = helper.make_graph([helper.make_node("Abs", ["y"], ["z"])], "b", [], [])
    graphs = [graph.SerializeToString() for graph in (first, second)]
    agree(b"".join(wire.encode_bytes(7, graph) for graph in graphs))

    attribute = wire.encode_bytes(1, b"g") + b"".join(wire.encode_bytes(6, graph) for graph in graphs)
    agree(wire.encode_bytes(7, wire.encode_bytes(1, wire.encode_bytes(5, attribute))))

    tensors = [
        helper.make_tensor("a", TensorProto.INT64, [2], [1, 2]),
        helper.make_tensor("b", TensorProto.INT64, [1], [3]),
    ]
    pieces = b"".join(wire.encode_bytes(5, tensor.SerializeToString()) for tensor in tensors)
    agree(wire.encode_bytes(7, wire.encode_bytes(1, wire.encode_bytes(5, pieces))))

    shapes = [helper.make_tensor_type_proto(1, ["a"]), helper.make_tensor_type_proto(7, ["b", 2])]
    sequence = helper.make_sequence_type_proto(shapes[0])
    for order in ([shapes[0], shapes[1]], [shapes[0], sequence, shapes[1]], [sequence, shapes[0], sequence]):
        info = wire.encode_bytes(1, b"x") + b"".join(
            wire.encode_bytes(2, t.SerializeToString()) for t in order
        )
        agree(wire.encode_bytes(7, wire.encode_bytes(13, info)))
        joined = b"".join(t.SerializeToString() for t in order)
        agree(wire.encode_bytes(7, wire.encode_bytes(13, wire.encode_bytes(2, joined))))


@pytest.mark.parametrize("number", range(1, 25))
@pytest.mark.parametrize("payload", [b"", b"\x00", b"\x08\x01", b"\x00\x00\x80\x3f"])
def test_attribute_fields_of_any_wire_type(number: int, payload: bytes, agree: Agree) -> None:
    named = wire.encode_bytes(1, b"k")
    for kind, stored in ((2, bytes([len(payload)]) + payload), (0, b"\x05"), (5, b"\0" * 4), (1, b"\0" * 8)):
        attribute = named + wire.encode_varint(number << 3 | kind) + stored
        agree(wire.encode_bytes(7, wire.encode_bytes(1, wire.encode_bytes(5, attribute))))


@pytest.mark.parametrize("value", [0, 1, 127, 128, 300, 1 << 32, (1 << 63) - 1, -1, -(1 << 63)])
def test_varint_round_trip(value: int) -> None:
    encoded = wire.encode_varint(value)
    decoded, after = wire.varint(encoded, 0, len(encoded), 0)
    assert (wire.signed_64(decoded), after) == (value, len(encoded))


def test_error_names_the_place() -> None:
    node = wire.encode_bytes(1, b"\x0a\x09abc")
    with pytest.raises(DamagedModel, match="at byte 4") as caught:
        read_bytes(wire.encode_bytes(7, node))
    assert caught.value.offset == 4
