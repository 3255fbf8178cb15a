"""InstanceNormalization, GroupNormalization, LayerNormalization, RMSNormalization and others."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("InstanceNormalization", (6, 22), "f32[b, 3, h, 4]; f32[3]; f32[3]", "f32[b, 3, h, 4]"),
    row("InstanceNormalization", 6, "f32[b, c, 4]; f32[c]; f32[3]", "f32[b, c, 4]", needs="c == 3",
        sizes=({"b": 2, "c": 3},)),
    row("InstanceNormalization", (6, 22), "f32[*]; f32[3]; f32[3]", "f32[*]", sizes=()),
    row("InstanceNormalization", 1, "f32[2, 3, 4]; f32[3]; f32[3]", "f32[2, 3, 4]", sizes=()),
    row("GroupNormalization", 21, "f32[b, 4, h]; f32[4]; f32[4]", "f32[b, 4, h]", num_groups=2,
        needs=("b >= 1", "h >= 1"), sizes=({"b": 2, "h": 3}, {"b": 1, "h": 1}, {"b": 0, "h": 1}, {"b": 1, "h": 0})),
    row("GroupNormalization", 21, "f32[2, c]; f32[c]; f32[c]", "f32[2, c]", needs=("c % 2 == 0", "c >= 1"), num_groups=2,
        sizes=({"c": 4}, {"c": 0})),
    row("GroupNormalization", 21, "f32[*]; f32[4]; f32[4]", "f32[*]", num_groups=2, sizes=()),
    row("GroupNormalization", (18, 21), "f32[2, c, 0, 4]; f32[2]; f32[2]", "f32[*]", num_groups=2, needs="c <= 1",
        sizes=({"c": 1}, {"c": 2})),
    row("GroupNormalization", (18, 21), "f32[2, 1, 0, 4]; f32[2]; f32[2]", "f32[2, 1, 0, 4]", num_groups=2,
        finds=
            "SI307 X is f32[2, 1, 0, 4], without elements, at which ONNX Runtime fails unless it has fewer "
            "channels (1) than groups (2)"),
    row("GroupNormalization", 18, "f32[b, 4, h]; f32[2]; f32[2]", "f32[b, 4, h]", num_groups=2,
        needs=("b >= 1", "h >= 1"), sizes=({"b": 2, "h": 3},)),
    row("LayerNormalization", 17, "f32[b, s, 8]; f32[8]; f32[8]", "f32[b, s, 8]"),
    row("LayerNormalization", 17, "f32[b, s, 8]; f32[8]", "f32[b, s, 8]; f32[b, s, 1]; f32[b, s, 1]"),
    row("LayerNormalization", 17, "f32[2, 3, 4]; f32[3, 4]; f32[1]",
        "f32[2, 3, 4]; f32[2, 1, 1]; f32[2, 1, 1]", axis=1),
    row("LayerNormalization", 17, "f32[2, 3, 4]; f32[2, 1, 4]", "f32[2, 3, 4]"),
    row("LayerNormalization", 17, "f32[b, d]; f32[d]", "f32[b, d]", needs="d >= 1",
        sizes=({"b": 2, "d": 3}, {"b": 0, "d": 1}, {"b": 2, "d": 0})),
    row("LayerNormalization", 17, "f32[2, 3, 4]; f32[]", "f32[2, 3, 4]", axis=-3),
    row("LayerNormalization", 17, "f32[*]; f32[8]", "f32[*]; f32[*]; f32[*]", sizes=()),
    row("LayerNormalization", 17, "f16[2, 4]; f16[4]", "f16[2, 4]; f32[2, 1]; f32[2, 1]"),
    row("RMSNormalization", 23, "f32[b, s, 8]; f32[8]", "f32[b, s, 8]"),
    row("RMSNormalization", 23, "f32[2, 3, 4]; f32[3, 4]", "f32[2, 3, 4]", axis=1),
    row("RMSNormalization", 23, "f32[2, 3, 4]; f32[]", "f32[2, 3, 4]"),
    row("RMSNormalization", 23, "f32[*]; f32[4]", "f32[*]", sizes=()),
    row("MeanVarianceNormalization", (9, 13), "f32[b, 3, 4, 4]", "f32[b, 3, 4, 4]"),
    row("MeanVarianceNormalization", (9, 13), "f32[2, 3, 4]", "f32[2, 3, 4]"),
    row("MeanVarianceNormalization", (9, 13), "f32[2, 3, 4]", "f32[2, 3, 4]", axes=[0, 2]),
    row("MeanVarianceNormalization", (9, 13), "f32[2, 3, 4]", "f32[2, 3, 4]", axes=[-1]),
    row("MeanVarianceNormalization", (9, 13), "f32[*]", "f32[*]", axes=[5], sizes=()),
    row("MeanVarianceNormalization", (9, 13), "f32[2, 3, 4]", "f32[2, 3, 4]", axes=[0, 5],
        finds="SI202 axes are (0, 5), needed -3 to 2 for rank 3"),
    row("LpNormalization", (1, 22), "f32[b, 3]", "f32[b, 3]"),
    row("LpNormalization", (1, 22), "f32[2, 3, n]", "f32[2, 3, n]", axis=0, p=1),
    row("LpNormalization", (1, 22), "f32[*]", "f32[*]", sizes=()),
    row("LRN", (1, 13), "f32[b, 3, 4, 4]", "f32[b, 3, 4, 4]", size=3),
    row("LRN", (1, 13), "f32[2, 3, 4]", "f32[2, 3, 4]", size=3,
        finds="SI307 X has rank 3, and ONNX Runtime takes rank 4 only; X is f32[2, 3, 4]"),
    row("LRN", (1, 13), "f32[2, 3, 4, 4]", "f32[2, 3, 4, 4]", size=2,
        finds="SI307 size is 2, and ONNX Runtime takes odd sizes only"),
    row("LRN", (1, 13), "f32[*]", "f32[*]", size=3, sizes=()),
    row("GroupNormalization", 21, "f32[2, 4, 4]; f32[1]; f32[4]", "f32[2, 4, 4]", num_groups=2,
        finds="SI307 scale is f32[1], needed one element for each of 4 channels"),
    row("GroupNormalization", 21, "f32[2, 4, 4]; f32[]; f32[4]", "f32[2, 4, 4]", num_groups=2,
        finds="SI307 scale is f32[], needed one element for each of 4 channels"),
    row("GroupNormalization", 21, "f32[2, 4, 4]; f32[c]; f32[4]", "f32[2, 4, 4]", needs="c == 4 or c == 1",
        num_groups=2, sizes=({"c": 4}, {"c": 1}, {"c": 3})),
    row("LayerNormalization", 17, "f32[2, 3]; f32[3]", "f32[2, 3]", axes=1,
        finds="SI017 attribute 'axes' is not one of LayerNormalization-17's (axis, epsilon, stash_type)"),
    row("LayerNormalization", 17, "f32[2, 3]; f32[3]; f32[0] := ()", "f32[2, 3]",
        finds="SI307 B is f32[0] := (), which ONNX Runtime treats as not given"),
]  # fmt: skip

REFUSED = [
    row("LayerNormalization", 17, "f32[2, 3]; f32[3]; f32[0]", "f32[2, 3]",
        finds="SI207 on axis 0 B has 0, needed 1 or the 3 of X; B is f32[0], X is f32[2, 3]"),
    row("InstanceNormalization", (6, 22), "f32[2, 3]; f32[3]; f32[3]", "f32[*]",
        finds="SI201 input has rank 2, needed at least 3; input is f32[2, 3]"),
    row("InstanceNormalization", (6, 22), "f32[2, 3, 4]; f32[2]; f32[3]", "f32[2, 3, 4]",
        finds="SI214 scale has 2 on axis 0, needed 3, the channels of input; scale is f32[2]"),
    row("GroupNormalization", 21, "f32[2, 4, 4]; f32[2]; f32[2]", "f32[2, 4, 4]", num_groups=2,
        finds=(
            "SI214 scale is f32[2], needed one element for each of 4 channels",
            "SI214 bias is f32[2], needed one element for each of 4 channels",
        )),
    row("GroupNormalization", 18, "f32[2, 4, 4]; f32[4]; f32[2]", "f32[2, 4, 4]", num_groups=2,
        finds="SI214 scale is f32[4], needed one element for each of 2 groups"),
    row("GroupNormalization", 21, "f32[2, 4, 4]; f32[4]; f32[4]", "f32[2, 4, 4]", num_groups=3,
        finds="SI212 X has 4 channels, needed a multiple of the 3 groups; X is f32[2, 4, 4]"),
    row("GroupNormalization", 21, "f32[2, 4, 4]; f32[4]; f32[4]", "f32[*]", num_groups=0,
        finds="SI303 num_groups is 0, needed at least 1"),
    row("LayerNormalization", 17, "f32[2, 3, 4]; f32[3]", "f32[2, 3, 4]",
        finds="SI207 on axis 0 Scale has 3, needed 1 or the 4 of X; Scale is f32[3], X is f32[2, 3, 4]"),
    row("LayerNormalization", 17, "f32[2, 3, 4]; f32[4]; f32[3]", "f32[2, 3, 4]",
        finds="SI207 on axis 0 B has 3, needed 1 or the 4 of X; B is f32[3], X is f32[2, 3, 4]"),
    row("LayerNormalization", 17, "f32[2, 3, 4]; f32[4]", "f32[*]", axis=3,
        finds="SI202 axis is 3, needed -3 to 2 for rank 3"),
    row("LayerNormalization", 17, "f32[]; f32[]", "f32[*]",
        finds="SI201 X has rank 0, needed at least 1; X is f32[]"),
    row("LayerNormalization", 17, "f32[2, 0]; f32[0]", "f32[2, 0]",
        finds="SI226 axes 1 and up of X hold 0 elements, needed at least 1; X is f32[2, 0]"),
    row("LayerNormalization", 17, "f32[4]; f32[2, 4]", "f32[*]",
        finds="SI207 Scale has rank 2, needed at most the rank 1 of X; Scale is f32[2, 4], X is f32[4]"),
    row("RMSNormalization", 23, "f32[2, 3, 4]; f32[3]", "f32[2, 3, 4]",
        finds="SI207 on axis 0 scale has 3, needed 1 or the 4 of X; scale is f32[3], X is f32[2, 3, 4]"),
    row("RMSNormalization", 23, "f32[2, 3, 4]; f32[4]", "f32[*]", axis=-4,
        finds="SI202 axis is -4, needed -3 to 2 for rank 3"),
    row("MeanVarianceNormalization", (9, 13), "f32[2, 3, 4]", "f32[2, 3, 4]", axes=[5],
        finds="SI202 axes are (5), needed -3 to 2 for rank 3"),
    row("LpNormalization", (1, 22), "f32[2, 3]", "f32[*]", axis=2,
        finds="SI202 axis is 2, needed -2 to 1 for rank 2"),
    row("LpNormalization", (1, 22), "f32[2]", "f32[2]", p=3, finds="SI303 p is 3, needed 1 or 2"),
    row("LpNormalization", (1, 22), "f32[]", "f32[*]",
        finds="SI201 input has rank 0, needed at least 1; input is f32[]"),
    row("LRN", (1, 13), "f32[2]", "f32[*]", size=3,
        finds="SI201 X has rank 1, needed at least 2; X is f32[2]"),
    row("MeanVarianceNormalization", 13, "f32[2, 3]", "f32[2, 3]", axes=[],
        finds="SI307 axes are empty, which ONNX Runtime refuses"),
    row("LRN", 13, "f32[1, 1, 2, 2]", "f32[1, 1, 2, 2]", size=3, alpha=0.0,
        finds="SI307 alpha is 0.0, and ONNX Runtime takes only what is above 0"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_normalization(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_normalization_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_normalization_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
