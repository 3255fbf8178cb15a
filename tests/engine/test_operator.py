"""Versions of operators: what ONNX Runtime has where ONNX has none, and what becomes of it."""

from __future__ import annotations

import subprocess
import sys

import onnx.parser
import pytest

import shapeinfer


@pytest.mark.parametrize(
    ("nodes", "opset", "expected"),
    [
        ("y = SimplifiedLayerNormalization (x, w)", 17, ["warning SI031"]),  # the runtime's own
        ("y = ThresholdedRelu (x)", 9, ["warning SI031"]),  # the runtime has it earlier
        ("y = MeanVarianceNormalization (x)", 8, ["warning SI012"]),  # and this with other attributes
        ("y = Selu (x)", 0, ["error SI012"]),
        ("y = com.microsoft.Gelu (x)", 17, []),
        ("y = com.microsoft.Nothing (x)", 17, ["warning SI012"]),  # another runtime may have it
    ],
)
def test_what_onnx_runtime_adds(nodes: str, opset: int, expected: list[str]) -> None:
    inputs = "float[n, 8] x, float[8] w" if " w)" in nodes else "float[n, 8] x"
    proto = onnx.parser.parse_model(
        f'<ir_version: 9, opset_import: ["" : {opset}, "com.microsoft" : 1]>'
        f"g ({inputs}) => (float[n, 8] y) {{ {nodes} }}"
    )
    assert [f"{d.severity} {d.code}" for d in shapeinfer.lint(proto).diagnostics] == expected


CRASH = " ONNX Runtime crashes when it loads this in a function, other runtimes may refuse it"
CRASHING = """<ir_version: 8, opset_import: ["" : {opset}, "local" : 1]>
g (float[2,3,4] x, float[4] w) => (y) {{ {nodes} }}
<domain: "local", opset_import: ["" : {opset}]> f (x, w) => (y) {{ {body} }}"""


@pytest.mark.parametrize(
    ("changed", "crashes"),
    [
        ({}, True),
        ({"body": "y = SimplifiedLayerNormalization (x, w)", "opset": 17}, True),
        ({"nodes": "u = local.f (x, w) y = Identity (x)"}, True),
        ({"nodes": "y = LayerNormalization (x, w)"}, False),  # the function is not called
        ({"opset": 17}, False),
        ({"body": "y = ThresholdedRelu (x)", "opset": 9}, False),
        (
            {
                "body": "o = Constant <value_int = 0> () c = Cast <to = 9> (o) y = If (c) <"
                "then_branch = t () => (a) { a = LayerNormalization (x, w) }, "
                "else_branch = e () => (b) { b = Identity (x) }>"
            },
            True,
        ),
    ],
)
def test_operators_at_which_onnx_runtime_crashes_in_functions(
    changed: dict[str, object], *, crashes: bool
) -> None:
    """Of what ONNX does not define in this version, in a function that is called."""
    how = {"opset": 16, "nodes": "y = local.f (x, w)", "body": "y = LayerNormalization (x, w)", **changed}
    proto = onnx.parser.parse_model(CRASHING.format(**how))
    report = shapeinfer.lint(proto)
    errors = [d.message for d in report.diagnostics if d.severity == "error"]
    assert [message.split(":")[1] for message in errors] == [CRASH] * crashes
    assert shapeinfer.check(proto).ok == (not crashes)
    # The crash ends the process that loads the model, by a signal.
    script = "import onnxruntime, sys; onnxruntime.InferenceSession(sys.stdin.buffer.read())"
    done = subprocess.run(
        [sys.executable, "-c", script], input=proto.SerializeToString(), capture_output=True, check=False
    )
    assert (done.returncode < 0) == crashes
    assert crashes or done.returncode == 0, done.stderr
