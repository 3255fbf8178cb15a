"""The public names: what a model may be handed in as, and what the verbs return."""

from __future__ import annotations

import io
import json
from pathlib import Path

import networkx as nx
import onnx
import onnx.parser
import onnx.shape_inference
import pytest
from onnx import TensorProto, helper

import shapeinfer

TEXT = """<ir_version: 9, opset_import: ["": 17]>
g (float[n, 4] x, float[4, m] w) => (float[a, b] y) { h = MatMul (x, w)  y = Relu (h) }"""


@pytest.fixture
def proto() -> onnx.ModelProto:
    return onnx.parser.parse_model(TEXT)


class Program:
    """As torch's ONNXProgram."""

    def __init__(self, proto: onnx.ModelProto) -> None:
        self.model_proto = proto


def test_every_public_name_is_there() -> None:
    for name in shapeinfer.__all__:
        assert getattr(shapeinfer, name).__module__.startswith("shapeinfer."), name


def test_what_a_model_may_be_handed_in_as(proto: onnx.ModelProto, tmp_path: Path) -> None:
    path = tmp_path / "m.onnx"
    onnx.save(proto, path)
    data = path.read_bytes()
    for source in (
        proto,
        path,
        str(path),
        data,
        bytearray(data),
        memoryview(data),
        io.BytesIO(data),
        Program(proto),
    ):
        assert str(shapeinfer.infer(source).facts["y"]) == "f32[n, m]"  # type: ignore[arg-type]  # bytearrays too
    with path.open("rb") as file:
        assert str(shapeinfer.infer(file).facts["y"]) == "f32[n, m]"


def test_an_onnx_ir_model(proto: onnx.ModelProto) -> None:
    onnx_ir = pytest.importorskip("onnx_ir")
    assert str(shapeinfer.infer(onnx_ir.from_proto(proto)).facts["y"]) == "f32[n, m]"


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (helper.make_graph([], "g", [], []), "not a GraphProto: use onnx.helper.make_model(graph)"),
        (helper.make_tensor("t", TensorProto.INT64, [1], [1]), "not a message of the type TensorProto"),
        (3, "not int"),
        (io.StringIO("x"), "the file object yields str, needed bytes"),
    ],
)
def test_a_wrong_type_says_what_to_pass(source: object, message: str) -> None:
    with pytest.raises(TypeError, match="needed") as caught:
        shapeinfer.infer(source)  # type: ignore[arg-type]  # what is tested
    assert message in str(caught.value)


def test_infer_refuses_unknown_names(proto: onnx.ModelProto) -> None:
    with pytest.raises(shapeinfer.UnknownName, match="no dim 'k'"):
        shapeinfer.infer(proto, dims={"k": 2})
    with pytest.raises(shapeinfer.UnknownName, match="no input 'z'"):
        shapeinfer.infer(proto, inputs={"z": (2, 4)})
    with pytest.raises(ValueError, match="at least 0"):
        shapeinfer.infer(proto, dims={"n": -1})


def test_a_result_and_its_facts(proto: onnx.ModelProto) -> None:
    result = shapeinfer.infer(proto)
    assert repr(result) == "<Result model: 2 nodes, 2 of 2 values fully known, 0 contract clauses>"
    fact = result.facts["y"]
    assert isinstance(fact, shapeinfer.TensorFact)
    assert (fact.elem_type, str(fact.at(n=2)), str(fact.at(n=2, m=3, k=9))) == (1, "f32[2, m]", "f32[2, 3]")


def test_annotate_in_memory(proto: onnx.ModelProto, tmp_path: Path) -> None:
    path = tmp_path / "m.onnx"
    onnx.save(proto, path)
    for source in (proto, path):
        made = shapeinfer.annotate(source)
        assert [v.name for v in made.graph.value_info] == ["h"]
    assert not proto.graph.value_info
    fixed = shapeinfer.annotate(proto, dims={"n": 2})
    assert fixed.graph.input[0].type.tensor_type.shape.dim[0].dim_value == 2


def test_contract_diff_and_show(proto: onnx.ModelProto) -> None:
    tied = onnx.parser.parse_model(TEXT.replace("float[4, m] w", "float[k, m] w"))
    assert [c.condition for c in shapeinfer.contract(tied).demands] == ["k == 4"]
    assert [c.text for c in shapeinfer.diff(tied, proto) if c.breaking]
    assert [row.name for row in shapeinfer.show(proto)] == ["x", "w", "h", "y"]
    assert [row.name for row in shapeinfer.show(proto, "y")] == ["y", "h", "x", "w"]
    with pytest.raises(KeyError):
        shapeinfer.show(proto, "z")


