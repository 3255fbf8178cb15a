"""LinearAttention and CausalConvWithState, which run as functions of other operators."""

from __future__ import annotations

from tests.fuzz.differential.mended.row import row

ROWS = (
    # Ranks and batches that only the functions see, and states of another batch or length; at last ranks that no loader knows.
    row(28, '(float[1,1,1] x, float[1,1,1] k, float[1,1,3] v, float[S,1,1,3] p) => (y) { y, z = LinearAttention<kv_num_heads = 1, q_num_heads = 1, update_rule = "linear">(x, k, v, p) }', {"S": 7}),
    row(28, '(float[2,1,1] x, float[2,1,1] k, float[2,1,3] v, float[1,1,1,3] p) => (y) { y, z = LinearAttention<kv_num_heads = 1, q_num_heads = 1, update_rule = "linear">(x, k, v, p) }', {}),
    row(28, '(float[3,4,1] x, float[3,4,1] k, float[3,4,2] v, float[3,1,1,2] p, float[3,4,1] d, float[] b) => (y) { y, z = LinearAttention<kv_num_heads = 1, q_num_heads = 1>(x, k, v, p, d, b) }', {}, shapes={"b": (3,4)}),
    row(27, '(float[4,2,3] x1, float[4,2,3] x2, float[] x3, float[4,1,3,2] x6, float[4,2,3] x7, float[4,2,1] x8) => ( y9) { t4, t5 = Split (x3) y9, y10 = LinearAttention <kv_num_heads: int = 1, q_num_heads: int = 1> (x1, x2, t4, x6, x7, x8) }', {}, shapes={"x3": (8,2,2,1)}),
    row(27, '(float[3,4,3] x, float[4,1,2] w, float[] p) => (y) { y, z = CausalConvWithState(x, w, "", p) }', {}, shapes={"p": (3,4,4)}),
    row(27, '(float[3,4,3] x, float[4,1,2] w, float[] p) => (y) { y, z = CausalConvWithState(x, w, "", p) }', {}, shapes={"p": (3,4,1)}),
    row(27, '(float[3,4,3] x, float[4,1,2] w, float[A,B,C] p) => (y) { y, z = CausalConvWithState(x, w, "", p) }', {"A": 3, "B": 4, "C": 4}),
    row(27, '(float[3,4,3] x, float[4,1,2] w, float[A,B,C] p) => (y) { y, z = CausalConvWithState(x, w, "", p) }', {"A": 3, "B": 4, "C": 2}),
    row(27, '(float[3,4,3] x, float[4,1,2] w, float[A,B,C] p) => (y) { y, z = CausalConvWithState(x, w, "", p) }', {"A": 1, "B": 4, "C": 1}),
    row(27, '(float[K,2,1] q, float[J,2,1] k, float[L,2,2] v, float[3,1,1,2] p, float[M,2,1] b) => (y) { y, z = LinearAttention<kv_num_heads = 1, q_num_heads = 1, update_rule = "delta">(q, k, v, p, "", b) }', {"K": 1, "J": 1, "L": 1, "M": 1}),
    row(27, '(float[K,2,1] q, float[J,2,1] k, float[L,2,2] v, float[3,1,1,2] p, float[M,2,1] b) => (y) { y, z = LinearAttention<kv_num_heads = 1, q_num_heads = 1, update_rule = "delta">(q, k, v, p, "", b) }', {"K": 3, "J": 3, "L": 3, "M": 3}),
    row(27, '(float[K,2,1] q, float[J,2,1] k, float[L,2,2] v, float[3,1,1,2] p, float[M,2,1] b) => (y) { y, z = LinearAttention<kv_num_heads = 1, q_num_heads = 1, update_rule = "delta">(q, k, v, p, "", b) }', {"K": 2, "J": 2, "L": 2, "M": 2}),
    row(27, '(float[K,2,1] q, float[J,2,1] k, float[L,2,2] v, float[R,1,1,2] p, float[M,2,1] b) => (y) { y, z = LinearAttention<kv_num_heads = 1, q_num_heads = 1, update_rule = "delta">(q, k, v, p, "", b) }', {"K": 2, "J": 2, "L": 2, "M": 2, "R": 1}),
    row(27, '(float[K,2,1] q, float[J,2,1] k, float[L,2,2] v, float[R,1,1,2] p, float[M,2,1] b) => (y) { y, z = LinearAttention<kv_num_heads = 1, q_num_heads = 1, update_rule = "delta">(q, k, v, p, "", b) }', {"K": 1, "J": 1, "L": 1, "M": 1, "R": 3}),
    row(27, '(float[A,3,1] q, float[] k, float[] v, float[A,3,1] b) => (y) { y, z = LinearAttention<kv_num_heads = 1, q_num_heads = 1, update_rule = "delta">(q, k, v, "", "", b) }', {"A": 3}, shapes={"k": (3,3,1), "v": (3,3,1)}),
    row(27, '(float[A,3,1] q, float[] k, float[A,3,1] v, float[A,3,1] b) => (y) { y, z = LinearAttention<kv_num_heads = 1, q_num_heads = 1, update_rule = "delta">(q, k, v, "", "", b) }', {"A": 3}, shapes={"k": (3,3,1)}),
    row(27, '(float[A,3,1] q, float[] k, float[] v, float[A,1,1,1] p, float[A,3,1] b) => (y) { y, z = LinearAttention<kv_num_heads = 1, q_num_heads = 1, update_rule = "delta">(q, k, v, p, "", b) }', {"A": 3}, shapes={"k": (3,3,1), "v": (3,3,1)}),
    row(27, '(float[A,3,1] q, float[A,3,1] k, float[A,3,1] v, float[] p, float[A,3,1] b) => (y) { y, z = LinearAttention<kv_num_heads = 1, q_num_heads = 1, update_rule = "delta">(q, k, v, p, "", b) }', {"A": 3}, shapes={"p": (3,1,1,1)}),
    row(27, '(float[] q, float[A,3,1] k, float[A,3,1] v, float[A,3,1] b) => (y) { y, z = LinearAttention<kv_num_heads = 1, q_num_heads = 1, update_rule = "delta">(q, k, v, "", "", b) }', {"A": 3}, shapes={"q": (3,3,1)}),
    row(27, '(float[] x, float[A,3,1] k, float[A,3,1] v, float[A,3,1] b) => (float[A,3,1] q, y) { q = Relu(x) y, z = LinearAttention<kv_num_heads = 1, q_num_heads = 1, update_rule = "delta">(q, k, v, "", "", b) }', {"A": 3}, shapes={"x": (3,3,1)}),
    row(27, '(float[] x, float[A,3,1] k, float[A,3,1] v, float[A,3,1] b, int64[3] s) => (y) { q = Reshape(x, s) y, z = LinearAttention<kv_num_heads = 1, q_num_heads = 1, update_rule = "delta">(q, k, v, "", "", b) }', {"A": 3}, {"s": (3,3,1)}, {"x": (9,)}),
    row(27, '(float[] x, float[A,3,1] k, float[A,3,1] v, float[A,3,1] b) => (y) { q = Relu(x) y, z = LinearAttention<kv_num_heads = 1, q_num_heads = 1, update_rule = "delta">(q, k, v, "", "", b) }', {"A": 3}, {}, {"x": (3,3,1)}),
)  # fmt: skip
