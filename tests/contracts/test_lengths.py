"""Demands on the length of a list that says how many axes a value has, and on sizes that are positions."""

from __future__ import annotations

import onnx.parser
import pytest

import shapeinfer


def demands(text: str) -> list[str]:
    model = onnx.parser.parse_model(f'<ir_version: 10, opset_import: ["" : 17]> g {text}')
    return [str(clause.condition) for clause in shapeinfer.infer(model).contract.demands]


@pytest.mark.parametrize(
    ("made", "reader", "expected"),
    [
        ("Reshape(x, s)", "Concat<axis=1>(y, y)", ["n >= 2"]),
        ("Reshape(x, s)", "Transpose<perm=[0,2,1]>(y)", ["n == 3"]),
        ("Reshape(x, s)", "DepthToSpace<blocksize=1>(y)", ["n == 4"]),
        ("ConstantOfShape(s)", "Concat<axis=-3>(y, y)", ["n >= 3"]),
        ("Expand(x, s)", "MatMul(y, y)", ["n >= 2"]),  # 768 columns need as many rows
        ("Reshape(x, s)", "Relu(y)", ["n >= 1"]),  # one element can't hold them
        ("ConstantOfShape(s)", "Relu(y)", []),
        ("Reshape(x, s)", "Transpose<perm=[0,0]>(y)", []),  # no length helps
    ],
)
def test_demands(made: str, reader: str, expected: list[str]) -> None:
    assert demands(f"(float[2,1,768] x, int64[n] s) => (z) {{ y = {made} z = {reader} }}") == expected


def test_what_some_lengths_demand_of_other_sizes() -> None:
    # No size at all holds one element; later nodes ask other things of other ranks.
    assert demands("(float[1,A] x, int64[n] s) => (y) { y = Reshape(x, s) }") == ["A == 1 or n >= 1"]
    text = "(float[A,B] x, int64[2,n] s, float[C] w) => (z) { y = GatherND(x, s) z = MatMul(y, w) }"
    assert {"n <= 2", "B == C or n >= 2", "C == 2 or n <= 1"} < set(demands(text))


def test_a_list_that_a_body_or_a_function_reads() -> None:
    inner = "e () => (v) { y = Reshape(x, s) v = Concat<axis=1>(y, y) }"
    text = "(float[2,1,768] x, int64[n] s, bool c) => (z) { z = If(c) <then_branch = %s, else_branch = %s> }"
    assert demands(text % (inner, inner.replace("axis=1", "axis=2"))) == ["n >= 2"]
    assert demands(text % (inner, "e () => (v) { v = Neg(x) }")) == []
    scalar = "e () => (v) { y = Reshape(x, s) w = Concat<axis=1>(y, y) v = Size(w) }"
    assert demands(text % (scalar, scalar.replace("axis=1", "axis=2"))) == ["n >= 2"]
    head = '<ir_version: 10, opset_import: ["" : 17, "local" : 1]> g '
    function = '<domain: "local", opset_import: ["" : 17]> f (p, q) => (r) { y = Reshape(p, q) r = Concat<axis=1>(y, y) }'
    called = "(float[2,1,768] x, int64[n] s) => (z) { z = local.f(x, s) }"
    model = onnx.parser.parse_model(head + called + function)
    assert [str(c.condition) for c in shapeinfer.infer(model).contract.demands] == ["n >= 2"]


def test_only_lengths_of_lists_are_tried() -> None:
    assert demands("(float[n,4] x, int64[2] s) => (z) { y = Reshape(x, s) z = Concat<axis=1>(y, y) }") == []
    assert demands("(float[n,4] x) => (z) { s = Shape(x) y = Reshape(x, s) z = Concat<axis=1>(y, y) }") == []


def test_two_lists() -> None:
    text = """(float[2,3] x, int64[n] s, int64[m] t) => (z) {
        a = Reshape(x, s) b = ConstantOfShape(t) c = Concat<axis=2>(a, a) z = Concat<axis=0>(b, b) }"""
    assert demands(text) == ["n >= 3", "m >= 1"]


