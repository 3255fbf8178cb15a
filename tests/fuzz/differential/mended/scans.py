"""What Scans and Loops demand of their bodies, and what is known behind them."""

from __future__ import annotations

from tests.fuzz.differential.mended.row import row

# A Scan of which a loader knows the rank of what it makes, and we do not.
_RANKED_BY_BODY = (
    "{ i = If(k) <then_branch = t () => (float[] a) { a = Neg(z) }, else_branch = e () => (float[] b) { b = Neg(x) }>"
    " w = Scan<num_scan_inputs = 1, body = b (float[q] s) => (float[] o) { o = Identity(s) }>(i) y = local.f(w) }"
)

ROWS = (
    # Of MeanVarianceNormalization and Crop a loader infers no shape, nor of what follows from them.
    *(
        row(
            opset,
            f"(float[3,A,4,3] x) => (y) {{ {before} y = Scan<num_scan_inputs = 1, body = b (float[] i) => (float[] p) {{ {made} }}>(x) }}",
            {"A": 4},
        )
        for opset, before, made in (
            (9, "", "p = Crop<border = [0, 0, 0, 0]>(x)"),
            (9, "", "p = MeanVarianceNormalization(x)"),
            (18, "", "p = MeanVarianceNormalization<axes = [0]>(i)"),
            (18, "", "w = MeanVarianceNormalization(x) p = Add(w, i)"),
            (18, "w = MeanVarianceNormalization(x)", "p = Relu(w)"),
            (18, "", "m, d = MaxPool<kernel_shape = [2, 2]>(x) p = MaxUnpool<kernel_shape = [2, 2]>(m, d)"),
        )
    ),
    # What is declared of a body's inputs tells a loader no size behind a list that it does not compute.
    row(11, "(float[A,2,3] x) => (y, w) { t = ReduceSum<axes = [1], keepdims = 0>(x) y, w = Scan<num_scan_inputs = 1, scan_input_axes = [-1],"
        " body = b (float[] s, float[1] e) => (float[p,3,q] s2, float[r,c] o) <int64[1] i = {1}, int64[1] j = {-1}>"
        " { l = Concat<axis = 0>(i, j) o = Reshape(e, l) s2 = Identity(s) }>(x, t) }", {"A": 7}),
    # Of what a Loop in a body collects in no round a loader may know a shape, there as in the main graph.
    row(24, "(float[4,3] x, int64 n, bool k) => (y) <int64 two = {2}, int64 o = {0}, bool no = {0}> { y = Loop(n, k, two) <body = a (int64 i, bool g, int64 a1)"
        " => (bool h, int64 a2) { f = Loop(i, no) <body = b (int64 j, bool p) => (bool q, float[] u) { q = Identity(p)"
        ' u = Loop(o, "") <body = c (int64 m, bool r) => (bool t, float[] v) { v = Identity(x) t = Identity(r) }> }>'
        " w = Scan<num_scan_inputs = 1, scan_input_axes = [-1], body = d (float[] e) => (float[] z) { z = Identity(e) }>(f)"
        " h = Identity(g) a2 = Identity(a1) }> }", {}, {"n": (2,), "k": (1,)}),
    # A loader may know a number by what the body declares of its inputs, also where a Shape tells the list.
    *(
        row(25, "(float[B,B] x, float[B,A] z) => (y, w) { y, w = Scan<num_scan_inputs = 1, body = d (float[] s, float[3] a) => (float[] t, float[1] u)"
            " { l = Shape<start = 1>(s) e = Expand(a, l) t = Identity(s) u = Identity(e) }>(x, z) }", {"A": columns, "B": rows})
        for columns, rows in ((1, 1), (1, 4), (4, 1), (2, 4), (3, 3))
    ),
    # The number that a body makes of a state's open size is that of what comes out, which a loader knows.
    *(
        row(22, "(float[A] x, float[3,2] z) => (y) { v = Scan<num_scan_inputs = 1, body = d (float[] s, float[] a) => (float[] t)"
            " { o = Constant<value_int = 0>() e = Constant<value_int = 1>() n = Constant<value_int = 2>() r = Range(o, n, e) t = Cast<to = 1>(r) }>(x, z)"
            " y = Shape(v) }", {"A": size})
        for size in (1, 2, 3)
    ),
    # What goes into a function may have a rank there that a loader knows and we do not.
    row(18, "(float[1] x, float[1,1] z, bool k) => (y) " + _RANKED_BY_BODY +
        ' <domain: "local", opset_import: ["" : 18]> f (p) => (r) { u, r = Scan<num_scan_inputs = 1, body = h (float[] c, float[] d)'
        " => (float[] v, float[] m) { v = Identity(c) m = Identity(d) }>(p, p) }", {}, {"k": (1,)}),
    # By the rank that a branch declares, and that it does not make, the runtime allocates what a Scan makes.
    *(
        row(opset, f"(float[A] x, bool c, int64[1] l) => (y) {{ y = Scan<num_scan_inputs = 1, body = b (float[] s) => (float[] w) {{ w = If(c)"
            f" <then_branch = t () => (float[] u) {{ u = {then} }}, else_branch = e () => (float v) {{ v = {other} }}> }}>(x) }}",
            {"A": 1}, {"c": (taken,), "l": (1,)})
        for opset, then in ((9, "Identity(s)"), (12, "Identity(s)"), (18, "Identity(s)"))
        for other in ("Expand(x, l)", "Add(x, x)")
        for taken in (0, 1)
    ),
    # A branch that declares another shape than it makes is demanded not to be taken, also inside of a Scan.
    *(
        row(22, "(float[2,A] x) => (y) <int64[1] o = {2}> { y = Scan<num_scan_inputs = 1, body = d (float[] f) => (float[] r) { s = Shape(f) j = Div(s, o) v = Equal(s, j)"
            " w = If(v) <else_branch = e () => (float p) { n = Constant<value_int = 6>() p = Loop(n, e0, x) <body = b (int64 i, bool g, float[] z)"
            " => (bool h, float[] o) { h = Identity(g) o = Identity(z) }> }, then_branch = t () => (float[] q) { q = Identity(f) }>"
            " r = Constant<value_floats = [1.0, 2.0]>() }>(x) }".replace("e0", '""'), {"A": size})
        for size in (1, 4)
    ),
    # What is declared as a scalar may have any shape of one element.
    *(
        row(23, "(float[C] x) => (y) { l = Constant<value_int = 4>() i = Constant<value_int = 0>() f = Shape(x) g = Gather(f, i) h = Equal(l, g)"
            " y = If(h) <else_branch = e () => (float s) { m = SequenceEmpty() r = SequenceInsert(m, x) s = ConcatFromSequence<axis = 0, new_axis = 1>(r) },"
            " then_branch = t () => (float[] a) { a = Identity(x) }> }", {"C": size})
        for size in (1, 3, 4)
    ),
    # What the first round demands beside a premise is demanded unless that does not hold.
    *(
        row(13, "(float[C,2] x, float[A] z) => (y) <int64 o = {0}, int64 e = {1}, int64[1] m = {-1}, int64[2] t = {2,-1}> { s = Shape(z) r = Gather(s, o)"
            " k = Greater(r, o) y = Loop(e, k, x) <body = b (int64 i, bool g, float[] a) => (bool h, float[] v) { w = Reshape(a, t) v = Identity(w)"
            " q = Shape(x) c = Gather(q, o) d = Sub(c, e) f = Reshape(d, m) l = Concat<axis = 0>(f, m) p = Reshape(w, l) h = Less(i, i) }> }",
            {"A": rows, "C": size})
        for rows in (1, 5) for size in (1, 2, 3, 5)
    ),
    # Where data or sizes may end a Loop, sizes alone tell whether there is a round.
    *(
        row(24, "(float[A,3] x) => (y) <int64 o = {1}> { s = Shape(x) k0 = Constant<value_int = 0>() n = Gather(s, o) a = Gather(s, k0) k = Less(n, a)"
            " m = Constant<value_int = 6>() u, w = Loop(m, k, x) <body = b (int64 i, bool g, float[] q) => (bool h, float[] r, float[] t)"
            " { z = Shape(q) f = Gather(z, k0) h = Less(n, f) r = Identity(x) t = Identity(q) }> y = Transpose<perm = [2, 0, 1]>(w) }", {"A": size})
        for size in (1, 3, 4)
    ),
    # What a Loop without rounds collects has the rank that a loader knows of a round, and is a list if it knows none.
    *(
        row(18, "(float[4,C] x, bool k, int64[2] l) => (y) { n = Constant<value_int = 3>() u, w = Loop(n, k, x)"
            f" <body = b (int64 i, bool g, float[{declared}] s)"
            f" => (bool h, float[] o, float[{collected}] p) {{ h = Identity(g) o = Identity(s) {made} }}> y = {read} }}",
            {"C": 2}, {"k": (0,), "l": (2, 4)})
        for declared, collected, made in (
            ("", "", "p = Neg(x)"), ("", "", "p = Neg(s)"), ("", "p,q", "p = Neg(s)"), ("", "d,e", "p = Neg(x)"),
            ("", "", "p = Gather<axis = 0>(x, i)"), ("", "", "p = Transpose(x)"),
            ("", "", "c = Concat<axis = 1>(s, x) p = Identity(c)"), ("", "", "p = Expand(x, l)"), ("", "", "p = Reshape(x, l)"),
            ("", "", "e = SequenceConstruct(x) z = Constant<value_int = 0>() p = SequenceAt(e, z)"),
            ("p,q", "", "p = Relu(s)"), ("p,q", "", "e = Optional(s) p = OptionalGetElement(e)"),
        )
        for read in ("Transpose<perm = [1, 0, 2]>(w)", "Gather<axis = 0>(w, n)", "Concat<axis = 0>(w, x)")
    ),
    # A loader compares the numbers that the body declares of its inputs with those that it knows.
    *(
        row(opset, f"(float[{given}] x) => (y) {{ v = Relu(x) w, y = Scan<num_scan_inputs = 1, body = b (float[{state}] s, float[{slice_}] t)"
            f" => (float[] u, float[] r) {{ u = Identity(s) r = Neg(t) }}>({left_out}v, v) }}", {"A": 3, "C": 1})
        for opset, left_out, given, state, slice_ in (
            (16, "", "4,C,2", "3,1,1", "p,q"), (16, "", "4,C,2", "p,q,r", "3,q"), (16, "", "4,C,2", "p,q,r", "p,3"),
            (16, "", "A,2,2", "p,q,r", "3,1"), (16, "", "A,C,2", "3,1,2", "1,2"), (8, '"", ', "1,4,2", "p,q", "3"),
            (8, '"", ', "1,4,2", "4,2", "2"), (8, '"", ', "1,4,2", "3,2", "2"),
        )
    ),
    # A number that the body declares of a state yields to what goes in, where that is known at load.
    *(
        row(11, f"(float[{given}] x, float[K] w, int64[3] t) => (float[] y) {{ y, z = Scan<num_scan_inputs = 1, body ="
            f" b (float[a,b,c] s, float u) => (float[{declared}] i, float[] v) {{ i = {made} v = Identity(s) }}>(x, w) }}",
            {"K": 2, "C": 4, "A": 2, "D": 2}, {"t": (1, 1, 1)})
        for declared, given, made in (
            ("3,1,2", "C,2,A", "Neg(s)"), ("3,1,2", "C,2,A", "Expand(s, t)"), ("3,1,2", "C,D,A", "Neg(s)"),
            ("3,1,2", "4,2,2", "Neg(s)"), ("3,1,2", "4,2,2", "Expand(s, t)"), ("3,2,2", "C,2,A", "Neg(s)"),
            ("3,p,q", "C,2,A", "Neg(s)"), ("3,p,q", "4,2,2", "Expand(s, t)"), ("q,1,2", "C,2,A", "Expand(s, t)"),
        )
    ),
    # What follows from the sizes of a run is not known at load.
    *(
        row(13, "(float[B,C] x) => (y) { z, y = Scan<num_scan_inputs = 1, body = b (float[p,q] s, float[2] t) => (float[] u, float[k,l] v) {"
            " c, d = Scan<num_scan_inputs = 2, scan_input_axes = [1, -1], body = e (float[r] f, float[3] g) => (float[] h, float[] i)"
            " { j = Concat<axis = -1>(f, f, t) h = Identity(j) i = Identity(j) }>(s, s) u = Identity(s) v = Identity(c) }>(x, x) }",
            {"B": size, "C": size})
        for size in (1, 2, 5)
    ),
    # The rank of what a Loop without rounds collects is the declared one, if a loader knows none.
    row(13, "(float[2] x, float[4,4] s, bool k, bool m) => (y) { v = If(k) <then_branch = t () => (float[] a) { a = Neg(x) },"
        " else_branch = e () => (float[] b) { b = Neg(s) }> n = Constant<value = int64 {3}>()"
        " z, y = Loop(n, m, s) <body = l (int64 i, bool g, float[p,q,r] c) => (bool h, float[d,e] o, float[f,u,w] q2)"
        " { h = Identity(g) o = Relu(c) q2 = Gather<axis = 0>(v, i) }> }",
        {}, {"k": (1,), "m": (0,)}),
    # Nor is it known where a loader may have seen another declared rank.
    row(11, "(float[3] s, float[8] x, float[2,3,4] t, bool k, bool m) => (float[2,p,q,1] v, y) { v = If(k) <then_branch = t () => (float[] a) { a = Neg(x) },"
        " else_branch = e () => (float[] b) { b = Neg(t) }> n = Constant<value = int64 {3}>()"
        " z, y = Loop(n, m, s) <body = l (int64 i, bool g, float[] c) => (bool h, float[] o, float[f,u] w)"
        " { h = Identity(g) o = Relu(c) w = Gather<axis = 0>(v, i) }> }",
        {}, {"k": (0,), "m": (0,)}),
    # Behind a Loop without rounds, also in a branch: what it collects has other sizes than with a round.
    *(
        row(13, "(float[A] x, bool k, bool m) => (y) { w = If(k) <else_branch = e () => (float[] v) { v = Neg(x) },"
            " then_branch = t () => (float[] b) { n = Constant<value = int64 {4}>()"
            " c, b = Loop(n, m, x) <body = l (int64 i, bool g, float[] s) => (bool h, float[] o, float[] p)"
            " { h = Identity(g) o = Identity(s) p = Identity(x) }> }> z = Constant<value = int64[1] {0}>()"
            " f = Constant<value = int64[1] {-1}>() u = Slice(w, f, z, z) y = MatMul(u, u) }",
            {"A": 7}, {"k": (1,), "m": (rounds,)})
        for rounds in (0, 1)
    ),
    # Every round fails: what is demanded behind the Loop is demanded of none.
    row(21, "(float[A] x, int64 n) => (z) <int64[3] l = {4,1,1}> { y = Loop(n, e0) <body = b (int64 i, bool g) => (bool h, float[] w)"
        " { e = SequenceEmpty<dtype = 1>() s = Loop(i, e0, e) <body = c (int64 j, bool k, seq(float[]) p) => (bool o, seq(float[]) q)"
        " { o = Identity(k) q = SequenceInsert(p, x) }> w = ConcatFromSequence<axis = 0, new_axis = 1>(s) h = Identity(g) }> z = Expand(y, l) }".replace("e0", '""'),
        {"A": 2}, {"n": (0,)}),
    # Only the shape of what the Scan makes is read, and its body declares that.
    *(
        row(21, "(float[1,B] x) => (y) <int64[2] l = {4,-1}> { w = Scan<num_scan_inputs = 1, body = b (float[] s) => (float[3] v)"
            " { r = Reshape(s, l) v = Identity(s) }>(x) h = Shape(w) k = Neg(h) y = Neg(x) }", {"B": size})
        for size in (3, 4, 7)
    ),
    # A loader of these versions infers no rank of a Reshape whose list a node makes, and so compares none.
    *(
        row(opset, "(float[A,A,2] x, float[4] c) => (v) <int64[2] l = {2,-1}, int64[1] z = {0}> { s = Shape(x) a = Gather(s, z)"
            " t = Concat<axis = 0>(a, a, l) r = Reshape(x, t)"
            " v, w = Scan<num_scan_inputs = 1, body = b (float[p] d, float[2,e,f,1] g) => (float[q] h, float i)"
            " { h = Identity(d) i = ReduceMax<keepdims = 0>(g) }>(c, r) }", {"A": 2})
        for opset in (11, 13, 14)
    ),
    # A state keeps its shape where a loader does not know what comes out, and else compares what it knows.
    row(12, "(float[1,1,7] x, float[7,3] s) => (y) <int64[1] o = {0}, int64[1] e = {1}> { y = Scan<num_scan_inputs = 1, body = b (float[p,q] r,"
        " float[u,v] z) => (float[] w) { l = Identity(e) w = Slice(z, o, l, e) }>(s, x) }"),
    # In the body of a Loop a Scan makes the sizes that a loader infers from what this declares of its states.
    *(
        row(12, "(float[A,B] x, float[B,2] w, int64 n) => (y, z) <int64 two = {2}> { y, z = Loop(two, e0, x) <body = b (int64 i, bool g, float[3,2] s)"
            " => (bool h, float[p,q] u, float[a,d] v) { v = Scan(s) <body = c (float[m] r) => (float[] t) { MADE }, num_scan_inputs = 1> h = Less(i, n) u = Identity(s) }> }"
            .replace("e0", '""').replace("MADE", made), {"A": size, "B": other}, {"n": (1,)})
        for size, other in ((3, 2), (1, 2), (3, 1), (2, 3))
        for made in ("t = Identity(r)", "t = Concat<axis = 0>(r, r)", "q = Cast<to = 7>(r) t = Cast<to = 1>(q)", "t = MatMul(r, w)")
    ),
    row(13, "(float[A] x) => (y, z) <int64 two = {2}, int64[1] n = {0}> { y, z = Loop(two, e0, x) <body = b (int64 i, bool g, float[3] s)"
        " => (bool h, float[p] u, float[a] v) { o = Unsqueeze(s, n) v, f = Scan(s, o) <body = c (float[m] k, float[] r) => (float[] t, float[] j)"
        " { t = Add(k, r) j = Neg(r) }, num_scan_inputs = 1> h = Less(i, two) u = Identity(s) }> }".replace("e0", '""'), {"A": 2}),
    # A loader infers no shape where a list tells the rank that only a run knows.
    *(
        row(opset, f"(int64[3{dims}] a, float[2,9,1] x) => (y) <int64 k = {{3}}, float f = {{1}}>"
            f" {{ y = Scan<num_scan_inputs = 1, body = b (int64[{taken}] p) => ({made}) {{ r = {call} }}>(a) }}", {}, {"a": (1,) * 3})
        for opset, dims, taken, call in (
            (21, ",1", "1", "ReduceSum<keepdims = 1>(x, p)"),
            (18, ",1", "1", "ReduceMax<keepdims = 0>(x, p)"),
            (21, ",1", "1", "Unsqueeze(x, p)"),
            (13, ",1", "1", "Reshape(x, p)"),
            (17, "", "", "HammingWindow(p)"),
            (17, "", "", "MelWeightMatrix(p, p, p, f, f)"),
            (17, "", "", "DFT<axis = 1>(x, p)"),
            (20, "", "", "DFT(x, p)"),
            (20, "", "", 'STFT(x, p, "", k)'),
        )
        for made in ("r", "float[] r")
    ),
    row(13, "(float[3,A,B] x, int64[1] a) => (y) { y = Scan<num_scan_inputs = 1, body = b (float[A,B] p) => (r) { r = ReduceSum(p, a) }>(x) }", {"A": 2, "B": 2}, {"a": (1,)}),
    # What a Scan makes of each round is a tensor, and so is what a Loop collects.
    row(17, "(float[3,N] x) => (y) { y = Scan<num_scan_inputs = 1, body = b (float[N] i) => (q) { q = SequenceConstruct(i, i) }>(x) }", {"N": 2}),
    row(17, '(float[N] x, int64 m) => (y) { y = Loop(m, "") <body = b (int64 i, bool c) => (bool d, q) { d = Identity(c) q = SequenceConstruct(x, x) }> }', {"N": 2}, {"m": (2,)}),
    # A state that grows is refused at load also behind a Pad to numbers beside open sizes, in a branch that never runs.
    *(
        row(opset, f"(float[8,S] s, float[N,6] x, bool k) => (y) <int64[4] a = {{0,0,0,3}}, int64[4] j = {{1,0,0,0}}, int64[2] b = {{0,3}}, int64[1] i = {{1}}> {{ w = {made}"
            f" y = If(k) <then_branch = t () => (float[] o) {{ o, z = Scan<num_scan_inputs = 1, body = c (float[{of}] p, float[] e) => (float[] q, float[] u)"
            f" {{ q = {grown} u = Neg(e) }}>(w, x) }}, else_branch = e () => (float[] f) {{ f = Neg(x) }}> }}", {"S": 2, "N": 2}, {"k": (0,)})
        for opset, made in (
            (9, "Pad<pads = [0,0,0,3]>(s)"), (11, "Pad(s, a)"), (13, "Pad(s, a)"), (18, "Pad(s, a)"), (18, 'Pad(s, b, "", i)'),
            (21, "Pad<mode = \"edge\">(s, a)"), (23, 'Pad(s, b, "", i)'), (25, "Relu(s)"),
        )
        for of in ("", "k,l") for grown in ("Concat<axis = 0>(p, p)", "Pad(p, a)" if opset > 10 else "Pad<pads = [0,1,0,0]>(p)", "Pad(p, j)" if opset > 10 else "Abs(p)")
    ),
    # Version 8 of Scan runs without slices too.
    *(
        row(
            8, f'(float[1,2] x, {scanned} z) => (y, w) {{ y, w = Scan("", x, z) <num_scan_inputs = 1, body = b (float[{n}] s, float[{n}] e)'
            f" => (float[{n}] t, float[{n}] u) {{ t = Add(s, e) u = Identity(t) }}> }}", {"S": 0},
        )
        for scanned in ("float[1,S,2]", "float[1,0,2]")
        for n in ("2", "k")
    ),
    # A loader infers no rank by a list of which it does not know all, as that of a shape with open sizes.
    *(
        row(opset, "(float[6,3,S] x) => (w) <int64[1] z = {0}, int64[1] o = {1}, int64[2] r = {2,-1}> { t = Shape(x) f = Gather(t, z) l = Concat<axis = 0>(f, o, r) n = Reshape(x, l)"
            f" v, w = Scan<num_scan_inputs = 1, body = b (float[{sizes}] s, float[{of}] e) => (float[{sizes}] p, float[{of}] q) {{ p = Identity(s) q = Identity(e) }}>(n, n) }}", {"S": 4})
        for opset in (9, 13, 14)
        for sizes, of in (("a,b,c,d", ""), ("a,b,c,d", "b,c,d"), ("", "b,c,d"))
    ),
    # Nor by one that callers may replace; and of what follows from no declared number it knows what is there.
    row(18, "(float[2] x, int64[1] c) => (w) <int64[1] c = {0}> { u = Unsqueeze(x, c) v, w = Scan<num_scan_inputs = 1, body = b (float[] s, float[] e)"
        " => (float[k] p, float[] q) { p = Identity(s) q = Identity(e) }>(x, u) }", {}, {"c": (0,)}),
    *(
        row(13, "(float[N,M] x) => (w) { t, u = Scan<num_scan_inputs = 1, scan_output_axes = [1], body = b (float[3,k] s, float[] e) => (float[i,j] p, float[l] q) { p = Identity(s) q = Identity(e) }>(x, x)"
            " w = Scan<num_scan_inputs = 1, body = c (float[k,4] s, float[l] e) => (float[i,j] p) { p = Identity(s) }>(u, u) }", {"N": n, "M": m})
        for n, m in ((3, 4), (4, 3), (4, 4))
    ),
    # What an If makes of what a Loop without rounds collects of a Scan has the rank that a loader infers of a round.
    row(24, "(float[B,B] x) => (w) <bool k = {0}, int64[1] z = {0}, int64 n = {0}> { u = If(k) <else_branch = e () => (float[] o) {"
        ' o = Loop(n, "") <body = b (int64 i, bool c) => (bool d, float[p,q] r) { d = Identity(c) r = Scan<num_scan_inputs = 1, body = a (float[l] g) => (float[] h) { h = Identity(g) }>(x) }> },'
        " then_branch = t () => (float[] f) { f = Unsqueeze(x, z) }>"
        " v, w = Scan<num_scan_inputs = 1, body = c (float[] s, float[] m) => (float[] j, float[] y) { j = Identity(s) y = Identity(s) }>(u, x) }", {"B": 1}),
    # An axis that is none of what a round adds, in a branch that never runs: a loader infers that rank where it is not declared.
    *(
        row(opset, f"(float[3,4,6] x, bool k) => (y) {{ y = If(k) <else_branch = e () => (float[] o) {{ o = Scan<num_scan_inputs = 1, scan_output_axes = [{axis}],"
            f" body = b (float[m,n] p) => (float[{declared}] q) {{ q = {made} }}>(x) }}, then_branch = t () => (float[] u) {{ u = Relu(x) }}> }}", {}, {"k": (1,)})
        for opset in (11, 16, 21)
        for made in ("ReduceMax<keepdims = 0>(p)", "Relu(p)")
        for declared in ("", "l") for axis in (1, 3, -4)
    ),
    # Of a PRelu whose slope has more axes a loader knows the rank of what is sloped.
    *(
        row(16, "(float[D,D] x, float[1,2,3] z, int64[1] s) => (y) <int64[1] two = {2}, int64[1] most = {9223372036854775807}>"
            f" {{ y = Scan<num_scan_inputs = 1, body = b (float[] i) => (float[] p) {{ v = Flatten(x) w = Slice(z, s, most, two) r = PRelu(v, w) {made} }}>(x) }}",
            {"D": 1}, {"s": (0,)})
        for made in ("p = Identity(r)", "p = Relu(r)")
    ),
    # What a state is behind a start that is computed holds where that is no position from behind.
    *(
        row(14, "(float[A,B] x, float[A,4] w) => (y, z) <int64 t = {3}, int64 n = {0}, int64[1] o = {1}, int64[1] a = {0}> {"
            " y, z = Scan<num_scan_inputs = 1, scan_input_axes = [1], body = b (float[] s, float[k] r) => (float[p,q] u, float[v,m] c)"
            f" {{ h = Shape(s) g = Gather(h, n) d = Sub(g, t) e = Reshape(d, o) f = Reshape(g, o) l = Slice(s, e, f, a) {made} c = Identity(s) }}>(w, x) }}",
            {"A": size, "B": 3})
        for made in ("u = Tanh(l)", "i = Tanh(l) u = Identity(i)")
        for size in (1, 2, 3, 5)
    ),
    # Of slices of an open size a loader does not know what a Reshape before opset 14 makes of another value by them.
    *(
        row(opset, f"(float[{outer}] x, float[3,2] z, float[A] w) => (y) {{ y = Scan<num_scan_inputs = 1, {axes}body = b (float[{declared}] s) => (float[{made}] o)"
            f" <int64[1] m = {{-1}}> {{ a = Shape({read}) c = Concat<axis = 0>(a, m) o = Reshape(z, c) }}>(x) }}", {"A": size})
        for opset in (11, 13, 14)
        for outer, axes, declared, made, read in (
            ("5,A", "", "", "", "s"), ("5,A", "", "p", "", "s"), ("5,A", "", "p", "", "w"), ("A,5", "scan_input_axes = [1], ", "", "", "s"),
            ("5,A", "", "", "p,q", "s"), ("5,A", "scan_input_axes = [-2], ", "", "", "s"),
        )
        for size in (1, 2)
    ),
    # A number that a loader infers takes the place of a declared one, also where a given content tells less of a state.
    *(
        row(opset, "(float[A,A] x, float[A] w, bool truth) => (y, z, u, v, m) {"
            " y, z = Scan<num_scan_inputs = 1, body = a (float[p,q] s, float[] c) => (float[] t, float[o,r] d)"
            " { k = Constant<value = int64[1]{1}>() e = ReduceSum<keepdims = 1>(x, k) t = Identity(e) d = Identity(s) }>(x, w)"
            " u, h = Scan<num_scan_inputs = 1, body = b (float[p,q] s, float[r] c) => (float[o,n] t, float[] d) { t = Identity(s) d = Identity(c) }>(x, y)"
            f" v, m = Scan<num_scan_inputs = 1, body = g (float[] s) => (float[p,{number}] t, float[] d) {{ e = Concat<axis = 0>(h, x) t = Identity(e) d = Identity(s) }}>(h) }}",
            {"A": size}, {"truth": (1,)})
        for opset in (13, 25) for number in (1, 2, 3) for size in (1, 2, 3)
    ),
    # Where a declared and an inferred number differ, those before them and those that are the same are enforced.
    *(
        row(opset, f"(float[A,2,3] x) => (y, z) {{ y, z = Scan<num_scan_inputs = 1, body = b (float[{state}] s, float[e,f] i)"
            f" => (float[{made}] t, float[e,f] w) {{ t = Identity(s) w = Identity(i) }}>(x, x) }}", {"A": 4})
        for opset in (13, 21)
        for state, made in (
            ("1,2,8", "a,b,3"), ("4,2,8", "a,b,3"), ("1,2,8", "5,b,3"), ("a,5,8", "a,b,3"), ("a,2,8", "5,b,3"), ("1,8,c", "a,3,7"), ("4,8,7", "a,3,7"),
            ("4,8,7", "a,3,c"), ("1,b,c", "4,b,c"),
        )
    ),
    # A loader takes the rank that a Loop declares of a state of which we know none.
    *(
        row(19, "(float[C] x, int64 number) => (y, z) <int64[1] zero = {0}, int64 four = {4}, bool t = {1}> { n = Size(x) k = Greater(number, n)"
            " a = If(k) <else_branch = e () => (float[] p) { p = Identity(x) }, then_branch = h () => (float[] q) { q = Unsqueeze(x, zero) }>"
            f" y, z = Loop(four, t, a, a) <body = b (int64 i, bool g, float[] s, float[{state}] r) => (bool c, float[] o, float[e,f] l) {{"
            " v = Scan<num_scan_inputs = 1, body = c (float[] s1, float[] s2) => (float[] t5) { t5 = Identity(s1) }>(r, r)"
            " m = Size(a) c = Less(i, m) o = Identity(s) l = Identity(r) }> }", {"C": size}, {"number": (5,)})
        for state in ("p,q", "") for size in (1, 3)
    ),
    # A number that a body inside declares of an open size contradicts one that the body around declares: none is enforced.
    *(
        row(22, f"(float[A,C] x) => (y) {{ y = Scan<num_scan_inputs = 1, body = b (float[C] s) => (float[{declared}] u) {{"
            " u = Scan<num_scan_inputs = 1, body = i (float[1] p) => (float[] q) { q = Identity(p) }>(x) }>(x) }", {"A": a, "C": c})
        for declared in ("e,2", "3,2")
        for a, c in ((2, 1), (3, 1), (2, 2))
    ),
    # What the rounds of a Loop in a Scan's body tell us no loader knows: none of it is enforced.
    *(
        row(11, "(float[C,C,2] x, bool k) => (y) { y = Scan<num_scan_inputs = 1, body = b (float[3,2] s) => (float[] u) <int64[1] one = {1}, int64 two = {2}> {"
            " u = Loop(two, k) <body = c (int64 i, bool g) => (bool h, float[p,q,r] t) { n = Reshape(i, one) l = Concat<axis = 0>(n, one, one)"
            " t = Expand(x, l) h = Identity(g) }> }>(x) }", {"C": size}, {"k": (truth,)})
        for size in (3, 7)
        for truth in (False, True)
    ),
    # No loader knows a rank that a list of unknown length tells, nor that of an input that declares no shape.
    *(
        row(18, f"(float[3,4,4] x, float[4] w) => (y) <int64 n = {{0}}> {{ y = Scan<num_scan_inputs = 1, body = b (float[] i) => (float[] p) {{"
            f" q = SplitToSequence(x) v = SequenceAt(q, n) l = Shape(v) {made} }}>(x) }}", {})
        for made in ("p = ConstantOfShape(l)", "a = Abs(l) p = Expand(w, a)", "p = Reshape(i, l)")
    ),
    *(
        row(18, f"(float[] x) => (y) {{ v = Transpose<perm = [1,0]>(x) y = Scan<num_scan_inputs = 1, body = b (float[] i) => (float[] p) {{ {made} }}>(v) }}", {}, {}, {"x": (3, 4)})
        for made in ("p = Transpose<perm = [1,0]>(x)", "p = Identity(v)", "p = Identity(i)", "s = Shape(i) p = ConstantOfShape(s)", "s = Shape<end = 1>(v) p = ConstantOfShape(s)")
    ),
    # What a computed Pad makes no loader knows, also where a Scan's body declares numbers beside it.
    *(
        row(11, "(float[S,T,4] x, float[S,1] w, bool k) => (y) { y = local.f(k, w, x) }\n"
            '<domain: "local", opset_import: ["" : 11]>\n'
            "f (p, q, r) => (y) { y = If(p) <else_branch = e () => (float[] e1) { e1 = Identity(q) }, then_branch = t () => (float[u,v,4] t1)"
            " <int64[1] four = {4}, int64[2] none = {0,0}, int64[1] zero = {0}, int64[4] four4 = {0,0,2,0}> { s = Shape(q) n = Gather(s, zero) a = Sub(four, n) b = Mod(a, four)"
            f" l = Concat<axis = 0>(none, b, zero) m = Pad(q, {pads}) i, t1 = Scan<num_scan_inputs = 1, body = d (float[] c1, float[4,4] c2) => (float[4,2] c3, float[4,4] c4)"
            " { c3 = Identity(c1) c4 = Identity(c2) }>(m, r) }> }", {"S": 2, "T": 4}, {"k": (False,)})
        for pads in ("l", "four4")
    ),
    # A state for which another rank is declared has any shape after the only round, where the declaration is forgotten.
    *(
        row(16, "(float[2,S] x, float[N,1,1] w) => (y) { s = local.f(x) y = Scan<num_scan_inputs = 1, body = b (float[2,q] i, float[e,1] j) =>"
            f" (float[{declared}] o) {{ o = Concat<axis = 0>(i, i) }}>(s, w) }}\n"
            '<domain: "local", opset_import: ["" : 16]>\nf (p) => (r) { c = Constant<value = int64[2] {-1,1}>() r = Reshape(p, c) }', {"S": 1, "N": 1})
        for declared in ("32,t,1", "32,t")
    ),
    # Of a slice a loader that does not know the rank takes the declared one: a single element is put into what that tells.
    *(
        row(12, f"(float[5,A] x, float[1] w) => (y) <int64 z = {{1}}, int64 f = {{4}}> {{ s = Shape(x) n = Gather(s, z) k = Less(n, f)"
            f" v = If(k) <else_branch = e () => (float[] a) {{ a = Unsqueeze<axes = [0]>(w) }}, then_branch = t () => (float[1] b) {{ b = Identity(w) }}>"
            f" y = Scan<num_scan_inputs = 1, body = c (float{declared} i) => (float[] o) {{ o = Identity(i) }}>(v) }}", {"A": size})
        for declared, size in (("", 3), ("", 5), ("[1]", 3), ("[1]", 5), ("[d]", 5))
    ),
    # A declared size of what a body makes is not compared where another declaration contradicts it before.
    row(16, '(float[2,5] x, float[A,B] z) => (v) <int64[1] m = {-1}, int64[2] p = {0,1}, float[2] t> { t = Reshape(z, m) u = Pad(t, p) w, v = Scan(u, x) <num_scan_inputs = 1, body = b (float[k] s, float[e] c) => (float[4] o, float[] r)'
        ' { o = Identity(s) r = ReduceMax<keepdims = 0>(c) }> }', {"A": 3, "B": 3}),
    row(16, '(float[2,5] x, float[A,B] z) => (v) <int64[1] m = {-1}, int64[2] p = {0,1}> { t = Reshape(z, m) u = Pad(t, p) w, v = Scan(u, x) <num_scan_inputs = 1, body = b (float[k] s, float[e] c) => (float[4] o, float[] r)'
        ' { o = Identity(s) r = ReduceMax<keepdims = 0>(c) }> }', {"A": 3, "B": 3}),
    row(16, '(float[2,5] x, float[A,B] z) => (v) <int64[1] m = {-1}, int64[2] p = {0,1}> { t = Reshape(z, m) u = Pad(t, p) w, v = Scan(u, x) <num_scan_inputs = 1, body = b (float[k] s, float[e] c) => (float[4] o, float[] r)'
        ' { o = Identity(s) r = ReduceMax<keepdims = 0>(c) }> }', {"A": 3, "B": 1}),
    # A Reshape to a computed size that may be 0, which copies: what is refused behind it may run.
    row(21, "(float[C,B] x) => (y) <int64 two = {2}> { y = Scan<num_scan_inputs = 1, body = b (float[k] s) => (float[k] o) { l = Shape(s) m = Mod(l, two) r = Reshape(s, m) g = Gather(r, two) o = Identity(s) }>(x) }", {"B": 4, "C": 3}),
    row(21, "(float[C,B] x) => (y) <int64 two = {2}> { y = Scan<num_scan_inputs = 1, body = b (float[k] s) => (float[k] o) { l = Shape(s) m = Mod(l, two) r = Reshape(s, m) g = Gather(r, two) o = Identity(s) }>(x) }", {"B": 5, "C": 3}),
    row(21, "(float[C,B] x) => (y) <int64 two = {2}> { y = Scan<num_scan_inputs = 1, body = b (float[k] s) => (float[k] o) { l = Shape(s) m = Div(l, two) r = Reshape(s, m) g = Gather(r, two) o = Identity(s) }>(x) }", {"B": 1, "C": 3}),
    row(21, "(float[C,B] x) => (y) <int64 two = {2}> { y = Scan<num_scan_inputs = 1, body = b (float[k] s) => (float[k] o) { l = Shape(s) m = Mod(l, two) r = Reshape(s, m) g = Gather(r, two) o = Identity(s) }>(x) }", {"B": 2, "C": 3}),
    # What a function makes may follow from what a body in it declares.
    row(11, "(float[2,S] x) => (v) { a, b = local.f(x) v = Scan<num_scan_inputs = 1, body = b (float[s,t] p, float[e] q) => (float[2,2] r) { r = Identity(p) }>(b, x) }<domain: \"local\", opset_import: [\"\" : 11]> f (p0) => (r2, r3) { r2, r3 = Scan<num_scan_inputs = 1, body = b (float[] s, float[4] e) => (float[] t, float[] u) { t = Identity(s) u = Identity(e) }>(p0, p0) }", {"S": 4}),
    # What the input declares makes the output of the body another number than this declares.
    row(13, """(float[S0,1] x2, float[3,1] w) => (float[] o, float[] z)
    <int64[1] c3 = {3}, int64[1] c4 = {-2}, int64[1] c5 = {0}, int64[1] c6 = {1}, int64[1] c10 = {-1}, float[1] v11>
    {
       v7 = Slice (x2, c4, c3, c5, c6)
       v11 = Reshape (v7, c10)
       o, z = Scan (v11, w) <num_scan_inputs = 1, body = body (float[m] a, float[k] e) => (float[1] b, float[1] c) {
          b = Concat <axis: int = 0> (a, a)
          c = Identity (e)
       }>
    }""", {"S0": 6}),
)  # fmt: skip
