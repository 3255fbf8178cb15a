"""Casts, Dropouts and Slices that ONNX Runtime leaves out. Expands are in tests/fuzz/differential/mended/expands.py."""

from __future__ import annotations

import numpy as np
import onnx
import onnx.parser
import pytest

import shapeinfer
from tests.oracle import Value, runs, session

HEAD = '<ir_version: 10, opset_import: ["" : {opset}]>\n'
INPUTS = "g (float[2, A] x, bool k) => (y) <float z = {1.5}, bool t = {1}>"


def model(made: str, opset: int) -> onnx.ModelProto:
    return onnx.parser.parse_model(HEAD.replace("{opset}", str(opset)) + f"{INPUTS} {{ {made} }}")


FEEDS: dict[str, Value] = {"x": np.zeros((2, 3), np.float32), "k": np.array(True)}


EDGE = 'Cast<to = 1, round_mode = "edge">'
BRANCHES = (
    "y = If({k})<then_branch = a () => (float[] p) {{ {made} p = Relu(q) }},"
    " else_branch = b () => (float[] d) {{ d = Relu(x) }}>"
)


@pytest.mark.parametrize("opset", [12, 22])
@pytest.mark.parametrize(
    "made",
    [
        "r = Relu(x) q = Dropout(r, z) y = Relu(q)",
        "r = Relu(x) q, w = Dropout(r, z, t) y = Relu(q)",
        "r = Relu(x) q = Dropout(r, z, k) y = Relu(q) u = Neg(r)",
        "q = Dropout(x, z) y = Relu(q)",
        "r = Relu(x) y = Dropout(r, z)",
        "r = Relu(x) q, w = Dropout(r, z) y = Relu(q) v = Not(w)",
        BRANCHES.format(k="t", made="q = Dropout(x, z)"),
    ],
)
def test_a_dropout(made: str, opset: int) -> None:
    proto = model(made, opset)
    assert shapeinfer.check(proto).ok == runs(proto, FEEDS)
    assert "SI303" in {d.code for d in shapeinfer.infer(proto).diagnostics}


@pytest.mark.parametrize(
    "made",
    [
        f"r = Relu(x) q = {EDGE}(r) y = Relu(q)",
        f"q = {EDGE}(x) y = Relu(q)",
        f"w = Cast<to = 11>(x) q = {EDGE}(w) y = Relu(q)",
        f"w = Cast<to = 11>(x) v = Identity(w) q = {EDGE}(v) y = Relu(q)",
        f"r = Relu(x) y = {EDGE}(r)",
        f"y = {EDGE}(x)",
        'r = Relu(x) q = Cast<to = 11, round_mode = "edge">(r) y = Relu(q)',
        f"w = Cast<to = 11>(x) v = Neg(w) q = {EDGE}(v) y = Relu(q)",
        BRANCHES.format(k="k", made=f"q = {EDGE}(x)"),
        BRANCHES.format(k="t", made=f"q = {EDGE}(x)"),
    ],
)
def test_a_cast(made: str) -> None:
    proto = model(made, 24)
    assert shapeinfer.check(proto).ok == runs(proto, FEEDS)
    assert "SI303" in {d.code for d in shapeinfer.infer(proto).diagnostics}


def test_a_number_that_is_no_type_is_an_error_all_the_same() -> None:
    """Nothing is known of the type of what goes in."""
    text = f'<ir_version: 10, opset_import: ["" : 24, "my" : 1]>\n{INPUTS}'
    proto = onnx.parser.parse_model(text + " { r = my.Op(x) q = Cast<to = 99>(r) y = Relu(q) }")
    errors = [d.message for d in shapeinfer.lint(proto).diagnostics if d.severity == "error"]
    assert "to is 99, needed the number of a type" in errors


@pytest.mark.parametrize("count", [1, 2])
def test_a_ratio_of_several_numbers_at_a_dropout(count: int) -> None:
    made = "r = Relu(x) q = Dropout(r, w) y = Relu(q)"
    proto = onnx.parser.parse_model(
        HEAD.replace("{opset}", "22") + f"g (float[2] x, float[] w) => (y) {{ {made} }}"
    )
    proto.graph.input[1].type.tensor_type.ClearField("shape")
    ratio = np.full(count, 0.5, np.float32)
    assert session(proto).run(None, {"x": np.ones(2, np.float32), "w": ratio})[0].shape == (2,)
    assert shapeinfer.check(proto, inputs={"w": ratio.shape}).ok


@pytest.mark.parametrize(("last", "is_left_out"), [((1 << 63) - 1, True), ((1 << 31) - 1, False)])
@pytest.mark.parametrize(
    ("opset", "data", "made"),
    [
        (22, "r", "v = Slice(r, s, e, a)"),
        (22, "x", "v = Slice(x, s, e, a)"),  # of what a caller gives it stays
        (22, "", "v = Slice(r, s, e, a, p)"),  # so it does where only a run knows the steps
        (9, "x", "v = Slice<starts = [0], ends = [{last}], axes = [7]>(x)"),
    ],
)
def test_a_slice_of_everything(opset: int, data: str, made: str, last: int, *, is_left_out: bool) -> None:
    stored = f"int64[1] s = {{0}}, int64[1] e = {{{last}}}, int64[1] a = {{7}}"
    proto = onnx.parser.parse_model(
        HEAD.replace("{opset}", str(opset))
        + f"g (float[] x, int64[1] p) => (y) <{stored}> {{ r = Relu(x) {made.format(last=last)} y = Neg(v) }}"
    )
    x = np.zeros((2, 3), np.float32)
    succeeds = is_left_out and (data == "r" or opset == 9)
    given: dict[str, np.ndarray] = {"x": x, "p": np.ones(1, np.int64)}
    assert runs(proto, given) == succeeds
    report = shapeinfer.check(proto, inputs=given)
    assert report.ok == succeeds
    assert ("SI202" in [found.code for found in report.diagnostics]) == (not succeeds)
