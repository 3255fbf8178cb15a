"""Exponents and biases that ONNX Runtime does not look at."""

from __future__ import annotations

import numpy as np
import onnx.parser
import pytest

import shapeinfer
from tests.oracle import runs

TEXT = """<ir_version: 8, opset_import: ["" : 17]>
g (float[2,3,{size}] x, float[2] e) => ({outputs}) <float c = {{0.1}}, float[4] w = {{1, 1, 1, 1}}> {{
    m = ReduceMean<axes = [-1]>(x) d = Sub(x, m) {power} v = ReduceMean<axes = [-1]>(p)
    a = Add(v, c) s = Sqrt(a) n = Div(d, s) k = Mul(n, w) {last} }}"""


@pytest.mark.parametrize(
    ("changed", "succeeds"),
    [
        ({}, True),
        ({"size": "4"}, False),  # a loader compares the numbers
        ({"outputs": "y, p"}, False),
        ({"last": "y = Sub(k, w)"}, False),
        ({"power": "p = Mul(d, e)"}, False),
    ],
)
def test_exponents(changed: dict[str, str], succeeds: bool) -> None:
    how = {"size": "C", "outputs": "y", "power": "p = Pow(d, e)", "last": "y = Add(k, w)", **changed}
    proto = onnx.parser.parse_model(TEXT.format(**how))
    feeds = {"x": np.ones((2, 3, 4), np.float32), "e": np.full(2, 2, np.float32)}
    assert runs(proto, feeds) == succeeds
    sizes = {"C": 4} if how["size"] == "C" else {}
    assert shapeinfer.check(proto, sizes).ok == succeeds
    premises = map(str, shapeinfer.infer(proto).contract.premises)
    assert list(premises) == (["C == 2 or C == 1"] if succeeds else [])


@pytest.mark.parametrize("optimized", [True, False])
@pytest.mark.parametrize(
    ("nodes", "succeeds"),
    [
        ("y = LayerNormalization(x, w, b)", False),
        ("c = Identity(b) y = LayerNormalization(x, w, c)", False),
        ("c = Reshape(b, none) y = LayerNormalization(x, w, c)", False),
        ("c = Neg(b) y = LayerNormalization(x, w, c)", True),
        ("d = Neg(b) c = Reshape(d, none) y = LayerNormalization(x, w, c)", True),
        ("c = Slice(w, none, none) y = LayerNormalization(x, w, c)", True),
        ("c = DequantizeLinear(q, s) y = LayerNormalization(x, w, c)", True),
        ("c = Slice(w, one, none) y = LayerNormalization(x, w, c)", True),
    ],
)
def test_a_bias_of_nothing_that_a_node_makes_is_none(nodes: str, *, succeeds: bool, optimized: bool) -> None:
    proto = onnx.parser.parse_model(
        f"""<ir_version: 8, opset_import: ["" : 17]> g (float[2,3] x, float[0] b) => (y)
        <float[3] w = {{1, 1, 1}}, int64[1] none = {{0}}, int64[1] one = {{1}}, int8[0] q = {{}},
        float s = {{1}}> {{ {nodes} }}"""
    )
    feeds = {"x": np.ones((2, 3), np.float32), "b": np.ones(0, np.float32)}
    assert runs(proto, feeds, optimized=optimized) == succeeds
    assert shapeinfer.check(proto).ok == succeeds