@pytest.mark.parametrize(
    ("made", "axis", "expected"),
    [
        ("Tile(x, s)", 1, ["n >= 2"]),
        ("Pad(x, s)", 1, ["n % 2 == 0", "n >= 4"]),
        ("Col2Im(x, s, s)", 3, ["n >= 2"]),
    ],
)
def test_lists_that_tell_the_rank_of_data(made: str, axis: int, expected: list[str]) -> None:
    text = f"(float[3] x, int64[n] s) => (z) {{ y = {made} z = Concat<axis={axis}>(y, y) }}"
    model = onnx.parser.parse_model(f'<ir_version: 10, opset_import: ["" : 18]> g {text}')
    model.graph.input[0].type.tensor_type.ClearField("shape")
    assert [str(clause.condition) for clause in shapeinfer.infer(model).contract.demands] == expected


def test_a_name_that_is_no_identifier() -> None:
    text = "(float[2,3] x, int64[n] s) => (z) { y = Reshape(x, s) z = Concat<axis=1>(y, y) }"
    model = onnx.parser.parse_model(f'<ir_version: 10, opset_import: ["" : 17]> g {text}')
    model.graph.input[1].type.tensor_type.shape.dim[0].dim_param = "a b"
    assert [str(clause.condition) for clause in shapeinfer.infer(model).contract.demands] == ["'a b' >= 2"]


def test_axes_that_are_reduced() -> None:
    text = (
        "(float[2,3,4] x, int64[n] s) => (z) { y = ReduceSum<keepdims=0>(x, s) z = Transpose<perm=PERM>(y) }"
    )
    assert demands(text.replace("PERM", "[1,0]")) == ["n >= 1"]  # an axis may be told twice
    assert demands(text.replace("PERM", "[0]")) == ["n >= 2"]


@pytest.mark.parametrize("node", ["Reshape(x, s)", "Squeeze(x)"])
def test_a_node_that_makes_nothing(node: str) -> None:
    text = f"(float[2,3] x, int64[n] s) => (float[2,3] y) {{ y = Identity(x) z = {node} }}"
    model = onnx.parser.parse_model(f'<ir_version: 10, opset_import: ["" : 17]> g {text}')
    del model.graph.node[1].output[:]
    assert shapeinfer.infer(model).contract.demands == ()


@pytest.mark.parametrize(
    ("position", "reader", "expected"),
    [
        ("Squeeze(s)", "Concat<axis=1>(y, y)", ["n <= 2", "n >= 2 or n == 0"]),
        ("Squeeze(s)", "MatMul(y, t)", ["n == 2"]),
        ("Identity(s)", "MatMul(y, t)", ["n == 2"]),
        ("Squeeze(s)", "Relu(y)", ["n <= 2"]),
    ],
)
def test_a_size_that_chooses_an_item(position: str, reader: str, expected: list[str]) -> None:
    text = f"""(float[n] k, float[2,3] x, float[3] w, float[2,5] v, float[5,3] t) => (z) {{
        s = Shape(k) p = {position} q = SequenceConstruct(x, w, v) y = SequenceAt(q, p) z = {reader} }}"""
    assert demands(text) == expected


def test_a_size_with_which_no_item_fits() -> None:
    text = """(float[n] k, float[2,3] x, float[3] w) => (z) {
        s = Shape(k) p = Squeeze(s) q = SequenceConstruct(x, w) y = SequenceAt(q, p) z = Concat<axis=2>(y, y) }"""
    model = onnx.parser.parse_model(f'<ir_version: 10, opset_import: ["" : 17]> g {text}')
    contract = shapeinfer.infer(model).contract
    assert [str(clause.condition) for clause in contract.unsatisfiable] == ["n <= -1"]
    assert not shapeinfer.check(model, {"n": 1}).ok
