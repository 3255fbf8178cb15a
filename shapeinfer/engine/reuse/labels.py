"""Labels of a list: numbers that ascend with its order. Only what is inserted gets new ones."""

from __future__ import annotations

# How far apart neighbours are at first.
_GAP = 1 << 32


def spread(count: int) -> range:
    """The labels of so many from nothing."""
    return range(0, count * _GAP, _GAP)


def between(low: int | None, high: int | None, count: int) -> range:
    """Labels for so many that are inserted between two neighbours (None: there is none); an empty range if
    there is no room."""
    room = _GAP * (count + 1)
    if high is None:
        high = room if low is None else low + room
    if low is None:
        low = high - room
    step = (high - low) // (count + 1)
    return range(low + step, low + step * (count + 1), step) if step else range(0)
