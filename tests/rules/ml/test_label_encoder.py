"""LabelEncoder: the same shape, in the type of the values."""

from __future__ import annotations

import pytest

from shapeinfer.facts.parse import parse
from shapeinfer.testing import Attribute, infer
from tests.oracle import compare

ML = "ai.onnx.ml"
Attributes = dict[str, Attribute]

ROWS: list[tuple[int, str, Attributes, str]] = [
    (1, "str[n, 2]", {"classes_strings": ["a"]}, "i64[n, 2]"),
    (1, "i64[*]", {"classes_strings": ["a"]}, "str[*]"),
    (2, "str[n, 2]", {"keys_strings": ["a"], "values_floats": [1.0]}, "f32[n, 2]"),
    (2, "i64[]", {"keys_int64s": [1, 2], "values_strings": ["a", "b"]}, "str[]"),
    (2, "f32[n]", {"keys_floats": [1.0], "values_int64s": [3]}, "i64[n]"),
    (4, "i64[n]", {"keys_tensor": parse("i64[2] = (1, 2)"), "values_tensor": parse("f64[2] = (1.5, 2.5)")},
     "f64[n]"),
    (4, "f64[n]", {"keys_tensor": parse("f64[1] = (1.5)"), "values_strings": ["a"]}, "str[n]"),
]  # fmt: skip


@pytest.mark.parametrize(("opset", "X", "attributes", "output"), ROWS)
def test_type_of_the_values(opset: int, X: str, attributes: Attributes, output: str) -> None:
    inferred = infer("LabelEncoder", opset, X, domain=ML, given=attributes)
    assert (inferred.output, inferred.findings) == (output, [])


REFUSED: list[tuple[str, Attributes, str]] = [
    ("i64[2]", {}, "SI303 0 lists of keys and 0 of values are given, needed one of each"),
    ("i64[2]", {"keys_strings": ["a"], "values_int64s": [1]},
     "SI102 X is i64[2], and the keys are str[1]: needed the same type"),
    ("i64[2]", {"keys_int64s": [1, 2], "values_int64s": [1]},
     "SI219 there are 2 keys and 1 values, needed the same number of both"),
]  # fmt: skip


@pytest.mark.parametrize(("X", "attributes", "message"), REFUSED)
def test_refused(X: str, attributes: Attributes, message: str) -> None:
    for opset in (2, 4):
        assert infer("LabelEncoder", opset, X, domain=ML, given=attributes).errors == [message]
        assert compare("LabelEncoder", opset, X, domain=ML, given=attributes)[0] == "refused"


TENSORS: Attributes = {
    "keys_tensor": parse("i64[2] = (1, 2)"), "values_tensor": parse("i64[2] = (3, 4)"),
    "default_tensor": parse("i64[1] = (0)"),
}  # fmt: skip

REFUSED_TENSORS = [
    ("default_tensor", "i64[2] = (1, 2)", "SI217 default_tensor is i64[2] = (1, 2), needed one element of rank 1"),
    ("default_tensor", "i64[] = 1", "SI217 default_tensor is i64[] = 1, needed one element of rank 1"),
    ("default_tensor", "f32[1] = (1)",
     "SI102 default_tensor is f32[1] = (1), and the values are i64: needed the same type"),
    ("keys_tensor", "i64[2, 1] = (1, 2)",
     "SI201 keys_tensor has rank 2, needed 1; keys_tensor is i64[2, 1] = (1, 2)"),
    ("values_tensor", "i64[1, 2] = (1, 2)",
     "SI201 values_tensor has rank 2, needed 1; values_tensor is i64[1, 2] = (1, 2)"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "value", "message"), REFUSED_TENSORS)
def test_tensors_are_lists(name: str, value: str, message: str) -> None:
    assert infer("LabelEncoder", 4, "i64[3]", domain=ML, given=TENSORS).errors == []
    given = {**TENSORS, name: parse(value)}
    assert infer("LabelEncoder", 4, "i64[3]", domain=ML, given=given).errors == [message]
    assert compare("LabelEncoder", 4, "i64[3]", domain=ML, given=given)[0] == "refused"


@pytest.mark.parametrize("n", [0, 1, 3])
@pytest.mark.parametrize(("opset", "X", "attributes", "output"), [r for r in ROWS if "*" not in r[1]])
def test_runs_as_inferred(opset: int, X: str, attributes: Attributes, output: str, n: int) -> None:
    assert compare("LabelEncoder", opset, X, sizes={"n": n}, domain=ML, given=attributes)[0] == "ran"


@pytest.mark.parametrize(
    "values", [{"values_tensor": parse("i64[2] = (1, 2)")}, {"values_int64s": [1, 2]}], ids=["tensor", "list"]
)
def test_the_default_is_of_the_type_of_the_values(values: Attributes) -> None:
    keys = {"keys_int64s": [1, 2]}
    given = {**keys, **values, "default_tensor": parse("f64[1] = (1.5)")}
    message = "SI102 default_tensor is f64[1], and the values are i64: needed the same type"
    assert infer("LabelEncoder", 4, "i64[2]", domain=ML, given=given).errors == [message]
    assert compare("LabelEncoder", 4, "i64[2]", domain=ML, given=given)[0] == "refused"
    given["default_tensor"] = parse("i64[1] = (7)")
    assert compare("LabelEncoder", 4, "i64[2]", domain=ML, given=given)[0] == "ran"


def test_an_empty_list_counts() -> None:
    given: Attributes = {"keys_int64s": [1, 2], "keys_floats": [], "values_floats": [1.0, 2.0]}
    inferred = infer("LabelEncoder", 4, "i64[2]", domain=ML, given=given)
    assert inferred.errors == ["SI303 2 lists of keys and 1 of values are given, needed one of each"]
    assert compare("LabelEncoder", 4, "i64[2]", domain=ML, given=given)[0] == "refused"
    assert infer("LabelEncoder", 2, "i64[2]", domain=ML, given=given).errors == inferred.errors
    assert compare("LabelEncoder", 2, "i64[2]", domain=ML, given=given)[0] == "refused"


def test_an_empty_list_before_the_one_is_none_in_the_fourth_version() -> None:
    given: Attributes = {"keys_int64s": [], "keys_floats": [1.0], "values_floats": [1.0]}
    assert infer("LabelEncoder", 4, "f32[2]", domain=ML, given=given).findings == []
    assert compare("LabelEncoder", 4, "f32[2]", domain=ML, given=given)[0] == "ran"
    assert compare("LabelEncoder", 2, "f32[2]", domain=ML, given=given)[0] == "refused"
