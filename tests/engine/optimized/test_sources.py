"""Nodes that compute the one size of a Reshape's target that ONNX Runtime takes for -1: it leaves them out."""

from __future__ import annotations

import numpy as np
import onnx
import onnx.parser
import pytest

import shapeinfer
from tests.oracle import runs

HEAD = '<ir_version: 8, opset_import: ["" : 17]>\n'
TEXT = """g (float[2,{size},4] x, int64[1] given) => ({outputs}) <int64[1] i = {{{index}}}, int64[1] r = {{4}}> {{
    s = Shape(x) n = Gather(s, i) {between} t = Concat<axis = 0>({parts}) y = Reshape(x, t) {behind} }}"""


@pytest.mark.parametrize("size", ["3", "C"])
@pytest.mark.parametrize(
    ("changed", "succeeds"),
    [
        ({}, True),
        ({"between": "m = Identity(n)", "parts": "m, r"}, True),
        ({"parts": "r, n"}, True),
        ({"outputs": "y, n"}, False),  # something else reads it
        ({"behind": "z = Neg(n)"}, False),
        ({"parts": "n, r, given"}, False),  # another part is not known at load
    ],
)
def test_a_source_with_a_mistake(changed: dict[str, str], succeeds: bool, size: str) -> None:
    how = {
        "size": size,
        "outputs": "y",
        "index": "3",
        "between": "",
        "parts": "n, r",
        "behind": "",
        **changed,
    }
    proto = onnx.parser.parse_model(HEAD + TEXT.format(**how))
    feeds = {"x": np.ones((2, 3, 4), np.float32), "given": np.ones(1, np.int64)}
    assert runs(proto, feeds) == succeeds
    assert shapeinfer.check(proto, {"C": 3} if size == "C" else {}).ok == succeeds
    codes = {d.code for d in shapeinfer.lint(proto).diagnostics}
    assert "SI301" in codes


@pytest.mark.parametrize("size", ["3", "C"])
@pytest.mark.parametrize(
    ("arithmetic", "succeeds"),
    [
        ("Div(e, one)", True),
        ("Mul(one, e)", True),
        ("Add(zero, e)", True),
        ("Sub(e, zero)", True),
        ("Sub(zero, e)", False),
        ("Div(one, e)", False),
        ("Mul(e, two)", False),
    ],
)
def test_a_dim_beside_it_may_pass_arithmetic_that_changes_nothing(
    arithmetic: str, size: str, *, succeeds: bool
) -> None:
    proto = onnx.parser.parse_model(
        HEAD
        + f"""g (float[B,{size},4] x) => (y)
          <int64 three = {{3}}, int64[1] first = {{0}}, int64 one = {{1}}, int64 zero = {{0}}, int64 two = {{2}}> {{
            s = Shape(x) n = Gather(s, three) a = Unsqueeze(n, first) e = Gather(s, one) f = {arithmetic}
            b = Unsqueeze(f, first) t = Concat<axis = 0>(a, b) v = Tanh(x) y = Reshape(v, t) }}"""
    )
    assert runs(proto, {"x": np.ones((2, 3, 4), np.float32)}) == succeeds
    assert shapeinfer.check(proto, {"B": 2, "C": 3} if size == "C" else {"B": 2}).ok == succeeds
