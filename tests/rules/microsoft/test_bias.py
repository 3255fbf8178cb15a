"""Biases fused with additions, activations and dropout."""

from __future__ import annotations

import pytest

from tests.table import Domain, Row

op = Domain("com.microsoft")


# Nothing here runs these: the documentation is all there is (or the runtime crashes of them).
UNTRIED = [
    op("BiasAdd", "f16[b, s, 8]; f16[8]; f16[b, s, 8]", "f16[b, s, 8]"),
    op(
        "BiasAdd",
        "f16[b, s, 8]; f16[7]; f16[b, s, 8]",
        "f16[b, s, 8]",
        finds="SI217 bias has 7 on axis 0, needed 8; bias is f16[7]",
    ),
    op("BiasSplitGelu", "f16[b, s, 8]; f16[8]", "f16[b, s, 4]"),
    op(
        "BiasSplitGelu",
        "f16[b, s, 7]; f16[7]",
        "f16[b, s, ?0]",
        finds="SI218 X has 7 on its last axis, needed an even number; X is f16[b, s, 7]",
    ),
    op("BiasSoftmax", "f32[b, h, s, t]; f32[b, 1, 1, t]", "f32[b, h, s, t]", axis=3, is_inner_broadcast=0),
    op("BiasDropout", "f32[n, 8]; f32[8]; f32[n, 8]; f32[]; bool[]", "f32[n, 8]; bool[n, 8]"),
    op(
        "BiasDropout",
        "f32[n, 8]; f32[7]",
        "f32[n, 8]",
        finds="SI217 bias has 7 on axis 0, needed 8; bias is f32[7]",
    ),
    op("BitmaskDropout", "f32[n, 8]", "f32[n, 8]; u32[ceildiv(n, 4)]"),
    op("BitmaskBiasDropout", "f32[n, 8]; f32[8]", "f32[n, 8]; u32[ceildiv(n, 4)]"),
]


@pytest.mark.parametrize("one", UNTRIED, ids=str)
def test_inferred(one: Row) -> None:
    one.check()
