"""UnfoldTensor, ExpandDims, GatherND, Trilu, Unique of com.microsoft."""

from __future__ import annotations

import pytest

from tests.table import Domain, Row

op = Domain("com.microsoft")


RUN = [
    op("Trilu", "f32[n, m]; i64[]", "f32[n, m]"),
    op("Trilu", "f32[b, n, m]", "f32[b, n, m]", upper=0),
    op("Unique", "f32[n]", "f32[?0]; i64[n]; i64[?0]"),
    op(
        "UnfoldTensor",
        "f32[n, m]",
        "f32[n, (m - 1)//2, 3]",
        needs="m >= 3",
        sizes=({"n": 2, "m": 10}, {"n": 0, "m": 3}, {"n": 2, "m": 2}),
        size=3,
        step=2,
    ),
    op("UnfoldTensor", "f32[10]", "f32[1, 10]", size=10),
    op("UnfoldTensor", "f32[2, 3, 4]", "f32[2, 2, 4, 2]", size=2, dim=1),
    op("ExpandDims", "f32[n, 3]; i32[] = 0", "f32[1, n, 3]"),
    op("ExpandDims", "f32[n, 3]; i32[] = -1", "f32[n, 3, 1]"),
    op("ExpandDims", "f32[n, 3]; i32[] = 2", "f32[n, 3, 1]"),
    op("ExpandDims", "f32[]; i32[1] = (0)", "f32[1]"),
    op("ExpandDims", "f32[n, 3]; i32[]", "f32[?0, ?1, ?2]"),
    op("GatherND", "f32[2, 3, n]; i64[2, 2] = (0, 1, 1, 2)", "f32[2, n]"),
    op("GatherND", "f32[2, 3, n]; i64[m, 1]", "f32[m, 3, n]"),
]


@pytest.mark.parametrize("one", RUN, ids=str)
def test_runs_as_inferred(one: Row) -> None:
    one.check()
    assert "ran" in one.compare()


REFUSED = [
    op("Trilu", "f32[3]", "f32[*]", finds="SI201 X has rank 1, needed at least 2; X is f32[3]"),
    op("Unique", "f32[2, 3]", "f32[*]; i64[*]; i64[*]", finds="SI201 x has rank 2, needed 1; x is f32[2, 3]"),
    op(
        "UnfoldTensor",
        "f32[10]",
        "f32[0, 11]",
        finds="SI213 axis 0 of input has 10, needed the 11 of a slice; input is f32[10]",
        size=11,
    ),
    op(
        "UnfoldTensor",
        "f32[2, 10]",
        "f32[*]",
        finds="SI202 dim is 2, needed -2 to 1 for rank 2",
        size=3,
        dim=2,
    ),
    op(
        "UnfoldTensor",
        "f32[]",
        "f32[*]",
        finds="SI201 input has rank 0, needed at least 1; input is f32[]",
        size=1,
    ),
    op("ExpandDims", "f32[2, 3]; i32[] = 3", "f32[*]", finds="SI202 axis is 3, needed -2 to 2 for rank 2"),
    op("ExpandDims", "f32[2, 3]; i32[] = -4", "f32[*]", finds="SI202 axis is -4, needed -3 to 2 for rank 3"),
    op(
        "GatherND",
        "f32[2, 3]; i64[2, 3]",
        "f32[*]",
        finds="SI217 the last axis of indices is 3, needed at most 2: data has as many axes; "
        "they are i64[2, 3] and f32[2, 3]",
    ),
    op(
        "Trilu",
        "f32[2, 4]; i64[1, 1]",
        "f32[*]",
        finds="SI201 k has rank 2, needed at most 1; k is i64[1, 1]",
    ),
    op("UnfoldTensor", "f32[2, 4]", "f32[2, 5, 0]", finds="SI303 size is 0, needed at least 1", size=0),
    op(
        "ExpandDims",
        "f32[2]; i32[1, 1] = (0)",
        "f32[*]",
        finds="SI201 axis has rank 2, needed at most 1; axis is i32[1, 1] = (0)",
    ),
]


@pytest.mark.parametrize("one", REFUSED, ids=str)
def test_refused(one: Row) -> None:
    one.check()
    assert set(one.compare()) == {"refused"}


# Nothing here runs these: the documentation is all there is (or the runtime crashes of them).
UNTRIED = [
    op("UnfoldTensor", "f32[*]", "f32[*]", size=1),
    op("GatherND", "f32[2, 3]; i64[2, w]", "f32[*]", needs="w <= 2"),
]


@pytest.mark.parametrize("one", UNTRIED, ids=str)
def test_inferred(one: Row) -> None:
    one.check()
