"""Operators with tensors of no elements."""

from __future__ import annotations

from tests.fuzz.differential.mended.row import row

ROWS = (
    # Without regions a kernel does not look at the rank of the pictures, nor a loader that does not know that of the regions.
    row(
        1,
        "(float[1,c,2,8,2] x, float[] r) => (y) { y = MaxRoiPool<pooled_shape = [2, 3]>(x, r) }",
        {"c": 3},
        None,
        {"r": (0, 5)},
    ),
    # Zero points with rows, beside a B of no rows, end the process; where a batch size is 0, a kernel looks at none.
    *(
        row(
            11,
            f"(uint8[2,0] a, uint8[4,0,4] f, int64[1] e, uint8[{batch},1,4] z) => (y) <int64[1] s = {{0}}>"
            ' { b = Slice(f, s, e) y = MatMulInteger(a, b, "", z) }',
            {},
            {"e": (batch,)},
        )
        for batch in (0, 1, 2)
    ),
    *(
        row(
            11,
            f'(uint8[{a}] a, uint8[{b}] b, uint8[{z}] z) => (y) {{ y = MatMulInteger(a, b, "", z) }}',
            {"N": n},
        )
        for a, b, z in (("2,0", "0,4", "1,4"), ("2,0", "N,0,4", "N,1,4"), ("1,2,0", "3,N,0,4", "3,N,1,4"))
        for n in (0, 1, 2)
    ),
    # Releases before 1.32 take any axes of what is empty: that these are some is a premise.
    *(
        row(
            18,
            f"(float[{data}] x, float[B] o) => (y) {{ a = Shape(o) r = ReduceMax(x, a) y = Shape(r) }}",
            {"B": size},
        )
        for data in ("0,4", "2,0,4", "0")
        for size in (1, 2, 3, 7)
    ),
    # Slices of no elements end the process; no slices do not.
    *(
        row(17, f"(float[{shape}] x) => (y, a, b, c) {{ y, a, b, c = Unique<axis = {axis}>(x) }}", {"N": n})
        for shape, axis in (
            ("N,0", 0),
            ("N,0", 1),
            ("N,2,0", 1),
            ("2,N,0", 0),
            ("2,N,0", -2),
            ("N,0,3", 0),
            ("3,N", 0),
        )
        for n in (0, 1, 2)
    ),
    # Tuples that are as long as a size is point into no axis without positions.
    *(
        row(
            opset,
            f"(float[{data}] x, int64[B,A] i) => (y) {{ y = GatherND(x, i) }}",
            {"A": width, "B": count},
            {"i": (0,) * (width * count)},
        )
        for opset, data in ((11, "A,0,4"), (13, "0,A"), (13, "2,A,0"))
        for width in (0, 1, 2, 3)
        for count in (0, 1, 5)
    ),
    # A contract tells what sizes of 0 leave without a sum, an index's place, a channel or a first element.
    row(13, "(uint32[A,K] x, uint32[K,B] w) => (y) { y = MatMul(x, w) }", {"A": 1, "K": 0, "B": 1}),
    row(
        13,
        "(uint8[A,K] x, uint8[K,B] w, uint8[1,B] z) => (y) { y = MatMulInteger(x, w, , z) }",
        {"A": 1, "K": 0, "B": 1},
    ),
    row(
        18,
        "(float[A,B] x, int64[C] i) => (y) { y = ai.onnx.ml.ArrayFeatureExtractor(x, i) }",
        {"A": 1, "B": 0, "C": 1},
        {"i": (0,)},
    ),
    row(
        18,
        "(float[A,B] x, int64[C,2] i, float[C] u) => (y) { y = ScatterND(x, i, u) }",
        {"A": 1, "B": 0, "C": 1},
        {"i": (0, 0)},
    ),
    row(
        22,
        "(float[1,C,5,5] x, float[M,1,3,3] w, float[1,18,3,3] o) => (y) { y = DeformConv(x, w, o) }",
        {"C": 1, "M": 0},
    ),
    row(
        14,
        "(float[S,B,3] x, float[1,12,3] w, float[1,12,4] r) => (y) { y = GRU<hidden_size = 4>(x, w, r) }",
        {"S": 1, "B": 0},
    ),
    *(
        row(
            14,
            f'(float[S,2,I] x, float[1,12,I] w, float[1,12,4] r) => (y) <int32[2] l = {{{lengths}}}> {{ y = GRU<hidden_size = 4>(x, w, r, "", {given}) }}',
            {"S": sequence, "I": 0},
        )
        for lengths, given in (("0,0", '""'), ("0,0", "l"), ("1,0", "l"))
        for sequence in (0, 3)
        if lengths == "0,0" or sequence  # no length is more than there is
    ),
    row(
        14,
        "(float[S,B,3] x, float[1,16,3] w, float[1,16,4] r) => (y) { y = LSTM<hidden_size = 4>(x, w, r) }",
        {"S": 1, "B": 0},
    ),
    row(
        13,
        "(float[N,3,4,4] x, float[R,4] b, int64[R] i) => (y) { y = RoiAlign(x, b, i) }",
        {"N": 0, "R": 1},
        {"i": (0,)},
    ),
    row(
        13,
        "(float[N,C] x, int64[N] i) => (y) { y = NegativeLogLikelihoodLoss(x, i) }",
        {"N": 1, "C": 0},
        {"i": (0,)},
    ),
    row(18, "(int64[3] x, int64[A] l) => (y, z) { y, z = Split(x, l) }", {"A": 0}),
    # Of computed axes some are numbers.
    *(
        row(
            18,
            f"(float[2,A,3] x, float[{sizes}] q) => (y) {{ s = Shape(q) y = {made} }}",
            {"A": size, "B": axis},
        )
        for made, sizes in (
            ("ReduceL1<keepdims = 0>(x, s)", "3,B"),
            ("ReduceL1<keepdims = 0>(x, s)", "2,B"),
            ("Unsqueeze(x, s)", "9,B"),
        )
        for size, axis in ((6, 0), (2, 1), (6, 3))
    ),
    # Without optimizations a node copies a stored bias of nothing, which is none then.
    *(
        row(
            17,
            "(float16[2,3] x, float16[3] s) => (y) <float16[0] b = {}, int64[1] z = {0}> "
            f"{{ c = {made} y = LayerNormalization(x, s, c) }}",
        )
        for made in ("Identity(b)", "Reshape(b, z)")
    ),
    # An axis is one number, and no list of open length that is empty.
    *(
        row(
            20,
            '(float[A,8,1] x, int64[n,1] a) => (y) { y = DFT(x, "", a) }',
            {"A": 2, "n": n},
            {"a": (1,) * n},
        )
        for n in (0, 1, 2)
    ),
    # More stored scales than axes are no mistake of nothing before version 18, where no loader knows the rank.
    *(
        row(
            opset,
            f"(float[{dims}] x) => (y) <float[4] s = {{1,1,1,1}}, float[0] r = {{}}, int64 z = {{0}}> "
            "{ q = SequenceConstruct(x) v = SequenceAt(q, z) y = Resize(v, r, s) }",
        )
        for opset in (11, 13, 18)
        for dims in ("1,0,3", "1,2,3")
    ),
    # What kernels do not look at beside no elements.
    row(12, "(float[A,B,4] x, int64[A,A] i) => (y) { y = GatherND<batch_dims = -1>(x, i) }", {"A": 2, "B": 0}, {"i": (0,0,0,0)}),
    row(10, "(int8[A,2,B] a, uint8[A,B,4] b, int8 p, uint8[A,1,4] q) => (y) { y = MatMulInteger(a, b, p, q) }", {"A": 0, "B": 0}),
    row(17, "(float[A,16] x, float[0] w) => (y) <int64 s = {4}> { y = STFT(x, s, w) }", {"A": 0}),
    row(7, "(int64[4] s, float[D,2,4,E] f) => (y) { x = Reshape(f, s) y = Upsample<scales = [1.0,1.0,2.0,1.5,1.5]>(x) }",
        {"D": 0, "E": 1}, {"s": (0,2,4,1)}),
    row(9, "(int64[4] s, float[D,2,4,E] f) => (y) <float[5] c = {1.0,1.0,2.0,1.5,1.5}> { x = Reshape(f, s) y = Upsample(x, c) }",
        {"D": 0, "E": 1}, {"s": (0,2,4,1)}),
    row(7, "(float[] x) => (z) { y = Upsample<scales = [1.0,1.0,2.0,2.0]>(x) z = Concat<axis = 1>(y, y) }", {}, {}, {"x": (1,2,0)}),
    # Of items with other ranks those that are empty are skipped.
    *(
        row(18, "(float[6,a,SIZE,b] x, float[q] z) => (y) { s = SequenceConstruct(ITEMS) y = ConcatFromSequence<axis = 1, new_axis = 1>(s) }".replace("SIZE", size).replace("ITEMS", items),
            {"a": 1, "b": 1, "q": q})
        for size, items in (("0", "x, z"), ("0", "z, x"), ("2", "x, z"), ("0", "x, z, x")) for q in (0, 1)
    ),
    # A Col2Im of no channels is refused.
    *(
        row(18, "(float[1,A,4] x, float[2] z) => (y) <int64[2] i = {4,4}, int64[1] two = {2}, int64[1] o = {0}> { s = Shape(z) t = Gather(s, o)"
            " b = Concat<axis = 0>(two, t) y = Col2Im<strides = [2, 2]>(x, i, b) }", {"A": size})
        for size in (0, 4, 6)
    ),
    # A kernel looks at a scale of nothing, whatever bias stands beside it.
    *(
        row(17, "(float[2,3,C] x, float[3,0] s, float[N] v, int64[1] e) => (y) <int64[1] z = {0}> { b = Slice(v, z, e) y = LayerNormalization(x, s, b) }",
            {"C": size, "N": 3}, {"e": (end,)})
        for size in (4, 1) for end in (0, 1)
    ),
    # Scales beside sizes are none.
    *(
        row(opset, "(float[6] x, int64[r] s, float[1] e, float[A] k, int64[2] n) => (y) { v = Reshape(x, s) y = Resize(v, e, k, n) }",
            {"A": size, "r": 2}, {"s": (2, 3), "n": (2, 3)})
        for opset in (13, 18) for size in (0, 1, 2)
    ),
    # A LayerNormalization of a sum takes an empty one where it becomes one node with the Add, and not else.
    *(
        row(21, f"({type_}[2,B,4] x, {other} o, {type_}[{scale}] s) => (y) {{ z = Add({sum}) y = LayerNormalization<axis = {axis}>(z, s) }}", {"B": size})
        for type_, other, scale, axis, sum in (
            ("float", "float[2,B,4]", "4", 1, "x, o"), ("float", "float[2,B,4]", "4", 0, "o, x"), ("float", "float[2,B,4]", "4", 1, "x, x"),
            ("float", "float[2,B,4]", "B,4", 1, "x, o"), ("float", "float[B,4]", "4", 1, "x, o"), ("double", "double[2,B,4]", "4", 1, "x, o"),
        )
        for size in (0, 3)
    ),
)  # fmt: skip
