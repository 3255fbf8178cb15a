"""Codes of SI5: what the releases that a model is to run on lack. Found where targets are named, but for what
no known release reads."""

from __future__ import annotations

from shapeinfer.codes.code import ERROR, INFO, WARNING, define

TARGET_IR_VERSION = define(
    "SI501",
    "target-ir-version",
    ERROR,
    "the file's IR version is newer than the release reads",
    "The release refuses to load the file, whatever is in it.",
    "Use a newer release, or set ir_version to what the message says where nothing in the file needs more.",
)
TARGET_OPSET = define(
    "SI502",
    "target-opset",
    ERROR,
    "an imported opset is newer than the release reads",
    "The release refuses to load the file, even if no node uses the domain.",
    "Use a newer release, or export at an older opset (onnx.version_converter converts some models).",
)
TARGET_NO_KERNEL = define(
    "SI503",
    "target-no-kernel",
    ERROR,
    "the release has no implementation of an operator for its version and types",
    "The release refuses to load the model: it wants an implementation for every node, run or not.",
    "Use a newer release, cast to a type that is listed, or export at another opset.",
)
TARGET_UNKNOWN_OPERATOR = define(
    "SI504",
    "target-unknown-operator",
    ERROR,
    "the release does not know an operator, one of its attributes, or an input's type",
    "The release refuses to load the model.",
    "Use a newer release, or export at an older opset, where other operators say the same.",
)
TARGET_FALLBACK = define(
    "SI511",
    "target-fallback",
    WARNING,
    "the accelerator has no kernel for an operator, which runs on the CPU",
    "Its inputs and outputs are copied between the devices at every run.",
    "Cast to a type that the accelerator takes, or replace the operator.",
)
TARGET_CASTS = define(
    "SI512",
    "target-casts",
    INFO,
    "a float16 operator runs in float32, between casts that the runtime puts in",
    "It costs time and memory instead of saving them.",
    "Keep the model in float32 for this runtime, or these operators.",
    default=False,
)
TARGET_FIXED_SHAPES = define(
    "SI513",
    "target-fixed-shapes",
    WARNING,
    "the target wants fixed input shapes, and the model's are open",
    "It refuses the model, leaves it to the CPU, or needs to be told the sizes when the model is built.",
    "Fix the sizes: shapeinfer annotate --dim; for TensorRT shapeinfer profile prints a range of them.",
)
TARGET_UNKNOWN_RELEASE = define(
    "SI590",
    "target-unknown-release",
    INFO,
    "the target is a release that is not known here",
    "The nearest known release answers for it, and what it refuses is a warning.",
    "Name a known release (shapeinfer targets lists them), or use a newer shapeinfer.",
)
