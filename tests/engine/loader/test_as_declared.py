"""Numbers that values declare for open sizes: a loader takes them, and refuses what contradicts them."""

from __future__ import annotations

import onnx.parser
import onnxruntime
import pytest

import shapeinfer

HEAD = '<ir_version: 8, opset_import: ["" : 17]> g '
WHY = ": ONNX Runtime takes declared numbers for open sizes at load"


def parsed(text: str) -> onnx.ModelProto:
    return onnx.parser.parse_model(HEAD + text)


def loads(model: onnx.ModelProto) -> bool:
    try:
        onnxruntime.InferenceSession(model.SerializeToString())
    except Exception:  # onnxruntime raises no narrower one
        return False
    return True


REFUSED = {
    # The batch for which it was traced is declared.
    "output": (
        "(float[N, 4] x, float[5, 3] k) => (float[2, 4] y, float[a, b] z)"
        " { y = Relu(x)  z = Gemm<transA = 1>(y, k) }",
        "SI208",
    ),
    "value": (
        "(float[N, M] x) => (float[N, k] z) <int64[2] sizes = {2, 2}, float[N, 3] y>"
        " { y = Relu(x)  z, w = Split<axis = 1>(y, sizes) }",
        "SI210",
    ),
    # What is declared of a Reshape to computed sizes counts, though a loader infers none of it.
    "unseen": (
        "(float[N, M] x, int64[2] t, float[3, 3] k) => (float[a, b] z) <float[3, 2] y>"
        " { y = Reshape(x, t)  z = Gemm(y, k) }",
        "SI208",
    ),
    "branch": (
        "(float[N, 4] x, bool c) => (float[a, b] z) <float[3, 4] y> { y = Relu(x)"
        " z = If(c) <then_branch = t () => (float[p, q] v)"
        " <float[4, 3] k = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}> { v = Gemm<transA = 1>(y, k) },"
        " else_branch = e () => (float[p, q] w) { w = Relu(x) }> }",
        "SI208",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_contradiction_behind_is_an_error(name: str) -> None:
    text, code = REFUSED[name]
    model = parsed(text)
    assert not loads(model)
    (found,) = (d for d in shapeinfer.lint(model).diagnostics if d.severity == "error")
    assert (found.code, found.message[-len(WHY) :]) == (code, WHY)
    assert "by the declaration of 'y'," in found.message
    assert [d.code for d in shapeinfer.check(model, {"N": 2}).diagnostics if d.severity == "error"] == [code]


def test_the_message_says_what_is_inferred_and_what_is_declared() -> None:
    (found,) = (d for d in shapeinfer.lint(parsed(REFUSED["value"][0])).diagnostics if d.severity == "error")
    assert found.message == (
        "the sizes of split add up to 4, axis 1 of input is 3; input is f32[N, 3], by the declaration of 'y', which"
        " is f32[N, M] and declared as f32[N, 3]" + WHY
    )


ACCEPTED = {
    "fits": (
        "(float[N, M] x) => (float[N, k] z) <int64[2] sizes = {2, 2}, float[N, 4] y>"
        " { y = Relu(x)  z, w = Split<axis = 1>(y, sizes) }"
    ),
    # What contradicts an inferred number is dropped, with that number.
    "dropped": (
        "(float[N, 4] x) => (float[N, k] z) <int64[2] sizes = {2, 1}, float[2, 3] y>"
        " { y = Relu(x)  z, w = Split<axis = 1>(y, sizes) }"
    ),
    "another rank": (
        "(float[N, M] x, float[2, 2] k) => (float[a, b] z) <float[N, 3, 3] y> { y = Relu(x)  z = Gemm(y, k) }"
    ),
    # A loader compares what it infers of the Reshape with nothing: it sees no contents of the target.
    "not seen": (
        "(float[N, M] x, int64[2] t, float[3, 3] k) => (float[a, b] z) <float[p, 2] y>"
        " { y = Reshape(x, t)  u = Abs(t)  r = Reshape(y, u)  z = Gemm(r, k) }"
    ),
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_a_model_that_loads_has_no_error(name: str) -> None:
    model = parsed(ACCEPTED[name])
    assert loads(model)
    assert not [d for d in shapeinfer.lint(model).diagnostics if WHY in d.message]
