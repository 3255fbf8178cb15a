"""DictVectorizer: one row, one column for each word."""

from __future__ import annotations

from shapeinfer.testing import infer
from tests.oracle import compare

ML = "ai.onnx.ml"


def test_one_row() -> None:
    words = {"string_vocabulary": ["a", "b", "c"]}
    assert infer("DictVectorizer", 1, "map(str, f32[])", domain=ML, given=words).output == "f32[1, 3]"
    assert infer("DictVectorizer", 1, "?", domain=ML, given=words).output == "?[1, 3]"
    assert (
        infer("DictVectorizer", 1, "map(i64, str[])", domain=ML, int64_vocabulary=[1]).output == "str[1, 1]"
    )


def test_refused() -> None:
    inferred = infer("DictVectorizer", 1, "map(i64, f32[])", domain=ML, string_vocabulary=["a"])
    assert inferred.errors == ["SI303 X is map(i64, f32[]), and there is no int64_vocabulary"]
    outcome = compare("DictVectorizer", 1, "map(i64, f32[])", domain=ML, string_vocabulary=["a"])
    assert outcome[0] == "refused"


def test_runs_as_inferred() -> None:
    assert compare("DictVectorizer", 1, "map(i64, f32[])", domain=ML, int64_vocabulary=[1, 2])[0] == "ran"
    assert (
        compare("DictVectorizer", 1, "map(str, f32[])", domain=ML, string_vocabulary=["a", "b"])[0] == "ran"
    )
