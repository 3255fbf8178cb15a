"""The record: disagreements that are accepted, each with its reason."""

from __future__ import annotations

import re

from tests.fuzz.differential.judge import Finding

# (kind, operator, what the detail must contain (a regular expression), the reason)
ACCEPTED: tuple[tuple[str, str, str, str], ...] = (
    ("missed", r"ai.onnx::Sequence\w+|If|Loop|graph", "Invalid sequence index", "how long a given sequence is, is data"),
    (
        "false-.*|gap", r"ai.onnx::(Sequence\w+|DFT)", "and ONNX Runtime reads a number",
        "of a position or an axis without elements it reads what stands behind an end: it may run or not",
    ),
    (
        "false-refusal", "ai.onnx::InstanceNormalization", "at which ONNX Runtime's process ends",
        "of nothing it reads behind an end: it may run or die",
    ),
    (
        "missed", ".*", "running ArrayFeatureExtractor node.*index is out of range",
        "which place holds the most is data",
    ),
    (
        "rewritten", "Loop", "(?:annotate|infer_shapes): makes",
        "what a Loop that makes no round collects has the sizes that are known when the model is loaded",
    ),
    ("missed", r".*::MelWeightMatrix", "window_functions", "edges in hertz are data"),
    ("missed", r".*::(Dropout|NonMaxSuppression|MaxRoiPool)", "ratio|threshold|roi_batch_id", "given floats are data"),
    (
        "false-.*", "patterns::dynamic", "b_zero_point has",
        "of no rows or columns the kernel that takes the place of a dynamically quantized product compares nothing",
    ),
    ("died", "patterns::normalized|"
     r"ai.onnx.ml::TreeEnsemble\w*|ai.onnx::(InstanceNormalization|QLinearConv|RoiAlign)|com.microsoft::DecoderMasked\w+",
     "the process died",
     "of nothing it reads behind an end: it runs if the caller gave the tensor, and dies if a node made it"),
    (
        "wrong.*", "ai.onnx::(Min|Max|Clip)", "beyond the bounds",
        "kernels choose wrongly among int64 of 2^31 and more (docs/disagreements.md); data that is less is in bounds",
    ),
    ("missed-load", "ai.onnx::Optional", "does not match expected type", "version 28 has no kernel for any type"),
    ("missed", r"ai.onnx::(\w+Window|LRN)", "Integer overflow", "how much memory the machine has"),
    ("missed", "ai.onnx::RoiAlign", "Integer overflow", "given floats are data"),
    (
        "missed", "ai.onnx::Reduce.*", "attempting to re-use buffer",
        "a loader takes noop_with_empty_axes of neither 0 nor 1 for 1 in the operator's function: whether memory is "
        "used again is the runtime's choice",
    ),
    (
        "missed", "If|Loop|Scan|graph", "attempting to re-use buffer",
        "a number is declared of a size that depends on data: whether its memory is used again is the runtime's choice",
    ),
    ("missed", r".*::(Resize|Upsample)", "ScalesValidation|with T = float", "given floats are data"),
    ("missed", "com.microsoft::NGramRepeatBlock", "token_id", "which token follows which is data"),
    ("died", "If|Loop|Scan", "the process died", "some axes of an empty tensor are divided by 0"),
    (
        "missed|missed-load", r"com.microsoft::.*",
        r"not (?:yet )?(?:implemented|supported)(?: for| in| on)? (?:Attention )?CPU|CUDA EP only|CUDA and WebGPU"
        r"|attention cpu kernel is not supported|Attention \(CPU\): query_seqlens|swiglu_limit_after_activation"
        r"|\"input_channels\"|Packed KV|Packed qkv|share_buffer is set|FC3"
        r"|only supports interleaved SwiGLU|activation type: (?:relu2|geglu)|only supports ndim=1",
        "the CPU's kernel lacks what a GPU's kernel has",
    ),
    (
        "missed-load", "com.microsoft::FastGelu", r"operator \(Identity\)",
        "the function that stands for it has no meaning for this type, and a GPU has a kernel",
    ),
    (
        "missed", "com.microsoft::SparseAttention", "DataRaw|block_row|block_col|key_total_sequence",
        "past and present are one buffer, which only a binding of outputs gives; the blocks are data",
    ),
    (
        "missed-load", "com.microsoft::((MultiHead|GroupQuery)Attention|DecoderMasked.*|ReduceSumInteger)",
        "output arg|expected to have type but",
        "no input tells the type of this output, and this fuzzer declares none",
    ),
    ("died", "com.microsoft::(MatMulIntegerToFloat|DynamicQuantizeMatMul)", "the process died",
     "scales that are larger than the product are read or written behind an end: it may run or die"),
    ("died", "com.microsoft::Inverse", "the process died", "of matrices that are not square it reads behind an end"),
    ("died", "com.microsoft.nchwc::GlobalAveragePool", "the process died",
     "beside no batch and no channels it divides by the places of an empty plane"),
    ("died", "com.microsoft.nchwc::Conv", "hung", "a window of no places is run for ever, sometimes"),
    ("died", "com.microsoft.nchwc::Conv", "the process died",
     "columns that pads below 0 take away are read behind an end: it may run or die"),
    ("missed", "com.microsoft::QLinear(Global)?AveragePool", "out of computation", "given scales are data"),
    ("missed", "com.microsoft::QLinearSoftmax", "scale must be positive", "given scales are data"),
    ("missed", "ai.onnx.ml::OneHotEncoder", "Unknown Category", "given floats and strings are data"),
    (
        "missed", ".*", "C: (4|8) kernel channels: (4|8) group: 1|C: (12|16) kernel channels: (12|16) group: 1"
        "|C: (20|24) kernel channels: (20|24) group: 1",
        "a machine whose registers hold 8 numbers runs them as one block, and others do not",
    ),
    ("missed", "com.microsoft.nchwc::.*", "blocked layout|BlockSize|block_size",
     "blocks are as wide as the machine's registers: 16 or 8"),
    ("missed|missed-load", "com.microsoft::MatMulFpQ4", "hardware platform",
     "a warning says that it needs AVX-512, which not all machines have"),
    ("missed-load", "com.microsoft::Q?EmbedLayerNormalization", "dimension size (is )?known",
     "what a Reshape or Slice by an input makes is known here, and not to the loader"),
    ("missed-load", "com.microsoft::GatherBlockQuantized", "zero points shape and scales shape do not match",
     "what a Reshape or Slice by an input makes is known here, and not to the loader"),
    ("missed-load", "com.microsoft::Tokenizer", "Can not digest", "regular expressions are not compiled"),
    (
        "missed", r"ai.onnx::(Div|Mod)", "by zero",
        "divisors are data where check is given none: it takes up to 64 elements",
    ),
    ("missed", r"ai.onnx::(Cast|CastLike)", "sto[dfl]|stoll|stoull", "what given strings say is data"),
    ("missed", r"(ai.onnx|com.microsoft)::(Range|OneHot)", "delta in Range|Depth is negative", "given floats are data"),
    (
        "missed", r"ai.onnx::Sequence\w+", "Cannot concatenate scalars|rank of input tensor must be",
        "shapes of a given sequence's items are data",
    ),
    ("died", "ai.onnx::Einsum", "the process died", "some axes of an empty tensor are divided by 0"),
    (
        "missed-load", "ai.onnx::StringNormalizer", "construct locale",
        "which languages the machine has",
    ),
    (
        "missed", r".*", "Failed to allocate memory|bad_alloc|bad allocation|exceeds the supported range"
        r"|CalculateTensorStorageSize", "how much memory the machine has",
    ),
    (
        "missed", r"com.microsoft::(GroupQuery|Decoder|MultiHead)\w*Attention", "seqlens_k|past_sequence_length",
        "lengths of sequences are data",
    ),
    (
        "missed", "If|Loop|Scan|graph",
        r"(?s)(has shape .* but|Mismatch between expected shape|must have the shape set).*\(a declared shape is wrong\)",
        "a declared shape contradicts the body, and whether the runtime sees that at load is not known: a warning",
    ),
    (
        "missed-load", "If|Loop|Scan", r"Graph attribute inferencing failed: Node: Output:\w*scan\d+[es]\d",
        "another declaration tells a loader a number that contradicts what a Scan's body declares: a warning",
    ),
    (
        "missed-load", "If|Loop|Scan|graph", r"Op \((f|outer)\) (?s:.)*\(op_type:If\)(?s:.)*Inferred shape and existing shape differ",
        "in a function a declared shape contradicts a branch that may never run: a warning says so",
    ),
    (
        "missed-load", "Loop|graph", r"Op \(Loop\) .*Graph attribute inferencing failed: .*Can't merge shape info",
        "a loader infers a Loop's body from the sizes that its states declare, and here what goes in counts",
    ),
)  # fmt: skip

