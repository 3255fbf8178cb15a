"""The layout NCHWc."""

from __future__ import annotations

import pytest

from tests.table import Domain, Row

op = Domain("com.microsoft.nchwc")


RUN = [
    op(
        "Conv",
        "f32[b, 16, h, w]; f32[32, 16, 3, 3]",
        "f32[b, 32, h, w]",
        needs=("h >= 1", "w >= 1"),
        sizes=({"b": 1, "h": 6, "w": 5},),
        pads=[1, 1, 1, 1],
    ),
    op(
        "MaxPool",
        "f32[b, 16, h, w]",
        "f32[b, 16, h//2, w//2]",
        needs=("h >= 1 or b == 0", "w >= 1 or b == 0", "suppose h >= 2", "suppose w >= 2"),
        sizes=({"b": 1, "h": 6, "w": 5},),
        kernel_shape=[2, 2],
        strides=[2, 2],
    ),
    op("AveragePool", "f32[1, 16, 6, 6]", "f32[1, 16, 4, 4]", kernel_shape=[3, 3]),
    op("GlobalAveragePool", "f32[b, 16, 4, 4]", "f32[b, 16, 1, 1]", sizes=({"b": 1}, {"b": 2})),
    op("GlobalMaxPool", "f32[1, 16, 4, 4]", "f32[1, 16, 1, 1]"),
    op("ReorderInput", "f32[b, 32, 4, 4]", "f32[b, 32, 4, 4]", sizes=({"b": 1},)),
    op("ReorderInput", "f32[b, 4, 4, 12]", "f32[b, ?0, 4, 4]", sizes=({"b": 1},), channels_last=1),
    op("ReorderOutput", "f32[b, 16, 4, 4]", "f32[b, 12, 4, 4]", sizes=({"b": 1},), channels=12),
    op(
        "ReorderOutput",
        "f32[b, 16, 4, 5]",
        "f32[b, 4, 5, 12]",
        sizes=({"b": 1},),
        channels=12,
        channels_last=1,
    ),
    op("Upsample", "f32[b, 16, 4, 4]", "f32[b, 16, 8, 12]", sizes=({"b": 1},), scales=[1, 1, 2, 3]),
]


@pytest.mark.parametrize("one", RUN, ids=str)
def test_runs_as_inferred(one: Row) -> None:
    one.check()
    assert "ran" in one.compare()


# Nothing here runs these: the documentation is all there is (or the runtime crashes of them).
UNTRIED = [
    op("ReorderOutput", "f32[1, 16, 4, 4]", "f32[*]", finds="SI303 channels is 0, needed at least 1"),
    op("Upsample", "f32[1, 16, 4, 4]", "f32[*]", finds="SI219 scales is (2), needed 4 of them", scales=[2]),
]


@pytest.mark.parametrize("one", UNTRIED, ids=str)
def test_inferred(one: Row) -> None:
    one.check()
