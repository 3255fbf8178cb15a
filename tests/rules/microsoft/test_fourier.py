"""Fourier transforms and complex numbers as pairs."""

from __future__ import annotations

import pytest

from tests.table import Domain, Row

op = Domain("com.microsoft")


# Nothing here runs these: the documentation is all there is (or the runtime crashes of them).
UNTRIED = [
    op("Rfft", "f32[b, n]", "f32[b, n//2 + 1, 2]", signal_ndim=1),
    op("Irfft", "f32[b, n, 2]", "f32[b, 2*n - 2]", signal_ndim=1),
    op(
        "Irfft",
        "f32[b, n, 3]",
        "f32[b, 2*n - 2]",
        finds="SI217 X has 3 on its last axis, needed 2: real and imaginary part; X is f32[b, n, 3]",
        signal_ndim=1,
    ),
    op("ComplexMul", "f32[b, n, 2]; f32[n, 2]", "f32[b, n, 2]"),
    op("ComplexMulConj", "f32[n, 2]; f32[n, 2]", "f32[n, 2]"),
]


@pytest.mark.parametrize("one", UNTRIED, ids=str)
def test_inferred(one: Row) -> None:
    one.check()
