"""LinearClassifier and LinearRegressor: one row of scores for each row."""

from __future__ import annotations

import pytest

from shapeinfer.testing import Attribute, infer
from tests.oracle import compare

ML = "ai.onnx.ml"
Attributes = dict[str, Attribute]

THREE: Attributes = {"coefficients": [1.0] * 9, "intercepts": [0.0] * 3, "classlabels_ints": [0, 1, 2]}
BINARY: Attributes = {"coefficients": [1.0] * 3, "intercepts": [0.0], "classlabels_strings": ["a", "b"]}
ALONE: Attributes = {"coefficients": [1.0] * 3, "intercepts": [0.0]}

ROWS: list[tuple[str, Attributes, tuple[str, str], list[str]]] = [
    ("f32[n, f]", THREE, ("i64[n]", "f32[n, 3]"), ["3*f <= 9"]),
    ("f32[n, 3]", BINARY, ("str[n]", "f32[n, 2]"), []),
    ("f64[n, 3]", ALONE, ("i64[n]", "f32[n, 1]"), []),
    ("f32[3]", THREE, ("i64[1]", "f32[1, 3]"), []),
    ("f32[*]", BINARY, ("str[?0]", "f32[?0, 2]"), []),
]


@pytest.mark.parametrize(("X", "attributes", "outputs", "requirements"), ROWS)
def test_classifier(
    X: str, attributes: Attributes, outputs: tuple[str, str], requirements: list[str]
) -> None:
    inferred = infer("LinearClassifier", 1, X, domain=ML, outputs=2, given=attributes)
    assert (inferred.outputs, inferred.requirements, inferred.findings) == (outputs, requirements, [])


REFUSED: list[tuple[str, Attributes, str]] = [
    ("f32[2, 2, 3]", THREE, "SI201 X has rank 3, needed 1 to 2; X is f32[2, 2, 3]"),
    ("f32[2, 4]", THREE, "SI208 there are 9 coefficients, needed 12 for 4 features; X is f32[2, 4]"),
    ("f32[2, 3]", {"coefficients": [1.0] * 9}, "SI219 there are no intercepts, needed one for each class"),
    ("f32[2, 3]", {**ALONE, "classlabels_ints": [1, 2, 3]},
     "SI219 there are 3 class labels and 1 intercept, needed 2 labels"),
    ("f32[2, 3]", {**BINARY, "classlabels_ints": [1, 2]},
     "SI303 both classlabels_ints and classlabels_strings are given, needed one of them"),
]  # fmt: skip


@pytest.mark.parametrize(("X", "attributes", "message"), REFUSED)
def test_refused(X: str, attributes: Attributes, message: str) -> None:
    assert infer("LinearClassifier", 1, X, domain=ML, outputs=2, given=attributes).errors == [message]
    assert compare("LinearClassifier", 1, X, domain=ML, outputs=2, given=attributes)[0] == "refused"


def test_too_few_features_run() -> None:
    outcome, inferred = compare("LinearClassifier", 1, "f32[2, 2]", domain=ML, outputs=2, given=THREE)
    assert outcome == "ran"
    assert inferred.findings == ["SI208 there are 9 coefficients, needed 6 for 2 features; X is f32[2, 2]"]


def test_regressor() -> None:
    two: Attributes = {"coefficients": [1.0] * 6, "intercepts": [0.0] * 2, "targets": 2}
    assert infer("LinearRegressor", 1, "f32[n, 3]", domain=ML, given=two).output == "f32[n, 2]"
    assert infer("LinearRegressor", 1, "f32[3]", domain=ML, coefficients=[1.0] * 3).output == "f32[1, 1]"
    assert infer("LinearRegressor", 1, "f32[2, 4]", domain=ML, given=two).errors == [
        "SI208 there are 6 coefficients, needed 8 for 4 features; X is f32[2, 4]"
    ]
    assert compare("LinearRegressor", 1, "f32[2, 4]", domain=ML, given=two)[0] == "refused"
    for n in (0, 1, 3):
        for X in ("f32[n, 3]", "f32[3]"):
            assert compare("LinearRegressor", 1, X, sizes={"n": n}, domain=ML, given=two)[0] == "ran"


@pytest.mark.parametrize("n", [0, 1, 3])
def test_runs_as_inferred(n: int) -> None:
    for X in ("f32[n, 3]", "f32[3]", "i32[n, 3]"):
        for attributes in (THREE, BINARY, ALONE):
            run = compare("LinearClassifier", 1, X, sizes={"n": n}, domain=ML, outputs=2, given=attributes)
            assert run[0] == "ran"


@pytest.mark.parametrize(
    ("attributes", "message"),
    [
        (
            {**THREE, "classlabels_ints": [1]},
            "SI219 there are 1 class labels and 3 intercepts, needed as many labels",
        ),
        (
            {**BINARY, "classlabels_strings": ["a"]},
            "SI219 there are 1 class labels and 1 intercept, needed 2 labels",
        ),
    ],
)
def test_every_class_has_a_label(attributes: Attributes, message: str) -> None:
    inferred = infer("LinearClassifier", 1, "f32[2, 3]", domain=ML, outputs=2, given=attributes)
    assert inferred.errors == [message]
    assert compare("LinearClassifier", 1, "f32[2, 3]", domain=ML, outputs=2, given=attributes)[0] == "refused"


def test_more_labels_than_classes_run() -> None:
    given: Attributes = {**THREE, "classlabels_ints": [1, 2, 3, 4]}
    outcome, inferred = compare("LinearClassifier", 1, "f32[2, 3]", domain=ML, outputs=2, given=given)
    assert (outcome, inferred.findings) == ("ran", [])
