"""Powers that ONNX Runtime takes into a LayerNormalization."""

from __future__ import annotations

import numpy as np
import onnx.parser
import pytest

import shapeinfer
from tests.oracle import session

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
    try:
        session(proto).run(None, {"x": np.ones((2, 3, 4), np.float32), "e": np.full(2, 2, np.float32)})
    except Exception:  # ONNX Runtime's own exceptions have no common class but this
        assert not succeeds
    else:
        assert succeeds
    sizes = {"C": 4} if how["size"] == "C" else {}
    assert shapeinfer.check(proto, sizes).ok == succeeds
    premises = map(str, shapeinfer.infer(proto).contract.premises)
    assert list(premises) == (["C == 2 or C == 1"] if succeeds else [])
