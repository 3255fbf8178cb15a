"""The pass over onnx_ir models: the shapes of our inference, in place, with the weights untouched."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx.parser
import onnx_ir as ir
import onnxruntime
import pytest
from onnx_ir.passes import common

import shapeinfer
from shapeinfer.jobs.annotate import Refused
from shapeinfer.onnx_ir import ShapeInferencePass

EXAMPLES = sorted((Path(__file__).resolve().parent.parent / "examples").glob("*.onnxtxt"))

MODEL = """<ir_version: 10, opset_import: ["" : 18, "own" : 1]>
g (float[batch, 3, height, width] image, bool big) => (float[a, b, c, d] y, float[e, f, g, h] z)
<float[16, 3, 3, 3] w, int64[2] sizes = {1, 2}> {
    conv = Conv <kernel_shape = [3, 3], pads = [1, 1, 1, 1]> (image, w)
    half = MaxPool <kernel_shape = [2, 2], strides = [2, 2]> (conv)
    same = Identity (half)
    y = own.twice (same)
    z = If (big) <
        then_branch = t () => (float[p, q, r, s] yes) { bare = Relu (half)  yes = Identity (bare) },
        else_branch = e () => (float[p, q, r, s] no) { no = Neg (half) }
    >
}
<domain: "own", opset_import: ["" : 18]>
twice (x) => (y) { sum = Add (x, x)  y = Identity (sum) }"""


def model(weights: np.ndarray | None = None) -> ir.Model:
    """The model above with 1.7 kB of weights."""
    proto = onnx.parser.parse_model(MODEL)
    stored = np.arange(16 * 27, dtype=np.float32).reshape(16, 3, 3, 3) if weights is None else weights
    del proto.graph.initializer[0]
    proto.graph.initializer.append(onnx.numpy_helper.from_array(stored, "w"))
    return ir.from_proto(proto)


def shapes(graph: ir.Graph) -> dict[str, str]:
    """Type and shape by value name, of bodies too."""
    nodes = list(ir.traversal.RecursiveGraphIterator(graph))
    return {v.name or "": f"{v.dtype} {v.shape}" for node in nodes for v in node.outputs}


def test_in_place() -> None:
    read = model()
    weights = read.graph.initializers["w"].const_value
    result = ShapeInferencePass()(read)
    assert result.model is read
    assert result.modified
    found = shapes(read.graph)
    assert found["conv"] == "FLOAT [batch,16,height,width]"
    assert found["half"] == found["bare"] == "FLOAT [batch,16,height//2,width//2]"
    assert found["y"] == "FLOAT [a,16,c,d]"  # the declared interface keeps its names
    assert read.graph.initializers["w"].const_value is weights
    assert not ShapeInferencePass()(read).modified


def test_functions() -> None:
    read = model()
    ShapeInferencePass()(read)
    (function,) = read.functions.values()
    assert str(function[0].outputs[0].dtype) == "FLOAT"
    assert str(function[0].outputs[0].shape) == "[None,16,None,None]"


def test_plain_names_and_sizes() -> None:
    read = model()
    ShapeInferencePass(expressions=False)(read)
    assert "//" not in shapes(read.graph)["half"]
    ShapeInferencePass(dims={"height": 64, "width": 10})(read)
    assert shapes(read.graph)["half"] == "FLOAT [batch,16,32,5]"
    unet = onnx.parser.parse_model((EXAMPLES[0].parent / "unet.onnxtxt").read_text(encoding="utf-8"))
    with pytest.raises(Refused, match="on axis 2 inputs"):
        ShapeInferencePass(dims={"height": 65})(ir.from_proto(unet))
    with pytest.raises(shapeinfer.UnknownName, match="the model has no dim 'hieght'"):
        ShapeInferencePass(dims={"hieght": 64})(model())


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_no_less_than_their_own_pass(path: Path) -> None:
    """Every size that onnx_ir's pass knows as a number we know too."""
    text = path.read_text(encoding="utf-8")
    theirs, ours = (ir.from_proto(onnx.parser.parse_model(text)) for _ in range(2))
    common.ShapeInferencePass(check_type=False, strict_mode=False)(theirs)
    ShapeInferencePass()(ours)
    for node, other in zip(ours.graph, theirs.graph, strict=True):
        for value, known in zip(node.outputs, other.outputs, strict=True):
            if known.shape is not None:
                assert value.dtype == known.dtype
                assert value.shape is not None
                pairs = zip(known.shape, value.shape, strict=True)
                assert all(a == b for a, b in pairs if isinstance(a, int)), value


def test_between_their_passes(tmp_path: Path) -> None:
    """Read, our pass, their clean-up, save: the file computes what it did before."""
    random = np.random.default_rng(0)
    weights = random.standard_normal((16, 3, 3, 3)).astype(np.float32)
    feeds = {"image": random.standard_normal((2, 3, 8, 6)).astype(np.float32), "big": np.array(True)}
    before, after = tmp_path / "before.onnx", tmp_path / "after.onnx"
    ir.save(model(weights), before)
    passes = ir.passes.Sequential(
        ShapeInferencePass(), common.InlinePass(), common.IdentityEliminationPass(),
        common.CommonSubexpressionEliminationPass(), common.RemoveUnusedNodesPass(), ShapeInferencePass(),
    )  # fmt: skip
    ir.save(passes(ir.load(before)).model, after)
    onnx.checker.check_model(str(after))
    runs = [onnxruntime.InferenceSession(path).run(None, feeds) for path in (before, after)]
    for was, now in zip(*runs, strict=True):
        np.testing.assert_array_equal(was, now)
