"""Codes of SI3: the values in small tensors and attributes."""

from __future__ import annotations

from shapeinfer.codes.code import ERROR, INFO, WARNING, define

INDEX_OUT_OF_RANGE = define(
    "SI301",
    "index-out-of-range",
    ERROR,
    "an index is out of range for its axis",
    "The runtime stops with an error at such an index.",
    "For an axis of size n, use indices from -n to n-1.",
)
ZERO_STEP = define(
    "SI302",
    "zero-step",
    ERROR,
    "a step or divisor is zero",
    "Steps and divisors of integers must not be zero.",
    "Use another value.",
)
VALUE_NOT_ALLOWED = define(
    "SI303",
    "value-not-allowed",
    ERROR,
    "an attribute or constant has a value that the operator does not allow",
    "The operator is not defined for this value.",
    "Use one of the values that the message lists.",
)
CLIP_BOUNDS = define(
    "SI305",
    "clip-bounds",
    WARNING,
    "the bounds of a Clip are in the wrong order, or not scalars",
    "If min is greater than max, every element becomes max.",
    "Use scalars, with min <= max.",
)
OVERFLOW = define(
    "SI306",
    "integer-overflow",
    WARNING,
    "the result of shape arithmetic does not fit its integer type",
    "The result wraps around to a wrong number.",
    "Compute in int64, or use smaller numbers.",
)
RUNTIME_DIFFERS = define(
    "SI307",
    "runtime-differs",
    WARNING,
    "the specification and the runtimes disagree about this",
    "The model may give other results, or fail, in another runtime (docs/disagreements.md).",
    "Use a form that all of them treat the same way.",
)
INEXACT_FLOAT = define(
    "SI308",
    "inexact-float-size",
    INFO,
    "a size is computed in floating point, which can't represent large sizes exactly",
    "For large sizes the result differs from exact arithmetic.",
    "Compute sizes with integers.",
    default=False,
)
UNBOUNDED_OUTPUT = define(
    "SI309",
    "unbounded-output",
    INFO,
    "a size of a graph output has no upper bound",
    "It depends on data, so callers can't allocate memory for it before the run.",
    "Nothing to fix if this is intended; otherwise bound it (max_output_boxes_per_class, TopK, a trip "
    "count).",
    default=False,
)
HALF_PRECISION_SIZE = define(
    "SI310",
    "half-precision-size",
    WARNING,
    "a size is computed in a 16-bit float",
    "f16 represents integers exactly up to 2048 and bf16 up to 256; larger sizes may be rounded.",
    "Exclude shape arithmetic from the conversion to 16 bits: compute sizes in int64.",
)
BEYOND_INT32 = define(
    "SI311",
    "beyond-int32",
    INFO,
    "an int64 constant does not fit int32",
    "Runtimes that convert int64 to int32 (TensorRT, many accelerators) clamp or wrap it.",
    "Use a value that fits: as the end of a Slice, INT32_MAX also means 'to the end'.",
    default=False,
)
HUGE_VALUE = define(
    "SI312",
    "huge-value",
    INFO,
    "a tensor of a fixed size takes 2 GiB or more",
    "Few devices have room for it. Often an unintended broadcast is the cause.",
    "Check the sizes in the message.",
    default=False,
)