def test_infer_node_outputs_as_onnx_has_it() -> None:
    node = helper.make_node("Reshape", ["x", "s"], ["y"])
    schema = onnx.defs.get_schema("Reshape", 14)
    types = {
        "x": helper.make_tensor_type_proto(TensorProto.FLOAT, ["n", 6]),
        "s": helper.make_tensor_type_proto(TensorProto.INT64, [3]),
    }
    data = {"s": helper.make_tensor("s", TensorProto.INT64, [3], [0, 2, 3])}
    found = shapeinfer.infer_node_outputs(schema, node, types, data)
    assert found == onnx.shape_inference.infer_node_outputs(schema, node, types, data)
    data["s"].int64_data[:] = [0, 4, 4]
    with pytest.raises(onnx.shape_inference.InferenceError):
        shapeinfer.infer_node_outputs(schema, node, types, data)


def test_infer_function_output_types_as_onnx_has_it() -> None:
    function = onnx.parser.parse_function(
        '<domain: "local", opset_import: ["": 17]> f <axis> (x, z) => (y) { c = Concat <axis: int = @axis> (x, z) y = Relu (c) }'
    )
    types = [helper.make_tensor_type_proto(TensorProto.FLOAT, [2, "n"]) for _ in range(2)]
    attributes = [helper.make_attribute("axis", 0)]
    found = shapeinfer.infer_function_output_types(function, types, attributes)
    assert found == list(onnx.shape_inference.infer_function_output_types(function, types, attributes))


@pytest.mark.parametrize("domain", ["registered.test", ""])
def test_operators_that_a_program_registers_with_onnx_are_asked_of_onnx(domain: str) -> None:
    schema = onnx.defs.OpSchema(
        "Twice", domain, 1,
        inputs=[onnx.defs.OpSchema.FormalParameter("x", "T")],
        outputs=[onnx.defs.OpSchema.FormalParameter("y", "T")],
        type_constraints=[("T", ["tensor(float)"], "")],
    )  # fmt: skip

    def same(context: onnx.shape_inference.InferenceContext) -> None:
        context.set_output_type(0, context.get_input_type(0))

    schema.set_type_and_shape_inference_function(same)
    onnx.defs.register_schema(schema)
    try:
        proto = onnx.parser.parse_model(
            f'<ir_version: 9, opset_import: ["{domain}": 17]> '
            f"g (float[n, 4] x) => (float[a, b] y) {{ y = {domain}{'.' if domain else ''}Twice (x) }}"
        )
        assert str(shapeinfer.infer(proto).facts["y"]) == "f32[n, 4]"
        shapeinfer.infer_shapes(proto, check_type=True, strict_mode=True)  # raises nothing
    finally:
        onnx.defs.deregister_schema("Twice", 1, domain)


def test_the_graph_in_other_formats(tmp_path: Path) -> None:
    """networkx writes it as it is, and reads it back; names with control characters too."""
    proto = onnx.parser.parse_model(
        '<ir_version: 9, opset_import: ["" : 18]> g (float[n, 4] x) => (float[n, 4] y) { a = Relu (x) y = Abs (a) }'
    )
    proto.graph.node[0].output[0] = proto.graph.node[1].input[0] = "a\x00\x1b"
    graph = shapeinfer.infer(proto).graph
    nx.write_graphml(graph, tmp_path / "g.graphml")
    again = nx.read_graphml(tmp_path / "g.graphml", force_multigraph=True)
    assert sorted((d["value"], d["fact"]) for _, _, d in again.edges(data=True)) == [
        ("a\ufffd\ufffd", "f32[n, 4]"), ("x", "f32[n, 4]"), ("y", "f32[n, 4]"),
    ]  # fmt: skip
    text = json.dumps(nx.node_link_data(graph, edges="edges"))
    assert nx.utils.graphs_equal(nx.node_link_graph(json.loads(text), edges="edges"), graph)


TORCH = """<ir_version: 9, opset_import: ["": 18]>
g (float[s77, 3, "4*_h", "4*_w + 2"] x) => (float[a, b, c, d] y) {
    y = AveragePool <kernel_shape = [2, 2], strides = [2, 2]> (x)
}"""


def test_dims_that_torch_derives() -> None:
    """``4*Dim("_h")`` is exported as the name "4*_h": a size of _h binds it."""
    proto = onnx.parser.parse_model(TORCH)
    result = shapeinfer.infer(proto)
    assert str(result.facts["y"]) == "f32[s77, 3, 2*_h, 2*_w + 1]"
    report = shapeinfer.check(proto, {"_h": 17, "_w": 3, "s77": 1})
    assert report.ok
    assert str(shapeinfer.infer(proto, dims={"_h": 17}).facts["y"]) == "f32[s77, 3, 34, 2*_w + 1]"
    assert str(shapeinfer.infer(proto, dims={"4*_h": 68}).facts["y"]) == "f32[s77, 3, 34, 2*_w + 1]"
    given = shapeinfer.infer(proto, inputs={"x": (1, 3, 68, 14)})
    assert str(given.facts["y"]) == "f32[1, 3, 34, 7]"
    assert shapeinfer.check(proto, inputs={"x": (1, 3, 67, 13)}).ok  # the runtime compares no names
