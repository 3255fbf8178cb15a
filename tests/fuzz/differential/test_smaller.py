"""Cuts take out all that a property of a model does not need."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

import onnx
import onnx.checker
import onnx.parser
import onnx.printer
import pytest
from onnx import helper

from tests.fuzz.differential.smaller import after, cuts, scopes

_LOOP = """
agraph (float[N] x, float[N] z, int64 n) => (y, u, w) {
    a = Relu (x)
    b = Neg (a)
    y, u, w = Loop (n, "", b, z) <body = body (int64 i, bool go, float[N] s, float[N] t) => (bool more, float[N] s2, float[N] t2, float[N] kept) {
        more = Identity (go)
        e = Erf (s)
        s2 = Abs (e)
        t2 = Relu (t)
        kept = Neg (s)
    }>
}"""
_SCAN = """
agraph (float[N] x, float[4, N] z, float[4, N] v) => (u) {
    y, u, w = Scan (x, z, v) <num_scan_inputs = 2, scan_input_axes = [0, 0], scan_output_axes = [0, 0], body = body (float[N] s, float[N] p, float[N] q) => (float[N] s2, float[N] first, float[N] second) {
        s2 = Identity (s)
        first = Erf (q)
        second = Relu (p)
    }>
}"""
_IF = """
agraph (float[N] x, bool c) => (y) {
    a = If (c) <then_branch = then () => (float[N] t) { e = Erf (x) t = Abs (e) }, else_branch = other () => (float[N] o) { o = Neg (x) }>
    y = Relu (a)
}"""
_FUNCTION = """
agraph (float[N] x) => (y) {
    y = own.f (x)
}
<opset_import: ["" : 17], domain: "own">
f (x) => (y) {
    a = Erf (x)
    y = Neg (a)
}"""


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (_LOOP, [["Loop"], ["Identity", "Erf"]]),
        (_SCAN, [["Scan"], ["Erf"]]),
        (_IF, [["Erf"]]),
        (_FUNCTION, [["Erf"]]),
    ],
)
def test_what_a_property_does_not_need_is_cut(text: str, left: list[list[str]]) -> None:
    ends = "Loop" if "Loop" in text else "Scan" if "Scan" in text else ""
    smallest = _smallest(_parsed(text), lambda model: _has(model, "Erf") and (not ends or _has(model, ends)))
    assert [[node.op_type for node in scope.node] for scope in scopes(smallest)] == left, text


def test_lists_of_a_scan_follow_its_inputs_and_outputs() -> None:
    smallest = _smallest(_parsed(_SCAN), lambda model: _has(model, "Erf") and _has(model, "Scan"))
    (scan,) = smallest.graph.node
    assert (list(scan.input), list(scan.output)) == (["v"], ["u"])
    assert {a.name: list(a.ints) or a.i for a in scan.attribute if a.name in _NUMBERS} == {
        "num_scan_inputs": 1
    }


def test_nodes_that_nothing_reads_are_cut_apart() -> None:
    model = _parsed("agraph (float[N] x) => (y, w) { y = Relu (x) u = Erf (x) w = Neg (y) }")
    smallest = _smallest(model, lambda model: _has(model, "Erf") and _has(model, "Relu"))
    assert [node.op_type for node in smallest.graph.node] == ["Relu", "Erf"]


_NUMBERS = ("num_scan_inputs", "scan_input_axes", "scan_output_axes")


def _parsed(text: str) -> onnx.ModelProto:
    return onnx.parser.parse_model('<ir_version: 10, opset_import: ["" : 17, "own" : 1]>' + text)


def _has(model: onnx.ModelProto, op_type: str) -> bool:
    return any(node.op_type == op_type for scope in scopes(model) for node in scope.node)


def _smallest(model: onnx.ModelProto, holds: Callable[[onnx.ModelProto], bool]) -> onnx.ModelProto:
    """What is left after all cuts that leave a valid model with a property."""
    at = 0
    while (cut := next(islice(cuts(model), at, None), None)) is not None:
        smaller = after(model, cut)
        if smaller is not None and holds(smaller) and _is_valid(smaller):
            model, at = smaller, 0
        else:
            at += 1
    return model


def _is_valid(model: onnx.ModelProto) -> bool:
    typed = onnx.ModelProto()
    typed.CopyFrom(model)
    for output in typed.graph.output:  # an output that was an inner value says no type
        output.type.CopyFrom(helper.make_tensor_type_proto(onnx.TensorProto.FLOAT, [None]))
    try:
        onnx.checker.check_model(typed)
    except onnx.checker.ValidationError:
        return False
    return True
