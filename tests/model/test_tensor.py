"""The contents of stored tensors, with onnx.numpy_helper as the oracle."""

from __future__ import annotations

import math

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from shapeinfer.model.protobuf import wire
from shapeinfer.model.read import read_bytes
from shapeinfer.model.structure import Tensor

NUMBERS: dict[int, list[int] | list[float]] = {
    TensorProto.FLOAT: [0.5, -1.25, math.inf, 3.0e-40],
    TensorProto.DOUBLE: [0.1, -1e300],
    TensorProto.FLOAT16: [0.5, -65504.0, math.inf, 6e-8],
    TensorProto.BFLOAT16: [0.5, -3.0e38, 1.0],
    TensorProto.INT8: [-128, 127, 0, -1],
    TensorProto.UINT8: [0, 255, 7],
    TensorProto.INT16: [-32768, 32767],
    TensorProto.UINT16: [0, 65535],
    TensorProto.INT32: [-(2**31), 2**31 - 1, -1],
    TensorProto.UINT32: [0, 2**32 - 1],
    TensorProto.INT64: [-(2**63), 2**63 - 1, -1, 300],
    TensorProto.UINT64: [0, 2**64 - 1],
    TensorProto.BOOL: [1, 0, 1],
    TensorProto.INT4: [-8, 7, -1],
    TensorProto.UINT4: [0, 15, 9, 3, 1],
    TensorProto.INT2: [-2, 1, 0, -1, 1],
    TensorProto.UINT2: [0, 3, 1],
}
FLOATS_BY_BITS: dict[int, int] = {
    TensorProto.FLOAT8E4M3FN: 8, TensorProto.FLOAT8E4M3FNUZ: 8, TensorProto.FLOAT8E5M2: 8,
    TensorProto.FLOAT8E5M2FNUZ: 8, TensorProto.FLOAT8E8M0: 8, TensorProto.FLOAT4E2M1: 4,
}  # fmt: skip


def read(proto: onnx.TensorProto) -> Tensor:
    model = helper.make_model(helper.make_graph([], "g", [], [], initializer=[proto]))
    graph = read_bytes(model.SerializeToString()).graph
    assert graph is not None
    return graph.initializers[proto.name]


def typed(elem_type: int, values: list[int] | list[float]) -> onnx.TensorProto:
    return helper.make_tensor("t", elem_type, [len(values)], values)


def as_raw(proto: onnx.TensorProto) -> onnx.TensorProto:
    """The same contents in raw_data; four and two bits are packed in the typed field already."""
    raw = onnx.TensorProto(name="t", data_type=proto.data_type, dims=proto.dims)
    if proto.int32_data and proto.data_type in (21, 22, 23, 25, 26):
        raw.raw_data = bytes(entry & 255 for entry in proto.int32_data)
    else:
        raw.raw_data = numpy_helper.to_array(proto).tobytes()
    return raw


@pytest.mark.parametrize("elem_type", NUMBERS)
def test_numbers(elem_type: int) -> None:
    proto = typed(elem_type, NUMBERS[elem_type])
    expected = tuple(np.asarray(numpy_helper.to_array(proto)).astype(object).tolist())
    for stored in (proto, as_raw(proto)):
        ours = read(stored).scalars(64)
        assert ours == tuple(float(x) if isinstance(ours and ours[0], float) else int(x) for x in expected)
        assert read(stored).payload_mismatch() is None


@pytest.mark.parametrize("elem_type", FLOATS_BY_BITS)
def test_every_pattern_of_a_small_float(elem_type: int) -> None:
    count = 1 << FLOATS_BY_BITS[elem_type]
    packed = (
        bytes(range(256))
        if count == 256
        else bytes(low | high << 4 for high in range(16) for low in range(16))
    )
    count = 256 if count == 256 else 512
    proto = onnx.TensorProto(name="t", data_type=elem_type, dims=[count], raw_data=packed)
    expected = numpy_helper.to_array(proto).astype(np.float32)
    ours = read(proto).scalars(512)
    assert ours is not None
    np.testing.assert_array_equal(np.array(ours, dtype=np.float32), expected)


def test_six_bit_floats() -> None:
    for elem_type, exponent_bits in ((TensorProto.FLOAT6E2M3, 2), (TensorProto.FLOAT6E3M2, 3)):
        entries = list(range(64))
        proto = onnx.TensorProto(name="t", data_type=elem_type, dims=[64], int32_data=entries)
        ours = read(proto).scalars(64)
        stream = sum(entry << 6 * at for at, entry in enumerate(entries))
        raw = onnx.TensorProto(
            name="t", data_type=elem_type, dims=[64], raw_data=stream.to_bytes(48, "little")
        )
        assert ours == read(raw).scalars(64)
        assert ours is not None
        assert ours[:3] == ((0.0, 0.125, 0.25) if exponent_bits == 2 else (0.0, 0.0625, 0.125))
        assert ours[31] == (7.5 if exponent_bits == 2 else 28.0)


