"""Binarizer: the same shape, zeros and ones."""

from __future__ import annotations

import pytest

from shapeinfer.testing import infer
from tests.oracle import compare


@pytest.mark.parametrize(
    ("X", "output"),
    [("f32[n, 3]", "f32[n, 3] in 0..1"), ("i64[]", "i64[] in 0..1"), ("f64[*]", "f64[*] in 0..1")],
)
def test_same_shape(X: str, output: str) -> None:
    assert infer("Binarizer", 1, X, domain="ai.onnx.ml", threshold=0.5).output == output


@pytest.mark.parametrize("n", [0, 1, 3])
def test_runs_as_inferred(n: int) -> None:
    for X in ("f32[n, 3]", "f32[n]", "f32[]"):
        assert compare("Binarizer", 1, X, sizes={"n": n}, domain="ai.onnx.ml", threshold=0.5)[0] == "ran"
