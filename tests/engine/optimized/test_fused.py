"""Transposes that ONNX Runtime takes into the nodes that read them."""

from __future__ import annotations

import numpy as np
import onnx
import onnx.parser
import pytest

import shapeinfer
from tests.oracle import runs, session

HEAD = '<ir_version: 8, opset_import: ["" : 17]>\n'


def model(made: str, output: str = "float[] y") -> onnx.ModelProto:
    """``x`` of unknown rank, transposed and read."""
    proto = onnx.parser.parse_model(HEAD + f"g (float[] x) => ({output}) {{ {made} }}")
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


def runs_zeros(proto: onnx.ModelProto, shape: tuple[int, ...]) -> bool:
    return runs(proto, {"x": np.zeros(shape, np.float32)})


@pytest.mark.parametrize("shape", [(2, 3, 4, 5), (2, 3, 4), (2, 3)])
@pytest.mark.parametrize(
    "read",
    [
        "y = Shape(t)",
        "u = Identity(t) y = Shape(u)",
        "u = Cast<to = 7>(t) y = Shape(u)",
        "u = Transpose<perm = [0,2,1]>(t) y = Neg(u)",
        "u = Relu(t) v = Transpose<perm = [0,2,1]>(u) y = Neg(v)",
        "y = Relu(t)",
        "u = Relu(t) y = Shape(u)",
        "y = Size(t)",
    ],
)
def test_a_rank_that_no_loader_knows_is_refused_where_a_run_looks_at_it(
    read: str, shape: tuple[int, ...]
) -> None:
    proto = model(f"t = Transpose <perm = [0,2,1]> (x) {read}", "y")
    assert shapeinfer.check(proto, inputs={"x": shape}).ok == runs_zeros(proto, shape)


@pytest.mark.parametrize(
    "read",
    ["y = Shape(t)", "u = Transpose<perm = [0,2,1]>(t) y = Neg(u)", "y = MatMul(x, t)", "y = MatMul(t, x)"],
)
def test_a_rank_that_a_loader_knows_is_refused(read: str) -> None:
    proto = onnx.parser.parse_model(
        HEAD + f"g (float[A,B] x) => (y) {{ t = Transpose <perm = [0,2,1]> (x) {read} }}"
    )
    assert not runs_zeros(proto, (2, 3)) and not runs_zeros(proto, (3, 3))
    assert not shapeinfer.check(proto, dims={"A": 3, "B": 3}).ok
    assert [d.code for d in shapeinfer.lint(proto).diagnostics if d.severity == "error"] == ["SI204"]


LISTS = (
    '<ir_version: 8, opset_import: ["": {opset}]>\ng (float[2,3,4] x, int64[{length}] p) => (y) {{ {made} }}'
)


def of_list(made: str, length: int | str, opset: int = 15) -> onnx.ModelProto:
    return onnx.parser.parse_model(LISTS.format(opset=opset, length=length, made=made))


BETWEEN = [
    "t = Transpose<perm=[1,0,2]>(x) q = {read} y = Transpose<perm=[1,0,2]>(q)",
    "t = Transpose<perm=[1,0,2]>(x) q = {read} y = Transpose<perm=[0,2,1]>(q)",
    "u = Transpose<perm=[1,0,2]>(x) t = Relu(u) q = {read} r = Neg(q) y = Transpose<perm=[1,0,2]>(r)",
    "t = Transpose<perm=[1,0,2]>(x) q = {read} y = Neg(q)",
    "t = Neg(x) q = {read} y = Transpose<perm=[1,0,2]>(q)",
]


@pytest.mark.parametrize("made", BETWEEN)
@pytest.mark.parametrize(("read", "need"), [("Pad(t, p)", 6), ("Tile(t, p)", 3)])
@pytest.mark.parametrize("opset", [15, 21])
def test_of_a_longer_list_entries_are_picked_between_transposes(
    made: str, read: str, need: int, opset: int
) -> None:
    for length in range(need - 2, need + 3):
        proto = of_list(made.format(read=read), length, opset)
        feeds = {"x": np.zeros((2, 3, 4), np.float32), "p": np.ones(length, np.int64)}
        assert shapeinfer.check(proto).ok == runs(proto, feeds)
        told = {d.severity for d in shapeinfer.infer(proto).diagnostics if d.code == "SI219"}
        assert bool(told) == (length != need)


def test_of_a_longer_list_the_contract_demands_enough_entries() -> None:
    proto = of_list(BETWEEN[0].format(read="Tile(t, p)"), "P")
    contract = shapeinfer.infer(proto).contract
    assert [str(d.condition) for d in contract.demands] == ["P >= 3"]
    assert [str(p.condition) for p in contract.premises] == ["P == 3"]
    assert [shapeinfer.check(proto, {"P": n}).ok for n in (2, 3, 4)] == [False, True, True]


def test_a_longer_list_that_a_loader_knows_is_refused() -> None:
    stored = "t = Transpose<perm=[1,0,2]>(x) c = Constant<value_ints = [1,1,1,1]>() q = Tile(t, c) "
    proto = of_list(stored + "r = Transpose<perm=[1,0,2]>(q) y = Identity(r) z = Neg(p)", 1)
    with pytest.raises(Exception, match=r"must be equal to the number of input dimensions"):
        session(proto)
    assert [d.code for d in shapeinfer.lint(proto).diagnostics if d.severity == "error"] == ["SI219"]


AXES = '<ir_version: 8, opset_import: ["": 18]>\ng (float[2,3,4] x, int64 g) => (y) <int64 a = {1}> { MADE }'


@pytest.mark.parametrize("cut", ["ReduceSum(t, {a})", "ReduceMax<keepdims=0>(t, {a})", "Slice(t, s, e, {a})"])
@pytest.mark.parametrize(
    ("made", "axes", "succeeds"),
    [
        ("t = Transpose<perm=[1,0,2]>(x) q = {cut} y = Relu(q)", "a", True),
        ("t = Transpose<perm=[1,0,2]>(x) k = Neg(a) l = Neg(k) q = {cut} y = Relu(q)", "l", True),
        ("t = Transpose<perm=[1,0,2]>(x) q = {cut} y = Relu(q)", "g", False),
        ("t = Transpose(x) q = {cut} y = Relu(q)", "a", False),
        ("t = Relu(x) q = {cut} y = Transpose(q)", "a", False),
    ],
)
def test_axes_of_another_rank_are_written_anew_behind_a_transpose(
    made: str, axes: str, succeeds: bool, cut: str
) -> None:
    lists = "s = Constant<value_ints = [0]>() e = Constant<value_ints = [1]>() "
    proto = onnx.parser.parse_model(AXES.replace("MADE", lists + made.format(cut=cut.format(a=axes))))
    feeds = {"x": np.zeros((2, 3, 4), np.float32), "g": np.array(1)}
    assert runs(proto, feeds) == succeeds
    assert shapeinfer.check(proto).ok == succeeds
    assert "SI201" in {d.code for d in shapeinfer.infer(proto).diagnostics}
