"""What hosts with a storage of their own use: a model read piece by piece, and its annotated copy in pieces."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

import shapeinfer

WEIGHT = 600_000


class Storage(shapeinfer.Chunked):
    """Bytes that count what is asked for."""

    __slots__ = ("asked", "content")

    def __init__(self, content: bytes) -> None:
        super().__init__(len(content))
        self.content = content
        self.asked = 0

    def read(self, start: int, length: int) -> bytes:
        self.asked += min(length, len(self.content) - start)
        return self.content[start : start + length]


def model() -> onnx.ModelProto:
    weight = numpy_helper.from_array(np.zeros((1, WEIGHT), np.float32), "w")
    value = helper.make_tensor_value_info("x", TensorProto.FLOAT, ["n", 1])
    out = helper.make_tensor_value_info("y", TensorProto.FLOAT, None)
    nodes = [helper.make_node("MatMul", ["x", "w"], ["h"]), helper.make_node("Relu", ["h"], ["y"])]
    graph = helper.make_graph(nodes, "g", [value], [out], [weight])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def test_a_model_is_read_without_its_weights() -> None:
    content = model().SerializeToString()
    storage = Storage(content)
    result = shapeinfer.infer(shapeinfer.read_buffer(storage, "m.onnx"))
    assert result.model.path == "m.onnx"
    assert str(result.facts["y"]) == f"f32[n, {WEIGHT}]"
    assert storage.asked < len(content) / 10


def test_pieces_join_to_what_annotate_writes(tmp_path: Path) -> None:
    content = model().SerializeToString()
    path = tmp_path / "m.onnx"
    path.write_bytes(content)
    shapeinfer.annotate(path, tmp_path / "a.onnx")
    pieces = shapeinfer.annotated_pieces(shapeinfer.infer(shapeinfer.read_buffer(Storage(content))))
    joined = b"".join(piece if isinstance(piece, bytes) else content[piece[0] : piece[1]] for piece in pieces)
    assert joined == (tmp_path / "a.onnx").read_bytes()
    assert sum(len(piece) for piece in pieces if isinstance(piece, bytes)) < 1000


def external() -> bytes:
    proto = model()
    (tensor,) = proto.graph.initializer
    tensor.ClearField("raw_data")
    tensor.data_location = TensorProto.EXTERNAL
    for key, value in (("location", "weights.bin"), ("offset", "0"), ("length", str(4 * WEIGHT))):
        tensor.external_data.add(key=key, value=value)
    content: bytes = proto.SerializeToString()
    return content


@pytest.mark.parametrize(
    ("beside", "codes"),
    [
        (None, []),
        ({}, ["SI022"]),
        ({"weights.bin": 4 * WEIGHT}, []),
        ({"weights.bin": 4 * WEIGHT - 1}, ["SI041"]),
    ],
)
def test_files_beside_the_model(beside: dict[str, int] | None, codes: list[str]) -> None:
    read = shapeinfer.read_buffer(Storage(external()), None, beside)
    assert [found.code for found in shapeinfer.lint(read).diagnostics] == codes


def test_the_host_knows_all_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it says what lies beside the model, the file system is not asked."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "weights.bin").write_bytes(bytes(4 * WEIGHT))
    read = shapeinfer.read_buffer(Storage(external()), "m.onnx", {})
    assert [found.code for found in shapeinfer.lint(read).diagnostics] == ["SI022"]


def test_what_is_no_model_is_refused() -> None:
    with pytest.raises(shapeinfer.DamagedModel):
        shapeinfer.read_buffer(Storage(b"\xff" * 100), "m.onnx")
    with pytest.raises(shapeinfer.DamagedModel, match="empty"):
        shapeinfer.read_buffer(Storage(b""))
