"""Padding of com.microsoft."""

from __future__ import annotations

import pytest

from tests.table import Domain, Row

op = Domain("com.microsoft")


RUN = [
    op("Pad", "f32[n, 3]; i64[4] = (0, 1, 0, 2)", "f32[n, 6]"),
    op("Pad", "f32[n, 3]; i64[1, 4] = (0, 1, 0, -1); f32[1]", "f32[n, 3]"),
]


@pytest.mark.parametrize("one", RUN, ids=str)
def test_runs_as_inferred(one: Row) -> None:
    one.check()
    assert "ran" in one.compare()


REFUSED = [
    op(
        "Pad",
        "f32[2, 3]; i64[2] = (0, 1)",
        "f32[*]",
        finds="SI219 pads has 2 entries, needed 4: two for each axis; data is f32[2, 3]",
    ),
    op(
        "Pad",
        "f32[2, 3]; i64[4] = (0, -2, 0, -2)",
        "f32[2, ?0]",
        finds="SI216 axis 1 of data is 3, and -2 and -2 added leave -1, needed 0 or more; data is f32[2, 3]",
    ),
    op(
        "Pad",
        "f32[2, 3]; i64[4, 1] = (0, 1, 0, 2)",
        "f32[2, 6]",
        finds="SI217 pads has 4 on axis 0, needed 1 beside a second axis; it is i64[4, 1] = (0, 1, 0, 2)",
    ),
]


@pytest.mark.parametrize("one", REFUSED, ids=str)
def test_refused(one: Row) -> None:
    one.check()
    assert set(one.compare()) == {"refused"}


# Nothing here runs these: the documentation is all there is (or the runtime crashes of them).
UNTRIED = [
    op("Pad", "f32[n, 3]; i64[4]", "f32[?0, ?1]"),
    op("Pad", "f32[*]; i64[4]", "f32[?0, ?1]"),
    op("RemovePadding", "f16[b, s, 8]; i32[b]", "f16[?0, 8]; i32[b, s]; i32[b + 1]; i32[1]"),
    op("RestorePadding", "f16[t, 8]; i32[b, s]", "f16[b, s, 8]"),
]


@pytest.mark.parametrize("one", UNTRIED, ids=str)
def test_inferred(one: Row) -> None:
    one.check()
