"""Operators that multiply and accumulate nothing, by how their work is counted instead.

* *elementwise*: each element of the first output is worked out once;
* *reading*: each element of the first input is looked at (reductions, normalisations, searches);
* *moving*: elements are copied, or described, and nothing is worked out;
* *views*: moving, and the output is the input's memory under another shape;
* *uncounted*: no multiply-accumulates, but how much is done depends on the data;
* *bodies*: what their bodies cost.

``UNKNOWN`` lists the operators of which nothing can be said, and why.
"""

from __future__ import annotations

_MS, _ML, _TRAINING = "com.microsoft", "ai.onnx.ml", "ai.onnx.preview.training"
_NCHWC, _NHWC = "com.microsoft.nchwc", "com.ms.internal.nhwc"

ELEMENTWISE, READING, MOVING, VIEW, UNCOUNTED, BODIES = (
    "elementwise", "reading", "moving", "view", "uncounted", "bodies"
)  # fmt: skip

_LISTS: tuple[tuple[str, str, str], ...] = (
    (VIEW, "", "Reshape Squeeze Unsqueeze Identity Flatten"),
    (VIEW, _MS, "ExpandDims"),
    (BODIES, "", "If Loop Scan SequenceMap"),
    (
        ELEMENTWISE,
        "",
        """
        Abs Acos Acosh Add Affine And Asin Asinh Atan Atanh Bernoulli BitShift BitwiseAnd BitwiseNot BitwiseOr
        BitwiseXor BlackmanWindow Cast CastLike Ceil Celu Clip Cos Cosh CumProd CumSum DequantizeLinear
        DisentangledAttention_TRT Div Dropout DynamicQuantizeLinear Elu Equal Erf Exp Floor GRUUnit Gelu
        Greater GreaterOrEqual GridSample HammingWindow HannWindow HardSigmoid HardSwish ImageScaler IsInf
        IsNaN LeakyRelu Less LessOrEqual Log Max Mean MelWeightMatrix Min Mish Mod Mul
        MultilevelCropAndResize_TRT Neg Not Or PRelu ParametricSoftplus Pow PyramidROIAlign_TRT QuantizeLinear
        RandomNormal RandomNormalLike RandomUniform RandomUniformLike Range Reciprocal RegexFullMatch Relu
        Resize RotaryEmbedding Round Scale ScaledTanh Selu Shrink Sigmoid Sign Sin Sinh Softplus Softsign Sqrt
        StringConcat StringNormalizer Sub Sum SwiGLU Swish Tan Tanh ThresholdedRelu Upsample Where Xor
        RoiAlign MaxRoiPool
        """,
    ),
    (
        ELEMENTWISE,
        _MS,
        """
        BiasAdd BiasDropout BiasGelu BiasSplitGelu BitmaskBiasDropout BitmaskDropout ComplexMul ComplexMulConj
        CropAndResize DequantizeBFP DequantizeLinear DequantizeWithOrder EmbedLayerNormalization FastGelu
        GatedAdd GatherBlockQuantized GatherPacked Gelu GemmaRotaryEmbedding GridSample LinearAttentionGate
        MRotaryEmbedding MulInteger MurmurHash3 NGramHashMapping QEmbedLayerNormalization QLinearAdd
        QLinearLeakyRelu QLinearMul QLinearSigmoid QOrderedGelu QuantizeBFP QuantizeLinear QuantizeWithOrder
        QuickGelu Range RelativePositionBias RotaryEmbedding SampleOp ScaledSiLU SwiGLU VarlenNGramHashMapping
        """,
    ),
    (ELEMENTWISE, _ML, "Binarizer Imputer LabelEncoder Scaler"),
    (ELEMENTWISE, _TRAINING, "Adagrad Adam Momentum"),
    (ELEMENTWISE, _NCHWC, "Upsample"),
    (ELEMENTWISE, _NHWC, "GridSample Resize"),
    (
        READING,
        "",
        """
        ArgMax ArgMin BatchNormalization Col2Im GlobalAveragePool GlobalLpPool GlobalMaxPool
        GroupNormalization Hardmax InstanceNormalization LRN LayerNormalization LogSoftmax LpNormalization
        MaxUnpool MeanVarianceNormalization NegativeLogLikelihoodLoss NonZero RMSNormalization ReduceL1
        ReduceL2 ReduceLogSum ReduceLogSumExp ReduceMax ReduceMean ReduceMin ReduceProd ReduceSum
        ReduceSumSquare SimplifiedLayerNormalization Softmax SoftmaxCrossEntropyLoss TopK Unique Multinomial
        """,
    ),
    (
        READING,
        _MS,
        """
        BiasSoftmax BranchwiseRMSNorm EngramGate GatedRMSNorm GroupNorm IsAllFinite QLinearGlobalAveragePool
        QLinearReduceMean QLinearSoftmax QOrderedLayerNormalization ReduceSumInteger RMSNormRotary
        SkipGroupNorm SkipLayerNormalization SkipSimplifiedLayerNormalization DynamicTimeWarping Unique
        """,
    ),
    (READING, _ML, "Normalizer"),
    (READING, _NCHWC, "GlobalAveragePool GlobalMaxPool"),
    (
        READING,
        _NHWC,
        "BatchNormalization GlobalAveragePool GlobalLpPool GlobalMaxPool InstanceNormalization LRN MaxUnpool",
    ),
    (
        MOVING,
        "",
        """
        BitCast CenterCropPad Compress Concat ConcatFromSequence Constant ConstantOfShape Crop DepthToSpace
        DynamicSlice Expand EyeLike Gather GatherElements GatherND GivenTensorFill MemcpyFromHost MemcpyToHost
        OneHot Optional OptionalGetElement OptionalHasElement Pad ReverseSequence Scatter ScatterElements
        ScatterND SequenceAt SequenceConstruct SequenceEmpty SequenceErase SequenceInsert SequenceLength Shape
        Size Slice SpaceToDepth Split SplitToSequence StringSplit TensorScatter Tile Transpose Trilu
        """,
    ),
    (
        MOVING,
        _MS,
        """
        BifurcationDetector ConvStateReplay GatherND PackedSparseAttentionIndexerMerge Pad QLinearConcat
        QLinearWhere RemovePadding RestorePadding SpeculativePrefixCommit TorchEmbedding Trilu UnfoldTensor
        """,
    ),
    (
        MOVING,
        _ML,
        "ArrayFeatureExtractor CastMap CategoryMapper DictVectorizer FeatureVectorizer OneHotEncoder ZipMap",
    ),
    (MOVING, _NCHWC, "ReorderInput ReorderOutput"),
    (MOVING, _NHWC, "DepthToSpace SpaceToDepth"),
    (UNCOUNTED, "", "EfficientNMS_TRT ImageDecoder NonMaxSuppression TfIdfVectorizer"),
    (UNCOUNTED, _MS, "NGramRepeatBlock Tokenizer"),
    (UNCOUNTED, _ML, "TreeEnsemble TreeEnsembleClassifier TreeEnsembleRegressor"),
)  # fmt: skip

