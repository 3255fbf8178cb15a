"""Normalizer: the same shape, rank 1 or 2."""

from __future__ import annotations

import pytest

from shapeinfer.testing import infer
from tests.oracle import compare

ML = "ai.onnx.ml"


@pytest.mark.parametrize(
    ("X", "output"), [("f64[n, f]", "f32[n, f]"), ("i64[f]", "f32[f]"), ("f32[*]", "f32[*]")]
)
def test_same_shape(X: str, output: str) -> None:
    assert infer("Normalizer", 1, X, domain=ML, norm="L2").output == output


def test_refused() -> None:
    assert infer("Normalizer", 1, "f32[2, 2, 2]", domain=ML).errors == [
        "SI201 X has rank 3, needed 1 to 2; X is f32[2, 2, 2]"
    ]
    assert infer("Normalizer", 1, "f32[2]", domain=ML, norm="L3").errors == [
        "SI303 norm is 'L3', needed MAX, L1 or L2"
    ]
    assert compare("Normalizer", 1, "f32[2, 2, 2]", domain=ML)[0] == "refused"
    assert compare("Normalizer", 1, "f32[2]", domain=ML, norm="L3")[0] == "refused"


@pytest.mark.parametrize("n", [0, 1, 3])
def test_runs_as_inferred(n: int) -> None:
    for X in ("f32[n, 3]", "f32[3]", "f64[3, n]"):
        for norm in ("MAX", "L1", "L2"):
            assert compare("Normalizer", 1, X, sizes={"n": n}, domain=ML, norm=norm)[0] == "ran"
