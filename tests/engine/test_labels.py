"""Labels that ascend with an order."""

from __future__ import annotations

from itertools import pairwise

import pytest

from shapeinfer.engine.reuse.labels import between, spread


@pytest.mark.parametrize("count", [1, 2, 7])
@pytest.mark.parametrize(
    ("low", "high"), [(None, None), (None, 5), (-3, None), (0, 1 << 20), (-(1 << 70), 9)]
)
def test_labels_lie_between_those_of_the_neighbours(low: int | None, high: int | None, count: int) -> None:
    found = list(between(low, high, count))
    ends = [*([] if low is None else [low]), *found, *([] if high is None else [high])]
    assert len(found) == count
    assert all(a < b for a, b in pairwise(ends))


def test_without_room_there_are_none() -> None:
    assert not between(3, 4, 1)
    assert not between(0, 3, 3)
    assert list(between(0, 3, 2)) == [1, 2]


def test_between_labels_from_nothing_there_is_room() -> None:
    low, high, _ = spread(3)
    assert between(low, high, 1000)
