"""Normalizations with a residual, of groups, of branches."""

from __future__ import annotations

import pytest

from tests.table import Domain, Row

op = Domain("com.microsoft")


RUN = [
    op(
        "SimplifiedLayerNormalization",
        "f32[b, s, 8]; f32[8]",
        "f32[b, s, 8]; f32[b, s, 1]",
        domain="",
        opset=13,
    ),
    op(
        "SimplifiedLayerNormalization",
        "f32[b, s, 8]; f32[8]",
        "f32[b, s, 8]; f32[b, 1, 1]",
        needs="8*s >= 1",
        domain="",
        opset=17,
        axis=1,
    ),
    op("SimplifiedLayerNormalization", "f16[b, 8]; f32[8]", "f32[b, 8]", domain="", opset=13),
    op(
        "SkipLayerNormalization",
        "f32[b, s, 8]; f32[b, s, 8]; f32[8]; f32[8]; f32[8]",
        "f32[b, s, 8]; f32[b, s, 1]; f32[b, s, 1]; f32[b, s, 8]",
    ),
    op("SkipLayerNormalization", "f32[b, s, 8]; f32[1, s, 8]; f32[8]", "f32[b, s, 8]"),
    op(
        "SkipLayerNormalization",
        "f32[b, s, 8]; f32[t, 8]; f32[8]",
        "f32[b, s, 8]",
        needs="t == s",
        sizes=({"b": 2, "s": 3, "t": 3}, {"b": 2, "s": 1, "t": 3}),
    ),
    op("SkipLayerNormalization", "f32[s, 8]; f32[s, 8]; f32[8]", "f32[s, 8]"),
    op(
        "SkipSimplifiedLayerNormalization",
        "f32[1, 0, 8]; f32[0, 0, 8]; f32[8]",
        "f32[1, 0, 8]",
        finds="SI207 on axis 0 skip has 0, needed the 1 of input; skip is f32[0, 0, 8], input is f32[1, 0, 8]",
    ),
    op(
        "SkipLayerNormalization",
        "f32[b, s, h]; f32[b, s, h]; f32[8]",
        "f32[b, s, h]",
        needs=("h >= 1", "h == 8"),
        sizes=({"b": 2, "s": 3, "h": 8}, {"b": 2, "s": 3, "h": 7}),
    ),
    op(
        "SkipLayerNormalization",
        "f32[4, 3, 8]; f32[2, 3, 8]; f32[8]",
        "f32[4, 3, 8]",
        finds="SI207 on axis 0 skip has 2, needed the 4 of input; skip is f32[2, 3, 8], input is f32[4, 3, "
        "8]",
    ),
    op(
        "SkipSimplifiedLayerNormalization",
        "f32[b, s, 8]; f32[b, s, 8]; f32[8]; f32[8]",
        "f32[b, s, 8]; f32[b, s, 1]; f32[b, s, 1]; f32[b, s, 8]",
    ),
    op("SkipSimplifiedLayerNormalization", "f32[n, 8]; f32[n, 8]; f32[8]", "f32[n, 8]"),
    op("GatedRMSNorm", "f32[n, 8]; f32[4]; f32[n, 8]", "f32[n, 8]"),
]


@pytest.mark.parametrize("one", RUN, ids=str)
def test_runs_as_inferred(one: Row) -> None:
    one.check()
    assert "ran" in one.compare()


REFUSED = [
    op(
        "SimplifiedLayerNormalization",
        "f32[2, 8]; f32[7]",
        "f32[2, 8]",
        finds="SI207 on axis 0 scale has 7, needed 1 or the 8 of X; scale is f32[7], X is f32[2, 8]",
        domain="",
        opset=13,
    ),
    op(
        "SimplifiedLayerNormalization",
        "f32[2, 8]; f32[8]",
        "f32[*]",
        finds="SI202 axis is 2, needed -2 to 1 for rank 2",
        domain="",
        opset=13,
        axis=2,
    ),
    op(
        "SkipLayerNormalization",
        "f32[2, 3, 8]; f32[2, 1, 8]; f32[8]",
        "f32[2, 3, 8]",
        finds="SI217 on axis -2 skip has 1, needed the 3 of input; skip is f32[2, 1, 8], input is f32[2, 3, "
        "8]",
    ),
    op(
        "SkipLayerNormalization",
        "f32[2, 3, 8]; f32[8]; f32[8]",
        "f32[*]",
        finds="SI201 skip has rank 1, needed 2 to 3; skip is f32[8]",
    ),
    op(
        "SkipLayerNormalization",
        "f32[2, 3, 8]; f32[2, 3, 8]; f32[1]",
        "f32[2, 3, 8]",
        finds="SI214 gamma has 1 on axis 0, needed 8, the last axis of input; gamma is f32[1]",
    ),
    op(
        "SkipLayerNormalization",
        "f32[2, 3, 8]; f32[2, 3, 8]; f32[8]; f32[7]",
        "f32[2, 3, 8]",
        finds="SI214 beta has 7 on axis 0, needed 8, the last axis of input; beta is f32[7]",
    ),
    op(
        "SkipLayerNormalization",
        "f32[2, 3, 8]; f32[2, 3, 8]; f32[8]; -; f32[7]",
        "f32[2, 3, 8]",
        finds="SI214 bias has 7 on axis 0, needed 8, the last axis of input; bias is f32[7]",
    ),
    op(
        "SkipLayerNormalization",
        "f32[2, 3, 0]; f32[2, 3, 0]; f32[0]",
        "f32[2, 3, 0]",
        finds="SI226 the last axis of input has 0, needed at least 1; input is f32[2, 3, 0]",
    ),
    op(
        "SkipSimplifiedLayerNormalization",
        "f32[8]; f32[8]; f32[8]",
        "f32[*]",
        finds="SI201 input has rank 1, needed 2 to 3; input is f32[8]",
    ),
    op(
        "GatedRMSNorm",
        "f32[2, 8]; f32[3]; f32[2, 8]",
        "f32[2, 8]",
        finds="SI218 the last axis of X has 8, needed a multiple of the 3 of scale; X is f32[2, 8]",
    ),
    op(
        "GatedRMSNorm",
        "f32[2, 8]; f32[4]; f32[2, 7]",
        "f32[2, 8]",
        finds="SI214 gate has 7 on axis 1, needed 8, the shape of X; gate is f32[2, 7]",
    ),
]


