"""Whole models: published numbers, parameters, bodies, functions, and what is not known."""

from __future__ import annotations

import onnx
import onnx.parser
import pytest
from onnx import helper

import shapeinfer
from shapeinfer.costs.table import rows
from tests.costs.models import at, cost, resnet50


def test_resnet50_as_published() -> None:
    """25,557,032 parameters as PyTorch counts them, and 4.09 G multiply-accumulates at 224."""
    found = shapeinfer.cost(resnet50(), dims={"batch": 1, "height": 224, "width": 224})
    assert found.parameters == 25_557_032
    assert found.macs.value == 4_089_184_256
    assert found.weight_bytes == 4 * (25_557_032 + 53_120)  # and the running statistics
    assert found.total.is_known


def test_resnet50_with_open_sizes_is_the_same_expression() -> None:
    model = resnet50()
    found = shapeinfer.cost(model)
    for sizes in ({"batch": 2, "height": 224, "width": 160}, {"batch": 1, "height": 33, "width": 65}):
        fixed = shapeinfer.cost(model, dims=sizes)
        assert found.macs.evaluate(at(sizes)) == fixed.macs.value
        assert found.total.written.evaluate(at(sizes)) == fixed.total.written.value
        peak = fixed.peak.candidates[0].bytes.value
        assert found.peak.at(at(sizes))[0] == peak


def test_elements_and_bytes() -> None:
    text = "g (float[n, 4] x) => (float[n, 4] y) { a = Relu (x) b = Transpose (a) c = Transpose (b) y = Softmax (c) }"
    found = cost(text).total
    assert (str(found.macs), str(found.elements)) == ("0", "8*n")
    assert (str(found.read), str(found.written)) == ("64*n", "64*n")


def test_what_is_taken_out_of_a_table_is_what_is_read() -> None:
    text = "g (float[1000, 8] table, int64[n] i) => (float[n, 8] y) { y = Gather (table, i) }"
    found = cost(text).total
    assert (str(found.read), str(found.written)) == ("40*n", "32*n")


def test_pooling_counts_its_window() -> None:
    text = "g (float[n, 3, 8, 8] x) => (float[n, 3, 4, 4] y) { y = MaxPool <kernel_shape = [2, 2], strides = [2, 2]> (x) }"
    assert str(cost(text).total.elements) == "192*n"


def test_the_larger_branch_counts() -> None:
    text = """g (bool c, float[n, 4] x) => (float[n, m] y) <float[4, 2] v = {1,1,1,1,1,1,1,1}> {
        y = If (c) <
            then_branch = t () => (float[n, 2] p) { p = MatMul (x, v) },
            else_branch = e () => (float[n, 4] p) { p = Relu (x) }
        >
    }"""
    assert str(cost(text).macs) == "8*n"


LOOP = """g (int64 rounds, float[2, 2] x) => (float[2, 2] y) {
    go = Constant <value = bool {1}> ()
    trips = Constant <value = int64 {5}> ()
    y = Loop (TRIPS, go, x) <
        body = b (int64 i, bool c, float[2, 2] s) => (bool d, float[2, 2] t) { d = Identity (c) t = MatMul (s, s) }
    >
}"""


def test_all_rounds_of_a_loop() -> None:
    assert str(cost(LOOP.replace("TRIPS", "trips")).macs) == "40"


def test_rounds_that_only_a_run_can_tell() -> None:
    (symbol,) = cost(LOOP.replace("TRIPS", "rounds")).macs.symbols()
    assert str(cost(LOOP.replace("TRIPS", "rounds")).macs) == "8*rounds_of_Loop_2"
    assert (symbol.named, symbol.reason) == (False, "the rounds of Loop#2")


def test_a_scan_runs_for_each_slice() -> None:
    text = """g (float[3, 3] s, float[t, 3] xs) => (float[3, 3] y) {
        y = Scan <num_scan_inputs = 1, body = b (float[3, 3] a, float[3] x) => (float[3, 3] c)
            { d = MatMul (a, a) c = Add (d, x) }> (s, xs)
    }"""
    assert str(cost(text).macs) == "27*t"


