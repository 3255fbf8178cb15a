"""The drop-in replacements for onnx.shape_inference."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import onnx.parser
import pytest
from onnx import TensorProto, helper
from onnx.shape_inference import InferenceError

import shapeinfer
from tests.oracle import session

GOOD = '<ir_version: 9, opset_import: ["" : 18]> g (float[n, 4] x) => (float[a, b] y) { h = Relu (x) y = Transpose (h) }'
BAD = '<ir_version: 9, opset_import: ["" : 18]> g (float[n, 4] x) => (float[a, b] y) { h = Relu (x) y = MatMul (h, h4) }'
BAD = BAD.replace("float[n, 4] x", "float[n, 4] x, float[5, 2] h4")


def model(text: str) -> onnx.ModelProto:
    return onnx.parser.parse_model(text)


def test_value_info_and_outputs_are_filled() -> None:
    proto = model(GOOD)
    for output in proto.graph.output:
        output.type.tensor_type.ClearField("shape")
    before = proto.SerializeToString()
    inferred = shapeinfer.infer_shapes(proto)
    assert proto.SerializeToString() == before
    assert [v.name for v in inferred.graph.value_info] == ["h"]
    assert [d.dim_param or d.dim_value for d in inferred.graph.output[0].type.tensor_type.shape.dim] == [
        4,
        "n",
    ]
    assert shapeinfer.infer_shapes(before) == inferred


def test_a_bad_model_raises_only_if_strict() -> None:
    assert shapeinfer.infer_shapes(model(BAD)).graph.value_info[0].name == "h"
    with pytest.raises(InferenceError, match="SI208"):
        shapeinfer.infer_shapes(model(BAD), strict_mode=True)


def test_check_type() -> None:
    proto = model(GOOD.replace("float[n, 4] x", "int16[n, 4] x").replace("Relu", "Softmax"))
    shapeinfer.infer_shapes(proto, strict_mode=True)
    for strict in (False, True):
        with pytest.raises(InferenceError, match="SI101"):
            shapeinfer.infer_shapes(proto, strict_mode=strict, check_type=True)
    assert shapeinfer.infer_shapes(model(BAD), check_type=True).graph.value_info


def test_a_number_takes_the_place_of_a_name_on_an_output() -> None:
    text = '<ir_version: 9, opset_import: ["" : 18]> g (float[n, 4] x) => (float[a, b] y, float[n, c] z) {'
    proto = model(text + " y = Transpose (x) z = Relu (x) }")
    inferred = shapeinfer.infer_shapes(proto)
    y, z = [[d.dim_param or d.dim_value for d in v.type.tensor_type.shape.dim] for v in inferred.graph.output]
    assert (y, z) == ([4, "b"], ["n", 4])
    assert inferred.graph.input == proto.graph.input


def test_strict_raises_also_where_no_output_needs_the_node() -> None:
    with pytest.raises(InferenceError, match="SI208"):
        shapeinfer.infer_shapes(
            model(
                BAD.replace("y = MatMul", "z = MatMul")
                .replace("h = Relu", "y = Relu")
                .replace("MatMul (h", "MatMul (y")
            ),
            strict_mode=True,
        )


def test_initializers_that_may_be_overridden_hold_what_is_stored() -> None:
    proto = model(
        '<ir_version: 9, opset_import: ["" : 18]> g (float[6] x, int64[2] shape) => (float[a, b] y)'
        " <int64[2] shape = {2, 3}> { h = Reshape (x, shape) y = Relu (h) }"
    )
    assert [v.name for v in proto.graph.input] == ["x", "shape"]
    inferred = shapeinfer.infer_shapes(proto)
    assert [d.dim_value for d in inferred.graph.value_info[0].type.tensor_type.shape.dim] == [2, 3]


def test_optionals_that_hold_a_tensor_are_not_written() -> None:
    proto = model(
        '<ir_version: 9, opset_import: ["" : 18]> g (float[n, 4] x) => (o)'
        " { h = Optional (x) n = Optional <type: type_proto = float[2]> () m = Identity (n) o = Identity (h) }"
    )
    inferred = shapeinfer.infer_shapes(proto, strict_mode=True).graph
    types = {v.name: v.type for v in (*inferred.value_info, *inferred.output)}
    shape = types["n"].optional_type.elem_type.tensor_type.shape
    assert [d.dim_value for d in shape.dim] == [2]
    assert types["m"] == types["n"]
    assert "h" not in types
    assert types["o"] == onnx.TypeProto()


OPTIONALS = """<ir_version: 9, opset_import: ["" : 18]> g (float[n, 4] x, bool c, bool d) => (y, z, w) {
    s = SequenceConstruct(x, x) held = Optional(s) again = Identity(held)
    t = OptionalGetElement(again) zero = Constant<value_int=0>() y = SequenceAt(t, zero)
    maybe = If(c)<
        then_branch=a () => (optional(float[n, 4]) p) { q = Optional(x) p = Identity(q) },
        else_branch=b () => (optional(float[n, 4]) p2) { p2 = Optional<type: type_proto = float[n, 4]>() }
    >
    z = OptionalHasElement(maybe)
    w = If(d)<
        then_branch=e () => (float[n, 4] r) { u = Optional(x) r = OptionalGetElement(u) },
        else_branch=f () => (float[n, 4] r2) { r2 = Neg(x) }
    >
}"""


def test_optionals_are_written_where_all_readers_take_them() -> None:
    inferred = shapeinfer.infer_shapes(onnx.parser.parse_model(OPTIONALS), strict_mode=True)
    types = {v.name: v.type for v in inferred.graph.value_info}
    tensor = helper.make_tensor_type_proto(TensorProto.FLOAT, ["n", 4])
    held = helper.make_optional_type_proto(helper.make_sequence_type_proto(tensor))
    optional = helper.make_optional_type_proto(tensor)
    assert types["held"] == types["again"] == held
    assert types["maybe"] == optional
    inside = {
        v.name: v.type
        for node in inferred.graph.node
        for attribute in node.attribute
        for v in attribute.g.value_info
    }
    assert inside == {"q": optional, "u": optional}
    for output, elem_type in (("y", 1), ("z", 9), ("w", 1)):
        value = next(v for v in inferred.graph.output if v.name == output)
        assert value.type.tensor_type.elem_type == elem_type
    onnx.checker.check_model(inferred, full_check=True)
    onnx.shape_inference.infer_shapes(inferred, strict_mode=True, data_prop=True)
    loaded = session(inferred)
    for c in (False, True):
        feeds = {"x": np.ones((3, 4), np.float32), "c": np.array(c), "d": np.array(c)}
        y, z, w = loaded.run(None, feeds)
        assert (y.shape, bool(z), w.shape) == ((3, 4), c, (3, 4))


def test_anything_else_is_a_type_error() -> None:
    with pytest.raises(TypeError, match="not str; infer_shapes_path takes a path"):
        shapeinfer.infer_shapes("model.onnx")  # type: ignore[arg-type]  # what the test is about


def test_paths(tmp_path: Path) -> None:
    source, target = tmp_path / "in.onnx", tmp_path / "out.onnx"
    onnx.save(model(GOOD), source)
    shapeinfer.infer_shapes_path(source, target, data_prop=True)
    assert onnx.load(target) == shapeinfer.infer_shapes(model(GOOD))
    shapeinfer.infer_shapes_path(source)
    assert source.read_bytes() == target.read_bytes()


def test_values_of_bodies_are_annotated() -> None:
    proto = model("""<ir_version: 9, opset_import: ["" : 18]> g (float[n] x, bool c) => (float[a] y) {
        y = If (c) <then_branch = t () => (float[p] u) { m = Relu (x) u = Neg (m) },
                    else_branch = e () => (float[p] v) { v = Neg (x) }> }""")
    inferred = shapeinfer.infer_shapes(proto)
    body = inferred.graph.node[0].attribute[0].g
    assert [v.name for v in body.value_info] == ["m"]


def test_values_of_functions_are_annotated_as_far_as_all_calls_agree() -> None:
    proto = model("""<ir_version: 10, opset_import: ["" : 18, "local" : 1]>
        g (float[n, 4] x, float[m, 4] z) => (float[a, b] y, float[c, d] w) { y = local.f (x)  w = local.f (z) }
        <domain: "local", opset_import: ["" : 18]> f (a) => (c) { b = Relu (a)  c = Neg (b) }""")
    inferred = shapeinfer.infer_shapes(proto)
    (info,) = inferred.functions[0].value_info
    assert info.name == "b"
    assert [(d.dim_value, d.dim_param) for d in info.type.tensor_type.shape.dim] == [(0, ""), (4, "")]
    proto.ir_version = 9  # the format had no place for it
    assert not shapeinfer.infer_shapes(proto).functions[0].value_info