@pytest.mark.parametrize("one", REFUSED, ids=str)
def test_refused(one: Row) -> None:
    one.check()
    assert set(one.compare()) == {"refused"}


# Nothing here runs these: the documentation is all there is (or the runtime crashes of them).
UNTRIED = [
    op("SimplifiedLayerNormalization", "f32[*]; f32[8]", "f32[*]; f32[*]", domain="", opset=13),
    op("SkipLayerNormalization", "f32[*]; f32[b, s, 8]; f32[8]", "f32[*]"),
    op("GroupNorm", "f16[b, h, w, 32]; f32[32]; f32[32]", "f16[b, h, w, 32]", activation=1, groups=8),
    op(
        "GroupNorm",
        "f16[b, 32, h, w]; f32[32]; f32[32]",
        "f16[b, 32, h, w]",
        activation=0,
        groups=8,
        channels_last=0,
    ),
    op(
        "GroupNorm",
        "f16[b, h, w, 30]; f32[30]; f32[30]",
        "f16[b, h, w, 30]",
        finds="SI212 X has 30 channels, needed a multiple of the 8 groups; X is f16[b, h, w, 30]",
        activation=1,
        groups=8,
    ),
    op(
        "GroupNorm",
        "f16[b, h, w, 32]; f32[31]; f32[32]",
        "f16[b, h, w, 32]",
        finds="SI214 gamma has 31 on axis 0, needed 32, the channels of X; gamma is f32[31]",
        activation=1,
        groups=8,
    ),
    op(
        "SkipGroupNorm",
        "f16[b, h, w, 32]; f32[32]; f32[32]; f16[b, 1, 1, 32]; f16[32]",
        "f16[b, h, w, 32]; f16[b, h, w, 32]",
        activation=1,
        groups=8,
    ),
    op(
        "SkipGroupNorm",
        "f16[b, h, w, 32]; f32[32]; f32[32]; f16[b, 32]",
        "f16[b, h, w, 32]; f16[b, h, w, 32]",
        activation=1,
        groups=8,
    ),
    op(
        "SkipGroupNorm",
        "f16[b, h, w, 32]; f32[32]; f32[32]; f16[b, 31]",
        "f16[b, h, w, 32]; f16[b, h, w, 32]",
        finds="SI217 on axis 1 skip has 31, needed 32; skip is f16[b, 31], X is f16[b, h, w, 32]",
        activation=1,
        groups=8,
    ),
    op(
        "SkipGroupNorm",
        "f16[b, h, w, 32]; f32[32]; f32[32]; f16[b, 1, 32]",
        "f16[*]; f16[*]",
        finds="SI201 skip has rank 3, needed 2 or 4; skip is f16[b, 1, 32]",
        activation=1,
        groups=8,
    ),
    op("QOrderedLayerNormalization", "i8[b, s, 8]; f32[]; f32[8]; -; f32[]", "i8[b, s, 8]"),
    op(
        "SkipLayerNormalization",
        "f32[4, 3, 1]; f32[0, 3, 1]; f32[1]",
        "f32[4, 3, 1]",
        finds=(
            "SI307 skip is f32[0, 3, 1], and ONNX Runtime dies where it is empty and input is not; input is f32[4, 3, 1]",
            "SI207 on axis 0 skip has 0, needed the 4 of input; skip is f32[0, 3, 1], input is f32[4, 3, 1]",
        ),
    ),
]


@pytest.mark.parametrize("one", UNTRIED, ids=str)
def test_inferred(one: Row) -> None:
    one.check()
