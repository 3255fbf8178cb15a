"""Models that the fuzzer found a disagreement about, once: shapeinfer and ONNX Runtime agree on each.

A row has an opset, a graph in ONNX's text form (``float[]`` declares no shape), and what it is run with.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import onnx.parser
import pytest

import shapeinfer
from tests.fuzz.differential.accepted import is_new
from tests.fuzz.differential.case import Case, Content, Trial
from tests.fuzz.differential.judge import judged
from tests.fuzz.differential.oracle import Oracle


class Row(NamedTuple):
    """One model and one run of it."""

    opset: int
    text: str
    sizes: Mapping[str, int]
    contents: Mapping[str, Content]
    shapes: Mapping[str, tuple[int, ...]]

    def __str__(self) -> str:
        return f"{self.text[:60]} {self.opset}"


def row(
    opset: int,
    text: str,
    sizes: Mapping[str, int] | None = None,
    contents: Mapping[str, Content] | None = None,
    shapes: Mapping[str, tuple[int, ...]] | None = None,
) -> Row:
    return Row(opset, f"g {text}", sizes or {}, contents or {}, shapes or {})


_CONCAT = (
    "y = If(k) <then_branch = t () => (float[] u) { u = Concat<axis = 0>(x, %s) },"
    " else_branch = e () => (float[] v) { v = Relu(x) }> }"
)

# What a branch makes, and what is declared of it: without optimizations no other size runs.
_DECLARED_TWO = (
    "y = If(%s) <then_branch = t () => (float[2] a) { a = Neg(x) },"
    " else_branch = e () => (float[2] b) { b = Relu(x) }>"
)

ROWS = (
    # Kernels and functions of half types, strings and integers.
    row(20, "(float16[a,b,c] x, int64[4] s) => (y) { y = AffineGrid(x, s) }", {"a": 3, "b": 4, "c": 4}, {"s": (2, 3, 3, 3)}),
    row(20, "(float16[a,2,3] x, int64[4] s) => (y) { y = AffineGrid(x, s) }", {"a": 1}, {"s": (1, 3, 4, 3)}),
    row(20, "(float16[a,b,4] x, int64[5] s) => (y) { y = AffineGrid(x, s) }", {"a": 3, "b": 2}, {"s": (2, 3, 3, 4, 2)}),
    row(20, "(float16[2,3,4] x, int64[5] s) => (y) { y = AffineGrid(x, s) }", {}, {"s": (0, 3, 3, 4, 2)}),
    row(20, "(float16[2,3,4] x, int64[5] s) => (y) { y = AffineGrid(x, s) }", {}, {"s": (2, 3, 0, 4, 4)}),
    row(21, "(float16[3,3,3] x, int64[4] s) => (y) { y = AffineGrid(x, s) }", {}, {"s": (2, 3, 4, 5)}),
    row(18, "(float[6,0] x, int64[1] s) => (y) { y = CenterCropPad<axes = [0]>(x, s) }", {}, {"s": (2**63 - 1,)}),
    row(13, "(float[2,0] x, int64[2] r) => (y) { y = Tile(x, r) }", {}, {"r": (2**30, 1)}),
    row(13, "(float[2,0] x, int64[2] r) => (y) { y = Tile(x, r) }", {}, {"r": (2**29, 1)}),
    row(13, "(string[2,1] x, int64[2] r) => (y) { y = Tile(x, r) }", {}, {"r": (0, 2**28)}),
    row(13, "(string[1] x) => (y) <int64[1,1] s = {2}> { y = Expand(x, s) }"),
    row(13, "(float[1] x) => (y) <int64[1,1] s = {2}> { y = Expand(x, s) }"),
    row(13, "(float16[1,3] x) => (y) { y = Softmax<axis = 4294967296>(x) }"),
    row(13, "(float[1,3] x) => (y) { y = Softmax<axis = 4294967296>(x) }"),
    row(13, "(float16[1,3] x) => (y) { y = Hardmax<axis = 4294967296>(x) }"),
    row(18, '(float16[3] x, int64[k] i, float16[k] u) => (y) { y = ScatterElements<reduction = "add">(x, i, u) }', {"k": 2}),
    row(18, '(string[3] x, int64[k] i, string[k] u) => (y) { y = ScatterElements<reduction = "mul">(x, i, u) }', {"k": 2}),
    row(18, '(bool[3] x, int64[2,1] i, bool[2] u) => (y) { y = ScatterND<reduction = "max">(x, i, u) }'),
    row(18, '(float16[3] x, int64[0,1] i, float16[0] u) => (y) { y = ScatterND<reduction = "add">(x, i, u) }'),
    row(18, '(int8[1,1,4,4] x) => (y) <float[4] s = {1.0,1.0,2.0,2.0}> { y = Resize<mode = "cubic">(x, "", s) }'),
    row(18, '(int8[1,4,4,1] x, int64[4] s) => (y) { y = Resize<mode = "cubic">(x, "", "", s) }', {}, {"s": (1, 5, 5, 1)}),
    row(18, '(int8[1,1,a,4] x, int64[4] s) => (y) { y = Resize<mode = "cubic">(x, "", "", s) }', {"a": 4}, {"s": (1, 1, 4, 4)}),
    row(
        13,
        '(float[1,1,4,4] x) => (y) <double[8] r = {0,0,0,0,1,1,1,1}, float[4] s = {1.0,1.0,2.0,2.0}>'
        ' { y = Resize<coordinate_transformation_mode = "tf_crop_and_resize">(x, r, s) }',
    ),
    row(24, "(float16[2,3] x, float[3] s) => (y) { y = RMSNormalization<stash_type = 0>(x, s) }"),
    row(23, "(float16[2,3] x, float[3] s) => (y) { y = RMSNormalization(x, s) }"),
    row(13, "(bfloat16[2] x, bfloat16 l) => (y) { y = Clip(x, l) }"),
    row(6, "(float16[a,3,c,4] x, float16[3] s, float16[3] b) => (y) { y = InstanceNormalization(x, s, b) }", {"a": 3, "c": 0}),
    row(6, "(float16[a,3,c,4] x, float16[3] s, float16[3] b) => (y) { y = InstanceNormalization(x, s, b) }", {"a": 0, "c": 0}),
    row(10, "(float16[1,1,h,0] x, float16[2,4] r, int64[2] b) => (y) { y = RoiAlign(x, r, b) }", {"h": 0}),
    row(10, "(float[1,3,8,8] x, float[3,4] r, int64[3] b) => (y) { y = RoiAlign<sampling_ratio = 4294967296>(x, r, b) }"),
    row(10, "(float[1,3,8,8] x, float[0,4] r, int64[0] b) => (y) { y = RoiAlign<sampling_ratio = 4294967296>(x, r, b) }"),
    # What a loader knows of ranks and numbers.
    row(10, "(string[3,2] x, int64[1] e) => (y) <int64[1] s = {0}> { z = Slice(x, s, e) y = StringNormalizer(z) }", {}, {"e": (1,)}),
    row(10, "(string[3,2] x, bool[3] c) => (y) { z = Compress<axis = 0>(x, c) y = StringNormalizer(z) }", {}, {"c": (1, 0, 0)}),
    row(11, "(string[3,2] x, bool[3] c) => (y) { z = Compress<axis = 0>(x, c) y = StringNormalizer(z) }", {}, {"c": (1, 0, 0)}),
    row(17, '(float[1,16,1] x) => (y) <int64 s = {4}, int64[1] l = {8}> { y = STFT(x, s, "", l) }'),
    row(17, '(float[1,n,1] x) => (y) <int64 s = {4}, int64[1] l = {8}> { y = STFT(x, s, "", l) }', {"n": 16}),
    row(11, "(float[1,2,4,6] x, int64[] s) => (y) <float[0] f = {}> { y = Resize(x, f, f, s) }", {}, {"s": (1, 2, 7, 12)}, {"s": (4,)}),
    row(12, "(float[5] x, int64[n,0] i) => (y) { y = GatherND<batch_dims = 1>(x, i) }", {"n": 5}, {"i": ()}),
    row(12, "(float[5] x, int64[n,1] i) => (y) { y = GatherND<batch_dims = 1>(x, i) }", {"n": 5}),
    row(12, "(float[] x, float[2,7,5,1,5] f, int64[1] e) => (y) <int64[1] s = {0}> { z = Slice(f, s, e) y = Concat<axis = 0>(x, z) }", None, {"e": (0,)}, {"x": (1, 2, 7, 5, 4)}),
    # A Scan of which only a shape is read that is known at load.
    row(
        13, "(float[3,8] x, int64[1] k) => (y) { v, w = TopK(x, k) a, b = Scan<num_scan_inputs = 1, body = g (float[] s, float[8] e)"
        " => (float[p,q] t, float[r] u) { t = Concat<axis = 0>(s, s) u = Sigmoid(e) }>(v, x) y = Shape(b) }", None, {"k": (1,)},
    ),
    row(13, "(float[] x, int64[2,0,1] i) => (y) { y = GatherND<batch_dims = 9223372036854775807>(x, i) }", None, {"i": ()}, {"x": (2, 3)}),
    # Of what holds nothing.
    row(11, "(float[2,3] x, int64[1] e) => (y) <int64[1] s = {0}> { z = Slice(x, s, e) y = ReduceMin<keepdims = 0, axes = [-1, 0]>(z) }", {}, {"e": (0,)}),
    row(10, "(float[1,0,6,3] x, float[1] w, float k) => (y) { y = Concat<axis = -4>(x, w, k) }"),
    # The usual optimizations put the branch that a stored condition takes in the place of its If.
    row(17, "(float[S] x) => (y) <bool c = {1}> { %s }" % (_DECLARED_TWO % "c"), {"S": 5}),
    row(17, "(float[S] x, bool c) => (y) { %s }" % (_DECLARED_TWO % "c"), {"S": 5}, {"c": (1,)}),
    row(
        17, "(float[S] x, float[3] z) => (y) <int64[1] l = {2}> { q = Shape(z) c = Greater(q, l) %s }"
        % (_DECLARED_TWO % "c"), {"S": 5},
    ),
    row(
        17, "(float[S] x) => (y) <int64[1] l = {2}> { q = Shape(x) c = Greater(q, l) %s }" % (_DECLARED_TWO % "c"),
        {"S": 5},
    ),
    # They infer the shapes of a Scan's outputs once more where they change something.
    row(
        17, "(float[6] x, float[8,6] z) => (y, w, v) { y, w = Scan<num_scan_inputs = 1, body = b (float[6] s, float[6] e)"
        " => (float[6,1] o, float p) { o = Relu(s) p = Sigmoid(e) }>(x, z) v = Shape(x) }",
    ),
    # They leave out what only a Shape of numbers reads.
    row(17, "(float[8,8,S] x, float[6,3] w) => (y) { v = MatMul(x, w) y = Shape(v) }", {"S": 7}),
    row(17, "(float[8,N,S] x, float[6,3] w) => (y) { v = MatMul(x, w) y = Shape(v) }", {"S": 7, "N": 8}),
    row(17, "(float[8,8,S] x, float[6,3] w) => (y, z) { v = MatMul(x, w) y = Shape(v) z = Relu(v) }", {"S": 7}),
    # A loader knows no shape of an item of a sequence.
    row(
        17, "(float[1,2,4,4] x, int64[K] sizes) => (y) <int64 i = {0}> { s = SplitToSequence<axis = 1>(x)"
        ' q = SequenceAt(s, i) y = Resize(q, "", "", sizes) }', {"K": 4}, {"sizes": (1, 1, 8, 8)},
    ),
    # Before opset 11 a loader merges the shapes of the branches.
    *(
        row(
            opset, f"(float[2,{size}] x, bool c) => (y) {{ y = If(c) <then_branch = t () => (float[a,b] u)"
            f" {{ u = Relu(x) }}, else_branch = e () => ({declared} v) {{ v = {other} }}> }}", {"N": 3}, {"c": (1,)},
        )
        for opset in (7, 10, 11)
        for size, other, declared in (
            ("3", "Transpose(x)", "float[]"), ("3", "Transpose(x)", "float[p,q]"), ("N", "Transpose(x)", "float[]"),
            ("N", "Concat<axis = 0>(x, x)", "float[]"), ("3", "ReduceMax<keepdims = 0>(x)", "float[]"),
            ("3", "ReduceMax<keepdims = 0>(x)", "float[p,q]"), ("3", "Flatten<axis = 0>(x)", "float[]"),
        )
    ),
    # A loader does not see the sizes of what a Slice to a given end makes.
    row(
        18, "(float[2,7] x, int64[1] e) => (d) <int64[1] s = {0}> { v = Slice(x, s, e)"
        " a, b, c, d = Split<axis = -1, num_outputs = -3>(v) }", {}, {"e": (0,)},
    ),
    # A loader does not know which branch of an If is taken, so it knows no rank here.
    row(
        17, "(float[S] x, float[1,3,1,1] z, int64[1] k) => (y) <bool c = {1}, int64[1] b = {-1}, int64[1] e = {3},"
        " int64[1] a = {0}> { q = If(c) <then_branch = t () => (float[d,f,h,j] u) { u = Neg(z) },"
        " else_branch = l () => (float[m] w) { w = Neg(x) }> s = Slice(q, b, e, a, k) y = Concat<axis = 0>(s, x) }",
        {"S": 4}, {"k": (-1,)},
    ),
    # A loader forgets what shape a state of a Loop has, unless the body declares it.
    row(
        17,
        '(float[2,2] x) => (y) <int64 n = {0}> { y = Loop(n, "", x) <body = b (int64 i, bool g, float[] s) => (bool h, float[] o)'
        ' { h = Identity(g) q, w = Scan<num_scan_inputs = 1, body = sb (float[a,b] st, float[c] e) => (float[d,f] so, float[j] z)'
        ' { so = Concat<axis = 0>(st, st) z = Relu(e) }>(s, s) o = Relu(s) }> }',
    ),
    row(
        17,
        '(float[2,2] x) => (y) <int64 n = {2}> { y = Loop(n, "", x) <body = b (int64 i, bool g, float[] s) => (bool h, float[] o)'
        ' { h = Identity(g) q, w = Scan<num_scan_inputs = 1, body = sb (float[a,b] st, float[c] e) => (float[d,f] so, float[j] z)'
        ' { so = Concat<axis = 0>(st, st) z = Relu(e) }>(s, s) o = Relu(s) }> }',
    ),
    row(
        17,
        '(float[2,2] x) => (y) <int64 n = {0}> { y = Loop(n, "", x) <body = b (int64 i, bool g, float[a,2] s) => (bool h, float[] o)'
        ' { h = Identity(g) q, w = Scan<num_scan_inputs = 1, body = sb (float[a,b] st, float[c] e) => (float[d,f] so, float[j] z)'
        ' { so = Concat<axis = 0>(st, st) z = Relu(e) }>(s, s) o = Relu(s) }> }',
    ),
    row(
        17,
        '(float[2,2] x) => (y) <int64 n = {2}> { y = Loop(n, "", x) <body = b (int64 i, bool g, float[a,2] s) => (bool h, float[] o)'
        ' { h = Identity(g) q, w = Scan<num_scan_inputs = 1, body = sb (float[a,b] st, float[c] e) => (float[d,f] so, float[j] z)'
        ' { so = Concat<axis = 0>(st, st) z = Relu(e) }>(s, s) o = Relu(s) }> }',
    ),
    row(
        17,
        '(float[2,2] x) => (y) <int64 n = {0}> { y = Loop(n, "", x) <body = b (int64 i, bool g, float[2,2] s) => (bool h, float[] o)'
        ' { h = Identity(g) q, w = Scan<num_scan_inputs = 1, body = sb (float[a,b] st, float[c] e) => (float[d,f] so, float[j] z)'
        ' { so = Concat<axis = 0>(st, st) z = Relu(e) }>(s, s) o = Relu(s) }> }',
    ),
    row(
        17,
        '(float[2,2] x) => (y) <int64 n = {2}> { y = Loop(n, "", x) <body = b (int64 i, bool g, float[2,2] s) => (bool h, float[] o)'
        ' { h = Identity(g) q, w = Scan<num_scan_inputs = 1, body = sb (float[a,b] st, float[c] e) => (float[d,f] so, float[j] z)'
        ' { so = Concat<axis = 0>(st, st) z = Relu(e) }>(s, s) o = Relu(s) }> }',
    ),
    # Only the kernel of Concat refuses an input that is left out.
    row(17, "(float[2,2] x, bool k) => (y) { " + _CONCAT % '""', contents={"k": (False,)}),
    row(17, "(float[2,2] x, bool k) => (y) { " + _CONCAT % '"", x', contents={"k": (False,)}),
    row(17, "(float[2,2] x) => (y) <bool k = {1}> { " + _CONCAT % '"", x'),
    row(17, "(float[2,2] x) => (y) <bool k = {0}> { " + _CONCAT % '"", x'),
    row(17, '(float[2,2] x) => (y) { y = Concat<axis = 0>(x, "") }'),
    row(
        17,
        '(float[2,2] x) => (y) <int64 n = {0}> { y = Loop(n, "", x) <body = b (int64 i, bool g, float[] s) => (bool h, float[] o)'
        ' { h = Identity(g) w = Concat<axis = 0>(s, "") o = Relu(s) }> }',
    ),
    row(
        17,
        '(float[2,2] x) => (y) <int64 n = {1}> { y = Loop(n, "", x) <body = b (int64 i, bool g, float[] s) => (bool h, float[] o)'
        ' { h = Identity(g) w = Concat<axis = 0>(s, "") o = Relu(s) }> }',
    ),
    # Conv and its like: a loader that does not know both ranks leaves more to the kernel.
    row(17, "(float[4,1] x, float[] w) => (y) { y = Conv(x, w) }", shapes={"w": (3, 1)}),
    row(17, "(float[] x, float[4,1] w) => (y) { y = Conv(x, w) }", shapes={"x": (3, 1)}),
    row(17, "(float[4] x, float[] w) => (y) { y = Conv(x, w) }", shapes={"w": (4,)}),
    row(17, "(float[4,1] x, float[3,1] w) => (y) { y = Conv(x, w) }"),
    row(17, "(uint8 x, int8 w) => (y) { y = ConvInteger(x, w) }"),
    row(17, "(uint8[1,2,4] x, int8 w) => (y) { y = ConvInteger(x, w) }"),
    row(17, "(uint8[] x, int8[8,3,3] w) => (y) { y = ConvInteger<pads: ints = []>(x, w) }", shapes={"x": (1, 3, 5)}),
    row(17, "(uint8[1,3,5] x, int8[8,3,3] w) => (y) { y = ConvInteger<pads: ints = []>(x, w) }"),
    row(17, "(float[1,3,5] x, float[8,3,A] w) => (y) { y = Conv<dilations = [1,1,1]>(x, w) }", {"A": 3}),
    row(17, "(float[1,3,5] x, float[8,3,A] w) => (y) { y = Conv<pads = [1,1,1]>(x, w) }", {"A": 3}),
    row(10, "(uint8[] x, uint8[8,3,3] w) => (y) { y = ConvInteger<strides = [0,1]>(x, w) }", shapes={"x": (1, 3, 5)}),
    row(
        19,
        "(float[1,4,5,5] x, float[2,2,C,C] w, float[1,36,5,5] o) => (y)"
        "{ y = DeformConv<group = 2, pads = [1,1,1]>(x, w, o) }",
        {"C": 3},
    ),
    row(21, "(float[2,3] x, float[] w, float[1] o) => (y) { y = DeformConv(x, w, o) }", shapes={"w": (2, 1)}),
    row(11, "(float[] x, float[2,3,2,2] w) => (y) { y = ConvTranspose<strides: ints = []>(x, w) }", shapes={"x": (1, 2, 4, 4)}),
    row(11, "(float[1,2,4,4] x, float[2,3,2,2] w) => (y) { y = ConvTranspose<strides: ints = []>(x, w) }"),
    row(11, "(float[1,2,4,4] x, float[2,3,2,K] w) => (y) { y = ConvTranspose<output_padding: ints = []>(x, w) }", {"K": 2}),
    row(1, "(float[1,2,4,4] x, float[2,3,2,K] w) => (y) { y = ConvTranspose<pads = [-1,0,0,0]>(x, w) }", {"K": 2}),
    row(22, "(float[] x, float[2,3,2,2] w) => (y) { y = ConvTranspose<dilations = [1,1,1]>(x, w) }", shapes={"x": (1, 2, 4, 4)}),
    row(22, "(float[] x, float[2,3,2,2] w) => (y) { y = ConvTranspose<strides = [2,2], output_shape = [9,9,-1,6]>(x, w) }",
        shapes={"x": (1, 2, 4, 4)}),
    row(11, "(float[1,2,4,4] x, float[2,3,2,2] w) => (y) { y = ConvTranspose<output_shape = [0,5]>(x, w) }"),
    row(19, "(float[] x, float[1,1,3,3] w, float[1,18,3,3] o) => (y) { y = DeformConv<kernel_shape: ints = [], strides: ints = []>(x, w, o) }",
        shapes={"x": (1, 1, 5, 5)}),
    row(19, "(float[1,1,5,5] x, float[1,1,3,K] w, float[1,18,3,3] o) => (y) { y = DeformConv<pads: ints = []>(x, w, o) }", {"K": 3}),
    row(1, "(float[] x) => (y) { y = MaxPool<kernel_shape = [2,2], strides: ints = []>(x) }", shapes={"x": (1, 2, 4, 4)}),
    row(19, "(float[1,2,4,4] x) => (y) { y = AveragePool<kernel_shape = [2,2], pads: ints = []>(x) }"),
    row(9, "(float[] x, int64[1,1,2,2] i) => (y) { y = MaxUnpool<kernel_shape = [2,2], strides: ints = []>(x, i) }",
        shapes={"x": (1, 1, 2, 2)}),
    row(18, "(float[1,4,9] x, int64[] m, int64[] b) => (y) { y = Col2Im<strides: ints = []>(x, m, b) }", None,
        {"m": (4, 4), "b": (2, 2)}, {"m": (2,), "b": (2,)}),
    row(18, "(float[1,4,9] x, int64[2] m, int64[2] b) => (y) { y = Col2Im<strides: ints = []>(x, m, b) }", None,
        {"m": (4, 4), "b": (2, 2)}),
    row(1, "(float[] x, float[] w) => (y) { y = Conv<pads = [-1]>(x, w) }", shapes={"x": (2, 3, 8, 9), "w": (4, 3, 3, 3)}),
    # Lists that are none.
    row(13, "(int32[3] x, int64 s) => (y) { y = Expand(x, s) }", None, {"s": (3,)}),
    row(13, "(int32[] x, int64 s) => (y) { y = Expand(x, s) }", None, {"s": (3,)}, {"x": (3,)}),
    row(13, "(int32[3] x, int64[] s) => (y) { y = Expand(x, s) }", None, {"s": (3,)}, {"s": (1, 1)}),
    row(13, "(int64[] s) => (y) { y = ConstantOfShape(s) }", None, {"s": (2, 3)}, {"s": (2, 1)}),
    row(13, "(int64[] s) => (y) { y = ConstantOfShape(s) }", None, {"s": (3,)}, {"s": ()}),
    row(9, "(float[5,6,6,1] x, float[3,7,3,3] s) => (y) { y = Upsample(x, s) }"),
    row(12, "(float[1,A,7] x, float[1,A,7] r, float[1,A,7] s) => (y) { y = Resize(x, r, s) }", {"A": 3}),
    # Axes that are out of range, and what is empty.
    row(3, "(float[2,A] x) => (y) { y = Softmax<axis = 4294967296>(x) }", {"A": 6}),
    row(1, "(float[d,4] x) => (y) { y = ReduceSum<axes = [0, 2]>(x) }", {"d": 0}),
    row(1, "(float[d,4] x) => (y) { y = ReduceSum<axes = [0, 2]>(x) }", {"d": 3}),
    row(14, "(float[2,C] x, int32[4] a) => (y) { y = CumSum(x, a) }", {"C": 0}, {"a": (0, 2, 0, 3)}),
    row(14, "(float[2,C] x, int64[1,1] a) => (y) { y = CumSum(x, a) }", {"C": 0}, {"a": (5,)}),
    row(14, "(float[2,C] x) => (y) <int64 a = {5}> { y = CumSum(x, a) }", {"C": 0}),
    row(26, "(float[2,3] x, float[n] z) => (y) <int64 k = {0}> { s = Shape(z) a = Gather(s, k) y = CumProd(x, a) }", {"n": 3}),
    row(18, "(float[2,3] x, float[n] z) => (y) { s = Shape(z) y = ReduceSum(x, s) }", {"n": 3}),
    row(20, "(float[2,8,4,2] x, float[n] z) => (y) <int64 k = {0}> { s = Shape(z) a = Gather(s, k) y = DFT(x, \"\", a) }", {"n": 3}),
    row(24, "(int32[1,1] x, float[n] z) => (y) { s = Shape(z) y = Squeeze(x, s) }", {"n": 2}),
    row(24, "(int32[1,4] x, float[n] z) => (y) { s = Shape(z) y = Squeeze(x, s) }", {"n": 1}),
    row(25, "(int64[4,1] x, float[n,1,1] z) => (y) { s = Shape(z) y = Unsqueeze(x, s) }", {"n": 3}),
    row(25, "(int64[4,1] x, float[n] z) => (y) { s = Shape(z) y = Unsqueeze(x, s) }", {"n": 3}),
    row(26, "(float x) => (y) { y = Squeeze(x, \"\") }"),
    # Batches of GatherND are counted, not compared.
    row(12, "(int32[7,2,0,3] x, int64[0] i) => (y) { y = GatherND<batch_dims = 1>(x, i) }", None, {"i": ()}),
    row(12, "(int32[7,2,1,3] x, int64[2] i) => (y) { y = GatherND<batch_dims = 1>(x, i) }", None, {"i": (0, 0)}),
    row(12, "(int32[1,2,1,3] x, int64[2] i) => (y) { y = GatherND<batch_dims = 1>(x, i) }", None, {"i": (0, 0)}),
    row(13, "(float[5] x, int64[1,d] i, float u) => (y) { y = ScatterND(x, i, u) }", {"d": 1}, {"i": (4,)}),
    row(20, "(int64[2,3] x, int64[2] i) => (y) <int64[2] i = {0, 0}> { y = GatherND(x, i) }", None, {"i": (2, 0)}),
    row(11, "(int64[] x, bool[1] c) => (y) { y = Compress(x, c) }", None, {"x": (5,), "c": (True,)}, {"x": ()}),
    row(11, "(int64 x, bool[1] c) => (y) { y = Compress(x, c) }", None, {"x": (5,), "c": (True,)}),
    # Concat: a loader compares ranks and numbers, a kernel skips what is empty.
    row(6, "(int64[1] x, int64[0,4,3] z) => (y) { y = Concat<axis = -1>(x, z) }"),
    row(6, "(int64[1] x, int64[0,4,3] z) => (y) { y = Concat<axis = 0>(x, z) }"),
    row(6, "(int64[2,3] x, int64[0] z) => (y) { y = Concat<axis = -1>(x, z) }"),
    row(13, "(int64[2,3] x, int64[] z) => (y) { y = Concat<axis = 0>(x, z) }", shapes={"z": (0, 4, 3)}),
    row(13, "(int64[] x, int64[] z) => (y) { y = Concat<axis = 0>(x, z) }", shapes={"x": (0, 3), "z": (1, 0, 5)}),
    row(13, "(int64[2,3] x, int64[3] s, int64[0] f) => (y) { z = Reshape(f, s) y = Concat<axis = 0>(x, z) }", None, {"s": (1, 0, 3)}),
    row(13, "(int64[2,3] x, int64[3] s, int64[6] f) => (y) { z = Reshape(f, s) y = Concat<axis = 0>(x, z) }", None, {"s": (1, 2, 3)}),
    row(4, "(int64[0,A] x, int64[0,5] z, int64[0,0] w) => (y) { y = Concat<axis = 0>(x, z, w) }", {"A": 3}),
    # Normalization.
    row(21, "(float16[1,7] x) => (y) { y = MeanVarianceNormalization(x) }"),
    row(13, "(float16[1,7,2,2] x) => (y) { y = MeanVarianceNormalization(x) }"),
    row(20, "(float[1] x, float[1] s, float b) => (y) { y = GroupNormalization<num_groups = 1>(x, s, b) }"),
    row(20, "(float[3] x, float[3] s, float[3] b) => (y) { y = GroupNormalization<num_groups = 3>(x, s, b) }"),
    row(17, "(float[4,5,2,3] x, float[3] s, float[3,1,0,3] b) => (y) { y = LayerNormalization(x, s, b) }"),
    row(17, "(float[2,3] x, float[3] s) => (y) <float[0] b = {}> { y = LayerNormalization(x, s, b) }"),
    row(17, "(float16[2,4] x, float16[4] s) => (y, m) { y, m = LayerNormalization<stash_type = 0>(x, s) }"),
    row(13, "(float[1,8] x, float[8] s, float[8] b) => (y) { y = SimplifiedLayerNormalization(x, s, b) }"),
    row(23, "(double[2,3,4,8] q, double[2,3,6,8] k, double[2,3,6,8] v) => (y) { y = Attention<kv_num_heads = 2>(q, k, v) }"),
    row(23, "(double[2,3,4,4] q, double[2,3,6,4] k, double[2,3,6,0] v) => (y) { y = Attention(q, k, v) }"),
    # Numbers of which the runtime reads 32 bits.
    row(21, "() => (y) { y = RandomUniform<dtype = -9223372036854775808, shape = [1, 2]>() }"),
    row(21, "() => (y) { y = RandomUniform<dtype = 4294967297, shape = [1, 2]>() }"),
    row(21, "(bool[2] x) => (y) { y = RandomUniformLike<dtype = 9223372036854775807>(x) }"),
    row(15, "(float[2,3] x) => (y) { y = EyeLike<dtype = 4294967297>(x) }"),
    row(17, "(int64 n) => (y) { y = HannWindow<output_datatype = 4294967297>(n) }", None, {"n": (3,)}),
    row(21, "(float[2,3,768] x) => (y) <int64[4] s = {0, 0, 12, -1}> { y = Reshape<allowzero = -1>(x, s) }"),
    row(21, "(float[2,3,768] x, int64[4] s) => (y) { y = Reshape<allowzero = -1>(x, s) }", None, {"s": (0, 0, 12, -1)}),
    row(23, "() => (y) <int32[1,6] x = {1, 3, 1, -1, -1, 0}> { y = Cast<saturate = 2, to = 7>(x) }"),
    row(12, "(int64[3] x) => (y) { y = ReduceSum(x) }", None, {"x": (3, -(2**63), 5)}),
    # The rest.
    row(10, "(bool[1,2,3] x, int64[2] n) => (y) { y = ReverseSequence<time_axis = -3>(x, n) }", None, {"n": (1, 2)}),
    row(9, "(float[1,3,2,8] x) => (y) { y = Crop<border = [-1, -1, 1, 0]>(x) }"),
    row(26, "(int32 x, int64 s) => (y) { y = CenterCropPad(x, s) }", None, {"s": (0,)}),
    row(11, "(seq(float[]) s, int64[2,0] i) => (y) { y = SequenceAt(s, i) }"),
    row(14, "(float[5,0,3] x, float[1,12,3] w, float[1,12,4] r) => (y) { y = GRU<hidden_size = 4>(x, w, r) }"),
    row(14, "(float[5,0,3] x, float[1,16,3] w, float[1,16,4] r) => (y) { y = LSTM<hidden_size = 4>(x, w, r) }"),
    row(13, "(float[2,d,4] x, int64[2,0] l) => (y) { y = SoftmaxCrossEntropyLoss(x, l) }", {"d": 2}),
    row(13, "(float[2,3,4] x, int64[2,0] l) => (y) { y = SoftmaxCrossEntropyLoss(x, l) }"),
    row(13, "(float[A,7,4] x, int64[A,4] l) => (y) { y = SoftmaxCrossEntropyLoss(x, l) }", {"A": 0}),
    row(13, "(float[0,7,4] x, int64[0,4] l) => (y) { y = NegativeLogLikelihoodLoss(x, l) }"),
    row(17, "(float[1,16,1] x, int64 s, float[8] w, int64 f) => (y) { y = STFT(x, s, w, f) }", None, {"s": (4,), "f": (-(2**63),)}),
    row(20, "(float[] x, int64[C] s) => (y) { y = AffineGrid(x, s) }", {"C": 6}, {"s": (2,) * 6}, {"x": (2, 3, 4)}),
    row(17, "(float[] x, float[8,3,3,3] w) => (y) { y = Conv<strides = [1]>(x, w) }", shapes={"x": (2, 3, 8, 9)}),
    row(17, "(float[] x, float[8,3,3,3] w) => (y) { y = Conv<strides = [1,1,1]>(x, w) }", shapes={"x": (2, 3, 8, 9)}),
    row(19, "(float[1,0,5,5] x, float[2,0,3,3] w, float[1,18,3,3] o) => (y) { y = DeformConv(x, w, o) }"),
    row(19, "(float[1,1,2,5] x, float[1,1,3,3] w, float[1,18,1,2] o) => (y) { y = DeformConv<strides = [2, 2], dilations = [2, 1]>(x, w, o) }"),
    row(11, "(seq(float[2,3]) s) => (y) { y = ConcatFromSequence<axis = 0, new_axis = 2>(s) }"),
    row(11, "(seq(float[]) s) => (y) { y = ConcatFromSequence<axis = 0, new_axis = -1>(s) }"),
    row(18, "(float[0,0,4] x) => (y) <int64[2] a = {0, 4}> { y = ReduceProd(x, a) }"),
    row(11, "(float[0,4] x) => (y) { y = ReduceSumSquare<axes = [0, 2]>(x) }"),
    row(13, "(float[0] x) => (y) <int64[0] e = {}> { s = Identity(e) z = Reshape(x, s) y = Resize(z, \"\", \"\", s) }"),
    row(13, "(float[2,3] x, int64[2] r) => (y) { y = Tile(x, r) }", None, {"r": (2, 2**32 + 1)}),
    row(18, "(float[1,1,10,10] x, float[B] r) => (y) <float[4] s = {1, 1, 2, 2}>"
        "{ y = Resize<coordinate_transformation_mode = \"tf_crop_and_resize\">(x, r, s) }", {"B": 5}),
    row(11, "(int64[6] x, float[d] z) => (y) <int64[1] one = {1}> { a = Shape(z) y = Slice(x, one, one, a) }", {"d": 7}),
    row(12, "(float[3,1,6] x, int64[1,d] i) => (y) { y = GatherND<batch_dims = 1>(x, i) }", {"d": 2}, {"i": (0, 0)}),
    row(9, "(int64[2,1] x) => (y) { y = TfIdfVectorizer<mode = \"TF\", min_gram_length = 1, max_gram_length = 1,"
        "max_skip_count = 0, ngram_counts = [0], ngram_indexes = [0, 1], pool_int64s = [5, 5]>(x) }"),
    row(18, "(float[1,0,3] x, int64[1] s, int64[1] b) => (y) { y = Col2Im(x, s, b) }", None, {"s": (4,), "b": (2,)}),
    row(16, "(float[2,1] x, float[1,3] e) => (y, z) { y, z = Scan(x, e) <num_scan_inputs = 1, body = b"
        "(float[2,a] s, float[el] t) => (float[p,q] o, float c) { o = Concat<axis = 0>(s, s) c = ReduceMax<keepdims = 0>(t) }> }"),
    row(11, "(float[1,1,2,2] x, int64[1,1,2,2] i) => (y) { y = MaxUnpool<kernel_shape = [2,2]>(x, i, \"\") }"),
    row(23, "(float[2,3,4,0] q, float[2,3,6,0] k, float[2,3,6,10] v) => (y) { y = Attention(q, k, v) }"),
    row(10, "(int64[2] s, uint8[6,2] x) => (y) <uint8[1,2] w = {2, 1}> { t = Reshape(x, s) y = ConvInteger(t, w) }", None, {"s": (6, 2)}),
    row(12, "(uint8[1,3,6] x, float xs, uint8 xz, uint8[] w, float[8] ws, uint8[8] wz, float ys, uint8 yz) => (y)"
        "{ y = QLinearConv(x, xs, xz, w, ws, wz, ys, yz) }", shapes={"w": (8, 3, 3)}),
    row(20, "(float[6] x, float s, float b) => (y) { y = GroupNormalization<num_groups = -1>(x, s, b) }"),
    row(22, "(float[1,1,2,2] x, int64[1,1,2,2] i) => (y) { y = MaxUnpool<kernel_shape = [2,2], pads = [1,-1,1,1]>(x, i) }"),
    row(23, "(double[2,3,4,8] q, double[d,3,6,8] k, double[2,1,6,8] v) => (y) { y = Attention(q, k, v) }", {"d": 1}),
    row(22, "(float[A,3,8,9] x, float[8,3,3,A] w) => (y) { y = Conv(x, w) }", {"A": 0}),
    row(22, "(float[1,5] x, int64[d,1] p) => (y) { y = Pad(x, p) }", {"d": 1}, {"p": (0,)}),
    row(17, "(int64 n) => (y) { y = BlackmanWindow<output_datatype = 10>(n) }", None, {"n": (5,)}),
    row(20, "(string[2] x) => (y) { y = RegexFullMatch<pattern = \"(\">(x) }"),
    row(19, "(float[4] x, int64[1] k) => (y) <int64[1] e = {4}, int64[2] p = {-1, 1}> { s = Slice(x, k, e) y = Pad<mode = \"edge\">(s, p) }", None, {"k": (4,)}),
    row(17, "(float[2,3,8] x, float[8] s) => (y, m) { y, m = SimplifiedLayerNormalization<stash_type = 0>(x, s) }"),
    row(20, "(string[2] x) => (y) { y = RegexFullMatch<pattern = \"[](]a)\">(x) }"),
    row(20, "(string[2] x) => (y) { y = RegexFullMatch<pattern = \"([(^)]+|b)\">(x) }"),
    row(20, "(string[2] x) => (y) { y = RegexFullMatch<pattern = \"[a\">(x) }"),
    row(9, "(int64[4] s, float16[2,5,3,4] x) => (y) { t = Reshape(x, s) y = Multinomial(t) }", None, {"s": (2, 5, 3, 4)}),
    row(21, "(float[] x) => (y) { y = Multinomial(x) }", shapes={"x": (6, 2, 0, 2)}),
    row(21, "(float[2,3,4] x) => (y) { y = Multinomial(x) }"),
    row(14, "(float[4,3,4] x, int64[1] e) => (y) <int64[1] z = {0}, int64[2,1] l = {0, 0}>"
        "{ s = Slice(x, z, e) y = NegativeLogLikelihoodLoss(s, l) }", None, {"e": (2,)}),
    row(11, "(float[] x) => (y) { y = Softmax(x) }", shapes={"x": (0,)}),
    row(13, "(float[A] x) => (z) <int64[1] r = {4294967296}> { y = Tile(x, r) z = Shape(y) }", {"A": 2}),
    row(10, "(uint8[2,3] x, uint8[3,4] b, uint8[1,1] z) => (y) { y = MatMulInteger(x, b, \"\", z) }"),
    row(10, "(uint8[2,3] x, uint8[3,4] b, uint8[1,4] z) => (y) { y = MatMulInteger(x, b, \"\", z) }"),
    row(13, "(uint32[2,0] x, uint32[0,3] z) => (y) { y = MatMul(x, z) }"),
    row(22, "(float[5,3] x, int64[2] s, float[5,3] f) => (y) { w = Reshape(f, s) y = Conv(x, w) }", None, {"s": (5, 3)}),
    row(13, "(float[5,3] x, int64[2] s, float[5,3] f) => (y) { w = Reshape(f, s) y = Conv(x, w) }", None, {"s": (5, 3)}),
    row(17, "(float[1,16,1] x, float[] w) => (y) <int64 s = {4}> { y = STFT(x, s, w) }", shapes={"w": (8,)}),
    row(17, "(float[d,3] x, float[3] s) => (y) <float[0] e = {}> { b = Identity(e) y = LayerNormalization(x, s, b) }", {"d": 2}),
    row(17, "(float[S,S,2] x) => (y) <int64[6] p = {1, 1, 0, 2, 0, 0}> { y = Pad<mode = \"edge\">(x, p) }", {"S": 0}),
    row(13, "(float[S,T] x) => (y) <float c = {0.25}>"
        "{ s = Shape(x) f = Cast<to = 1>(s) m = Mul(f, c) u = Ceil(m) i = Cast<to = 7>(u) y = Mod(i, i) }", {"S": 0, "T": 4}),
    row(17, "(float[4,3] x, int64 k, bool b) => (y, z) <int64 c = {3}> { y, z = Loop(k, b, x) <body = b"
        "(int64 i, bool g, float[4,a,1] s) => (bool h, float[p,q] o, float[u,v] w) { o = Relu(s) h = Less(i, c) w = Identity(s) }> }",
        None, {"k": (0,), "b": (False,)}),
    row(13, "(float[4,2,S] x) => (y) <int64 one = {1}, int64 three = {3}>"
        "{ s = Shape(x) g = Greater(s, one) w = Where(g, s, one) m = Mod(w, s) h = Greater(m, three) y = Where(h, m, three) }", {"S": 5}),
    row(22, "(float[1,1,2,5] x, float[] w) => (y) { y = Conv<pads = [-1,0,0,0]>(x, w) }", shapes={"w": (1, 1, 1, 3)}),
    row(22, "(float[1,1,2,5] x, float[1,1,1,3] w) => (y) { y = Conv<pads = [-1,0,0,0]>(x, w) }"),
    row(22, "(float[1,1,2,5] x) => (y) { y = MaxPool<kernel_shape = [1,3], pads = [-1,0,0,0]>(x) }"),
    row(22, "(float[] x) => (y) { y = MaxPool<kernel_shape = [1,3], pads = [-1,0,0,0]>(x) }", shapes={"x": (1, 1, 2, 5)}),
    row(17, "(int64 n) => (z) { y = BlackmanWindow(n) z = Size(y) }", None, {"n": (2**63 - 1,)}),
    row(9, "(int64[3] s) => (y) { y = ConstantOfShape(s) }", None, {"s": (10**9,) * 3}),
    row(8, "(uint64[2,1] x, int64[2] s) => (y) { y = Expand(x, s) }", None, {"x": (0, 0), "s": (2, 2**63 - 1)}),
    row(18, "(float[10,7] x) => (y) <int64[1] s = {4294967297}> { t = Identity(s) y = CenterCropPad(x, t) }"),
    row(18, "(float[2,0] x, int64[2] s) => (y) { y = CenterCropPad(x, s) }", None, {"s": (2**31, 0)}),
    row(
        23,
        "(double[2,3,4,8] q, double[2,3,6,8] k, double[2,1,6,8] v, bool[4,6] m) => (y) { y = Attention(q, k, v, m) }",
    ),
    row(23, "(double[2,0,4,8] q, double[2,3,6,8] k, double[2,3,6,8] v) => (y) { y = Attention(q, k, v) }"),
    row(23, "(float[2,3,4,8] q, float[2,3,6,8] k, float[2,3,6,8] v, uint64[4,6] m) => (y) { y = Attention<is_causal = 1>(q, k, v, m) }"),
    row(16, "(float x) => (y) { y = MeanVarianceNormalization(x) }"),
    row(10, "(uint8[1,2,4,5] x, uint8[8,2,0,2] w) => (y) { y = ConvInteger(x, w) }"),
    row(23, "(float[1,3,2,8] x, float[5,4] c, float[5,4] s) => (y) <int64[1,2] p = {-3, 4}> { y = RotaryEmbedding(x, c, s, p) }"),
    row(26, "(float[] x) => (y) <int64[0] i = {}> { y = GatherND(x, i) }", shapes={"x": ()}),
    row(13, "(float[1,2,3,B] x, int64[B,2] s) => (y) { y = Resize(x, \"\", \"\", s) }", {"B": 4}, {"s": (1, 2, 5, 6) * 2}),
    row(14, "(float[5,0,3] x, float[1,4,3] w, float[1,4,4] r) => (y) { y = RNN<hidden_size = 4>(x, w, r) }"),
    # What only a loader looks at, where it knows the rank.
    row(11, "(float[] x) => (y) { y = ArgMax<axis = 2>(x) }", shapes={"x": (0, 5)}),
    row(13, "(float[0,5] x) => (y) { y = ArgMax<axis = 2>(x) }"),
    row(12, "(float[] x) => (y) { y = ArgMin<axis = 2>(x) }", shapes={"x": (3, 5)}),
    row(11, "(float f, int64[0] s) => (y) { x = Reshape(f, s) y = ArgMax(x) }", None, {"s": ()}),
    row(11, "(float[0] f, int64[1] s) => (y) { x = Reshape(f, s) y = ArgMax<axis = -3>(x) }", None, {"s": (0,)}),
    row(9, "(float[] x) => (y) { y = Flatten<axis = -2>(x) }", shapes={"x": (2, 3, 4)}),
    row(10, "(float[] x, int64[1] k) => (y, z) { y, z = TopK<axis = 9223372036854775807>(x, k) }", None, {"k": (2,)}, {"x": (2, 4)}),
    row(10, "(float[2,4] x, int64[1] k) => (y, z) { y, z = TopK<axis = 9223372036854775807>(x, k) }", None, {"k": (2,)}),
    row(24, "(float[] x, float[] u) => (y) { y = TensorScatter<axis = 9223372036854775807>(x, u) }", shapes={"x": (2, 4), "u": (2, 4)}),
    row(1, "(float[] x, float[] r) => (y) { y = MaxRoiPool<pooled_shape = [2,3]>(x, r) }", shapes={"x": (1, 1, 3, 8, 8), "r": (0, 5, 1)}),
    row(1, "(float[] x, float[] r) => (y) { y = MaxRoiPool<pooled_shape = [2,3]>(x, r) }", shapes={"x": (0, 3, 8, 8), "r": (1, 5)}),
    row(16, "(float[1,1,3,8,8] x, float[2,4] r, int64[2] i) => (y) { y = RoiAlign(x, r, i) }", None, {"i": (0, 0)}),
    row(20, "(float[] x, int64[] s) => (y) { y = AffineGrid(x, s) }", None, {"s": (2, 3, 4, 5, 6)}, {"x": (2, 3, 4), "s": (5, 1)}),
    row(20, "(float[2,d,2] x, int64[] s) => (y) { y = AffineGrid(x, s) }", {"d": 3}, {"s": (2, 3, 4, 5, 6)}, {"s": (5,)}),
    row(18, "(float[1,12,3] x, int64[m] i, int64[n] b) => (y) { y = Col2Im<strides = [1,1]>(x, i, b) }", {"m": 1, "n": 1}, {"i": (4,), "b": (2,)}),
    row(13, "(float[0,0] f, int64[2] s) => (y) { x = Reshape(f, s) y = ReduceMean<axes = [2]>(x) }", None, {"s": (0, 0)}),
    row(9, "(int64[1,2] f, int64[2] s) => (y) { x = Reshape(f, s) y = ConstantOfShape(x) }", None, {"f": (2, 3), "s": (1, 2)}),
    row(8, "(float[1,1] x) => (y) <int64[1,2] s = {2, 3}> { y = Expand(x, s) }"),
    row(13, "(float[2,3] x, int64[] s) => (y) { y = Resize(x, \"\", \"\", s) }", None, {"s": (3, 2)}, {"s": (2,)}),
    row(18, "(float[2,3] x, int64[1,2] s) => (y) { y = Resize(x, \"\", \"\", s) }", None, {"s": (3, 2)}),
    row(11, "(float[] x, float[8,3,3,0] w) => (y) { y = Conv(x, w) }", shapes={"x": (0, 3, 8, 9)}),
    row(11, "(float[] x, float[8,3,3,3] w) => (y) { y = Conv<dilations = [2,2,2]>(x, w) }", shapes={"x": (1, 3, 4, 5)}),
    row(11, "(float[] x, float[8,3,3,3] w) => (y) { y = Conv<pads = [9,1,1,1,1]>(x, w) }", shapes={"x": (1, 3, 4, 5)}),
    row(18, "(float[] x, int64[2] s) => (y, z) { y, z = Split<num_outputs = -1>(x, s) }", None, {"s": (2, 3)}, {"x": (5,)}),
    row(18, "(float[6] x) => (y, z, w) { y, z, w = Split<num_outputs = 2>(x) }"),
    row(18, "(float[] x) => (y, z, w) { y, z, w = Split<num_outputs = 2>(x) }", shapes={"x": (6,)}),
    row(26, "(float[5,3] x) => (y) { y = BitCast<to = 4294967302>(x) }"),
    row(20, "(float16[2,3] x) => (y) { y = Gelu<approximate = \"away\">(x) }"),
    row(17, "(float[2,b,1] x, float[] w) => (y) <int64 s = {4}> { y = STFT(x, s, w) }", {"b": 16}, shapes={"w": (8,)}),
    row(17, "(float[2,16,1] x, float[] w) => (y) <int64 s = {4}> { y = STFT(x, s, w) }", shapes={"w": (8,)}),
    row(17, "(float[2,b,1] x, float[8,1] w) => (y) <int64 s = {4}> { y = STFT(x, s, w) }", {"b": 16}),
    # Kernels.
    row(12, "(float[2,0] x, int64[2,5,2] i) => (y) { y = GatherND<batch_dims = -1>(x, i) }", None, {"i": (0,) * 20}),
    row(12, "(float[2,3] x, int64[2,1] i) => (y) { y = GatherND<batch_dims = -1>(x, i) }", None, {"i": (0, 0)}),
    row(11, "(float[4,2] x, int64 s) => (y) { y = SplitToSequence<keepdims = 0>(x, s) }", None, {"s": (1,)}),
    row(11, "(float[5,0] x, int64 s) => (y) { y = SplitToSequence<keepdims = 0>(x, s) }", None, {"s": (2,)}),
    row(13, "(int64[3] x, int64 z) => (y) { y = Max(x, z) }", None, {"x": (2**31, 2**31 - 1, 2**32 + 3), "z": (0,)}),
    row(13, "(int64[1] x, int64 a, int64 b) => (y) { y = Clip(x, a, b) }", None, {"x": (2**31,), "a": (-10,), "b": (10,)}),
    row(13, "(int64[2] x) => (y) { y = Sign(x) }", None, {"x": (2**31, 5)}),
    row(18, "(float[0,0] x, int64[2] s) => (y) { y = CenterCropPad(x, s) }", None, {"s": (4, 2**31)}),
    row(23, "(float[2,3,4,8] q, float[2,3,6,8] k, float[2,3,6,8] v) => (y) { y = Attention<q_num_heads = 4294967299>(q, k, v) }"),
    row(23, "(float[2,4,24] q, float[2,6,24] k, float[2,6,24] v) => (y) { y = Attention<q_num_heads = 2147483648, kv_num_heads = 3>(q, k, v) }"),
    row(23, "(float16[2,3,4,8] q, float16[2,3,6,8] k, float[2,3,6,8] v) => (y) { y = Attention<softmax_precision = -1>(q, k, v) }"),
    row(23, "(float[2,3,4,8] q, float[2,3,6,8] k, float[2,3,6,8] v, int64[4,6] m) => (y) { y = Attention<scale = -1.0>(q, k, v, m) }"),
    row(23, "(float[2,3,4,8] q, float[2,3,6,8] k, float[2,3,6,8] v) => (y, a, b, c) { y, a, b, c = Attention<qk_matmul_output_mode = 4>(q, k, v) }"),
    row(25, "(float[2,3,4,8] q, float[2,3,6,8] k, float[2,3,6,8] v) => (y) { y = Attention<left_window_size = 2>(q, k, v) }"),
    row(23, "(float[2,0,4,8] q, float[2,3,6,8] k, float[2,3,6,8] v) => (y) { y = Attention(q, k, v) }"),
    row(14, "(float[2,3] x, float[3] s, float[3] t, float[3] u, float[3] v) => (y)"
        "{ y = BatchNormalization<training_mode = 4294967296>(x, s, t, u, v) }"),
    row(14, "(float[2,3] x, float[3] s, float[3] t, float[3] u, float[3] v) => (y, a)"
        "{ y, \"\", a = BatchNormalization<training_mode = 2>(x, s, t, u, v) }"),
    row(7, "(float[2,3] x, float[3] s, float[3] t, float[3] u, float[3] v) => (y, a, b, c, d)"
        "{ y, a, b, c, d = BatchNormalization<spatial = 0>(x, s, t, u, v) }"),
    row(10, "(uint8[2,3] x, uint8[3,4] b, uint8[1,1] z) => (y) { y = MatMulInteger(x, b, z) }"),
    row(10, "(float s, uint8 z, uint8[0,3,3] w, float[0] v, uint8[1,3,6] x) => (y) <uint8[0] u = {}> { y = QLinearConv(x, s, z, w, v, u, s, z) }"),
    row(14, "(float[5,2,3] x, float[1,4,3] w, float[1,4,4] r) => (y) { y = RNN<hidden_size = 4, activations: strings = []>(x, w, r) }"),
    row(14, "(float[5,2,3] x, float[1,12,3] w, float[1,12,4] r) => (y) { y = GRU<hidden_size = 4, linear_before_reset = 2147483648>(x, w, r) }"),
    row(20, "(float[2,8,4,1] x) => (y) { y = DFT(x, \"\", \"\") }"),
    row(17, "(float[2,16] x, int64 s, float[0,8] w) => (y) { y = STFT(x, s, w) }", None, {"s": (4,)}),
    row(13, "() => (y) { y = Constant<value = float[2] {1, 2}>(\"\") }"),
    # Declared sizes of a Scan's body, and what a state becomes in the only round.
    row(17, "(float[N,2] x) => (y, z) { y, z = Scan<num_scan_inputs = 1, body = b (float[a,b] s, float[b] e)"
        " => (float[1,d] o, float[f] p) { o = Concat<axis = 1>(s, s) p = Identity(e) }>(x, x) }", {"N": 1}),
    row(13, "(float[4,S,4] x, float[1,1] v) => (y, z) { y, z = Scan<num_scan_inputs = 1, body = b (float[4,4,a] s, float[] e)"
        " => (float[b,c,d] o, float[f] p) { o = Concat<axis = 0>(s, s) p = Sigmoid(e) }>(x, v) }", {"S": 3}),
    row(11, "(float[1,8,6,S] x, bool k) => (v) { w = Concat<axis = 2>(x, x) v = If(k) <else_branch = e () => (float[12,1,8,1] b)"
        " { a, b = Scan(x, w) <num_scan_inputs = 1, scan_input_axes = [2], body = b (float[] s, float[q,8,2] e) => (float[] t, float[r,8,2] u)"
        " { t = Relu(s) u = Sigmoid(e) }> }, then_branch = t () => (float[c,d,e,f] o) { o = Relu(w) }> }", {"S": 2}, {"k": (0,)}),
    row(17, "(float[2] x, float[L] w, bool k) => (y) { y = If(k) <then_branch = t () => (float[] u) { v, u = Scan<num_scan_inputs = 1,"
        " body = b (float[a] s, float e) => (float[1] o, float p) { o = Concat<axis = 0>(s, s) p = Identity(e) }>(x, w) },"
        " else_branch = e () => (float[] r) { r = Identity(w) }> }", {"L": 1}, {"k": (0,)}),
    row(17, "(float[2,N] x, float[L] w) => (y, z) { y, z = Scan<num_scan_inputs = 1, body = b (float[a,b] s, float e)"
        " => (float[2,c] o, float p) { o = Concat<axis = 0>(s, s) p = Identity(e) }>(x, w) }", {"N": 3, "L": 1}),
    row(21, "(float[4,S,2] x, bool[1] k) => (z) { v = If(k) <else_branch = e () => (float[4,1,a] p) { p = Max(x, x) },"
        " then_branch = t () => (float[b,1,2] q) { q = Relu(x) }> y, z = Scan<num_scan_inputs = 1, scan_input_axes = [2],"
        " body = b (float[c,d,e] s, float[] e) => (float[f,g,h] o, float[i,3] p) { o = Relu(s) p = Sigmoid(e) }>(v, v) }",
        {"S": 1}, {"k": (1,)}),
    row(21, "(float[S,8,2] x, float[L,2,2,8] w) => (y, z) <int64[2] c = {1, 1}> { p, q = Split(x, c) y, z = Scan<num_scan_inputs = 1,"
        " body = b (float[1,a,b] s, float[] e) => (float[] o, float[] r) { o = Concat<axis = 0>(s, s) r = Relu(e) }>(q, w) }", {"S": 2, "L": 1}),
    row(17, "(float[N] x, float[M] w) => (y, z) <float[2] k = {1.0, 2.0}> { y, z = Scan<num_scan_inputs = 1,"
        " body = b (float[a] s, float[] e) => (float[] o, float[] p) { o = Identity(k) p = Identity(e) }>(x, w) }", {"N": 3, "M": 1}),
    row(18, "(float[B,4] h, float[T,C,3] x, float[3,4] w) => (y, z) { y, z = Scan<num_scan_inputs = 1, body = b (float[n,4] s, float[m,3] e)"
        " => (float[n,4] o, float[n,4] p) { q = MatMul(e, w) a = Add(q, s) o = Tanh(a) p = Identity(o) }>(h, x) }", {"B": 1, "T": 1, "C": 2}),
    # A product of which one factor is stated only where a window fits.
    row(17, "(float[B,1,4,W] x) => (y) { a = MaxPool<kernel_shape = [2,2], strides = [2,2]>(x) b = MaxPool<kernel_shape = [2,2], strides = [2,2]>(a)"
        " f = Flatten<axis = 0>(b) t = Transpose(f) y = ArgMax<axis = 0>(t) }", {"B": 2, "W": 1}),
    # Nodes that no output needs are run.
    row(17, "(float[2,3] x, float[A,2] w) => (y) { y = Relu(x) z = MatMul(x, w) }", {"A": 4}),
    row(17, "(float[2,3] x, float[A,2] w) => (y) { y = Relu(x) z = MatMul(x, w) }", {"A": 3}),
    # A branch that does not run makes nothing of what it declares.
    row(11, "(float[6,3,2,4] x, bool k) => (z) <float[2,6,1,2] w = {1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1}> { y = If(k)"
        " <then_branch = t () => (float[a,b,c,d] p) { p = Relu(x) }, else_branch = e () => (float[f,g,h,i] q)"
        " { r = Transpose<perm = [0,1]>(x) q = Concat<axis = 1>(x, r) }> z = Conv(y, w) }", None, {"k": (1,)}),
    row(21, "(float[S,4] x) => (z) <int64 c = {1}> { s = Shape(x) e = Equal(s, c) w = Where(e, s, c) z = ConstantOfShape(w) }", {"S": 3}),
    row(9, "(float[2,3] x) => (y) { y, z = Affine(x) }"),
)  # fmt: skip

# Calls of other domains, beside opset 17.
MICROSOFT = (
    # Lists that a loader counts, and a kernel does not; sums beside nothing; windows that nobody looks at.
    row(17, "(float[] x, float[4,3,3,3] w, float[4,4,3,4] z) => (y) { y = com.microsoft.FusedConv<pads = [-1,1,1,1]>(x, w, \"\", z) }",
        shapes={"x": (2, 3, 3, 4)}),
    row(17, "(uint8[] x, uint8[4,2,3] w) => (y) { y = ConvInteger<pads = [1,0,1,5]>(x, w) }", shapes={"x": (1, 2, 7)}),
    row(17, "(float[2,1,4,4] x, float[0,1,3,3] w, float[9] z) => (y) { y = com.microsoft.FusedConv(x, w, \"\", z) }"),
    row(17, "(float[] x, float[3,1,4,0] w) => (y) { y = Conv(x, w) }", shapes={"x": (0, 1, 5, 4)}),
    row(17, "(float[] x, float[3,0,0,0] w) => (y) { y = com.microsoft.FusedConv<auto_pad = \"SAME_UPPER\">(x, w) }", shapes={"x": (2, 0, 5, 4)}),
    # A row on the left of a Gemm.
    row(17, "(float[4] x, float[] w) => (y) { y = com.microsoft.FusedGemm<activation = \"Relu\">(x, w) }", shapes={"w": (4, 6)}),
    row(13, "(float[4] x, float[] w) => (y) { y = Gemm(x, w) }", shapes={"w": (4, 6)}),
    row(17, "(uint8[d] x, float s, uint8 z, int8[] w, float t, int8 u) => (y) { y = com.microsoft.QGemm(x, s, z, w, t, u) }",
        {"d": 0}, shapes={"w": (0, 6)}),
    # Attention: pasts, biases, masks, heads without elements.
    row(17, "(float[2,4,6] x, float[2,4,2] v, float[2,2,7,3] p) => (y, a, b) { y, a, b = com.microsoft.MultiHeadAttention<num_heads = 2>(x, x, v, \"\", \"\", \"\", p, p) }"),
    row(17, "(float[0,2,1] x, float[0,2,4] v, float[6] b) => (y) { y = com.microsoft.MultiHeadAttention<num_heads = 2>(x, x, v, b) }"),
    row(17, "(float[2,0,4] q, float[2,3,4] k, float[2,3,3] v) => (y) { y = com.microsoft.MultiHeadAttention<num_heads = 2>(q, k, v) }"),
    row(17, "(float[2,3,2] q, float[2,0,2] k, float[2,0,1] v) => (y) { y = com.microsoft.MultiHeadAttention<num_heads = 2>(q, k, v) }"),
    row(17, "(float[1,0,0] x) => (y) { y = com.microsoft.MultiHeadAttention<num_heads = 2>(x, x, x) }"),
    row(17, "(float[1,1,4] x) => (y, b) { y, \"\", b = com.microsoft.DecoderMaskedMultiHeadAttention<num_heads = 2>(x, x, x) }"),
    row(17, "(float[1,2,4] x, float[4,12] w, float[12] b, int32[2] m) => (y) { y = com.microsoft.Attention<num_heads = 1>(x, w, b, m) }", None, {"m": (1, -100)}),
    row(17, "(float[2,3,4] x, float[4,12] w, float[12] b, int32[2] n) => (y) { y = com.microsoft.Attention<num_heads = 2>(x, w, b, \"\", \"\", \"\", n) }", None, {"n": (3, 3)}),
    row(17, "(float[1,6,16] q, float[1,6,8] k, float[1,1,5,8] p, int32[1] s, int32 t) => (y, a, b)"
        "{ y, a, b = com.microsoft.GroupQueryAttention<num_heads = 2, kv_num_heads = 1>(q, k, k, p, p, s, t) }", None, {"s": (7,), "t": (8,)}),
    row(17, "(float[1,6,16] q, float[1,1,8] k, float[1,1,5,8] p, int32[1] s, int32 t) => (y, a, b)"
        "{ y, a, b = com.microsoft.GroupQueryAttention<num_heads = 2, kv_num_heads = 1>(q, k, k, p, p, s, t) }", None, {"s": (5,), "t": (6,)}),
    # Lengths of rows in a cache: of a first prompt any, else all new tokens are among them; tables bound them too.
    row(17, "(float[1,3,32] q, float[1,3,16] k, float[1,1,5,16] p, int32[1] s, int32 t) => (y, a, b)"
        "{ y, a, b = com.microsoft.GroupQueryAttention<num_heads = 2, kv_num_heads = 1>(q, k, k, p, p, s, t) }", None, {"s": (0,), "t": (3,)}),
    row(17, "(float[1,3,32] q, float[1,3,16] k, float[1,1,5,16] p, int32[1] s, int32 t) => (y, a, b)"
        "{ y, a, b = com.microsoft.GroupQueryAttention<num_heads = 2, kv_num_heads = 1>(q, k, k, p, p, s, t) }", None, {"s": (4,), "t": (3,)}),
    row(17, "(float[1,3,32] q, float[1,3,16] k, float[1,1,5,16] p, int32[1] s, int32 t) => (y, a, b)"
        "{ y, a, b = com.microsoft.GroupQueryAttention<num_heads = 2, kv_num_heads = 1>(q, k, k, p, p, s, t) }", None, {"s": (1,), "t": (4,)}),
    row(17, "(float[1,3,32] q, float[1,3,16] k, float[1,1,5,16] p, int32[1] s, int32 t) => (y, a, b)"
        "{ y, a, b = com.microsoft.GroupQueryAttention<num_heads = 2, kv_num_heads = 1>(q, k, k, p, p, s, t) }", None, {"s": (2,), "t": (4,)}),
    row(17, "(float[1,1,32] q, float[1,1,16] k, float[1,1,5,16] p, int32[1] s, int32 t) => (y, a, b)"
        "{ y, a, b = com.microsoft.GroupQueryAttention<num_heads = 2, kv_num_heads = 1>(q, k, k, p, p, s, t) }", None, {"s": (4,), "t": (1,)}),
    row(17, "(float[1,1,32] q, float[1,1,16] k, float[1,1,5,16] p, int32[1] s, int32 t) => (y, a, b)"
        "{ y, a, b = com.microsoft.GroupQueryAttention<num_heads = 2, kv_num_heads = 1>(q, k, k, p, p, s, t) }", None, {"s": (5,), "t": (5,)}),
    row(17, "(float[1,1,32] q, float[1,1,16] k, float[1,1,5,16] p, int32[1] s, int32 t, float[3,8] c) => (y, a, b)"
        "{ y, a, b = com.microsoft.GroupQueryAttention<num_heads = 2, kv_num_heads = 1>(q, k, k, p, p, s, t, c, c) }", None, {"s": (2,), "t": (1,)}),
    row(17, "(float[1,1,32] q, float[1,1,16] k, float[1,1,5,16] p, int32[1] s, int32 t, float[3,8] c) => (y, a, b)"
        "{ y, a, b = com.microsoft.GroupQueryAttention<num_heads = 2, kv_num_heads = 1>(q, k, k, p, p, s, t, c, c) }", None, {"s": (3,), "t": (1,)}),
    row(17, "(uint8[1,3] x, float[3] f, int64[1] e, float t) => (y) <int64[1] z = {0}, uint8 u = {0}> { s = Slice(f, z, e) y = com.microsoft.QLinearAdd(x, s, u, x, t, u, t, u) }", None, {"e": (1,)}),
    row(17, "(uint8[1,3] x, float[1] f, int64[1] e, float t) => (y) <int64[1] z = {0}, uint8 u = {0}> { s = Reshape(f, e) y = com.microsoft.QLinearAdd(x, s, u, x, t, u, t, u) }", None, {"e": (1,)}),
    row(13, "(uint8[1,3] x, float[1] f, int64[1] e, float t) => (y) <int64[1] z = {0}, uint8 u = {0}> { s = Reshape(f, e) y = com.microsoft.QLinearAdd(x, s, u, x, t, u, t, u) }", None, {"e": (1,)}),
    row(17, "(uint8[1,3] x, float[3] f, float t) => (y) <int64[1] z = {0}, uint8 u = {0}> { s = Unique(f) y = com.microsoft.QLinearAdd(x, s, u, x, t, u, t, u) }",),
    row(17, "(uint8[1,3] x, float[3] f, int64[1] e, float t) => (y) <int64[1] z = {0}, uint8 u = {0}> { s = Slice(f, z, e) y = com.microsoft.QLinearMul(x, s, u, x, t, u, t, u) }", None, {"e": (1,)}),
    row(17, "(uint8[1,3] x, float[1] f, int64[1] e, float t) => (y) <int64[1] z = {0}, uint8 u = {0}> { s = Reshape(f, e) y = com.microsoft.QLinearMul(x, s, u, x, t, u, t, u) }", None, {"e": (1,)}),
    row(13, "(uint8[1,3] x, float[1] f, int64[1] e, float t) => (y) <int64[1] z = {0}, uint8 u = {0}> { s = Reshape(f, e) y = com.microsoft.QLinearMul(x, s, u, x, t, u, t, u) }", None, {"e": (1,)}),
    row(17, "(uint8[1,3] x, float[3] f, float t) => (y) <int64[1] z = {0}, uint8 u = {0}> { s = Unique(f) y = com.microsoft.QLinearMul(x, s, u, x, t, u, t, u) }",),
    # Types that no kernel of the CPU takes: a target says so.
    row(17, "(int8[3,4] x) => (int32[3,1] y) { y = com.microsoft.ReduceSumInteger<axes = [1], keepdims = 1>(x) }"),
    row(17, "(float[2,3,4] e, float16[2,2,3,4] q) => (y, z) { y, z = com.microsoft.GemmaRotaryEmbedding(e, q, q, q, q) }"),
    row(12, "(bfloat16[3] x) => (y) { y = com.microsoft.QuickGelu(x) }"),
    row(17, "(bfloat16[3] x) => (y) { y = com.microsoft.QuickGelu(x) }"),
    row(17, "(bfloat16[3] x) => (y) { y = com.microsoft.FastGelu(x) }"),
    # A loader looks at the tables beside ids of a known rank only.
    row(11, "(int64[2] s, int32[2,3] f, float[B,C] w, float[16,C] p, float[C] g, int32[1,3] k) => (y, z) { x = Reshape(f, s)"
        " y, z = com.microsoft.EmbedLayerNormalization(x, \"\", w, p, \"\", g, g, \"\", k) }",
        {"B": 9, "C": 8}, {"s": (2, 3), "f": (0, 0, 0, 0, 0, 0), "k": (0, 0, 0)}),
    # A buffer without room, a cache of which only the past is read, a weight without bytes.
    row(17, "(float[1,1,4] q, float[1,2,n,2] k) => (y) { y = com.microsoft.DecoderMaskedMultiHeadAttention<num_heads = 2, past_present_share_buffer = 1>(q, k, k) }", {"n": 0}),
    row(17, "(float[1,1,4] q, float[1,2,n,2] k) => (y) { y = com.microsoft.DecoderMaskedMultiHeadAttention<num_heads = 2, past_present_share_buffer = 1>(q, k, k) }", {"n": 1}),
    *(
        row(17, "(float[2,1,2] q, float[2,2,5,1] p, int32[2,1,5] c, int32[1] w) => (y, a, b) <int32[1] t = {1}> { y, a, b = com.microsoft."
            "DecoderMaskedMultiHeadAttention<num_heads = 2, past_present_share_buffer = 1>(q, q, q, \"\", \"\", p, p, t, w, c) }", None,
            {"w": (1,), "c": tuple(beams)})
        for beams in ([0] * 10, [0] * 5 + [1] + [0] * 4, [0] * 6 + [1] + [0] * 3, [0, 7] + [0] * 8, [-1] + [0] * 9)
    ),
    row(17, "(float[3,32] x, uint8[A,A,B] w, float[A,A] s) => (y) { y = com.microsoft.MatMulNBits<N = 2, K = 32, block_size = 16>(x, w, s) }", {"A": 2, "B": 7}),
    row(17, "(float[3,32] x, uint8[A,A,B] w, float[A,A] s) => (y) { y = com.microsoft.MatMulNBits<N = 2, K = 32, block_size = 16>(x, w, s) }", {"A": 2, "B": 0}),
    row(17, "(float[3,32] x, uint8[4,0,b] w, float[4,2] s) => (y) { y = com.microsoft.MatMulNBits<N = 4, K = 32, block_size = 16>(x, w, s) }", {"b": 7}),
    row(17, "(float[3,32] x, uint8[4,b] w, float[4,2] s) => (y) { y = com.microsoft.MatMulNBits<N = 4, K = 32, block_size = 16>(x, w, s) }", {"b": 0}),
    row(17, "(float[32] x, uint8[] w, float[s] t) => (y) { y = com.microsoft.MatMulNBits<N = 4, K = 32, block_size = 16>(x, w, t) }", {"s": 4}, shapes={"w": (0, 2, 8)}),
    row(17, "(float[4,3,4] f, int64[1] e) => (y) <int64[1] z = {0}> { x = Slice(f, z, e) y = com.microsoft.UnfoldTensor<size = 0>(x) }", None, {"e": (2,)}),
    row(17, "(float[0,16,n,5] x) => (y) { y = com.microsoft.nchwc.MaxPool<kernel_shape = [1, 2], strides = [2, 2], ceil_mode = 1>(x) }", {"n": 0}),
    row(17, "(float[0,16,n,5] x) => (y) { y = com.microsoft.nchwc.AveragePool<kernel_shape = [1, 2], strides = [2, 2], ceil_mode = 1>(x) }", {"n": 1}),
    # Where nothing is computed, the size of a head is rounded down.
    *(
        row(17, "(float[0,0,w] x, float[0,2,0,4] k) => (y, a, b) { y, a, b = com.microsoft.MultiHeadAttention<num_heads = 2>(x, k, k) }", {"w": width})
        for width in (2, 7, 8, 9, 10)
    ),
    row(17, "(float[n,16,7,w] x) => (y) { y = com.microsoft.nchwc.GlobalAveragePool(x) }", {"n": 0, "w": 0}),
    row(17, "(float[n,16,h,7] x) => (y) { y = com.microsoft.nchwc.GlobalMaxPool(x) }", {"n": 0, "h": 0}),
    # A mode is refused, however many paddings there are.
    row(17, "(float[0,3] x, int64[d,4] p) => (y) { y = com.microsoft.Pad<mode = \"wrap\">(x, p) }", {"d": 1}, {"p": (0, 1, 0, -1)}),
    row(17, "(float[n,3] x, int64[d,4] p) => (y) { y = com.microsoft.Pad(x, p) }", {"d": 1, "n": 2}, {"p": (0, 1, 0, -1)}),
    # A cache that slides has no end.
    row(17, "(float[1,1,16] q, float[1,1,8] k, float[1,1,5,8] p, int32[1] s, int32 t) => (y, a, b) { y, a, b = com.microsoft.GroupQueryAttention"
        "<num_heads = 2, kv_num_heads = 1, local_window_size = 4, sliding_window_cache = 1>(q, k, k, p, p, s, t) }", None, {"s": (2147483647,), "t": (8,)}),
    row(17, "(float[1,3,16] q, float[1,3,8] k, float[1,1,5,8] p, int32[1] s, int32 t) => (y, a, b) { y, a, b = com.microsoft.GroupQueryAttention"
        "<num_heads = 2, kv_num_heads = 1, local_window_size = 4, sliding_window_cache = 1>(q, k, k, p, p, s, t) }", None, {"s": (1,), "t": (8,)}),
    row(17, "(float[1,3,16] q, float[1,3,8] k, float[1,1,5,8] p, int32[1] s, int32 t) => (y, a, b) { y, a, b = com.microsoft.GroupQueryAttention"
        "<num_heads = 2, kv_num_heads = 1, local_window_size = 4, sliding_window_cache = 1>(q, k, k, p, p, s, t) }", None, {"s": (2,), "t": (8,)}),
    row(17, "(float[2,1,16] q, float[2,1,8] k, float[2,1,5,8] p, int32[2] s, int32 t) => (y, a, b) { y, a, b = com.microsoft.GroupQueryAttention"
        "<num_heads = 2, kv_num_heads = 1, local_window_size = 4, sliding_window_cache = 1>(q, k, k, p, p, s, t) }", None, {"s": (100, 0,), "t": (8,)}),
    row(17, "(float[1,5,16] q, float[1,5,8] k, float[1,1,5,8] p, int32[1] s, int32 t) => (y, a, b) { y, a, b = com.microsoft.GroupQueryAttention"
        "<num_heads = 2, kv_num_heads = 1, local_window_size = 4, sliding_window_cache = 1>(q, k, k, p, p, s, t) }", None, {"s": (3,), "t": (5,)}),
    row(17, "(float[1,1,16] q, float[1,1,8] k, float[1,1,5,8] p, int32[1] s, int32 t) => (y, a, b) { y, a, b = com.microsoft.GroupQueryAttention"
        "<num_heads = 2, kv_num_heads = 1, local_window_size = 4, sliding_window_cache = 1>(q, k, k, p, p, s, t) }", None, {"s": (-1,), "t": (3,)}),
    row(17, "(float[2,5,16] q, float[2,5,8] k, float[2,1,5,8] p, int32[2] s, int32 t) => (y, a, b) { y, a, b = com.microsoft.GroupQueryAttention"
        "<num_heads = 2, kv_num_heads = 1, local_window_size = 4, sliding_window_cache = 1>(q, k, k, p, p, s, t) }", None, {"s": (4, 3,), "t": (5,)}),
    row(17, "(float[2,5,16] q, float[2,5,8] k, float[2,1,5,8] p, int32[2] s, int32 t) => (y, a, b) { y, a, b = com.microsoft.GroupQueryAttention"
        "<num_heads = 2, kv_num_heads = 1, local_window_size = 4, sliding_window_cache = 1>(q, k, k, p, p, s, t) }", None, {"s": (4, 400,), "t": (5,)}),
    row(17, "(float[1,0,4] a, float[4] d, float[6,0,4] b) => (y) { y, \"\" = com.microsoft.LinearAttentionGate(a, d, d, b) }"),
    # Scalars that are lists, where a loader sees no rank.
    row(17, "(uint8[2] a, float[] s, float t, uint8 z) => (y) { y = com.microsoft.QLinearAdd(a, s, z, a, t, z, t, z) }", shapes={"s": (1,)}),
    row(17, "(uint8[2] a, uint8[1] z) => (y) { y = com.microsoft.MulInteger(a, z, a, z) }"),
    row(17, "(uint8[2,2] a, float[1,1] s, float t, uint8 z) => (y) { y = com.microsoft.QGemm(a, s, z, a, t, z) }"),
    row(17, "(uint8[0,4] a, uint8[4,4] b, float s, uint8 z, uint8[4,1] p) => (y) { y = com.microsoft.MatMulIntegerToFloat(a, b, s, s, z, p) }"),
    row(17, "(uint8[0,4] a, uint8[4,4] b, float s, uint8 z, uint8[1,1] p) => (y) { y = com.microsoft.MatMulIntegerToFloat(a, b, s, s, z, p) }"),
    row(17, "(float s, uint8 z, uint8[2,3] a, uint8[1,0] b) => (y) { y = com.microsoft.QLinearConcat<axis = 0>(s, z, a, s, z, b, s, z) }"),
    row(17, "(float s, uint8 z, float[] t, uint8[2,3] a, uint8[1,0] b) => (y) { y = com.microsoft.QLinearConcat<axis = 0>(s, z, a, s, z, b, t, z) }"),
    row(17, "(int8[4,A] x, int8 z, float q) => (y) <float[2] s = {1, 2}> { y = com.microsoft.QLinearSoftmax<opset = 13>(x, s, z, q, z) }", {"A": 3}),
    row(17, "(uint8[2,3,2] x, float s, uint8 z) => (y) { y = com.microsoft.QLinearSoftmax<opset = 13, axis = 9223372036854775807>(x, s, z, s, z) }"),
    # Zero points of open sizes, beside indices whose rank a loader doesn't see, and sees.
    row(17, "(uint8[A,32] x, int32[] i, float[A,C] s, uint8[A,C] z) => (y) { y = com.microsoft.GatherBlockQuantized<block_size = 16, bits = 8>(x, i, s, z) }",
        {"A": 3, "C": 2}, {"i": (0, 0)}, {"i": (2,)}),
    row(17, "(uint8[10,32] x, int64[] i, float[10,4] s, uint8[a,b] z) => (y) { y = com.microsoft.GatherBlockQuantized<block_size = 16>(x, i, s, z) }",
        {"a": 10, "b": 2}, {"i": (0, 0)}, {"i": (2,)}),
    row(17, "(uint8[A,32] x, int32[] i, float[A,2] s, uint8[] z) => (y) { y = com.microsoft.GatherBlockQuantized<block_size = 16, bits = 8>(x, i, s, z) }",
        {"A": 3}, {"i": (0, 0)}, {"i": (2,), "z": (3, 2)}),
    row(17, "(uint8[A,32] x, int32[2] i, float[A,C] s, uint8[A,C] z) => (y) { y = com.microsoft.GatherBlockQuantized<block_size = 16, bits = 8>(x, i, s, z) }",
        {"A": 3, "C": 2}, {"i": (0, 0)}),
    # A bias of another size, where nothing comes out, and where something does.
    row(17, '(float[] a, int8[0,4] b, float s, float[0] c) => (y) { y = com.microsoft.DynamicQuantizeMatMul(a, b, s, "", c) }', shapes={"a": (0, 0)}),
    row(17, '(float[] a, int8[3,4] b, float s, float[7] c) => (y) { y = com.microsoft.DynamicQuantizeMatMul(a, b, s, "", c) }', shapes={"a": (0, 3)}),
    row(17, '(float[] a, int8[3,4] b, float s, float[7] c) => (y) { y = com.microsoft.DynamicQuantizeMatMul(a, b, s, "", c) }', shapes={"a": (2, 3)}),
    row(17, '(float[] a, int8[3,0] b, float s, float[7] c) => (y) { y = com.microsoft.DynamicQuantizeMatMul(a, b, s, "", c) }', shapes={"a": (2, 3)}),
    row(17, '(float[] a, int8[0,4] b, float s, float[7] c) => (y) { y = com.microsoft.DynamicQuantizeMatMul(a, b, s, "", c) }', shapes={"a": (2, 0)}),
    row(17, '(uint8[] a, int8[0,4] b, float s, float[0] c) => (y) { y = com.microsoft.MatMulIntegerToFloat(a, b, s, s, "", "", c) }', shapes={"a": (0, 0)}),
    row(17, '(uint8[] a, int8[3,4] b, float s, float[7] c) => (y) { y = com.microsoft.MatMulIntegerToFloat(a, b, s, s, "", "", c) }', shapes={"a": (0, 3)}),
    row(17, '(uint8[] a, int8[3,4] b, float s, float[7] c) => (y) { y = com.microsoft.MatMulIntegerToFloat(a, b, s, s, "", "", c) }', shapes={"a": (2, 3)}),
    row(17, '(uint8[] a, int8[3,0] b, float s, float[7] c) => (y) { y = com.microsoft.MatMulIntegerToFloat(a, b, s, s, "", "", c) }', shapes={"a": (2, 3)}),
    row(17, '(uint8[] a, int8[0,4] b, float s, float[7] c) => (y) { y = com.microsoft.MatMulIntegerToFloat(a, b, s, s, "", "", c) }', shapes={"a": (2, 0)}),
    # Several scales beside a single column: so many rows at a time.
    row(17, "(uint8[1,4,3] a, int8[3,d] b, float[2] s, float t) => (y) { y = com.microsoft.MatMulIntegerToFloat(a, b, s, t) }", {"d": 1}),
    row(17, "(uint8[4,3] a, int8[2,3,1] b, float[8] s, float t) => (y) { y = com.microsoft.MatMulIntegerToFloat(a, b, s, t) }"),
    row(17, "(uint8[2,3,3] a, int8[3,1] b, float[2] s, float t) => (y) { y = com.microsoft.MatMulIntegerToFloat(a, b, s, t) }"),
    row(17, "(uint8[n,3] a, int8[3,1] b, float[2] s, float t) => (y) { y = com.microsoft.MatMulIntegerToFloat(a, b, s, t) }", {"n": 6}),
    row(17, "(uint8[0,3] a, int8[3,1] b, float[2] s, float t) => (y) { y = com.microsoft.MatMulIntegerToFloat(a, b, s, t) }"),
    row(17, "(uint8[4,3] a, int8[3,1] b, float[4] s, float t) => (y) { y = com.microsoft.MatMulIntegerToFloat(a, b, s, t) }"),
    row(17, "(uint8[n,3] a, int8[3,1] b, float[k] s, float t) => (y) { y = com.microsoft.MatMulIntegerToFloat(a, b, s, t) }", {"n": 6, "k": 3}),
    row(17, "(uint8[4,3] a, int8[3,1] b, float[2] s, float t) => (y) { y = com.microsoft.MatMulIntegerToFloat(a, b, t, s) }"),
    row(17, "(uint8[n,3] a, int8[3,d] b, float[2] s, float t) => (y) { y = com.microsoft.MatMulIntegerToFloat(a, b, t, s) }", {"n": 6, "d": 1}),
    row(17, "(uint8[0,3] a, int8[3,1] b, float[2] s, float t) => (y) { y = com.microsoft.MatMulIntegerToFloat(a, b, t, s) }"),
    row(17, "(uint8[4,3] a, int8[3,1] b, float[3] s, float t) => (y) { y = com.microsoft.MatMulIntegerToFloat(a, b, t, s) }"),
    row(
        17, "(float[A,17] x, uint8[5,A,16] f, int64[1] e, float[C,1] s) => (y) <int64[1] z = {0}> { w = Slice(f, z, e)"
        " y = com.microsoft.MatMulNBits<N = 3, K = 17, block_size = 16, bits = 8>(x, w, s) }", {"A": 0, "C": 5}, {"e": (3,)},
    ),
    # Axes and paddings that are sizes.
    row(17, "(float[2,3] x, float[n] z) => (y) <int64 k = {0}> { s = Shape(z) g = Gather(s, k) a = Cast<to = 6>(g) y = com.microsoft.ExpandDims(x, a) }", {"n": 3}),
    row(9, "(float[2,3] x, int64[1] s, float[n] z) => (y) { a = Shape(z) y = DynamicSlice(x, s, s, a) }", {"n": 3}, {"s": (0,)}),
    row(17, "(float[n,3] x) => (y) <int64[4] p = {9223372036854775807, 0, -1, 0}> { y = com.microsoft.Pad(x, p) }", {"n": 1}),
    # Batches of products, where nothing is summed or a matrix is turned.
    row(17, "(float[2,0,3] a, float[1,3,3] b) => (y) { y = com.microsoft.FusedMatMul<transBatchA = 1>(a, b) }"),
    row(17, "(float[0,0,3] a, float[0,3,3] b) => (y) { y = com.microsoft.FusedMatMul<transBatchA = 1>(a, b) }"),
    row(17, "(float[3,1,0] a, float[7,3,0] b) => (y) { y = com.microsoft.FusedMatMul<transB = 1>(a, b) }"),
    row(17, "(float[3,1,0] a, float[7,0,3] b) => (y) { y = MatMul(a, b) }"),
    row(17, "(float[n,2,3] a, float[0,3,3] b) => (y) { y = MatMul(a, b) }", {"n": 1}),
    # The rest.
    row(17, "(double[2,2] x, double[2,1] b) => (y) { y = com.microsoft.FastGelu(x, b) }"),
    row(17, "(int32[2,7] s, float[6,1,2,3] w, float[6] b, float[20,3,3] c) => (y) { y = com.microsoft.WordConvEmbedding(s, w, b, c) }"),
    row(17, "(float[1,3,3,3] x, float[3,2,1,1] w, int64[4] p) => (y)"
        "{ y = com.microsoft.ConvTransposeWithDynamicPads<strides = [2,2], output_padding = [1,1], auto_pad = \"SAME_UPPER\">(x, w, p) }", None, {"p": (0,) * 4}),
    row(17, "(int64 x) => (y) <int64[0] s = {}> { y = com.microsoft.Range(s, x, x) }", None, {"x": (1,)}),
    row(17, "(int32[2,2] i, int32[] s, float[9,2] w, float[8,2] p, float[] g, float[2] b) => (y, m)"
        "{ y, m = com.microsoft.EmbedLayerNormalization(i, s, w, p, g, b, b) }",
        None, {"i": (0, 1, 0, 1), "s": (0, 1, 0, 1)}, {"s": (2, 2), "g": (2, 2)}),
    row(17, "(int64[2] x) => (y) { y = com.microsoft.MurmurHash3<positive = 4294967297>(x) }"),
    row(17, "(float[] x, float[2,4] r, int32[2] b, int32[2] c) => (y) { y = com.microsoft.CropAndResize(x, r, b, c) }",
        None, {"b": (0, 0), "c": (3, 5)}, {"x": (1, 1, 3, 8, 8)}),
    row(17, "(uint8[] x) => (y) { y = com.microsoft.NhwcMaxPool<kernel_shape = [2,2], pads = [-1,0,0,0], auto_pad = \"SAME_UPPER\">(x) }", shapes={"x": (2, 4, 4, 6)}),
    row(17, "(float[1,16,1,2] x) => (y) { y = com.microsoft.nchwc.MaxPool<kernel_shape = [3,3], strides = [2,2]>(x) }"),
    row(17, "(float[2,2,1] x, float[1,1,2] w) => (y) { y = com.microsoft.CausalConvWithState<channels_last = 1, dilation = 4294967297>(x, w) }"),
)  # fmt: skip
DOMAINS = '"com.microsoft" : 1, "com.microsoft.nchwc" : 1'

# Bodies of functions of the model, in which a loader checks more; x is their parameter, y the result.
FUNCTIONS = (
    # A loader does not infer the shape of a Loop's state.
    (
        13,
        "float[S0,4] x",
        "k = Constant<value_int = 2>() c = Constant<value = bool {1}>() r = If(c) <then_branch = t () => (float[a,4,1] s)"
        ' { s = Loop(k, "", p) <body = b (int64 i, bool g, float[d,e] v) => (bool h, float[f,j] o)'
        " { h = Identity(g) o = Relu(v) }> }, else_branch = e () => (float[m,n] q) { q = Relu(p) }>",
    ),
    # In a function a loader takes another default than the operator has.
    (17, "float[10] x", "r = com.microsoft.UnfoldTensor<size = 3>(p)"),
    (17, "float[10] x", "r = com.microsoft.UnfoldTensor<size = 3, step = 1>(p)"),
    (17, "float[S0] x", "r = com.microsoft.UnfoldTensor<size = 1>(p)"),
    (
        17,
        "int8[2,3] x",
        "s = Constant<value_float = 1.0>() z = Constant<value = int8 {0}>() r = com.microsoft.QLinearConcat<axis = 0>(s, z, p, s, z)",
    ),
    # In a function too: a demand that leans on the premise of a pool before it is no more than a premise.
    # A loader looks into the operator's own function.
    (13, "float[2,3] x", "r = MeanVarianceNormalization<axes = [0, 2]>(p)"),
    (18, "float[2,3] x", "r = MeanVarianceNormalization<axes = [0, 2]>(p)"),
    (13, "float[S0,3] x", "r = MeanVarianceNormalization<axes = [0, 1]>(p)"),
    (
        17,
        "float[4,2,2,S0] x",
        "q = MaxPool<kernel_shape = [2, 2], pads = [0, 0, 1, 0], strides = [1, 2]>(p) r = GlobalAveragePool(q)",
    ),
    (13, "float[2,7,4] x", "r = MeanVarianceNormalization(p)"),
    (12, "float[2,7,4] x", "r = MeanVarianceNormalization(p)"),
    (17, "float[2,7,4] x", "r = MeanVarianceNormalization<axes = [0, 1]>(p)"),
    (13, "float[2] x", "c = Constant<value_int = 3, value_float = 1.0>() q = Relu(p) r = Identity(c)"),
    (8, "float[2] x", "q = Relu(p) r = Constant<value = int64[1] {3}>()"),
    (9, "float[2] x", "q = Relu(p) r = Constant<value = int64[1] {3}>()"),
    (11, "float[0,3] x", "r = ReduceSum<axes = [5]>(p)"),
    (9, "float[2,3] x", "r = Affine(p, p)"),
    # Declarations in bodies of functions.
    (
        17,
        "float[2,3] x",
        "c = Constant<value = bool {1}>() r = If(c) <then_branch = t () => (float[2] u) { u = Relu(p) },"
        " else_branch = e () => (float[a,b] v) { v = Neg(p) }>",
    ),
    (
        17,
        "float[2,3] x",
        "c = Constant<value = bool {1}>() r = If(c) <then_branch = t () => (float[2,4] u) { u = Relu(p) },"
        " else_branch = e () => (float[a,b] v) { v = Neg(p) }>",
    ),
    (
        17,
        "float[2,3] x",
        'k = Constant<value_int = 2>() r = Loop(k, "", p) <body = b (int64[1] i, bool g, float[] s) => (bool h, float[] o)'
        " { c = Constant<value_int = 3>() h = Less(i, c) o = Relu(s) }>",
    ),
    (
        17,
        "float[2,3] x",
        'k = Constant<value_int = 2>() r = Loop(k, "", p) <body = b (int64 i, bool g, float[] s) => (bool h, float[4] o)'
        " { h = Identity(g) o = Relu(s) }>",
    ),
    (
        17,
        "float[2,3] x",
        'k = Constant<value_int = 2>() r = Loop(k, "", p) <body = b (int64 i, bool g, float[a,b,c] s) => (bool h, float[d,e] o)'
        " { h = Identity(g) o = Relu(s) }>",
    ),
    (
        17,
        "float[3,4] x",
        "q = Relu(p) y, r = Scan<num_scan_inputs = 1, body = b (float[a,b] s, float[c] e) => (float[d,e] o, float[f,1] z)"
        " { o = Relu(s) z = Sigmoid(e) }>(p, p)",
    ),
    (9, "float[2,3] x", "r, s = Affine(p)"),
    (2, "float[2] x", "q = Relu(p) r = Constant<value_floats = [0.5]>()"),
    (9, "float[2] x", "q = Relu(p) r = Constant<value_int = 3>()"),
    (11, "float[2] x", "q = Relu(p) r = Constant<value_int = 3>()"),
    (9, "float[2] x", "q = Relu(p) r = Constant<value = float[1] {3.0}, value_int = 3>()"),
)


@pytest.fixture(scope="module")
def oracle() -> Iterator[Oracle]:
    with Oracle() as started:
        yield started


@pytest.mark.parametrize("mended", [*ROWS, *MICROSOFT], ids=str)
def test_they_agree(mended: Row, oracle: Oracle) -> None:
    head = f'<ir_version: 10, opset_import: ["" : {mended.opset}, {DOMAINS}]>\n'
    model = onnx.parser.parse_model(head + mended.text)
    trial = Trial(mended.sizes, mended.contents, mended.shapes)
    found, runs = judged(Case(0, "mended", "mended", model, [trial]), oracle)
    assert runs == 1
    # The contract is about tensors with elements.
    left = [f for f in found if not f.kind.endswith("-empty") and not is_new(f)]
    assert [f"{f.kind}: {f.detail}" for f in left] == []


@pytest.mark.parametrize(("opset", "declared", "body"), FUNCTIONS)
def test_they_agree_about_functions(opset: int, declared: str, body: str, oracle: Oracle) -> None:
    head = f'<ir_version: 10, opset_import: ["" : {opset}, "local" : 1, {DOMAINS}]>\n'
    function = f'<domain: "local", opset_import: ["" : {opset}, {DOMAINS}]>\nf (p) => (r) {{ {body} }}'
    model = onnx.parser.parse_model(f"{head}g ({declared}) => (y) {{ y = local.f(x) }}\n{function}")
    found, runs = judged(Case(0, "mended", "mended", model, [Trial({"S0": 1}, {})]), oracle)
    assert runs == 1
    # The contract is about tensors with elements.
    assert [f"{f.kind}: {f.detail}" for f in found if not f.kind.endswith("-empty")] == []


@pytest.mark.parametrize("left_out", ['""', '"", ""', 'x, ""'])
def test_what_runs_with_the_default_options(left_out: str) -> None:
    # The branch of a constant If is put in its place, and loses what is left out at a node's end. The oracle
    # runs models without such changes.
    head = '<ir_version: 10, opset_import: ["" : 17]>\n'
    text = "g (float[2,2] x) => (y) <bool k = {1}> { " + _CONCAT % left_out
    result = shapeinfer.infer(onnx.parser.parse_model(head + text))
    assert [(d.code, d.severity) for d in result.diagnostics if d.severity == "error"] == []
    assert "SI027" in [d.code for d in result.diagnostics]
