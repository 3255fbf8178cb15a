"""Comparing interfaces: breaking and compatible changes."""

from __future__ import annotations

import onnx.parser
import pytest

import shapeinfer
from shapeinfer.jobs.diff import compare

HEAD = '<ir_version: 9, opset_import: ["" : 18]>\n'
PLAIN = "g (float[n, c] x) => (float[a, b] y) { y = Relu (x) }"

CASES = [
    ("the same", PLAIN, []),
    (
        "an input fixed",
        "g (float[n, 3] x) => (float[a, b] y) { y = Relu (x) }",
        ["input 'x' axis 1 was c, is 3", "output 'y' axis 1 was c, is 3"],
    ),
    ("an input gone", "g () => (float[a, b] y) <float[2, 2] x = {1.0, 1.0, 1.0, 1.0}> { y = Relu (x) }",
     ["input 'x' was removed", "output 'y' axis 0 was n, is 2", "output 'y' axis 1 was c, is 2"]),
    ("an output more", "g (float[n, c] x) => (float[a, b] y, float[a, b] z) { y = Relu (x) z = Tanh (x) }",
     ["output 'z' is new"]),
    ("another type", "g (float16[n, c] x) => (float16[a, b] y) { y = Relu (x) }",
     ["input 'x' was f32[n, c], is f16[n, c]", "output 'y' was f32[n, c], is f16[n, c]"]),
    ("a demand", "g (float[n, c] x) => (float[a, b] y) <int64[1] s = {5}, int64[1] z = {0}> { t = MaxPool <kernel_shape = [3]> (w) w = Unsqueeze (x, z) y = Squeeze (t, z) }",
     ["output 'y' axis 1 was c, is c - 2", "new constraint: c >= 2",
      "new constraint: n >= 1 (only empty tensors violate it)"]),
]  # fmt: skip


def model(text: str) -> onnx.ModelProto:
    return onnx.parser.parse_model(HEAD + text)


@pytest.mark.parametrize(("what", "text", "expected"), CASES, ids=[c[0] for c in CASES])
def test_changes(what: str, text: str, expected: list[str]) -> None:
    changes = compare(shapeinfer.infer(model(PLAIN)), shapeinfer.infer(model(text)))
    assert [c.text for c in changes] == expected


def test_what_breaks_somebody() -> None:
    narrow = model("g (float[n, 3] x) => (float[a, b] y) { y = Relu (x) }")
    wide, narrow_ = shapeinfer.infer(model(PLAIN)), shapeinfer.infer(narrow)
    assert [(c.text, c.breaking) for c in compare(wide, narrow_)] == [
        ("input 'x' axis 1 was c, is 3", True),
        ("output 'y' axis 1 was c, is 3", False),
    ]
    # The other way round an input takes more, and an output promises less.
    back = compare(narrow_, wide)
    assert [(c.text, c.breaking) for c in back] == [
        ("output 'y' axis 1 was 3, is c", True),
        ("input 'x' axis 1 was 3, is c", False),
    ]


def test_a_demand_that_only_empty_tensors_violate_is_compatible() -> None:
    _, text, _ = CASES[-1]
    changes = compare(shapeinfer.infer(model(PLAIN)), shapeinfer.infer(model(text)))
    assert {c.text.split(" (")[0]: c.breaking for c in changes} == {
        "output 'y' axis 1 was c, is c - 2": True,
        "new constraint: c >= 2": True,
        "new constraint: n >= 1": False,
    }
