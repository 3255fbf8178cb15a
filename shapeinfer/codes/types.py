"""Codes of SI1: element types and kinds of value (tensor, sequence, optional, map)."""

from __future__ import annotations

from shapeinfer.codes.code import EITHER, ERROR, INFO, Fix, define

TYPE_NOT_ALLOWED = define(
    "SI101",
    "type-not-allowed",
    ERROR,
    "the operator does not allow this type at this version",
    "The runtime has no kernel for it and refuses to load the model.",
    "Cast the input, or raise the opset to the version that allows the type.",
)
TYPE_CONFLICT = define(
    "SI102",
    "type-conflict",
    ERROR,
    "inputs that must have the same type have different types",
    "The runtime refuses to load it.",
    "Cast one of them: the message names both.",
)
DECLARED_TYPE = define(
    "SI103",
    "declared-type-conflict",
    ERROR,
    "the declared type of a value is not the type that it has, or lacks its element type",
    "The runtime compares the two and refuses to load the model. It reads no type without an element type.",
    "Fix or remove the declaration.",
    fix=Fix(
        EITHER,
        "Replaces the declared type by the inferred one. Unsafe for an output of the graph, whose type "
        "callers rely on.",
    ),
)
BODY_TYPE = define(
    "SI104",
    "body-type-conflict",
    ERROR,
    "branches of an If, or iterations of a loop, give a value different types",
    "A value must have the same type in each of them.",
    "Insert a Cast in the body.",
)
WRONG_KIND = define(
    "SI105",
    "wrong-kind",
    ERROR,
    "a value is a tensor where a sequence, optional or map is needed, or the reverse",
    "The runtime refuses to load it.",
    "Compare the node with the operator's specification.",
)
DOUBLE_PRECISION = define(
    "SI106",
    "double-precision",
    INFO,
    "values are computed in f64",
    "Few accelerators have f64 kernels, and f64 is slow on CPUs. Often a Python float is the cause.",
    "Export with f32, unless the precision is needed.",
    default=False,
)