def test_every_call_of_a_function_counts() -> None:
    text = """g (float[n, 4] x) => (float[n, 4] y) { a = local.f (x, x) b = local.f (a, x) y = local.f (b, b) }
    <domain: "local", opset_import: ["" : 18]>
    f (p, q) => (r) { t = Transpose (q) m = MatMul (p, t) r = MatMul (m, q) }
    """
    assert str(cost(text).macs) == "24*(n**2)"


def test_attributes_of_a_function_are_those_of_its_call() -> None:
    text = """g (float[4, n] x, float[4, 5] w) => (float[n, 5] y) { y = local.product <turn = 1> (x, w) }
    <domain: "local", opset_import: ["" : 18]>
    product <turn> (p, q) => (r) { r = Gemm <transA: int = @turn> (p, q) }
    """
    assert str(cost(text).macs) == "20*n"


def test_an_operator_without_formula_is_unknown_and_not_free() -> None:
    node = helper.make_node("Strange", ["x"], ["y"], domain="nobody")
    x, y = (helper.make_tensor_value_info(n, 1, ["n", 4]) for n in "xy")
    graph = helper.make_graph([node, helper.make_node("MatMul", ["y", "w"], ["z"])], "g",
                              [x, helper.make_tensor_value_info("w", 1, [4, 4])],
                              [helper.make_tensor_value_info("z", 1, None)])  # fmt: skip
    graph.value_info.append(y)
    model = helper.make_model(
        graph, opset_imports=[helper.make_opsetid("", 18), helper.make_opsetid("nobody", 1)], ir_version=8
    )
    found = shapeinfer.cost(model)
    assert dict(found.total.unknown) == {"nobody:Strange": 1}
    assert str(found.macs) == "16*n"
    assert not found.total.is_known


def test_a_formula_without_shapes_is_unknown_too() -> None:
    found = cost("g (float x, int64[m] s) => (float[k] y) { a = Reshape (x, s) y = MatMul (a, a) }")
    assert dict(found.total.unknown) == {"MatMul": 1}


# --- what is stored ---------------------------------------------------------------------------------


def stored_model(tensor: onnx.TensorProto, node: onnx.NodeProto, *more: onnx.TensorProto) -> onnx.ModelProto:
    inputs = [helper.make_tensor_value_info("x", 1, ["n", 64])]
    graph = helper.make_graph(
        [node], "g", inputs, [helper.make_tensor_value_info("y", 1, None)], [tensor, *more]
    )
    opsets = [helper.make_opsetid("", 21), helper.make_opsetid("com.microsoft", 1)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=10)


def outside(name: str, elem_type: int, dims: list[int], length: int | None = None) -> onnx.TensorProto:
    tensor = onnx.TensorProto(name=name, dims=dims, data_type=elem_type)
    tensor.data_location = onnx.TensorProto.EXTERNAL
    tensor.external_data.add(key="location", value="weights.bin")
    if length is not None:
        tensor.external_data.add(key="length", value=str(length))
    return tensor


@pytest.mark.parametrize(
    ("elem_type", "dims", "length", "parameters", "size"),
    [
        (onnx.TensorProto.FLOAT, [64, 8], None, 512, 2048),
        (onnx.TensorProto.FLOAT16, [64, 8], None, 512, 1024),
        (onnx.TensorProto.INT4, [3, 3], None, 9, 5),
        (onnx.TensorProto.INT8, [64, 8], None, 512, 512),
        (onnx.TensorProto.FLOAT, [64, 8], 4096, 512, 4096),  # padded, or shared: as the file says
        (onnx.TensorProto.INT64, [64, 8], None, 0, 4096),
        (onnx.TensorProto.BOOL, [64], None, 0, 64),
        (onnx.TensorProto.FLOAT, [], None, 0, 4),
    ],
)
def test_parameters_and_bytes(
    elem_type: int, dims: list[int], length: int | None, parameters: int, size: int
) -> None:
    model = stored_model(outside("w", elem_type, dims, length), helper.make_node("Foo", ["x", "w"], ["y"]))
    found = shapeinfer.cost(model)
    assert (found.parameters, found.weight_bytes) == (parameters, size)


def test_weights_of_four_bits_are_counted_one_by_one() -> None:
    node = helper.make_node(
        "MatMulNBits", ["x", "B", "scales"], ["y"], domain="com.microsoft", K=64, N=96, bits=4, block_size=32
    )
    model = stored_model(outside("B", 2, [96, 2, 16]), node, outside("scales", 1, [192]))
    found = shapeinfer.cost(model)
    assert (found.parameters, found.weight_bytes) == (64 * 96, 96 * 2 * 16 + 4 * 192)
    assert str(found.macs) == "6144*n"


