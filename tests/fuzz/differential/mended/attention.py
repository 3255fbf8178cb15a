"""Attention of ONNX, by a kernel and by the function of the specification."""

from __future__ import annotations

from tests.fuzz.differential.mended.row import row

ROWS = (
    # The function compares the lengths of K and V with their pasts alone, where the kernel compares each.
    *(
        row(opset, f'({kind}[2,3,4,2] q, {kind}[2,3,{k},2] k, {kind}[2,3,{v},2] v, {kind}[2,3,{p},2] p, {kind}[2,3,R,2] r)'
            ' => (y, s, t) { y, s, t = Attention(q, k, v, "", p, r) }', {"R": size})
        for opset, kind in ((23, "double"), (24, "double"), (25, "float"), (23, "float"))
        for k, v, p in ((1, 2, 2), (3, 1, 1), (2, 2, 2)) for size in (1, 2, 3)
    ),
    # The function joins a past that is given alone, where the kernel and version 25 refuse it.
    *(
        row(opset, f'({kind}[2,3,4,2] q, {kind}[2,3,{keys},2] k, {kind}[2,3,{values},2] v, {kind}[2,3,5,2] p) => (y) {{ y = Attention(q, k, v, "", {past}) }}')
        for opset, kind in ((23, "double"), (24, "double"), (23, "float"), (25, "double"))
        for keys, values, past in ((1, 6, "p"), (6, 1, '"", p'))
    ),
    # Numbers of heads beside rank 4, and values without elements.
    row(23, "(double[2,3,4,8] q, double[2,3,6,8] k, double[2,3,6,8] v) => (y) { y = Attention<kv_num_heads = 2>(q, k, v) }"),
    row(23, "(double[2,3,4,4] q, double[2,3,6,4] k, double[2,3,6,0] v) => (y) { y = Attention(q, k, v) }"),
    # Sizes that the function broadcasts or leaves out, and a mask of a type that causal attention does not take.
    row(23, "(float[2,3,4,0] q, float[2,3,6,0] k, float[2,3,6,10] v) => (y) { y = Attention(q, k, v) }"),
    row(23, "(double[2,3,4,8] q, double[d,3,6,8] k, double[2,1,6,8] v) => (y) { y = Attention(q, k, v) }", {"d": 1}),
    row(
        23,
        "(double[2,3,4,8] q, double[2,3,6,8] k, double[2,1,6,8] v, bool[4,6] m) => (y) { y = Attention(q, k, v, m) }",
    ),
    row(23, "(double[2,0,4,8] q, double[2,3,6,8] k, double[2,3,6,8] v) => (y) { y = Attention(q, k, v) }"),
    row(23, "(float[2,3,4,8] q, float[2,3,6,8] k, float[2,3,6,8] v, uint64[4,6] m) => (y) { y = Attention<is_causal = 1>(q, k, v, m) }"),
    # What the kernel reads 32 bits of, refuses or does not look at, and an attribute that older releases do not know.
    row(23, "(float[2,3,4,8] q, float[2,3,6,8] k, float[2,3,6,8] v) => (y) { y = Attention<q_num_heads = 4294967299>(q, k, v) }"),
    row(23, "(float[2,4,24] q, float[2,6,24] k, float[2,6,24] v) => (y) { y = Attention<q_num_heads = 2147483648, kv_num_heads = 3>(q, k, v) }"),
    row(23, "(float16[2,3,4,8] q, float16[2,3,6,8] k, float[2,3,6,8] v) => (y) { y = Attention<softmax_precision = -1>(q, k, v) }"),
    row(23, "(float[2,3,4,8] q, float[2,3,6,8] k, float[2,3,6,8] v, int64[4,6] m) => (y) { y = Attention<scale = -1.0>(q, k, v, m) }"),
    row(23, "(float[2,3,4,8] q, float[2,3,6,8] k, float[2,3,6,8] v) => (y, a, b, c) { y, a, b, c = Attention<qk_matmul_output_mode = 4>(q, k, v) }"),
    row(25, "(float[2,3,4,8] q, float[2,3,6,8] k, float[2,3,6,8] v) => (y) { y = Attention<left_window_size = 2>(q, k, v) }"),
    row(23, "(float[2,0,4,8] q, float[2,3,6,8] k, float[2,3,6,8] v) => (y) { y = Attention(q, k, v) }"),
    # The function of Attention reshapes K and V beside a packed Q.
    row(25, "(float[2,4,36] q, float[2,3,2,6] k, float[2,3,10] v) => (y) { y = Attention<q_num_heads=6, kv_num_heads=2>(q,k,v) }"),
    row(25, "(float[2,4,36] q, float[2,3,12] k, float[2,3,2,5] v) => (y) { y = Attention<q_num_heads=6, kv_num_heads=2>(q,k,v) }"),
    row(25, "(float[2,4,36] q, float[2,3,4,3] k, float[2,3,5,2] v) => (y) { y = Attention<q_num_heads=6, kv_num_heads=2>(q,k,v) }"),
    row(25, "(float[2,2,2] q, float[2,3,6,2] k, float[2,6,16] v) => (y) { y = Attention<q_num_heads=6, kv_num_heads=2>(q,k,v) }"),
    row(25, "(float[2,6,4,6] q, float[2,2,6,3,6] k, float[2,6,3,6] v) => (y) { y=Attention(q,k,v) }"),
    row(25, "(float[2,6,4,6] q, float[2,6,3,6] k, float[2,2,6,3,6] v) => (y) { y=Attention(q,k,v) }"),
    row(25, "(float[2,6,4,6] q, float[2,6,3,6] k, float[6] v) => (y) { y=Attention(q,k,v) }"),
    row(25, "(float[2,4,36] q, float[2,3,2,6] k, float[2,3,10] v) => (y) { y=Attention(q,k,v) }"),
    row(25, "(float[2,4,36] q, float[2,3,12] k, float[2,6,5] v) => (y) { y = Attention<q_num_heads=6, kv_num_heads=2>(q,k,v) }"),
    row(25, "(float[2,4,36] q, float[4,3,6] k, float[2,3,10] v) => (y) { y = Attention<q_num_heads=6, kv_num_heads=2>(q,k,v) }"),
    row(25, "(float[2,4,36] q, float[1,3,24] k, float[2,3,10] v) => (y) { y = Attention<q_num_heads=6, kv_num_heads=2>(q,k,v) }"),
    row(25, "(float[2,4,36] q, float[4,3,12] k, float[2,3,10] v) => (y) { y = Attention<q_num_heads=6, kv_num_heads=2>(q,k,v) }"),
    row(25, "(float[B,4,36] q, float[C,3,12] k, float[C,3,10] v) => (y) { y = Attention<q_num_heads=6, kv_num_heads=2>(q,k,v) }", {"B": 2, "C": 1}),
    # What is joined with a past, of which nothing is as long as the mask.
    row(25, "(float[2,0,4,8] q, float[2,B,4,8] k, float[] v, float[4,10] m, float[2,3,D,8] pk, float[2,3,D,8] pv) => (y)"
        " { a, b, c, y = Attention(q, k, v, m, pk, pv) }", {"B": 5, "D": 6}, {}, {"v": (2,3,8)}),
    # A mask that is longer than the keys: the function cuts it.
    row(24, "(double[2,3,1,8] q, double[2,3,n,8] k, double[4,6] m) => (y) { y = Attention(q, k, k, m) }", {"n": 2}),
    row(24, "(double[2,3,1,8] q, double[2,3,2,8] k, bool[1,n] m) => (y) { y = Attention(q, k, k, m) }", {"n": 6}),
    # Where V alone is empty, the usual optimizations fold the targets of the Reshapes that stand for it in a function.
    *(
        row(opset, f"(float[2,4,24] q, float[{k}] k, float[{v}] v) => (y) {{ y, a, b = local.f(q, k, v) }}\n<domain: \"local\", opset_import: [\"\" : {opset}]>"
            f" f (q, k, v) => (y, a, b) {{ y, a, b = Attention<q_num_heads = 3, kv_num_heads = {heads}>(q, k, v) }}", {"N": 0})
        for opset in (24, 25)
        for k, heads in (("2,6,24", 3), ("2,6,8", 1)) for v in ("2,N,30", "2,6,N", "N,6,30", "2,0,30")
    ),
    *(
        row(25, f"(float[2,3,4,8] q, float[2,{heads},6,8] k, float[{v}] v) => (y) {{ y, a, b = local.f(q, k, v) }}\n"
            '<domain: "local", opset_import: ["" : 25]> f (q, k, v) => (y, a, b) { y, a, b = Attention(q, k, v) }', {"N": 0})
        for heads, v in ((3, "2,3,6,N"), (1, "2,N,6,8"), (1, "2,1,6,N"))
    ),
    # A loader looks at ranks though one past is given alone, which the specification's function takes.
    *(
        row(24, f"(double{q} q, double{q} k, double[2,3,6,8] v, double m, double[2,3,6,8] p) => (y) {{ y = Attention(q, k, v, m, p) }}", {})
        for q in ("", "[6,8]")
    ),
)  # fmt: skip
