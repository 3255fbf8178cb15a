"""Scaler: the same shape; as many scales as features, or one."""

from __future__ import annotations

import pytest

from shapeinfer.testing import infer
from tests.oracle import compare

ML = "ai.onnx.ml"
THREE = {"offset": [1.0] * 3, "scale": [2.0] * 3}
SINGLE = {"offset": [1.0], "scale": [2.0]}

ROWS = [
    ("f32[n, f]", SINGLE, "f32[n, f]", []),
    ("f64[n, f]", THREE, "f32[n, f]", ["f == 3"]),
    ("f32[f]", THREE, "f32[f]", ["f == 3"]),
    ("f32[n, f, k]", THREE, "f32[n, f, k]", ["f == 3"]),
    ("f32[*]", THREE, "f32[*]", []),
]


@pytest.mark.parametrize(("X", "attributes", "output", "requirements"), ROWS)
def test_same_shape(X: str, attributes: dict[str, list[float]], output: str, requirements: list[str]) -> None:
    inferred = infer("Scaler", 1, X, domain=ML, given=attributes)
    assert (inferred.output, inferred.requirements, inferred.findings) == (output, requirements, [])


REFUSED = [
    ("f32[]", SINGLE, "SI201 X has rank 0, needed at least 1; X is f32[]"),
    ("f32[2, 4]", THREE, "SI214 scale has 3 entries, needed 1 or 4; X is f32[2, 4]"),
    ("f32[2, 2, 3]", THREE, "SI214 scale has 3 entries, needed 1 or 2; X is f32[2, 2, 3]"),
    ("f32[2]", {}, "SI219 scale has 0 entries and offset 0, needed the same number of both, 1 at least"),
    ("f32[3]", {"offset": [1.0] * 3, "scale": [1.0]},
     "SI219 scale has 1 entries and offset 3, needed the same number of both, 1 at least"),
]  # fmt: skip


@pytest.mark.parametrize(("X", "attributes", "message"), REFUSED)
def test_refused(X: str, attributes: dict[str, list[float]], message: str) -> None:
    assert infer("Scaler", 1, X, domain=ML, given=attributes).errors == [message]
    assert compare("Scaler", 1, X, domain=ML, given=attributes)[0] == "refused"


@pytest.mark.parametrize("n", [0, 1, 3])
def test_runs_as_inferred(n: int) -> None:
    for X in ("f32[n, 3]", "f32[3]", "i64[n, 3]", "f64[n, 3, 2]"):
        for attributes in (SINGLE, THREE):
            assert compare("Scaler", 1, X, sizes={"n": n}, domain=ML, given=attributes)[0] == "ran"
