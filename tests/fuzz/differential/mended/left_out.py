"""Nodes that change nothing or of which only the shape is read, which ONNX Runtime leaves out of a main graph: not in
a branch, where they may stay."""

from __future__ import annotations

from tests.fuzz.differential.mended.row import row

ROWS = (
    # A Slice from 0 to the largest number is left out, whatever its axes and the ranks of its other lists are.
    *(
        row(22, f"(float[] x) => (y) <int64{start} s = {{0}}, int64{end} e = {{9223372036854775807}}, int64{axis} a = {{{axes}}}, int64{step} p = {{1}}> {{"
            " u = LeakyRelu(x) v = Slice(u, s, e, a, p) y = Identity(v) }", {}, {}, {"x": (2, 3, 4, 2)})
        for start, end, axis, axes, step in (
            ("", "[1]", "[1]", 1, "[1]"), ("[1]", "", "[1]", 1, "[1]"), ("[1,1]", "[1]", "[1]", 1, ""), ("[1]", "[1]", "", 1, "[1]"),
        )
    ),
    # One of what a caller gives, or to less than that, stays.
    row(22, "(float[] x) => (y) <int64 s = {0}, int64[1] e = {9223372036854775807}> { v = Slice(x, s, e) y = Identity(v) }", {}, {}, {"x": (2, 3)}),
    row(22, "(float[] x) => (y) <int64 s = {0}, int64[1] e = {2147483647}> { u = Relu(x) v = Slice(u, s, e) y = Identity(v) }", {}, {}, {"x": (2, 3)}),
    # A Tile of what has no axes makes what has none, whatever its list is: of a Shape of that nothing is left to compute.
    *(
        row(13, f"({inputs} int64[1] n) => (y, z) <int64 s = {{0}}, float o = {{1}}> {{ {before} t = Tile({data}, n) z = Shape(t) y = Identity(o) }}", {}, {"n": (1,)})
        for inputs, before, data in (("", "q = Identity(s)", "q"), ("", "", "s"), ("int64 p,", "", "p"))
    ),
    # A Transpose of too few axes stays before what no Transpose is moved behind.
    *(
        row(18, f"(float[2,4,4,1] x) => (y) <int64[3] l = {{0,0,-1}}, int64[4] e = {{1,1,1,1}}, int64[1] o = {{1}}, int64 n = {{0}}> {{ t = Transpose<perm = [0,1,2]>(x) {made} {behind} }}", {})
        for made in ("v = Reshape(t, l)", "v, i = TopK(t, o)", "v = Expand(t, e)", "v = CumSum(t, n)", "v = Flatten(t)")
        for behind in ("y = Identity(v)", "y = ReduceMax(v)", "y = Concat<axis = 0>(v, v)", "y = Transpose<perm = [1,0]>(v)")
    ),
    # What is pooled on no axis, or of no channels, of sizes that are numbers.
    row(13, "(float[5,2] x) => (y) { a = GlobalMaxPool(x) y = Shape(a) }", {}),
    row(13, "(float[5,0,2] x) => (y) { a = GlobalMaxPool(x) y = Shape(a) }", {}),
    row(13, "(float[5,0,2] x) => (y) { a = GlobalAveragePool(x) y = Shape(a) }", {}),
    # What is declared of the last Reshape of a row is looked at with optimizations alone.
    row(22, "(float[2,S] x) => (y) <int64[2] c = {-1,4}, int64[2] d = {0,-1}, float[o,4] v, float[3,4] w> { v = Reshape(x, c) w = Reshape(v, d) y = Neg(w) }", {"S": 4}),
    row(22, "(float[2,S] x) => (y) <int64[2] c = {-1,4}, int64[2] d = {0,-1}, float[o,4] v, float[3,4] w> { v = Reshape(x, c) w = Reshape(v, d) y = Neg(w) }", {"S": 5}),
    row(22, "(float[2,S] x) => (y) <int64[2] c = {-1,4}, int64[2] d = {0,-1}, float[o,4] v, float[3,4] w> { v = Reshape(x, c) w = Reshape(v, d) y = Neg(w) }", {"S": 6}),
    # One Reshape takes the place of a Squeeze whose axes have an empty name.
    row(24, "(int64[0] s, float f) => (y) { x = Reshape(f, s) y = Squeeze(x, \"\") }", {}, {"s": (), "f": (3,)}),
    row(24, "(float[2,3] f) => (y) <int64[3] s = {1,2,3}> { r = Relu(f) x = Reshape(r, s) y = Squeeze(x, \"\") }", {}),
    row(24, "(float[A,3] f) => (y) <int64[3] s = {1,-1,3}> { r = Relu(f) x = Reshape(r, s) y = Squeeze(x, \"\") }", {"A": 2}),
    row(24, "(float[A,3] f) => (y) <int64[1] z = {0}, int64[3] s = {1,2,3}> { r = Relu(f) x = Reshape(r, s) q = Squeeze(x, \"\") y = Unsqueeze(q, z) }", {"A": 2}),
)  # fmt: skip
