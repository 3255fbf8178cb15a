"""TensorScatter: a cache and its update."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("TensorScatter", 24, "f32[b, h, M, d]; f32[b, h, s, d]", "f32[b, h, M, d]", needs="M >= s",
        sizes=({"b": 2, "h": 3, "M": 8, "d": 4, "s": 2}, {"b": 2, "h": 3, "M": 8, "d": 4, "s": 9},
            {"b": 2, "h": 3, "M": 8, "d": 4, "s": 0})),
    row("TensorScatter", 24, "f32[b, M]; f32[b, s]", "f32[b, M]", needs="M >= s",
        sizes=({"b": 2, "M": 8, "s": 8},), axis=1),
    row("TensorScatter", 24, "f32[2, 3, M, 4]; f32[2, 3, s, 4]; i64[2] = (1, 6)", "f32[2, 3, M, 4]",
        needs=("M >= s", "M >= s + 1", "M >= s + 6"), sizes=({"M": 8, "s": 2}, {"M": 7, "s": 2})),
    row("TensorScatter", 24, "f32[2, 3, M, 4]; f32[2, 3, s, 4]; i64[2] = (1, 6)", "f32[2, 3, M, 4]",
        needs="M >= s", sizes=({"M": 8, "s": 2}, {"M": 7, "s": 2}, {"M": 7, "s": 8}), mode="circular"),
    row("TensorScatter", 24, "f32[b, 3, 8, 4]; f32[b, h, 2, 4]; i64[c]", "f32[b, 3, 8, 4]",
        needs=("h == 3", "c == b"),
        sizes=({"b": 2, "h": 3, "c": 2}, {"b": 2, "h": 3, "c": 1}, {"b": 2, "h": 1, "c": 2})),
    row("TensorScatter", 24, "f32[*]; f32[b, h, s, d]", "f32[b, h, ?0, d]", sizes=()),
    row("TensorScatter", 24, "f32[b, h, M, d]; f32[*]", "f32[b, h, M, d]", sizes=()),
    row("TensorScatter", 24, "f32[*]; f32[*]", "f32[*]", sizes=()),
]  # fmt: skip

REFUSED = [
    row("TensorScatter", 24, "f32[2, 3, 8, 4]; f32[2, 3, 9, 4]", "f32[2, 3, 8, 4]",
        finds=
            "SI227 on axis 2 update has 9, needed at most past_cache's 8; they are f32[2, 3, 8, 4] and "
            "f32[2, 3, 9, 4]"),
    row("TensorScatter", 24, "f32[2, 3, 8, 4]; f32[2, 1, 2, 4]", "f32[2, 3, 8, 4]",
        finds=
            "SI217 on axis 1 past_cache has 3 and update has 1, needed equal sizes; they are f32[2, 3, "
            "8, 4] and f32[2, 1, 2, 4]"),
    row("TensorScatter", 24, "f32[2, 3, 8, 4]; f32[2, 3, 2]", "f32[*]",
        finds=
            "SI201 update has rank 3, past_cache has 4, needed the same rank; they are f32[2, 3, 2] and "
            "f32[2, 3, 8, 4]"),
    row("TensorScatter", 24, "f32[2, 3, 8, 4]; f32[2, 3, 2, 4]; i64[2] = (1, 7)", "f32[2, 3, 8, 4]",
        finds=
            "SI301 write_indices holds 7, needed 0 or more, and room for 2 of 8; past_cache is f32[2, 3, "
            "8, 4]"),
    row("TensorScatter", 24, "f32[2, 3, 8, 4]; f32[2, 3, 2, 4]; i64[2] = (1, -1)", "f32[2, 3, 8, 4]",
        finds=
            "SI301 write_indices holds -1, needed 0 or more, and room for 2 of 8; past_cache is f32[2, "
            "3, 8, 4]"),
    row("TensorScatter", 24, "f32[2, 3, 8, 4]; f32[2, 3, 2, 4]; i64[3]", "f32[2, 3, 8, 4]",
        finds=
            "SI217 write_indices holds 3 places, the batch is 2, needed one for each; past_cache is f32[2, "
            "3, 8, 4]"),
    row("TensorScatter", 24, "f32[2, 3, 8, 4]; f32[2, 3, 2, 4]", "f32[*]", axis=0,
        finds="SI303 axis 0 is the batch axis, needed another; past_cache is f32[2, 3, 8, 4]"),
    row("TensorScatter", 24, "f32[2, 3, 8, 4]; f32[2, 3, 2, 4]", "f32[*]", axis=4,
        finds="SI202 axis is 4, needed -4 to 3 for rank 4"),
    row("TensorScatter", 24, "f32[2, 3, 8, 4]; f32[2, 3, 2, 4]", "f32[*]", mode="ring",
        finds="SI303 mode is 'ring', needed linear or circular"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_tensor_scatter(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_tensor_scatter_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_tensor_scatter_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
