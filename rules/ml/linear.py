"""LinearClassifier and LinearRegressor: every row times coefficients.

Version  What changed
1        introduced

A rank-1 input is one row. Two labels with one set of coefficients are two columns of scores. Rows of
fewer features than there are coefficients for run all the same: a warning.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.elem_type import FLOAT
from shapeinfer.rule import Call, TensorFact, const, rule, tensor
from shapeinfer.shapes.layers.rows import labels_of, require_features, rows_of


@rule("LinearClassifier", versions=(1,), domain="ai.onnx.ml")
def linear_classifier(call: Call, X: TensorFact) -> tuple[TensorFact, TensorFact]:
    kind, labels = labels_of(call, "classlabels_ints", both_allowed=False)
    classes = len(call.floats("intercepts") or ())
    if not classes:
        raise call.fail(codes.LIST_LENGTH, "there are no intercepts, needed one for each class")
    if classes == 1 and labels not in (0, 2):
        raise call.fail(
            codes.LIST_LENGTH,
            "there are {labels} class labels and 1 intercept, needed 2 labels",
            labels=labels,
        )
    if classes > 1 and labels < classes:
        call.error(
            codes.LIST_LENGTH,
            "there are {labels} class labels and {classes} intercepts, needed as many labels",
            labels=labels, classes=classes,
        )  # fmt: skip
    if len(call.floats("coefficients") or ()) % classes:
        call.error(
            codes.LIST_LENGTH, "coefficients has {have} entries, needed a multiple of the {classes} classes",
            have=len(call.floats("coefficients") or ()), classes=classes,
        )  # fmt: skip
    rows, features = rows_of(call, X)
    require_features(call, X, features, len(call.floats("coefficients") or ()), classes, "coefficients")
    columns = 2 if classes == 1 and labels == 2 else classes
    return tensor(kind, (rows,)), tensor(FLOAT, (rows, const(columns)))


@rule("LinearRegressor", versions=(1,), domain="ai.onnx.ml")
def linear_regressor(call: Call, X: TensorFact) -> TensorFact:
    targets = call.int("targets", 1)
    if not call.has("coefficients"):
        call.error(codes.RUNTIME_DIFFERS, "coefficients is left out, and ONNX Runtime needs it")
    if targets < 1:
        raise call.fail(codes.VALUE_NOT_ALLOWED, "targets is {targets}, needed 1 or more", targets=targets)
    rows, features = rows_of(call, X)
    require_features(call, X, features, len(call.floats("coefficients") or ()), targets, "coefficients")
    return tensor(FLOAT, (rows, const(targets)))
