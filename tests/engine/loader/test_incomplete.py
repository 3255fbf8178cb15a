"""What every model needs: an IR version, imports, outputs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnx
import onnx.parser
import pytest

import shapeinfer
from shapeinfer.cli.main import main
from shapeinfer.jobs.preflight.sweep import sweep
from tests.oracle import loads, session

Change = Callable[[onnx.ModelProto], object]


def relu() -> onnx.ModelProto:
    return onnx.parser.parse_model(
        '<ir_version: 9, opset_import: ["" : 18]> g (float[2] x) => (float[2] y) { y = Relu (x) }'
    )


def found(proto: onnx.ModelProto) -> list[str]:
    diagnostics = shapeinfer.lint(proto).diagnostics
    return [f"{d.code} {d.location.path}: {d.message}" for d in diagnostics if d.severity == "error"]


def run(proto: onnx.ModelProto) -> None:
    session(proto).run(None, {"x": np.ones(2, np.float32)})


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (lambda p: p.ClearField("ir_version"), "SI051 graph: the file states no IR version"),
        (lambda p: p.ClearField("opset_import"), "SI003 graph: the model imports no opset"),
        (lambda p: p.graph.ClearField("output"), "SI051 graph: the main graph has no outputs"),
    ],
    ids=["ir-version", "imports", "outputs"],
)
def test_what_is_missing_is_an_error(change: Change, line: str) -> None:
    proto = relu()
    change(proto)
    assert found(proto) == [line]
    report = shapeinfer.check(proto)
    assert not report.ok
    message = line.partition(": ")[2]
    assert report.diagnostics[0].message == message
    assert [answer.refused for answer in sweep(proto, {})] == [f"{message} (at graph)"]
    assert not shapeinfer.targets(proto).loads
    with pytest.raises(Exception, match="ONNXRuntimeError"):
        run(proto)


def test_an_ir_version_of_0_is_one() -> None:
    proto = relu()
    proto.ir_version = 0
    assert found(proto) == []
    run(proto)


def test_a_file_without_a_graph_and_with_a_finding() -> None:
    proto = onnx.ModelProto(ir_version=9, opset_import=[onnx.OperatorSetIdProto(version=2**31)])
    assert found(proto) == ["SI002 graph: the file has 10 bytes and no graph"]


def test_an_if_without_a_branch() -> None:
    proto = onnx.parser.parse_model(
        '<ir_version: 9, opset_import: ["" : 18]> g (float[2] x, bool k) => (y) {'
        " y = If (k) <then_branch = t () => (float[2] a) { a = Relu (x) },"
        " else_branch = e () => (float[2] b) { b = Neg (x) }> }"
    )
    for attribute in proto.graph.node[0].attribute:
        if attribute.name == "then_branch":
            attribute.ClearField("g")
    assert found(proto) == ["SI018 graph/If#0: attribute 'then_branch' (graph) is required and missing"]
    with pytest.raises(Exception, match="ONNXRuntimeError"):
        run(proto)


RESHAPED_IN_A_BRANCH = """g (float[N] x, bool k) => (y) <int64[2] l = {3, -1}> {
    y = If (k) <then_branch = t () => (a) { a = Reshape (x, l) }, else_branch = e () => (b) { b = Neg (x) }> }"""
SCANNED = """g (float[2] x, float[N, 4] s) => (y, z) {
    y, z = Scan (x, s) <num_scan_inputs = 1, body = b (float[] i, float[] e) => (float[2] o, float[4] q) {
        o = Identity (i) q = Neg (e) }> }"""
RESHAPED = """g (float[2] x, float[3, 4] s) => (y, z) {
    v = Reshape ()
    y, z = Scan (v, s) <num_scan_inputs = 1, body = b (float[] i, float[] e) => (float[2] o, float[4] q) {
        o = Neg (i) q = Neg (e) }> }"""
DIMS = """g (float[2, 3] x, float[6] z) => (y) <int64 i = {0}, int64[1] j = {0}, int64[1] w = {-1}> {
    s = Shape (x) d = Gather (s, i) u = Unsqueeze (d, j) t = Concat <axis = 0> (u, w) y = Reshape (z, t) }"""


@pytest.mark.parametrize(
    ("text", "operator"),
    [
        (RESHAPED_IN_A_BRANCH, "If"),
        (SCANNED, "Identity"),
        (RESHAPED, "Reshape"),
        (DIMS, "Gather"),
        (DIMS, "Shape"),
        (DIMS, "Unsqueeze"),
        (DIMS, "Concat"),
    ],
)
def test_nobody_stumbles_over_a_node_without_inputs(text: str, operator: str) -> None:
    proto = onnx.parser.parse_model(f'<ir_version: 9, opset_import: ["" : 18]> {text}')
    nodes = [*proto.graph.node, *(n for node in proto.graph.node for a in node.attribute for n in a.g.node)]
    del next(node for node in nodes if node.op_type == operator).input[:]
    assert {line.split()[0] for line in found(proto)} == {"SI015"}
    assert not shapeinfer.check(proto).ok


def test_branches_and_pieces_of_another_number() -> None:
    """Nobody stumbles over what was reported."""
    proto = onnx.parser.parse_model(
        '<ir_version: 9, opset_import: ["" : 18]> g (float[2, 3] x, bool k, float[6] z) => (y) {'
        " y, u = If (k) <then_branch = t () => (float[2, 3] a) { a = Relu (x) },"
        " else_branch = e () => (float[6] b) { b = Neg (z) }>  v = Split <num_outputs = 2> (x) }"
    )
    del proto.graph.node[1].output[:]
    assert {line.split()[0] for line in found(proto)} == {"SI016"}


def test_an_initializer_of_no_type() -> None:
    proto = onnx.parser.parse_model(
        '<ir_version: 9, opset_import: ["" : 18]>'
        " g (float[2] x) => (float[2] y) <float w = {1}> { y = Add (x, w) }"
    )
    proto.graph.initializer[0].data_type = 99
    message = "SI048 graph: initializer 'w' has the element type 99, which is none"
    assert found(proto)[0] == message
    assert not shapeinfer.check(proto).ok
    with pytest.raises(Exception, match="ONNXRuntimeError"):
        run(proto)


STORED = '<ir_version: %d, opset_import: ["" : 9]> g (float[2] x%s) => (float[2] y%s) %s { %s }'
IN_BRANCH = "y = If(c) <then_branch = t () => (float[2] a) %s { a = %s }, else_branch = e () => (float[2] b) { b = Relu(x) }>"
W = "<float[2] w = {1, 2}>"
OF_MAIN = "graph: 'w': below IR version 4 an initializer has to be an input, or a node has to read it"
OF_BODY = "graph/If#0.then_branch: 'w': below IR version 4 an initializer of a body has to be an input of it"
READ = [
    ("", "", W, "y = Relu(x)", OF_MAIN),
    ("", "", W, "y = Add(x, w)", ""),
    ("", ", float[2] w", W, "y = Relu(x)", ""),
    (", float[2] w", "", W, "y = Relu(x)", ""),
    ("", "", W, "u = Neg(w) y = Relu(x)", ""),
    (", bool c", "", W, IN_BRANCH % ("", "Add(x, w)"), OF_MAIN),
    (", bool c", "", "", IN_BRANCH % (W, "Relu(x)"), OF_BODY),
    (", bool c", "", "", IN_BRANCH % (W, "Add(x, w)"), OF_BODY),
]


@pytest.mark.parametrize(("given", "made", "stored", "nodes", "line"), READ)
@pytest.mark.parametrize("version", [3, 4])
def test_initializers_that_an_old_file_hides(
    given: str, made: str, stored: str, nodes: str, line: str, version: int
) -> None:
    proto = onnx.parser.parse_model(STORED % (version, given, made, stored, nodes))
    refused = version < 4 and bool(line)
    assert loads(proto) is not refused
    assert shapeinfer.check(proto).ok is not refused
    assert found(proto) == ([f"SI051 {line}"] if refused else [])


def test_those_that_nothing_reads_are_removed(tmp_path: Path) -> None:
    path = tmp_path / "old.onnx"
    onnx.save(onnx.parser.parse_model(STORED % (3, "", "", W, "y = Relu(x)")), path)
    assert not shapeinfer.check(path).ok
    assert main(["lint", "--fix", str(path)]) == 0
    assert loads(path) and shapeinfer.check(path).ok


def test_a_fix_that_would_hide_one_is_refused(tmp_path: Path) -> None:
    """Only a dead node reads it."""
    path = tmp_path / "old.onnx"
    onnx.save(onnx.parser.parse_model(STORED % (3, "", "", W, "u = Neg(w) y = Relu(x)")), path)
    before = path.read_bytes()
    main(["lint", "--fix", "--ignore", "SI033", str(path)])
    assert path.read_bytes() == before
    main(["lint", "--fix", str(path)])
    assert path.read_bytes() != before and loads(path)