KINDS: dict[tuple[str, str], str] = {
    (domain, name): kind for kind, domain, names in _LISTS for name in names.split()
}

# A window at each element of the output, whose size an attribute tells.
POOLS: frozenset[tuple[str, str]] = frozenset(
    (domain, name)
    for domain, names in (
        ("", "AveragePool MaxPool LpPool"),
        (_MS, "MaxpoolWithMask NhwcMaxPool QLinearAveragePool"),
        (_NCHWC, "AveragePool MaxPool"),
        (_NHWC, "AveragePool LpPool MaxPool QLinearAveragePool"),
    )
    for name in names.split()
)

_GENERATES = "runs a decoder as often as it makes tokens"
_SPARSE = "what is multiplied depends on indices in the data"
_PACKED = "rows of different lengths lie one after another: their lengths are data"

# Operators whose multiply-accumulates do not follow from shapes -> why.
UNKNOWN: dict[tuple[str, str], str] = {
    (_MS, "AttnLSTM"): "attention inside a recurrent layer has no formula here",
    (_MS, "BeamSearch"): _GENERATES,
    (_MS, "DecoderAttention"): "which projections are done, and the cache's use, are data",
    (_MS, "DynamicSparseAttention"): _SPARSE,
    (_MS, "EPContext"): "holds a compiled model that only its runtime reads",
    (_MS, "GatedDeltaNetStateReplay"): "which part of a state is made again is data",
    (_MS, "GreedySearch"): _GENERATES,
    (_MS, "LongformerAttention"): "how many tokens attend to all others is data",
    (_MS, "Mamba2Verify"): "a recurrent layer of its own has no formula here",
    (_MS, "MoEPacked"): "weights are packed in blocks, whose formats have no formula here",
    (_MS, "PackedAttention"): _PACKED,
    (_MS, "PackedMultiHeadAttention"): _PACKED,
    (_MS, "PackedSparseAttentionIndexer"): _PACKED,
    (_MS, "PagedAttention"): _PACKED,
    (_MS, "QOrderedLongformerAttention"): "how many tokens attend to all others is data",
    (_MS, "Sampling"): _GENERATES,
    (_MS, "Snpe"): "holds a compiled model that only its runtime reads",
    (_MS, "SparseAttention"): _SPARSE,
    (_MS, "SparseAttentionIndexer"): _SPARSE,
    (_MS, "SparsePagedAttention"): _SPARSE,
    (_MS, "SparseToDenseMatMul"): "how many elements a sparse matrix stores is data",
    (_MS, "WhisperBeamSearch"): _GENERATES,
    (_TRAINING, "Gradient"): "the gradient of a part of the graph has no formula here",
}
