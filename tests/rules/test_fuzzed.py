"""What the differential fuzzer found: what runs is not refused, what is refused is not missed."""

from __future__ import annotations

import numpy as np
import pytest

import shapeinfer
from tests.rules.test_borders import Case, case
from tests.whole_model import check, errors, infer, parse, refused

GROWS = "{ so = Concat <axis=0> (s, s) sc = Sigmoid (e) }>"
KEEPS = "{ so = Relu (s) sc = Sigmoid (e) }>"


def scan(state: str, element: str, out: str, scanned: str, body: str = KEEPS) -> str:
    """A Scan over x and y whose body declares these types."""
    return (
        "g (float[S] x, float[4,T] y) => (a, b) { a, b = Scan (x, y) <num_scan_inputs=1, "
        f"body = b ({state} s, {element} e) => ({out} so, {scanned} sc) {body} }}"
    )


def loop(iteration: str, condition: str, given: str = "on") -> str:
    """A Loop of two rounds that stacks its round's number."""
    return (
        "g (float[2] x) => (y, z) <int64 m = {2}, bool on = {1}, bool[1] ons = {1}> { "
        f"y, z = Loop (m, {given}, x) <body = b ({iteration} i, {condition} c, float[2] v) "
        "=> (bool[] co, float[2] vo, zo) { co = Identity (c) vo = Relu (v) zo = Cast <to=1> (i) }> }"
    )


X34 = {"x": (3,), "y": (4, 2)}
RUNS = [
    # Bodies: the number of the round has the declared rank; declared symbols bind nothing.
    case(17, loop("int64", "bool"), x=(2,)),
    case(17, loop("int64[1]", "bool"), x=(2,)),
    case(17, loop("int64", "bool[]"), x=(2,)),
    case(17, loop("int64[1]", "bool[1]", "ons"), x=(2,)),
    case(17, loop("int64[1]", "bool[1]", '""'), x=(2,)),
    case(17, scan("float[3]", "float[2]", "float[3]", "float[2]"), **X34),
    case(17, scan("float[a]", "float[]", "float[]", "float[b]"), **X34),
    # Empty tensors.
    case(1, "g (float[N,3] x) => (y) { y = Softmax <axis=10> (x) }", x=(0, 3)),
    case(17, "g (float[2,A,0] x) => (y) { i = Constant <value = int64[2,2] {0,1,1,2}> () "
        "y = com.microsoft.GatherND (x, i) }", x=(2, 2, 0)),
    case(17, "g (float[B,2,6,6] x, int32[B,D,6,6] m) => (y) { y = com.microsoft.MaxpoolWithMask "
        "<kernel_shape=[2,2]> (x, m) }", x=(0, 2, 6, 6), m=np.zeros((0, 0, 6, 6))),
    case(17, "g (float[0,2,8] x) => (y) { y = com.microsoft.MultiHeadAttention <num_heads=3> (x, x, x) }",
        x=(0, 2, 8)),
    case(17, "g (float[0,3] a, int8[3,4] b, float s, float[3] c) => (y) "
        '{ y = com.microsoft.DynamicQuantizeMatMul (a, b, s, "", c) }', a=(0, 3), b=np.zeros((3, 4)), s=(), c=(3,)),
    case(17, "g (int8[1,1,4,4] x, int8[1,1,1,K] w) => (y) { y = ConvInteger (x, w) }",
        x=np.zeros((1, 1, 4, 4)), w=np.zeros((1, 1, 1, 0))),
    case(17, "g (int8[1,1,4,4] x, int8[1,1,1,K] w) => (y) { y = ConvInteger <auto_pad=\"SAME_UPPER\"> (x, w) }",
        x=np.zeros((1, 1, 4, 4)), w=np.zeros((1, 1, 1, 0))),
    # Kernels that do not look.
    case(9, "g (float[3] x, float[3] z) => (y) { y = ParametricSoftplus <alpha=1.0, beta=1.0> (x, z) }",
        x=(3,), z=(3,)),
    case(14, "g (float[5,2,3] x, float[1,4,3] w, float[1,4,4] r) => (y) { y = RNN <hidden_size=4, "
        'activations=["Tanh", "L1"]> (x, w, r) }', x=(5, 2, 3), w=(1, 4, 3), r=(1, 4, 4)),
    case(9, "g () => (y) { y = Constant <value_ints=[3, -1]> () }"),
    case(17, "g () => (y) { n = Constant <value = int64 {0}> () m = Identity (n) y = HannWindow (m) }"),
    case(11, "g (float[3] x, int64[1] k) => (y, i) { y, i = TopK (x, k) }", x=(3,), k=[2**32 + 1]),
    case(18, "g (float[4,4] x) => (y) { s = Constant <value = int64[1] {2}> () t = Identity (s) "
        "y = CenterCropPad (x, t) }", x=(4, 4)),
    case(24, "g (double[2,3,1,8] q, double[2,3,6,8] k, double[4,6] m) => (y) { y = Attention (q, k, k, m) }",
        q=(2, 3, 1, 8), k=(2, 3, 6, 8), m=(4, 6)),
    case(24, "g (double[2,3,4,8] q, double[2,3,6,1] k, double[2,3,6,8] v) => (y) { y = Attention (q, k, v) }",
        q=(2, 3, 4, 8), k=(2, 3, 6, 1), v=(2, 3, 6, 8)),
    case(20, "g (float[1,1,H,5] x, float[1,1,3,3] w, float[1,18,1,2] o) => (y) "
        "{ y = DeformConv <strides=[2,2]> (x, w, o) }", x=(1, 1, 2, 5), w=(1, 1, 3, 3), o=(1, 18, 1, 2)),
    # Lists of a window whose sizes a loader does not see, and windows without a place.
    case(10, "g (uint8[1,3,6] x, float a, uint8[1] z, uint8[8,A,A] w, float[8] b, uint8[8] v, float c) => (y) "
        "<uint8 u = {0}> { y = QLinearConv <pads=[0,1,0]> (x, a, z, w, b, v, c, u) }",
        x=np.zeros((1, 3, 6)), a=(), z=[0], w=np.zeros((8, 3, 3)), b=(8,), v=[0] * 8, c=()),
    case(17, "g (uint8[2,C,5,4] x, float a, int8[4,C,K,K] w, float c) => (y) "
        "<uint8 z = {0}, int8 v = {0}> { y = QLinearConv (x, a, z, w, a, v, c, z) }",
        x=np.zeros((2, 3, 5, 4)), a=(), w=np.zeros((4, 3, 0, 0)), c=()),
    case(9, "g (float[d,3,3,A,A] x) => (y) { y = ImageScaler <bias=[0.0,0.0,0.0]> (x) }", x=(1, 3, 3, 4, 4)),
    # 32 bits of a number are read.
    case(1, "g () => (y) { y = RandomNormal <shape=[2,3], dtype=4294967297> () }"),
]  # fmt: skip


