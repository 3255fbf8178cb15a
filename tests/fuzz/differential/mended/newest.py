"""Single operators of which the newest release refuses what older ones run, or knows more."""

from __future__ import annotations

from tests.fuzz.differential.mended.row import row

# What only 1.32 refuses: check, which answers for the newest release, refuses it too.
ROWS = (
    # Nor do older releases know these operators.
    row(27, "(float16[3,3,2] x, float16[3,3,p] s) => (y, z) <float16[3,1,2] w = {1,1,1,1,1,1}> { y, z = CausalConvWithState(x, w, \"\", s) }", {"p": 4}),
    row(27, "(float[2,3,5] x, float[m,1,4] w) => (y, z) { y, z = CausalConvWithState(x, w) }", {"m": 6}),
    row(27, "(float[2,d,4] x, float[1,d,d] w) => (y, z) { y, z = CausalConvWithState(x, w) }", {"d": 3}),
    row(27, "(float[0,3,5] x, float[3,1,4] w, float[b,3,3] s) => (y, z) { y, z = CausalConvWithState(x, w, \"\", s) }", {"b": 2}),
    *(
        row(27, "(float[2,3,8] q, float[b,t,K] k, float[2,3,V] v, float[2,h,2,V2] s) => (y, z)"
            " { y, z = LinearAttention<q_num_heads = 4, kv_num_heads = 2, update_rule = \"linear\">(q, k, v, s) }"
            .replace("K", str(k)).replace("V2", str(v // 2)).replace("V", str(v)), {"b": b, "t": t, "h": h})
        for b, t, k, v, h in ((1, 3, 4, 6, 2), (1, 6, 4, 6, 2), (1, 3, 8, 6, 2), (2, 3, 2, 6, 2), (2, 3, 4, 6, 1))
    ),
    row(27, "(float[2,1,8] q, float[2,1,8] k, float[2,1,v] w, float[2,1,4] d) => (y, z)"
        " { y, z = LinearAttention<q_num_heads = 4, kv_num_heads = 4, update_rule = \"gated\">(q, k, w, \"\", d) }", {"v": 0}),
    row(27, "() => (y) <int16 a = {0}, int16 b = {7}, int16[1] c = {1}> { y = Range(a, b, c) }"),
    row(27, "(float16 a, float16 b) => (y) <float16 c = {0}> { y = Range(a, b, c) }", {}, {"a": (7,), "b": (2,)}),
    # A join leaves out what is empty, also where heads are packed.
    row(25, "(float[1,h,l] q, float[1,2,1] k, float[l,2,v] w, bool[1,l,h,4] m, float[1,1,h,1] p, float[0,l,h,v] r) => (y, a, b, s)"
        " { y, a, b, s = Attention<kv_num_heads = 1, q_num_heads = 1>(q, k, w, m, p, r) }", {"h": 2, "l": 1, "v": 4}),
    row(18, "(float[0,0,4] x, int64[3] a) => (y) { y = ReduceL1(x, a) }", {}, {"a": (0, 3, 0)}),
    row(13, "(float[] x, int64[2] s) => (y) { r = Reshape(x, s) y = ReduceProd<axes = [2]>(r) }", {}, {"s": (0, 0)}),
    row(13, "(float[] x, int64[2] s) => (y) { r = Reshape(x, s) y = ArgMin<axis = 2>(r) }", {}, {"s": (0, 0)}, {"x": (0,)}),
    row(13, "(float[a,b] x) => (y) { y = ArgMax<axis = -1>(x) }", {"a": 3, "b": 0}),
    row(13, "(float[a,3,b] x, float[c,d,4] y) => (z) { z = MatMul(x, y) }", {"a": 2, "b": 0, "c": 3, "d": 0}),
    row(18, "(float[n] x) => (y, z) { y, z = Split<num_outputs = 3>(x) }", {"n": 6}),
    row(25, "(float[a,2,4,8] x) => (y) { y = Attention<q_num_heads = 2, kv_num_heads = 2>(x, x, x) }", {"a": 1}),
    row(22, "(float[2,3,4] x, int64[2,4] t, float[4] w) => (y) { y = NegativeLogLikelihoodLoss(x, t, w) }", {}, {"t": (0,) * 8}),
    row(22, "(float[2,3] x, int64[q] t, float[4] w) => (y) { y = SoftmaxCrossEntropyLoss(x, t, w) }", {"q": 2}, {"t": (0, 0)}),
)  # fmt: skip
