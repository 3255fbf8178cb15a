"""OneHotEncoder: one axis more."""

from __future__ import annotations

import pytest

from shapeinfer.testing import Attribute, infer
from tests.oracle import compare

ML = "ai.onnx.ml"
Attributes = dict[str, Attribute]


@pytest.mark.parametrize(
    ("X", "output"),
    [("i64[n, 2]", "f32[n, 2, 3] in 0..1"), ("f32[]", "f32[3] in 0..1"), ("i64[*]", "f32[*]")],
)
def test_one_axis_more(X: str, output: str) -> None:
    assert infer("OneHotEncoder", 1, X, domain=ML, cats_int64s=[1, 2, 3]).output == output


def test_refused() -> None:
    assert infer("OneHotEncoder", 1, "i64[2]", domain=ML).errors == [
        "SI303 none of cats_int64s and cats_strings is given, needed one"
    ]
    both: Attributes = {"cats_int64s": [1], "cats_strings": ["a"]}
    assert infer("OneHotEncoder", 1, "i64[2]", domain=ML, given=both).errors == [
        "SI303 both of cats_int64s and cats_strings is given, needed one"
    ]
    assert compare("OneHotEncoder", 1, "i64[2]", domain=ML)[0] == "refused"
    assert compare("OneHotEncoder", 1, "i64[2]", domain=ML, given=both)[0] == "refused"


@pytest.mark.parametrize("n", [0, 1, 3])
def test_runs_as_inferred(n: int) -> None:
    for X in ("i64[n, 2]", "f32[n]", "f64[]"):
        assert compare("OneHotEncoder", 1, X, sizes={"n": n}, domain=ML, cats_int64s=[0, 1])[0] == "ran"
    assert compare("OneHotEncoder", 1, "str[n]", sizes={"n": n}, domain=ML, cats_strings=["a b"])[0] == "ran"


def test_a_stored_element_is_a_category() -> None:
    given: Attributes = {"cats_int64s": [0, 1], "zeros": 0}
    inferred = infer("OneHotEncoder", 1, "i64[2] := (0, 5)", domain=ML, given=given)
    assert inferred.errors == ["SI303 X holds 5 and zeros is 0, needed one of the categories (0, 1)"]
    assert compare("OneHotEncoder", 1, "i64[2] := (0, 5)", domain=ML, given=given)[0] == "refused"
    given = {"cats_int64s": [0, 1], "zeros": 2}
    assert compare("OneHotEncoder", 1, "i64[2] := (0, 5)", domain=ML, given=given)[0] == "ran"