def test_not_packed() -> None:
    """Fields that a proto2 writer did not pack, one entry at a time, also mixed with packed ones."""
    entries = b"".join(b"\x38" + wire.encode_varint(value) for value in (1, -2)) + wire.encode_bytes(
        7, b"\x03"
    )
    tensor = b"\x08\x03\x10\x07" + entries + wire.encode_bytes(8, b"t")
    graph = read_bytes(wire.encode_bytes(7, wire.encode_bytes(5, tensor))).graph
    assert graph is not None
    assert graph.initializers["t"].scalars(3) == (1, -2, 3)
    floats = b"\x25" + np.float32(1.5).tobytes() + b"\x25" + np.float32(-2).tobytes()
    tensor = b"\x0a\x01\x02\x10\x01" + floats + wire.encode_bytes(8, b"t")
    graph = read_bytes(wire.encode_bytes(7, wire.encode_bytes(5, tensor))).graph
    assert graph is not None
    assert graph.initializers["t"].scalars(2) == (1.5, -2.0)
    assert graph.initializers["t"].payload_mismatch() is None


def test_strings() -> None:
    tensor = read(onnx.TensorProto(name="t", data_type=8, dims=[2], string_data=[b"a", b"\xff"]))
    assert tensor.scalars(2) == (b"a", b"\xff")
    assert tensor.bounds() is None


def test_complex_has_no_scalars() -> None:
    tensor = read(onnx.TensorProto(name="t", data_type=14, dims=[2], float_data=[1, 2, 3, 0]))
    assert tensor.scalars(8) is None
    assert tensor.payload_mismatch() is None


def test_scalar_and_empty() -> None:
    assert read(helper.make_tensor("t", TensorProto.INT64, [], [5])).scalars(1) == (5,)
    empty = read(helper.make_tensor("t", TensorProto.INT64, [0, 3], []))
    assert empty.scalars(0) == ()
    assert empty.bounds() is None
    assert empty.payload_mismatch() is None


def test_limit() -> None:
    tensor = read(typed(TensorProto.INT64, [1, 2, 3]))
    assert tensor.scalars(2) is None
    assert tensor.scalars(3) == (1, 2, 3)


def test_bounds() -> None:
    assert read(typed(TensorProto.INT64, [4, -1, 3])).bounds() == (-1, 4)
    assert read(typed(TensorProto.BOOL, [1, 1])).bounds() == (1, 1)
    assert read(typed(TensorProto.FLOAT, [1.0])).bounds() is None
    many = read(numpy_helper.from_array(np.arange(200, dtype=np.int64), "t"))
    assert many.bounds() is None
    assert many.bounds(2000) == (0, 199)


@pytest.mark.parametrize(
    ("proto", "mismatch"),
    [
        (onnx.TensorProto(name="t", data_type=1, dims=[2], raw_data=b"12345"), (8, 5)),
        (onnx.TensorProto(name="t", data_type=1, dims=[2], float_data=[1.0]), (2, 1)),
        (onnx.TensorProto(name="t", data_type=7, dims=[2], int64_data=[1, 2, 3]), (2, 3)),
        (onnx.TensorProto(name="t", data_type=7, dims=[2], int32_data=[1, 2]), (2, 0)),
        (onnx.TensorProto(name="t", data_type=14, dims=[2], float_data=[1.0, 2.0]), (4, 2)),
        (onnx.TensorProto(name="t", data_type=22, dims=[3], raw_data=b"1"), (2, 1)),
        (onnx.TensorProto(name="t", data_type=27, dims=[4], raw_data=b"1"), (3, 1)),
        (onnx.TensorProto(name="t", data_type=8, dims=[2], string_data=[b"a"]), (2, 1)),
        (onnx.TensorProto(name="t", data_type=77, dims=[2]), None),
        (onnx.TensorProto(name="t", data_type=1, dims=[-2]), None),
    ],
)
def test_payload_that_does_not_fit(proto: onnx.TensorProto, mismatch: tuple[int, int] | None) -> None:
    tensor = read(proto)
    assert tensor.payload_mismatch() == mismatch
    assert tensor.scalars(8) is None


def test_external() -> None:
    proto = onnx.TensorProto(name="t", data_type=1, dims=[2], data_location=onnx.TensorProto.EXTERNAL)
    proto.external_data.add(key="location", value="w.bin")
    proto.external_data.add(key="offset", value="8")
    tensor = read(proto)
    assert tensor.external == {"location": "w.bin", "offset": "8"}
    assert tensor.scalars(8) is None
    assert tensor.payload_mismatch() is None
