"""Single operators of ONNX and ai.onnx.ml."""

from __future__ import annotations

from tests.fuzz.differential.mended.row import row

ROWS = (
    # A kernel is not created with these attributes, though the input's rank would be wrong, too.
    *(
        row(17, f"(float[3,3,3] x, bool k) => (y) {{ y = If(k) <then_branch = t () => (float a) {{ a = Constant<value_float = 1.0>() }},"
            f" else_branch = e () => (float b) {{ m = ai.onnx.ml.{made}(x) b = Constant<value_float = 2.0>() }}> }}", {}, {"k": (True,)})
        for made in (
            "SVMRegressor<coefficients = [1.0, 1.0], n_supports = 2, rho = [0.1], kernel_params = [0.5, 0.0, 3.0]>",
            "LinearRegressor<targets = 1>",
        )
    ),
    # Trees without votes need no weights.
    row(17, "(float[3,2] x) => (y) { y = ai.onnx.ml.TreeEnsembleRegressor<n_targets = 2>(x) }", {}),
    row(17, "(float[3,2] x) => (l, y) { l, y = ai.onnx.ml.TreeEnsembleClassifier<classlabels_int64s = [0,1]>(x) }", {}),
    # Trees look at feature 0 though no branch looks at any.
    *(
        row(18, "(float[N,F] x) => (y) { y = ai.onnx.ml.TreeEnsembleRegressor<nodes_featureids = [3], nodes_nodeids = [0], nodes_treeids = [0],"
            ' nodes_values = [0.5], nodes_modes = ["LEAF"], nodes_truenodeids = [0], nodes_falsenodeids = [0], target_ids = [0],'
            " target_nodeids = [0], target_treeids = [0], target_weights = [1.0], n_targets = 1>(x) }", {"N": rows, "F": features})
        for rows in (0, 2) for features in (0, 1)
    ),
    # Beside a flag that is neither 0 nor 1 the runtime casts to no type, and makes what is declared.
    row(25, "(float[3] x) => (float[k] y) { y = Cast<to = 0, saturate = -1>(x) }", {}),
    # A slope larger than X enlarges what PRelu makes: what is demanded behind it allows that.
    *(
        row(12, "(float[2,n] x, float[3] s, float[3,4] w) => (z) { y = PRelu(x, s) z = MatMul(y, w) }", {"n": size})
        for size in (1, 2, 3)
    ),
    # What a Concat of sizes that differ makes is not known, though only its shape is read, which a loader knows.
    row(14, "(float[3] x, float[3,C] b) => (y) <int64[2] c = {-1,1}> { d = Reshape(x, c) e = Concat<axis = -2>(b, d, b) y = Shape(e) }", {"C": 5}),
    # A computed size of 0 copies that of data: behind the Reshape nothing is proved by it.
    *(
        row(23, "(float[2,C] x) => (y) <int64 i = {1}, int64 t = {2}, int64[1] o = {1}, int64[1] m = {-1}> { s = Shape(x) c = Gather(s, i)"
            " h = Mod(c, t) u = Reshape(h, o) l = Concat<axis = 0>(u, m) r = Reshape(x, l) y = Concat<axis = -1>(x, r) }", {"C": size})
        for size in (1, 2, 3, 4)
    ),
    # A kernel reads 32 bits of a stored K, a loader that knows the size all of them.
    *(
        row(opset, f"(float[2,{size}] x) => (y, z) <int64[1] k = {{{k}}}> {{ y, z = TopK(x, k) }}", {"N": 5})
        for opset in (10, 11, 24) for size in ("5", "N") for k in (2147483648, 4294967297, 4294967305)
    ),
    # Sizes leave a type of few bits.
    *(
        row(18, f"(float[H,H,3] x) => (y) <int64[1] o = {{1}}, int64[2] two = {{2,2}}> {{ s = Size(x) n = Neg(s) c = Cast<to = {to}>(n) d = Cast<to = 7>(c)"
            ' u = Reshape(d, o) t = Concat<axis = 0>(two, u) y = Resize<mode = "nearest">(x, "", "", t) }', {"H": size})
        for to in (3, 2, 5) for size in (8, 1)
    ),
    # A stored size that a caller may replace is none that a loader knows.
    *(
        row(13, "(float[6] x, int64[1] c) => (y) <int64[1] o = {1}, int64[1] z = {0}, int64[1] c = {-1}> { s = Slice(x, z, o, z)"
            " v, i = TopK(s, o) w = Shape(v) l = Concat<axis = 0>(w, c) y = Reshape(s, l) }", {}, {"c": (size,)})
        for size in (1, -1)
    ),
    # A kernel takes fewer sizes than axes, and looks for the largest scale; a loader counts them.
    *(
        row(18, f'(float[{dims}] x) => (y) <int64[{len(sizes.split(","))}] s = {{{sizes}}}> {{ y = Resize<keep_aspect_ratio_policy = "not_smaller">(x, "", "", s) }}',
            {"H": 10, "W": 12}, {}, {} if dims else {"x": (1, 1, 10, 12)})
        for dims in ("", "1,1,H,W")
        for sizes in ("1,1,7", "7", "1,1", "1,1,5,6,1", "1,1,10,24")
    ),
    # A loader looks at no rank of a stored shape.
    *(
        row(24, f"(bool k) => (y) <int64 s = {{3}}, bool f = {{1}}> {{ y = If({read}) <else_branch = e () => (float d) {{ u = ConstantOfShape(s)"
            " d = Constant<value = float {1}>() }, then_branch = t () => (float c) { c = Constant<value = float {1}>() }> }", {}, {"k": (taken,)})
        for read in ("k", "f")
        for taken in (0, 1)
    ),
    # Pieces of an axis beside another item, joined on another axis: all have the item's size.
    *(
        row(
            17, f"(float[4,C] x) => (y) <int64[1] t = {{3}}, int64[1] i = {{1}}, int64 o = {{0}}, int64 p = {{1}}, int64 q = {{-2}}> {{ s = Shape(x) c = Gather(s, i) h = Div(c, t)"
            f" k = Squeeze(h) a = SplitToSequence(x, k) b = SequenceInsert(a, x{at}) y = ConcatFromSequence<axis = 1{more}>(b) }}",
            {"C": size},
        )
        for at in ("", ", o", ", p", ", q")
        for more in ("", ", new_axis = 1")
        for size in (3, 9, 12, 15)
    ),
    # ONNX Runtime leaves an Expand out whose sizes are all those of its input or not above 1, also -1 and 0.
    *(
        row(16, f"(float[{shape}] x) => ({outs}) <int64[3] l = {{{sizes}}}> {{ {made} u = Neg(x) z = Expand({read}) w = Neg(z) }}", {"N": 4, "M": 3})
        for shape, sizes, made, read, outs in (
            ("N,1,4", "-1,-1,4", "", "u, l", "w"),
            ("N,1,M", "-1,-1,4", "", "u, l", "w"),
            ("N,1,M", "0,1,1", "", "u, l", "w"),
            ("N,1,M", "0,1,1", "", "x, l", "w"),
            ("N,1,M", "0,1,1", "", "u, l", "z"),
            ("N,1,M", "0,1,1", "k = Identity(l)", "u, k", "u"),
            ("N,1,M", "3,1,1", "k = Identity(l)", "u, k", "w"),
            ("4,1,4", "-1,-1,4", "", "u, l", "w"),
            ("4,1,4", "-1,-1,4", "k = Identity(l)", "u, k", "w"),
            ("4,1,4", "0,1,4", "k = Identity(l)", "u, k", "w"),
            ("4,1,4", "0,1,4", "", "u, l", "w"),
        )
    ),
    # Kernels and functions of half types, strings and integers.
    row(20, "(float16[a,b,c] x, int64[4] s) => (y) { y = AffineGrid(x, s) }", {"a": 3, "b": 4, "c": 4}, {"s": (2, 3, 3, 3)}),
    row(20, "(float16[a,2,3] x, int64[4] s) => (y) { y = AffineGrid(x, s) }", {"a": 1}, {"s": (1, 3, 4, 3)}),
    row(20, "(float16[a,b,4] x, int64[5] s) => (y) { y = AffineGrid(x, s) }", {"a": 3, "b": 2}, {"s": (2, 3, 3, 4, 2)}),
    row(20, "(float16[2,3,4] x, int64[5] s) => (y) { y = AffineGrid(x, s) }", {}, {"s": (0, 3, 3, 4, 2)}),
    row(20, "(float16[2,3,4] x, int64[5] s) => (y) { y = AffineGrid(x, s) }", {}, {"s": (2, 3, 0, 4, 4)}),
    row(21, "(float16[3,3,3] x, int64[4] s) => (y) { y = AffineGrid(x, s) }", {}, {"s": (2, 3, 4, 5)}),
    row(18, "(float[6,0] x, int64[1] s) => (y) { y = CenterCropPad<axes = [0]>(x, s) }", {}, {"s": (2**63 - 1,)}),
    row(13, "(float[2,0] x, int64[2] r) => (y) { y = Tile(x, r) }", {}, {"r": (2**30, 1)}),
    row(13, "(float[2,0] x, int64[2] r) => (y) { y = Tile(x, r) }", {}, {"r": (2**29, 1)}),
    row(13, "(string[2,1] x, int64[2] r) => (y) { y = Tile(x, r) }", {}, {"r": (0, 2**28)}),
    row(13, "(string[1] x) => (y) <int64[1,1] s = {2}> { y = Expand(x, s) }"),
    row(13, "(float[1] x) => (y) <int64[1,1] s = {2}> { y = Expand(x, s) }"),
    row(13, "(float16[1,3] x) => (y) { y = Softmax<axis = 4294967296>(x) }"),
    row(13, "(float[1,3] x) => (y) { y = Softmax<axis = 4294967296>(x) }"),
    row(13, "(float16[1,3] x) => (y) { y = Hardmax<axis = 4294967296>(x) }"),
    row(18, '(float16[3] x, int64[k] i, float16[k] u) => (y) { y = ScatterElements<reduction = "add">(x, i, u) }', {"k": 2}),
    row(18, '(string[3] x, int64[k] i, string[k] u) => (y) { y = ScatterElements<reduction = "mul">(x, i, u) }', {"k": 2}),
    row(18, '(bool[3] x, int64[2,1] i, bool[2] u) => (y) { y = ScatterND<reduction = "max">(x, i, u) }'),
    row(18, '(float16[3] x, int64[0,1] i, float16[0] u) => (y) { y = ScatterND<reduction = "add">(x, i, u) }'),
    row(18, '(int8[1,1,4,4] x) => (y) <float[4] s = {1.0,1.0,2.0,2.0}> { y = Resize<mode = "cubic">(x, "", s) }'),
    row(18, '(int8[1,4,4,1] x, int64[4] s) => (y) { y = Resize<mode = "cubic">(x, "", "", s) }', {}, {"s": (1, 5, 5, 1)}),
    row(18, '(int8[1,1,a,4] x, int64[4] s) => (y) { y = Resize<mode = "cubic">(x, "", "", s) }', {"a": 4}, {"s": (1, 1, 4, 4)}),
    row(
        13,
        '(float[1,1,4,4] x) => (y) <double[8] r = {0,0,0,0,1,1,1,1}, float[4] s = {1.0,1.0,2.0,2.0}>'
        ' { y = Resize<coordinate_transformation_mode = "tf_crop_and_resize">(x, r, s) }',
    ),
    row(24, "(float16[2,3] x, float[3] s) => (y) { y = RMSNormalization<stash_type = 0>(x, s) }"),
    row(23, "(float16[2,3] x, float[3] s) => (y) { y = RMSNormalization(x, s) }"),
    row(13, "(bfloat16[2] x, bfloat16 l) => (y) { y = Clip(x, l) }"),
    row(6, "(float16[a,3,c,4] x, float16[3] s, float16[3] b) => (y) { y = InstanceNormalization(x, s, b) }", {"a": 3, "c": 0}),
    row(6, "(float16[a,3,c,4] x, float16[3] s, float16[3] b) => (y) { y = InstanceNormalization(x, s, b) }", {"a": 0, "c": 0}),
    row(10, "(float16[1,1,h,0] x, float16[2,4] r, int64[2] b) => (y) { y = RoiAlign(x, r, b) }", {"h": 0}),
    row(10, "(float[1,3,8,8] x, float[3,4] r, int64[3] b) => (y) { y = RoiAlign<sampling_ratio = 4294967296>(x, r, b) }"),
    row(10, "(float[1,3,8,8] x, float[0,4] r, int64[0] b) => (y) { y = RoiAlign<sampling_ratio = 4294967296>(x, r, b) }"),
    # A Scan of which only a shape is read that is known at load.
    row(13, "(float[] x, int64[2,0,1] i) => (y) { y = GatherND<batch_dims = 9223372036854775807>(x, i) }", None, {"i": ()}, {"x": (2, 3)}),
    # Of what holds nothing.
    row(11, "(float[2,3] x, int64[1] e) => (y) <int64[1] s = {0}> { z = Slice(x, s, e) y = ReduceMin<keepdims = 0, axes = [-1, 0]>(z) }", {}, {"e": (0,)}),
    row(10, "(float[1,0,6,3] x, float[1] w, float k) => (y) { y = Concat<axis = -4>(x, w, k) }"),
    # They leave out what only a Shape of numbers reads.
    row(17, "(float[8,8,S] x, float[6,3] w) => (y) { v = MatMul(x, w) y = Shape(v) }", {"S": 7}),
    row(17, "(float[8,N,S] x, float[6,3] w) => (y) { v = MatMul(x, w) y = Shape(v) }", {"S": 7, "N": 8}),
    row(17, "(float[8,8,S] x, float[6,3] w) => (y, z) { v = MatMul(x, w) y = Shape(v) z = Relu(v) }", {"S": 7}),
    # Conv and its like: a loader that does not know both ranks leaves more to the kernel.
    row(17, "(float[4,1] x, float[] w) => (y) { y = Conv(x, w) }", shapes={"w": (3, 1)}),
    row(17, "(float[] x, float[4,1] w) => (y) { y = Conv(x, w) }", shapes={"x": (3, 1)}),
    row(17, "(float[4] x, float[] w) => (y) { y = Conv(x, w) }", shapes={"w": (4,)}),
    row(17, "(float[4,1] x, float[3,1] w) => (y) { y = Conv(x, w) }"),
    row(17, "(uint8 x, int8 w) => (y) { y = ConvInteger(x, w) }"),
    row(17, "(uint8[1,2,4] x, int8 w) => (y) { y = ConvInteger(x, w) }"),
    row(17, "(uint8[] x, int8[8,3,3] w) => (y) { y = ConvInteger<pads: ints = []>(x, w) }", shapes={"x": (1, 3, 5)}),
    row(17, "(uint8[1,3,5] x, int8[8,3,3] w) => (y) { y = ConvInteger<pads: ints = []>(x, w) }"),
    row(17, "(float[1,3,5] x, float[8,3,A] w) => (y) { y = Conv<dilations = [1,1,1]>(x, w) }", {"A": 3}),
    row(17, "(float[1,3,5] x, float[8,3,A] w) => (y) { y = Conv<pads = [1,1,1]>(x, w) }", {"A": 3}),
    row(10, "(uint8[] x, uint8[8,3,3] w) => (y) { y = ConvInteger<strides = [0,1]>(x, w) }", shapes={"x": (1, 3, 5)}),
    row(
        19,
        "(float[1,4,5,5] x, float[2,2,C,C] w, float[1,36,5,5] o) => (y)"
        "{ y = DeformConv<group = 2, pads = [1,1,1]>(x, w, o) }",
        {"C": 3},
    ),
    row(21, "(float[2,3] x, float[] w, float[1] o) => (y) { y = DeformConv(x, w, o) }", shapes={"w": (2, 1)}),
    row(11, "(float[] x, float[2,3,2,2] w) => (y) { y = ConvTranspose<strides: ints = []>(x, w) }", shapes={"x": (1, 2, 4, 4)}),
    row(11, "(float[1,2,4,4] x, float[2,3,2,2] w) => (y) { y = ConvTranspose<strides: ints = []>(x, w) }"),
    row(11, "(float[1,2,4,4] x, float[2,3,2,K] w) => (y) { y = ConvTranspose<output_padding: ints = []>(x, w) }", {"K": 2}),
    row(1, "(float[1,2,4,4] x, float[2,3,2,K] w) => (y) { y = ConvTranspose<pads = [-1,0,0,0]>(x, w) }", {"K": 2}),
    row(22, "(float[] x, float[2,3,2,2] w) => (y) { y = ConvTranspose<dilations = [1,1,1]>(x, w) }", shapes={"x": (1, 2, 4, 4)}),
    row(22, "(float[] x, float[2,3,2,2] w) => (y) { y = ConvTranspose<strides = [2,2], output_shape = [9,9,-1,6]>(x, w) }",
        shapes={"x": (1, 2, 4, 4)}),
    row(11, "(float[1,2,4,4] x, float[2,3,2,2] w) => (y) { y = ConvTranspose<output_shape = [0,5]>(x, w) }"),
    row(19, "(float[] x, float[1,1,3,3] w, float[1,18,3,3] o) => (y) { y = DeformConv<kernel_shape: ints = [], strides: ints = []>(x, w, o) }",
        shapes={"x": (1, 1, 5, 5)}),
    row(19, "(float[1,1,5,5] x, float[1,1,3,K] w, float[1,18,3,3] o) => (y) { y = DeformConv<pads: ints = []>(x, w, o) }", {"K": 3}),
    row(1, "(float[] x) => (y) { y = MaxPool<kernel_shape = [2,2], strides: ints = []>(x) }", shapes={"x": (1, 2, 4, 4)}),
    row(19, "(float[1,2,4,4] x) => (y) { y = AveragePool<kernel_shape = [2,2], pads: ints = []>(x) }"),
    row(9, "(float[] x, int64[1,1,2,2] i) => (y) { y = MaxUnpool<kernel_shape = [2,2], strides: ints = []>(x, i) }",
        shapes={"x": (1, 1, 2, 2)}),
    row(18, "(float[1,4,9] x, int64[] m, int64[] b) => (y) { y = Col2Im<strides: ints = []>(x, m, b) }", None,
        {"m": (4, 4), "b": (2, 2)}, {"m": (2,), "b": (2,)}),
    row(18, "(float[1,4,9] x, int64[2] m, int64[2] b) => (y) { y = Col2Im<strides: ints = []>(x, m, b) }", None,
        {"m": (4, 4), "b": (2, 2)}),
    row(1, "(float[] x, float[] w) => (y) { y = Conv<pads = [-1]>(x, w) }", shapes={"x": (2, 3, 8, 9), "w": (4, 3, 3, 3)}),
    # Lists that are none.
    row(13, "(int32[3] x, int64 s) => (y) { y = Expand(x, s) }", None, {"s": (3,)}),
    row(13, "(int32[] x, int64 s) => (y) { y = Expand(x, s) }", None, {"s": (3,)}, {"x": (3,)}),
    row(13, "(int32[3] x, int64[] s) => (y) { y = Expand(x, s) }", None, {"s": (3,)}, {"s": (1, 1)}),
    row(13, "(int64[] s) => (y) { y = ConstantOfShape(s) }", None, {"s": (2, 3)}, {"s": (2, 1)}),
    row(13, "(int64[] s) => (y) { y = ConstantOfShape(s) }", None, {"s": (3,)}, {"s": ()}),
    row(9, "(float[5,6,6,1] x, float[3,7,3,3] s) => (y) { y = Upsample(x, s) }"),
    row(12, "(float[1,A,7] x, float[1,A,7] r, float[1,A,7] s) => (y) { y = Resize(x, r, s) }", {"A": 3}),
    # Axes that are out of range, and what is empty.
    row(3, "(float[2,A] x) => (y) { y = Softmax<axis = 4294967296>(x) }", {"A": 6}),
    row(1, "(float[d,4] x) => (y) { y = ReduceSum<axes = [0, 2]>(x) }", {"d": 0}),
    row(1, "(float[d,4] x) => (y) { y = ReduceSum<axes = [0, 2]>(x) }", {"d": 3}),
    row(14, "(float[2,C] x, int32[4] a) => (y) { y = CumSum(x, a) }", {"C": 0}, {"a": (0, 2, 0, 3)}),
    row(14, "(float[2,C] x, int64[1,1] a) => (y) { y = CumSum(x, a) }", {"C": 0}, {"a": (5,)}),
    row(14, "(float[2,C] x) => (y) <int64 a = {5}> { y = CumSum(x, a) }", {"C": 0}),
    row(26, "(float[2,3] x, float[n] z) => (y) <int64 k = {0}> { s = Shape(z) a = Gather(s, k) y = CumProd(x, a) }", {"n": 3}),
    row(18, "(float[2,3] x, float[n] z) => (y) { s = Shape(z) y = ReduceSum(x, s) }", {"n": 3}),
    row(20, "(float[2,8,4,2] x, float[n] z) => (y) <int64 k = {0}> { s = Shape(z) a = Gather(s, k) y = DFT(x, \"\", a) }", {"n": 3}),
    row(24, "(int32[1,1] x, float[n] z) => (y) { s = Shape(z) y = Squeeze(x, s) }", {"n": 2}),
    row(24, "(int32[1,4] x, float[n] z) => (y) { s = Shape(z) y = Squeeze(x, s) }", {"n": 1}),
    row(25, "(int64[4,1] x, float[n,1,1] z) => (y) { s = Shape(z) y = Unsqueeze(x, s) }", {"n": 3}),
    row(25, "(int64[4,1] x, float[n] z) => (y) { s = Shape(z) y = Unsqueeze(x, s) }", {"n": 3}),
    row(26, "(float x) => (y) { y = Squeeze(x, \"\") }"),
    # Batches of GatherND are counted, not compared.
    row(12, "(int32[7,2,0,3] x, int64[0] i) => (y) { y = GatherND<batch_dims = 1>(x, i) }", None, {"i": ()}),
    row(12, "(int32[7,2,1,3] x, int64[2] i) => (y) { y = GatherND<batch_dims = 1>(x, i) }", None, {"i": (0, 0)}),
    row(12, "(int32[1,2,1,3] x, int64[2] i) => (y) { y = GatherND<batch_dims = 1>(x, i) }", None, {"i": (0, 0)}),
    row(13, "(float[5] x, int64[1,d] i, float u) => (y) { y = ScatterND(x, i, u) }", {"d": 1}, {"i": (4,)}),
    row(13, "(float[d,4] x, int64[2,w] i, float[] u) => (y) { y = ScatterND(x, i, u) }", {"d": 0, "w": 1}, {"i": (1, 1)}, {"u": (2, 4)}),
    row(20, "(int64[2,3] x, int64[2] i) => (y) <int64[2] i = {0, 0}> { y = GatherND(x, i) }", None, {"i": (2, 0)}),
    row(11, "(int64[] x, bool[1] c) => (y) { y = Compress(x, c) }", None, {"x": (5,), "c": (True,)}, {"x": ()}),
    row(11, "(int64 x, bool[1] c) => (y) { y = Compress(x, c) }", None, {"x": (5,), "c": (True,)}),
    # Concat: a loader compares ranks and numbers, a kernel skips what is empty.
    row(6, "(int64[1] x, int64[0,4,3] z) => (y) { y = Concat<axis = -1>(x, z) }"),
    row(6, "(int64[1] x, int64[0,4,3] z) => (y) { y = Concat<axis = 0>(x, z) }"),
    row(6, "(int64[2,3] x, int64[0] z) => (y) { y = Concat<axis = -1>(x, z) }"),
    row(13, "(int64[2,3] x, int64[] z) => (y) { y = Concat<axis = 0>(x, z) }", shapes={"z": (0, 4, 3)}),
    row(13, "(int64[] x, int64[] z) => (y) { y = Concat<axis = 0>(x, z) }", shapes={"x": (0, 3), "z": (1, 0, 5)}),
    row(13, "(int64[2,3] x, int64[3] s, int64[0] f) => (y) { z = Reshape(f, s) y = Concat<axis = 0>(x, z) }", None, {"s": (1, 0, 3)}),
    row(13, "(int64[2,3] x, int64[3] s, int64[6] f) => (y) { z = Reshape(f, s) y = Concat<axis = 0>(x, z) }", None, {"s": (1, 2, 3)}),
    row(4, "(int64[0,A] x, int64[0,5] z, int64[0,0] w) => (y) { y = Concat<axis = 0>(x, z, w) }", {"A": 3}),
    # Normalization.
    row(21, "(float16[1,7] x) => (y) { y = MeanVarianceNormalization(x) }"),
    row(13, "(float16[1,7,2,2] x) => (y) { y = MeanVarianceNormalization(x) }"),
    row(20, "(float[1] x, float[1] s, float b) => (y) { y = GroupNormalization<num_groups = 1>(x, s, b) }"),
    row(20, "(float[3] x, float[3] s, float[3] b) => (y) { y = GroupNormalization<num_groups = 3>(x, s, b) }"),
    row(17, "(float[4,5,2,3] x, float[3] s, float[3,1,0,3] b) => (y) { y = LayerNormalization(x, s, b) }"),
    row(17, "(float[2,3] x, float[3] s) => (y) <float[0] b = {}> { y = LayerNormalization(x, s, b) }"),
    row(17, "(float16[2,4] x, float16[4] s) => (y, m) { y, m = LayerNormalization<stash_type = 0>(x, s) }"),
    row(13, "(float[1,8] x, float[8] s, float[8] b) => (y) { y = SimplifiedLayerNormalization(x, s, b) }"),
    # Numbers of which the runtime reads 32 bits.
    row(21, "() => (y) { y = RandomUniform<dtype = -9223372036854775808, shape = [1, 2]>() }"),
    row(21, "() => (y) { y = RandomUniform<dtype = 4294967297, shape = [1, 2]>() }"),
    row(21, "(bool[2] x) => (y) { y = RandomUniformLike<dtype = 9223372036854775807>(x) }"),
    row(15, "(float[2,3] x) => (y) { y = EyeLike<dtype = 4294967297>(x) }"),
    row(17, "(int64 n) => (y) { y = HannWindow<output_datatype = 4294967297>(n) }", None, {"n": (3,)}),
    row(21, "(float[2,3,768] x) => (y) <int64[4] s = {0, 0, 12, -1}> { y = Reshape<allowzero = -1>(x, s) }"),
    row(21, "(float[2,3,768] x, int64[4] s) => (y) { y = Reshape<allowzero = -1>(x, s) }", None, {"s": (0, 0, 12, -1)}),
    row(23, "() => (y) <int32[1,6] x = {1, 3, 1, -1, -1, 0}> { y = Cast<saturate = 2, to = 7>(x) }"),
    row(12, "(int64[3] x) => (y) { y = ReduceSum(x) }", None, {"x": (3, -(2**63), 5)}),
    # The rest.
    row(10, "(bool[1,2,3] x, int64[2] n) => (y) { y = ReverseSequence<time_axis = -3>(x, n) }", None, {"n": (1, 2)}),
    row(9, "(float[1,3,2,8] x) => (y) { y = Crop<border = [-1, -1, 1, 0]>(x) }"),
    row(26, "(int32 x, int64 s) => (y) { y = CenterCropPad(x, s) }", None, {"s": (0,)}),
    row(11, "(seq(float[]) s, int64[2,0] i) => (y) { y = SequenceAt(s, i) }"),
    row(14, "(float[5,0,3] x, float[1,12,3] w, float[1,12,4] r) => (y) { y = GRU<hidden_size = 4>(x, w, r) }"),
    row(14, "(float[5,0,3] x, float[1,16,3] w, float[1,16,4] r) => (y) { y = LSTM<hidden_size = 4>(x, w, r) }"),
    row(13, "(float[2,d,4] x, int64[2,0] l) => (y) { y = SoftmaxCrossEntropyLoss(x, l) }", {"d": 2}),
    row(13, "(float[2,3,4] x, int64[2,0] l) => (y) { y = SoftmaxCrossEntropyLoss(x, l) }"),
    row(13, "(float[A,7,4] x, int64[A,4] l) => (y) { y = SoftmaxCrossEntropyLoss(x, l) }", {"A": 0}),
    row(13, "(float[0,7,4] x, int64[0,4] l) => (y) { y = NegativeLogLikelihoodLoss(x, l) }"),
    row(17, "(float[1,16,1] x, int64 s, float[8] w, int64 f) => (y) { y = STFT(x, s, w, f) }", None, {"s": (4,), "f": (-(2**63),)}),
    row(20, "(float[] x, int64[C] s) => (y) { y = AffineGrid(x, s) }", {"C": 6}, {"s": (2,) * 6}, {"x": (2, 3, 4)}),
    row(17, "(float[] x, float[8,3,3,3] w) => (y) { y = Conv<strides = [1]>(x, w) }", shapes={"x": (2, 3, 8, 9)}),
    row(17, "(float[] x, float[8,3,3,3] w) => (y) { y = Conv<strides = [1,1,1]>(x, w) }", shapes={"x": (2, 3, 8, 9)}),
    row(19, "(float[1,0,5,5] x, float[2,0,3,3] w, float[1,18,3,3] o) => (y) { y = DeformConv(x, w, o) }"),
    row(19, "(float[1,1,2,5] x, float[1,1,3,3] w, float[1,18,1,2] o) => (y) { y = DeformConv<strides = [2, 2], dilations = [2, 1]>(x, w, o) }"),
    row(11, "(seq(float[2,3]) s) => (y) { y = ConcatFromSequence<axis = 0, new_axis = 2>(s) }"),
    row(11, "(seq(float[]) s) => (y) { y = ConcatFromSequence<axis = 0, new_axis = -1>(s) }"),
    row(18, "(float[0,0,4] x) => (y) <int64[2] a = {0, 4}> { y = ReduceProd(x, a) }"),
    row(11, "(float[0,4] x) => (y) { y = ReduceSumSquare<axes = [0, 2]>(x) }"),
    row(13, "(float[0] x) => (y) <int64[0] e = {}> { s = Identity(e) z = Reshape(x, s) y = Resize(z, \"\", \"\", s) }"),
    row(13, "(float[2,3] x, int64[2] r) => (y) { y = Tile(x, r) }", None, {"r": (2, 2**32 + 1)}),
    row(18, "(float[1,1,10,10] x, float[B] r) => (y) <float[4] s = {1, 1, 2, 2}>"
        "{ y = Resize<coordinate_transformation_mode = \"tf_crop_and_resize\">(x, r, s) }", {"B": 5}),
    row(11, "(int64[6] x, float[d] z) => (y) <int64[1] one = {1}> { a = Shape(z) y = Slice(x, one, one, a) }", {"d": 7}),
    row(12, "(float[3,1,6] x, int64[1,d] i) => (y) { y = GatherND<batch_dims = 1>(x, i) }", {"d": 2}, {"i": (0, 0)}),
    row(9, "(int64[2,1] x) => (y) { y = TfIdfVectorizer<mode = \"TF\", min_gram_length = 1, max_gram_length = 1,"
        "max_skip_count = 0, ngram_counts = [0], ngram_indexes = [0, 1], pool_int64s = [5, 5]>(x) }"),
    row(18, "(float[1,0,3] x, int64[1] s, int64[1] b) => (y) { y = Col2Im(x, s, b) }", None, {"s": (4,), "b": (2,)}),
    row(11, "(float[1,1,2,2] x, int64[1,1,2,2] i) => (y) { y = MaxUnpool<kernel_shape = [2,2]>(x, i, \"\") }"),
    row(10, "(int64[2] s, uint8[6,2] x) => (y) <uint8[1,2] w = {2, 1}> { t = Reshape(x, s) y = ConvInteger(t, w) }", None, {"s": (6, 2)}),
    row(12, "(uint8[1,3,6] x, float xs, uint8 xz, uint8[] w, float[8] ws, uint8[8] wz, float ys, uint8 yz) => (y)"
        "{ y = QLinearConv(x, xs, xz, w, ws, wz, ys, yz) }", shapes={"w": (8, 3, 3)}),
    row(20, "(float[6] x, float s, float b) => (y) { y = GroupNormalization<num_groups = -1>(x, s, b) }"),
    row(22, "(float[1,1,2,2] x, int64[1,1,2,2] i) => (y) { y = MaxUnpool<kernel_shape = [2,2], pads = [1,-1,1,1]>(x, i) }"),
    row(22, "(float[A,3,8,9] x, float[8,3,3,A] w) => (y) { y = Conv(x, w) }", {"A": 0}),
    row(22, "(float[1,5] x, int64[d,1] p) => (y) { y = Pad(x, p) }", {"d": 1}, {"p": (0,)}),
    row(17, "(int64 n) => (y) { y = BlackmanWindow<output_datatype = 10>(n) }", None, {"n": (5,)}),
    row(20, "(string[2] x) => (y) { y = RegexFullMatch<pattern = \"(\">(x) }"),
    row(19, "(float[4] x, int64[1] k) => (y) <int64[1] e = {4}, int64[2] p = {-1, 1}> { s = Slice(x, k, e) y = Pad<mode = \"edge\">(s, p) }", None, {"k": (4,)}),
    row(17, "(float[2,3,8] x, float[8] s) => (y, m) { y, m = SimplifiedLayerNormalization<stash_type = 0>(x, s) }"),
    row(20, "(string[2] x) => (y) { y = RegexFullMatch<pattern = \"[](]a)\">(x) }"),
    row(20, "(string[2] x) => (y) { y = RegexFullMatch<pattern = \"([(^)]+|b)\">(x) }"),
    row(20, "(string[2] x) => (y) { y = RegexFullMatch<pattern = \"[a\">(x) }"),
    row(9, "(int64[4] s, float16[2,5,3,4] x) => (y) { t = Reshape(x, s) y = Multinomial(t) }", None, {"s": (2, 5, 3, 4)}),
    row(21, "(float[] x) => (y) { y = Multinomial(x) }", shapes={"x": (6, 2, 0, 2)}),
    row(21, "(float[2,3,4] x) => (y) { y = Multinomial(x) }"),
    row(14, "(float[4,3,4] x, int64[1] e) => (y) <int64[1] z = {0}, int64[2,1] l = {0, 0}>"
        "{ s = Slice(x, z, e) y = NegativeLogLikelihoodLoss(s, l) }", None, {"e": (2,)}),
    row(11, "(float[] x) => (y) { y = Softmax(x) }", shapes={"x": (0,)}),
    row(13, "(float[A] x) => (z) <int64[1] r = {4294967296}> { y = Tile(x, r) z = Shape(y) }", {"A": 2}),
    row(10, "(uint8[2,3] x, uint8[3,4] b, uint8[1,1] z) => (y) { y = MatMulInteger(x, b, \"\", z) }"),
    row(10, "(uint8[2,3] x, uint8[3,4] b, uint8[1,4] z) => (y) { y = MatMulInteger(x, b, \"\", z) }"),
    row(13, "(uint32[2,0] x, uint32[0,3] z) => (y) { y = MatMul(x, z) }"),
    row(22, "(float[5,3] x, int64[2] s, float[5,3] f) => (y) { w = Reshape(f, s) y = Conv(x, w) }", None, {"s": (5, 3)}),
    row(13, "(float[5,3] x, int64[2] s, float[5,3] f) => (y) { w = Reshape(f, s) y = Conv(x, w) }", None, {"s": (5, 3)}),
    row(17, "(float[1,16,1] x, float[] w) => (y) <int64 s = {4}> { y = STFT(x, s, w) }", shapes={"w": (8,)}),
    row(17, "(float[d,3] x, float[3] s) => (y) <float[0] e = {}> { b = Identity(e) y = LayerNormalization(x, s, b) }", {"d": 2}),
    row(17, "(float[S,S,2] x) => (y) <int64[6] p = {1, 1, 0, 2, 0, 0}> { y = Pad<mode = \"edge\">(x, p) }", {"S": 0}),
    row(13, "(float[S,T] x) => (y) <float c = {0.25}>"
        "{ s = Shape(x) f = Cast<to = 1>(s) m = Mul(f, c) u = Ceil(m) i = Cast<to = 7>(u) y = Mod(i, i) }", {"S": 0, "T": 4}),
    row(13, "(float[4,2,S] x) => (y) <int64 one = {1}, int64 three = {3}>"
        "{ s = Shape(x) g = Greater(s, one) w = Where(g, s, one) m = Mod(w, s) h = Greater(m, three) y = Where(h, m, three) }", {"S": 5}),
    row(22, "(float[1,1,2,5] x, float[] w) => (y) { y = Conv<pads = [-1,0,0,0]>(x, w) }", shapes={"w": (1, 1, 1, 3)}),
    row(22, "(float[1,1,2,5] x, float[1,1,1,3] w) => (y) { y = Conv<pads = [-1,0,0,0]>(x, w) }"),
    row(22, "(float[1,1,2,5] x) => (y) { y = MaxPool<kernel_shape = [1,3], pads = [-1,0,0,0]>(x) }"),
    row(22, "(float[] x) => (y) { y = MaxPool<kernel_shape = [1,3], pads = [-1,0,0,0]>(x) }", shapes={"x": (1, 1, 2, 5)}),
    row(17, "(int64 n) => (z) { y = BlackmanWindow(n) z = Size(y) }", None, {"n": (2**63 - 1,)}),
    row(9, "(int64[3] s) => (y) { y = ConstantOfShape(s) }", None, {"s": (10**9,) * 3}),
    row(8, "(uint64[2,1] x, int64[2] s) => (y) { y = Expand(x, s) }", None, {"x": (0, 0), "s": (2, 2**63 - 1)}),
    row(18, "(float[10,7] x) => (y) <int64[1] s = {4294967297}> { t = Identity(s) y = CenterCropPad(x, t) }"),
    row(18, "(float[2,0] x, int64[2] s) => (y) { y = CenterCropPad(x, s) }", None, {"s": (2**31, 0)}),
    row(16, "(float x) => (y) { y = MeanVarianceNormalization(x) }"),
    row(10, "(uint8[1,2,4,5] x, uint8[8,2,0,2] w) => (y) { y = ConvInteger(x, w) }"),
    row(23, "(float[1,3,2,8] x, float[5,4] c, float[5,4] s) => (y) <int64[1,2] p = {-3, 4}> { y = RotaryEmbedding(x, c, s, p) }"),
    row(26, "(float[] x) => (y) <int64[0] i = {}> { y = GatherND(x, i) }", shapes={"x": ()}),
    row(13, "(float[1,2,3,B] x, int64[B,2] s) => (y) { y = Resize(x, \"\", \"\", s) }", {"B": 4}, {"s": (1, 2, 5, 6) * 2}),
    row(14, "(float[5,0,3] x, float[1,4,3] w, float[1,4,4] r) => (y) { y = RNN<hidden_size = 4>(x, w, r) }"),
    # Kernels.
    row(12, "(float[2,0] x, int64[2,5,2] i) => (y) { y = GatherND<batch_dims = -1>(x, i) }", None, {"i": (0,) * 20}),
    row(12, "(float[2,3] x, int64[2,1] i) => (y) { y = GatherND<batch_dims = -1>(x, i) }", None, {"i": (0, 0)}),
    row(11, "(float[4,2] x, int64 s) => (y) { y = SplitToSequence<keepdims = 0>(x, s) }", None, {"s": (1,)}),
    row(11, "(float[5,0] x, int64 s) => (y) { y = SplitToSequence<keepdims = 0>(x, s) }", None, {"s": (2,)}),
    row(13, "(int64[3] x, int64 z) => (y) { y = Max(x, z) }", None, {"x": (2**31, 2**31 - 1, 2**32 + 3), "z": (0,)}),
    row(13, "(int64[1] x, int64 a, int64 b) => (y) { y = Clip(x, a, b) }", None, {"x": (2**31,), "a": (-10,), "b": (10,)}),
    row(13, "(int64[2] x) => (y) { y = Sign(x) }", None, {"x": (2**31, 5)}),
    row(18, "(float[0,0] x, int64[2] s) => (y) { y = CenterCropPad(x, s) }", None, {"s": (4, 2**31)}),
    row(14, "(float[2,3] x, float[3] s, float[3] t, float[3] u, float[3] v) => (y)"
        "{ y = BatchNormalization<training_mode = 4294967296>(x, s, t, u, v) }"),
    row(14, "(float[2,3] x, float[3] s, float[3] t, float[3] u, float[3] v) => (y, a)"
        "{ y, \"\", a = BatchNormalization<training_mode = 2>(x, s, t, u, v) }"),
    row(7, "(float[2,3] x, float[3] s, float[3] t, float[3] u, float[3] v) => (y, a, b, c, d)"
        "{ y, a, b, c, d = BatchNormalization<spatial = 0>(x, s, t, u, v) }"),
    row(10, "(uint8[2,3] x, uint8[3,4] b, uint8[1,1] z) => (y) { y = MatMulInteger(x, b, z) }"),
    row(10, "(float s, uint8 z, uint8[0,3,3] w, float[0] v, uint8[1,3,6] x) => (y) <uint8[0] u = {}> { y = QLinearConv(x, s, z, w, v, u, s, z) }"),
    row(14, "(float[5,2,3] x, float[1,4,3] w, float[1,4,4] r) => (y) { y = RNN<hidden_size = 4, activations: strings = []>(x, w, r) }"),
    row(14, "(float[5,2,3] x, float[1,12,3] w, float[1,12,4] r) => (y) { y = GRU<hidden_size = 4, linear_before_reset = 2147483648>(x, w, r) }"),
    row(20, "(float[2,8,4,1] x) => (y) { y = DFT(x, \"\", \"\") }"),
    row(17, "(float[2,16] x, int64 s, float[0,8] w) => (y) { y = STFT(x, s, w) }", None, {"s": (4,)}),
    row(13, "() => (y) { y = Constant<value = float[2] {1, 2}>(\"\") }"),
    # A product of which one factor is stated only where a window fits.
    row(17, "(float[B,1,4,W] x) => (y) { a = MaxPool<kernel_shape = [2,2], strides = [2,2]>(x) b = MaxPool<kernel_shape = [2,2], strides = [2,2]>(a)"
        " f = Flatten<axis = 0>(b) t = Transpose(f) y = ArgMax<axis = 0>(t) }", {"B": 2, "W": 1}),
    # Nodes that no output needs are run.
    row(17, "(float[2,3] x, float[A,2] w) => (y) { y = Relu(x) z = MatMul(x, w) }", {"A": 4}),
    row(17, "(float[2,3] x, float[A,2] w) => (y) { y = Relu(x) z = MatMul(x, w) }", {"A": 3}),
    # A branch that does not run makes nothing of what it declares.
    row(21, "(float[S,4] x) => (z) <int64 c = {1}> { s = Shape(x) e = Equal(s, c) w = Where(e, s, c) z = ConstantOfShape(w) }", {"S": 3}),
    row(9, "(float[2,3] x) => (y) { y, z = Affine(x) }"),
    # A window that is too large by less than a stride is put once: what is demanded of one position holds then.
    row(11, "(float[1,2,h,4] x) => (z) { y = MaxPool<kernel_shape = [5,1], strides = [4,1]>(x) z = Squeeze<axes = [2]>(y) }", {"h": 4}),
    row(11, "(float[1,2,h,4] x) => (z) { y = MaxPool<kernel_shape = [5,1], strides = [4,1]>(x) z = Squeeze<axes = [2]>(y) }", {"h": 8}),
    # A size that is computed is read as -1, unless it is copied.
    row(19, "(float[3,4] x, float[d] w) => (y) <int64[1] c = {6}> { s=Shape(w) t = Concat<axis=0>(s, c) y = Reshape(x,t) }", {"d": 1}),
    row(19, "(float[3,4] x, float[d] w) => (y) <int64[1] c = {6}> { s=Shape(w) t = Concat<axis=0>(s, c) y = Reshape(x,t) }", {"d": 2}),
    row(19, "(float[3,4] x, float[d] w) => (y) <int64[1] c = {5}> { s=Shape(w) t = Concat<axis=0>(s, c) y = Reshape(x,t) }", {"d": 2}),
    row(19, "(float[A,4] x) => (y) <int64[1] c = {6}, int64[1] i = {0}> { s=Shape(x) g=Gather(s,i) t = Concat<axis=0>(g, c) y = Reshape(x,t) }", {"A": 3}),
    row(19, "(float[A,4] x) => (y) <int64[1] c = {6}, int64[1] i = {0}> { s=Shape(x) g=Gather(s,i) t = Concat<axis=0>(g, c) y = Reshape(x,t) }", {"A": 2}),
    row(19, "(float[A,4] x) => (y) <int64[1] c = {6}, int64 i = {0}, int64[1] a={0}> { s=Shape(x) g=Gather(s,i) p=Unsqueeze(g,a) t = Concat<axis=0>(p, c) y = Reshape(x,t) }", {"A": 3}),
    row(19, "(float[A,4] x) => (y) <int64[1] c = {6}, int64 i = {0}, int64[1] a={0}> { s=Shape(x) g=Gather(s,i) p=Unsqueeze(g,a) t = Concat<axis=0>(c, p) y = Reshape(x,t) }", {"A": 3}),
    row(19, "(float[3,4] x, float[1] w) => (y) <int64[1] c = {6}> { s=Shape(w) t = Concat<axis=0>(s, c) y = Reshape(x,t) }"),
    row(19, "(float[3,4] x, float[d] w) => (y,t) <int64[1] c = {6}> { s=Shape(w) t = Concat<axis=0>(s, c) y = Reshape(x,t) }", {"d": 1}),
    row(19, "(float[3,4] x, float[d] w, float[2,6] v) => (z) <int64[1] c = {6}> { s=Shape(w) t = Concat<axis=0>(s, c) y = Reshape(x,t) z=Add(y,v)}", {"d": 1}),
    row(19, "(float[A,4] x, float[d,e] w) => (y) <int64[1] c = {6}> { s=Shape(w) t = Concat<axis=0>(s, c) y = Reshape(x,t) }", {"A": 3, "d": 1, "e": 1}),
    row(19, "(float[3,n] x) => (y) <int64[1] c = {6}, int64[1] at = {0}> { d = Shape(x) g = Gather(d, at) t = Concat<axis=0>(g, c) y = Reshape(x, t) }", {"n": 4}),
    row(19, "(float[3,n] x) => (y) <int64[1] c = {6}, int64 at = {0}, int64[1] a={0}> { d = Shape(x) g = Gather(d, at) u=Unsqueeze(g,a) t = Concat<axis=0>(u, c) y = Reshape(x, t) }", {"n": 4}),
    row(19, "(float[3,4] x) => (y) <int64[1] c = {6}, int64[1] at = {0}> { d = Shape(x) g = Gather(d, at) t = Concat<axis=0>(g, c) y = Reshape(x, t) }"),
    # What is known of a target whose other sizes are data.
    row(19, "(float[1,1,S] x, int64[1] i) => (y) <int64[1] j = {0}, int64[2] c = {2,-1}> { s = Shape(x) a = Gather(s, j) b = Gather(s, i)"
        " t = Concat<axis = 0>(a, b, c) y = Reshape(x, t) }", {"S": 1}, {"i": (0,)}),
    row(19, "(float[3,4] x, int64[2] i) => (y) <int64[1] c = {5}> { t = Concat<axis = 0>(i, c) y = Reshape(x, t) }", {}, {"i": (1, -1)}),
    row(21, "(float[0,3] x, float[a,b] w) => (y) <int64[2] z = {0,0}> { s = Shape(w) t = Concat<axis = 0>(s, z) y = Pad<mode = \"edge\">(x, t) }",
        {"a": 1, "b": 2}),
    # Operators that are gone.
    row(12, "(float[1,3,8,8] x) => (y) { y = Crop<border = [1,2,1,2], scale = [3,4]>(x) }"),
    row(25, "(float[1,3,1] x, int32[2] l, float[d,0,2] w) => (y) { a = Shape(w) y = DFT(x, l, a) }", {"d": 1}, {"l": (0, 3)}),
    row(9, "(float[2,3] x, int32[1,d] b) => (y) <int32[2] e = {0,0}, int32[2] a = {1,1}> { s = Squeeze(b) y = DynamicSlice(x, s, e, a) }",
        {"d": 2}, {"b": (0, 0)}),
    # The shape of a zero point beside blocks.
    row(23, "(int32[4,2] x, float[4,2] s, int32[2,4] p) => (y) { y = DequantizeLinear<block_size = 1>(x, s, p) }"),
    row(23, "(float[4,A] x, float[4,A] s, uint8[A,4] p) => (y) { y = QuantizeLinear<block_size = 1>(x, s, p) }", {"A": 2}),
    # A scalar of which a loader does not know the rank.
    row(11, "(float f, int64[0] s, int64[2,3] x, int32 i) => (y) { j = Reshape(i, s) y = GatherElements(x, j) }", {}, {"s": (), "i": (1,)}),
    row(11, "(float f, int64[0] s) => (y) { x = Reshape(f, s) r = Relu(x) y = Transpose<perm = [0]>(r) }", {}, {"s": ()}),
    row(11, "(float f, int64[0] s) => (y) { x = Reshape(f, s) y = Softmax(x) }", {}, {"s": ()}),
    # Of a node that only a Shape reads, the usual optimizations need no more than what a loader infers.
    row(13, "(float[1,8,9,9] x, float[4,8,3,3] w, float[1,4] b) => (s) { y = Conv(x, w, b) s = Shape(y) }"),
    row(13, "(float[1,8,9,9] x) => (s) { y = Transpose<perm = [0,1,2]>(x) s = Shape(y) }"),
    row(13, "(float[3,1,2,2] x, float[1,4,9,9] w) => (s) { y = ConvTranspose(x, w) s = Shape(y) }"),
    row(13, "(float[3,2] x, int64 i) => (s) { y = GatherElements(x, i) s = Shape(y) }", None, {"i": (0,)}),
    # A mask that is longer than the keys: the function cuts it.
    row(23, "(float[] x, float[] w, float[] o) => (y) { y = DeformConv<pads = [1,1,1,1], kernel_shape: ints = []>(x, w, o) }", {}, {},
        {"x": (1,4,5,5), "w": (2,4,3,3), "o": (1,18,5,5)}),
    row(17, "(float[B,2] x, float[C,3] w) => (y) <int64[2] a = {1,2}, int64[1] i = {0}, int64[1] k = {2}> { s = Shape(w) g = Gather(s, i)"
        " d = Div(g, k) t = Concat<axis = 0>(a, d) y = Reshape(x, t) }", {"B": 2, "C": 1}),
    row(14, "(float[2,1,768] x, int64[n] s) => (z) { y = Reshape(x, s) z = Concat<axis = 1>(y, y) }", {"n": 1}, {"s": (1536,)}),
    row(14, "(float[A,B] x, float[B] w) => (y) <int64[1] p = {2}, int64[1] a = {0}>"
        " { s = Shape(w) q = Gather(s, a) t = Concat<axis = 0>(p, q) y = Reshape<allowzero = 0>(x, t) }", {"A": 7, "B": 2}),
    row(25, "(float[4,2,4] x, float[A] w) => (z) <int64[1] p = {2}, int64[1] a = {0}, bool k = {1}> { z = If(k)"
        " <else_branch = e () => (float c) { c = Constant<value = float {1}>() }, then_branch = t () => (float d) { s = Shape(w)"
        " q = Gather(s, a) r = Concat<axis = 0>(p, q) v = Reshape(x, r) y = Transpose(v) d = Constant<value = float {1}>() }> }", {"A": 4}),
    # A stored 0 copies the input's size also where data decide another size of the target.
    row(17, "(float[2,3,4] x, int64[1] p) => (y) { k = Constant<value_ints = [2, 3, 0]>() t = Concat<axis = 0>(k, p) y = Reshape(x, t) }", {}, {"p": (1,)}),
    row(17, "(float[n,4,6] x, int64[1] p) => (y) { k = Constant<value_ints = [0]>() t = Concat<axis = 0>(k, p) y = Reshape(x, t) }", {"n": 2}, {"p": (-1,)}),
    row(17, "(float[2,3] x, int64[1] p) => (y) { k = Constant<value_ints = [0]>() t = Concat<axis = 0>(p, p, k) y = Reshape(x, t) }", {}, {"p": (1,)}),
    # What is declared for a Constant.
    row(19, "() => (float y, z) { y = Constant<value_int = 3>() z = Neg(y) }"),
    row(19, "() => (seq(float) y) { y = Constant<value_int = 3>() }"),
    # A computed 0 copies the size, and what follows demands nothing of it.
    row(
        20,
        "(float[b,a,c] x) => (y,z) { p = Shape<start=0,end=1>(x) q = Shape<start=1,end=2>(x) k = Constant<value_ints=[1]>() m = Sub(q,k)"
        " l = Constant<value_ints=[2,-1]>() t = Concat<axis=0>(p,m,l) y = Reshape(x,t) e = Constant<value_ints=[0,0,-1]>() z = Reshape(y,e) }",
        {"a": 1, "b": 4, "c": 2},
    ),
    # What a Squeeze demands of a size that only a pool whose window fits can state, where the size is broadcast.
    row(17, "(float[8,2,n,k] x, float[1,2,m,1] b) => (y) <int64[1] a = {2}> { c = Add(x, b)"
        " p = MaxPool<kernel_shape = [4,1], strides = [4,1]>(c) y = Squeeze(p, a) }", {"n": 2, "k": 3, "m": 1}),
    # Types without a kernel, of which a Reshape takes all of nothing.
    *(row(28, f"({t}[n,5,0,3] x) => (y) {{ y = {op}<blocksize = 2>(x) }}", {"n": 2})
      for op in ("DepthToSpace", "SpaceToDepth") for t in ("int32", "float16", "float", "int8")),
    row(17, "(float[0,16,1] x, int64 l) => (y) <int64 s = {4}> { y = STFT(x, s, \"\", l) }", {}, {"l": (0,)}),
    row(17, "(float[0,16,1] x, int64 l) => (y) <int64 s = {4}> { y = STFT(x, s, \"\", l) }", {}, {"l": (-1,)}),
    # The kernel of strings expands to some sizes below 0.
    *(row(13, f"({t}[1,2] x) => (y) <int64[2] s = {{{n}, 2}}> {{ y = Expand(x, s) }}")
      for t in ("string", "float") for n in (-2, -1)),
    # Only the kernel of plain pools of floats wants no gap behind the last window.
    row(19, "(float[a,6,2,d] x) => (y) { y = MaxPool<kernel_shape = [1,1], strides = [1,3], dilations = [1,2], auto_pad = \"SAME_UPPER\">(x) }",
        {"a": 4, "d": 6}),
    row(19, "(float[a,6,2,d] x) => (y) { y = MaxPool<kernel_shape = [1,1], strides = [1,3], storage_order = 1, auto_pad = \"SAME_LOWER\">(x) }",
        {"a": 4, "d": 6}),
    row(19, "(float[a,6,2,d] x) => (y, i) { y, i = MaxPool<kernel_shape = [1,1], strides = [1,3], auto_pad = \"SAME_UPPER\">(x) }",
        {"a": 4, "d": 6}),
    row(12, "(int8[a,6,2,d] x) => (y) { y = MaxPool<kernel_shape = [1,1], strides = [1,3], auto_pad = \"SAME_UPPER\">(x) }",
        {"a": 4, "d": 6}),
    row(12, "(double[a,6,2,d] x) => (y) { y = MaxPool<kernel_shape = [1,1], strides = [1,3], auto_pad = \"SAME_UPPER\">(x) }",
        {"a": 4, "d": 6}),
    # The runtime reads 32 bits of an attribute.
    row(23, "(int64 x) => (y) { y = Cast<to = 4294967297>(x) }"),
    row(22, "(float[1,1,s] x) => (y) <int64[4] t = {0, 0, 12, -1}> { y = Reshape<allowzero = 4294967296>(x, t) }", {"s": 768}),
    row(8, "(double[n] x, double[1] p) => (y) { y = BatchNormalization<spatial = 0>(x, p, p, p, p) }", {"n": 3}),
    # How many axes tuples and lists of axes leave.
    row(17, "(float[2,3,5] x, int64[4,n] i) => (z) { y = GatherND(x, i) z = Concat<axis = 1>(y, y) }", {"n": 3}),
    row(17, "(float[2,3,5] x, int64[4,n] i) => (z) { y = GatherND(x, i) z = Softmax<axis = 1>(y) }", {"n": 2}),
    row(13, "(float[2] x, int64[2,0,n] i) => (y) { y = GatherND<batch_dims = -9223372036854775808>(x, i) }", {"n": 1}),
    row(13, "(float[2,3,4] x, int64[] i) => (y) { y = GatherND<batch_dims = 9223372036854775807>(x, i) }", {}, {"i": (0,0,0,0)}, {"i": (2,2)}),
    row(12, "(int32[] x, int64[] i, int32 u) => (y) { y = ScatterND(x, i, u) }", {}, {"i": (), "x": (1,)}, {"x": (), "i": (0,)}),
    row(18, "(float[0,0] x, int64[2] s) => (y) { y = CenterCropPad(x, s) }", {}, {"s": (4, 9223372036854775807)}),
    # Kernels that take a window of no places take it from `kernel_shape` too.
    row(10, "(uint8[1,1,4] x, uint8[] w) => (y) { y = ConvInteger<kernel_shape = [0]>(x, w) }", {}, {}, {"w": (8, 1, 0)}),
    row(10, "(uint8[1,1,4] x, uint8[8,1,n] w) => (y) { y = ConvInteger<kernel_shape = [0]>(x, w) }", {"n": 0}),
    row(10, "(float[1,1,4] x, float[] w) => (y) { y = Conv<kernel_shape = [0]>(x, w) }", {}, {}, {"w": (8, 1, 0)}),
    # What is multiplied tells no size: a loader knows the rank of the product.
    row(13, "(float[A,B] x) => (y) <int64[1] z = {0}> { s = Shape(x) p = ReduceProd(s) q = Unsqueeze(p, z) y = Expand(x, q) }", {"A": 1, "B": 1}),
    # In a body the index of a Gather is looked at, which is none of the axis if below 0 or stored outside.
    *(
        row(17, f'(float[4,8,N] x, int64 m) => (y) <int64[1] z = {{0}}, int64 j = {{{index}}}> {{ y = Loop(m, "") <body = b (int64 i, bool c) => (bool d, r)'
            " { d = Identity(c) s = Shape(x) g = Gather(s, j) u = Unsqueeze(g, z) t = Concat<axis = 0>(u) r = Reshape(x, t) }> }", {"N": 3}, {"m": (1,)})
        for index in (-3, 0, 1)
    ),
    *(
        row(17, '(float[4,8,N] x, int64 m) => (y) <int64[1] z = {0}> { y = Loop(m, "") <body = b (int64 i, bool c) => (bool d, r)'
            f" {{ d = Identity(c) j = Constant<value_int = {index}>() s = Shape(x) g = Gather(s, j) u = Unsqueeze(g, z) t = Concat<axis = 0>(u) r = Reshape(x, t) }}> }}", {"N": 3}, {"m": (1,)})
        for index in (-3, 0, 1)
    ),
    # Before opset 17 the scale of a LayerNormalization has a type of its own, which is that of the result.
    row(15, "(float16[N] x, float[N] s) => (y) { y = LayerNormalization(x, s) }", {"N": 4}),
    row(15, "(double[N] x, float[N] s, double[N] b) => (y) { y = LayerNormalization(x, s, b) }", {"N": 4}),
    # Of the sizes of a letter a loader takes the first, and leaves the Einsum out where only the shape is read.
    *(
        row(13, f"(float[{first}] x, float[D,E,3] z) => (y) {{ w = Transpose(z) r = Einsum<equation = \"abc,abc->a\">(x, w) y = Shape(r) }}", {"D": 4, "E": 4})
        for first in ("1,4,2", "3,4,2", "3,4,4", "1,4,4")
    ),
    # A Resize without sizes is refused, whatever is known of what it resizes.
    *(
        row(18, "(float[] x, int64[2,n] s) => (y) { y = Resize<axes = [3, 2]>(x, e0, e0, s) }".replace("e0", '""'), {"n": n}, {"s": (5, 7)[: 2 * n]}, {"x": (1, 2, 4, 6)})
        for n in (0, 1)
    ),
    # Whatever an open size is, so many elements have no number of bytes.
    *(row(8, "(float[N,3] x) => (y) { y = Multinomial<sample_size = 9223372036854775807>(x) }", {"N": size}) for size in (1, 2)),
    *(row(13, "(float[N,1] x) => (y) <int64[2] e = {1, 4611686018427387904}> { y = Expand(x, e) }", {"N": size}) for size in (1, 2)),
    # A letter of size 1 takes the size that an input of unknown rank has.
    *(
        row(15, f"(float[3,4,2] x, float[4,3,{size}] z) => (y) {{ v = ReduceMax(x) w = Squeeze(z) y = Einsum<equation = \"abc,abc->a\">({order}) }}", {"E": 2})
        for size in ("2", "E") for order in ("v, w", "w, v")
    ),
    # A declared size divides by one that is 0.
    row(20, '(float[k] x, float[s] a, float[t] b) => (float["k//(3*s*t)",s,"ceildiv(t, 3)",1] y) <int64[1] m = {-1}, int64[1] c = {3}> { p = Shape(a) q = Shape(b) l = Concat<axis = 0>(m, p, q, c) y = Reshape(x, l) }', {"k": 121, "s": 0, "t": 2}),
    row(20, '(float[k] x, float[s] a, float[t] b) => (float["k//(3*s*t)",s,"ceildiv(t, 3)",1] y) <int64[1] m = {-1}, int64[1] c = {3}> { p = Shape(a) q = Shape(b) l = Concat<axis = 0>(m, p, q, c) y = Reshape(x, l) }', {"k": 12, "s": 1, "t": 2}),
    # A Cast that changes no type is left out, whatever its saturation is.
    row(28, '(int32[2] x) => (int32[] z) <int32[2] y> { y = Cast<saturate = 0, to = 6>(x) z = Identity(y) }', {}),
    row(28, '(int32[2] x) => (int32[] y) { y = Cast<saturate = 0, to = 6>(x) }', {}),
    row(28, '(int32[2] x) => (z) { y = Cast<saturate = 0, to = 6>(x) z = Identity(y) }', {}),
    row(28, '(int32[2] x) => (z) { y = Cast<saturate = 0, to = 6>(x) z = Abs(y) }', {}),
    row(28, '(int32[2] x) => (z) { y = Cast<saturate = 0, to = 7>(x) z = Abs(y) }', {}),
    row(28, '(int32[2] x) => (y) { y = Cast<saturate = 0, to = 6>(x) }', {}),
    row(28, '(int32[2] x) => (z) { y = Cast<round_mode = "down", to = 6>(x) z = Identity(y) }', {}),
    row(28, '(int32[2] x) => (z) { y = Cast<round_mode = "bad", to = 6>(x) z = Identity(y) }', {}),
    row(28, '(int32[2] x) => (y) { y = Cast<round_mode = "down", to = 6>(x) }', {}),
    row(28, '(int32[2] x, int64[1] t) => (z) { y = CastLike<saturate = 0>(x, t) z = Abs(y) }', {}),
    row(28, '(int32[2] x, int32[1] t) => (z) { y = CastLike<saturate = 0>(x, t) z = Abs(y) }', {}),
    row(28, '(int32[2] x, int32[1] t) => (y) { y = CastLike<saturate = 0>(x, t) }', {}),
    row(28, '(int32[2] x, int32[1] t) => (y) { y = CastLike<round_mode = "down">(x, t) }', {}),
    row(28, '(int32[2] x, int32[1] t) => (y) { z = CastLike<round_mode = "down">(x, t) y = Abs(z) }', {}),
    row(28, '(int32[2] x, int64[1] t) => (y) { y = CastLike<round_mode = "down">(x, t) }', {}),
    row(28, '(int32[2] x) => (w) { y = Cast<to = 7>(x) z = Cast<saturate = 0, to = 6>(y) w = Abs(z) }', {}),
    # A pool that counts the padding and rounds up takes a gap at the end.
    row(11, '(float16[2,3,3,5,5] x) => (y) { y = AveragePool<auto_pad = "SAME_UPPER", ceil_mode = 1, count_include_pad = 1, kernel_shape = [1, 1, 3], strides = [3, 3, 1]>(x) }', {}),
    row(11, '(float[2,3,3,5,5] x) => (y) { y = AveragePool<auto_pad = "SAME_UPPER", ceil_mode = 1, count_include_pad = 1, kernel_shape = [1, 1, 3], strides = [3, 3, 1]>(x) }', {}),
    # A kernel passes over ellipses that stand for no axis.
    row(12, '(float[] x, float[3] z) => (y) { y = Einsum<equation = "i...,i...->...">(x, z) }', {}, shapes={"x": (3,4)}),
    row(12, '(float[3,4] x, float[3] z) => (y) { y = Einsum<equation = "i...,i...->...">(x, z) }', {}),
    row(12, '(float[] x, float[] z) => (y) { y = Einsum<equation = "i...,i...->...">(x, z) }', {}, shapes={"x": (3,4), "z": (3,)}),
    row(12, '(float[] x, float[] z) => (y) { y = Einsum<equation = "i...,i...->...">(x, z) }', {}, shapes={"x": (3,4), "z": (3,2,4)}),
    row(12, '(float[] x, float[] z) => (y) { y = Einsum<equation = "i...,i...->...">(x, z) }', {}, shapes={"x": (3,4), "z": (3,2,5)}),
    # Axes of 32 bits are read where no loader knows the rank.
    row(19, '(float[] x, int64[2] p) => (y) <int32[1] a = {-2}> { y = Pad(x, p, "", a) }', {}, {"p": (0,1)}, {"x": (1,1)}),
    row(19, '(float[] x, int64[2] p) => (y) <int32[1] a = {-2}, int64[2] p = {0,1}> { y = Pad(x, p, "", a) }', {}, {}, {"x": (1,1)}),
    row(19, '(float[a,b] x, int64[2] p) => (y) <int32[1] a = {-2}> { y = Pad(x, p, "", a) }', {"a": 1, "b": 1}, {"p": (0,1)}),
    # Before opset 11 kernels count axes from the back.
    row(7, '(float[2,1,3] x, float[3,4] z) => (y) { t = Squeeze<axes = [-2]>(x) y = Gemm(t, z) }', {}),
    row(9, '(float[2,1,3] x, float[2,3] z) => (y) { t = Squeeze<axes = [-2]>(x) y = Add(t, z) }', {}),
    row(9, '(float[2,1,3] x) => (y) { t = Squeeze<axes = [-2]>(x) y = Relu(t) }', {}),
    row(9, '(float[2,1,3] x) => (y) { t = Squeeze<axes = [-2]>(x) y = Shape(t) }', {}),
    row(9, '(float[2,3] x) => (y) { t = Unsqueeze<axes = [-1]>(x) y = Shape(t) }', {}),
    # No axis of a scalar, and an image of padding alone.
    row(18, '(float x, int64[2] z) => (y) { y = Squeeze(x, z) }', {}, {"z": (0, 0)}),
    row(18, '(float[1,1,8] x) => (y) <int64[2] w = {1,1}, int64[2] t = {2,0}> { y = Col2Im<pads = [1,1,1,1]>(x, t, w) }', {}),
    # Pieces of a computed size may be empty.
    *(row(19, "(float[n,6] x) => (y) <int64 one = {1}, int64[1] o = {1}> { s = Shape<end = 1>(x) m = Sub(s, one) p = Concat<axis = 0>(o, m) a, b = Split<axis = 0>(x, p) y = Concat<axis = 1>(a, b, x) }", {"n": size}) for size in (1, 2, 3)),
    *(row(19, "(float[n,6] x) => (y) <int64 one = {2}, int64[1] o = {2}> { s = Shape<end = 1>(x) m = Sub(s, one) p = Concat<axis = 0>(o, m) a, b = Split<axis = 0>(x, p) y = Concat<axis = 1>(a, b, x) }", {"n": size}) for size in (1, 2, 3, 4)),
    *(row(19, "(float[2,n] x) => (y) <int64 one = {1}, int64[1] o = {1}> { s = Shape<start = 1>(x) m = Sub(s, one) p = Concat<axis = 0>(o, m) q = SplitToSequence<axis = 1>(x, p) y = ConcatFromSequence<axis = 0>(q) }", {"n": size}) for size in (1, 2, 3)),
    *(row(19, "(float[n,2] x) => (y) <int64 one = {1}, int64[1] o = {2}> { s = Shape<end = 1>(x) m = Sub(s, one) p = Concat<axis = 0>(m, o) c = ConstantOfShape(p) y = Concat<axis = 1>(c, x) }", {"n": size}) for size in (1, 2, 3)),
    *(row(19, "(float[n,2] x) => (y) <int64 one = {1}, int64[1] o = {2}> { s = Shape<end = 1>(x) m = Sub(s, one) p = Concat<axis = 0>(m, o) c = ConstantOfShape(p) d = Relu(c) y = Concat<axis = 1>(d, x, x) }", {"n": size}) for size in (1, 2, 3)),
    *(row(19, "(float[n,6] x) => (y) <int64 one = {1}, int64[1] o = {1}> { s = Shape<end = 1>(x) m = Sub(s, one) p = Concat<axis = 0>(o, m) q = SplitToSequence<axis = 0>(x, p) r = SequenceInsert(q, x) y = ConcatFromSequence<axis = 1>(r) }", {"n": size}) for size in (1, 2, 3)),
    # Where no index is known, an axis has to have a place.
    row(18, "(float[A,3] f, float[A] p) => (y) { m = ArgMax<axis = 0, keepdims = 0>(f) y = Gather(p, m) }", {"A": 2}),
    row(18, "(float[N,4] f, float[A] p) => (y) <int64[1] a = {3}, int64[1] b = {9}> { q = Slice(p, a, b) m = ArgMax<axis = 1, keepdims = 0>(f) y = Gather(q, m) }", {"A": 3, "N": 2}),
    # Items of other ranks: those with more axes than another are empty, whether this one is or not.
    *(
        row(18, f"(float[5,3] x, float[C] z) => (y) {{ a = Constant<value_ints = [4]>() b = Constant<value_ints = [5]>() s = Slice(z, a, b)"
            f" q = SequenceConstruct({items}) y = ConcatFromSequence<axis = {axis}, new_axis = {new}>(q) }}", {"C": size})
        for items in ("x, s", "s, x") for axis in (0, 1) for new in (0, 1) for size in (2, 7)
    ),
    *(
        row(18, f"(float[A,3] x, float[2] z, float[A] w) => (y) {{ a = Constant<value_ints = [2]>() b = Constant<value_ints = [9]>() s = Slice(x, a, b)"
            f" q = SequenceConstruct({items}) y = ConcatFromSequence<axis = {axis}, new_axis = {new}>(q) }}", {"A": size})
        for items in ("s, z", "z, s", "z, w, s", "w, s, z") for axis, new in ((0, 0), (1, 0), (1, 1), (2, 1)) for size in (1, 3)
    ),
    # All are empty, and the first tells the rank.
    row(18, "(float[0] x, float[A,3] z, float[2,0,3] w) => (y) { a = Constant<value_ints = [2]>() b = Constant<value_ints = [9]>() s = Slice(z, a, b)"
        " q = SequenceConstruct(x, w, s) y = ConcatFromSequence<axis = 0>(q) }", {"A": 1}),
    # What is stacked beside an empty item of another rank agrees.
    *(
        row(18, f"(float[A,3] z, float[2,0,3] w) => (y) {{ a = Constant<value_ints = [2]>() b = Constant<value_ints = [9]>() s = Slice(z, a, b)"
            f" q = SequenceConstruct({items}) y = ConcatFromSequence<axis = 0, new_axis = 1>(q) }}", {"A": size})
        for items in ("w, s, z", "s, z, w") for size in (1, 3)
    ),
    # Axes that sizes tell are different ones.
    row(10, "(int64[A] s, float[0,B] z, int64[2] t) => (y) <int64[4] x = {0,0,0,0}> { e = Constant<value_ints = [9,9]>() a = Shape(z) y = Slice(x, s, e, a, t) }", {"A": 2, "B": 0}, {"s": (-1,-1), "t": (-1,-1)}),
    *(row(13, "(float[4,4,4] x, float[B,C] z) => (y) { s = Constant<value_ints = [0,0]>() e = Constant<value_ints = [2,3]>() a = Shape(z) y = Slice(x, s, e, a) }", {"B": b, "C": c}) for b, c in ((0, 0), (0, 1), (1, 0), (2, 2), (2, 1), (3, 1))),
)  # fmt: skip
