"""Single operators: what a loader of ONNX Runtime looks at, knows and forgets."""

from __future__ import annotations

from tests.fuzz.differential.mended.row import row

ROWS = (
    # Of a LayerNormalization a loader needs the rank of X alone.
    *(
        row(17, f"(float[3,4] x, float[{scale}] s, bool k) => (y) {{ y = If(k) <then_branch = t () => (float a) {{ a = Constant<value_float = 1.0>() }},"
            f" else_branch = e () => (float b) {{ n = LayerNormalization<axis = {axis}>(x, s) b = Constant<value_float = 2.0>() }}> }}",
            {"n": 4} if scale == "n" else {}, {"k": (True,)}, {} if scale else {"s": (4,)})
        for scale in ("", "4", "n") for axis in (3, -3, 1)
    ),
    # How many pieces there are a loader compares where it knows what is cut; of an attribute it looks at the sizes.
    *(
        row(
            16,
            f"(float[{size},8,6] x, bool c) => (y) <int64[2] l = {{2,1}}> {{ y = If(c) <then_branch = t () => (a)"
            " { a, v, w = Split<axis = 0>(x, l) }, else_branch = e () => (b) { b = Relu(x) }> }",
            sizes,
            {"c": (False,)},
        )
        for size, sizes in (("S", {"S": 3}), ("3", {}))
    ),
    row(
        11,
        "(float[S,8,6] x, bool c) => (y) { y = If(c) <then_branch = t () => (a) { a, v = Split<axis = 0, split = [5,-1]>(x) },"
        " else_branch = e () => (b) { b = Relu(x) }> }",
        {"S": 4},
        {"c": (False,)},
    ),
    # Of a Shape a loader keeps the numbers only where all are.
    *(
        row(
            18, f"(float[8,{size}] x, float[8] z, float q, float[5] w, float[1] j, bool k) => (y) <int64[1] i = {{0}}, int64 o = {{0}}, int64 u = {{1}}>"
            f" {{ s = Shape(x) g = Gather(s, i) h = Gather(s, o) v = {made}"
            " y = If(k) <then_branch = t () => (float[a] m) { m = Add(v, w) }, else_branch = e () => (float[b] n) { n = Neg(w) }> }",
            {"S": 3}, {"k": (0,)},
        )
        for size, made in (
            ("3", "ConstantOfShape(g)"), ("S", "ConstantOfShape(g)"), ("S", "Reshape(z, g)"),
            ("S", "Expand(q, g)"), ("S", "Slice(z, i, g)"), ("S", "Tile(j, g)"),
        )
    ),
    # In a branch it looks at no computed axis, at no axes of what has no rank, and drops a Cast that nobody reads.
    *(
        row(
            opset, f"(float[1,4,2] x, float[] u, int64[2] s, bool k) => (y) <int64[1] a = {{3}}> {{ y = If(k) <then_branch = t () => (float m)"
            f" {{ {made} m = Constant<value = float {{1}}>() }}, else_branch = e () => (float n) {{ n = Constant<value = float {{1}}>() }}> }}",
            {}, {"k": (0,)}, {"u": (2, 3)},
        )
        for opset in (20, 25)
        for made in (
            'c = Concat<axis = 0>(a) v = DFT(x, "", c)', 'v = DFT(x, "", a)', "v = CenterCropPad<axes = [1, 1]>(u, s)",
            "v = CenterCropPad<axes = [1, 1]>(x, s)", "v = CenterCropPad<axes = [0, -3]>(x, s)",
        )
    ),
    *(
        row(
            opset, '(float[2] x, bool k) => (y) { y = If(k) <then_branch = t () => (float m) { v = Cast<to = 1, round_mode = "constant">(x)'
            " m = Constant<value = float {1}>() }, else_branch = e () => (float n) { n = Constant<value = float {1}>() }> }", {}, {"k": (0,)},
        )
        for opset in (24, 26)
    ),
    # What it is made of is inferred only where it is not in a branch that is dropped.
    row(
        18, "(float[10,7] x, int64[1] s) => (y) <bool k = {1}> { y = If(k) <then_branch = t () => (float m) { m = Constant<value = float {1}>() },"
        " else_branch = e () => (float n) { v = CenterCropPad<axes = [1, 1]>(x, s) n = Constant<value = float {1}>() }> }", {}, {"s": (2,)},
    ),
    # It looks at the size of a window in a branch that a stored condition does not take.
    *(
        row(
            17, f"(float[2] x) => (y) <int64 n = {{0}}, bool c = {{0}}> {{ y = If(c) <then_branch = t () => (float m) {{ {made}"
            " m = Constant<value = float {1}>() }, else_branch = e () => (float n1) { n1 = Constant<value = float {1}>() }> }",
        )
        for made in (
            "v = BlackmanWindow(n)", "v = HannWindow(n)", "q = Identity(n) v = BlackmanWindow(q)", "q = Neg(n) v = HannWindow(q)",
        )
    ),
    # What a loader knows of ranks and numbers.
    row(10, "(string[3,2] x, int64[1] e) => (y) <int64[1] s = {0}> { z = Slice(x, s, e) y = StringNormalizer(z) }", {}, {"e": (1,)}),
    row(10, "(string[3,2] x, bool[3] c) => (y) { z = Compress<axis = 0>(x, c) y = StringNormalizer(z) }", {}, {"c": (1, 0, 0)}),
    row(11, "(string[3,2] x, bool[3] c) => (y) { z = Compress<axis = 0>(x, c) y = StringNormalizer(z) }", {}, {"c": (1, 0, 0)}),
    row(17, '(float[1,16,1] x) => (y) <int64 s = {4}, int64[1] l = {8}> { y = STFT(x, s, "", l) }'),
    row(17, '(float[1,n,1] x) => (y) <int64 s = {4}, int64[1] l = {8}> { y = STFT(x, s, "", l) }', {"n": 16}),
    row(11, "(float[1,2,4,6] x, int64[] s) => (y) <float[0] f = {}> { y = Resize(x, f, f, s) }", {}, {"s": (1, 2, 7, 12)}, {"s": (4,)}),
    row(12, "(float[5] x, int64[n,0] i) => (y) { y = GatherND<batch_dims = 1>(x, i) }", {"n": 5}, {"i": ()}),
    row(12, "(float[5] x, int64[n,1] i) => (y) { y = GatherND<batch_dims = 1>(x, i) }", {"n": 5}),
    row(12, "(float[] x, float[2,7,5,1,5] f, int64[1] e) => (y) <int64[1] s = {0}> { z = Slice(f, s, e) y = Concat<axis = 0>(x, z) }", None, {"e": (0,)}, {"x": (1, 2, 7, 5, 4)}),
    # A loader knows no shape of an item of a sequence.
    row(
        17, "(float[1,2,4,4] x, int64[K] sizes) => (y) <int64 i = {0}> { s = SplitToSequence<axis = 1>(x)"
        ' q = SequenceAt(s, i) y = Resize(q, "", "", sizes) }', {"K": 4}, {"sizes": (1, 1, 8, 8)},
    ),
    # A loader does not see the sizes of what a Slice to a given end makes.
    row(
        18, "(float[2,7] x, int64[1] e) => (d) <int64[1] s = {0}> { v = Slice(x, s, e)"
        " a, b, c, d = Split<axis = -1, num_outputs = -3>(v) }", {}, {"e": (0,)},
    ),
    # Only the kernel of Concat refuses an input that is left out.
    row(17, '(float[2,2] x) => (y) { y = Concat<axis = 0>(x, "") }'),
    # What only a loader looks at, where it knows the rank.
    row(11, "(float[] x) => (y) { y = ArgMax<axis = 2>(x) }", shapes={"x": (0, 5)}),
    row(13, "(float[0,5] x) => (y) { y = ArgMax<axis = 2>(x) }"),
    row(12, "(float[] x) => (y) { y = ArgMin<axis = 2>(x) }", shapes={"x": (3, 5)}),
    row(11, "(float f, int64[0] s) => (y) { x = Reshape(f, s) y = ArgMax(x) }", None, {"s": ()}),
    row(11, "(float[0] f, int64[1] s) => (y) { x = Reshape(f, s) y = ArgMax<axis = -3>(x) }", None, {"s": (0,)}),
    row(9, "(float[] x) => (y) { y = Flatten<axis = -2>(x) }", shapes={"x": (2, 3, 4)}),
    # A loader looks at no pads that are given, which may be a row; of stored ones it counts them.
    *(
        row(19, f"(float[A,B,A] x, int64[{dims}] p, bool k) => (y) {{ y = If(k) <then_branch = t () => (float m)"
            " { v = Pad(x, p) m = Constant<value = float {1}>() }, else_branch = e () => (float n) { n = Constant<value = float {1}>() }> }", {"A": 2, "B": 3}, {"p": (0, 1, 0, 2), "k": (False,)})
        for dims in ("1,4", "4")
    ),
    row(10, "(float[] x, int64[1] k) => (y, z) { y, z = TopK<axis = 9223372036854775807>(x, k) }", None, {"k": (2,)}, {"x": (2, 4)}),
    row(10, "(float[2,4] x, int64[1] k) => (y, z) { y, z = TopK<axis = 9223372036854775807>(x, k) }", None, {"k": (2,)}),
    row(24, "(float[] x, float[] u) => (y) { y = TensorScatter<axis = 9223372036854775807>(x, u) }", shapes={"x": (2, 4), "u": (2, 4)}),
    row(1, "(float[] x, float[] r) => (y) { y = MaxRoiPool<pooled_shape = [2,3]>(x, r) }", shapes={"x": (1, 1, 3, 8, 8), "r": (0, 5, 1)}),
    row(1, "(float[] x, float[] r) => (y) { y = MaxRoiPool<pooled_shape = [2,3]>(x, r) }", shapes={"x": (0, 3, 8, 8), "r": (1, 5)}),
    row(16, "(float[1,1,3,8,8] x, float[2,4] r, int64[2] i) => (y) { y = RoiAlign(x, r, i) }", None, {"i": (0, 0)}),
    row(20, "(float[] x, int64[] s) => (y) { y = AffineGrid(x, s) }", None, {"s": (2, 3, 4, 5, 6)}, {"x": (2, 3, 4), "s": (5, 1)}),
    row(20, "(float[2,d,2] x, int64[] s) => (y) { y = AffineGrid(x, s) }", {"d": 3}, {"s": (2, 3, 4, 5, 6)}, {"s": (5,)}),
    row(18, "(float[1,12,3] x, int64[m] i, int64[n] b) => (y) { y = Col2Im<strides = [1,1]>(x, i, b) }", {"m": 1, "n": 1}, {"i": (4,), "b": (2,)}),
    row(13, "(float[0,0] f, int64[2] s) => (y) { x = Reshape(f, s) y = ReduceMean<axes = [2]>(x) }", None, {"s": (0, 0)}),
    row(9, "(int64[1,2] f, int64[2] s) => (y) { x = Reshape(f, s) y = ConstantOfShape(x) }", None, {"f": (2, 3), "s": (1, 2)}),
    row(8, "(float[1,1] x) => (y) <int64[1,2] s = {2, 3}> { y = Expand(x, s) }"),
    row(13, "(float[2,3] x, int64[] s) => (y) { y = Resize(x, \"\", \"\", s) }", None, {"s": (3, 2)}, {"s": (2,)}),
    row(18, "(float[2,3] x, int64[1,2] s) => (y) { y = Resize(x, \"\", \"\", s) }", None, {"s": (3, 2)}),
    row(13, "(float[2,3] x, int64[4] l, int64[1] e) => (y) <int64[1] b = {0}> { s = Slice(l, b, e) y = Resize(x, \"\", \"\", s) }", None, {"l": (3, 2, 1, 1), "e": (2,)}),
    row(11, "(float[] x, float[8,3,3,0] w) => (y) { y = Conv(x, w) }", shapes={"x": (0, 3, 8, 9)}),
    row(11, "(float[] x, float[8,3,3,3] w) => (y) { y = Conv<dilations = [2,2,2]>(x, w) }", shapes={"x": (1, 3, 4, 5)}),
    row(11, "(float[] x, float[8,3,3,3] w) => (y) { y = Conv<pads = [9,1,1,1,1]>(x, w) }", shapes={"x": (1, 3, 4, 5)}),
    row(18, "(float[] x, int64[2] s) => (y, z) { y, z = Split<num_outputs = -1>(x, s) }", None, {"s": (2, 3)}, {"x": (5,)}),
    row(18, "(float[6] x) => (y, z, w) { y, z, w = Split<num_outputs = 2>(x) }"),
    row(18, "(float[] x) => (y, z, w) { y, z, w = Split<num_outputs = 2>(x) }", shapes={"x": (6,)}),
    row(26, "(float[5,3] x) => (y) { y = BitCast<to = 4294967302>(x) }"),
    row(20, "(float16[2,3] x) => (y) { y = Gelu<approximate = \"away\">(x) }"),
    row(17, "(float[2,b,1] x, float[] w) => (y) <int64 s = {4}> { y = STFT(x, s, w) }", {"b": 16}, shapes={"w": (8,)}),
    row(17, "(float[2,16,1] x, float[] w) => (y) <int64 s = {4}> { y = STFT(x, s, w) }", shapes={"w": (8,)}),
    row(17, "(float[2,b,1] x, float[8,1] w) => (y) <int64 s = {4}> { y = STFT(x, s, w) }", {"b": 16}),
    # What a loader refuses, whatever sizes a run has.
    row(13, "(float[n,a] x) => (y) { y = Softmax<axis = 7>(x) }", {"n": 0, "a": 2}),
    row(11, "(double[n] x) => (y) { y = LogSoftmax(x) }", {"n": 0}),
    row(20, "(uint32[n] x) => (y) <int64[1] a = {-2}> { y = ReduceL2(x, a) }", {"n": 0}),
    row(13, "(int64[n] x) => (y) { y = ReduceL1<axes = [2, 2]>(x) }", {"n": 0}),
    row(11, "(uint8 x, int64[n] i) => (y) { y = GatherND(x, i) }", {"n": 0}),
    # What it does not look at.
    row(13, "(float16[] x) => (y) { y = Softmax<axis = 1>(x) }", {}, {}, {"x": ()}),
    row(5, "(float[] x, float[1,5,3,1] r) => (y) { y = MaxRoiPool<pooled_shape = [1, 1]>(x, r) }", {}, {}, {"x": (1, 1, 2, 2)}),
    row(5, "(float[1,1,2,2] x, float[1,5,3,1] r) => (y) { y = MaxRoiPool<pooled_shape = [1, 1]>(x, r) }"),
    # A loader infers no rank where an input has none, though the other input of a Concat tells it to us.
    row(21, "(float[] q, float[n,1,4,4] r, float[2,2,1,1] w) => (y) { t = Concat<axis = 1>(q, r) y = Conv<pads = [0,0,0,0,0]>(t, w) }",
        {"n": 1}, {}, {"q": (1,1,4,4)}),
    # Of the axis a loader reads 32 bits.
    row(9, "(float[2] x, bool c) => (m) { m = If(c) <then_branch = t () => (float[] q) { q = Neg(x) },"
        " else_branch = e () => (float[] r) { v = Flatten<axis = -4294967296>(x) r = Relu(x) }> }", {}, {"c": (1,)}),
    row(16, "(float[n,b] x, float[b] v) => (y) { y = Concat<axis = -1>(x, v) }", {"n": 0, "b": 4}),
    # A loader forgets to say that a GatherND makes a scalar.
    row(17, "(float[a] x, bool k) => (m) <int64[1] i = {0}> { y = GatherND(x, i) m = If(k) <then_branch = t () => (float[] p) {"
        " z = Flatten(y) p = Relu(x) }, else_branch = e () => (float[] q) { q = Neg(x) }> }", {"a": 3}, {"k": (0,)}),
    row(17, "(float[a] x, bool k) => (m) <int64[1] i = {0}> { m = If(k) <then_branch = t () => (float[] p) {"
        " y = GatherND(x, i) z = Flatten(y) p = Relu(x) }, else_branch = e () => (float[] q) { q = Neg(x) }> }", {"a": 3}, {"k": (0,)}),
    # What a loader refuses in a branch, by ranks alone and in earlier versions.
    row(7, "(bool[2,2,6] x, bool[2] y, bool k) => (m) { m = If(k) <then_branch = t () => (float p) { z = Or(x, y)"
        " p = Constant<value_float = 1.0>() }, else_branch = e () => (float q) { q = Constant<value_float = 1.0>() }> }"),
    row(19, "(int64[0,2] x, int64[3] y, bool k) => (m) { m = If(k) <then_branch = t () => (float p) { z = BitwiseXor(x, y)"
        " p = Constant<value_float = 1.0>() }, else_branch = e () => (float q) { q = Constant<value_float = 1.0>() }> }"),
    row(22, "(float[2,7,6,4] x, int64[4] s, float[2,7,6,4] r, bool k) => (m) { v = Reshape(r, s) m = If(k) <then_branch = t () =>"
        " (float p) { z = MaxRoiPool<pooled_shape = [2, 2]>(x, v) p = Constant<value_float = 1.0>() }, else_branch = e () => (float q)"
        " { q = Constant<value_float = 1.0>() }> }", {}, {"s": (2,7,6,4)}),
    row(12, "(float[2,3,A,2] x, float[n,3,B] y, bool k) => (m) { m = If(k) <then_branch = t () => (float p) { z = Einsum<equation = \"\">(x, y)"
        " p = Constant<value_float = 1.0>() }, else_branch = e () => (float q) { q = Constant<value_float = 1.0>() }> }",
        {"A": 1, "n": 1, "B": 1}, {"k": (0,)}),
    # A loader looks at the window of an STFT only where it knows how many samples there are.
    row(17, "(float[3,16,1] x, int64[1] e, float[1,8] w, int64[1] a) => (z) <int64[1] b = {0}, int64 s = {4}> {"
        " c = Slice(x, b, e) v = Squeeze(w, a) z = STFT(c, s, v) }", {}, {"e": (1,), "a": (0,)}),
    # Many operators infer ranks since opset 7.
    *(
        row(since, "(float[4,3] x, bool k) => (y) { t = OP y = If(k) <then_branch = b () => (float[] p) { p = Identity(x) },"
            " else_branch = d () => (float[] q) { z = If(k) <then_branch = e () => (float[] u) { u = Mul(t, x) },"
            " else_branch = f () => (float[] v) { v = Identity(x) }> q = Identity(x) }> }".replace("OP", operator), {}, {"k": (1,)})
        for since, operator in ((7, "Unsqueeze<axes = [2]>(x)"), (9, "Transpose(x)"), (11, "ReduceSum<keepdims = 0, axes = [1]>(x)"))
    ),
    # What a Slice by stored lists leaves as it is, a Concat of an earlier version, and what an optional holds.
    row(11, "(float[2,A] x, float[3,3,3] z, bool k) => (y) <int64[1] b = {-2}, int64[1] e = {2}, int64[1] o = {1}> { t = Slice(x, b, e, o, o)"
        " y = If(k) <then_branch = c () => (float[] p) { p = Add(z, t) }, else_branch = d () => (float[] q) { q = Identity(z) }> }", {"A": 2}, {"k": (0,)}),
    *(
        row(since, "(float[3,4] x, float[4,3] z, bool k) => (y) { y = If(k) <then_branch = c () => (float[] p) { p = Concat<axis = 0>(z, x) },"
            " else_branch = d () => (float[] q) { q = Identity(z) }> }", {}, {"k": (0,)})
        for since in (4, 9, 12)
    ),
    row(16, "(float[4,A] x, float[2,3] z, bool k) => (y) { o = Optional(x) t = OptionalGetElement(o) y = If(k) <then_branch = c () => (float[] p)"
        " { p = MatMul(z, t) }, else_branch = d () => (float[] q) { q = Identity(z) }> }", {"A": 2}, {"k": (0,)}),
    # Of a DFT a loader looks at the length only beside an axis that it knows, of a MaxUnpool at the rank beside its window.
    row(26, "(float[4,5,1] x, float[1] v, bool k) => (y) <int64[1] l = {4}> { m = Shape(v) a = Identity(m) y = If(k) <then_branch = t ()"
        " => (float p) { z = DFT(x, l, a) p = Constant<value_float = 1.0>() }, else_branch = e () => (float q) { q = Constant<value_float = 1.0>() }> }",
        {}, {"k": (0,)}),
    row(26, "(float[4,5,1] x, float[1] v) => (y) <int64[1] l = {4}> { m = Shape(v) a = Identity(m) y = DFT(x, l, a) }"),
    *(
        row(23, f"(float[d,1] x, int64[d,1] i) => (z) {{ y = MaxUnpool<kernel_shape: ints = [{window}]>(x, i) z = {z} }}", {"d": 2})
        for z, window in (("Shape(y)", "1"), ("Shape(y)", "2, 2"), ("Identity(y)", ""), ("Identity(y)", "1"), ("Identity(y)", "2, 2"))
    ),
    # A loader counts the terms of an Einsum.
    *(
        row(opset, f"(float[{dims}] x, bool k) => (y) {{ y = If(k) <then_branch = t () => (float p) {{ z = Einsum<equation = {equation}>({read})"
            " p = Constant<value_float = 1.0>() }, else_branch = e () => (float q) { q = Constant<value_float = 1.0>() }> }", {"N": 4}, {"k": (0,)})
        for opset in (12, 13, 27) for dims in ("4", "2,4", "N", "")
        for equation, read in (('"i,j->ij"', "x"), ('"i->i"', "x, x"), ('"i,j"', "x"), ('"i"', "x, x, x"))
    ),
    # From opset 13 on a loader that knows the rank misses the sizes of a Resize.
    *(
        row(opset, f"(float{x} x, bool k) => (y) <float[4] s = {{1, 1, 2, 2}}> {{ y = If(k) <then_branch = t () => (float p) {{ z = Resize({read})"
            " p = Constant<value = float {1}>() }, else_branch = e () => (float q) { q = Constant<value = float {1}>() }> }", {"N": 2}, {"k": (0,)}, {"x": (1, 2, 4, 6)})
        for opset in (13, 18, 19) for x, read in (("[1,2,4,6]", "x"), ("[1,N,4,6]", "x, s"), ("[]", "x, s"))
    ),
    # Of a window whose size has a rank, and is computed, a loader infers nothing.
    row(17, "(float[N] x, bool k) => (y) <int64[1] z = {5}> { y = If(k) <then_branch = t () => (float[] o) { s = Identity(z) w = HammingWindow(s) o = Concat<axis = 1>(w, w) },"
        " else_branch = e () => (float[] u) { u = Relu(x) }> }", {"N": 2}, {"k": (0,)}),
    # Of what a Slice leaves of an open size, be it nothing, a loader knows no number.
    *(
        row(18, f"(float[2,D,{last}] x, float[4,2,3] w) => (y) <int64[1] m = {{-1}}, int64[1] two = {{2}}> {{ s = Slice(x, m, m, two) y = Concat<axis = 0>(s, w) }}", {"D": 2, "E": 4})
        for last in ("E", "4")
    ),
    # Nor any other size of it, if it does not see where it begins.
    row(24, "(float[3,2,1] x, float[0,1,2] w, int64[1] s) => (y) <int64[1] big = {99}, int64[1] two = {2}> { v = Slice(x, s, big, two) y = Concat<axis = 2>(v, w) }", contents={"s": (0,)}),
    # Nor what a node counts, be it in a branch that never runs.
    *(
        row(13, f"(float[0,3,3] x, float[1,4,4] w) => (y) <bool k = {{0}}, bool[2] c = {{1,0}}, int64[2] sp = {{1,2}}> {{ {made} y = If(k)"
            f" <then_branch = a () => (float[] p) {{ {read} p = Identity(r) }}, else_branch = b () => (float[] q) {{ q = Identity(x) }}> }}")
        for made, read in (
            ("n = NonZero(x) t = Cast<to = 1>(n)", "r = Det(t)"),
            ("t = Compress<axis = 1>(w, c)", "s = SplitToSequence<axis = 1>(t, sp) r = ConcatFromSequence<axis = 0>(s)"),
        )
    ),
    # Nor of an item of a sequence, and no axes either.
    *(
        row(18, f"(float[3,3,4,3] x, float[0,2,0] w) => (y) <bool k = {{0}}, int64 z = {{0}}, int64[2] sp = {{1,2}}, int64[6] p = {{0,0,0,0,0,0}}>"
            f" {{ y = If(k) <then_branch = a () => (float[] o) {{ q = SplitToSequence(x) v = SequenceAt(q, z) {read} o = Identity(r) }},"
            f" else_branch = b () => (float[] e) {{ e = Identity(x) }}> }}")
        for read in ("u = Pad(w, p) r = ConvTranspose(v, u)", "f = Flatten(v) s = SplitToSequence<axis = -3>(f, sp) r = SequenceAt(s, z)")
    ),
    # What is empty is joined by a kernel whatever its sizes are, and refused by a loader that sees these.
    *(
        row(24, "(float[3,2,3] x, float[4,5,4] w, bool k) => (y) <int64[1] m = {-1}, int64[1] two = {2}> { s = Slice(x, m, m, two) y = If(k)"
            f" <then_branch = a () => (float[] p) {{ p = Concat<axis = {axis}>(w, s) }}, else_branch = b () => (float[] q) {{ q = Identity(x) }}> }}", contents={"k": (k,)})
        for axis in (0, -3)
        for k in (0, 1)
    ),
    # A PRelu has the sizes that go in, whatever the slope has.
    *(
        row(op, "(float[1,4,3] x, float[D,E] s) => (z) { y = PRelu(x, s) z = Shape(y) }", {"D": 2, "E": size})
        for op in (7, 9, 16)
        for size in (2, 3)
    ),
    # What stands for a loss is looked at only if the loss is computed.
    *(
        row(op, f"(float[2,4,3,5] x) => (z) <int64[1,1,1] l = {{1}}> {{ y = {loss}(x, l) z = Shape(y) }}")
        for op in (13, 24)
        for loss in ("SoftmaxCrossEntropyLoss", "NegativeLogLikelihoodLoss")
    ),
    # Which sizes a Squeeze drops a loader does not know, and a kernel takes a vector for a row.
    *(row(13, "(float[E] x, float[1,4] w) => (y) { v = Squeeze(x) y = Gemm<transA = 1>(v, w) }", {"E": size}) for size in (1, 2, 3)),
    # What a release refuses, none does where only the shape is read.
    row(13, "(float[4,1,3] x) => (y) <int64[1] two = {2}, int64[1] m = {-1}> { v = Slice(x, m, m, two) r = ArgMax<axis = -1>(v) y = Shape(r) }"),
    row(18, "(float[D,1,1] x, float[3,E,2] z) => (y) { v = AveragePool<kernel_shape = [2]>(x) r = MatMul(v, z) y = Shape(r) }", {"D": 0, "E": 1}),
    # Nor does a loader know the rank that a branch gets of a Squeeze.
    row(18, "(float[E,3] x, bool k) => (y) { v = Squeeze(x) y = If(k) <then_branch = t () => (float[] p) { p = Transpose<perm = [0,2,1]>(v) },"
        " else_branch = e () => (float[] n) { n = Identity(x) }> }", {"E": 2}, {"k": (0,)}),
    # A kernel takes no sizes for axes that hold nothing, and a loader that knows the rank refuses them.
    *(
        row(18, f'(float[1,4,4,{last}] x) => (y) <int64[3] l = {{2,2,2}}> {{ {made} y = Resize(v, "", "", l) }}')
        for last in ("0", "2")
        for made in ("s = SequenceConstruct(x) z = Constant<value_int = 0>() v = SequenceAt(s, z)", "v = Relu(x)")
    ),
    # A Transpose that changes no order may be left out, whatever its perm is.
    *(
        row(21, f"(float[W,W,4] x, float[3,1,1,D] w) => (y) {{ {made} }}", {"W": 1, "D": 4})
        for made in (
            "a = Transpose<perm = [0,1,2]>(x) b = Transpose<perm = [0,1,2]>(w) y = Max(a, b)",
            "b = Transpose<perm = [0,1,2]>(w) y = ReduceSum(b)", "b = Transpose<perm = [0]>(w) y = Add(b, b)",
            "b = Transpose<perm = [0,1,2]>(w) y = Relu(b)", "b = Transpose<perm = [0,2,1]>(w) y = Add(b, b)",
            "b = Transpose<perm = [2,1,0]>(w) y = ReduceMax<keepdims = 0>(b)",
            "b = Transpose<perm = [0,2,1]>(w) c = Relu(b) y = Transpose<perm = [0,2,1]>(c)",
        )
    ),
    # Since opset 11 it infers the rank of nearly all that nodes make.
    row(11, "(seq(float[]) x, bool k) => (y) { n = SequenceLength(x) y = If(k) <then_branch = t () => (float a) { z = Flatten(n) a = Constant<value_float = 1.0>() }, else_branch = e () => (float b) { b = Constant<value_float = 2.0>() }> }",
        {}, {"k": (False,)}),
    # A list for fewer axes is refused at load where the rank is known, whatever the sizes are.
    *(
        row(18, f"(float[6,{size}] x, int64[{length}] t) => (y) <int64[1] s = {{{wanted}}}> {{ z = Reshape(x, t) y = CenterCropPad(z, s) }}",
            {"A": 2, "N": 2}, {"t": (6, 2)})
        for size in ("2", "A") for length in ("2", "N") for wanted in (0, 3)
    ),
    # A loader counts the parts of a block, in a branch that never runs too.
    *(
        row(13, f"(float[a,b,c,d] x, bool k) => (y) {{ y = If(k) <else_branch = e () => (float[p,q,r,s] o) {{ o = {op}<blocksize = {block}>(x) }},"
            " then_branch = t () => (float[] u) { u = ReduceSum<keepdims = 0>(x) }> }", dict.fromkeys("abcd", 0), {"k": (1,)})
        for op in ("DepthToSpace", "SpaceToDepth") for block in (3037000499, 3037000500, 4294967296)
    ),
    # An axis of which a loader takes the lower bits is out of range for it where those are large too.
    *(
        row(13, f"(float[6,0] x, bool k) => (y) {{ y = If(k) <else_branch = e () => (float[p,q] o) {{ o = {op}<axis = {axis}>(x) }},"
            " then_branch = t () => (float[] u) { u = ReduceSum<keepdims = 0>(x) }> }", {}, {"k": (1,)})
        for op in ("Concat", "Flatten", "Hardmax") for axis in (2147483648, 2147483649, -2147483649)
    ),
    row(13, "(float[N,3] x) => (y) { y = local.f(x) }\n<domain: \"local\", opset_import: [\"\" : 13]> f (x) => (y) { y = Hardmax<axis = 2147483648>(x) }", {"N": 0}),
    # And an axis is for a rank alone, which a loader knows where it knows no sizes.
    *(
        row(opset, f"(float[2,10] x, int64[{length}] e) => (y) <int64[1] s = {{0}}> {{ z = {made} y = {op}<axis = 2>(z) }}", {}, {"e": e})
        for made, length, e in (("Slice(x, s, e)", 1, (0,)), ("Reshape(x, e)", 2, (2, 10)))
        for opset in (11, 14) for op in ("Hardmax", "ArgMax")
    ),
    # What one of its attributes needs is inferred in a branch that is dropped too.
    *(
        row(17, f"(bool k) => (y) <float[3,2] x = {{1,1,1,1,1,1}}, float[2,1,4] w = {{1,1,1,1,1,1,1,1}}, int32[2] c = {{0, 3}}, float[1,2,3] p = {{1,1,1,1,1,1}}, bool n = {{1}}> {{ y = If({condition}) <else_branch = e () =>"
            " (float[] o) { a, b, d = com.microsoft.VarlenCausalConvWithState<group_size = 2>(x, w, c, \"\", p) o = Constant<value_float = 1.0>() },"
            " then_branch = t () => (float[] u) { u = Constant<value_float = 2.0>() }> }", {}, {"k": (1,)})
        for condition in ("k", "n")
    ),
    # A list is no row for a loader that knows its rank, be its size open.
    *(
        row(opset, f"(int64[{length}] s, float[4] x, float[4,3] b) => (y) {{ a = Reshape(x, s) y = Gemm(a, b) }}", {"N": 1}, {"s": (4,)})
        for opset in (13, 14) for length in ("1", "N")
    ),
    # What a loader finds of a node that only computes the size of a Reshape, which the usual optimizations leave out behind it.
    *(
        row(21, f"(float[2,3,4] x) => (y) <int64[1] o = {{0}}, int64[1] n = {{2}}, int64[1] r = {{-1}}, int64[2] w = {{1,1}}> {{ s = Shape(x) a = {made} t = Concat<axis = 0>(o, a, r) y = Reshape(x, t) }}")
        for made in (
            "Unsqueeze(s, n)", "Gather<axis = 3>(s, o)", "Squeeze(s, n)", "Add(s, w)", "Mul(s, w)", "Concat<axis = 2>(s, s)", "Cast<to = 99>(s)",
            "Flatten<axis = 5>(s)", "Tile(s, w)", "Pad(s, n)",
        )
    ),
    # A number that a Slice leaves of an open size no loader infers, nor what is computed of it.
    *(
        row(18, "(float[1,B] x) => (w) <int64[1] m = {-1}, int64[1] one = {1}, int64 zero = {0}, int64 two = {2}, int64[2] h = {0,1}> {"
            f" y = {made} s = Shape(y) a = Gather(s, zero) b = Add(a, two) c = Reshape(b, one) d = Concat<axis = 0>(c, one) e = Expand(y, d)"
            " z = Expand(e, h) w = Neg(z) }", {"B": 2})
        for made in ("Slice(x, m, m, one)", "Neg(x)", "Slice(x, m, m, m)")
    ),
    *(
        row(18, f"(float[3,B] x) => (w) <int64[1] m = {{-1}}, int64[1] one = {{1}}, int64[2] h = {{0,1}}, int64[2] d = {{3,1}}> {{ y = Slice(x, m, m, one) {read} w = Neg(z) }}", {"B": 2})
        for read in ("z = Expand(y, h)", "e = Expand(y, d) z = Expand(e, h)")
    ),
    # A hole beside 0 is found at load, also where only the shape is read.
    *(
        row(18, f"(float[{sizes}] x) => (y) <int64[3] t = {{{target}}}> {{ v = Reshape(x, t) y = Shape(v) }}", {"A": 2} if "A" in sizes else {})
        for sizes, target in (("2,0,2", "0,0,-1"), ("A,0,2", "0,0,-1"), ("2,3,0", "0,-1,0"), ("2,0,2", "2,2,-1"))
    ),
    # Of a Flatten and a Tile a loader knows the numbers that follow from numbers, beside open sizes.
    *(
        row(24, f"(float[{sizes}] x, bool k) => (y) <int64[1] two = {{2}}, int64[3] l = {{2,3,4}}, int64[3] t = {{1,1,2}}, int64[3] n = {{1,0,1}}> {{"
            f" y = If(k) <then_branch = a () => (float[] p) {{ {made} }}, else_branch = e () => (float[] q) {{ q = Identity(x) }}> }}", {"E": 2}, {"k": (False,)})
        for sizes, made in (
            ("1,E", "v = Flatten(x) p, i = TopK<axis = 0>(v, two)"), ("0,E,1", "v = Flatten<axis = 2>(x) p, i = TopK<axis = 0>(v, two)"),
            ("4,E,1", "v = Flatten<axis = -1>(x) p, i = TopK<axis = 1>(v, two)"), ("3,E,3", "v = Tile(x, t) p = Expand(v, l)"),
            ("2,E,4", "v = Tile(x, n) p = Expand(v, l)"),
        )
    ),
    # How many sizes there are a loader knows where the list behind them is declared.
    *(
        row(14, f"(float[2,4,7,5] x, float[] z) => (int64[{length}] s, y) <int64[1] o = {{0}}, int64[1] e = {{2}}, int64[1] f = {{4}}> {{ t = Shape(x) u = Slice(t, o, e, o) s = Shape(z)"
            ' v = Slice(s, e, f, o) n = Concat<axis = 0>(u, v) y = Resize(x, "", "", n) }', shapes={"z": (2, 3, 4, 5)})
        for length in ("4", "5", "l", "")
    ),
    row(18, '(float[3,3] x) => (y) { v, w = ai.onnx.ml.SVMClassifier<classlabels_ints = [0,1], coefficients = [0.1,0.2], kernel_params = [0.1,0.0,3.0], prob_a = [0.1], prob_b = [0.1], rho = [0.3], support_vectors = [0.5,0.5,0.5,0.5,0.5,0.5], vectors_per_class = [1,1]>(x) y = Split(v) }', {}),
    row(18, '(float[3,3] x) => (y) { v, w = ai.onnx.ml.LinearClassifier<classlabels_ints = [0,1], coefficients = [0.1,0.2,0.1,0.2,0.1,0.2], intercepts = [0.1,0.1]>(x) y = Split(v) }', {}),
    row(18, '(float[3,3] x) => (y) { v = ai.onnx.ml.Scaler<offset = [1.0], scale = [1.0]>(x) y = Split<axis = 1>(v) }', {}),
    row(18, '(float[3,3] x) => (y) { v = ai.onnx.ml.Normalizer<norm = "L2">(x) y = Split<axis = 1>(v) }', {}),
    row(18, '(float[3,3] x) => (y) { v = ai.onnx.ml.Imputer<imputed_value_floats = [0.0]>(x) y = Split<axis = 1>(v) }', {}),
    row(18, '(float[3,3] x) => (y) { v = ai.onnx.ml.LinearRegressor<coefficients = [0.1,0.1,0.1], intercepts = [0.1]>(x) y = Split<axis = 1>(v) }', {}),
    row(8, '(float[3,2] x) => (y) { y = Affine<alpha = 1.0, beta = 0.5, value = 1.0>(x) }', {}),
    row(8, '(float[1,2,3,3] x) => (y) { y = Crop<border = [0,0,1,1], value = 1.0>(x) }', {}),
    row(8, '(float[3,2] x, int64[1] s, int64[1] e) => (y) { y = DynamicSlice<value = 1.0>(x, s, e) }', {}, {"s": (0,), "e": (2,)}),
    row(8, '(float[3,2] x) => (y) { y = ScaledTanh<alpha = 1.0, beta = 0.5, value = 1.0>(x) }', {}),
    row(23, '(float[2,2] x) => (float[wrong] v, y) { v = Identity(x) y = Split(v) }', {}),
    row(23, '(float[2,2] x) => (float[2,2] v, y) { v = Identity(x) y = Split(v) }', {}),
    row(23, '(float[S,2] x) => (float[wrong] v, y) { v = Identity(x) y = Split(v) }', {"S": 2}),
    row(23, '(float[2,2] x) => (float[wrong] v, y) { v = Identity(x) y = Transpose<perm = [0,1,2]>(v) }', {}),
    row(23, '(float[2,2] x) => (int64[wrong] v, y) { v = Size(x) y = ArgMax(v) }', {}),
    row(23, '(float[2,2] x, float[2,3] z) => (float[wrong] v, y) { v = Identity(x) y = Add(v, z) }', {}),
    row(23, '(float[2,2] x, float[2,3] z) => (float[wrong] v, y) { v = Relu(x) w = Neg(v) y = MatMul(w, z) }', {}),
    row(18, '(float[3,4] a, float[2,4] b) => (y) { v = com.microsoft.CDist<metric = "euclidean">(a, b) y = Split(v) }', {}),
    row(18, '(float[1,2,3,3] a, float[1,4] r, int32[1] i) => (y) <int32[2] c = {2,2}> { v = com.microsoft.CropAndResize(a, r, i, c) y = Split(v) }', {}),
    row(18, '(int64[4] a, int64[2] b, int64[1] p) => (t, y) { t, s = com.microsoft.BifurcationDetector(a, b, p) y = Split(t) }', {}, {"a": (1,2,3,4), "b": (1,2), "p": (1,)}),
    # A loader sees in a function what is stored around its call.
    row(18, "(float[6] x, int64 n) => (float[6] z) <int64[2] p = {1,2}> { z = Neg(x) v = local.f(x, p) }<domain: \"local\", opset_import: [\"\" : 18]> f (p0, p1) => (r1) { b = Expand(p0, p1) r1 = Shape(b) }", {}),
    # What no loader infers a rank of: some outputs, and some cases of an operator.
    *(
        row(opset, f"({given}) => (y) <int64[0] none = {{}}> {{ {outs} = {call} y = Split<axis = 0>(p, none) }}", {})
        for opset, given, outs, call in (
            (23, "float[2,3,4,8] q, float[2,3,6,8] k, float[2,3,6,8] v", "o, p", "Attention(q, k, v)"),
            (24, "float[2,3,4,8] q, float[2,3,6,8] k, float[2,3,6,8] v", "o, r, p", "Attention(q, k, v)"),
            (23, "float[2,3,4,8] q, float[2,3,6,8] k, float[2,3,6,8] v, float[2,3,5,8] e", "o, p, r", "Attention(q, k, v, , e, e)"),
            (25, "float[2,4,24] q, float[2,6,24] k, float[2,6,24] v", "o, p, r", "Attention<q_num_heads = 3, kv_num_heads = 3>(q, k, v)"),
            (25, "float[2,3,4,8] q, float[2,3,6,8] k, float[2,3,6,8] v", "o, p, r", "Attention(q, k, v)"),
            (17, "float[2,3,8] x, float[8,24] w, float[24] b", "o, p", "com.microsoft.Attention<num_heads = 2>(x, w, b)"),
            (17, "float[2,3,8] x, float[8,24] w, float[24] b, float[2,2,2,5,4] e", "o, p", "com.microsoft.Attention<num_heads = 2>(x, w, b, , e)"),
            (17, "float[2,3,8] q", "o, p, r", "com.microsoft.MultiHeadAttention<num_heads = 2>(q, q, q)"),
            (17, "float[1,3,4,3] x, float[3,2,3,3] w, int64[4] l", "p", "com.microsoft.ConvTransposeWithDynamicPads(x, w, l)"),
            (17, "float[2,3] x, int32 a", "p", "com.microsoft.ExpandDims(x, a)"),
            (17, "float[5] x, int64[2] i", "p", "ai.onnx.ml.ArrayFeatureExtractor(x, i)"),
            (17, "float[2,5] x, int64[2] i", "p", "ai.onnx.ml.ArrayFeatureExtractor(x, i)"),
        )
    ),
    *(
        row(opset, f"({given}, {other}[0,0,0,0,0,0,0] z) => (y) {{ {outs} = {call} y = Concat<axis = 0>(p, z) }}", {})
        for opset, given, other, outs, call in (
            (9, "float[2,3] x, bool[2] c", "float", "p", "Compress<axis = 0>(x, c)"), (11, "float[2,3] x, bool[2] c", "float", "p", "Compress<axis = 0>(x, c)"),
            (10, "float[1,6,4] b, float[1,2,6] s, int64 m", "int64", "p", "NonMaxSuppression(b, s, m)"), (11, "float[1,6,4] b, float[1,2,6] s, int64 m", "int64", "p", "NonMaxSuppression(b, s, m)"),
            (7, "float[2,3] x", "float", "o, p", "Dropout(x)"), (10, "float[2,3] x", "bool", "o, p", "Dropout(x)"),
        )
    ),
    # A declaration that contradicts a number which a loader infers is dropped with all its numbers.
    row(21, """(float[S2,3] x2) => (float[] v18)
    <int64[2] c4 = {-1,6}, bool c15 = {1}, float[1,1] v5>
    {
       v5 = Reshape (x2, c4)
       v18 = If (c15) <else_branch: graph = eb () => (float[] e6)
          <int64[1] e2 = {2}>
    {
          e3 = Unsqueeze (v5, e2)
          e5, e6 = Scan <num_scan_inputs = 1, body = sb (float[] s, float[p,q] el) => (float[t,u,v] so, float[w,x] sc) {
             so = Concat <axis = 0> (s, s)
             sc = Identity (el)
          }> (e3, e3)
       }, then_branch: graph = tb () => (float[y,3] t1) {
          t1 = Identity (x2)
       }>
    }""", {"S2": 2}),
)  # fmt: skip
