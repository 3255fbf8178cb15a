"""Imputer: the same shape; one kind of imputed values."""

from __future__ import annotations

import pytest

from shapeinfer.testing import infer
from tests.oracle import compare

ML = "ai.onnx.ml"


def test_same_shape() -> None:
    inferred = infer(
        "Imputer", 1, "f32[n, f]", domain=ML, imputed_value_floats=[1.0], replaced_value_float=0.0
    )
    assert (inferred.output, inferred.findings) == ("f32[n, f]", [])


REFUSED = [
    ("f32[]", {"imputed_value_floats": [1.0]}, "SI201 X has rank 0, needed at least 1; X is f32[]"),
    ("f32[3]", {}, "SI303 none of imputed_value_floats and imputed_value_int64s is given, needed one"),
    ("f32[3]", {"imputed_value_floats": [1.0], "imputed_value_int64s": [1]},
     "SI303 both of imputed_value_floats and imputed_value_int64s is given, needed one"),
    ("i64[3]", {"imputed_value_floats": [1.0]}, "SI303 X is i64[3], and the imputed values are floats"),
]  # fmt: skip


@pytest.mark.parametrize(("X", "attributes", "message"), REFUSED)
def test_refused(X: str, attributes: dict[str, list[float]], message: str) -> None:
    assert infer("Imputer", 1, X, domain=ML, given=attributes).errors == [message]
    assert compare("Imputer", 1, X, domain=ML, given=attributes)[0] == "refused"


def test_another_number_of_values_runs() -> None:
    outcome, inferred = compare("Imputer", 1, "f32[2, 3]", domain=ML, imputed_value_floats=[1.0, 2.0])
    assert outcome == "ran"
    assert inferred.findings == ["SI214 there are 2 imputed values, needed 1 or 3; X is f32[2, 3]"]


@pytest.mark.parametrize("n", [0, 1, 3])
def test_runs_as_inferred(n: int) -> None:
    for X in ("f32[n, 2]", "f32[2]", "f32[n, 1, 2]"):
        assert (
            compare("Imputer", 1, X, sizes={"n": n}, domain=ML, imputed_value_floats=[1.0, 2.0])[0] == "ran"
        )
    assert compare("Imputer", 1, "i64[n, 2]", sizes={"n": n}, domain=ML, imputed_value_int64s=[1])[0] == "ran"