def test_constants_count_as_stored() -> None:
    found = cost(
        """g (float[n, 2] x) => (float[n, 2] y) {
            w = Constant <value = float[2, 2] {1, 2, 3, 4}> () y = MatMul (x, w) s = Constant <value_int = 3> ()
        }"""
    )
    assert (found.parameters, found.weight_bytes) == (4, 24)
    assert str(found.peak.candidates[0].bytes) == "8*n"


def test_bodies_and_functions_store_tensors_too() -> None:
    found = cost(
        """g (bool c, float[n, 2] x) => (float[n, 2] y) {
            a = local.f (x) b = local.f (a)
            y = If (c) <
                then_branch = t () => (float[n, 2] p) <float[2] v = {1, 2}> { p = Add (b, v) },
                else_branch = e () => (float[n, 2] p) { p = Relu (b) }
            >
        }
        <domain: "local", opset_import: ["" : 18]>
        f (p) => (q) { w = Constant <value = float[2, 2] {1, 2, 3, 4}> () q = MatMul (p, w) }
        """
    )
    assert (found.parameters, found.weight_bytes) == (6, 24)


# --- tables ---------------------------------------------------------------------------------------


def test_a_table_by_scope_adds_up() -> None:
    found = shapeinfer.cost(resnet50(), dims={"batch": 1, "height": 64, "width": 64})
    top = [row for row in found.rows(depth=1) if row.depth == 0]
    assert sum(row.cost.macs.value or 0 for row in top) == found.macs.value
    assert sum(row.parameters for row in top) == found.parameters
    assert sum(row.bytes for row in top) == found.weight_bytes
    assert sum(row.cost.nodes for row in top) == found.total.nodes


def test_repeated_scopes_stand_on_one_line() -> None:
    found = shapeinfer.cost(resnet50())
    told = [(row.path, row.repeats) for row in found.rows(depth=2) if row.path.startswith("layer")]
    assert told == [
        ("layer1", 1), ("layer1/layer1.0", 1), ("layer1/layer1.1", 2),
        ("layer2", 1), ("layer2/layer2.0", 1), ("layer2/layer2.1", 3),
        ("layer3", 1), ("layer3/layer3.0", 1), ("layer3/layer3.1", 5),
        ("layer4", 1), ("layer4/layer4.0", 1), ("layer4/layer4.1", 2),
    ]  # fmt: skip
    inner = [row for row in found.rows(depth=3) if row.path == "layer3/layer3.1/conv2"]
    assert [row.parameters for row in inner] == [5 * 256 * 256 * 9]


@pytest.mark.parametrize(("sort", "first"), [("macs", "Conv"), ("params", "Conv"), ("memory", "Conv")])
def test_by_operator(sort: str, first: str) -> None:
    found = shapeinfer.cost(resnet50())
    table = found.rows(by="operator", sort=sort)
    assert table[0].name == first
    assert sum(row.cost.nodes for row in table) == found.total.nodes
    assert len(found.rows(by="node", top=7)) == 7


def test_other_words_are_refused() -> None:
    found = cost("g (float[n] x) => (float[n] y) { y = Relu (x) }")
    with pytest.raises(ValueError, match="no such table"):
        rows(found.costs, "layer")


def test_what_a_function_stores_that_only_another_one_calls() -> None:
    """No node of the main graph is taken for its reader, though it has one at the same position."""
    text = """<ir_version: 10, opset_import: ["" : 18, "local" : 1]>
    g (float[2] x) => (float[2] y) { y = local.outer (x) }
    <opset_import: ["" : 18], domain: "local"> inner (x) => (y) {
        a = Identity (x)
        c = Constant <value = float[2] {1, 2}> ()
        y = Add (a, c)
    }
    <opset_import: ["" : 18, "local" : 1], domain: "local"> outer (x) => (y) { y = local.inner (x) }"""
    found = shapeinfer.cost(onnx.parser.parse_model(text))
    assert (found.parameters, found.weight_bytes) == (2, 8)
    assert [row.bytes for row in found.rows()] == [0]
