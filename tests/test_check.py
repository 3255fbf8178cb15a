"""Pre-flight: what ONNX Runtime refuses is refused, whoever demands it."""

from __future__ import annotations

import onnx.parser

import shapeinfer

PREAMBLE = '<ir_version: 9, opset_import: ["" : 18]>\n'
ROWS = "g (float[n, 4] x, float[4] w) => (float[n] y) { y = MatMul (x, w) }"


def test_what_the_runtime_alone_refuses_is_an_error_of_check() -> None:
    """A size of 0 that the specification allows: a warning of lint, and no error before it is given."""
    model = onnx.parser.parse_model(PREAMBLE + ROWS)
    assert [str(c) for c in shapeinfer.infer(model).contract.demands] == ["n >= 1"]
    (refused,) = shapeinfer.check(model, {"n": 0}).diagnostics
    assert (refused.code, refused.severity) == ("SI307", "error")
    fixed = onnx.parser.parse_model(PREAMBLE + ROWS.replace("[n", "[0"))
    assert [(d.code, d.severity) for d in shapeinfer.lint(fixed).diagnostics] == [("SI307", "warning")]
