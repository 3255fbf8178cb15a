"""Reshapes in a row, of which ONNX Runtime runs one, Transposes that it takes into a MatMul, and those like them
that it runs."""

from __future__ import annotations

from tests.fuzz.differential.mended.row import row

_STORED = "<int64[2] wrong = {1,2}, int64[1] right = {3}, int64[1] rest = {-1}, int64[1] zero = {0}, int64[2] half = {2,-1}>"
_COMPUTED = "s = Shape(x) h = Div(s, two) t = Concat<axis = 0>(h, pair)"

ROWS = (
    *(
        row(17, f"(float[{declared}] x) => ({outputs}) {_STORED} {{ {made} }}", {"N": size})
        for declared, size in (("3", 3), ("N", 3), ("N", 2), ("N", 4))
        for outputs, made in (
            ("y", "r = Reshape(x, wrong) y = Reshape(r, right)"),
            ("y, r", "r = Reshape(x, wrong) y = Reshape(r, right)"),
            ("y, w", "r = Reshape(x, wrong) y = Reshape(r, right) w = Reshape(r, right)"),
            ("y, w", "r = Reshape(x, wrong) y = Reshape(r, right) w = Shape(r)"),
            ("y", "r = Reshape(x, wrong) y = Reshape(r, rest)"),
            ("y", "r = Reshape(x, wrong) y = Unsqueeze(r, zero)"),
            ("y", "r = Reshape(x, wrong) u = Unsqueeze(r, zero) y = Reshape(u, right)"),
            ("y", "u = Unsqueeze(x, zero) r = Reshape(u, wrong) i = Identity(r) y = Reshape(i, right)"),
            ("y", "r = Reshape(x, wrong) n = Neg(r) y = Reshape(n, right)"),
            ("y", "r = Reshape(x, wrong) f = Flatten(r) y = Reshape(f, right)"),
        )
    ),
    # A list with a computed size: nothing that follows from a wrong one is said of what runs.
    *(
        row(17, f"(float[3] x) => (y) <int64 two = {{2}}, int64[1] pair = {{2}}> {{ {_COMPUTED} r = Reshape(x, t) {made} }}")
        for made in ("y = Reshape(r, s)", "q = Reshape(r, t) y = Reshape(q, s)", "n = Neg(r) y = Reshape(n, s)")
    ),
    row(
        14, "(float[N,N,N] x) => (y) <int64 zero = {0}, int64 one = {1}, int64[1] four = {4}, int64[1] axis = {0}> {"
        " n = Size(x) u = Unsqueeze(n, axis) t = Concat<axis = 0>(four, u) r = Reshape(x, t) s = Shape(r) a = Gather(s, zero)"
        " b = Gather(s, one) q = Div(b, four) c = Unsqueeze(a, axis) w = Concat<axis = 0>(c, q, four) y = Reshape(r, w) }", {"N": 4},
    ),
    # So is one to a list of which a function gets a part that is stored.
    *(
        row(
            17, "(float[8,N] x) => (y) <int64[1] two = {2}, int64[1] zero = {0}> { y = local.f(x, two, zero) }"
            f' <domain: "local", opset_import: ["" : 17]> f (x, two, zero) => (y) {{ s = Shape(x) o = Constant<value_ints = [1]>() h = Slice(s, {end}, two) t = Concat<axis = 0>(h, two) y = Reshape(x, t) }}',
            {"N": size},
        )
        for size in (1, 2, 3) for end in ("o", "zero")
    ),
    # Behind one that is completed no computed size is proved.
    *(
        row(16, "(float[W,W,N] x, float[N] w) => (y, z) <int64[1] two = {2}, int64[1] one = {1}>"
            " { s = Shape(w) t = Concat<axis = 0>(s, two) r = Reshape(x, t) k = Add(s, one) y, z = TopK<axis = 0>(r, k) }", sizes)
        for sizes in ({"W": 2, "N": 3}, {"W": 4, "N": 3})
    ),
    *(
        row(17, "(float[4,6] x, float[B] w) => (y) <int64[1] two = {2}, int64[2] all = {4,6}>"
            " { s = Shape(w) t = Concat<axis = 0>(s, two) q = Reshape(x, t) e = Neg(q) y = Reshape(e, all) }", {"B": size})
        for size in (5, 12)
    ),
    *(
        row(17, "(float[W,N,1] x) => (y) <int64 i = {1}, int64 four = {4}, int64[1] z = {0}, int64[1] two = {2}> { s = Shape(x) n = Gather(s, i)"
            " u = Unsqueeze(n, z) t = Concat<axis = 0>(u, z, z) r = Reshape(x, t) m = Min(n, four) v = Unsqueeze(m, z)"
            " w = Concat<axis = 0>(v, two, z) y = Reshape(r, w) }", sizes)
        for sizes in ({"W": 1, "N": 6}, {"W": 6, "N": 2}, {"W": 1, "N": 2})
    ),
    # A loader does not know the shape that a computed list tells, though it is one of numbers.
    *(
        row(17, f"(float[3,W,W] x) => (y) <int64[1] zero = {{0}}, int64[1] one = {{1}}, int64[1] two = {{2}}, int64[1] four = {{4}}, int64[1] at = {{-1}}>"
            f' {{ s = Shape(x) h = Slice(s, zero, one) t = Concat<axis = 0>({sizes}) r = Resize<mode = "nearest">(x, "", "", t)'
            " q = Shape(r) l = Gather(q, at) u = Concat<axis = 0>(l) y = Reshape(r, u) }", {"W": 5})
        for sizes in ("h, two, four", "four, two, four")
    ),
    row(13, "(float[3,N,H] x) => (y) <int64[1] zero = {0}, int64[1] one = {1}, int64[1] two = {2}, int64[1] most = {9223372036854775807}, int64[1] less = {-2},"
        " int64 i = {0}, int64 j = {1}, int64[1] three = {3}, int64[1] last = {2}> { s = Shape(x) h = Slice(s, zero, one) t = Concat<axis = 0>(h, three, one)"
        ' e = Resize<mode = "nearest">(x, "", "", t) r = Slice(e, most, less, two) q = Shape(r) a = Gather(q, i) b = Gather(q, j) c = Gather(q, last)'
        " d = Div(c, three) f = Unsqueeze(a, zero) g = Unsqueeze(b, zero) u = Concat<axis = 0>(f, g, three, d) y = Reshape(r, u) }", {"N": 3, "H": 5}),
    # A Transpose before a MatMul is taken into it, and swaps the last two axes of whatever comes.
    *(
        row(17, f"(float[a,b,c,d] x) => (y) {{ t = Transpose<perm = [{perm}]>(x) {made} }}", {"a": 2, "b": 3, "c": 4, "d": 5})
        for perm, made in (
            ("0,2,1", "y = MatMul(x, t)"), ("1,0", "y = MatMul(t, x)"), ("0,2,1", "z = MatMul(x, t) y = Relu(t)"),
            ("2,1,0", "y = MatMul(x, t)"), ("0,2,1", "y = Relu(t)"), ("0,1,3,2", "y = MatMul(x, t)"),
        )
    ),
    # Its loader refuses axes that are not there.
    *(
        row(17, f"(float[a] x) => (y) {{ {made} t = Transpose<perm = [1,0]>({of}) y = MatMul(x, t) }}", {"a": 3})
        for made, of in (("", "x"), ("z = Relu(x)", "z"))
    ),
    # What a loader refuses of one of them it refuses in a row too.
    *(
        row(opset, f"(float[{dims}] x) => (y) <int64[2] z = {{0,-1}}, int64[1] e = {{8}}, int64[1] v = {{0}}> {{ {made} y = Reshape(r, e) }}", {"N": 2})
        for opset in (14, 21) for dims in ("2,4", "N,4")
        for made in ("r = Reshape<allowzero = 2>(x, z)", "w = Reshape(x, e) r = Reshape<allowzero = 2>(w, z)", "w = Reshape(x, e) r = Squeeze(w, v)")
    ),
    # A loader reads lists of another rank: Reshapes in a row become one, whatever the lists of the others are.
    *(
        row(17, f"(float[{dims}] x) => (y) <int64[1,2] f = {{4,2}}, int64[2,1] m = {{-1,2}}, int64 e = {{8}}, int64[1] r = {{-1}},"
            f" int64[2] p = {{2,4}}, int64[1,1] a = {{0}}, int64[1] v = {{0}}, int64[3] o = {{1,2,4}}> {{ w = {first} {then} y = Relu(z) }}", {"N": 2})
        for dims in ("2,4", "N,4")
        for first in ("Reshape(x, f)", "Reshape(x, m)", "Reshape(x, e)", "Reshape(x, r)", "Reshape(x, o)", "Unsqueeze(x, v)")
        for then in (
            "z = Reshape(w, p)", "z = Reshape(w, f)", "z = Reshape(w, m)", "z = Squeeze(w, a)", "z = Squeeze(w, v)",
            "u = Squeeze(w, a) z = Reshape(u, p)", "u = Squeeze(w, v) z = Reshape(u, p)", "u = Reshape(w, m) z = Reshape(u, p)",
        )
    ),
    # A target holds no fewer and no more elements than its sizes may, of which a run tells some; the only one
    # that a loader does not know becomes -1.
    *(
        row(18, f"(float[N] x, int64[1] m, int64[1] o) => (y) <int64 four = {{4}}, int64[1] one = {{1}}, int64[1] two = {{2}}> {{ a = Mod(m, four) b = Add(a, one)"
            f" c = Mod(o, four) d = Add(c, one) t = Concat<axis = 0>({joined}) y = Reshape<allowzero = {zero}>(x, t) }}", {"N": size}, {"m": (m,), "o": (2,)})
        for joined in ("b, two", "b, two, d")
        for zero in (0, 1)
        for size, m in ((8, 3), (24, 1), (24, 3), (36, 3))
    ),
    # One element is a list of one, whatever the size in the target is called.
    *(
        row(16, f"(float[S,S] x, float[3,3] w, int64[1] c) => (y, v) <int64[1] z = {{0}}> {{ s = Shape(x) m = ReduceMin(s) r = Reshape(m, c) {made} y, v = Split(w, l) }}",
            {"S": size}, {"c": (target,)})
        for made in ("n = Sub(z, r) l = Concat<axis = 0>(r, n)", "l = Concat<axis = 0>(r, z)")
        for size in (0, 3, 8)
        for target in (1, -1)
    ),
    # A list whose length has no name, or of which the result is declared, may have no entries.
    *(
        row(opset, f"(float[{data}] x, int64[{length}] s) => ({declared}) {{ y = Reshape(x, s) }}", sizes, {"s": ()})
        for opset in (11, 14)
        for data, length, declared, sizes in (
            ("?,?", "?", "y", {"x_d0": 1, "x_d1": 6, "s_d0": 0}), ("p,q", "n", "float[a] y", {"p": 1, "q": 6, "n": 0}),
            ("p,q", "?", "float[a] y", {"p": 1, "q": 1, "s_d0": 0}),
        )
    ),
    # A Reshape in a branch is completed as one in the main graph is.
    *(
        row(opset, f"(float[6] x, float[2,A] w, bool k) => (y) <int64 i = {{0}}, int64[1] z = {{0}}> {{ {before} y = If(k) <then_branch = t () => (float[] a) {{ a = Identity(x) }},"
            f" else_branch = e () => (float[] r) {{ c = Constant<value_ints = [1, 6]>() {inside} l = Concat<axis = 0>({parts}) r = Reshape(x, l) }}> }}", {"A": 3}, {"k": (False,)})
        for opset in (13, 25)
        for parts in ("c, n", "n, c")
        for before, inside in (
            ("", "s = Shape(w) g = Gather(s, i) n = Unsqueeze(g, z)"), ("s = Shape(w) g = Gather(s, i)", "n = Unsqueeze(g, z)"),
            ("s = Shape(w) g = Gather(s, i) n = Unsqueeze(g, z)", ""),
        )
    ),
    # A size takes the place of none in a list that has a -1 already: what computes it stays.
    *(
        row(22, f"(float[2,3,4] x) => (y) <int64[1] i = {{3}}, int64[1] r = {{{other}}}> {{ s = Shape(x) g = Gather(s, i) t = Concat<axis = 0>({parts}) y = Reshape(x, t) }}")
        for other in (-1, -2)
        for parts in ("g, r", "r, g")
    ),
    # Nor does one Transpose undo another that names fewer axes than there are.
    *(
        row(21, f"(float[A,5,4] x) => (y) {{ t = Transpose<perm = [{first}]>(x) {between} y = Transpose<perm = [{perm}]>(u) }}", {"A": 2})
        for between in ("u = Identity(t)", "u = Relu(t)", "u, v = Split<axis = 0>(t)")
        for first, perm in (("0, 2, 1", "0, 1"), ("0, 2, 1", "1, 0"), ("1, 0, 2", "1, 0"))
    ),
    *(
        row(22, f"(float[2,5,2,3] x) => (y) {{ t = Transpose<perm = [{perm}]>(x) u = Transpose(t) y = Neg(u) }}")
        for perm in ("0, 2, 1", "2, 1, 0")
    ),
    # Arithmetic that changes nothing is left out before the size is taken for -1.
    *(
        row(13, f"(float[A] x, float[k,2] z) => (y) <int64[1] o = {{0}}, int64[3] c = {{2,1,1}}, int64[1] w = {{{number}}}, int64 u = {{{number}}}> {{ s = Shape(z) g = Gather(s, o) t = Concat<axis = 0>(g, c) q = {made} y = Reshape(x, q) }}",
            {"A": 2, "k": size})
        for number, made in ((0, "Add(t, w)"), (0, "Add(w, t)"), (0, "Sub(t, u)"), (1, "Mul(u, t)"), (1, "Div(t, w)"), (0, "Sub(w, t)"), (1, "Add(t, w)"))
        for size in (0, 1, 3)
    ),
    row(7, "(float[A] x, float[k,2] z) => (y) <int64 o = {0}, int64[3] c = {2,1,1}, int64[1] w = {0}> { s = Shape(z) g = Gather(s, o) u = Unsqueeze<axes = [0]>(g) t = Concat<axis = 0>(u, c) q = Add(t, w) y = Reshape(x, q) }", {"A": 2, "k": 0}),
    row(13, "(float[A] x, float[k,2] z) => (y) <int64[1] o = {0}, int64[3] c = {2,1,1}, int64[1] w = {0}> { s = Shape(z) g = Gather(s, o) t = Concat<axis = 0>(g, c) r = Add(t, w) q = Mul(r, o) y = Reshape(x, q) }", {"A": 2, "k": 3}),
    row(13, "(float[A] x, float[k,2] z) => (y, q) <int64[1] o = {0}, int64[3] c = {2,1,1}, int64[1] w = {0}> { s = Shape(z) g = Gather(s, o) t = Concat<axis = 0>(g, c) q = Add(t, w) y = Reshape(x, q) }", {"A": 2, "k": 3}),
    row(13, "(float[A] x, float[k,2] z, int64[1] w) => (y) <int64[1] o = {0}, int64[3] c = {2,1,1}> { s = Shape(z) g = Gather(s, o) t = Concat<axis = 0>(g, c) q = Add(t, w) y = Reshape(x, q) }", {"A": 2, "k": 3}, {"w": (0,)}),
    row(18, '(float[4,S,4] x1) => (int64[3] v10) <int64[1] c18 = {-1}, int64[1] c251 = {0}, int64[1] c261 = {1}, int64[1] c263 = {-1}, int64 one = {1}, float[4,1,2,1,u292,4] v267> { v10 = Shape(x1) v11, v12, v13 = Split<num_outputs = 3>(v10) v20 = Concat<axis = 0>(c251, c18, c261, v13) v21 = Reshape(x1, v20) v218 = Shape(v21) v220 = Gather(v218, one) v222, v223, v224, v225 = Split<num_outputs = 4>(v218) v265 = Reshape(v220, c18) v266 = Concat<axis = 0>(c251, v265, v224, c261, c261, c263) v267 = Reshape(v21, v266) }', {"S": 4}),
)  # fmt: skip
