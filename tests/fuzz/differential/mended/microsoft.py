"""Operators of com.microsoft and com.microsoft.nchwc, and those of ONNX that behave alike."""

from __future__ import annotations

from tests.fuzz.differential.mended.row import row

ROWS = (
    # A loader that knows the width of what goes through a projection compares it.
    *(
        row(15, f"(float[{rows},{width}] x, float[2] b, float[2,{other}] p, bool k) => (y) {{ y = If(k) <then_branch = t () => (float a) {{ a = Constant<value_float = 1.0>() }},"
            f" else_branch = e () => (float c) {{ {outputs} = com.microsoft.MoEGroupRouter<top_k = 2>(x, b, p) c = Constant<value_float = 2.0>() }}> }}",
            {name: 3 for name in (rows, width) if name.isalpha()}, {"k": (True,)})
        for rows in ("2", "m", "0") for width, other in (("3", "3"), ("3", "6"), ("0", "0"), ("n", "n"), ("256", "256"))
        for outputs in ("u, v, w", '"", v, w')
    ),
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
    row(23, "(float[1,0,A] x, int64[1,B] i) => (y) { y = com.microsoft.GatherND(x, i) }", {"A": 3, "B": 2}, {"i": (0, 0)}),
    *(
        row(21, '(uint8[A,2] a, int8[2,d] b, float s, float[4] t) => (y) { y = com.microsoft.MatMulIntegerToFloat(a, b, s, t) }', {"A": rows, "d": d})
        for rows, d in ((4, 1), (3, 4), (8, 1))
    ),
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
    # A scalar made by a list that a loader does not see: its rank is known, and what a loader sees beside it too.
    row(13, "(float[2,3] x, float f, int64[0] n, int16[3] z) => (y) { s = Reshape(f, n) y = com.microsoft.QuantizeLinear(x, s, z) }", None, {"n": ()}),
    row(11, "(int8[2,1,6,4] x, float f, int64[0] n, int8 z) => (y) <float[1] s = {0.5}, int8 u = {0}>"
        "{ t = Reshape(f, n) y = com.microsoft.QLinearAveragePool<kernel_shape = [1,2]>(x, s, u, t, z) }", None, {"n": ()}),
    # No position is looked up for no rows.
    row(17, "(int32[0,3] i, float[9,8] w, float[2,8] p, float[8] g) => (y) { y, m = com.microsoft.EmbedLayerNormalization(i, \"\", w, p, \"\", g, g) }"),
    row(17, "(int32[b,3] i, float[9,8] w, float[2,8] p, float[8] g) => (y) { y, m = com.microsoft.EmbedLayerNormalization(i, \"\", w, p, \"\", g, g) }", {"b": 1}),
    # Outputs without a name, and outputs of which a loader wants all inputs.
    row(17, "(float[1,1,4] x, float[4] d) => (y) { y, \"\" = com.microsoft.LinearAttentionGate(x, d, d) }"),
    row(17, "(float[3,8] x, float[8] b) => (y) { \"\", z, y = com.microsoft.MoEGroupRouter<top_k = 2>(x, b) }"),
    row(17, "(float[3,8] x, float[8] b) => (y) { \"\", \"\", y = com.microsoft.MoEGroupRouter<top_k = 2>(x, b) }"),
    row(17, "(float[3,n] x, float[4] b, float[4,n] w) => (y) { \"\", y, z = com.microsoft.MoEGroupRouter<top_k = 2>(x, b, w) }", {"n": 256}),
    row(17, "(float[3,n] x, float[4] b, float[4,n] w) => (y) { \"\", y, z = com.microsoft.MoEGroupRouter<top_k = 2>(x, b, w) }", {"n": 128}),
    # A buffer that is shared, and no past in it; tokens of rows that differ in number.
    row(17, "(float[0,1,8] q, float[0,2,n,4] k) => (y) { z, y = com.microsoft.DecoderMaskedMultiHeadAttention<num_heads = 2, past_present_share_buffer = 1>(q, k, k) }", {"n": 0}),
    row(17, "(float[0,1,8] q, float[0,2,n,4] k) => (y) { y = com.microsoft.DecoderMaskedMultiHeadAttention<num_heads = 2, past_present_share_buffer = 1>(q, k, k) }", {"n": 0}),
    row(17, "(float[0,1,8] q, float[0,2,n,4] k) => (y) { y = com.microsoft.DecoderMaskedMultiHeadAttention<num_heads = 2, past_present_share_buffer = 1>(q, k, k) }", {"n": 3}),
    row(17, "(float[2,3,16] q, float[2,3,8] k, float[2,1,8,8] p, int32[2] s, int32 t, int32[2] n) => (y, a, b)"
        "{ y, a, b = com.microsoft.GroupQueryAttention<num_heads = 2, kv_num_heads = 1>(q, k, k, p, p, s, t, \"\", \"\", \"\", \"\", \"\", \"\", \"\", \"\", \"\", n) }",
        None, {"s": (4, 2), "t": (5,), "n": (1, 3)}),
    row(17, "(float[2,3,16] q, float[2,3,8] k, float[2,1,8,8] p, int32[2] s, int32 t, int32[2] n) => (y, a, b)"
        "{ y, a, b = com.microsoft.GroupQueryAttention<num_heads = 2, kv_num_heads = 1>(q, k, k, p, p, s, t, \"\", \"\", \"\", \"\", \"\", \"\", \"\", \"\", \"\", n) }",
        None, {"s": (6, 2), "t": (7,), "n": (1, 3)}),
    row(13, "(int8[1,1,5,3] x, float f, int64[0] n, float[d] g, int64[1] m, int8 z) => (y) <int8 u = {0}>"
        "{ s = Reshape(f, n) t = Reshape(g, m) y = com.microsoft.QLinearAveragePool<kernel_shape = [2,2]>(x, s, u, t, z) }", {"d": 1}, {"n": (), "m": (1,)}),
    # Heads are not looked at where nothing is computed, which data tells.
    row(17, "(float[0,0,3] x, int64[3] s, float[0,2,0,1] p) => (y) { q = Reshape(x, s) z, y = com.microsoft.MultiHeadAttention<num_heads = 2>(q, x, x, \"\", \"\", \"\", p, p) }",
        None, {"s": (0, 0, 3)}),
    row(17, "(float[2,2,2] x, float[2,2,2] g) => (y) { y = com.microsoft.HyperConnectionPostMix<num_branches = 1>(x, x, g) }"),
    row(17, "(float[2,2,2] x, float[2,2,2] g) => (y) { y = com.microsoft.HyperConnectionPreMix<num_branches = 1>(x, g) }"),
    # Windows with dilations beside SAME; heads without elements, of nothing that data makes.
    row(11, "(float[1,32,n,2] x) => (y) { y = com.microsoft.nchwc.MaxPool<kernel_shape = [2,2], strides = [2,2], dilations = [2,2], auto_pad = \"SAME_UPPER\">(x) }", {"n": 2}),
    row(11, "(float[1,32,n,2] x) => (y) { y = com.microsoft.nchwc.MaxPool<kernel_shape = [2,2], strides = [2,2], dilations = [2,2], auto_pad = \"SAME_UPPER\">(x) }", {"n": 5}),
    row(13, "(float[4,5,b] x, int64[1] e, float[9,d] c, int64[1] p) => (y) <int64[1] z = {0}> { s = Slice(x, z, e) y = com.microsoft.RotaryEmbedding(s, p, c, c) }", {"b": 3, "d": 0}, {"e": (0,), "p": (0,)}),
    row(17, "(float[2,4,3] x, float[3,1,3] w) => (z) { y, z = com.microsoft.CausalConvWithState<channels_last = 1, state_length = 1>(x, w) }"),
    # Weights transposed; scales and zero points of several elements.
    row(17, "(float[3,h] x, float[3,4] r, float[4,a,b] v, float[4,d] p, float[4,d,e] w, float[4,h] q) => (y) { y = com.microsoft.MoE<k = 2>(x, r, v, p, w, q) }", {"h": 4, "a": 4, "b": 8, "d": 8, "e": 4}),
    row(17, "(float[3,h] x, float[3,4] r, float[4,a,b] v, float[4,d] p, float[4,d,e] w, float[4,h] q) => (y) { y = com.microsoft.MoE<k = 2>(x, r, v, p, w, q) }", {"h": 4, "a": 8, "b": 4, "d": 8, "e": 4}),
    row(17, "(float[3,h] x, float[3,4] r, float[4,a,b] v, float[4,d] p, float[4,d,e] w, float[4,h] q) => (y) { y = com.microsoft.MoE<k = 2>(x, r, v, p, w, q) }", {"h": 4, "a": 4, "b": 4, "d": 4, "e": 4}),
    row(17, "(float s, uint8[a] z, uint8[2,3] x) => (y) { y = com.microsoft.QLinearConcat<axis = 0>(s, z, x, s, z) }", {"a": 2}),
    row(17, "(bool[3] c, float[a] s, uint8 z, uint8[3] x) => (y) { y = com.microsoft.QLinearWhere(c, x, s, z, x, s, z, s, z) }", {"a": 2}),
    # Scales of several elements are taken where they are those of the result.
    row(17, "(bool[2] c, uint8[2] x, uint8[2] y) => (o) <float[2] s = {0.5, 1}, float r = {1}, uint8 z = {0}>"
        " { o = com.microsoft.QLinearWhere(c, x, s, z, y, r, z, r, z) }"),
    row(17, "(bool[2] c, uint8[2] x, uint8[2] y) => (o) <float[2] s = {1, 0.5}, float r = {1}, uint8 z = {0}>"
        " { o = com.microsoft.QLinearWhere(c, x, s, z, y, r, z, r, z) }"),
    # Of a B without elements nothing is looked at.
    row(13, "(float[4,32] a, uint8[1,2,d] b, int32 g, float[1,2] s) => (y)"
        " { y = com.microsoft.MatMulNBits<N = 1, K = 32, block_size = 16>(a, b, s, \"\", g) }", {"d": 0}),
    row(13, "(float[1,3] a, int8[d,3,3] b, float s) => (y) <int8[3] z = {0, 0, 0}> { y = com.microsoft.DynamicQuantizeMatMul(a, b, s, z) }", {"d": 0}),
    row(26, "(float[4,d] r, int64[3] s, float[1,4,2] f, float[4,4] x, float[1,4,4] w) => (y) { v = Reshape(f, s)"
        " y = com.microsoft.MoE<activation_type = \"swiglu\", swiglu_fusion = 1, k = 1>(x, r, w, \"\", v) }", {"d": 7}, {"s": (1,4,2)}),
    row(11, "(float[4,1,4,4] x, float[1,1,1,1] w) => (z) <int64[4] p = {0, 1, 0, 1}>"
        " { y = com.microsoft.ConvTransposeWithDynamicPads<strides = [2, 2], auto_pad = \"SAME_UPPER\">(x, w, p) z = Shape(y) }"),
    row(23, "(float[2,3,c] x, float[2,1,3] w) => (z) { y, z = com.microsoft.CausalConvWithState<channels_last = 1, input_channel_offset = 1>(x, w) }",
        {"c": 2}),
    row(17, "(uint16[3,2] a, int16[7,2,3] b) => (uint32[7,3,3] y) { y = com.microsoft.MatMulInteger16(a, b) }"),
    row(17, "(float[b,4,24] q, float[b,4,24] k, float[b,4,24] v, float[b,3,8,8] c, float[b,3,8,8] d, int32[b] l, int32[b] n) => (y, s, t)"
        " <int32 total = {10}> { y, s, t = com.microsoft.GroupQueryAttention<num_heads = 3, kv_num_heads = 3>"
        "(q, k, v, c, d, l, total, \"\", \"\", \"\", \"\", \"\", \"\", \"\", \"\", \"\", n) }", {"b": 4}, {"l": (4,4,4,4), "n": (1,2,3,4)}),
    # Beside query_seqlens the cache grows as total_sequence_length says.
    *(
        row(13, "(float[1,3,16] q, float[1,3,8] k, float[1,3,8] v, float[1,1,6,8] a, float[1,1,6,8] b) => (x, y, z) <int32[1] s = {LAST},"
        " int32 t = {TOTAL}, int32[1] n = {NEW}> { x, y, z = com.microsoft.GroupQueryAttention<num_heads = 2, kv_num_heads = 1>"
        '(q, k, v, a, b, s, t, "", "", "", "", "", "", "", "", "", n) }'.replace("LAST", last).replace("TOTAL", total).replace("NEW", new))
        for last, total, new in ("381", "781", "782", "792", "331", "350", "391")
    ),
    # A loader misses the table of segments where it knows the ranks of the ids; a run where it looks one up.
    *(
        row(17, f"(int32[{ids}] i, int32[{segments}] s, float[9,3] w, float[4] g) => (y,z) <float[3] v = {{1, 1, 1}}> {{"
            ' y, z = com.microsoft.EmbedLayerNormalization(i, s, w, w, "", v, v) }', {}, {}, {"i": sizes, "s": sizes})
        for ids, segments in (("", ""), ("2,c", ""), ("", "2,c"), ("2,c", "2,c")) for sizes in ((2, 3), (2, 0))
    ),
    # The biases fit the matrices as they are, or all transposed.
    row(13, "(float[3,3,A] x, float[9,1] p, float[1,2] c, float[1,B,C] v) => (y) <float[1,2,3] w = {1, 1, 1, 1, 1, 1}>"
        ' { y = com.microsoft.MoE<activation_type = "gelu">(x, p, w, c, v) }', {"A": 2, "B": 3, "C": 2}),
    # The kernel of a CPU takes any name for the numbers that a QMoE packs.
    row(17, '(float[3,32] x, float[3,2] r, uint8[2,5,16] a, float[2,7] s, uint8[2,32,3] b, float[2,32] t) => (y) { y = com.microsoft.QMoE<quant_type = "uint4">(x, r, a, s, "", b, t) }'),
    # A loader that does not know the shape of a table refuses it, whatever else it does not see.
    row(11, "(int32[2,3] i, float[A,8] w, float[16,8] p, int64[1] s, float[8] f, float[8] b) => (y, m) { g = Reshape(f, s)"
        ' y, m = com.microsoft.EmbedLayerNormalization(i, "", w, p, "", g, b) }', {"A": 9}, {"i": (0,) * 6, "s": (8,)}),
    # In a function a loader refuses the sum of embeddings where it knows the rank of the ids, whatever else it sees.
    *(
        row(17, "(int32[2,3] i, int32[2,3] s, float[9,8] w, float[2,8] p, float[8] g, int32[n,3] m, int64[1] e) => (x, y, z) <int64[1] o = {0}>"
            f" {{ x, y, z = local.f({ids}, s, w, p, g, m, o, e) }}\n"
            '<domain: "local", opset_import: ["com.microsoft" : 1, "" : 17]> f (i, s, w, p, g, m, o, e) => (x, y, z)'
            " { c = Slice(m, o, e) x, y, z = com.microsoft.EmbedLayerNormalization(i, s, w, p, p, g, g, c) }", {"n": 2}, {"i": (0,) * 6, "s": (0,) * 6, "e": (2,)})
        for ids in ("i", "s")
    ),
    # Of the scales that are added the kernel looks at the first alone.
    row(17, "(int32[2,3] i, int8[9,8] w, int8[16,8] p, int8[8] g, float a, float[1,1] b, float[n] c, int8 z) => (y, m)"
        ' { y, m = com.microsoft.QEmbedLayerNormalization(i, "", w, p, "", g, g, "", a, b, "", c, c, z, z, "", z, z) }', {"n": 2}, {"i": (0,) * 6}),
    # Of no rows no position is looked up.
    *(
        row(17, f"(int32[{batch},3] i, float[9,8] w, float[6,8] p, float[8] g, int32[1,3] k) => (y, m)"
            ' { y, m = com.microsoft.EmbedLayerNormalization(i, "", w, p, "", g, g, "", k) }', {"A": size},
            {"i": (0,) * (3 * size), "k": (0, -1, 7)})
        for batch, size in (("0", 0), ("A", 0), ("A", 1))
    ),
    # Beside no rows, or nothing to sum, the kernel looks at no scales either.
    *(
        row(17, f"(float[1,{inner}] a, uint8[{rows},{blocks},B] b, float[n] s) => (y)"
            f" {{ y = com.microsoft.MatMulNBits<N = {rows}, K = {inner}, block_size = 16, bits = 8>(a, b, s) }}", {"B": 16, "n": count})
        for rows, inner, blocks in ((0, 18, 0), (0, 18, 2), (4, 0, 0)) for count in (0, 5)
    ),
    # A factor alone makes more bytes than 64 bits count, unless the size that it stands before is 0.
    *(
        row(11, f"(float[1,16,A,A] x) => (y) {{ y = com.microsoft.nchwc.Upsample<scales = [1,1,2,{scale}]>(x) }}", {"A": size})
        for scale in (2**63 - 1, 2**62) for size in (0, 1, 3)
    ),
    *(row(19, f"(float[B,4,{length},0] x, int64[1] p, float[12,3] c, float[12,3] s) => (y) {{ y = com.microsoft.RotaryEmbedding(x, p, c, s) }}", {"B": batch}, {"p": (0,)}) for length in (0, 2) for batch in (0, 1)),
    *(row(19, f"(float[B,{length},0] x, int64[1] p, float[12,3] c, float[12,3] s) => (y) {{ y = com.microsoft.RotaryEmbedding<num_heads = 2>(x, p, c, s) }}", {"B": batch}, {"p": (0,)}) for length in (0, 2) for batch in (0, 1)),
)  # fmt: skip
