"""What a loader knows inside of bodies, and of what they make."""

from __future__ import annotations

from tests.fuzz.differential.mended.row import row

_STATE = "l = Loop(n, e0, x) <body = b (int64 i, bool g, float[] s) => (bool h, float[] o) { h = Identity(g) o = Identity(s) }>".replace(
    "e0", '""'
)
_OF_IT = "{p} = Loop(n, e0) <body = {p}b (int64 i, bool g) => (bool h, float[{of}] o) {{ h = Identity(g) o = Relu({of_what}) }}>".replace(
    "e0", '""'
)

ROWS = (
    # A Scan is refused whose body makes something of unknown rank, also if a Loop collects it, an If makes it whichever
    # branch it takes, or an optional holds it.
    *(
        row(opset, f"(float[2,3] x, bool k) => (y) <int64 n = {{2}}, bool t = {{1}}> {{ {_STATE} {made}"
            f" y = Scan<num_scan_inputs = 1, body = c (float[] a) => (float[] r) {{ {read} }}>(x) }}", {}, {"k": (0,)})
        for opset in (11, 16, 24)
        for made in (
            _OF_IT.format(p="m", of="", of_what="l"),
            _OF_IT.format(p="m", of="p,q", of_what="l"),
            _OF_IT.format(p="m", of="p,q", of_what="x"),
            "m = If(k) <then_branch = u () => (float[] f) { f = Neg(l) }, else_branch = v () => (float[] d) { d = Abs(l) }>",
            "m = If(k) <then_branch = u () => (float[p,q] f) { f = Neg(l) }, else_branch = v () => (float[] d) { d = Abs(x) }>",
            "m = If(t) <then_branch = u () => (float[] f) { f = Neg(l) }, else_branch = v () => (float[] d) { d = Abs(x) }>",
        )
        for read in ("r = Neg(m)", "z = Optional(m) r = OptionalGetElement(z)")
        if opset > 15 or "Optional" not in read
    ),
    # A size of the data stays open, whatever is wrong about a list: what makes it is run, though only its shape is read.
    *(
        row(17, f"(float[{dims}] x) => (z) <int64[1] o = {{1}}, int64[1,1] f = {{3}}, int64[1,2] g = {{0,-1}}, int64[1,2] h = {{0,24}},"
            f" int64[1,2] i = {{2,12}}, int64[2] j = {{5,-1}}, int64 k = {{0}}> {{ {made} z = Shape(v) }}", {"W": size})
        for dims in ("2,W", "W,12", "2,12")
        for made in (
            "v = Slice(x, o, f)", "v = ReduceSum(x, k)", "w = Slice(x, o, f) v = Abs(w)",
            "v = Reshape(x, g)", "v = Reshape(x, h)", "v = Reshape(x, i)", "v = Reshape(x, j)",
            "v = Reshape<allowzero = 1>(x, h)", "w = Reshape(x, i) v = Neg(w)",
            "v = Transpose<perm = [0, 0]>(x)",
        )
        for size in (0, 2, 12)
    ),
    # A loader infers the numbers of what a Scan makes, in all graphs behind it.
    *(
        row(opset, f"(float[{sizes}] x, bool k) => (y) {{ u, v = Scan<num_scan_inputs = 1{into}, body = b (float[] s, float[{of}] t) => (float[] c, float[] d)"
            f" {{ c = Relu(s) d = {made} }}>(x, x) y = If(k) <then_branch = e () => (float[] o) {{ w = {read} o = Abs(x) }},"
            " else_branch = f () => (float[] p) { p = Neg(x) }> }", {"A": 4}, {"k": (0,)})
        for opset in (14, 22)
        for into in ("", ", scan_output_axes = [1]")
        for sizes, of, made in (("2,4", "", "Neg(t)"), ("2,4", "p", "Concat<axis = 0>(t, t)"), ("2,4", "", "Concat<axis = 0>(s, s)"), ("2,A", "", "Neg(t)"))
        for read in ("Concat<axis = 0>(v, x)", "MatMul(v, u)", "Concat<axis = 0>(u, v)", "MatMul(u, u)")
    ),
    # What a Scan's body declares for sizes that are open at load is enforced, also in the branch that data takes.
    *(
        row(opset, "(float[A,B,2] x, bool k) => (y) { y = If(k) <then_branch = t () => (float[] p) { p = Neg(x) },"
            f" else_branch = e () => (float[] q) {{ q, r = Scan<num_scan_inputs = 1, body = b (float[{state}] s, float[{slice_}] t) => (float[] u, float[] v)"
            f" {{ u = Relu(s) v = {made} }}>(x, x) }}> }}", {"A": 3, "B": size}, {"k": (taken,)})
        for opset in (11, 24)
        for state in ("3,2,p", "0,2,2", "p,2,2")
        for slice_ in ("p,q", "2,2")
        for made in ("Neg(t)", "Concat<axis = 0>(t, t)")
        for size in (1, 2) for taken in (0, 1)
    ),
    # What a loader sees of a branch or a Loop's body does not follow from the rank of the condition or of a state.
    *(
        row(opset, f"(float[3,4] x, bool k) => (y) <int64 n = {{0}}> {{ q = SequenceConstruct(k) c = SequenceAt(q, n)"
            f" p = SequenceConstruct(x) a = SequenceAt(p, n) y = {read} }}", {}, {"k": (0,)})
        for opset in (13, 24)
        for mistake in ("MatMul(x, x)", "MatMul(a, a)", "MatMul(x, a)")
        for read in (
            f"If(c) <then_branch = t () => (float[] o) {{ w = {mistake} o = Abs(x) }}, else_branch = e () => (float[] f) {{ f = Neg(x) }}>",
            f"Loop(n, c, a) <body = b (int64 i, bool g, float[] s) => (bool h, float[] o) {{ w = {mistake} h = Identity(g) o = Abs(s) }}>",
        )
    ),
    # Of what has the sizes of one with an error, which is left out, a loader may know others.
    *(
        row(
            opset,
            f"(float[W,W,6] x) => (s) <int64[1] a = {{4}}, int64[1] b = {{2}}, int64[1] z = {{0}}> {{ l = Concat<axis = 0>(a, b, z) r = Reshape(x, l) v = {made} s = Shape(v) }}",
            {"W": size},
        )
        for opset in (15, 22)
        for made in (
            "Concat<axis = 2>(x, r)",
            "Add(x, r)",
            "Max(r, x, x)",
            "Concat<axis = 1>(r, x)",
        )
        for size in (1, 4, 8)
    ),
    # A loader computes no entry of a shape that has open ones, unless that alone is taken.
    *(
        row(opset, f"(float[W,W,8,4] x) => (s, y) <int64 i = {{2}}, int64[1] k = {{2}}, int64[1] e = {{3}}, int64[1] z = {{0}}, int64[1] m = {{-1}}, int64[1] o = {{1}}>"
            f" {{ a = Shape(x) {made} v = {read} s = Shape(v) y = Neg(x) }}", {"W": 3})
        for opset in (13, 15, 19, 24)
        for made in (
            "l = Gather(a, k)", "g = Gather(a, i) l = Unsqueeze(g, z)", "g = Gather(a, i) l = Reshape(g, m)", "g = Gather(a, k) l = Concat<axis = 0>(g)",
            "g = Gather(a, k) l = Concat<axis = 0>(g, o)", "l = Slice(a, k, e, z)", "g = Slice(a, k, e) l = Concat<axis = 0>(g, o)", "g = Gather(a, k) l = Mul(g, o)",
            "g = Gather(a, k) l = Identity(g)", "g = Gather(a, k) l = Cast<to = 7>(g)", "l = Shape<start = 2, end = 3>(x)",
            "g = Shape<start = 2, end = 3>(x) l = Concat<axis = 0>(g, o)", "g = Shape<start = 2, end = 3>(x) l = Mul(g, o)", "g = Shape<start = 1>(x) l = Gather(g, o)",
        )
        for read in ("Reshape(x, l)", "Tile(x, l)", "Expand(x, l)")
        if opset > 13 or "start" not in made
    ),
    # What a run meets where a Reshape is completed, and where it is not, is an error or a demand.
    *(
        row(15, f"(float[{shape}] x, float[M] w, float[5] v) => (y) <int64[1] z = {{0}}, int64[1] four = {{4}}, int64[1] o = {{1}}> {{ {size}"
            f" l = Concat<axis = 0>(n, four) r = Reshape(x, l) {read} }}", {"N": 2, "M": m})
        for shape in ("N,2,N", "3,4", "N,4", "N,3")
        for size in ("a = Size(x) n = Unsqueeze(a, z)", "n = Shape(w)", "a = Shape(w) n = Add(a, o)")
        for read in ("y = Add(r, v)", "y = Add(r, w)", "t = Transpose<perm = [1, 0]>(r) y = MatMul(r, t)", "s = Shape(w) t = Concat<axis = 0>(s, four) y = Reshape(r, t)")
        for m in (1, 2, 3, 4)
        if size != "n = Shape(w)" or "s = Shape(w)" not in read
    ),
    # What all elements of a list of open size are is demanded of them, unless there is none.
    *(
        row(17, "(float[T,B,3] x, float[S] w) => (y) <int64[1] one = {1}> { s = Shape(x) b = Gather(s, one) n = Shape(w) l = Expand(n, b)"
            " y = ReverseSequence(x, l) }", {"T": 4, "B": b, "S": size})
        for b, size in ((2, 4), (2, 5), (0, 5), (1, 0))
    ),
    *(
        row(17, "(float[T,B,3] x, float[S] v) => (y, h) <float[1,8,3] w = {0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}, float[1,8,2] r = {0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0},"
            ' int64[1] one = {1}> { s = Shape(x) b = Gather(s, one) n = Shape(v) m = Expand(n, b) l = Cast<to = 6>(m) y, h = LSTM<hidden_size = 2>(x, w, r, "", l) }',
            {"T": 4, "B": b, "S": size})
        for b, size in ((2, 4), (2, 5), (1, 5))
    ),
    # In a branch that does not run a loader refuses no rank that it does not know: how long the list is, only we do.
    *(
        row(18, f"(float[2,2] f, float[8] q, float[1,1,1] u, int64 n, int64[1] k, int64[3] t, bool[3] b, bool d) => (y) <bool[3] c = {{1,1,0}}>"
            f" {{ {list_} r = {told} y = If(d) <then_branch = t () => (float[] a) {{ a = {read} }}, else_branch = e () => (float[] o) {{ o = Identity(f) }}> }}",
            {}, {"n": (1,), "k": (1,), "t": (1, 1, 1), "d": (False,)})
        for list_, read in (
            ("l = Compress(t, c)", 'Einsum<equation = "bij,bjk">(r)'), ("v = Compress(t, c) l = Abs(v)", "Softmax<axis = 6>(r)"),
            ('m = Constant<value_int = 2>() v = Loop(m, "") <body = g (int64 i, bool h) => (bool j, int64 s) { j = Identity(h) s = Identity(n) }> l = Mul(v, n)', "Flatten<axis = 6>(r)"),
            ("v = Reshape(n, k) l = Add(v, k)", "Einsum<equation = \"bijkl\">(r)"), ("v = Compress(t, c) s = Shape(v) l = ConstantOfShape<value = int64[1] {1}>(s)", "Softmax<axis = 6>(r)"),
        )
        for told in ("Expand(f, l)", "ConstantOfShape(l)", "GatherND(u, t)" if "Loop" in list_ else "Expand(u, l)")
    ),
    # So many times a size leaves 32 bits, on either side.
    *(
        row(13, f"(float[A] x) => (y) <int32 m = {{{times}}}> {{ s = Shape(x) c = Cast<to = 6>(s) y = Mul(c, m) }}", {"A": size})
        for times in (-2147483648, 2147483647, 1073741824)
        for size in (1, 2, 3)
    ),
    # Indices may be none at all: as many as there are rows.
    *(
        row(15, "(float[S,8] x, int64[K,3] r) => (y) <int64 e = {1}, int64 two = {2}> { s = Shape(r) n = ReduceMin(s) c = Gather<axis = 1>(r, two) v, i = TopK(c, n) y = Gather(r, i) }", {"S": 1, "K": size})
        for size in (0, 1, 2)
    ),
    row(15, "(float[S,8] x) => (y) <int64[1] o = {0}, int64 e = {1}, int64[1] m = {4}, float[1,1,4] b = {0,0,1,1}, float[1,1,1] c = {0.9}, int64[1] k = {2}, float[1] u = {0.5}, float[1] w = {0.1}, int64 two = {2}>"
        " { s = Shape<end = -1>(x) l = Squeeze(s, o) a = Unsqueeze(e, o) d = Concat<axis = 0>(a, o, m) f = Expand(b, d) g = Unsqueeze(l, o) h = Expand(c, g) n = NonMaxSuppression(f, h, k, u, w)"
        " t = Shape(n) q = ReduceMin(t) p = Gather<axis = 1>(n, two) v, i = TopK(p, q) y = Gather(n, i) }", {"S": 0}),
    # Sums along an axis of ones are the positions on it.
    *(
        row(22, "(float[A,B] x, float[6,3] w) => (y) <int64 a = {1}> { s = Shape(x) o = ConstantOfShape<value = int64[1] {1}>(s) p = CumSum(o, a) y = Gather(w, p) }", {"A": 2, "B": size})
        for size in (0, 1, 5, 6, 7)
    ),
    *(
        row(22, "(float[A,B] x, float[6,3] w) => (y) <int64 a = {0}> { s = Shape(x) o = ConstantOfShape<value = int64[1] {2}>(s) p = CumSum<exclusive = 1, reverse = 1>(o, a) y = Gather(w, p) }", {"A": size, "B": 2})
        for size in (0, 1, 3, 4)
    ),
)  # fmt: skip
