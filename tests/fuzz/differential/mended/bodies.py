"""Graphs with If, Loop and Scan."""

from __future__ import annotations

from tests.fuzz.differential.mended.row import row

CONCAT = (
    "y = If(k) <then_branch = t () => (float[] u) { u = Concat<axis = 0>(x, %s) },"
    " else_branch = e () => (float[] v) { v = Relu(x) }> }"
)

# What a branch makes, and what is declared of it: without optimizations no other size runs.
_DECLARED_TWO = (
    "y = If(%s) <then_branch = t () => (float[2] a) { a = Neg(x) },"
    " else_branch = e () => (float[2] b) { b = Relu(x) }>"
)

ROWS = (
    # What is only a warning about what a loop collects demands nothing.
    *(
        row(
            18, "(float[A] x, bool k) => (y) { s = Shape(x) c = Squeeze(s) k0 = Constant<value=bool {1}>() w = Loop(c, k0) <body = g (int64 i, bool go) => (bool b, float[] v)"
            " { v = Neg(x) b = Less(i, c) }>"
            " y = If(k) <then_branch = t () => (float[] n) { n = Neg(w) }, else_branch = e () => (float[] m) { m = Neg(x) }> }",
            {"A": 2}, {"k": (given,)},
        )
        for given in (False, True)
    ),
    # Without optimizations a Scan knows no number that a Shape in its body makes of a declared one.
    row(
        14, "(float[A,A] x) => (y) { y = Scan<num_scan_inputs = 1, body = g (float[2] s) => (float[p,q] r) { c = Shape(s)"
        " m = Constant<value_ints = [-1]>() l = Concat<axis = 0>(c, m) r = Reshape(s, l) }>(x) }", {"A": 3},
    ),
    # What every round refutes demands that there is none, also where the body may end the loop.
    *(
        row(
            18, "(float[2,C] x) => (y) <int64[2] t = {8,1}, int64 three = {3}, int64 o = {1}> { s = Shape(x) c = Gather(s, o)"
            " f, y = Loop(c, , x) <body = g (int64 i, bool go, float[] u) => (bool b, float[] v, float[p,q] w)"
            " { w = Expand(u, t) v = Neg(u) b = GreaterOrEqual(three, c) }> }", {"C": size},
        )
        for size in (0, 1, 2, 5)
    ),
    # What is wrong with what a loop collects in a round demands that there is none.
    *(
        row(
            14, "(float[A,4,3] x) => (y) <int64 o = {0}, int64 four = {4}, bool no = {0}> { s = Shape(x) a = Gather(s, o) c = Less(a, four)"
            " u, w = Loop(four, c, x) <body = g (int64 i, bool go, float[d,e,f] n) => (bool b, float[] m, float[p,q,r] v)"
            " { v = Neg(n) m = Neg(n) b = Identity(no) }>"
            " y = MatMul(w, x) }", {"A": size},
        )
        for size in (2, 3)
    ),
    # A Scan of which only a shape is read that is known at load.
    row(
        13, "(float[3,8] x, int64[1] k) => (y) { v, w = TopK(x, k) a, b = Scan<num_scan_inputs = 1, body = g (float[] s, float[8] e)"
        " => (float[p,q] t, float[r] u) { t = Concat<axis = 0>(s, s) u = Sigmoid(e) }>(v, x) y = Shape(b) }", None, {"k": (1,)},
    ),
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
    # A loader does not know which branch of an If is taken, so it knows no rank here.
    row(
        17, "(float[S] x, float[1,3,1,1] z, int64[1] k) => (y) <bool c = {1}, int64[1] b = {-1}, int64[1] e = {3},"
        " int64[1] a = {0}> { q = If(c) <then_branch = t () => (float[d,f,h,j] u) { u = Neg(z) },"
        " else_branch = l () => (float[m] w) { w = Neg(x) }> s = Slice(q, b, e, a, k) y = Concat<axis = 0>(s, x) }",
        {"S": 4}, {"k": (-1,)},
    ),
    # What a loader does not know inside a Scan's body it does not know of what the Scan makes.
    row(
        18, "(float[3,A] x, float[2,2] z, bool k) => (y, v) {"
        " v = Scan<num_scan_inputs = 1, body = b (float[p] s) => (float[q] e) <int64 o = {0}, int64 u = {1}, int64 t = {3}> {"
        " w = Shape(s) g = Gather(w, o) r = Range(o, g, u) d = Cast<to = 1>(r) h = Shape(d) i = Gather(h, o) a = Add(i, t)"
        " m = Range(o, a, u) e = Cast<to = 1>(m) }>(z)"
        " y = If(k) <then_branch = t () => (float[c,d] h) { h = MatMul(v, x) }, else_branch = l () => (float[f,j] m) { m = Neg(x) }> }",
        {"A": 5}, {"k": (0,)},
    ),
    # A list that a body takes from outside: a Reshape to what no stored tensor tells is completed there too.
    *(
        row(
            17, "(float[6,B] x, float[6,6,B] w, bool k) => (y) <int64[1] i = {0}, int64[1] f = {6}> { s = Shape(w) g = Gather(s, i)"
            f" y = If(k) <else_branch = e () => (float v) {{ t = Concat<axis = 0>({parts}) r = Reshape(x, t) q = Add(r, r)"
            " v = Constant<value_float = 1.0>() }, then_branch = c () => (float u) { u = Constant<value_float = 1.0>() }> }",
            {"B": 2}, {"k": (truth,)},
        )
        for parts in ("g", "f", "g, f", "f, g", "g, g")
        for truth in (0, 1)
    ),
    # A scalar and a list of one element are the same to what enforces the declared shape of a branch.
    *(
        row(
            24, f"(float[3] x{given}) => (y{more}) <int64 n = {{2}}, int64[1] a = {{0}}{stored}> {{ s = Loop(n, \"\", x) <body = b (int64 i, bool g, float[] v)"
            " => (bool h, float[] o) { h = Identity(g) o = Identity(v) }>"
            " z, y = If(k) <then_branch = t () => (float[] p, float[] q) { p = Neg(x) q = Relu(x) },"
            f" else_branch = e () => (float{declared} u, float[] w) {{ r = {made} u = Identity(r) w = Neg(x) }}> }}",
            None, {"k": (0,)} if given else None,
        )
        for given, stored in (("", ", bool k = {0}"), (", bool k", ""))
        for more in ("", ", z")
        for declared, made in (
            ("", "ReduceSum<keepdims = 1>(s, a)"), ("[1]", "ReduceSum<keepdims = 0>(s, a)"), ("", "Neg(s)"),
            ("[1,1]", "ReduceSum<keepdims = 1>(s, a)"), ("[3,1]", "Neg(s)"), ("[2]", "ReduceSum<keepdims = 0>(s, a)"),
        )
    ),
    # A loader compares numbers: 3*n, which is never 1, is none.
    row(
        23, "(float[A,3] x, bool k) => (y) <int64[2] l = {-1, 1}> { t = Reshape(x, l) y = If(k) <then_branch = a ()"
        " => (float[] u) { w = MatMul(t, t) u = Neg(t) }, else_branch = b () => (float[] v) { v = Relu(x) }> }",
        {"A": 3}, {"k": (0,)},
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
    row(17, "(float[2,2] x, bool k) => (y) { " + CONCAT % '""', contents={"k": (False,)}),
    row(17, "(float[2,2] x, bool k) => (y) { " + CONCAT % '"", x', contents={"k": (False,)}),
    row(17, "(float[2,2] x) => (y) <bool k = {1}> { " + CONCAT % '"", x'),
    row(17, "(float[2,2] x) => (y) <bool k = {0}> { " + CONCAT % '"", x'),
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
    # The rest.
    row(16, "(float[2,1] x, float[1,3] e) => (y, z) { y, z = Scan(x, e) <num_scan_inputs = 1, body = b"
        "(float[2,a] s, float[el] t) => (float[p,q] o, float c) { o = Concat<axis = 0>(s, s) c = ReduceMax<keepdims = 0>(t) }> }"),
    row(17, "(float[4,3] x, int64 k, bool b) => (y, z) <int64 c = {3}> { y, z = Loop(k, b, x) <body = b"
        "(int64 i, bool g, float[4,a,1] s) => (bool h, float[p,q] o, float[u,v] w) { o = Relu(s) h = Less(i, c) w = Identity(s) }> }",
        None, {"k": (0,), "b": (False,)}),
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
    # A branch that does not run makes nothing of what it declares.
    row(11, "(float[6,3,2,4] x, bool k) => (z) <float[2,6,1,2] w = {1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1}> { y = If(k)"
        " <then_branch = t () => (float[a,b,c,d] p) { p = Relu(x) }, else_branch = e () => (float[f,g,h,i] q)"
        " { r = Transpose<perm = [0,1]>(x) q = Concat<axis = 1>(x, r) }> z = Conv(y, w) }", None, {"k": (1,)}),
    # A loader that does not know the condition's rank gives the body the one that it declares.
    row(13, "(bool[] k, float[2] x) => (y) <int64 n = {2}> { y = Loop(n, k, x) <body = b (int64 j, bool c, float[2] s)"
        " => (bool d, float[2] o) <bool d = {0}> { o = Neg(s) }> }", shapes={"k": (1,)}),
    row(13, "(bool[] k, float[2] x, int64[1] s) => (y) <int64 n = {2}> { i = Reshape(k, s) y = Loop(n, i, x) <body = b (int64 j,"
        " bool c, float[2] s) => (bool d, float[2] o) <bool d = {0}> { o = Neg(s) }> }", None, {"s": (1,)}, {"k": ()}),
    # Nodes behind an If of two ranks are tried with each; an If among them is put aside all the same.
    row(13, "(float[S] x, bool k) => (z) <bool c = {1}, int64[1] e = {9}, int64[1] b = {6}, int64[1] a = {0}, int64[1] t = {2}>"
        " { q = ReduceMean<keepdims = 0>(x) v, w = If(k) <else_branch = l () => (float[] r, float s) { r = Sigmoid(x) s = Relu(q) },"
        " then_branch = h () => (float m, float n) { m = Sigmoid(q) n = Sigmoid(q) }> z = If(c) <else_branch = i () => (float[1] f)"
        " { f = Concat<axis = 0>(x, v) }, then_branch = j () => (float[1] g) { g = Slice(x, b, e, a, t) }> }", {"S": 6}, {"k": (0,)}),
    # A Scan's outputs of which only a shape is read, where its body declares the number.
    row(11, "(float[4,S,S,3] x) => (z) { q = ReduceMean<axes = [0], keepdims = 0>(x) v, w = Scan<num_scan_inputs = 1, body = b"
        " (float[] s, float[c,d,e] t) => (float[f,g,2] o, float p) { o = Concat<axis = 0>(s, s) p = ReduceMax<keepdims = 0>(t) }>(q, x)"
        " z = Shape(w) }", {"S": 4}),
    # What a Scan adds has the declared rank where a loader does not know another.
    row(11, '(float[3,3] x, float[4,6] z) => (w) <int64 k = {0}> { q = Loop(k, "", z) <body = l (int64[1] i, bool g, float[] s)'
        " => (bool h, float[a,6,b,1] o) { o = Relu(s) h = Identity(g) }> v, w = Scan<num_scan_inputs = 1, body = b"
        " (float[] s, float[] e) => (float[3,c] o, float[1] p) { o = Relu(s) p = ReduceMax<keepdims = 0>(e) }>(x, q) }"),
    # A loader does not see what an Identity makes, so it does not know what goes into the Scan.
    *(
        row(13, f"(float[4,1] x) => (z) <bool c = {{1}}, int64[2] r = {{4, 1}}> {{ q = {made} z = If(c) <else_branch = e () => (float[] f)"
            " { s = Reshape(x, q) v, f = Scan<num_scan_inputs = 1, body = b (float[4,1] g, float[] h) => (float[] o, float[1] p)"
            " { o = Concat<axis = 0>(g, g) p = Sigmoid(h) }>(s, s) }, then_branch = t () => (float[i,j] k) { k = Relu(x) }> }")
        for made in ("Shape(x)", "Identity(r)")
    ),
    # Nor what the lists of a Pad are computed from: it compares no numbers behind it.
    row(21, "(float[S,8] x) => (y, z) <int64[4] l = {0, 0, 1, 0}> { q = Identity(l) p = Pad(x, q) y, z = Split<axis = 1>(p) }", {"S": 3}),
    row(21, "(float[3,8] x) => (y, z) <int64[4] l = {0, 0, 1, 0}> { q = Identity(l) p = Pad(x, q) y, z = Split<axis = 1>(p) }"),
    row(21, "(float[3,8] x) => (y, z) { y, z = Split<axis = 1>(x) }"),
    # What a body declares for a Constant.
    row(19, "(float[3] x) => (s) { s = Scan<num_scan_inputs = 1, body = a (float v) => (float[] o) { o = Constant<value_int = 1>() }>(x) }"),
    row(19, "(bool c) => (y) { y = If(c)<then_branch = a () => (float[] p) { p = Constant<value_int = 1>() }, else_branch = b () => (int64[] q) { q = Constant<value_int = 2>() }> }"),
    # A Reshape that is completed in a branch: a stored condition moves it into the graph, whose lists it then finds.
    row(13, "(float[12,C,B] x, float[6,C,2] w) => (y) <int64[1] i = {2}, bool k = {0}, float z = {1.0}>"
        " { s = Shape(w) g = Gather(s, i) h = Div(g, i) l = Concat<axis = 0>(h) t = Identity(l)"
        " y = If(k) <else_branch = e () => (float q) { r = Reshape(x, t) q = Neg(z) }, then_branch = t () => (float v) { v = Neg(z) }> }",
        {"B": 3, "C": 2}),
    # A body whose every round fails makes none, and then a scan output has other sizes than its Reshape supposes.
    row(17, "(float[2] x, float[B,3] w, float[B] v) => (r, u) <int64 a = {0}, int64 b = {1}, int64 c = {2}, int64[1] d = {1}, int64[1] e = {-1}, int64[1] f = {4}>"
        " { s = Shape(w) n = Gather(s, a) go = LessOrEqual(c, n) z, y = Loop(n, go, x) <body = b (int64 i, bool g, float[h] j)"
        " => (bool k, float[m] o, float[] p) { k = Identity(g) o = Identity(j) p = Identity(j) q = Mul(w, j) }>"
        " t = Shape(y) k = Gather(t, b) l = Reshape(k, d) m = Concat<axis = 0>(l, e) r = Reshape(v, m) u = Expand(v, f) }", {"B": 1}),
    *(row(14, "(float[A,6] x, float[A,6,1] w, bool c) => (m) <int64[1] i = {1}, int64[1] n = {3}, int64[1] u = {1}, int64[1] f = {6}"
          f"{stored}> {{ s = Shape(w) g = Gather(s, i) a = Add(g, n) m = If({k}) <then_branch = t () => (float[] r)"
          " { l = Concat<axis = 0>(a, u, f) r = Reshape(x, l) }, else_branch = e () => (float[] q) { q = Neg(x) }> }",
          {"A": 1}, {"c": (1,)})
      for stored, k in ((", bool k = {1}", "k"), ("", "c"))),
    *(row(17, "(float[3,4] x, float[B,3] w, bool c) => (m) <int64[1] f = {3}, int64[1] i = {0}> { m = If(c) <then_branch = t () => (float[] r)"
          f" {{ {own} s = Shape(w) g = Gather(s, i) l = Concat<axis = 0>({first}, g) r = Reshape(x, l) }},"
          " else_branch = e () => (float[] q) { q = Neg(x) }> }", {"B": 5}, {"c": (1,)})
      for own, first in (("", "f"), ("h = Constant<value = int64[1] {3}>()", "h"))),
    # What only a kernel looks at, in a branch that does not run.
    *(row(17, "(float[3,4] x, int64 z, bool c) => (m) { m = If(c) <then_branch = t () => (float[] q) { q = Neg(x) },"
          f" else_branch = e () => (float[] r) {{ {node} r = Relu(x) }}> }}", {}, {"z": (0,), "c": (1,)})
      for node in ('v = Mean(x, "", x)', 'v = Max(x, "", x)', "v = RandomNormalLike(z)")),
    # In a branch an error stays one only where a loader finds it: by shapes, or when it creates kernels.
    *(
        row(opset, f"(float[2] x{given}, {condition}) => (y) {stored} {{ y = If(k) <then_branch = t () => (float[] u) {{ {mistake} u = Relu(x) }},"
            " else_branch = e () => (float[] v) { v = Neg(x) }> }", None, {} if stored else {"k": (0,)})
        for condition, stored in (("bool k", ""), ("float[1] l", "<bool k = {0}>"))
        for opset, given, mistake in (
            (17, ", uint8[4,6] z", "q = com.microsoft.UnfoldTensor<size = 3>(z)"),
            (8, ", float w", 'q = Mean(x, "", w)'),
            (20, ", float[2,4,2,2] z", 'q = DepthToSpace<blocksize = 2, mode = "XYZ">(z)'),
            (20, ", float[2,3,2,2] z", 'q = DepthToSpace<blocksize = 2, mode = "XYZ">(z) r = Shape(q)'),
            (17, ", float[3] z", "q = Softmax<axis = 1>(z)"),
            (22, ", float[3,4] z, int64[1] r", 'q = Resize(z, "", "", r)'),
        )
    ),
    # Of a branch that is put in the place of its If the list of a Reshape may be joined outside.
    row(25, "(float[4] x, float[A] w) => (y) <int64 i = {0}, int64[1] a = {0}, bool k = {0}> { s = Shape(w) d = Gather(s, i)"
        " u = Unsqueeze(d, a) t = Concat<axis = 0>(u) y = If(k) <then_branch = t1 () => (float[] p) { p = Relu(x) },"
        " else_branch = e () => (float[] v) { q = Reshape(x, t) v = Relu(q) }> }", {"A": 6}),
    # What is declared otherwise than it is: what a loader knows of it is not known, nor of what follows.
    row(17, '(float[4,3,S,3] x, bool k) => (w) <float[4,a,b,2] v> { v = Loop("", k, x) <body = l (int64 i, bool g, float[c,d,e,f] s)'
        " => (bool h, float[m,n,o,p] t) { t = Relu(s) h = Identity(g) }> z, w = Scan<num_scan_inputs = 1, body = b (float[] s, float[q,r,u] e)"
        " => (float[f,3,3,3] o, float p) { o = Relu(s) p = ReduceMax<keepdims = 0>(e) }>(v, v) }", {"S": 1}, {"k": (0,)}),
    row(11, "(float[2,S,4,T] x, int64[1] l, bool k) => (y) { q = Reshape(x, l) y = If(k) <then_branch = t () => (float[64] v)"
        " <float[a,1] u> { u = Relu(q) v = Relu(u) }, else_branch = e () => (float[b] w) { w = Neg(q) }> }",
        {"S": 2, "T": 3}, {"l": (-1,), "k": (1,)}),
    # The usual optimizations change something beside the Scan, and infer the shapes once more.
    row(18, "(float[2,2] x, bool k) => (y) { y = If(k) <else_branch = e () => (float[a,2] v) { s = Shape(x) u, v = Scan<num_scan_inputs = 1,"
        " body = b (float[c,d] s, float[] e) => (float[f,g] o, float[h,1] p) { o = Relu(s) p = Sigmoid(e) }>(x, x) },"
        " then_branch = t () => (float[i,j] w) { w = Relu(x) }> }", None, {"k": (0,)}),
    # A loader knows the rank of what a Scan makes by its body's declarations, where we may not.
    row(
        14,
        "(float[a,b] x) => (p, q, r, s) <float[1] c = {0}, float d = {0}> {"
        " p, q = Scan<num_scan_inputs = 1, scan_input_axes = [1], body = b (float[1] s1, float[1] i1) => (float[1] t1, float[1] o1)"
        " { t1 = Add(i1, s1) o1 = Neg(t1) }>(c, x)"
        " r, s = Scan<num_scan_inputs = 1, body = e (float[] s2, float[] i2) => (float[] t2, float[] o2)"
        " { t2 = Add(i2, s2) o2 = Neg(t2) }>(d, p) }",
        {"a": 1, "b": 6},
    ),
    # A loader knows of a state the rank that the body declares, and so in a Loop inside of it.
    *(
        row(18, "(float[3] x, int64 n, float[2,2] w) => (y) <bool c = {1}> { y = Loop(n, c, x) <body = b (int64 i, bool k, floatRANK s)"
        " => (bool k2, float[] o) { k2 = Identity(k) t = Concat<axis = 0>(s, w) o = Relu(s) }> }".replace("RANK", declared), {}, {"n": (0,)})
        for declared in ("[]", "[q]", "[q,r]")
    ),
    *(
        row(18, "(float[3] x, int64 n, float[2,2] w) => (y) <bool c = {1}> { y = Loop(n, c, x) <body = b (int64 i, bool k, floatRANK s)"
        " => (bool k2, float[] o) { k2 = Identity(k) o = Relu(s) p = Loop(n, c, s) <body = d (int64 j, bool l, floatINNER t)"
        " => (bool l2, float[] u) { l2 = Identity(l) v = Concat<axis = 0>(t, w) u = Relu(t) }> }> }".replace("RANK", declared).replace("INNER", inner), {}, {"n": (0,)})
        for declared, inner in (("[q,r]", "[q,r]"), ("[q,r]", "[q]"), ("[q]", "[q,r]"), ("[q]", "[]"))
    ),
    # Nor does it know how long the shape of a value is of which another rank is declared.
    row(18, "(float[s] x) => (float[] y, float[8,o,1] v) <bool c = {1}> { v = If(c) <then_branch = t () => (float[q] a) { a = Relu(x) },"
        " else_branch = e () => (float[8,4,1] b) <int64[3] l = {8,4,1}> { b = Expand(x, l) }> y = If(c) <then_branch = f () => (float[r] d)"
        " { d = Relu(x) }, else_branch = g () => (float[u] h) <int64[1] i = {1}, int64[1] j = {2}> { k = Shape(v) m = Slice(k, i, j)"
        " n = ConstantOfShape(m) h, p = TopK<axis = 0>(n, m) }> }", {"s": 3}),
    # A Scan's state of which the body declares another rank than it makes is not compared at load.
    *(
        row(18, "(float[6,a,b] x, float[3] z) => (float[] y) <bool c = {1}> { y = If(c) <then_branch = t () => (float[q] v) { v = Relu(z) },"
        " else_branch = e () => (float[] w) { p, w = Scan<num_scan_inputs = 1, body = b (float[q,r,s] i, float[t,u] j) => (float[SIZES] k, float l)"
        " { k = Concat<axis = 0>(i, i) l = ReduceL2<keepdims = 0>(j) }>(x, x) }> }".replace("SIZES", declared), {"a": 1, "b": 4})
        for declared in ("6,s,t,1", "6,s,t", "u,s,t", "u,s,t,v")
    ),
    # What goes into a Scan's body from a Loop has no rank for a loader; a stored list tells one and its numbers.
    row(16, "(float[S] x, float[3,4] w) => (y, z) <int64 n = {3}> { v = Loop(n, \"\", x) <body = b (int64 i, bool c, float[] s) => (bool d, float[] o)"
        " { d = Identity(c) o = Relu(s) }> y, z = Scan<num_scan_inputs = 1, body = e (float[] f, float[] g) => (float[] h, float[] k)"
        " { h = Relu(f) k = Sigmoid(g) }>(v, w) }", {"S": 8}),
    *(
        row(16, "(float[2,S] x, float[3,2] w) => (y, z) <int64[2] l = {TOLD}> { v = Reshape(x, l) y, z = Scan<num_scan_inputs = 1,"
        " body = e (float[4,2] f, float[a] g) => (float[b,c] h, float[d] k) { h = Concat<axis = 0>(f, f) k = Sigmoid(g) }>(v, w) }".replace("TOLD", told), {"S": 4})
        for told in ("4,-1", "-1,2")
    ),
    # So it is longer behind a list that no loader sees, and in a branch, also where one slice is scanned.
    row(17, "(float[2,2] x, float[8,S] w, int64[1] k) => (y, z) <int64[1] c = {4}, int64[3] b = {0,0,0}, int64[1] o = {1}> { a = Shape(x)"
        " d = Gather<axis = 0>(a, o) e = Mod(d, c) f = Concat<axis = 0>(b, e) v = Pad(x, f) t, u = TopK<axis = 0>(x, o)"
        " y, z = Scan<num_scan_inputs = 1, body = g (float[a,b] h, float[c] i) => (float[d,e] j, float[f] l)"
        " { j = Concat<axis = 0>(h, h) l = Sigmoid(i) }>(v, t) }", {"S": 8}, {"k": (-1,)}),
    row(17, "(float[R,S] x, bool k) => (y) { y = If(k) <then_branch = t () => (float[a,b] u) { u = Relu(x) }, else_branch = e () =>"
        " (float[c,d] v) { w, v = Scan<num_scan_inputs = 1, scan_input_axes = [1], body = g (float[f,h] i, float[j] l) => (float[] m, float[n] o)"
        " { m = Concat<axis = 0>(i, i) o = Sigmoid(l) }>(x, x) }> }", {"R": 3, "S": 1}, {"k": (0,)}),
    # Numbers that two outputs of a body declare.
    *(
        row(11, "(float[2,4,S,T] x, float[S,3] w) => (z) { y, z = Scan<num_scan_inputs = 1, scan_input_axes = [1],"
        " body = b (float[a,c] s, float[d,e,4] t) => (float[3,f] u, float[2,2,4] v) { u = Relu(s) v = Sigmoid(t) }>(w, x) }", {"S": first, "T": last})
        for first, last in ((2, 5), (2, 4), (3, 4))
    ),
    # In a body too what only a Shape reads is dropped.
    *(
        row(13, "(float[5,4] x, bool k) => (y) <bool c = {1}, float o = {1.0}, int64[1] i = {9}> { y = If(COND) <else_branch = e () => (float u)"
        " { u = Identity(o) }, then_branch = t () => (float[] v) { a = Softmax<axis = 1>(x) b = Gather<axis = 0>(a, i) d = Shape(b)"
        " v = Identity(o) }> }".replace("COND", cond), {}, {"k": (1,)})
        for cond in "ck"
    ),
    # The process ends where a Scan moves the axis of some empty tensors.
    *(
        row(16, "(float[p,q,r,s] x) => (y) { y = Scan<num_scan_inputs = 1, scan_input_axes = [FROM], scan_output_axes = [TO], body = b (float[] i)"
        " => (float[a,c,d] o) { o = Relu(i) }>(x) }".replace("FROM", first).replace("TO", last), dict(zip("pqrs", sizes, strict=True)))
        for first, last, sizes in (
            ("0", "1", (4, 4, 6, 0)), ("1", "0", (4, 4, 6, 0)), ("0", "1", (4, 0, 6, 1)), ("0", "2", (4, 2, 0, 1)), ("0", "2", (4, 2, 0, 2)),
            ("1", "0", (0, 4, 6, 2)), ("1", "0", (3, 4, 0, 2)), ("1", "0", (3, 1, 0, 2)), ("1", "0", (1, 4, 0, 2)), ("0", "3", (4, 2, 3, 0)),
        )
    ),
    # Numbers that a Loop's body declares of a state: a loader takes them for the truth, also behind the Loop. Where the
    # branch of an If declares others, none is enforced.
    *(
        row(16, '(float[S] x, bool k, int64 n) => (y) { y = Loop(n, "", x) <body = b (int64 i, bool g, float[STATE] s) => (bool h, float[] o)'
            " { h = Identity(g) q = Sigmoid(s) o = If(k) <then_branch = t () => (float[a] u) { u = Neg(s) }, else_branch = e () => (float[4] v)"
            " { v = Relu(READ) }> }> }".replace("STATE", state).replace("READ", read), {"S": 9}, {"k": (0,), "n": (1,)})
        for state, read in (("3", "s"), ("3", "q"), ("p", "s"), ("", "q"))
    ),
    row(16, '(float[S] x, bool k, int64 n) => (m) { y, z = Loop(n, "", x) <body = b (int64 i, bool g, float[3] s) => (bool h, float[] o, float[] w)'
        " { h = Identity(g) o = Relu(s) w = Identity(s) }> m = If(k) <then_branch = t () => (float[a,b] u) { u = Neg(z) }, else_branch = e ()"
        " => (float[2,4] v) { v = Relu(z) }> }", {"S": 9}, {"k": (0,), "n": (2,)}),
    row(16, "(float[S] x, bool k, int64 n) => (m) { m = If(k) <then_branch = t () => (float[] u) { u = Neg(x) }, else_branch = e () => (float[2,4] v)"
        ' { y, v = Loop(n, "", x) <body = b (int64 i, bool g, float[3] s) => (bool h, float[] o, float[] w) { h = Identity(g) o = Relu(s)'
        " w = Identity(s) }> }> }", {"S": 9}, {"k": (0,), "n": (2,)}),
    # A Reshape by the number of the round copies a size in the first one, and divides by none.
    *(
        row(17, "(float[A,B] x, float[1,A] w) => (y) <int64 k = {TRIPS}, int64 z = {0}, int64[1] p = {1}, int64[1] m = {-1}> { y = Loop(k, \"\")"
            " <body = b (int64 i, bool c) => (bool d, float[] e) { d = GOES r = Reshape(i, p) l = Concat<axis = 0>(r, m) q = Reshape(w, l)"
            " e = Add(x, q) }> }".replace("TRIPS", trips).replace("GOES", goes), {"A": 1, "B": 4})
        for trips, goes in (("1", "Identity(c)"), ("1", "Less(i, z)"), ("3", "Less(i, z)"))
    ),
    row(17, "(float[2,A] x, float[2,3] w) => (y) <int64 k = {1}, int64[1] p = {1}, int64[1] m = {-1}> { y = Loop(k, \"\") <body = b (int64 i, bool c)"
        " => (bool d, float[] e) { d = Identity(c) r = Reshape(i, p) l = Concat<axis = 0>(r, m) q = Reshape(x, l) e = Concat<axis = 1>(q, w) }> }",
        {"A": 4}),
    row(17, "(float[A] x, float[3] v) => (y, o) <int64 k = {3}, int64 j = {1}, int64[1] p = {1}, int64[1] m = {-1}> { y, o = Loop(k, \"\", v)"
        " <body = b (int64 i, bool c, float[3] s) => (bool d, float[3] t, float[] e) { r = Reshape(i, p) l = Concat<axis = 0>(r, m) q = Reshape(x, l)"
        " h = Shape(q) g = Gather(h, j) d = Less(i, g) t = Relu(s) e = Reshape(q, m) }> }", {"A": 4}),
    # A loader does not see what a Reshape makes of a list, so it does not know what a Scan makes of a state.
    row(16, "(float[S,1] x) => (y) <bool k = {1}, int64 n = {1}, int64[1] o = {1}, int64[1] z = {9}> { y = If(k) <then_branch = t () => (float[] u)"
        " { u = Neg(x) }, else_branch = e () => (float[] v) { v, w = Scan<num_scan_inputs = 1, body = b (float[] s, float[] i) => (float[p,q] r, float[] j)"
        " { l = Reshape(n, o) r = Slice(s, l, z, o) j = Relu(i) }>(x, x) }> }", {"S": 1}),
    # A condition by sizes that are numbers whatever the open ones are is known at load.
    row(18, "(float[4,A] x, float[4] v, bool k) => (s, w) <int64 z = {0}, int64 n = {4}, int64[1] a = {-1}, int64[1] b = {3}, int64[1] f = {0}> {"
        " y = Scan<num_scan_inputs = 1, body = b (float[] i) => (float[] o) { o = MatMul(x, i) }>(x) s = Shape(y) g = Gather(s, z) c = GreaterOrEqual(g, n)"
        " w = If(c) <then_branch = t () => (float[1] o) { r = Reshape(x, a) l = Slice(r, a, b, f) o = Identity(l) }, else_branch = e () => (float[2] m)"
        " { m = Identity(v) }> }", {"A": 5}, {"k": (0,)}),
    # A loader knows no shape of what is made of a sequence's items.
    *(
        row(18, f"(float[3,7] x) => (w) {{ w = Scan<num_scan_inputs = 1, body = b (float[] s) => (float{declared} o) <int64 z = {{0}}, int64 k = {{1}}>"
            f" {{ {made} }}>(x) }}")
        for declared in ("[]", "[a]")
        for made in (
            "q = SequenceConstruct(s, s) o = SequenceAt(q, z)",
            "q = SequenceConstruct(s, s) u = SequenceAt(q, z) o = Neg(u)",
            "e = SequenceEmpty() q = SequenceInsert(e, s) o = SequenceAt(q, z)",
            "q = SplitToSequence(s, k) o = ConcatFromSequence<axis = 0>(q)",
            "q = SequenceConstruct(s, s) o = ConcatFromSequence<axis = 0>(q)",
            "q = SequenceConstruct(s, s) u = SequenceAt(q, z) l = Constant<value_ints = [-1]>() o = Reshape(u, l)",
        )
    ),
    # Nor of what follows from it, nor of the lists that Loops make.
    *(
        row(opset, "(float[3,3] x) => (w) { q = SequenceConstruct(x, x) t = Constant<value_ints = [0]>() c = Cast<to = 7>(t) h = Squeeze(c) n = SequenceAt(q, h)"
            " w = Scan<num_scan_inputs = 1, body = b (float[] s) => (float[] o) <int64 z = {0}, int64[1] a = {0}, int64[1] l = {1}>"
            f" {{ p = SequenceConstruct(x, x) u = SequenceAt(p, z) {made} }}>(x) }}")
        for opset in (13, 19)
        for made in (
            "o = Add(s, u)", "o = Add(s, n)", "o = MatMul(u, s)", "o = MatMul(s, u)", "o = Concat<axis = 0>(u, u)", "o = Transpose(u)",
            "o = Unsqueeze(u, a)", "o = Slice(u, a, l, a)", "o = Expand(u, l)", "o = Gather(u, z)", "o = ReduceSum<keepdims = 0>(u, a)",
            "v = Max(s, u) o = Tile(v, l) ", "v = Reshape(u, l) o = Relu(v)", "v = NonZero(u) o = Cast<to = 1>(v)",
            "v = Shape(s) m = Squeeze(v) e = SequenceEmpty() f = Loop(m, \"\", e) <body = c (int64 i, bool g, seq(float[]) j) => (bool k, seq(float[]) y)"
            " { k = Identity(g) y = SequenceInsert(j, x) }> o = SequenceAt(f, z)",
        )
    ),
    # Nor do they demand anything where sizes tell that there is no round.
    row(17, "(float[2] x, float[B] v) => (w) <int64 k = {2}, int64 o = {1}, int64[1] l = {1}, int64[1] m = {-1}> { s = Shape(v) n = Squeeze(s)"
        " c = LessOrEqual(k, n) y, u = Loop(n, c, x) <body = b (int64 i, bool g, float[p] q) => (bool h, float[r] t, float[] e)"
        " { h = Identity(g) t = Identity(q) e = Identity(q) }> f = Shape(u) d = Gather<axis = 0>(f, o) j = Reshape(d, l) r = Concat<axis = 0>(j, m)"
        " w = Reshape(v, r) }", {"B": 1}),
    # What changes from round to round is known in the first, of whose demands the contract tells.
    *(
        row(18, "(float[C,A] x, float[C,2] v) => (y) <int64 z = {0}> { s = Shape(x) n = Gather<axis = 0>(s, z) y = Loop(n, \"\", x)"
            f" <body = b (int64 i, bool g, float[] s) => (bool h, float[] t) {{ {made} t = Concat<axis = 0>(s, x) h = Identity(g) }}> }}", {"C": 4, "A": 5})
        for made in ("q = SequenceConstruct(s, v) u = ConcatFromSequence<axis = 0, new_axis = 1>(q)", "u = Add(s, v)", "u = MatMul(s, s)")
    ),
    # No optimization knows the number of a round, and leaves an Expand out that it makes impossible.
    *(
        row(18, "(float[A,3] x) => (y) <int64 n = {1}> { y = Loop(n, \"\") <body = b (int64 i, bool g) => (bool h, float[] o) <int64[1] l = {1}>"
            f" {{ h = Identity(g) r = Reshape(i, l) t = Concat<axis = 0>(r, l) v = Neg(x) {made} }}> }}", {"A": 5})
        for made in ("e = Expand(v, t) o = Relu(e)", "m = Shape(r) k = Concat<axis = 0>(r, m) e = Expand(v, k) o = Relu(e)")
    ),
    # A Scan's state has the numbers that its body makes of open sizes, which a loader knows and compares.
    row(19, "(float[A,B] x) => (z) <int64[1] a = {-1}, int64[1] b = {2}, int64[1] c = {0}> { y, s = Scan<num_scan_inputs = 1, scan_input_axes = [1],"
        " body = f (float[d,e] i, float[g] j) => (float[k,l] o, float[] p) <int64[2] h = {-1,2}> { o = Reshape(i, h) p = Identity(j) }>(x, x)"
        " v, z = Scan<num_scan_inputs = 1, body = m (float[n,q] i, float[r] j) => (float[t,u] o, float[3,1] p)"
        " { o = Identity(i) p = Slice(y, a, b, c) }>(s, s) }", {"A": 3, "B": 2}),
    # What a Loop collects has other sizes if it makes no round, so they refute nothing for every run.
    *(
        row(18, "(float[B,4] x, int64 m, float[B,3] t) => (w) <int64 o = {1}> { y = Loop(m, \"\") <body = b (int64 i, bool c) => (bool d, float[p,q] e)"
            " { d = Identity(c) e = Relu(x) }> s = Shape(y) g = Gather(s, o) w = Gather(t, g) }", {"B": 2}, {"m": (rounds,)})
        for rounds in (0, 2)
    ),
    row(18, "(float[B,4] x, float[B,3] t) => (w) <int64 o = {1}, int64 m = {2}> { y = Loop(m, \"\") <body = b (int64 i, bool c) => (bool d, float[p,q] e)"
        " { d = Identity(c) e = Relu(x) }> s = Shape(y) g = Gather(s, o) w = Gather(t, g) }", {"B": 2}),
    # What rounds of a Loop add has a shape for a loader, also where there is no round.
    *(
        row(16, "(float[2] x) => (w) { y = Relu(x) q, w, z = Scan<num_scan_inputs = 1, body = b (float[d] s1, float s2) => (float[c] t1, float[] t2,"
            " float[] t3) <bool k = {0}, int64 m = {2}> { y7, y8 = Loop(m, k, s1) <body = l (int64 i, bool g, float[u] s) => (bool h, float[] o,"
            f" float[] o2) {{ h = Identity(g) o = Identity(s) o2 = Identity(s) }}> t1 = Identity(y7) t2 = Identity({made}) t3 = Identity(s2) }}>(x, y) }}")
        for made in ("y7", "y8")
    ),
    row(16, "(float[2] x) => (w) <bool k = {0}, int64 m = {2}> { y7, y8 = Loop(m, k, x) <body = l (int64 i, bool g, float[u] s) => (bool h, float[] o,"
        " float[] o2) { h = Identity(g) o = Identity(s) o2 = Identity(s) }> z, w = Scan<num_scan_inputs = 1, body = b (float[] s1, float s2) =>"
        " (float[] t1, float[] t2) { t1 = Identity(s1) t2 = Identity(s1) }>(y8, x) }"),
    # Nodes of a body that are not sorted.
    row(17, "(float[S] x, bool k) => (y) { y = If(k) <then_branch = t () => (float[] o) { o = Relu(q) q = Neg(x) }, else_branch = e () => (float[] v)"
        " { v = Neg(x) }> }", {"S": 3}, {"k": (0,)}),
    row(17, "(float[S] x) => (y) <bool k = {0}> { y = If(k) <then_branch = t () => (float[] o) { o = Relu(q) q = Neg(x) }, else_branch = e () => (float[] v)"
        " { v = Neg(x) }> }", {"S": 3}),
    row(17, "(float[S] x) => (y) { y = Scan<num_scan_inputs = 1, body = b (float s) => (float o) { o = Relu(q) q = Neg(s) }>(x) }", {"S": 3}),
    # A loader knows no rank of what two branches make that differ in it, also where a stored condition takes one.
    row(
        16, "(float[S,3,4] x, float[2,S] w, bool k) => (y) <bool c = {1}, float[4,3] m = {1,1,1,1,1,1,1,1,1,1,1,1}> {"
        " v = If(c) <then_branch = t () => (float[a,b,d] tv) { tv = Relu(x) },"
        " else_branch = e () => (float[p,q] ev) { ev = Relu(w) }>"
        " y = If(k) <then_branch = t2 () => (float[] ty) { ty = Gemm(v, m) },"
        " else_branch = e2 () => (float[] ey) { ey = Neg(w) }> }", {"S": 5}, {"k": (0,)},
    ),
    row(23, '(float[2] x) => (v) <int64 a = {0}, int64 c = {2}> { k = Constant<value_ints = [1]>() o = Optional(k) b = OptionalGetElement(o) v = Range(a, b, c) }', {}),
    row(23, '(float[2] x) => (v) <int64 a = {0}, int64 c = {2}> { k = Constant<value_ints = [1]>() b = OptionalGetElement(k) v = Range(a, b, c) }', {}),
    row(23, '(float[2] x) => (v) <int64 a = {0}, int64 c = {2}> { k = Constant<value_ints = [1]>() o = SequenceConstruct(k) b = SequenceAt(o, a) v = Range(a, b, c) }', {}),
    row(23, '(float[2] x) => (v) <int64 a = {0}, int64 c = {2}> { k = Constant<value_ints = [1]>() e = SequenceEmpty<dtype = 7>() o = SequenceInsert(e, k) b = SequenceAt(o, a) v = Range(a, b, c) }', {}),
    row(23, '(float[2] x, int64 n) => (v, b) <int64 a = {0}, int64 c = {2}, bool t = {1}> { k = Constant<value_ints = [1]>() b = Loop(n, t, k)<body = g1 (int64 i, bool cc, int64[1] s) => (cc, s) { }> v = Range(a, b, c) }', {}, {"n": (2,)}),
    row(23, '(float[2] x, int64 n) => (b, w) <int64 a = {0}, int64 c = {2}, bool t = {1}> { k = Constant<value_ints = [1]>() b, w = Loop(n, t, k)<body = g1 (int64 i, bool cc, int64[1] s) => (cc, s, v) { v = Range(a, s, c) }> }', {}, {"n": (2,)}),
    row(23, '(float[2] x) => (v) <int64 a = {0}, int64 c = {2}> { k = Constant<value_ints = [1]>() b, w = Scan<num_scan_inputs = 1, body = g1 (int64[1] s, float i) => (s, i) { }>(k, x) v = Range(a, b, c) }', {}),
    row(17, '(float[3] x) => (int64[] v, int64[] w) <int64[4] s = {9,9,9,9}, int64[1] one = {1}> { v, w = Scan<num_scan_inputs = 1, body = b (int64[N] t, e) => (int64[] r, int64[] r) { r = Add(t, one) }>(s, x) }', {}),
    row(17, '(float[3] x, bool k) => (int64[] v, int64[] w) <int64[4] s = {9,9,9,9}, int64[1] one = {1}> { v, w = If(k)<then_branch = b () => (int64[] r, int64[] r) { r = Add(s, one) }, else_branch = b () => (int64[] r, int64[] q) { r = Add(s, one) q = Add(r, one) }> }', {}, {"k": (1,)}),
    row(17, '(int64[2] s, bool c) => (int64[2] y) { y = If(c)<else_branch = b5 () => (int64[2] v5) <int64[2] s = {7,8}> { v5 = Neg(s) }, then_branch = b16 () => (int64[2] v16) { v16 = Identity(s) }> }', {}, {"c": (0,)}),
    row(17, '(int64[2] x, bool c) => (int64[2] y) { s = Abs(x) y = If(c)<else_branch = b5 () => (int64[2] v5) <int64[2] s = {7,8}> { v5 = Neg(s) }, then_branch = b16 () => (int64[2] v16) { v16 = Identity(s) }> }', {}, {"c": (0,)}),
)  # fmt: skip
