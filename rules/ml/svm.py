"""SVMClassifier and SVMRegressor: support vector machines.

Version  What changed
1        introduced

Columns of the classifier's scores, as the runtime makes them: one for each class where it is linear or
calibrated (``prob_a``), otherwise one for each pair of classes, and two where there are two classes.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.elem_type import FLOAT
from shapeinfer.rule import ONE, Call, Dim, TensorFact, const, equal, rule, tensor
from shapeinfer.shapes.layers.rows import labels_of, rows_of


@rule("SVMClassifier", versions=(1,), domain="ai.onnx.ml")
def svm_classifier(call: Call, X: TensorFact) -> tuple[TensorFact, TensorFact]:
    kind, classes = labels_of(call, "classlabels_ints")
    if not classes:
        raise call.fail(codes.VALUE_NOT_ALLOWED, "there are no class labels, needed one for each class")
    if call.strings("classlabels_strings") == ():
        # Where this list is given, the kernel does not look at the other.
        message = "classlabels_strings is empty, and ONNX Runtime reads no other labels"
        call.error(codes.RUNTIME_DIFFERS, message)
    vectors = call.ints("vectors_per_class") or ()
    if min(vectors, default=0) < 0:
        message = "vectors_per_class is {vectors}, needed none below 0"
        call.error(codes.VALUE_NOT_ALLOWED, message, vectors=vectors)
    linear = sum(vectors) <= 0
    if not linear and len(vectors) != classes:
        raise call.fail(
            codes.LIST_LENGTH,
            "vectors_per_class has {have} entries, needed one for each of {classes} classes",
            have=len(vectors),
            classes=classes,
        )
    _require_lists(call)
    if not linear:
        pairs = classes * (classes - 1) // 2
        _require_entries(call, "coefficients", sum(vectors) * (classes - 1))
        _require_entries(call, "rho", pairs)
        _require_vectors(call, sum(vectors), may_be_none=True)
        if call.floats("prob_a"):
            _require_entries(call, "prob_a", pairs)
    calibration = [len(call.floats(name) or ()) for name in ("prob_a", "prob_b")]
    if calibration[0] != calibration[1]:
        call.error(
            codes.LIST_LENGTH, "prob_a has {first} entries and prob_b {second}, needed as many",
            first=calibration[0], second=calibration[1],
        )  # fmt: skip
    rows, features = rows_of(call, X)
    have = "coefficients" if linear else "support_vectors"
    parts = classes if linear else sum(vectors)
    _require_features(call, X, features, len(call.floats(have) or ()), parts, have)
    columns = classes
    if not linear and not call.floats("prob_a"):
        columns = 2 if classes <= 2 else classes * (classes - 1) // 2
    elif linear and classes == 1:
        columns = 1
    return tensor(kind, (rows,)), tensor(FLOAT, (rows, const(columns)))


@rule("SVMRegressor", versions=(1,), domain="ai.onnx.ml")
def svm_regressor(call: Call, X: TensorFact) -> TensorFact:
    vectors = call.int("n_supports", 0)
    _require_lists(call)
    if vectors > 0:
        _require_entries(call, "coefficients", vectors)
        _require_vectors(call, vectors)
    rows, features = rows_of(call, X)
    have = "coefficients" if vectors <= 0 else "support_vectors"
    _require_features(call, X, features, len(call.floats(have) or ()), max(vectors, 1), have)
    return tensor(FLOAT, (rows, ONE))


def _require_lists(call: Call) -> None:
    """The runtime needs these lists, also where the specification has them optional."""
    for name in ("kernel_params", "coefficients", "rho"):
        if not call.has(name):
            call.error(codes.RUNTIME_DIFFERS, "{name} is left out, and ONNX Runtime needs it", name=name)
        elif name != "kernel_params":
            _require_entries(call, name, 1)
    parameters = call.floats("kernel_params") or ()
    if len(parameters) not in (0, 3):
        call.error(
            codes.LIST_LENGTH, "kernel_params has {have} entries, needed none or 3", have=len(parameters)
        )


def _require_vectors(call: Call, vectors: int, *, may_be_none: bool = False) -> None:
    """The support vectors, one after another, are all of one length, which may be 0 (``may_be_none``)."""
    count = len(call.floats("support_vectors") or ())
    if count % vectors or not (count or may_be_none):
        call.error(
            codes.LIST_LENGTH,
            "support_vectors has {count} entries, needed a multiple of {vectors} vectors",
            count=count, vectors=vectors,
        )  # fmt: skip


def _require_entries(call: Call, name: str, need: int) -> None:
    have = call.floats(name)
    if have is not None and len(have) < need:
        call.error(
            codes.LIST_LENGTH, "{name} has {have} entries, needed at least {need}",
            name=name, have=len(have), need=need,
        )  # fmt: skip


def _require_features(
    call: Call, X: TensorFact, features: Dim | None, count: int, parts: int, what: str
) -> None:
    """The machine was made for a number of features, and takes no other."""
    if features is None or parts <= 0:
        return
    call.require(
        equal(features, const(count // parts)), codes.CONTRACTION_MISMATCH,
        "X has {features} features, needed {need} for {count} {what}; X is {X}",
        features=features, need=count // parts, count=count, what=what, X=X,
    )  # fmt: skip
