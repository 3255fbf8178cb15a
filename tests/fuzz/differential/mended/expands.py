"""Expands that ONNX Runtime leaves out at load, and those like them that it runs."""

from __future__ import annotations

from tests.fuzz.differential.mended.row import row

_LIST = "z = Constant<value = int64 {0}>() l1 = Constant<value = int64[1] {1}>() u = Reshape(z, l1) t = Concat<axis = 0>(u, l1)"
_ELSE = "else_branch = e () => (float[] d) { d = Neg(x) }"

ROWS = (
    # Behind an Expand to 0 that is left out there are elements after all.
    *(
        row(23, f"(float[4,C,C] x, float[2,2] w) => (y, z) <int64[1] o = {{0}}, int64 c = {{0}}> {{ s = Shape(w) g = Gather(x, s) t = Identity(o)"
            f" e = Expand(g, t) y = {reader} z = Gather<axis = 1>(x, c) }}", {"C": 3})
        for reader in ("MatMul(e, e)", "Neg(e)")
    ),
    # In a branch that stays in its If, what comes from outside is no node's output: the Expand runs.
    *(
        row(13, f"(float[4,A] x, int64 n, bool k) => (y) <bool f = {{1}}, int64 o = {{1}}, int64 two = {{2}}> {{ {made} y = If({read})"
            f" <then_branch = t () => (float[] b) {{ {_LIST} {body} }}, {_ELSE}> }}", {"A": 3}, {"k": (1,), "n": (1,)})
        for made, read in (
            ("", "k"), ("", "f"), ("g = Equal(o, two)", "g"), ("g = Equal(o, n)", "g"),
            ("s = Shape(x) q = Size(s) g = Equal(q, two)", "g"), ("s = Shape(x) q = Gather(s, o) g = Greater(q, o)", "g"),
        )
        for body in ("c = Expand(x, t) b = Neg(c)", "c = Expand(x, t) b = Identity(c)", "w = Relu(x) b = Expand(w, t)", "w = Relu(x) c = Expand(w, t) b = Neg(c)", "w = Relu(x) c = Expand(w, t) b = Identity(c)")
    ),
    # Of a Loop's state without a declared shape a loader knows no sizes, and keeps the Expand.
    *(
        row(17, f"(float[{x}] x, int64 n) => (y, z) <int64[1] zero = {{0}}> {{ y, z = Loop(n, \"\", x) <body = b (int64 i, bool c, float[] p)"
            f" => (bool g, float[] q, float[] r) {{ {body} g = Identity(c) }}> }}", {"A": 2} if x == "A" else {}, {"n": (2,)})
        for x in ("A", "2")
        for body in (
            "t = Tanh(p) e = Expand(t, zero) q = Identity(e) r = Identity(e)", "u = Neg(p) t = Relu(u) e = Expand(t, zero) q = Neg(e) r = Identity(p)",
            "t = Tanh(p) k = Equal(i, i) q = If(k) <then_branch = t () => (float[] v) { w = Neg(t) o = Expand(w, zero) v = Neg(o) }, else_branch = e () => (float[] f) { f = Neg(x) }> r = Identity(q)",
        )
    ),
    # What one branch or the other demands, where the runtime leaves an Expand in one of them out.
    *(
        row(18, "(float[B] x, bool k) => (y) { y = If(k) <then_branch = t () => (float[] a) { l = Constant<value_ints = [0]>() r = Relu(x) e = Expand(r, l) d = Neg(e) a = Neg(x) },"
            f" else_branch = f () => (float[] b) {{ s = Shape(x) o = Constant<value_ints = [{less}]>() m = Constant<value_ints = [-1]>() n = Sub(s, o)"
            " c = Concat<axis = 0>(n, m) b = Reshape(x, c) }> }", {"B": size}, {"k": (taken,)})
        for less in (1, 2) for size in (1, 2, 6, 7) for taken in (0, 1)
    ),
    # A list that follows from the sizes of a run is not known at load.
    *(
        row(20, "(float[A,3] x) => (y) <int64 four = {4}> { r = Relu(x) s = Shape(x) h = Div(s, four) e = Expand(r, h) y = Neg(e) }", {"A": size})
        for size in (1, 2, 4, 5)
    ),
    # Nor is one that follows from what a caller gives to a function.
    row(22, "(float[5,4] x, float[4] z, int64 n) => (y) { s = Shape(z) y = local.f(s, n, x, z) }\n"
        '<domain: "local", opset_import: ["" : 22]>\nf (s, n, x, z) => (r) { k = Less(s, n) r = If(k) <else_branch = e () => (float[] a)'
        " <int64[1] o = {1}> { t = Reshape(n, o) a = Expand(x, t) }, then_branch = t () => (float[] b) { b = Identity(z) }> }", {}, {"n": (0,)}),
    # No loader knows how many rounds a Loop makes.
    row(14, "(float[3,1] x) => (w) <int64 six = {6}, int64 zero = {0}, int64[1] one = {1}> { y = Loop(six, \"\") <body = b (int64 i, bool c)"
        " => (bool d, float[p,q] e) { d = Identity(c) e = Neg(x) }> u = Reshape(zero, one) t = Concat<axis = 0>(u, one, one)"
        " v = Expand(y, t) w = Identity(x) }"),
    # A loader takes 1 for a size that broadcasts to anything, also to a negative one.
    *(
        row(21, f"(float[{shape}] x) => (v) <int64 zero = {{0}}, int64 three = {{3}}, int64[1] one = {{1}}> {{ y = Neg(x) {made}"
            " w = Expand(y, s) v = Neg(w) }", {"N": size})
        for shape, size in (("1,1", 1), ("6,1", 1), ("0,1", 1), ("N,1", 1), ("N,1", 2), ("N,2", 1))
        for made in (
            "s = Constant<value = int64[2] {-3,1}>()", "s = Constant<value = int64[2] {0,1}>()",
            "t = Sub(zero, three) u = Reshape(t, one) s = Concat<axis = 0>(u, one)",
            "t = Sub(zero, zero) u = Reshape(t, one) s = Concat<axis = 0>(u, one)",
        )
    ),
    # A size times a float is what float32 makes of the product.
    *(
        row(15, f"(float[{shape}] x, float[A] w) => (z) <float f = {{{factor}}}, int64[1] o = {{-1}}> {{ s = Size(x) t = Cast<to = 1>(s) p = Mul(t, f)"
            f" {rounded} u = Reshape(i, o) z = Expand(w, u) }}", {"N": n, "A": a})
        for shape, factor in (("N", 1.3), ("3,N,33", 1.3), ("N", 0.7))
        for rounded in ("q = Floor(p) i = Cast<to = 7>(q)", "q = Ceil(p) i = Cast<to = 7>(q)", "i = Cast<to = 7>(p)")
        for n, a in ((10, 13), (10, 12), (10, 1), (20, 14), (1, 0))
    ),
    # Where a negative size runs, the Expand is left out: a 0 beside it makes nothing empty.
    row(17, "(float[8,5] x, bool[8,5] c) => (y) <int64[2] s = {0,-1}, int64[2] a = {1,2}, float k = {0}, int64[1] z = {0}, int64[1] o = {1}> {"
        " u = Unsqueeze(x, a) t = Neg(u) e = Expand(t, s) w = Transpose<perm = [2, 3, 0, 1]>(e) y = Where(c, w, k) }"),
    # The kernel of strings runs beside a negative size, of two axes and where the input has at most 1.
    *(
        row(13, f"(string[{dims}] x, int64[{len(target)}] s) => (y) {{ y = Expand(x, s) }}", sizes, {"s": target})
        for dims, sizes in (("A", {"A": 1}), ("A", {"A": 3}), ("A,B", {"A": 2, "B": 1}), ("A,B", {"A": 2, "B": 3}), ("A,B", {"A": 1, "B": 1}))
        for target in ((-1,), (2, -1), (1, -2))
    ),
    # What an Expand to sizes that only a run knows makes has no numbers at load to compare a 0 with.
    *(
        row(13, f"(float[C,3,C] x{', int64 n' if 'Loop' in made else ''}) => (y) <int64[1] o = {{1}}, int64 i = {{1}}, int64 c = {{0}}> {{ {made} }}".replace(
            "EXPANDS", "s = Shape(x) g = Gather(s, i) r = Reshape(g, o) a = Concat<axis = 0>(r, o, o) t = Expand(x, a)"
            " u = Reshape(c, o) b = Concat<axis = 0>(u, o, o) e = Expand(t, b)"), {"C": size}, contents)
        for made, contents in (
            ("EXPANDS y = Neg(e)", {}),
            *(
                ('y = Loop(n, "", x) <body = l (int64 j, bool k, float[] p) => (bool m, float[] q) { EXPANDS m = Identity(k) f = Neg(e) q = Identity(x) }>', {"n": (rounds,)})
                for rounds in (0, 3)
            ),
        )
        for size in (1, 3, 5)
    ),
)  # fmt: skip
