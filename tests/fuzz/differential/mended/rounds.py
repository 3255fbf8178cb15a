"""How many rounds Loops make, and what each of them demands."""

from __future__ import annotations

from tests.fuzz.differential.mended.row import row

ROWS = (
    # What a kernel refuses as well as a loader is an error where no loader knows the sizes.
    row(21, "(float[0,E,1,1] x) => (y) <int64 two = {2}, int64[1,1,1] i = {1}> { s = Shape(x) v = ConstantOfShape(s) y = Loop(two, \"\") <body ="
        " b (int64 r, bool c) => (bool d, float[] p) { d = Identity(c) p = NegativeLogLikelihoodLoss(v, i) }> }", {"E": 3}),
    # A loader does not know how many rounds a Loop makes, also where that is stored, nor then what a Scan makes of that.
    row(13, "(float[A,A] x) => (y) <int64[1] e = {1}> { s = Scan<num_scan_inputs = 1, scan_output_axes = [-1], body = b (float[p] r) => (float[q,w] v)"
        " <int64 o = {0}, int64 e1 = {1}, int64 six = {6}, bool k = {1}> { n, v = Loop(six, k, o) <body = d (int64 i, bool g, int64 m) => (bool h, int64 l, float[] f)"
        " { j = Range(o, m, e1) f = Cast<to = 1>(j) h = Less(m, o) l = Identity(m) }> }>(x) z = Unsqueeze(x, e) y = Concat<axis = -1>(z, s) }", {"A": 4}),
    row(21, '(float[3,C] x) => (y) <int64 n = {0}, int64[1] o = {0}> { u = Loop(n, "") <body = b (int64 i, bool g) => (bool h, float[] v)'
        " { v = Identity(x) h = Identity(g) }> z = Unsqueeze(x, o) y = Concat<axis = -2>(u, z) }", {"C": 3}),
    # What is collected in no round has the rank that a loader knows: the declared one of what branches make.
    row(21, "(float[A] x, bool k, int64 n) => (y) <bool no = {0}, int64[1] o = {0}, float[a,1] v> { v = If(k) <then_branch = t () =>"
        " (float[p,q] d) { d = Unsqueeze(x, o) }, else_branch = e () => (float[r] f) { f = Identity(x) }>"
        " y = Loop(n, no) <body = b (int64 i, bool g) => (bool h, float[] w) { h = Identity(g) w = Gather(v, i) }> }", {"A": 3}, {"k": (0,), "n": (3,)}),
    # A Shape of what a loader takes to be an empty slice is what the loader says of it, though a run takes more.
    row(21, '(float[4] x) => (y) <int64[1] b = {-2}, int64[1] e = {2147483647}, int64[1] s = {-1}, int64[1] o = {0}, int64 m = {-1}> { t = Slice(x, b, e, o, s)'
        ' n = Shape(t) y, z = Loop(n, "", x) <body = d (int64 i, bool g, float[] p) => (bool h, float[] v, float[] c) { k = SplitToSequence(p)'
        " j = SequenceInsert(k, p, m) c = ConcatFromSequence<axis = 0, new_axis = 1>(j) h = Identity(g) v = Identity(p) }> }"),
    # What a Loop inside makes without a round may end the Loop around it.
    *(
        row(18, "(float[C] x) => (y, z) <int64 o = {0}, int64 e = {1}, int64 two = {2}, int64 four = {4}> { s = Shape(x) n = Gather(s, o)"
            " y, z = Loop(two, e0, n) <body = b (int64 i, bool g, int64 k) => (bool h, int64 v, float[p] t) { c = Greater(k, four)"
            " f = Loop(two, c) <body = d (int64 j, bool q) => (bool r, float[a] u) { u = Neg(x) r = Identity(q) }>"
            " l = Shape(f) m = Gather(l, e) h = Less(i, m) v = Add(k, e) t = Identity(x) }> }".replace("e0", '""'), {"C": size})
        for size in (1, 3, 4, 5, 6)
    ),
    # What is demanded behind a Loop of which sizes do not tell whether it makes a round is no proof.
    *(
        row(18, "(float[B,3] x) => (t, y) <int64 two = {2}, int64 three = {3}, int64 four = {4}, int64[1] o = {0}, int64[1] e = {1}> { t = Gather(x, three)"
            " w = Slice(x, o, o, e) n = Loop(four, e0, x) <body = b (int64 i, bool g, float[] s) => (bool h, float[] v) { a, v = Loop(i, e0, x)"
            " <body = d (int64 j, bool q, float[c,k] p) => (bool r, float[] z, float[] u) { r = Identity(q) z = Identity(p) u = Identity(p) }>"
            " l = Shape(v) m = Gather(l, two) h = Less(i, m) }> y = MatMul(w, n) }".replace("e0", '""'), {"B": size})
        for size in (3, 4, 5)
    ),
    # What a round demands rests on those premises alone behind which it stands.
    *(
        row(18, "(float[1,A] x, float[C,B] z) => (y) <int64 o = {0}, int64 e = {1}, int64 two = {2}> { s = Shape(x) n = Gather(s, e)"
            " y = Loop(n, e0, z) <body = b (int64 i, bool g, float[p,q] k) => (bool h, float[] v) { l = Constant<value_ints = [4, -1]>() v = Reshape(k, l)"
            " f = Shape(k) d = Gather(f, o) m = LessOrEqual(d, two) w = Loop(two, m) <body = a (int64 j, bool r) => (bool t, float[c] u)"
            " { u = Relu(x) t = Less(j, j) }> h = Identity(g) }> }".replace("e0", '""'), {"A": 2, "B": width, "C": size})
        for width, size in ((4, 1), (5, 2), (4, 3))
    ),
    # What changes otherwise than by the same each time is followed through the first few rounds.
    *(
        row(18, "(float[A] x, float[C] z) => (y) <int64 o = {0}, int64 e = {1}, int64 t = {2}> { s = Shape(x) n = Gather(s, o)"
            " y = Loop(n, e0, e) <body = b (int64 i, bool g, int64 k) => (bool h, int64 v) { h = Identity(g) d = Gather(z, k) v = Mul(k, t) }> }".replace("e0", '""'),
            {"A": rounds, "C": size})
        for rounds, size in ((1, 1), (1, 2), (2, 2), (2, 3), (3, 3), (3, 5), (4, 8), (4, 9))
    ),
    # What a loader refuses in a Loop's body because of the numbers that this declares of open sizes.
    *(
        row(19, "(float[C,A,C] x, bool k) => (y) <int64 n = {6}> { u, y = Loop(n, k, x) <body = b (int64 i, bool g, float[3,3,2] s) => (bool h,"
            " float[p,q,r] v, float[] w) { v = MatMul(s, s) h = Identity(g) w = Identity(s) }> }", {"A": size, "C": size}, {"k": (given,)})
        for size in (2, 3) for given in (0, 1)
    ),
    # Of further outputs, and where the length of a list is computed, a loader may infer no rank.
    row(23, '(float[2,4,24] q, float[2,6,24] k, float[2,6,24] v, float[2,3,12,8] p, int64 m) => (y, r, s) { y, r, s = Loop(m, "") <body = b (int64 i, bool c) => (bool d, o, a, e)'
        ' { d = Identity(c) o, a, e = Attention<q_num_heads = 3, kv_num_heads = 3>(q, k, v, "", p, p) }> }', {}, {"m": (0,)}),
    row(17, '(float[2,3] x, int64 m) => (y) <int64[1] z = {0}, int64[1] o = {1}> { y = Loop(m, "") <body = b (int64 i, bool c) => (bool d, r) { d = Identity(c) s = Shape(x) n = Size(s)'
        " a = Sub(n, o) w = ConstantOfShape<value = int64[1] {1}>(a) h = Slice(s, z, o) t = Concat<axis = 0>(h, w) g = ReduceMax<axes = [1]>(x) r = Reshape(g, t) }> }", {}, {"m": (0,)}),
    row(17, '(float[A,B] x, int64 m) => (y) <int64[1] z = {0}, int64[1] o = {1}, int64[1] e = {2}> { y = Loop(m, "") <body = b (int64 i, bool c) => (bool d, float[] v)'
        " { d = Identity(c) s = Shape(x) p = Slice(s, z, o) q = Slice(s, o, e) r = Concat<axis = 3>(p, q) v = Reshape(x, r) }> }", {"A": 2, "B": 3}, {"m": (0,)}),
    # Of what a Loop in a function collects in no round a loader knows the shape.
    row(23, '(float[1] x, int64 n) => (y) <bool k = {1}> { a, b = local.f(n, k, x) y = Scan(b, x) <num_scan_inputs = 1, body = b (float[] s, float[] e) => (float[] t)'
        ' { t = Identity(a) }> } <domain: "local", opset_import: ["" : 23]> f (n, k, x) => (r, q) { r = Loop(n, k) <body = b (int64 i, bool g) => (bool h, float[m] t)'
        " { t = Identity(x) c = Constant<value = int64 {0}>() h = Less(i, c) }> q = Identity(r) }", {}, {"n": (0,)}),
    # What a Loop collects is compared over its first four rounds.
    *(
        row(22, "(float[C] x) => (y) <int64[1] o = {0}, int64[1] e = {1}, int64[1] m = {-1}, int64 two = {2}> { n = Shape(x) y, w, z = Loop(n, e0, x, x) <body = b"
            " (int64 i, bool g, float[] s, float[] t) => (bool h, float[] v, float[] k, float[] u) { v = Slice(s, e, m, o) h = Less(i, two) k = Identity(s)"
            " u = Identity(t) }> }".replace("e0", '""'), {"C": size})
        for size in (1, 2, 3, 5)
    ),
    *(
        row(19, "(float[A] x) => (y, z) <int64 n = {6}, int64 two = {2}> { s = Shape(x) y, z = Loop(s, e0, x) <body = b (int64 i, bool g, float[] k) => (bool h, float[] v,"
            " float[] w) { u, w = Loop(n, e0, k) <body = d (int64 j, bool q, float[] p) => (bool r, float[] f, float[] l) { r = Less(two, i) f = Identity(p) l = Identity(p) }>"
            " h = Identity(g) v = Identity(k) }> }".replace("e0", '""'), {"A": size})
        for size in (3, 4, 5)
    ),
    # Sizes decide what an If in a Loop makes.
    *(
        row(19, "(float[C,4] x) => (y, z) <int64 o = {0}, int64 n = {3}, int64 most = {8}> { y, z = Loop(n, e0, x) <body = b (int64 i, bool g, float[p,q] s) => (bool h,"
            " float[] v, float[] w) { w = Identity(s) k = Shape(s) l = Gather(k, o) m = LessOrEqual(l, most) v = If(m) <then_branch = t () => (float[] d)"
            " { d = Concat<axis = 0>(x, s) }, else_branch = e () => (float[] f) { f = Identity(s) }> h = Identity(g) }> }".replace("e0", '""'), {"C": size})
        for size in (7, 8, 9)
    ),
    # What a branch demands in a round alone, where sizes decide whether it is taken.
    *(
        row(13, "(float[A,C] x) => (y) <int64 o = {0}, int64 two = {2}> { s = Shape(x) n = Gather(s, o) y = Loop(n, e0, x) <body = b (int64 i, bool g, float[p,q] k) => (bool h, float[] v)"
            " { f = Shape(k) d = Gather(f, o) c = Greater(d, two) u = If(c) <then_branch = t () => (float[] m) { m = MatMul(k, k) }, else_branch = e () => (float[] r) { r = Identity(k) }>"
            " h = Identity(g) v = Transpose<perm = [1, 0]>(k) }> }".replace("e0", '""'), {"A": rows, "C": columns})
        for rows, columns in ((3, 4), (3, 3), (2, 3), (1, 3), (2, 1))
    ),
    # Whether a round is the last one follows from a Reshape to its number, which in the first one copies.
    row(21, "(float[7] x, float[2,1] z) => (y) <int64 three = {3}, bool go = {1}> { w, y = Loop(three, go, x, z) <body = b"
        " (int64 i, bool c, float[p] s, float[1,q] t) => (bool d, float[] u, float[2,2] v) <int64[1] one = {1}, int64[1] rest = {-1},"
        " int64 zero = {0}> { u = Identity(s) n = Reshape(i, one) r = Concat<axis = 0>(n, rest) v = Reshape(s, r) h = Shape(v)"
        " k = Gather(h, zero) d = Less(i, k) }> }"),
    # What some round of a Loop refutes, in a body of its own that named sizes decide about, demands that this one does not run.
    *(
        row(21, "(float[3,B] x) => (y) <int64[1] e = {1}, int64 six = {6}> { s = Shape(x) n = Gather(s, e) k = Squeeze(n) y = Loop(six, e0)"
            " <body = b (int64 i, bool g) => (bool h, float[] v) { v = Identity(x) w = Loop(k, e0) <body = d (int64 j, bool q) => (bool r, float[] u)"
            " { u = Gather(x, i) r = Identity(q) }> h = Identity(g) }> }".replace("e0", '""'), {"B": size})
        for size in (0, 1, 2)
    ),
    *(
        row(21, "(float[3,B] x) => (y) <int64[1] e = {1}, int64 six = {6}, int64 two = {2}> { s = Shape(x) n = Gather(s, e) k = Squeeze(n) c = Greater(k, two) y = Loop(six, e0)"
            " <body = b (int64 i, bool g) => (bool h, float[] v) { h = Identity(g) v = If(c) <then_branch = t () => (float[] u) { u = Gather(x, i) },"
            " else_branch = f () => (float[] w) { o = Constant<value_int = 0>() w = Gather(x, o) }> }> }".replace("e0", '""'), {"B": size})
        for size in (2, 3)
    ),
    # The state of a Scan keeps the rank that goes in, whatever a loader knows of what its body makes.
    row(18, "(float[2] x, float[B,2] t, bool go) => (y, z) <int64 n = {6}> { y, z = Loop(n, go, t) <body = b (int64 i, bool c, float[] s) => (bool d, float[] u, float[] v)"
        " { d = Identity(c) u = Identity(s) v = Scan(x, s) <num_scan_inputs = 2, body = o (float[] a, float[] r) => (float[] m)"
        " { l, k = Scan(a, r) <num_scan_inputs = 1, body = f (float[] p, float q) => (float[] e, float[] w) { w = Identity(p) e = ReduceSum<keepdims = 0>(r) }>"
        " m = Identity(l) }> }> }", {"B": 2}, {"go": (0,)}),
    # A loader that does not see what a Loop's state holds compares no empty tensors in its body.
    row(23, "(float[1,1,B] x) => (y) <int64 one = {1}, bool go = {1}, int64[1] z = {0}, int64[1] e = {-1}, int64[1] a = {1}> { y = Loop(one, go, x)"
        " <body = b (int64 i, bool c, float[p,q,r] s) => (bool d, float[k,l,m] t) { t = Slice(s, z, e, a) v = Concat<axis = 0>(s, t) d = Identity(c) }> }", {"B": 2}),
    # A Scan of a Loop's state, of which a loader knows no number but those that the Scan's body declares.
    *(
        row(13, f"(float[8,N] x, bool k) => (y) <int64 two = {{2}}> {{ y = Loop(two, k, x) <body = b (int64 i, bool c, float[p,q] s) => (bool d, float[l,m] t) {{ d = Identity(c) t = Identity(s)"
            f" w = Scan({of}, x) <num_scan_inputs = 1, body = f (float[u,3] z, float[r] e) => (float[g,h] o) {{ o = Identity(z) }}> }}> }}", {"N": size}, {"k": (go,)})
        for of in ("s", "x")
        for size in (2, 3)
        for go in (0, 1)
    ),
    # Which axes a Squeeze drops is decided by named sizes, be it in a body.
    *(
        row(18, "(float[3,1,D,2] x, float[D] z) => (y) <int64 n = {2}> { y = Loop(n, \"\") <body = b (int64 i, bool c) => (bool d, float[] p) {"
            " d = Identity(c) w = Squeeze(z) p = Add(x, w) }> }", {"D": size})
        for size in (1, 2, 3)
    ),
    # Only what follows from a Loop that makes no round in the first one is unsure there.
    row(12, '(float[C,C,3] x, float[4] l) => (y) <bool k = {1}> { n = Shape(l) y, z = Loop(n, k, x, x) <body = b (int64 i, bool go, float[p,q,o] s, float[e,f,h] t) '
        '=> (bool hi, float[] a, float[] v) { one = Constant<value_int = 1>() c = Shape(t) d = Gather(c, one) m = Greater(d, i) v, w = Loop(i, m, t) <body = b2 '
        '(int64 j, bool g2, float[] r) => (bool h2, float[] a2, float[] c2) <int64 zero = {0}> { u = ReduceSum(r) d2 = Shape(r) k2, l2 = Loop(d2, "", r) <body '
        '= b3 (int64 j3, bool g3, float[] r3) => (bool h3, float[] a3, float[] c3) { u3 = ReduceSum<axes = [2]>(r3) h3 = Identity(g3) a3 = Identity(r3) c3 = '
        'Identity(u3) }> e2 = Shape(l2) f2 = Gather(e2, zero) h2 = Less(j, f2) a2 = Identity(r) c2 = Identity(r) }> mm = MatMul(t, s) hi = Identity(go) a = '
        'Identity(s) }> }',
        {"C": 7}),
    # What is demanded behind a size that a Reshape may copy binds only where that is not 0, whatever data tells it.
    row(12, "(float[C,C,7] x) => (y) <int64 z = {0}, int64 o = {1}, bool t = {1}> { v = Loop(z, t) <body = b (int64 i, bool c) => (bool d, float[p,q] u)"
        " { d = Identity(c) u = ReduceSum<axes = [2], keepdims = 0>(x) }> y = Loop(o, t) <body = f (int64 j, bool g) => (bool h, float[] w)"
        " <int64[1] m = {-1}, int64[1] l = {1}, int64 e = {1}, int64 r = {0}> { s = Shape(v) a = Gather(s, e) k = Reshape(a, l) n = Add(k, k)"
        " n2 = Concat<axis = 0>(n, m) w = Reshape(x, n2) q = Gather(w, r) h = Identity(g) }> }", {"C": 3}),
    # What a Loop collects without a round has the sizes that a loader knows, and 0 for the others.
    *(
        row(14, f"(float[3,C] x, float[N] v) => (y) <bool t = {{1}}, int64 k = {{{index}}}> {{ l = Shape(v) n = Squeeze(l) a, c = Loop(n, t, x) <body = b (int64 i, bool g, float[] s)"
            f" => (bool h, float[] r, float[{declared}] u) {{ h = Identity(g) r = Identity(s) u = Identity({of}) }}> y = Gather<axis = 2>(c, k) }}", {"C": 4, "N": rounds})
        for declared, of in (("p,q", "s"), ("p,4", "s"), ("p,q", "x"), ("", "x"))
        for index in (0, 3)
        for rounds in (0, 1)
    ),
    # Before opset 13 a loader takes the rank of then_branch if it knows none of the other one, whatever a size decides.
    *(
        row(opset, "(float[1] x, int64 n) => (y) <int64 o = {1}, int64 z = {0}> { s, v = Loop(n, \"\", x) <body = b (int64 i, bool g, float[d] c) => (bool t, float[e] u, float[] w) {"
            " k = Shape(c) m = Constant<value = int64 {2}>() p = Equal(k, m) w = If(p) <then_branch = t1 () => (float[] q) { r = Constant<value = int64 {0}>() q = Gather(c, r) },"
            " else_branch = e1 () => (float[] f) { a = Constant<value = int64 {0}>() h = Equal(i, a) f = Loop(n, h, c) <body = b2 (int64 j, bool l, float[] aa) => (bool ab, float[] ac)"
            " { ab = Less(j, a) ac = Identity(aa) }> }> u = Identity(w) ad = Constant<value = int64 {3}>() t = Less(i, ad) }> never = Greater(n, n)"
            " last, y = Loop(o, never, z) <body = b3 (int64 i3, bool g3, int64 c3) => (bool t3, int64 u3, float[] w3) { w3 = Identity(v) t3 = Less(c3, o) u3 = Identity(c3) }> }", {}, {"n": (0,)})
        for opset in (11, 12, 13, 16)
    ),
    # What a round goes on by may be known of the rounds alone in which a Loop inside makes one.
    row(11, "(float[B,1] x, int64 n) => (y) <int64 z = {0}> { v = Scan(x) <num_scan_inputs = 1, body = s (float[a] c) => (float[] d) { o = Constant<value = int64[1] {1}>() r = Reshape(n, o)"
        " d = Expand(c, r) }> sx = Shape(x) t = Gather(sx, z) y, w = Loop(t, \"\", n) <body = b (int64 i, bool g, int64 m) => (bool h, int64 l, float[] u) <int64 six = {6}> {"
        " k = Constant<value = int64 {0}>() f = Less(k, i) u = Loop(six, f) <body = b2 (int64 j, bool e) => (bool p, float[q0,q1] q) { q = Concat<axis = -1>(x, v, x)"
        " two = Constant<value = int64 {2}>() p = Less(j, two) }> one = Constant<value = int64 {1}>() su = Shape(u) at = Gather(su, one) h = Less(i, at) l = Identity(m) }> }",
        {"B": 5}, {"n": (3,)}),
    # Of what is collected in no round a loader takes the rank that is declared inside, also where another one follows.
    *(
        row(21, "(float[2,2,2] x, int64 n) => (y, z) <bool t = {1}, int64 zero = {0}, int64 two = {2}> {"
            f" y = Loop(n, t) <body = a (int64 i, bool c) => (bool d, float[{declared}] e) {{ f = Equal(i, two) d = Identity(c)"
            " g, e = Loop(two, f, x) <body = b (int64 j, bool k, float[] s) => (bool l, float[] o, float[] q) { l = Identity(k) o = Identity(s) q = Identity(s) }> }>"
            " z = Loop(zero, t) <body = m (int64 v, bool w) => (bool u, float[] p) { p = Identity(y) u = Identity(w) }> }", {}, {"n": (0,)})
        for declared in ("p,q,r,h", "p,q", "")
    ),
    # In the first round the number of the round is 0, which copies the size: behind the Reshape, and of the Scan around it.
    *(
        row(13, "(float[4,4] x, bool k) => (y) <int64 four = {4}> { y = Loop(four, k, x) <body = b (int64 i, bool g, float[] s) => (bool h, float[] r)"
            f" <int64[1] one = {{1}}, int64[1] m = {{-1}}, int64 zero = {{0}}> {{ {made} h = Less(i, zero) }}> }}", {}, {"k": (True,)})
        for made in (
            "r, w = Scan<num_scan_inputs = 1, body = c (float[] p, float[q] e) => (float[t,u] o, float[] d) { n = Reshape(i, one) l = Concat<axis = 0>(n, m)"
            " o = Reshape(p, l) d = Identity(e) }>(x, s)",
            "n = Reshape(i, one) l = Concat<axis = 0>(n, m) o = Reshape(s, l) v = MatMul(o, x) r = Identity(s)",
            "n = Reshape(i, one) l = Concat<axis = 0>(n, m) o = Reshape(s, l) u = Relu(o) v = Concat<axis = 1>(u, x) r = Identity(s)",
        )
    ),
    # What a round demands of a state rests on the premises of the rounds before it, of the same node too.
    *(
        row(18, "(float[A,A] x) => (y) <int64 n = {3}, int64 o = {0}, int64 two = {2}, int64[1] e = {1}, int64[1] m = {-1}> { y = Loop(n, e0, x) <body = b (int64 i, bool g, float[p,q] s)"
            " => (bool h, float[] v) { h = Identity(g) l = Shape(s) d = Gather(l, o) k = Mod(d, two) r = Reshape(k, e) t = Concat<axis = 0>(r, m) v = Reshape(s, t) }> }"
            .replace("e0", '""'), {"A": size})
        for size in (1, 2, 3, 4)
    ),
    *(
        row(18, "(float[A,A] x, float[3,1] z) => (y) <int64 o = {0}, int64 two = {2}, int64[1] e = {1}, int64[1] m = {-1}> { y = Scan(x, z) <num_scan_inputs = 1, body = b (float[] s, float[] c)"
            " => (float[] v) { l = Shape(s) d = Gather(l, o) k = Mod(d, two) r = Reshape(k, e) t = Concat<axis = 0>(r, m) v = Reshape(s, t) }> }", {"A": size})
        for size in (1, 2, 3, 4)
    ),
    # What a Loop makes round by round, where the visit for all rounds takes it for what the body declares.
    row(18, "(float[2] x) => (y) <int64 m = {3}, int64[1] zero = {0}, int64[2] target = {5,1}> { o, e = Loop(m, \"\", x) <body = b (int64 i, bool c, float[] s)"
        " => (bool co, float[] so, float[u] eo) { co = Identity(c) so = Unsqueeze(s, zero) eo = Squeeze(s) }> y = Expand(e, target) }", {}),
)  # fmt: skip
