"""Borders where specification, loader and kernels part: what ONNX Runtime runs is never refused, what it
refuses is."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import pytest

import shapeinfer
from shapeinfer.facts.fact import TensorFact
from shapeinfer.facts.parse import parse as parse_fact
from tests.whole_model import Feeds, check, errors, infer, parse, refused, sizes_of


class Case(NamedTuple):
    """A model in ONNX's text, and what it is fed: shapes of ones, or arrays."""

    opset: int
    model: str
    feeds: Mapping[str, object]

    def __str__(self) -> str:
        return f"{self.opset} {self.model[: self.model.index('=>')]}{self.model[self.model.index('{') :]}"

    def arrays(self) -> Feeds:
        """The feeds as arrays; a tuple is a shape, of what the input is declared as."""
        made: dict[str, object] = {}
        for value in parse(self.model, self.opset).graph.input:
            fed = self.feeds[value.name]
            kind = _KINDS[value.type.tensor_type.elem_type]
            made[value.name] = np.ones(fed, kind) if isinstance(fed, tuple) else np.array(fed, kind)
        return made

    def answer(self) -> list[str]:
        """What check says against these sizes and contents."""
        proto, arrays = parse(self.model, self.opset), self.arrays()
        given: dict[str, TensorFact] = {
            name: _tensor(f"i64{list(array.shape)} = {_contents(array)}")
            for name, array in arrays.items()
            if isinstance(array, np.ndarray) and array.dtype == np.int64 and 0 < array.size <= 8
        }
        return [d.message for d in shapeinfer.check(proto, sizes_of(proto, arrays), given).diagnostics]


_KINDS = {
    1: "float32",
    2: "uint8",
    3: "int8",
    6: "int32",
    7: "int64",
    9: "bool",
    10: "float16",
    11: "float64",
}


def _contents(array: np.ndarray) -> str:
    flat = [str(x) for x in array.reshape(-1)]
    return flat[0] if array.ndim == 0 else f"({', '.join(flat)})"


def _tensor(text: str) -> TensorFact:
    fact = parse_fact(text)
    assert isinstance(fact, TensorFact)
    return fact


def case(opset: int, model: str, **feeds: object) -> Case:
    """One case."""
    return Case(opset, model, feeds)


TAIL = "<int64[1] e = {1000}, int64[1] ax = {%d}> { s = Slice (x, k, e, ax) %s }"
BN = "g (float[N,2] x, float[2] a) => (%s) { %s = BatchNormalization (x, a, a, a, a) }"
WINDOW = 'kernel_shape=[1,2], strides=[3,1], auto_pad="SAME_LOWER"'

