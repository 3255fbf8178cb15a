"""Nodes of which only the shape of what they make is read: the usual optimizations may leave them out."""

from __future__ import annotations

from tests.fuzz.differential.mended.row import row

ROWS = (
    # Of a state that declares no rank a loader knows no size, but that an item of a list is a scalar.
    *(
        row(
            19,
            "(float[A] x) => (y) <int64 k = {2}, bool t = {1}> { y = Loop(k, t, x) <body = b (int64 i, bool c, float[] s) => (bool d, float[] r)"
            " <int64 z = {0}, int64[1] o = {1}, int64 j = {4}, int64[1] a = {0}> { h = Shape(s) n = Gather(h, z) l = Reshape(n, o)"
            f" e = Expand(x, l) v = Gather(e, j) {made} q = Shape(u) w = Neg(q) r = Identity(s) d = Identity(c) }}> }}",
            {"A": size},
        )
        for size in (1, 5)
        for made in ("u = Unsqueeze(v, a)", "u = Relu(v)", "u = Concat<axis = 0>(e, e)")
    ),
    # Of an axis of open size a loader does not know what a Split or a TopK leaves, nor what keeps the shape of that.
    *(
        row(
            16,
            f"(float[S,8,6] x) => (y) <int64[2] l = {{2,1}}, int64[1] n = {{4}}> {{ {made} y = Shape(v) }}",
            {"S": size},
        )
        for size in (7, 3)
        for made in (
            "w, v = Split<axis = 0>(x, l)",
            "v, w = Split<axis = -3>(x, l)",
            "v, w = TopK<axis = 0>(x, n)",
            "w, u = Split(x, l) v = Relu(u)",
        )
    ),
    # Of a state whose sizes are open a loader knows all that we know, and the sizes that a list tells of what is made.
    *(
        row(
            19,
            "(float[A] x) => (y) <int64 k = {2}, bool t = {1}> { y = Loop(k, t, x) <body = b (int64 i, bool c, float[n] s) => (bool d, float[m] r)"
            " <int64[1] l = {4}> { e = Expand(s, l) h = Shape(e) q = Identity(h) r = Identity(s) d = Identity(c) }> }",
            {"A": size},
        )
        for size in (1, 4, 5)
    ),
    # What changes nothing and is not read is left out first; other nodes are run, though nothing reads them.
    *(
        row(
            16,
            f"(float[S,1] x) => (y) <int64[1] z = {{0}}, int64[1] m = {{9223372036854775807}}, int64[1] o = {{1}}>"
            f" {{ v = Squeeze(x, z) {made} y = Relu(x) }}",
            {"S": size},
        )
        for made in (
            "q = Shape(v) w = Identity(v)",
            "q = Shape(v) w = Slice(v, z, m, z, o)",
            "q = Shape(v) w = Cast<to = 1>(v)",
            "q = Shape(v) w = Dropout(v)",
            "q = Shape(v) w = Add(v, n)",
            "w = Identity(v)",
            "q = Shape(v) w = Neg(v)",
            "q = Shape(v) w = Identity(v) u = Neg(w)",
        )
        for size in (1, 3)
    ),
    # Not those with an error whose sizes a list tells that has some that no loader knows.
    *(
        row(15, f"(float[2,6,W] x) => (z, r) {{ {made} z = Shape(v) r = Relu(x) }}", {"W": size})
        for made in (
            "t = Shape<start = 1>(x) v = Reshape(x, t)",
            "t = Shape<start = 1>(x) w = Reshape(x, t) v = Relu(w)",
            "t = Shape<start = 2>(x) v = Tile(x, t)",
            "t = Shape<start = 2>(x) v = Expand(x, t)",
        )
        for size in (0, 1, 5)
    ),
    # An Expand tells sizes that no list changes.
    row(
        19,
        '(float[7,4] x) => (y) <int64 n = {6}, int64 z = {0}, int64 t = {3}, int64 o = {1}, int64[1] l = {1}> { y = Loop(n, "", x) <body = b (int64 i, bool c, float[p,q] s)'
        " => (bool d, float[p,q] u) { a = Range(z, t, o) k = Reshape(i, l) e = Expand(a, k) h = Shape(e) g = Squeeze(h) d = Less(i, g) u = Identity(s) }> }",
    ),
    # Nor where it counts what it finds.
    row(10, "(float[W,5] x) => (z, r) { v = NonMaxSuppression(x, x) z = Shape(v) r = Relu(x) }", {"W": 6}),
    # Not those of which a loader infers no shape, unless one is declared.
    *(
        row(
            17,
            f"(float[2,N] x, float[1,2] w) => (z) {{ y = ai.onnx.ml.{made} z = Shape(y) }}",
            {"N": 3},
        )
        for made in (
            "FeatureVectorizer<inputdimensions = [3]>(x, x)",
            "FeatureVectorizer<inputdimensions = [3, 2]>(x, w)",
            "FeatureVectorizer<inputdimensions = [3, 3]>(x, x)",
            "Imputer<imputed_value_floats = [1.0, 2.0]>(x)",
            "Scaler<offset = [1.0, 2.0], scale = [1.0, 2.0]>(x)",
            "LinearRegressor<coefficients = [1.0, 2.0], intercepts = [0.0]>(x)",
            "LinearRegressor<coefficients = [1.0, 2.0], intercepts = [0.0]>(w)",
            'Normalizer<norm = "L1">(x)',
        )
    ),
    *(
        row(
            17,
            f"(float[2,3] x, bool k) => (r) {{ r = If(k) <then_branch = t () => (float c) {{ y = ai.onnx.ml.{made} z = Shape(y)"
            " c = Constant<value = float {1}>() }, else_branch = e () => (float d) { d = Constant<value = float {1}>() }> }",
            {},
            {"k": (taken,)},
        )
        for made in (
            "FeatureVectorizer<inputdimensions = [3]>(x, x)",
            "FeatureVectorizer<inputdimensions = [3, 3]>(x, x)",
            "LinearRegressor<coefficients = [1.0, 2.0], intercepts = [0.0]>(x)",
        )
        for taken in (0, 1)
    ),
    # The body of a Scan tells a loader the sizes of its state, also behind what keeps them and out of a branch.
    *(
        row(
            19,
            "(float[B,2] x) => (y) <int64 o = {0}, int64 two = {2}, bool t = {1}> { y = Loop(two, e0, x) <body = b (int64 j, bool k, float[] p)"
            " => (bool l, float[] m) { MADE z = Shape(n) q = Gather(z, o) l = Less(j, q) m = Identity(p) }> }".replace(
                "e0", '""'
            )
            .replace("MADE", made)
            .replace(
                "SCAN",
                "Scan<num_scan_inputs = 1, body = c (float[] s, float[] r) => (float[1,1] f, float[] d)"
                " { h = Shape(x) i = Gather(h, o) g = Gather(s, i) f = Identity(s) d = Neg(r) }>(p, p)",
            ),
            {"B": 3},
        )
        for made in (
            "n, u = SCAN",
            "v, u = SCAN n = Neg(v)",
            "v, u = SCAN w = Relu(v) n = Identity(w)",
            "v, u = SCAN n = Add(v, v)",
            "n = If(t)<then_branch = tt () => (float[] a) { v, u = SCAN a = Identity(v) }, else_branch = ee () => (float[] e) { e = Neg(p) }>",
            "n = If(t)<then_branch = tt () => (float[] a) { v, u = SCAN a = Neg(v) }, else_branch = ee () => (float[] e) { e = Neg(p) }>",
        )
    ),
    # What no kernel runs and what fails alike is left out, where a loader knows the shape of what it makes.
    *(
        row(
            7,
            f"(uint64[1,2,4,6] x, bool k) => (r) {{ r = If(k) <else_branch = e () => (float d) {{"
            f" y = Upsample<scales = [1.0, 1.0, 2.0, 0.0]>(x) {made}"
            " d = Constant<value = float {1}>() }, then_branch = t () => (float c) { c = Constant<value = float {1}>() }> }",
            {},
            {"k": (0,)},
        )
        for made in ("z = Shape(y)", "u = Abs(y) z = Shape(u)", "z = Shape(y) u = Shape(z)")
    ),
    # A Cast of which only the shape is read is left out, whether or not that is known.
    *(
        row(
            24,
            "(float[A,B] x, bool k) => (r) { r = If(k) <then_branch = t () => (float c) { y = Cast<saturate = 0, to = 6>(x)"
            f" {made} c = Constant<value = float {{1}}>() }}, else_branch = e () => (float d) {{ d = Constant<value = float {{1}}>() }}> }}",
            {"A": 2, "B": 3},
            {"k": (taken,)},
        )
        for made in (
            "z = Shape(y)",
            "z = Shape(y) w = Shape(y)",
            "u = Identity(y) z = Shape(u)",
            "u = Cast<saturate = 0, to = 7>(y) z = Shape(u)",
            "z = Size(y)",
            "u = Neg(y) z = Shape(u)",
            "z = Shape(y) u = Neg(y)",
        )
        for taken in ((1,) if "Neg" in made else (0, 1))
    ),
    # A Transpose of fewer axes than its perm names runs before a Concat alone, where no loader knows their number.
    *(
        row(
            18,
            f"(float[A,B] x) => (y) <int64 z = {{0}}> {{ q = SequenceConstruct(x) v = SequenceAt(q, z) t = Transpose<perm = {perm}>(v) y = {read} }}",
            {"A": 2, "B": 3},
        )
        for perm in ("[0,1,2]", "[1,0,2]")
        for read in ("Add(t, t)", "ReduceSum(t)", "Concat<axis = 0>(t, t)", "Gather(t, z)")
    ),
    # What the graph returns is computed, though a Shape reads it.
    *(
        row(
            17,
            f"(float[1,N,4,4] x, float[3,2,3,0] w) => (y, z) <int64[4] p = {{0,0,0,0}}> {{ y = com.microsoft.ConvTransposeWithDynamicPads(x, w, p) {read} }}",
            {"N": 3},
        )
        for read in ("z = Shape(y)", "u = Neg(y) z = Shape(u)")
    ),
    # A Tile of what has no axes makes what has none: a Shape of that needs no run.
    row(
        13,
        "(int64[1] n, bool k) => (y) <int64 s = {0}> { q = Identity(s) y = If(k) <then_branch = b () => (float u) { t = Tile(q, n) z = Shape(t)"
        " u = Constant<value_float = 1.0>() }, else_branch = e () => (float v) { v = Constant<value_float = 1.0>() }> }",
        {},
        {"n": (1,), "k": (True,)},
    ),
    # A loader does not know how many are found or joined, nor what is pooled on no axis of open sizes.
    *(
        row(
            11,
            "(float[a,1,4] x, float[b,c,1] z) => (y) { n = NonMaxSuppression(x, z) y = Shape(n) }",
            {"a": 2, "b": size, "c": 1},
        )
        for size in (2, 3)
    ),
    row(13, "(float[5,k] x) => (y) { a = GlobalAveragePool(x) y = Shape(a) }", {"k": 2}),
    row(13, "(float[5,k,2] x) => (y) { a = GlobalAveragePool(x) y = Shape(a) }", {"k": 0}),
    row(13, "(float[5,0,k] x) => (y) { a = GlobalAveragePool(x) y = Shape(a) }", {"k": 3}),
    row(
        11,
        "(float[3,4,2] x, float[2,4,2] z) => (y) { s = SequenceConstruct(x, z) c = ConcatFromSequence<axis = -2>(s) y = Shape(c) }",
        {},
    ),
    row(
        11,
        "(float[3,4,2] x, float[3,5,2] z) => (y) { s = SequenceConstruct(x, z) c = ConcatFromSequence<axis = -2>(s) y = Shape(c) }",
        {},
    ),
    row(13, "(float[3,4] x, bool[3] c) => (y) { a = Compress<axis = 2>(x, c) y = Shape(a) }", {}),
    row(13, "(float[3,4] x, bool[5] c) => (y) { a = Compress<axis = 1>(x, c) y = Shape(a) }", {}),
    row(13, "(float[2] x, float[2] z) => (y) { q = Unique<axis = 0>(x) y = Shape(q) }", {}),
    row(
        18,
        "(float[6] x) => (float[6] z) <int64 two = {2}> { z = Neg(x) a = Relu(x) b = Shape(a) w = Gather(b, two) e = Identity(w) }",
        {},
    ),
    row(
        18,
        "(float[6] x) => (float[6] z) <int64 two = {2}> { z = Neg(x) a = Relu(x) b = Shape(a) w = Gather(b, two) e = Identity(w) f = Identity(e) }",
        {},
    ),
    row(
        18,
        "(float[6] x) => (float[6] z) <int64 two = {2}> { z = Neg(x) a = Relu(x) b = Shape(a) w = Gather(b, two) e = Cast<to = 1>(w) }",
        {},
    ),
    row(
        13,
        "(float[3,2,3,2] x) => (int64[] z) <float[2] a = {1,1}, float[1] b = {1}, int64[1] one = {1}> { z = Identity(one) v = BatchNormalization(x, a, a, b, a) y = Shape(v) r = Reshape(y, one) w = Identity(r) }",
        {},
    ),
    row(
        13,
        "(float[3,2,3,2] x) => (int64[] z) <float[2] a = {1,1}, float[1] b = {1}, int64[1] one = {1}> { z = Identity(one) v = BatchNormalization(x, a, a, b, a) y = Shape(v) w = Identity(y) }",
        {},
    ),
    row(
        13,
        "(float[3,2,3,2] x) => (int64[] z) <float[2] a = {1,1}, float[1] b = {1}, int64[1] one = {1}> { z = Identity(one) v = BatchNormalization(x, a, a, b, a) w = Identity(v) }",
        {},
    ),
    row(
        18,
        "(float[6] x, int64 n) => (float[6] z) <int64 two = {2}> { z = Neg(x) a = Relu(x) b = Shape(a) w = Gather(b, two) e = Add(w, n) }",
        {},
    ),
    row(
        18,
        "(float[6] x, int64 n) => (float[6] z) <int64 two = {2}, int64[2] p = {1,2}> { z = Neg(x) a = Relu(x) b = Expand(a, p) w = Expand(b, p) v = Shape(w) e = Identity(v) }",
        {},
    ),
    # A list only a round knows leaves the sizes above 1 of what the graph around the body makes.
    row(
        25,
        "(float[4] x, float[4,2] y) => (z) <int64 m = {6}, bool k = {1}> { z = Loop (m, k, y) <body = b (int64 i, bool go, float[p,q] s) => (bool t, float[] o) <int64[1] l = {1}>"
        " { o = Identity (s) r = Reshape (i, l) e = Expand (x, r) h = Shape (e) t = Less (i, h) }> }",
        {},
    ),
    row(
        25,
        "(float[0] x, float[4,2] y) => (z) <int64 m = {6}, bool k = {1}> { z = Loop (m, k, y) <body = b (int64 i, bool go, float[p,q] s) => (bool t, float[] o) <int64[1] l = {1}, int64 d = {3}>"
        " { o = Identity (s) n = Add (i, d) r = Reshape (n, l) e = Expand (x, r) h = Shape (e) t = Less (i, h) }> }",
        {},
    ),
    row(
        25,
        "(float[4] w, float[4,2] y) => (z) <int64 m = {6}, bool k = {1}> { x = Relu (w) z = Loop (m, k, y) <body = b (int64 i, bool go, float[p,q] s) => (bool t, float[] o) <int64[1] l = {1}, int64 d = {2}>"
        " { o = Identity (s) n = Add (i, d) r = Reshape (n, l) e = Expand (x, r) h = Shape (e) t = Less (i, h) }> }",
        {},
    ),
)
