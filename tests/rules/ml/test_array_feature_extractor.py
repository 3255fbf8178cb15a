"""ArrayFeatureExtractor: columns by index."""

from __future__ import annotations

import pytest

from shapeinfer.testing import infer
from tests.oracle import compare

ML = "ai.onnx.ml"

ROWS = [
    ("f32[n, f]", "i64[2] = (0, 1)", "f32[n, 2]", ["f >= 2"]),
    ("f32[n, 5]", "i64[k]", "f32[n, k]", ["k >= 1"]),
    ("f32[5]", "i64[2] = (0, 4)", "f32[1, 2]", []),
    ("f32[a, b, 5]", "i64[1, 2] = (0, 4)", "f32[a, b, 2]", []),
    ("i64[1, 3] = (7, a, 9)", "i64[2] = (1, 0)", "i64[1, 2] = (a, 7)", []),
    ("i64[3] = (7, a, 9)", "i64[2] = (1, 0)", "i64[1, 2] = (a, 7)", []),
    ("f32[*]", "i64[2]", "f32[*]", []),
    ("f32[n, 5]", "i64[*]", "f32[n, ?0]", ["?0 >= 1"]),
]


@pytest.mark.parametrize(("X", "Y", "output", "requirements"), ROWS)
def test_columns(X: str, Y: str, output: str, requirements: list[str]) -> None:
    inferred = infer("ArrayFeatureExtractor", 1, X, Y, domain=ML)
    assert (inferred.output, inferred.requirements, inferred.findings) == (output, requirements, [])


def test_refused() -> None:
    assert infer("ArrayFeatureExtractor", 1, "f32[]", "i64[1]", domain=ML).errors == [
        "SI201 X has rank 0, needed at least 1; X is f32[]"
    ]
    assert infer("ArrayFeatureExtractor", 1, "f32[2, 3]", "i64[1] = (3)", domain=ML).errors == [
        "SI301 Y holds 3, needed 0 to 2 for the last axis of X of size 3"
    ]
    assert infer("ArrayFeatureExtractor", 1, "f32[2, 3]", "i64[1] = (-1)", domain=ML).errors == [
        "SI301 Y holds -1, needed 0 to 2 for the last axis of X of size 3"
    ]
    empty = infer("ArrayFeatureExtractor", 1, "f32[2, 3]", "i64[0] = ()", domain=ML)
    assert empty.findings == ["SI307 Y holds 0 indices, needed at least 1; Y is i64[0] = ()"]
    nothing = infer("ArrayFeatureExtractor", 1, "f32[2, 0]", "i64[k]", domain=ML)
    assert nothing.errors == [
        "SI301 axis 1 is 0, needed at least 1, so that Y can point into it; data is f32[2, 0]"
    ]
    assert compare("ArrayFeatureExtractor", 1, "f32[2, 0]", "i64[1]", domain=ML)[0] == "refused"
    for X, Y in (("f32[2, 3]", "i64[1] = (3)"), ("f32[2, 3]", "i64[1] = (-1)"), ("f32[2, 3]", "i64[0] = ()")):
        assert compare("ArrayFeatureExtractor", 1, X, Y, domain=ML)[0] == "refused"


@pytest.mark.parametrize("n", [0, 1, 3])
def test_runs_as_inferred(n: int) -> None:
    for X in ("f32[n, 5]", "f32[5]", "i64[n, 2, 5]"):
        for Y in ("i64[2] = (0, 4)", "i64[1] = (2)", "i64[2, 1] = (1, 0)"):
            assert compare("ArrayFeatureExtractor", 1, X, Y, sizes={"n": n}, domain=ML)[0] == "ran"
