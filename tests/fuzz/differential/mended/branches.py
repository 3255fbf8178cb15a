"""What is known of what an If makes."""

from __future__ import annotations

from tests.fuzz.differential.mended.row import row

ROWS = (
    # Of a size that a loader does not know a Squeeze without axes leaves it no rank.
    *(
        row(24, f"(float[4,{size},3] x, bool k) => (y) <int64[1] one = {{1}}, float[1,1,1] z = {{0}}> {{ y = If(k) <then_branch = t () => (float u)"
            " { v, i = TopK<axis = 1>(x, one) w = Identity(v) q = Squeeze(w) c = Concat<axis = 1>(q, z) u = Constant<value_float = 1.0>() },"
            " else_branch = e () => (float r) { r = Constant<value_float = 1.0>() }> }", {"D": 2}, {"k": (False,)})
        for size in ("D", "2")
    ),
    # Nor does it know what is cut of such a size.
    *(
        row(23, f"(float[1,{shape}] x) => (y) <int64[1] one = {{1}}, int64[2] parts = {{1, 1}}, int64[1,3,1] t = {{0, 0, 0}}, bool k = {{0}}> {{"
            f" v, w = {cut} i = Identity(v) y = If(k) <then_branch = t () => (float[] p) {{ p = NegativeLogLikelihoodLoss(i, t) }},"
            " else_branch = e () => (float[] n) { n = Identity(x) }> }", {"E": 2})
        for shape, cut in (
            ("E,0,1", "TopK<axis = 1>(x, one)"), ("2,0,1", "TopK<axis = 1>(x, one)"),
            ("4,E,1", "Split<axis = 2>(x, parts)"), ("4,2,1", "Split<axis = 2>(x, parts)"),
        )
    ),
    # Of an unknown rank it does not look at the window of a ConvTranspose.
    *(
        row(23, f"(float[{shape}] x, float[0,1,0] w, bool k) => (y) {{ v = Squeeze(x) y = If(k) <then_branch = t () => (float[] p)"
            " { p = ConvTranspose(v, w) }, else_branch = e () => (float[] n) { n = Identity(x) }> }", {"E": 2}, {"k": (False,)})
        for shape in ("E,E,1", "2,2,2")
    ),
    # A size that is never 1 is none that a loader knows: of such a Squeeze it knows no rank.
    *(
        row(13, f"(float[0,1,{size}] x, bool k) => (y) {{ c = Concat<axis = 2>(x, x) v = Squeeze(c) y = If(k) <then_branch = t () => (float[] p)"
            " { p = Hardmax<axis = -3>(v) }, else_branch = e () => (float[] n) { n = Identity(x) }> }", {"D": 3}, {"k": (k,)})
        for size in ("D", "3") for k in (False, True)
    ),
    # Of axes that a loader does not see it knows no mistake.
    *(
        row(21, f"(float[2,2] x, bool k) => (y) <int64[2] s = {{0,2}}> {{ y = If(k) <then_branch = t () => (float u)"
            f" {{ a = {axes} v = ReduceMin<keepdims = 0>(x, a) u = Constant<value_float = 1.0>() }},"
            " else_branch = e () => (float r) { r = Constant<value_float = 1.0>() }> }", None, {"k": (False,)})
        for axes in ("Identity(s)", "Constant<value_ints = [0, 2]>()")
    ),
    # Of a Concat along an axis that is counted from behind a loader infers nothing before opset 11.
    *(
        row(opset, f"(float[N,2,3] x) => (y) <bool k = {{1}}> {{ y = If(k) <then_branch = t () => (a) {{ a = Concat<axis = {axis}>(x, x) }},"
            " else_branch = e () => (b) { b = Constant<value = float[1] {0}>() }> }", {"N": 2})
        for opset in (9, 10, 11) for axis in (-2, 1)
    ),
    # What only broadcastable sizes have together stands for no other branch than its own.
    *(
        row(19, "(float[B,A] x) => (y) <int64 o = {0}, int64 e = {1}> { s = Shape(x) b = Gather(s, o) k = LessOrEqual(b, e)"
            " y = If(k) <then_branch = t () => (float[p,q] u) { z = Constant<value_ints = [1]>() a = Gather(s, z) l = Concat<axis = 0>(a, z) u = Expand(x, l) },"
            " else_branch = f () => (float[c,d] v) { v = Neg(x) }> }", {"A": columns, "B": rows})
        for rows, columns in ((4, 2), (1, 3), (2, 2), (1, 1))
    ),
    # A Reshape in a branch that is moved into the graph around it, which stores the lists of its target.
    *(
        row(14, "(float[n,6] x) => (y) <int64[1] e = {4}, int64[1] o = {1}, bool k = {0}> { s = Shape(x) f = Constant<value_ints = [3, 6]>()"
            " y = If(k) <else_branch = f () => (float q) { g = Gather(s, o) t = Concat<axis = 0>(f, e, g) z = Reshape(x, t)"
            " q = Constant<value_float = 1.0>() }, then_branch = t () => (float p) { p = Constant<value_float = 1.0>() }> }", {"n": n})
        for n in (12, 6, 72)
    ),
    # A condition by what a function gives is computed at load, if that is.
    *(
        row(16, f"(float[{size}] x) => (y) {{ f = local.f(x) s = Shape(x) k = Less(f, s) y, z = If(k) <else_branch = e () => (float[] a, float b)"
            " { e = SequenceEmpty() l = Loop(s, n, e) <body = d (int64 i, bool g, seq(float[]) q) => (bool h, seq(float[]) r)"
            " { r = SequenceInsert(q, x) h = Identity(g) }> b = ConcatFromSequence<axis = 0>(l) a = Identity(x) }, then_branch = t () => (float c, float[] d)"
            ' { d = Identity(x) c = Identity(d) }> } <domain: "local", opset_import: ["" : 16]> f (p) => (r) { s = Shape(p) r = Identity(s) }'.replace("n, e", '"", e'), sizes)
        for size, sizes in (("2", {}), ("N", {"N": 2}))
    ),
    # What is demanded of the size that an If makes, where sizes decide which.
    *(
        row(13, "(float[A] x, float[7,7] z) => (y) <int64[1] four = {4}> { n = Shape(x) c = Less(n, four) v = If(c) <then_branch = t () => (float[] d) { d = Concat<axis = 0>(x, x, x) },"
            " else_branch = e () => (float[] f) { f = Identity(x) }> y = Add(z, v) }", {"A": size})
        for size in (1, 2, 4, 7)
    ),
    *(
        row(24, "(float[1,C] x) => (y) <int64 o = {0}, int64 e = {1}, int64 two = {2}, int64[1] l = {1}> { s = Shape(x) n = Gather(s, e) y = Loop(n, e0, x) <body = b (int64 i, bool g, float[] k)"
            " => (bool h, float[] v) { a = Div(n, two) c = LessOrEqual(e, a) u = If(c) <then_branch = t () => (float[] d) { q = Constant<value_ints = [-1, 1]>() d = Reshape(x, q) },"
            " else_branch = r () => (float[] f) { f = Identity(x) }> m = Shape(u) p = Gather(m, o) j = Mul(p, two) w = Reshape(j, l) z = Concat<axis = 0>(w, l)"
            " aa = Expand(u, z) h = Identity(g) v = Identity(k) }> }".replace("e0", '""'), {"C": size})
        for size in (1, 2, 3)
    ),
    *(
        row(25, "(float[A,4] x) => (y) <int64 o = {0}, int64 two = {2}, int64[1] l = {1}, int64[1] k = {0}, int64[1] m = {2}> { s = Shape(x) n = Gather(s, o) c = Equal(n, two)"
            " v = If(c) <then_branch = t () => (float[] d) { d = Slice(x, l, m, k) }, else_branch = e () => (float[] f) { f = Identity(x) }> y = MatMul(v, v) }", {"A": size})
        for size in (1, 2, 3, 4)
    ),
    # Nothing is told of a size for which a branch supposes that a window fits.
    *(
        row(18, "(float[1,1,N] x, float[7] z) => (y) <int64 two = {2}, int64 four = {4}> { s = Shape(x) n = Gather(s, two) c = Less(n, four) v = If(c) <then_branch = t () => (float[] d) { d = MaxPool<kernel_shape = [3]>(x) },"
            " else_branch = e () => (float[] f) { f = Identity(x) }> y = Add(v, z) }", {"N": n})
        for n in (1, 2, 3, 7)
    ),
    *(
        row(18, "(float[N] x, float[7] z) => (y) <int64 o = {0}, int64 four = {4}, int64[1] l = {1}> { s = Shape(x) n = Gather(s, o) c = Less(n, four) v = If(c) <then_branch = t () => (float[] d) { b = Sub(n, four) j = Add(b, four) a = Reshape(j, l) d = Reshape(x, a) w = Concat<axis = 0>(d, x) },"
            " else_branch = e () => (float[] f) { f = Concat<axis = 0>(x, x) }> y = Add(v, z) }", {"N": n})
        for n in (1, 2, 3, 4, 7)
    ),
    # Named sizes tell which of two numbers a Where takes.
    *(
        row(15, "(float[N,6] x, float[W] y) => (z) <int64[1] f = {5}, int64[1] a = {2}, int64[1] b = {4}, int64[1] r = {-1}>"
            f" {{ s = Shape(y) c = {compared} l = Where(c, {chosen}) t = Concat<axis = 0>(l, r) z = Reshape(x, t) }}",
            {"N": n, "W": w})
        for compared in ("Greater(s, f)", "Equal(s, f)", "Less(f, s)")
        for chosen in ("a, b", "b, s")
        for n, w in ((3, 5), (3, 6), (2, 5), (5, 5))
    ),
    # What a branch declares is enforced where it is taken: by named sizes, and whatever the other one declares.
    *(
        row(15, f"(float[N] x) => (float[M] y) <int64 two = {{2}}> {{ n = Size(x) c = {compared}(n, two) y = If(c)"
            f" <then_branch = a () => (float[3] p) {{ p = Relu(x) }}, else_branch = b () => (float[{other}] q) {{ q = Neg(x) }}> }}", {"N": n})
        for compared in ("Equal", "Greater", "Less")
        for other in ("K", "4")
        for n in (1, 2, 3, 4)
    ),
    *(
        row(15, "(float[N] x, bool c) => (float[M] y) { y = If(c)"
            f" <then_branch = a () => (float[3] p) {{ p = Relu(x) }}, else_branch = b () => (float[{other}] q) {{ {made} }}> }}", {"N": n}, {"c": (c,)})
        for other, made in (("4", "q = Neg(x)"), ("4", "r = Neg(x) q = Neg(r)"), ("3", "q = Neg(x)"), ("4", "q = Concat<axis = 0>(x, x)"))
        for n in (2, 3, 4)
        for c in (0, 1)
    ),
    # What a list of one entry makes of a number of elements has that size, whatever it says.
    *(
        row(15, "(float[3,7,D] x, int64[1] n, float[3] w, bool k) => (y) { y = If(k) <then_branch = a () => (float[] p) { r = Reshape(w, n) p = com.microsoft.FastGelu(x, r) },"
            " else_branch = b () => (float[] q) { s = Reshape(w, n) q = com.microsoft.FastGelu(x, s) }> }", {"D": size}, {"n": (3,), "k": (1,)})
        for size in (2, 3)
    ),
    # What both branches demand of a size that only a run tells is demanded by its bounds.
    *(
        row(17, "(float[D,3,1,2] x, float[4,2,3,2] w, int64[1] n, bool k) => (y) <int64[1] z = {0}> { y = If(k)"
            " <then_branch = a () => (float[] p) { r = Slice(w, z, n) p = com.microsoft.GridSample(x, r) },"
            " else_branch = b () => (float[] q) { s = Slice(w, z, n) q = com.microsoft.GridSample(x, s) }> }", {"D": size}, {"n": (2,), "k": (1,)})
        for size in (2, 6)
    ),
    # Of a size that is one of two by data, what is demanded holds of the one or of the other.
    *(
        row(14, "(float[2,3] x, float[1,2] w, float[C,2] v, bool k) => (z) <int64 one = {1}, int64 three = {3}> { y = If(k)"
            " <then_branch = a () => (float[] p) { s = SplitToSequence<axis = 1>(v) p = SequenceAt(s, one) }, else_branch = b () => (float[] q) { q = Identity(w) }>"
            " n = Size(v) g = GreaterOrEqual(n, three)"
            " z = If(g) <then_branch = d () => (float[] e) { e = Concat<axis = 0>(x, y) }, else_branch = f () => (float[] h) { h = Identity(x) }> }",
            {"C": size}, {"k": (k,)})
        for size in (1, 2, 5)
        for k in (0, 1)
    ),
    # The least and the largest of many stored positions are among them.
    row(16, f"(float[N] x) => (z) <int64[100] i = {{{', '.join(map(str, range(100)))}}}> {{ z = Gather(x, i) }}", {"N": 99}),
    row(16, f"(float[N] x) => (z) <int64[100] i = {{{', '.join(map(str, range(100)))}}}> {{ z = Gather(x, i) }}", {"N": 100}),
    # Items of another rank than the first stand between it and the end.
    *(
        row(11, "(float[8] x, float[N,2] q) => (y) <int64 zero = {0}, int64 last = {-1}> { s = SplitToSequence(q) t = SequenceInsert(s, x, zero)"
            " u = SequenceErase(t, last) y = ConcatFromSequence<axis = 0>(u) }", {"N": size})
        for size in (1, 2, 4)
    ),
    # How many elements of one branch are not zero depends on data, and how many they are at most on a size.
    *(
        row(16, "(float[5,S,S] x, float[4,4,6,6] w, bool b) => (y) <int64[1] k = {930}> { r = If(b)"
            " <then_branch = t () => (float[] u) { u = Identity(w) }, else_branch = e () => (float[] v)"
            " { n = NonZero(x) m = Transpose(n) v = GatherND(x, m) }> y, z = TopK(r, k) }", {"S": size}, {"b": (taken,)})
        for size in (8, 14)
        for taken in (0, 1)
    ),
    # One size alone takes the branch with which every run fails.
    *(
        row(13, "(float[2,A] x, int64 k) => (y) <int64 one = {1}, int64[1] z = {0}, int64 three = {3}> { s = Shape(x) n = Gather(s, one) c = Equal(n, three)"
            " v = If(c) <then_branch = t () => (float[] u) { u = Identity(x) }, else_branch = f () => (float[] w) { d = Less(k, n) w = If(d)"
            " <then_branch = p () => (float[] q) { q = Unsqueeze(x, z) }, else_branch = l () => (float[] r) { r = Scan(x) <num_scan_inputs = 1,"
            " body = b (float[] h) => (float[] m) { g = ReduceSum<keepdims = 0>(h) m = Unsqueeze(g, z) }> }> }> y = Squeeze(v, z) }", {"A": size}, {"k": (number,)})
        for size in (2, 3, 4)
        for number in (0, 8)
    ),
    # Ranks that a loader compares in a branch that never runs.
    *(
        row(17, f"(float[4] x, int32[3] i, float[9,8] w, float[8] g, uint8[2,3] a, float s, uint8 z, uint8 b, bool k) => (y) {{ y = If(k) <else_branch = e () => (float[] o)"
            f" {{ {node} o = Constant<value_float = 1.0>() }}, then_branch = t () => (float[] u) {{ u = Constant<value_float = 2.0>() }}> }}", {}, {"k": (1,), "i": (0, 0, 0)})
        for node in (
            "p = com.microsoft.Inverse(x)", 'p, q = com.microsoft.EmbedLayerNormalization(i, "", w, w, "", g, g)', "p = QLinearMatMul(a, s, z, b, s, z, s, z)",
        )
    ),
    # Sizes of no entries are as none for a loader, whatever the scales are.
    *(
        row(14, f"(float[3,2,6] x, float[3,6,2] r, float[{scales}] s, bool k) => (y) <int64[0] z = {{}}> {{ y = If(k) <else_branch = e () => (float[] o)"
            " { o = Constant<value_float = 1.0>() }, then_branch = t () => (float[] u) { p = Resize(x, r, s, z) u = Constant<value_float = 2.0>() }> }", {}, {"k": (0,)})
        for scales in ("3,2,6", "3")
    ),
    # Behind a branch that surely runs, a size decides a rank, and neither rank runs.
    *(
        row(21, "(float[6,2,S,5] x, float[8,8,3] z, int64[1] k) => (y) <bool c = {0}> { v = Shape(x) n = ReduceProd(v) d = If(c) <then_branch = t () => (float[] f) { f = Identity(z) },"
            " else_branch = e () => (float[] g) <int64 o = {0}> { q = Equal(n, o) g = If(q) <then_branch = t2 () => (float[] h) { h = Identity(z) },"
            " else_branch = e2 () => (float[] i) { i = Identity(x) }> }> y = Tile(d, k) }", {"S": size}, {"k": (1,)})
        for size in (0, 1, 2)
    ),
    # Beside weights of which a loader sees no numbers it does not look how many pads there are; beside X of which it
    # knows the rank alone it does.
    *(
        row(22, f"(float[2,3,3,4] x, int64[4] s, float[4,3,3,3] w, bool k) => (y) {{ r = Reshape({reshaped}, s) y = If(k) <then_branch = t () => (float a) {{ a = Constant<value_float = 1.0>() }},"
            f" else_branch = e () => (float b) {{ c = {op}<pads = [1]>({inputs}) b = Constant<value_float = 2.0>() }}> }}", {}, {"k": (True,), "s": sizes})
        for op in ("com.microsoft.FusedConv", "Conv")
        for reshaped, inputs, sizes in (("w", "x, r", (4, 3, 3, 3)), ("x", "r, w", (2, 3, 3, 4)))
    ),
    # A loader knows no rank of what has one behind the If that decides it.
    *(
        row(17, "(float[N,C,4,M] x, float[8,4,3] w, bool k) => (y, u) <bool no = {0}> { z = If(no) <then_branch = f () => (float[] c) { c = Identity(w) }, else_branch = d () => (float[] s)"
            " { v = Shape(x) o = Constant<value_int = 1>() j = Gather(v, o) q = Equal(j, o) s = If(q) <then_branch = t2 () => (float[] a) { l = Constant<value_ints = [1]>() a = Squeeze(x, l) },"
            " else_branch = e2 () => (float[] b) { b = Identity(x) }> }> y = Conv(z, w) u = If(k) <then_branch = t () => (float g) { g = Constant<value_float = 1.0>() },"
            " else_branch = e () => (float h) { r = Transpose<perm = [1, 0]>(z) h = Constant<value_float = 2.0>() }> }", {"N": 2, "C": size, "M": 4}, {"k": (True,)})
        for size in (1, 2)
    ),
    # Beside an input that is left out a loader compares no shapes.
    *(
        row(13, f"(float[4] x, float[3] z, bool k) => (y) {{ y = If(k) <then_branch = t () => (float a) {{ b = {name}({read}) a = Constant<value_float = 1.0>() }},"
            " else_branch = e () => (float c) { c = Constant<value_float = 1.0>() }> }", {}, {"k": (False,)})
        for name in ("Max", "Mean", "Sum") for read in ('x, "", z', 'x, z, ""')
    ),
    # A loader infers by the first input, and refuses one that is left out; of a Concat that lacks another it infers nothing.
    *(
        row(opset, f"(float[2] x, bool k) => (y) {{ y = If(k) <then_branch = t () => (float[] a) {{ a = {made} }}, else_branch = e () => (float[] b) {{ b = Identity(x) }}> }}",
            {}, {"k": (False,)})
        for opset in (7, 9, 12, 13, 21)
        for made in (
            'Max("", x)', 'Min("", "")', 'Sum("", x)', 'Mean("", x)', 'Max(x, "", x)', 'Concat<axis = 0>("", x)', 'Concat<axis = 0>(x, "", x)',
            *(['Einsum<equation = "i,i->i">("", x)'] if opset > 11 else []),
        )
    ),
    # A Transpose that changes no order or is undone, and may be left out, tells no rank of what has none.
    *(
        row(opset, f"(float[8,8] x, float[8,1,8] w, bool k) => (y) {{ v = If(k) <else_branch = e () => (float[] a) {{ a = Identity(x) }},"
            f" then_branch = t () => (float[] b) {{ b = Identity(w) }}> u = Transpose<perm = [{perm}]>(v) {read} }}", {}, {"k": (k,)})
        for opset in (11, 18) for k in (False, True)
        for perm, read in (
            ("0,1", "y = Concat<axis = 0>(u, u)"), ("0,1", "y = Relu(u)"), ("0,1", "c = Concat<axis = 0>(u, u) y = Softmax<axis = 2>(c)"),
            ("1,0", "y = Relu(u)"), ("1,0", "y = Transpose<perm = [1, 0]>(u)"), ("2,0,1", "y = Transpose<perm = [1, 2, 0]>(u)"), ("0,1,2", "y = Concat<axis = 0>(u, u)"), ("0,1,2", "y = Relu(u)"),
        )
    ),
    *(
        row(11, f"(float[3,4] x, float[8,{size},8] w, bool k, bool j) => (y) {{ v = If(k) <else_branch = e () => (float[] a) {{ a = Identity(x) }},"
            " then_branch = t () => (float[8,q,8] b) { b = Identity(w) }> y = If(j) <else_branch = f () => (float[3,r] o) { o = Identity(x) },"
            " then_branch = h () => (float[p,s] i) { u = Transpose<perm = [0, 1]>(v) i = ReduceMax(u) }> }", {}, {"k": (k,), "j": (True,)})
        for size in (1, 2) for k in (False, True)
    ),
    # What a loader refuses behind it stays refused.
    row(18, "(float[8,8] x, float[8,1,8] w, int64 i, bool k) => (y) { v = If(k) <else_branch = e () => (float[] a) { a = Identity(x) },"
        " then_branch = t () => (float[] b) { b = Identity(w) }> u = Transpose<perm = [0, 1]>(v) c = Concat<axis = 0>(u, u) y = Add(c, i) }", {}, {"k": (True,)}),
    # An Expand to sizes that are not 1 tells a loader these, whatever a Scan makes of a state of which it knows no shape.
    *(
        row(16, "(float[C] x, float[B,4,3] w) => (y) <int64 n = {4}> { y = Loop(n, \"\", w) <body = b (int64 i, bool g, float[] p) => (bool h, float[p0,p1,p2] o) <int64 f = {4}> {"
            " one = Constant<value = int64[1] {1}>() r = Reshape(f, one) v = Scan<num_scan_inputs = 2, body = s (float s2, float[] s3) => (float t) { t = Identity(s2) }>(x, p)"
            " e = Expand(v, r) t0 = Shape(e) h = Less(i, t0) o = Identity(p) }> }", {"B": b, "C": c})
        for b, c in ((1, 3), (1, 1), (4, 4))
    ),
    # Of four names one alone may decide.
    row(17, "(float[A,B,C,1] x, float[3,D] w) => (y) <int64 one = {1}, int64 two = {2}, int64 zero = {0}> { s = Shape(x) a = Gather(s, zero) g = Greater(a, one)"
        " v = If(g) <then_branch = t () => (float[] p) { p = Identity(x) }, else_branch = e () => (float[] q) { h = Greater(a, two) q = If(h)"
        " <then_branch = t2 () => (float[] p2) { p2 = Identity(x) }, else_branch = e2 () => (float[] q2) { q2 = Constant<value = float[1,3] {1, 2, 3}>() }> }>"
        " y = MatMul(v, w) }", {"A": 2, "B": 1, "C": 1, "D": 2}),
    # Nodes that are not sorted: what a branch reads is made behind it.
    row(21, "(float[A,6,A] x, bool k, bool m) => (y, z) <int64[1] n = {-1}> { v = Reshape(x, n)"
        " u = If(k) <then_branch = t () => (float[] p) { p = Identity(v) }, else_branch = e () => (float[] q) { q = Identity(x) }>"
        " y = If(m) <then_branch = t2 () => (float[] p2) { r = Identity(z) p2 = Identity(v) }, else_branch = e2 () => (float[] q2) <float[6,1] w = {1,1,1,1,1,1}> { q2 = MatMul(u, w) }>"
        " z = Identity(x) }", {"A": 4}, {"k": (True,), "m": (True,)}),
    # What a branch stores has no open sizes: an If in it whose condition follows from that is replaced by its branch.
    *(
        row(11, "(float[2,1] x, float[B,C] w) => (y, z) <int64 f = {1}, int64 n = {0}> { v = Gather(w, f) d = Constant<value = int64[1] {2}>() y = Reshape(v, d) s = Shape(w) b = Gather(s, n) k = Less(b, f)"
            " z = If(k) <else_branch = e () => (float[p] q) <int64[1] e1 = {1}, int64[1] e0 = {0}, int64 e2 = {3}> { t = Slice(x, e1, e1, e0) u = Shape(t) r = ReduceMax<keepdims = 0>(u) g = Less(e2, r)"
            " q = If(g) <else_branch = e3 () => (float[3] q1) { q1 = Identity(v) }, then_branch = t3 () => (float[p1] q2) { q2 = Identity(v) }> },"
            " then_branch = t () => (float[p3] q3) { q3 = Gather(w, s) }> }", {"B": b, "C": c})
        for b, c in ((2, 2), (2, 3), (0, 2))
    ),
    # In a function too an If whose condition follows from known sizes is replaced, whatever a caller gives of others.
    *(
        row(25, f"(float[4] x, float[B,B,A] w, bool n) => (y, c, k) <int64 z = {{0}}> {{ s = Shape(x) a = Gather(s, z) y, c, k = local.o(s, z, a, w) }}\n"
            '<domain: "local", opset_import: ["" : 25, "local" : 1]>\no (p, q, r, w) => (y, c, k) { y, c, k = local.f(p, q, r, w) }\n<domain: "local", opset_import: ["" : 25]>\n'
            f"f (p, q, r, w) => (y, c, k) {{ c = Gather(p, q) k = {compared} y = If(k) <else_branch = e () => (float[] o) {{ o = Identity(w) }},"
            " then_branch = t () => (float[2,2,3] o2) { m = MatMul(w, w) o2 = Transpose<perm = [0, 1, 2]>(m) }> }", {"A": size, "B": size}, {"n": (True,)})
        for compared in ("LessOrEqual(r, c)", "Less(r, c)") for size in (2, 4)
    ),
    # Of these operators a loader infers numbers beside open sizes, and refuses what a branch does with them.
    *(
        row(17, f"({given}, bool c) => (y) <int64[1] k = {{{axis}}}, int64[1] one = {{1}}, int64[2] two = {{4,4}}> {{ {made}"
            " y = If(c) <then_branch = b () => (float[] t) { t = Squeeze(e, k) }, else_branch = d () => (float[] i) { i = Identity(e) }> }",
            {size: 3 for size in "nmhw" if f"[{size}" in given or f",{size}" in given}, {"c": (0,)})
        for given, axis, made in (
            ("float[n,8] x, float[8,4] w", 1, "e = Gemm(x, w)"),
            ("float[n,3,5,5] x, float[4,3,1,1] w", 1, "e = Conv(x, w)"),
            ("float[n,3,h,5] x, float[3,4,3,3] w", 3, "e = ConvTranspose<strides = [2,2]>(x, w)"),
            ("float[n,3,h,5] x", 3, 'e = MaxPool<auto_pad = "SAME_LOWER", kernel_shape = [2,2], strides = [2,2]>(x)'),
            ("float[n,8] x, float[8] w", 1, "e = LayerNormalization(x, w)"),
            ("float[n,1] x, bool[8] b, float[n,8] w", 1, "e = Where(b, x, w)"),
            ("float[n,8] x, float[8,4] w", 1, 'e = Einsum<equation = "ab,bc->ac">(x, w)'),
            ("float[n,8] x", 1, "e, f = Split<axis = 1>(x, two)"),
            ("float[n,8] x", 1, "e, f = Split<axis = 0>(x, two)"),
            ("float[n,8] x", 0, "e, f = TopK<axis = 0>(x, one)"),
            ("float[n,8] x", 1, "e, f = TopK<axis = 0>(x, one)"),
            ("float[n,1,8] x", 1, "e = Squeeze(x, one)"),
            ("float[n,8] x, int64[n,3] i", 1, "e = GatherElements(x, i)"),
            ("float[h,n,4] x, float[1,12,4] w, float[1,12,3] r", 3, "e = LSTM<hidden_size = 3>(x, w, r)"),
            ("float[n,8] x, float[m,8] z", 0, "e = Concat<axis = 0>(x, z)"),
            ("float[n] x, float[8] z", 0, "e = Add(x, z)"),
        )
    ),
    *(row(27, '(float[A,3,1] q, float[] k, float[] v, float[A,3,1] b, bool c) => (y) { y = If(c) <then_branch = t () => (float[] u) { u, z = LinearAttention<kv_num_heads = 1, q_num_heads = 1, update_rule = "delta">(q, k, v, "", "", b) }, else_branch = e () => (float[] w) { w = Relu(v) }> }', {"A": 3}, {"c": (given,)}, shapes={"k": (3,3,1), "v": (3,3,1)}) for given in (0,)),
    # A branch reads what a Range around it makes, of which no loader knows the size.
    row(18, "(float[A,2] x, bool k) => (y) <int64[1] z = {0}, int64 zz = {0}, int64 o = {1}> { s = Shape(x) d = Gather(s, o) r = Range(zz, d, o) y = If(k) <then_branch = t () => (a) { e1 = Concat<axis = 0>(r, r) e6 = Expand(e1, z) a = Identity(x) }, else_branch = e () => (b) { e2 = Concat<axis = 0>(r, r) e7 = Expand(e2, z) b = Neg(x) }> }", {"A": 3}, {"k": (1,)}),
    # A branch inside declares another size than it makes: a loader may know that one.
    row(17, "(float[S,1] x, bool k) => (y) <int64[2] c = {0,0}> { v = Gather<axis = 1>(x, c) y = If(k) <else_branch = e () => (float[a,b] w) { w = Identity(x) }, then_branch = t () => (float[2,3] i) <bool n = {0}> {"
        " i = If(n) <else_branch = f () => (float[c,2] p) <int64[1] one = {1}, int64[1] three = {3}, int64[3] z = {0,0,0}> { m = Sub(three, one) l = Concat<axis = 0>(z, m) p = Pad(x, l) },"
        " then_branch = g () => (float[4,2] q) { q = Concat<axis = 0>(v, v) }> }> }", {"S": 3}, {"k": (1,)}),
    # Of branches that make other sizes a loader knows none.
    row(22, "(float[4,3,1] x) => (t) <bool c = {1}> { y = If(c) <else_branch = e () => (float[p,q,r] o) { o = Identity(x) }, then_branch = t () => (float[] o) { a = Constant<value = int64[1] {-2}>() b = Constant<value = int64[1] {1}>() d = Constant<value = int64[1] {0}>() o = Slice(x, a, b, d) }> t = Concat<axis = -2>(x, y) }", {}),
    row(22, "(float[4,3,1] x) => (t) <bool c = {1}> { y = If(c) <else_branch = e () => (float[p,q,r] o) { a = Constant<value = int64[1] {-2}>() b = Constant<value = int64[1] {1}>() d = Constant<value = int64[1] {0}>() o = Slice(x, a, b, d) }, then_branch = t () => (float[] o) { a = Constant<value = int64[1] {-2}>() b = Constant<value = int64[1] {1}>() d = Constant<value = int64[1] {0}>() o = Slice(x, a, b, d) }> t = Concat<axis = -2>(x, y) }", {}),
    # A window that a branch puts over too few places is put once, and what stands behind the If goes on with that.
    *(
        row(18, f"(float[2,9,A,8] x, float[1,2] z, bool k) => (v) {{ w = If(k)<else_branch = e () => (float{declared} p) {{ p = MaxPool<kernel_shape = [2, 2], strides = [2, 1]>(x) }},"
            " then_branch = t () => (float[] q) { q = Identity(z) }> v = AveragePool<kernel_shape = [1, 3]>(w) }", {"A": size}, {"k": (truth,)})
        for declared in ("[]", "[2,b,1,8]") for size in (1, 2, 3) for truth in (0, 1)
    ),
    # What the only rank that runs demands of a branch behind.
    row(17, """(float[S0,S1,2] x1, float[S2,S3,8,S0] x2, float[1,S0] x3, bool k13, bool k18) => (float[] v16, float[] v17, float[o0,o1,o2,o3] v21)
    {
       v16 = If (k13) <else_branch: graph = eb () => (float[a,b,c,d] e) {
          e = Identity (x2)
       }, then_branch: graph = tb () => (float[f,g] t) {
          t = Identity (x3)
       }>
       v17 = GlobalMaxPool (v16)
       v21 = If (k18) <else_branch: graph = ec () => (float[h,i,j,k] ee)
          <int64[1] c1 = {5}, int64[1] c2 = {0}, int64[2] c4 = {1,1}> {
          e3 = Gather (v16, c2)
          e5 = Reshape (c1, c4)
          ee = ScatterND (v16, e5, e3)
       }, then_branch: graph = tc () => (float[l,m,n,o] tt)
          <float[2,6,3,1] w = {1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1}> {
          tt = Conv (v16, w)
       }>
    }""", {"S0": 4, "S1": 2, "S2": 3, "S3": 3}, {"k13": (1,), "k18": (0,)}),
)  # fmt: skip
