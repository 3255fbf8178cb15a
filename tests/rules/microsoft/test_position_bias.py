"""Biases by relative position."""

from __future__ import annotations

import pytest

from tests.table import Domain, Row

op = Domain("com.microsoft")


# Nothing here runs these: the documentation is all there is (or the runtime crashes of them).
UNTRIED = [
    op("RelativePositionBias", "f32[32, 8]; i64[1] = (s); i64[1] = (t)", "f32[1, 8, s, t]", max_distance=128),
    op("RelativePositionBias", "f32[32, 8]; i64[1]; i64[1]", "f32[1, 8, ?0, ?1]", max_distance=128),
    op(
        "GatedRelativePositionBias",
        "f16[b, s, 64]; f16[64]; f16[1, 8, s, s]; f16[8, 8]; f16[8]; f16[1, 8, 1, 1]",
        "f16[b, 8, s, s]",
        num_heads=8,
    ),
    op(
        "GatedRelativePositionBias",
        "f16[t, 64]; f16[64]; f16[1, 8, s, s]; f16[8, 8]; f16[8]; f16[1, 8, 1, 1]; i32[b, s]",
        "f16[b, 8, s, s]",
        num_heads=8,
    ),
]


@pytest.mark.parametrize("one", UNTRIED, ids=str)
def test_inferred(one: Row) -> None:
    one.check()
