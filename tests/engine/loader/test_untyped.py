"""A declaration without an element type: ONNX Runtime refuses to read the model."""

from __future__ import annotations

from collections.abc import Callable

import onnx
import onnx.parser
import pytest

import shapeinfer
from tests.oracle import loads

TEXT = """<ir_version: 10, opset_import: ["" : 17, "local" : 1]>
main (float[2,3] x, bool c) => (y) <float[2,3] a, int64 rounds = {2}> {
  a = Relu(x)
  b = If(c) <then_branch = t () => (float[2,3] t) { t = Abs(a) }, else_branch = e () => (float[2,3] e) { e = Neg(a) }>
  l = Loop(rounds, , b) <body = body (int64 i, bool go, float[2,3] s) => (bool goes, float[2,3] r) {
    goes = Identity(go)
    r = local.F(s)
  }>
  y = Relu(l)
}
<opset_import: ["" : 17], domain: "local">
F (p) => (q) { m = Relu(p) q = Relu(m) }"""


def _proto() -> onnx.ModelProto:
    return onnx.parser.parse_model(TEXT)


def _forget(value: onnx.ValueInfoProto) -> None:
    value.type.tensor_type.elem_type = 0


def _body(proto: onnx.ModelProto, node: int, attribute: int = 0) -> onnx.GraphProto:
    body: onnx.GraphProto = proto.graph.node[node].attribute[attribute].g
    return body


def _said(proto: onnx.ModelProto) -> list[str]:
    found = shapeinfer.lint(proto).diagnostics
    return [f"{d.code} {d.location.path}: {d.message}" for d in found if d.severity == "error"]


def _declared(proto: onnx.ModelProto, name: str, type_: onnx.TypeProto) -> None:
    proto.graph.value_info.append(onnx.helper.make_value_info(name, type_))


REFUSED: list[tuple[Callable[[onnx.ModelProto], None], str]] = [
    (lambda p: _forget(p.graph.input[0]), "SI046 graph: no type is declared for 'x'"),
    (
        lambda p: p.graph.output[0].type.tensor_type.SetInParent(),
        "SI103 graph/Relu#3: 'y' is declared without an element type",
    ),
    (
        lambda p: _forget(p.graph.value_info[0]),
        "SI103 graph/Relu#0: 'a' is declared without an element type",
    ),
    (
        lambda p: _declared(
            p, "l", onnx.helper.make_sequence_type_proto(onnx.helper.make_tensor_type_proto(0, [2]))
        ),
        "SI103 graph/Loop#2: 'l' is declared without an element type",
    ),
    (
        lambda p: _forget(_body(p, 1, 1).output[0]),
        "SI103 graph/If#1.else_branch/Neg#0: 'e' is declared without an element type",
    ),
    (
        lambda p: _forget(_body(p, 2).input[2]),
        "SI103 graph/Loop#2.body: 's' is declared without an element type",
    ),
]


@pytest.mark.parametrize(("break_it", "message"), REFUSED)
def test_lint_and_check_refuse_it_as_the_runtime_does(
    break_it: Callable[[onnx.ModelProto], None], message: str
) -> None:
    proto = _proto()
    assert loads(proto)
    assert _said(proto) == []
    break_it(proto)
    assert not loads(proto)
    assert message in _said(proto)
    refusals = [f"{d.code} {d.location.path}: {d.message}" for d in shapeinfer.check(proto, {}).diagnostics]
    assert message in refusals


def test_names_that_no_node_makes_and_functions_are_not_read() -> None:
    proto = _proto()
    for name in ("nobody", "x"):
        _declared(proto, name, onnx.helper.make_tensor_type_proto(0, [2, 3]))
    proto.functions[0].value_info.append(onnx.helper.make_tensor_value_info("m", 0, [2, 3]))
    assert loads(proto)
    assert _said(proto) == []
