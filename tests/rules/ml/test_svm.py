"""SVMClassifier and SVMRegressor: the columns of the scores."""

from __future__ import annotations

import pytest

from shapeinfer.testing import Attribute, infer
from tests.oracle import compare

ML = "ai.onnx.ml"
Attributes = dict[str, Attribute]
KERNEL: Attributes = {"kernel_type": "LINEAR", "kernel_params": [0.5, 0.0, 3.0]}


def machine(classes: int, *, calibrated: bool = False, text: bool = False) -> Attributes:
    """One support vector for each class, of three features."""
    pairs = max(classes * (classes - 1) // 2, 1)
    made: Attributes = {
        "coefficients": [1.0] * (classes * max(classes - 1, 1)), "support_vectors": [1.0] * (3 * classes),
        "vectors_per_class": [1] * classes, "rho": [0.1] * pairs, **KERNEL,
    }  # fmt: skip
    made["classlabels_strings" if text else "classlabels_ints"] = (
        [chr(97 + i) for i in range(classes)] if text else list(range(classes))
    )
    if calibrated:
        made.update(prob_a=[1.0] * pairs, prob_b=[0.1] * pairs)
    return made


LINEAR: Attributes = {"coefficients": [1.0] * 9, "rho": [0.1] * 3, "classlabels_ints": [0, 1, 2], **KERNEL}

ROWS: list[tuple[Attributes, tuple[str, str]]] = [
    (machine(2), ("i64[n]", "f32[n, 2]")),
    (machine(2, calibrated=True, text=True), ("str[n]", "f32[n, 2]")),
    (machine(3), ("i64[n]", "f32[n, 3]")),
    (machine(4), ("i64[n]", "f32[n, 6]")),
    (machine(4, calibrated=True), ("i64[n]", "f32[n, 4]")),
    (machine(1), ("i64[n]", "f32[n, 2]")),
    (machine(1, calibrated=True), ("i64[n]", "f32[n, 1]")),
    (LINEAR, ("i64[n]", "f32[n, 3]")),
]


@pytest.mark.parametrize(("attributes", "outputs"), ROWS)
def test_classifier(attributes: Attributes, outputs: tuple[str, str]) -> None:
    inferred = infer("SVMClassifier", 1, "f32[n, f]", domain=ML, outputs=2, given=attributes)
    assert (inferred.outputs, inferred.requirements, inferred.findings) == (outputs, ["f == 3"], [])
    for n in (0, 1, 3):
        for X in ("f32[n, 3]", "f32[3]", "f64[n, 3]"):
            run = compare("SVMClassifier", 1, X, sizes={"n": n}, domain=ML, outputs=2, given=attributes)
            assert run[0] == "ran"


REFUSED: list[tuple[str, Attributes, str]] = [
    ("f32[2, 4]", machine(3), "SI208 X has 4 features, needed 3 for 9 support_vectors; X is f32[2, 4]"),
    ("f32[2, 4]", LINEAR, "SI208 X has 4 features, needed 3 for 9 coefficients; X is f32[2, 4]"),
    ("f32[2, 1, 3]", LINEAR, "SI201 X has rank 3, needed 1 to 2; X is f32[2, 1, 3]"),
    ("f32[2, 3]", {k: v for k, v in machine(2).items() if k != "classlabels_ints"},
     "SI303 there are no class labels, needed one for each class"),
    ("f32[2, 3]", {**machine(2), "classlabels_ints": [1, 2, 3]},
     "SI219 vectors_per_class has 2 entries, needed one for each of 3 classes"),
]  # fmt: skip


@pytest.mark.parametrize(("X", "attributes", "message"), REFUSED)
def test_refused(X: str, attributes: Attributes, message: str) -> None:
    assert infer("SVMClassifier", 1, X, domain=ML, outputs=2, given=attributes).errors == [message]
    assert compare("SVMClassifier", 1, X, domain=ML, outputs=2, given=attributes)[0] == "refused"


def test_both_kinds_of_labels_run() -> None:
    both: Attributes = {**LINEAR, "classlabels_strings": ["a", "b"], "coefficients": [1.0] * 6}
    outcome, inferred = compare("SVMClassifier", 1, "f32[2, 3]", domain=ML, outputs=2, given=both)
    assert (outcome, inferred.outputs) == ("ran", ("str[2]", "f32[2, 2]"))
    assert inferred.findings == [
        (
            "SI307 both classlabels_ints and classlabels_strings are given, needed one of them: "
            "the runtime uses the strings"
        )
    ]


def test_regressor() -> None:
    vectors: Attributes = {
        "coefficients": [1.0] * 2,
        "support_vectors": [1.0] * 6,
        "n_supports": 2,
        "rho": [0.1],
    }
    linear: Attributes = {"coefficients": [1.0] * 3, "rho": [0.1]}
    for attributes, have in ((vectors, "6 support_vectors"), (linear, "3 coefficients")):
        inferred = infer("SVMRegressor", 1, "f32[n, f]", domain=ML, given={**attributes, **KERNEL})
        assert (inferred.output, inferred.requirements) == ("f32[n, 1]", ["f == 3"])
        inferred = infer("SVMRegressor", 1, "f32[n, 2]", domain=ML, given={**attributes, **KERNEL})
        assert inferred.errors == [f"SI208 X has 2 features, needed 3 for {have}; X is f32[n, 2]"]
        run = compare("SVMRegressor", 1, "f32[1, 2]", domain=ML, given={**attributes, **KERNEL})
        assert run[0] == "refused"
        for n in (0, 1, 3):
            both = {**attributes, **KERNEL}
            run = compare("SVMRegressor", 1, "f32[n, 3]", sizes={"n": n}, domain=ML, given=both)
            assert run[0] == "ran"


ONE_ROW = "f32[1, 3]"
REGRESSOR: Attributes = {"coefficients": [1.0] * 3, "rho": [0.1], **KERNEL}
VECTORS: Attributes = {**REGRESSOR, "coefficients": [1.0] * 2, "support_vectors": [1.0] * 6, "n_supports": 2}


def without(name: str, of: Attributes) -> Attributes:
    return {key: value for key, value in of.items() if key != name}


@pytest.mark.parametrize(
    ("attributes", "message"),
    [
        (without("rho", REGRESSOR), "SI307 rho is left out, and ONNX Runtime needs it"),
        (without("kernel_params", REGRESSOR), "SI307 kernel_params is left out, and ONNX Runtime needs it"),
        ({**REGRESSOR, "kernel_params": [0.5]}, "SI219 kernel_params has 1 entries, needed none or 3"),
        ({**VECTORS, "coefficients": [1.0]}, "SI219 coefficients has 1 entries, needed at least 2"),
        (
            {**VECTORS, "support_vectors": [1.0] * 7},
            "SI219 support_vectors has 7 entries, needed a multiple of 2 vectors",
        ),
    ],
)
def test_lists_of_a_regressor(attributes: Attributes, message: str) -> None:
    assert infer("SVMRegressor", 1, ONE_ROW, domain=ML, given=attributes).findings == [message]
    assert compare("SVMRegressor", 1, ONE_ROW, domain=ML, given=attributes)[0] == "refused"


@pytest.mark.parametrize(
    ("attributes", "message"),
    [
        (
            {**machine(2), "prob_a": [0.5]},
            "SI219 prob_a has 1 entries and prob_b 0, needed as many",
        ),
        ({**machine(3), "rho": [0.1]}, "SI219 rho has 1 entries, needed at least 3"),
        ({**machine(2), "coefficients": [1.0]}, "SI219 coefficients has 1 entries, needed at least 2"),
    ],
)
def test_lists_of_a_classifier(attributes: Attributes, message: str) -> None:
    inferred = infer("SVMClassifier", 1, ONE_ROW, domain=ML, outputs=2, given=attributes)
    assert inferred.findings == [message]
    assert compare("SVMClassifier", 1, ONE_ROW, domain=ML, outputs=2, given=attributes)[0] == "refused"