RUNS = [
    # What data makes empty, and what no kernel looks at then.
    case(17, "g (float[8,M] x, int64[1] k, float[16,2] z) => (y) " + TAIL % (1, "y = Concat <axis=1> (s, z)"),
        x=(8, 4), k=[4], z=(16, 2)),
    case(17, "g (float[8,M] x, int64[1] k, float[16,N] z) => (y) "
        + TAIL % (1, "t = Slice (z, k, e, ax) y = Concat <axis=1> (s, t)"), x=(8, 4), k=[4], z=(16, 9)),
    case(17, "g (float[S,2] x) => (y) <int64[1] k = {3}> "
        "{ e = Constant <value = int64[1] {2147483647}> () s = Slice (x, k, e) y = Concat <axis=1> (x, s) }",
        x=(2, 2)),
    case(17, "g (float[N,1,2] x, int64[1] k) => (y) "
        + TAIL % (0, "t = Constant <value = int64[1] {0}> () y = Reshape (s, t)"), x=(2, 1, 2), k=[5]),
    case(23, "g (float16[N] x, float s) => (y) { y = QuantizeLinear <output_dtype=2> (x, s) }", x=(2,), s=1),
    case(17, "g (float[N,3,2,0] x, float[3,0,3] z) => (y) { y = MatMul (x, z) }", x=(0, 3, 2, 0), z=(3, 0, 3)),
    case(17, "g (float[A,K] x, float[K,3] z) => (y) { y = com.microsoft.FusedMatMul (x, z) }", x=(3, 0), z=(0, 3)),
    case(17, "g (float[N,3,0] x, int64[2,3,1] i) => (y) { y = GatherND <batch_dims=1> (x, i) }",
        x=(0, 3, 0), i=np.zeros((2, 3, 1))),
    case(17, "g (float[N,3,2] x, int64[4,2,1] i) => (y) { y = GatherND <batch_dims=1> (x, i) }",
        x=(2, 3, 2), i=np.zeros((4, 2, 1))),
    case(10, "g (float[N,3] x) => (y) { y = ArgMax <axis=1> (x) }", x=(0, 3)),
    # Attributes that are read otherwise.
    case(17, "g (float[1,4,C] x) => (y) { y = DFT <onesided=2> (x) }", x=(1, 4, 2)),
    case(17, "g (int64[1,1] n) => (y) { y = HannWindow (n) }", n=[[4]]),
    case(17, "g (float[N] x) => (y) { s = SequenceConstruct (x, x) "
        "y = ConcatFromSequence <axis=0, new_axis=-3> (s) }", x=(2,)),
    case(1, "g (float[3] x) => (y, i) { y, i = TopK <k=4294967297> (x) }", x=(3,)),
    case(17, "g (int64 b) => (y) <int64 a = {4}, int64 c = {8000}, float lo = {0}, float hi = {4000}> "
        "{ y = MelWeightMatrix (a, b, c, lo, hi) }", b=-1),
    case(23, "g (float[N] x, float s) => (y) { y = QuantizeLinear <output_dtype=4294967299> (x, s) }", x=(2,), s=1),
    case(7, "g (float[N,2,3] x, float[2,3] a) => (y) { y = BatchNormalization <spatial=2> (x, a, a, a, a) }",
        x=(2, 2, 3), a=(2, 3)),
    *[case(11, f"g (float[N] a, float[p,q] c, int64[2] s) => (y) {{ b = Reshape (c, s) y = Gemm <transA={t}> (a, b) }}",
        a=(3,), c=sizes, s=list(sizes)) for t, sizes in ((0, (3, 2)), (1, (1, 2)))],
    # Stored or not, a loader sees only what stands in the model.
    case(17, "g (int64[1] b) => (y) <int64[1] a = {0}, int64 d = {1}> { y = Range (a, b, d) }", b=[3]),
    case(17, "g (float[1,4,1] x, int64[1] n) => (y) { y = DFT (x, n) }", x=(1, 4, 1), n=[4]),
    case(17, "g (float[1,2] x, int64[1,4] p) => (y) { y = Pad (x, p) }", x=(1, 2), p=[[0, 0, 0, 1]]),
    case(18, "g (float[N,4] x0, int64[r] q, int64[K] s) => (y) { x = Reshape (x0, q) y = Resize (x, \"\", \"\", s) }",
        x0=(2, 4), q=[2, 4], s=[4, 4]),
    # Windows beyond which strides leave a gap.
    *[case(op, f"g (float[1,1,N,3] x) => (y) {{ y = {name} <{WINDOW}> (x) }}", x=(1, 1, size, 3))
        for op, name, size in ((18, "MaxPool", 4), (18, "AveragePool", 7), (22, "AveragePool", 3), (22, "LpPool", 3))],
    case(18, f"g (float[N,1,2,3] x) => (y) {{ y = MaxPool <{WINDOW}> (x) }}", x=(0, 1, 2, 3)),
    # com.microsoft.
    case(17, "g (float[N,2] a, float[2] d) => (y) { y = com.microsoft.LinearAttentionGate (a, d, d) }",
        a=(3, 2), d=(2,)),
    case(17, "g (float[N,1,2] x, float[2,1] s) => (y) { y = com.microsoft.GatedRMSNorm (x, s, x) }",
        x=(3, 1, 2), s=(2, 1)),
    case(17, "g (float s, uint8 z, uint8[N,2] a, uint8[3,2] b) => (y) "
        "{ y = com.microsoft.QLinearConcat <axis=1> (s, z, a, s, z, b, s, z) }", s=1, z=0, a=(0, 2), b=(3, 2)),
    case(17, "g (uint8[2,C,3,3] x, float s, uint8 z) => (y) "
        "{ y = com.microsoft.QLinearGlobalAveragePool (x, s, z, s, z) }", x=(2, 0, 3, 3), s=1, z=0),
    case(17, "g (float[2,2] a, uint8[2,1] b, float[K] s) => (y) { y = com.microsoft.DynamicQuantizeMatMul (a, b, s) }",
        a=(2, 2), b=(2, 1), s=(2,)),
    case(17, "g (float[1,1,2,H] x, int64[1] p, float[8,2] c) => (y) "
        "{ y = com.microsoft.RotaryEmbedding (x, p, c, c) }", x=(1, 1, 2, 5), p=[0], c=(8, 2)),
    case(17, "g (float[N,C,4,4] x, int32[A,1,4,4] m) => (y) "
        "{ y = com.microsoft.MaxpoolWithMask <kernel_shape=[2,2]> (x, m) }", x=(3, 2, 4, 4), m=(2, 1, 4, 4)),
    case(17, "g (uint8[N,3] x, float[K] s, uint8 z) => (y) "
        "{ y = com.microsoft.QLinearSoftmax <axis=1, opset=13> (x, s, z, s, z) }", x=(2, 3), s=(2,), z=0),
    case(17, "g (int64[4] a, int64[3] b, int64[1] c) => (t, i) { t, i = com.microsoft.BifurcationDetector (a, b, c) }",
        a=(4,), b=(3,), c=[0]),
    case(17, "g (float[N] x) => (y) { y = com.microsoft.MurmurHash3 <positive=2> (x) }", x=(2,)),
    case(17, "g (float[M,N] x) => (y) { y = com.microsoft.DynamicTimeWarping (x) }", x=(2, 0)),
]  # fmt: skip

