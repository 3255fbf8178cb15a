"""Range of com.microsoft."""

from __future__ import annotations

import pytest

from tests.table import Domain, Row

op = Domain("com.microsoft")


RUN = [
    op("Range", "i64[] = 0; i64[] = 5", "i64[5] = (0, 1, 2, 3, 4)"),
    op("Range", "i64[] = 0; i64[] = 5; i64[] = 2", "i64[3] = (0, 2, 4)"),
    op("Range", "i64[] = 5; i64[] = 0; i64[] = -1", "i64[5] = (5, 4, 3, 2, 1)"),
    op("Range", "i64[1] = (0); i64[1] = (n); i64[1] = (1)", "i64[n]"),
    op("Range", "f32[] = 0; f32[] = 5; f32[] = 0.5", "f32[?0]"),
]


@pytest.mark.parametrize("one", RUN, ids=str)
def test_runs_as_inferred(one: Row) -> None:
    one.check()
    assert "ran" in one.compare()


REFUSED = [
    op(
        "Range",
        "i64[] = 0; i64[] = 5; i64[] = 0",
        "i64[*]",
        finds="SI302 delta is 0, needed any number but 0",
    ),
    op(
        "Range",
        "i64[] = 0; i64[1, 1] = (3); i64[] = 1",
        "i64[*]",
        finds="SI201 limit has rank 2, needed at most 1; limit is i64[1, 1] = (3)",
    ),
]


@pytest.mark.parametrize("one", REFUSED, ids=str)
def test_refused(one: Row) -> None:
    one.check()
    assert set(one.compare()) == {"refused"}


# Nothing here runs these: the documentation is all there is (or the runtime crashes of them).
UNTRIED = [
    op("Range", "i64[]; i64[]; i64[]", "i64[?0]"),
]


@pytest.mark.parametrize("one", UNTRIED, ids=str)
def test_inferred(one: Row) -> None:
    one.check()
