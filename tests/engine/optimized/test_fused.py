"""Transposes that ONNX Runtime takes into the MatMul that reads them."""

from __future__ import annotations

import numpy as np
import onnx
import onnx.parser
import pytest

import shapeinfer
from tests.oracle import session

HEAD = '<ir_version: 8, opset_import: ["" : 17]>\n'


def model(made: str) -> onnx.ModelProto:
    """``x`` of unknown rank, transposed and multiplied."""
    proto = onnx.parser.parse_model(HEAD + f"g (float[] x) => (float[] y) {{ {made} }}")
    for value in (*proto.graph.input, *proto.graph.output):
        value.type.tensor_type.ClearField("shape")
    return proto


@pytest.mark.parametrize("perm", ["1,0", "0,2,1"])
@pytest.mark.parametrize("made", ["MatMul(x, t)", "MatMul(t, x)"])
def test_of_a_list_nothing_is_swapped(perm: str, made: str) -> None:
    proto = model(f"t = Transpose <perm = [{perm}]> (x) y = {made}")
    assert session(proto).run(None, {"x": np.ones(3, np.float32)})[0].shape == ()
    assert shapeinfer.check(proto, inputs={"x": (3,)}).ok
    told = shapeinfer.infer(proto, inputs={"x": (3,)}).diagnostics
    assert [(d.code, d.severity) for d in told if d.severity != "info"] == [("SI204", "warning")]


@pytest.mark.parametrize(
    ("made", "shape"),
    [("MatMul(t, t)", (3,)), ("MatMul(t, t)", (1, 2, 2)), ("MatMul(x, t)", ()), ("Relu(t)", (3,))],
)
def test_it_stays_beside_itself_and_without_a_matmul(made: str, shape: tuple[int, ...]) -> None:
    proto = model(f"t = Transpose <perm = [1,0]> (x) y = {made}")
    with pytest.raises(Exception, match=r"perm size|must be >= 1"):
        session(proto).run(None, {"x": np.ones(shape, np.float32)})
    assert not shapeinfer.check(proto, inputs={"x": shape}).ok
