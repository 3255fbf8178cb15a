"""Bodies of functions of the model, in which a loader checks more.

Each has an opset, a declared input of the graph, and the body: ``p`` is the parameter, ``r`` the result.
"""

from __future__ import annotations

# How a function makes a list that a body reads.
LISTS = {
    "shape": "l = Shape(p)",
    "identity": "l = Identity(w)",
    "outer": "l = Constant<value = int64[2] {1, 2}>()",
}

# Another rank is declared of a value before the call: in the function a loader knows no rank, until
# the usual optimizations, which fold k, infer it again.
CALLER = "v = Relu(x) g = Gather(v, i) k = Reshape(i, j) w = ScatterND(v, k, g)"
RANKS = [
    (
        opset,
        f"float[3,S0,4,8] x) => (y) <int64[1] i = {{0}}, int64[2] j = {{1,1}}, float[{told}] v> {{ {CALLER} y = local.f(w) }}",
        f"u, r = Scan(p, p) <num_scan_inputs = 1, body = b (float[] i, float[] s) => (float[{dims}] o, float[n,4,8] q)"
        " { o = Relu(i) q = Sigmoid(s) }>",
    )
    for opset in (17, 21)
    for told in ("a,b,c,d,1", "a,b,c", "a,b,c,d")
    for dims in ("3,a,b,c,1", "3,a,b", "3,a,b,c")
]

# What a loader does not see, because only a run counts a Range, a kernel refuses too.
COUNTED = (
    24,
    "float[3] x) => (y) <int64[1] n = {1}, int64 o = {0}, int64 l = {2}> "
    "{ s = Shape(x) m = Sub(s, l) g = Range(o, m, n) t = Cast<to = 1>(g) v = local.f(t) y = Relu(x) }",
    "c = Constant<value = float[3] {1, 2, 3}>() r = MatMul(p, c)",
)

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
    # Of a stored tensor that a body returns a loader knows what is declared.
    *(
        (
            17,
            "float[A,B,2] x",
            "c = Constant<value = bool {0}>() q, r = If(c) <then_branch = t () => (float[a,b,d] t1, float[h,i,j] t2) { t1 = Relu(p) t2 = Neg(p) },"
            f" else_branch = e () => ({declared} k, float[l,m,2] v) <float[2,3] k = {{1, 1, 1, 1, 1, 1}}> {{ v = MatMul(p, k) }}>",
        )
        for declared in ("float[n,o]", "float[]", "float[2,3]", "float[2,o]")
    ),
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
    # In a function a loader sees the lists alone that are stored in a node's own graph.
    *(
        (
            opset,
            "float[2,3] x",
            f"c = Constant<value = bool {{0}}>() w = Constant<value = int64[2] {{1, 2}}>() {LISTS[how]} r = If(c)"
            f" <then_branch = t () => (float[] u) {{ u = Relu(p) }},"
            f" else_branch = e () => (float[{declared}] v) {{ {made} }}>",
        )
        for opset in (13, 17)
        for how, declared, made in (
            ("shape", "5,a", "v = Reshape(p, l)"),
            ("shape", "5,a", "z = Reshape(p, l) v = Relu(z)"),
            ("outer", "5,a", "v = Tile(p, l)"),
            ("outer", "a,b,c", "v = Tile(p, l)"),
            ("identity", "5,a", "v = Tile(p, l)"),
            ("identity", "5,a,b,c", "v = Unsqueeze(p, l)"),
            ("outer", "5,5", "v = Slice(p, l, w)"),
            ("identity", "5,5", "v = Expand(p, l)"),
            ("outer", "5,5", "k = Constant<value = int64[2] {1, 2}>() v = Tile(p, k)"),
        )
    ),
    (9, "float[2,3] x", "r, s = Affine(p)"),
    (9, "float[2] x", "q = Relu(p) r = Constant<value_int = 3>()"),
    (11, "float[2] x", "q = Relu(p) r = Constant<value_int = 3>()"),
    (9, "float[2] x", "q = Relu(p) r = Constant<value = float[1] {3.0}, value_int = 3>()"),
    (13, "float[5,4] x", "i = Constant<value = int64[1] {9}>() a = Gather<axis = 0>(p, i) r = Shape(a)"),
    # What a loader sees of a body that may never run, in a function: no contents that go into it.
    *(
        (
            opset,
            f"float[{sizes}] x",
            f"z = Constant<value = int64[2] {{-1,2}}>() n = Constant<value_int = 0>() {body}",
        )
        for opset in (13, 25)
        for sizes in ("3,5", "S0,3")
        for mistake in (
            "w = Constant<value = int64[2] {-1,2}>() o = Reshape(p, w)",
            "o = MatMul(p, p)",
            "w = Transpose(p) o = Concat<axis = 0>(p, w)",
            "o = Softmax<axis = 3>(p)",
            "w = Shape(p) o = Expand(p, w)",
        )
        for body in (
            'r = Loop(n, "") <body = b (int64 i, bool g) => (bool h, float[] o) { h = Identity(g) MADE }>',
            'q = Loop(n, "", p) <body = b (int64 i, bool g, float[] s) => (bool h, float[] o) { h = Identity(g) MADE }> r = Neg(p)',
            "k = Size(z) i = Equal(n, k) r = If(i) <then_branch = t () => (float[] o) { MADE }, else_branch = e () => (float[] f) { f = Abs(p) }>",
        )
        for body in (body.replace("MADE", mistake),)
    ),
    (18, "float[2] x", "r = RandomNormalLike<dtype = 3>(p)"),
    (15, "float[2] x", "r = Cast<to = 17>(p)"),
    (6, "float[2] x", "r = Cast<to = 8>(p)"),
)
