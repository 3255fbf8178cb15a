"""Codes of SI1: element types, and kinds of value."""

from __future__ import annotations

from shapeinfer.codes.code import ERROR, INFO, define

TYPE_NOT_ALLOWED = define(
    "SI101",
    "type-not-allowed",
    ERROR,
    "the operator does not take this type at this version",
    "The runtime has no kernel for it and refuses to load the model.",
    "Cast the input, or raise the opset to the version that allows the type.",
)
TYPE_CONFLICT = define(
    "SI102",
    "type-conflict",
    ERROR,
    "inputs that must have one type have two",
    "The runtime refuses to load it.",
    "Cast one of them: the message names both.",
)
DECLARED_TYPE = define(
    "SI103",
    "declared-type-conflict",
    ERROR,
    "a value is declared with another type than it has",
    "The runtime compares the two when it loads the model, and refuses.",
    "Mend or remove the declaration.",
)
BODY_TYPE = define(
    "SI104",
    "body-type-conflict",
    ERROR,
    "branches, or the rounds of a loop, make different types",
    "A value has one type.",
    "Cast inside the body.",
)
WRONG_KIND = define(
    "SI105",
    "wrong-kind",
    ERROR,
    "a tensor was needed and something else came, or the reverse",
    "The runtime refuses to load it.",
    "Compare the node with the operator's page.",
)
DOUBLE_PRECISION = define(
    "SI106",
    "double-precision",
    INFO,
    "values are computed in f64",
    "Few accelerators have f64 kernels, and those of CPUs are slow; often a Python float has crept in.",
    "Cast at export, unless the precision is needed.",
    default=False,
)
