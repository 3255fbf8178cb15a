"""What ONNX Runtime enforces of the types that bodies declare: tried here and in ONNX Runtime."""

from __future__ import annotations

import numpy as np
import onnx
import onnx.parser
import pytest

import shapeinfer
from tests.whole_model import refused

PREAMBLE = '<ir_version: 10, opset_import: ["" : 17]>\n'

IF = """g (float[S] x, bool c) => (float[m] y) {
    y = If (c) <then_branch = t () => (float[2] a) { a = Relu (x) },
                else_branch = e () => (float[k] b) { b = Relu (x) }>
}"""
STATIC_IF = IF.replace("float[S]", "float[6]")
SCAN = """g (float[A, B] x) => (float[m, n] y) {
    y = Scan <num_scan_inputs = 1, body = b (float[q] s) => (float[3] o) { o = Relu (s) }> (x)
}"""
SCAN_NO_SHAPE = """g (float[A, B] x, int64[k] t) => (float[m, n, o] y) {
    y = Scan <num_scan_inputs = 1, body = b (float[] s) => (float[] o) { o = Reshape (s, t) }> (x)
}"""
SCAN_INPUT = """g (float[A, 4] x) => (float[m, n] y) {
    y = Scan <num_scan_inputs = 1, body = b (float[3] s) => (float[q] o) { o = Relu (s) }> (x)
}"""
LOOP = """g (float[S] x, int64 m) => (float[k] y) {
    y = Loop (m, "", x) <body = b (int64[] i, bool c, float[] s) => (bool d, float[] t)
        { d = Identity (c) t = Relu (s) }>
}"""
LOOP_CONDITION = """g (float[S] x, int64 m, bool[1] c) => (float[k] y) {
    y = Loop (m, c, x) <body = b (int64 i, bool e, float[] s) => (bool d, float[] t)
        { d = Identity (e) t = Relu (s) }>
}"""


def ones(*shape: int) -> np.ndarray:
    return np.ones(shape, np.float32)


@pytest.mark.parametrize(
    ("text", "sizes", "inputs", "feeds", "ok"),
    [
        (IF, {"S": 6}, {"c": 1}, {"x": ones(6), "c": np.array(True)}, False),
        (IF, {"S": 6}, {"c": 0}, {"x": ones(6), "c": np.array(False)}, True),
        (IF, {"S": 2}, {"c": 1}, {"x": ones(2), "c": np.array(True)}, True),
        # Two numbers differ when the model is loaded: the inferred one is taken.
        (STATIC_IF, {}, {"c": 1}, {"x": ones(6), "c": np.array(True)}, True),
        (SCAN, {"A": 2, "B": 4}, {}, {"x": ones(2, 4)}, False),
        (SCAN, {"A": 2, "B": 3}, {}, {"x": ones(2, 3)}, True),
        (SCAN_NO_SHAPE, {"A": 2, "B": 4}, {}, {"x": ones(2, 4), "t": np.array([2, 2])}, False),
        (SCAN_INPUT, {"A": 2}, {}, {"x": ones(2, 4)}, False),
        (LOOP, {"S": 2}, {"m": 2}, {"x": ones(2), "m": np.array(2)}, False),
        (LOOP_CONDITION, {"S": 2}, {"m": 2}, {"x": ones(2), "m": np.array(2), "c": np.array([True])}, False),
    ],
)
def test_check_refuses_what_onnx_runtime_refuses(
    text: str, sizes: dict[str, int], inputs: dict[str, int], feeds: dict[str, np.ndarray], ok: bool
) -> None:
    model = onnx.parser.parse_model(PREAMBLE + text)
    assert shapeinfer.check(model, sizes, inputs).ok is ok
    assert (not refused(model, feeds)) is ok
    assert not [d for d in shapeinfer.lint(model).diagnostics if d.severity == "error"]


def test_a_declared_size_is_a_demand() -> None:
    scan = shapeinfer.infer(onnx.parser.parse_model(PREAMBLE + SCAN)).interface
    assert [c.condition for c in scan.demands] == ["A >= 1", "B == 3"]
    branch = shapeinfer.infer(onnx.parser.parse_model(PREAMBLE + IF)).interface
    assert [(c.when, c.condition) for c in branch.conditional] == [("'c' is true", "S == 2")]


def test_the_message_names_both_sizes() -> None:
    report = shapeinfer.check(onnx.parser.parse_model(PREAMBLE + SCAN), {"A": 2, "B": 4})
    assert [d.message for d in report.diagnostics] == [
        "axis 0 of output 'o' of the body is B, declared as 3: ONNX Runtime refuses any other size"
    ]
    (violation,) = report.violations
    assert (violation.condition, violation.nearest) == ("B == 3", {"B": (3,)})


def test_a_scan_compares_the_numbers_of_what_goes_in() -> None:
    report = shapeinfer.check(onnx.parser.parse_model(PREAMBLE + SCAN_INPUT), {"A": 2})
    assert [d.message for d in report.diagnostics] == [
        "f32[4] goes into the body as 's', which is declared with shape (3): ONNX Runtime refuses that"
    ]


# What goes into the function has a shape that a loader knows, and a round of the Scan before it changes.
GIVEN = """<ir_version: 10, opset_import: ["" : 17, "local" : 1]>
g (float[C, 1, C] x, float[C, 1, C] z) => (v) {
    n = Constant <value_int = 2> ()
    t = Loop (n, "", x) <body = l (int64 i, bool g, float[] s) => (bool h, float[] o)
        { h = Identity (g) o = Identity (s) }>
    y = Scan <num_scan_inputs = 1, body = b (float[] s, float[] e) => (float[] o)
        { a = Constant <value_ints = [0]> () o = Unsqueeze (e, a) w = Neg (s) }> (t, x)
    v = local.f (z, y)
}
<domain: "local", opset_import: ["" : 17]>
f (p, q) => (r) {
    r = Scan <num_scan_inputs = 1, body = b (float[] s) => (float[] o) { e = Neg (q) o = Identity (e) }> (p)
}"""


def test_a_loader_may_know_what_goes_into_a_function() -> None:
    model = onnx.parser.parse_model(GIVEN)
    feeds = {"x": ones(1, 1, 1), "z": ones(1, 1, 1)}
    assert not refused(model, feeds)
    assert shapeinfer.check(model, {"C": 1}).ok
    assert not [d for d in shapeinfer.lint(model).diagnostics if d.severity == "error"]
