"""LSTMs of com.microsoft."""

from __future__ import annotations

import pytest

from tests.table import Domain, Row

op = Domain("com.microsoft")


RUN = [
    op(
        "DynamicQuantizeLSTM",
        "f32[s, b, 3]; i8[1, 3, 16]; i8[1, 4, 16]; -; -; -; -; -; f32[1]; i8[1]; f32[1]; i8[1]",
        "f32[s, 1, b, 4]; f32[1, b, 4]; f32[1, b, 4]",
        needs="b >= 1",
        sizes=({"s": 5, "b": 2}, {"s": 0, "b": 2}, {"s": 1, "b": 1}),
        hidden_size=4,
    ),
    op(
        "DynamicQuantizeLSTM",
        "f32[5, 2, 3]; i8[2, 3, 16]; i8[2, 4, 16]; f32[2, 32]; i32[2] = (5, 4); f32[2, 2, 4]; f32[2, 2, 4]; "
        "-; f32[2, 16]; i8[2, 16]; f32[2, 16]; i8[2, 16]",
        "f32[5, 2, 2, 4]; f32[2, 2, 4]; f32[2, 2, 4]",
        hidden_size=4,
        direction="bidirectional",
    ),
]


@pytest.mark.parametrize("one", RUN, ids=str)
def test_runs_as_inferred(one: Row) -> None:
    one.check()
    assert "ran" in one.compare()


REFUSED = [
    op(
        "DynamicQuantizeLSTM",
        "f32[5, 2, 3]; i8[1, 4, 16]; i8[1, 4, 16]; -; -; -; -; -; f32[1]; i8[1]; f32[1]; i8[1]",
        "f32[5, 1, 2, 4]; f32[1, 2, 4]; f32[1, 2, 4]",
        finds="SI217 W has 4 on axis 1, needed 3; W is i8[1, 4, 16]",
        hidden_size=4,
    ),
    op(
        "DynamicQuantizeLSTM",
        "f32[5, 2, 3]; i8[1, 3, 16]; i8[1, 4, 16]; -; -; -; -; -; f32[2]; i8[2]; f32[1]; i8[1]",
        "f32[5, 1, 2, 4]; f32[1, 2, 4]; f32[1, 2, 4]",
        finds=(
            "SI217 W_scale is f32[2], needed the sizes (1)",
            "SI217 W_zero_point is i8[2], needed the sizes (1)",
        ),
        hidden_size=4,
    ),
    op(
        "DynamicQuantizeLSTM",
        "f32[5, 2, 3]; i8[1, 3, 16]; i8[1, 4, 16]; -; -; -; -; -; f32[1]; i8[1]; f32[1]; i8[1]",
        "f32[*]; f32[*]; f32[*]",
        finds="SI303 direction is up, needed one of (forward, reverse, bidirectional)",
        hidden_size=4,
        direction="up",
    ),
]


@pytest.mark.parametrize("one", REFUSED, ids=str)
def test_refused(one: Row) -> None:
    one.check()
    assert set(one.compare()) == {"refused"}


# Nothing here runs these: the documentation is all there is (or the runtime crashes of them).
UNTRIED = [
    op(
        "AttnLSTM",
        "f32[s, b, 3]; f32[1, 16, 6]; f32[1, 16, 4]",
        "f32[s, 1, b, 4]; f32[1, b, 4]; f32[1, b, 4]",
        hidden_size=4,
    ),
]


@pytest.mark.parametrize("one", UNTRIED, ids=str)
def test_inferred(one: Row) -> None:
    one.check()
