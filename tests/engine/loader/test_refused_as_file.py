"""Files that ONNX Runtime does not read, whatever their nodes compute: what lint says of them makes check refuse
them too, for any sizes, and targets name no release."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import onnx
import onnx.parser
import pytest
from onnx import TensorProto, helper

import shapeinfer
from tests.oracle import loads

TEXT = """<ir_version: 10, opset_import: ["" : 18, "local" : 1]>
main (float[n] x, bool c) => (float[m] y) <float[4] w = {1, 2, 3, 4}> {
  [a] h = Relu (x)
  [b] k = If (c) <then_branch = t () => (float[p] u) <float[2] v = {1, 2}> { [d] u = Concat <axis = 0> (h, v) },
    else_branch = e () => (float[q] r) { [e] r = Neg (h) }>
  [f] z = local.F (k)
  [g] y = Concat <axis = 0> (z, w)
}
<domain: "local", opset_import: ["" : 18]> F (a) => (b) { b = Neg (a) }"""


def proto_of(change: Callable[[onnx.ModelProto], object]) -> onnx.ModelProto:
    proto = onnx.parser.parse_model(TEXT)
    change(proto)
    return proto


def branch(proto: onnx.ModelProto) -> onnx.GraphProto:
    body: onnx.GraphProto = next(a.g for a in proto.graph.node[1].attribute if a.name == "then_branch")
    return body


def cut(tensor: TensorProto) -> None:
    tensor.CopyFrom(TensorProto(name=tensor.name, data_type=1, dims=tensor.dims, raw_data=bytes(4)))


def sparse(proto: onnx.ModelProto) -> None:
    stored = proto.graph.sparse_initializer.add(dims=[2])
    stored.values.CopyFrom(helper.make_tensor("s", 1, [2], [1.0, 2.0]))
    stored.indices.CopyFrom(helper.make_tensor("i", 7, [2], [0, 5]))


def rename(node: onnx.NodeProto, name: str) -> None:
    node.name = name


REFUSED: tuple[tuple[Callable[[onnx.ModelProto], object], str], ...] = (
    (lambda p: p.graph.input.append(p.graph.input[0]), "SI010 graph: two inputs are named 'x'"),
    (lambda p: p.functions.append(p.functions[0]), "SI044 graph: more than one function is named local::F"),
    (lambda p: rename(p.graph.node[3], "a"), "SI039 graph/a: 2 nodes are named 'a': Relu#0, Concat#3"),
    (lambda p: branch(p).ClearField("name"), "SI049 graph/b.then_branch: the body has no name"),
    (
        lambda p: branch(p).node.insert(0, helper.make_node("Neg", ["h"], ["x"])),
        "SI037 graph/b.then_branch/Neg#0: output 'x' of the body has the same name as an input or initializer "
        "outside it",
    ),
    (
        lambda p: cut(p.graph.initializer[0]),
        "SI023 graph: initializer 'w' with dims (4) needs 16 bytes, holds 4",
    ),
    (
        lambda p: cut(branch(p).initializer[0]),
        "SI023 graph/b.then_branch: initializer 'v' with dims (2) needs 8 bytes, holds 4",
    ),
    (sparse, "SI023 graph: sparse initializer 's' has indices from 0 to 5, needed 0 to 1"),
)
# The runtime reads these; lint may have something to say.
READ: tuple[Callable[[onnx.ModelProto], object], ...] = (
    lambda p: p.graph.ClearField("name"),
    lambda p: p.graph.initializer.append(p.graph.initializer[0]),
    lambda p: rename(branch(p).node[0], "a"),
    lambda p: p.functions[0].node.append(helper.make_node("Relu", ["a"], ["w"])),
)


@pytest.mark.parametrize(("change", "line"), REFUSED, ids=[line for _, line in REFUSED])
def test_what_no_runtime_reads(change: Callable[[onnx.ModelProto], object], line: str) -> None:
    proto = proto_of(change)
    message = line.partition(": ")[2]
    found = [d for d in shapeinfer.lint(proto).diagnostics if d.severity == "error"]
    assert [f"{d.code} {d.location.path}: {d.message}" for d in found] == [line]
    for sizes in ({}, {"n": 3}):
        report = shapeinfer.check(proto, sizes)
        assert [d.message for d in report.diagnostics] == [message]
    refused = [answer.refused or "" for answer in shapeinfer.check(proto, {"n": [1, 2]}).answers]
    assert len(refused) == 2 and all(text.startswith(f"{message} (at graph") for text in refused)
    report_of_targets = shapeinfer.targets(proto)
    assert not report_of_targets.loads
    assert message in report_of_targets.errors[0]
    assert not loads(proto)


@pytest.mark.parametrize("change", READ)
def test_what_it_reads(change: Callable[[onnx.ModelProto], object]) -> None:
    proto = proto_of(change)
    assert shapeinfer.check(proto).ok
    assert all(answer.refused is None for answer in shapeinfer.check(proto, {"n": [1, 2]}).answers)
    assert shapeinfer.targets(proto).loads
    assert loads(proto)


def test_a_file_of_weights_may_come_later(tmp_path: Path) -> None:
    proto = onnx.parser.parse_model(TEXT)
    weights = proto.graph.initializer[0]
    weights.CopyFrom(TensorProto(name="w", data_type=1, dims=[4], data_location=TensorProto.EXTERNAL))
    weights.external_data.add(key="location", value="weights.bin")
    path = tmp_path / "model.onnx"
    path.write_bytes(proto.SerializeToString())
    assert [d.code for d in shapeinfer.lint(path).diagnostics] == ["SI022"]
    assert shapeinfer.check(path).ok
    assert not loads(path)
    (tmp_path / "weights.bin").write_bytes(bytes(16))
    assert loads(path)
