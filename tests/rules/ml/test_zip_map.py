"""ZipMap: a map for each row."""

from __future__ import annotations

import pytest

from shapeinfer.testing import infer
from tests.oracle import compare

ML = "ai.onnx.ml"


def test_a_map_for_each_row() -> None:
    inferred = infer("ZipMap", 1, "f32[n, c]", domain=ML, classlabels_int64s=[0, 1])
    assert (inferred.output, inferred.requirements) == ("seq[n](map(i64, f32[]))", ["c == 2"])
    assert infer("ZipMap", 1, "f32[2]", domain=ML, classlabels_strings=["a", "b"]).output == (
        "seq[1](map(str, f32[]))"
    )


def test_refused() -> None:
    wrong = {"classlabels_int64s": [0, 1]}
    assert infer("ZipMap", 1, "f32[2, 3]", domain=ML, given=wrong).errors == [
        "SI217 X has 3 columns, needed one for each of 2 class labels; X is f32[2, 3]"
    ]
    assert compare("ZipMap", 1, "f32[2, 3]", domain=ML, given=wrong)[0] == "refused"
    assert infer("ZipMap", 1, "f32[2, 3]", domain=ML).errors == [
        "SI303 there are no class labels, needed one for each column"
    ]
    assert compare("ZipMap", 1, "f32[2, 3]", domain=ML)[0] == "refused"
    assert compare("ZipMap", 1, "f32[2, 1, 2]", domain=ML, given=wrong)[0] == "refused"
    assert infer("ZipMap", 1, "f32[2, 1, 2]", domain=ML, given=wrong).errors == [
        "SI201 X has rank 3, needed 1 to 2; X is f32[2, 1, 2]"
    ]


@pytest.mark.parametrize("n", [0, 1, 3])
def test_runs_as_inferred(n: int) -> None:
    for X in ("f32[n, 2]", "f32[2]"):
        assert compare("ZipMap", 1, X, sizes={"n": n}, domain=ML, classlabels_int64s=[0, 1])[0] == "ran"
        assert compare("ZipMap", 1, X, sizes={"n": n}, domain=ML, classlabels_strings=["a", "b"])[0] == "ran"