REFUSED = [
    # Loaders that see numbers.
    case(17, "g () => (y) <int64 a = {0}, int64 b = {3}, int64[1] d = {1}> { y = Range (a, b, d) }"),
    case(17, "g (float[1,4,1] x) => (y) <int64[1] n = {4}> { y = DFT (x, n) }", x=(1, 4, 1)),
    case(20, "g (float[1,4,1] x) => (y) <int64[1] n = {1}> { y = DFT (x, \"\", n) }", x=(1, 4, 1)),
    case(17, "g (float[1,4,2] x) => (y) { y = DFT <onesided=1> (x) }", x=(1, 4, 2)),
    case(20, "g () => (y) <int64 s = {4}> { y = ConstantOfShape (s) }"),
    case(18, "g (float[N,4] x, int64[K] s) => (y) { y = Resize (x, \"\", \"\", s) }", x=(2, 4), s=[4, 4]),
    case(18, "g (float[1,2] x) => (y) <int64[1,4] p = {0,0,0,1}> { y = Pad (x, p) }", x=(1, 2)),
    case(18, "g (float[1,2] x, int64[2,2] p) => (y) { y = Pad (x, p) }", x=(1, 2), p=[[0, 0], [0, 0]]),
    case(18, "g (float[N,4] x) => (y) <int64[2] p = {1,1}, int32[1] a = {1}> { y = Pad (x, p, \"\", a) }", x=(2, 4)),
    case(13, "g (int64 n) => (y) { y = ArgMin (n) }", n=4),
    # Types that bodies of functions do not take.
    case(18, "g (float[N,4] x, int32[2] s) => (y) { y = CenterCropPad (x, s) }", x=(2, 4), s=[2, 2]),
    case(13, "g (float16[1,2,N,3] x) => (y) { y = MeanVarianceNormalization (x) }", x=(1, 2, 2, 3)),
    case(9, "g (double[1,2,N,3] x) => (y) { y = MeanVarianceNormalization (x) }", x=(1, 2, 2, 3)),
    case(23, "g (float[N,4] x, float16[4] s) => (y) { y = RMSNormalization (x, s) }", x=(2, 4), s=(4,)),
    case(23, "g (float[1,1,2,4] q, double[1,1,2,4] v) => (y) { y = Attention (q, q, v) }",
        q=(1, 1, 2, 4), v=(1, 1, 2, 4)),
    case(19, "g (float[N] x, int64[1] z) => (y) { y = CastLike <saturate=0> (x, z) }", x=(2,), z=[1]),
    case(23, "g (float[N] x, float s) => (y) { y = QuantizeLinear <output_dtype=99> (x, s) }", x=(2,), s=1),
    # Outputs.
    *[case(op, BN % (outs, outs), x=(2, 2), a=(2,))
        for op, outs in ((9, "y, m"), (7, "y, m, v"), (9, "y, m, v, s"), (14, "y, m"))],
    case(9, BN % ("y, m, v, s", "y, m, v, s, \"\""), x=(2, 2), a=(2,)),
    # Kernels.
    *[case(op, f"g (float[1,1,N,3] x) => (y) {{ y = {name} <{WINDOW}> (x) }}", x=(1, 1, size, 3))
        for op, name, size in ((18, "MaxPool", 2), (22, "MaxPool", 3), (10, "AveragePool", 5), (18, "AveragePool", 6))],
    case(10, "g (uint8[N,2] a, uint8[2,1] b, uint8[N] z) => (y) { y = MatMulInteger (a, b, z) }",
        a=(3, 2), b=(2, 1), z=(3,)),
    case(10, "g (uint8[1,2,2] a, uint8[N,2,2] b, uint8[2] z) => (y) { y = MatMulInteger (a, b, \"\", z) }",
        a=(1, 2, 2), b=(3, 2, 2), z=(2,)),
    case(13, "g (float[N,3] x) => (y) <int64 k = {2}> { y = SplitToSequence <axis=0, keepdims=0> (x, k) }", x=(4, 3)),
    case(1, "g (float[N] x) => (y) { y = Reshape (x) }", x=(2,)),
    case(17, "g (float[A,2,4] x, float[B,4,3] z) => (y) { y = MatMul (x, z) }", x=(3, 2, 4), z=(7, 4, 3)),
    # com.microsoft.
    *[case(17, "g (float[N,2] a, float[2,3] b) => (y) { y = com.microsoft.FusedGemm <alpha=1.0MORE> (a, b, b) }".replace("MORE", more),
        a=(2, 2), b=(2, 3)) for more in ("", ", activation=\"x\"")],
    case(17, "g (float[1,1,3,3] a, float[1,1,2,2] b) => (y) { y = com.microsoft.FusedConv <activation=\"Elu\"> (a, b) }",
        a=(1, 1, 3, 3), b=(1, 1, 2, 2)),
    case(17, "g (uint8[1,4,4,N] a) => (y) "
        "{ y = com.microsoft.NhwcMaxPool <kernel_shape=[1,1], pads=[1,1,1,1]> (a) }", a=(1, 4, 4, 2)),
    case(17, "g (float[N] a) => (y) <int64[2] p = {1,1}> { y = com.microsoft.Pad <mode=\"around\"> (a, p) }", a=(2,)),
    case(17, "g (float[N] a) => (y) <int64[2] p = {2,0}> { y = com.microsoft.Pad <mode=\"reflect\"> (a, p) }", a=(2,)),
    case(17, "g (float16[N] a) => (y) { y = com.microsoft.UnfoldTensor <size=1> (a) }", a=(2,)),
    case(17, "g (float[1,2,4] x, float[4,12] w, float[12] b, float[2,1,2,3,2] past, float[1,2,2,5] bias) => (y, p) "
        "{ y, p = com.microsoft.Attention <num_heads=2> (x, w, b, \"\", past, bias) }",
        x=(1, 2, 4), w=(4, 12), b=(12,), past=(2, 1, 2, 3, 2), bias=(1, 2, 2, 5)),
    *[case(17, "g (float[1,1,2,2] x, float[1,2,2,2] q) => (y) { y = com.microsoft.GridSample <AT> (x, q) }".replace("AT", at),
        x=(1, 1, 2, 2), q=(1, 2, 2, 2)) for at in ("mode=\"linear\"", "padding_mode=\"x\"")],
    case(17, "g (int64[5] a, int64[3] b, int64 c, int64[1] d) => (t, i) "
        "{ t, i = com.microsoft.BifurcationDetector (a, b, c, d) }", a=(5,), b=(3,), c=0, d=(1,)),
    case(17, "g (float[1,2,2,4] s, float[3,2,2] q) => (y) "
        "{ y = com.microsoft.HyperConnectionPreMix <num_branches=2> (s, q) }", s=(1, 2, 2, 4), q=(3, 2, 2)),
    case(17, "g (float[1,2,2,4] x, float[N] s) => (y) { y = com.microsoft.BranchwiseRMSNorm (x, s) }",
        x=(1, 2, 2, 4), s=(2,)),
    case(17, "g (int32[1,N] s, float[2,1,2,4] w, float[2] b, float[4,4] c) => (y) "
        "{ y = com.microsoft.WordConvEmbedding (s, w, b, c) }", s=(1, 1), w=(2, 1, 2, 4), b=(2,), c=(4, 4)),
    case(17, "g (float[2,4] x, float[1,2,4] s, float[4] w) => (y) "
        "{ y = com.microsoft.SkipSimplifiedLayerNormalization (x, s, w) }", x=(2, 4), s=(1, 2, 4), w=(4,)),
    case(17, "g (float[2,4] x, float[2,N] p, float[2,3,4] a, float[2,4,3] b) => (y) "
        "{ y = com.microsoft.MoE <k=3> (x, p, a, \"\", b) }", x=(2, 4), p=(2, 2), a=(2, 3, 4), b=(2, 4, 3)),
    case(17, "g (int64[1,2] x, float[1,4] s) => (y) { y = com.microsoft.NGramRepeatBlock <ngram_size=0> (x, s) }",
        x=(1, 2), s=(1, 4)),
    case(17, "g (uint8[N] a, float s, uint8[N] b) => (y) { y = com.microsoft.QLinearAdd (a, s, \"\", b, s, \"\", s) }",
        a=(2,), s=1, b=(2,)),
    case(17, "g (float[2,3] x) => (y) { y = com.microsoft.Inverse (x) }", x=(2, 3)),
]  # fmt: skip