@pytest.mark.parametrize("one", RUNS, ids=str)
def test_what_runs_is_not_refused(one: Case) -> None:
    check(one.model, [one.arrays()], one.opset)
    assert not one.answer()


REFUSED = [
    case(17, loop("int64[]", "bool"), x=(2,)),
    case(17, loop("int64", "bool[]", '""'), x=(2,)),
    case(17, scan("float[5]", "float[]", "float[]", "float[]"), **X34),
    case(17, scan("float[]", "float[5]", "float[]", "float[]"), **X34),
    case(17, scan("float[a,b]", "float[]", "float[]", "float[]"), **X34),
    case(17, scan("float[]", "float[]", "float[a,b]", "float[]"), **X34),
    case(17, scan("float[]", "float[]", "float[]", "float[]", GROWS), **X34),
    case(9, "g (float[3] x) => (y) { y = ScaledTanh (x) }", x=(3,)),
    case(9, "g (float[1,C,2,2] x) => (y) { y = ImageScaler <bias=[1.0, 1.0, 1.0]> (x) }", x=(1, 2, 2, 2)),
    case(9, "g (float[1,1,4,4] x) => (y) { y = Crop <border=[0,0,0,0], scale=[2]> (x) }", x=(1, 1, 4, 4)),
    case(9, "g (float[4] x, int64[2] s, int64[1] e) => (y) { y = DynamicSlice (x, s, e) }", x=(4,), s=[0, 0], e=[1]),
    case(18, "g (float[4,4] x) => (y) <int64[1] s = {2}> { y = CenterCropPad (x, s) }", x=(4, 4)),
    case(16, "g (float[1,1,4,4] x, float[1,4] r, int64[1] b) => (y) { y = RoiAlign (x, r, b) }",
        x=(1, 1, 4, 4), r=(1, 4), b=[1]),
    case(13, "g (float[1,3] x, int64[1] t) => (y) { y = NegativeLogLikelihoodLoss (x, t) }", x=(1, 3), t=[3]),
    case(13, "g (float[1,3] x, int64[1] t, float[2] w) => (y) { y = NegativeLogLikelihoodLoss (x, t, w) }",
        x=(1, 3), t=[-3], w=(2,)),
    case(11, "g (float[1,1,1,1] x, int64[1,1,1,1] i) => (y) { y = MaxUnpool <kernel_shape=[2,2]> (x, i) }",
        x=(1, 1, 1, 1), i=[[[[-1]]]]),
    case(20, "g (float[A,A,3] t, int64[K] s) => (y) { y = AffineGrid (t, s) }", t=(3, 3, 3), s=[2, 3, 4, 5]),
    case(10, "g (uint8[1,3,6] x, uint8[3,3,3] w, uint8 z, uint8[D] v) => (y) { y = ConvInteger (x, w, z, v) }",
        x=np.zeros((1, 3, 6)), w=np.zeros((3, 3, 3)), z=0, v=[0, 0, 0]),
    case(1, "g () => (y) { y = RandomNormal <shape=[9223372036854775807, 3]> () }"),
    case(17, "g (int32[2,3] i, float[9,W] w, float[16,8] p, float[8] g1) => (y, m) "
        '{ y, m = com.microsoft.EmbedLayerNormalization (i, "", w, p, "", g1, g1) }',
        i=np.zeros((2, 3)), w=(9, 8), p=(16, 8), g1=(8,)),
    case(17, "g (float[2,8] x, float[4] s) => (y) { y = com.microsoft.GatedRMSNorm <activation=\"relu\"> (x, s, x) }",
        x=(2, 8), s=(4,)),
    case(17, "g (float[1,5,8] x, int64[1] p, float[9,4] c) => (y) { y = com.microsoft.RotaryEmbedding (x, p, c, c) }",
        x=(1, 5, 8), p=[5], c=(9, 4)),
    case(17, "g (float[2,N,8] x) => (y) { y = com.microsoft.BranchwiseRMSNorm (x) }", x=(2, 0, 8)),
    case(17, "g (float[1,8] x, float[8] s) => (y) { y = com.microsoft.SkipLayerNormalization <epsilon=-1.0> (x, x, s) }",
        x=(1, 8), s=(8,)),
    case(17, "g (float ys, int8 yz, uint8[2,3] a, float s, uint8 z) => (y) "
        "{ y = com.microsoft.QLinearConcat <axis=0> (ys, yz, a, s, z) }",
        ys=(), yz=np.zeros(()), a=np.zeros((2, 3)), s=(), z=np.zeros(())),
    case(17, "g (float[7,2] x, int64[1,B] p, float[1] v) => (y) { y = com.microsoft.Pad (x, p, v) }",
        x=(7, 2), p=[[0, 1, 0]], v=(1,)),
]  # fmt: skip


@pytest.mark.parametrize("one", REFUSED, ids=str)
def test_what_is_refused_is_not_missed(one: Case) -> None:
    assert refused(one.model, one.arrays(), one.opset)
    assert one.answer()


def test_an_axis_that_is_none_is_demanded_to_be_of_an_empty_tensor() -> None:
    model = parse("g (float[N,3] x) => (y) { y = ArgMax <axis=10> (x) }", 9)
    assert errors(infer(model, 9)) == []
    assert [str(clause) for clause in shapeinfer.infer(model).contract.demands] == ["N == 0"]
    assert not shapeinfer.check(model, {"N": 2}).ok


def test_a_split_without_a_name_kills_the_process() -> None:
    model = parse('g (float[5,2] x) => (a) { a, "" = Split <axis=1, split=[1,1]> (x) }', 11)
    assert [d.message for d in shapeinfer.check(model).diagnostics] == [
        "output 1 has no name, and ONNX Runtime crashes"
    ]
