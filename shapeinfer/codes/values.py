"""Codes of SI3: what stands in small tensors and attributes."""

from __future__ import annotations

from shapeinfer.codes.code import ERROR, INFO, WARNING, define

INDEX_OUT_OF_RANGE = define(
    "SI301",
    "index-out-of-range",
    ERROR,
    "an index lies outside the axis it points into",
    "The runtime refuses to read there.",
    "Indices go from -n to n-1 for an axis of size n.",
)
ZERO_STEP = define(
    "SI302",
    "zero-step",
    ERROR,
    "a step or divisor is zero",
    "Nothing can be stepped or divided by zero.",
    "Give another value.",
)
VALUE_NOT_ALLOWED = define(
    "SI303",
    "value-not-allowed",
    ERROR,
    "an attribute or constant has a value that the operator does not take",
    "The operator is not defined for it.",
    "Give one of the values that the message names.",
)
CLIP_BOUNDS = define(
    "SI305",
    "clip-bounds",
    WARNING,
    "the bounds of a Clip are in the wrong order or no scalars",
    "With min above max every element becomes max.",
    "Swap the bounds.",
)
OVERFLOW = define(
    "SI306",
    "integer-overflow",
    WARNING,
    "shape arithmetic leaves the range of its integer type",
    "The result wraps around and no longer says what was meant.",
    "Compute in int64, or with smaller numbers.",
)
RUNTIME_DIFFERS = define(
    "SI307",
    "runtime-differs",
    WARNING,
    "the specification and the runtimes disagree about this",
    "The model runs differently, or not at all, depending on who runs it (docs/disagreements.md).",
    "Write it in a form about which all agree.",
)
INEXACT_FLOAT = define(
    "SI308",
    "inexact-float-size",
    INFO,
    "a size is computed through floats that can't hold it exactly",
    "From some size on the result differs from exact arithmetic.",
    "Compute sizes with integers.",
    default=False,
)
UNBOUNDED_OUTPUT = define(
    "SI309",
    "unbounded-output",
    INFO,
    "nothing bounds a size of a graph output",
    "It depends on data, so that callers can't set memory aside for it.",
    "Nothing to mend where it is meant; else bound it (max_output_boxes_per_class, TopK, a trip count).",
    default=False,
)
HALF_PRECISION_SIZE = define(
    "SI310",
    "half-precision-size",
    WARNING,
    "a size is computed in a 16-bit float",
    "f16 counts exactly up to 2048 and bf16 up to 256; larger sizes come out wrong.",
    "Keep shape arithmetic out of the conversion to 16 bits: compute sizes in int64.",
)
BEYOND_INT32 = define(
    "SI311",
    "beyond-int32",
    INFO,
    "an int64 constant does not fit int32",
    "Runtimes that narrow int64 to int32 (TensorRT, many accelerators) clamp or wrap it.",
    "Use a value that fits: INT32_MAX serves as 'to the end' of a Slice.",
    default=False,
)
HUGE_VALUE = define(
    "SI312",
    "huge-value",
    INFO,
    "a tensor of a fixed size takes 2 GiB or more",
    "Few devices have room for it; often a broadcast has gone wrong.",
    "Look at the sizes in the message.",
    default=False,
)
