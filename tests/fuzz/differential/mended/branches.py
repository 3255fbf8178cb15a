"""What is known of what an If makes."""

from __future__ import annotations

from tests.fuzz.differential.mended.row import row

ROWS = (
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
)  # fmt: skip