# The process dies.
DIES = [
    case(21, "g () => (y) { y = RandomUniform <shape=[2], low=2.0> () }"),
    case(21, "g () => (y) { y = RandomNormal <shape=[2], scale=0.0> () }"),
    case(22, "g (float[1,1,D,1,3] x, float[1,1,2,2,1] w) => (y) { y = ConvTranspose (x, w) }",
        x=(1, 1, 0, 1, 3), w=(1, 1, 2, 2, 1)),
    case(17, "g (int8[3,7] a, int8[7,1] b, float[N] s, float[1] t) => (y) "
        "{ y = com.microsoft.MatMulIntegerToFloat (a, b, s, t) }", a=(3, 7), b=(7, 1), s=(7,), t=(1,)),
]  # fmt: skip


@pytest.mark.parametrize("one", RUNS, ids=str)
def test_what_runs_is_not_refused(one: Case) -> None:
    arrays = one.arrays()
    assert not refused(one.model, arrays, one.opset)
    assert not errors(infer(one.model, one.opset))
    # Clauses speak of tensors with elements; of others check answers.
    if all(np.asarray(value).size for value in arrays.values()):
        check(one.model, [arrays], one.opset)
    assert one.answer() == []


@pytest.mark.parametrize("one", REFUSED, ids=str)
def test_what_is_refused_is_not_missed(one: Case) -> None:
    assert refused(one.model, one.arrays(), one.opset)
    assert one.answer()


@pytest.mark.parametrize("one", DIES, ids=str)
def test_what_kills_the_process_is_not_missed(one: Case) -> None:
    found = DIES.index(one)
    text = f"from tests.rules.test_borders import DIES, refused; c = DIES[{found}]; "
    text += "print(refused(c.model, c.arrays(), c.opset) or 'ran')"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=False)
    assert done.returncode or done.stdout.strip() != "ran"
    assert one.answer()
