"""Codes of SI5: what the target releases of a runtime do not support. They are reported if targets are given;
an IR version or opset that no known release reads is reported always."""

from __future__ import annotations

from shapeinfer.codes.code import ERROR, INFO, SAFE, WARNING, Fix, define

TARGET_IR_VERSION = define(
    "SI501",
    "target-ir-version",
    ERROR,
    "the file's IR version is newer than the release reads",
    "The release refuses to load the file, whatever its contents.",
    "Use a newer release, or lower ir_version to the number in the message if the file uses nothing newer.",
    fix=Fix(
        SAFE,
        "Lowers ir_version to the newest that all targets read, if the file uses nothing that was "
        "added later.",
    ),
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
    "The release refuses to load the model: every node needs an implementation, even if it never runs.",
    "Use a newer release, cast to one of the listed types, or export at another opset.",
)
TARGET_UNKNOWN_OPERATOR = define(
    "SI504",
    "target-unknown-operator",
    ERROR,
    "the release does not know an operator, one of its attributes, or an input's type",
    "The release refuses to load the model.",
    "Use a newer release, or export at an older opset, which uses other operators instead.",
)
TARGET_FALLBACK = define(
    "SI511",
    "target-fallback",
    WARNING,
    "the accelerator has no kernel for an operator, so it runs on the CPU",
    "Its inputs and outputs are copied between the devices in every run.",
    "Cast to a type that the accelerator supports, or replace the operator.",
)
TARGET_CASTS = define(
    "SI512",
    "target-casts",
    INFO,
    "a float16 operator runs in float32, between casts that the runtime inserts",
    "float16 then costs time and memory instead of saving them.",
    "Keep the model, or at least these operators, in float32 for this runtime.",
    default=False,
)
TARGET_FIXED_SHAPES = define(
    "SI513",
    "target-fixed-shapes",
    WARNING,
    "the target needs fixed input shapes, but the model's are open",
    "It refuses the model, runs it on the CPU, or needs the sizes when the engine is built.",
    "Fix the sizes with `shapeinfer annotate --dim`. For TensorRT, `shapeinfer profile` prints a range of "
    "sizes.",
)
TARGET_UNKNOWN_RELEASE = define(
    "SI590",
    "target-unknown-release",
    INFO,
    "the target is a release that this version of shapeinfer does not know",
    "The nearest known release is used instead, and what it refuses is a warning.",
    "Use a known release (`shapeinfer targets` lists them), or update shapeinfer.",
)
