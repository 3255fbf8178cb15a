"""FeatureVectorizer: features side by side."""

from __future__ import annotations

import pytest

from shapeinfer.testing import infer
from tests.oracle import compare

ML = "ai.onnx.ml"


def test_columns_add_up() -> None:
    inferred = infer("FeatureVectorizer", 1, "f32[n, 3]", "f32[m, 4]", domain=ML, inputdimensions=[3, 4])
    assert (inferred.output, inferred.requirements) == ("f32[n, 7]", ["n == m", "n >= 1"])
    inferred = infer("FeatureVectorizer", 1, "f32[3]", "f32[4]", domain=ML, inputdimensions=[3, 4])
    assert (inferred.output, inferred.findings) == ("f32[1, 7]", [])
    inferred = infer("FeatureVectorizer", 1, "f32[*]", domain=ML, inputdimensions=[3])
    assert inferred.output == "f32[?0, 3]"


REFUSED = [
    (("f32[2, 3]", "f32[3, 4]"), [3, 4],
     "SI217 X[1] has 3 rows, needed the 2 of those before; it is f32[3, 4]"),
    (("f32[2, 3]", "f32[2, 4]"), [3],
     "SI219 inputdimensions has 1 entries, needed one for each of 2 inputs"),
    (("f32[]",), [1], "SI201 X[0] has rank 0, needed at least 1; X[0] is f32[]"),
]  # fmt: skip


@pytest.mark.parametrize(("X", "sizes", "message"), REFUSED)
def test_refused(X: tuple[str, ...], sizes: list[int], message: str) -> None:
    assert infer("FeatureVectorizer", 1, *X, domain=ML, inputdimensions=sizes).errors == [message]
    assert compare("FeatureVectorizer", 1, *X, domain=ML, inputdimensions=sizes)[0] == "refused"


def test_other_numbers_of_features_run() -> None:
    outcome, inferred = compare("FeatureVectorizer", 1, "f32[2, 3]", domain=ML, inputdimensions=[2])
    assert (outcome, inferred.output) == ("ran", "f32[2, 2]")
    assert inferred.findings == ["SI214 X[0] is f32[2, 3], and inputdimensions gives it 2 features"]


def test_no_row_is_a_warning() -> None:
    # The runtime aborts the whole process: not to be tried here.
    inferred = infer("FeatureVectorizer", 1, "f32[0, 3]", "f32[0, 2]", domain=ML, inputdimensions=[3, 2])
    assert inferred.findings == ["SI307 there are 0 rows, needed at least 1"]


@pytest.mark.parametrize("n", [1, 3])
def test_runs_as_inferred(n: int) -> None:
    for X in (("f32[n, 3]", "f32[n, 4]"), ("f32[3]", "f32[1, 4]"), ("i64[n, 3]", "i64[n, 4]")):
        run = compare("FeatureVectorizer", 1, *X, sizes={"n": n}, domain=ML, inputdimensions=[3, 4])
        assert run[0] == "ran"


def test_one_input_may_have_no_row() -> None:
    outcome, inferred = compare("FeatureVectorizer", 1, "f32[0, 3]", domain=ML, inputdimensions=[3])
    assert (outcome, inferred.output, inferred.findings) == ("ran", "f32[0, 3]", [])
