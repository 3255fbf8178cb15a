"""Causal convolutions of com.microsoft."""

from __future__ import annotations

import pytest

from tests.table import Domain, Row

op = Domain("com.microsoft")


RUN = [
    op(
        "CausalConvWithState",
        "f32[b, 4, n]; f32[4, 1, 3]; f32[4]; f32[b, 4, 2]",
        "f32[b, 4, n]; f32[b, 4, 2]",
    ),
    op("CausalConvWithState", "f32[b, 4, n]; f32[4, 1, 3]", "f32[b, 4, n]; f32[b, 4, 4]", dilation=2),
    op(
        "CausalConvWithState",
        "f32[b, n, 2, 2]; f32[4, 1, 3]",
        "f32[b, n, 2, 2]; f32[b, 2, 2, 2]",
        channels_last=1,
    ),
    op("CausalConvWithState", "f32[2, 4, 5]; f32[4, 1, 3]", "f32[2, 4, 5]; f32[2, 4, 6]", dilation=3),
    op(
        "VarlenCausalConvWithState",
        "f32[5, 4]; f32[4, 1, 3]; i32[3] = (0, 2, 5); f32[4]; f32[2, 4, 4]; i32[2]",
        "f32[5, 4]; f32[2, 4, 4]; f32[2, 8, 4]",
        dilation=2,
        activation="silu",
        state_update_capacity=8,
    ),
    op(
        "VarlenCausalConvWithState",
        "f32[t, 4]; f32[4, 1, 1]; i32[2] = (0, t); -; f32[1, 4, 0]",
        "f32[t, 4]; f32[1, 4, 0]",
        needs="t >= 1",
        sizes=({"t": 1}, {"t": 4}),
    ),
]


@pytest.mark.parametrize("one", RUN, ids=str)
def test_runs_as_inferred(one: Row) -> None:
    one.check()
    assert "ran" in one.compare()


REFUSED = [
    op(
        "CausalConvWithState",
        "f32[2, 4, 7]; f32[3, 1, 3]",
        "f32[2, 4, 7]; f32[2, 4, 2]",
        finds="SI217 weight has 3 on axis 0, needed 4; weight is f32[3, 1, 3]",
    ),
    op(
        "CausalConvWithState",
        "f32[2, 4, 7]; f32[4, 1, 3]; -; f32[2, 4, 3]",
        "f32[2, 4, 7]; f32[2, 4, 2]",
        finds="SI217 past_state has 3 on axis 2, needed 2; past_state is f32[2, 4, 3]",
    ),
    op(
        "CausalConvWithState",
        "f32[2, 4, 7]; f32[4, 1, 3]",
        "f32[*]; f32[*]",
        finds="SI303 ndim is 4, needed 1 to 3, and 1 beside channels_last",
        ndim=4,
    ),
    op(
        "CausalConvWithState",
        "f32[2, 4, 5]; f32[4, 1, 3]",
        "f32[*]; f32[*]",
        finds="SI303 dilation is 0, needed 1 to 2147483647",
        dilation=0,
    ),
    op(
        "CausalConvWithState",
        "f32[2, 4, 5]; f32[4, 1, 3]",
        "f32[2, 4, 5]; f32[2, 2, 5]",
        finds=(
            "SI303 channels_last is 2, needed one of (0, 1)",
            "SI217 weight has 4 on axis 0, needed 5; weight is f32[4, 1, 3]",
        ),
        channels_last=2,
    ),
    op(
        "CausalConvWithState",
        "f32[2, 4, 5]; f32[4, 1, 3]",
        "f32[2, 4, 5]; f32[2, 4, 2]",
        finds="SI303 activation is 'relu', needed one of (none, silu, swish)",
        activation="relu",
    ),
    op(
        "CausalConvWithState",
        "f32[2, 4, 5]; f32[4, 1, 0]",
        "f32[2, 4, 5]; f32[2, 4, -1]",
        finds="SI303 weight is f32[4, 1, 0], needed a window of at least 1",
    ),
    op(
        "VarlenCausalConvWithState",
        "f32[5, 4]; f32[4, 1, 3]; i32[3] = (0, 6, 5); -; f32[2, 4, 2]",
        "f32[5, 4]; f32[2, 4, 2]",
        finds="SI303 cumulative_sequence_length is i32[3] = (0, 6, 5), needed numbers that grow from 0 to 5",
    ),
    op(
        "VarlenCausalConvWithState",
        "f32[5, 4]; f32[4, 1, 3]; i32[3]; -; f32[2, 4, 2]",
        "f32[5, 4]; f32[2, 4, 2]",
        finds="SI303 activation is 'relu', needed 'none', 'silu' or 'swish'",
        activation="relu",
    ),
    op(
        "VarlenCausalConvWithState",
        "f32[5, 4]; f32[4, 1, 3]; i32[3]; -; f32[2, 4, 2]",
        "f32[5, 4]; f32[2, 4, 2]",
        finds="SI303 group_size or delta_offset is given without kernel_delta",
        group_size=2,
    ),
    op(
        "CausalConvWithState",
        "f32[1, 4, 6]; f32[4, 1, 3]",
        "f32[*]; f32[*]",
        finds="SI303 channels of the input or a form of the state are chosen, needed ndim=1, channels_last=1, "
        "state_window=0 and numbers that are not negative",
        state_length=5,
    ),
]


@pytest.mark.parametrize("one", REFUSED, ids=str)
def test_refused(one: Row) -> None:
    one.check()
    assert set(one.compare()) == {"refused"}


# Nothing here runs these: the documentation is all there is (or the runtime crashes of them).
UNTRIED = [
    op("CausalConvWithState", "f32[b, 4, h, w]; f32[4, 1, 3, 3]", "f32[b, 4, h, w]; f32[b, 4, h, 2]", ndim=2),
    op(
        "CausalConvWithState",
        "f16[b, s, 12]; f16[4, 1, 3]",
        "f16[b, s, 4]; f16[b, 4, 5]; f16[b, 2, 4]",
        channels_last=1,
        input_channels=4,
        input_channel_offset=8,
        state_length=5,
        state_channels_last=0,
        state_update_capacity=2,
    ),
    op(
        "VarlenCausalConvWithState",
        "f16[t, 4]; f16[4, 1, 2]; i32[b + 1]; -; f16[b, 4, 1]; -; f16[t, 2, 2]; f16[t, 1]",
        "f16[t, 4]; f16[b, 4, 1]",
        needs=("b >= 1", "t >= b"),
        group_size=2,
    ),
]


@pytest.mark.parametrize("one", UNTRIED, ids=str)
def test_inferred(one: Row) -> None:
    one.check()