# What ONNX Runtime refuses since 1.32, by what the detail contains. Older releases run it, so it is no error.
SINCE_1_32 = re.compile(
    r"num_dims must be >= 3|narrow: value|narrowing_error|AffineGrid: input 'size' must be a 1-D tensor"
    r"|value hidden size must be positive|inter_size must be positive|V hidden sizes must be in"
    r"|running Pad node.*Failed to allocate memory|'X' must be a 4-D tensor, got rank"
    r"|must be non-negative for OneHot opset < 11"
    r"|\[with T = [\w ]+\] precision_ == 0",
    re.DOTALL,
)


# Errors that are right for all sizes of 1 or more: that a named size of 0 runs is no use to anybody.
NAMED_ZERO = re.compile(
    r"mode (edge|reflect) adds|needed a window of at least|no sizes satisfy all|(inputs|item)\[\d+\] has rank"
    r"|X has 1 channels, needed a multiple of"
    r"|SI205 target shape \(.*\) holds \S+ elements, data has|data has rank 0|on axis \d+ (inputs|item)\[\d+\] has \d+ and"
)


def reason_for(finding: Finding) -> str | None:
    """Why a disagreement is accepted; None if it is not."""
    zero = finding.trial is not None and 0 in finding.trial.sizes.values()
    if finding.kind == "false-error" and zero and NAMED_ZERO.search(finding.detail):
        return "an error although a named size of 0 runs, as docs/design.md says"
    for kind, about, pattern, reason in ACCEPTED:
        fits = re.fullmatch(kind, finding.kind) and re.fullmatch(about, finding.case.about)
        if fits and re.search(pattern, finding.detail):
            return reason
    return "ONNX Runtime before 1.32 runs it" if is_new(finding) else None


def is_new(finding: Finding) -> bool:
    """Whether ONNX Runtime refuses this only since 1.32. A contract tells what all releases demand, and check
    what the newest one refuses."""
    if finding.kind == "gap":
        return "since 1.32" in finding.detail
    return finding.kind.startswith("missed") and SINCE_1_32.search(finding.detail) is not None
