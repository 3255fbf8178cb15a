"""Linear attention of com.microsoft and its gate."""

from __future__ import annotations

import pytest

from tests.table import Domain, Row

op = Domain("com.microsoft")


RUN = [
    op(
        "LinearAttention",
        "f32[b, t, 8]; f32[b, t, 8]; f32[b, t, 12]; f32[b, 2, 4, 6]; f32[b, t, 2]; f32[b, t, 2]",
        "f32[b, t, 12]; f32[b, 2, 4, 6]",
        q_num_heads=2,
        kv_num_heads=2,
    ),
    op(
        "LinearAttention",
        "f32[b, t, 16]; f32[b, t, 8]; f32[b, t, 12]; -; f32[b, t, 8]; f32[b, t, 1]",
        "f32[b, t, 24]; f32[b, 2, 4, 6]",
        q_num_heads=4,
        kv_num_heads=2,
    ),
    op(
        "LinearAttention",
        "f32[b, t, 4]; f32[b, t, 8]; f32[b, t, 12]",
        "f32[b, t, 12]; f32[b, 2, 4, 6]",
        q_num_heads=1,
        kv_num_heads=2,
        update_rule="linear",
    ),
    op("LinearAttentionGate", "f32[b, t, 4]; f32[4]; f32[4]; f32[b, t, 4]", "f32[b, t, 4]; f32[b, t, 4]"),
    op("LinearAttentionGate", "f32[3, 2, 4]; f32[4]; f32[4]; f32[7, 1]", "f32[3, 2, 4]"),
    op(
        "LinearAttention",
        "f32[3, 4, 6]; f32[3, 4, 3]; f32[3, 4, 4]; -; f32[3, 4, 4]",
        "f32[3, 4, 4]; f32[3, 4, 3, 1]",
        q_num_heads=2,
        kv_num_heads=4,
        update_rule="gated",
    ),
]


@pytest.mark.parametrize("one", RUN, ids=str)
def test_runs_as_inferred(one: Row) -> None:
    one.check()
    assert "ran" in one.compare()


REFUSED = [
    op(
        "LinearAttention",
        "f32[2, 3, 8]; f32[2, 3, 8]; f32[2, 3, 12]; -; -; f32[2, 3, 2]",
        "f32[2, 3, 12]; f32[2, 2, 4, 6]",
        finds="SI303 update_rule is gated_delta without decay",
        q_num_heads=2,
        kv_num_heads=2,
    ),
    op(
        "LinearAttention",
        "f32[2, 3, 8]; f32[2, 4, 8]; f32[2, 3, 12]; -; f32[2, 3, 2]; f32[2, 3, 2]",
        "f32[2, 3, 12]; f32[2, 2, 4, 6]",
        finds="SI217 key has 4 on axis 1, needed 3; key is f32[2, 4, 8]",
        q_num_heads=2,
        kv_num_heads=2,
    ),
    op(
        "LinearAttention",
        "f32[2, 3, 8]; f32[2, 3, 8]; f32[2, 3, 12]; f32[2, 2, 4, 5]; f32[2, 3, 2]; f32[2, 3, 2]",
        "f32[2, 3, 12]; f32[2, 2, 4, 6]",
        finds="SI217 past_state has 5 on axis 3, needed 6; past_state is f32[2, 2, 4, 5]",
        q_num_heads=2,
        kv_num_heads=2,
    ),
    op(
        "LinearAttention",
        "f32[2, 3, 8]; f32[2, 3, 8]; f32[2, 3, 12]; -; f32[2, 3, 3]; f32[2, 3, 2]",
        "f32[2, 3, 12]; f32[2, 2, 4, 6]",
        finds="SI217 decay has 3 on axis 2, needed 2 or 8; decay is f32[2, 3, 3]",
        q_num_heads=2,
        kv_num_heads=2,
    ),
    op(
        "LinearAttentionGate",
        "f32[2, 3, 4]; f32[3]; f32[4]",
        "f32[2, 3, 4]",
        finds="SI214 dt_bias has 3 elements, needed the 4 of the last axis of a; dt_bias is f32[3]",
    ),
    op(
        "LinearAttentionGate",
        "f32[2, 2, 2]; f32[2]; f32[2]",
        "f32[2, 2, 2]; f32[2, 2, 2]",
        finds="SI303 b is left out, and the second output needs it",
    ),
    op(
        "LinearAttentionGate",
        "f32[3, 2, 4]; f32[4]; f32[4]; f32[2, 3, 4]",
        "f32[3, 2, 4]; f32[3, 2, 4]",
        finds=(
            "SI217 b has 2 on axis 0, needed 3; b is f32[2, 3, 4]",
            "SI217 b has 3 on axis 1, needed 2; b is f32[2, 3, 4]",
        ),
    ),
    op(
        "LinearAttentionGate",
        "f32[2, 3, 0]; f32[0]; f32[0]",
        "f32[2, 3, 0]",
        finds="SI226 the last axis of a has 0, needed at least 1; a is f32[2, 3, 0]",
    ),
    op(
        "LinearAttention",
        "f32[3, 4, 6]; f32[3, 4, 9]; f32[3, 4, 4]; -; f32[3, 4, 4]",
        "f32[3, 4, 4]; f32[3, 4, 3, 1]",
        finds="SI217 key has 9 on axis 2, needed heads of 3, 4 of them or a part; key is f32[3, 4, 9]",
        q_num_heads=2,
        kv_num_heads=4,
        update_rule="gated",
    ),
    op(
        "LinearAttention",
        "f32[3, 4, 9]; f32[3, 4, 6]; f32[3, 4, 4]; -; f32[3, 4, 2]",
        "f32[3, 4, 6]; f32[3, 2, 3, 2]",
        finds="SI212 q_num_heads is 3 and kv_num_heads 2, needed one to be a multiple of the other",
        q_num_heads=3,
        kv_num_heads=2,
        update_rule="gated",
    ),
    op(
        "LinearAttentionGate",
        "f32[1, 1, 4]; f32[4]; f32[4]",
        "f32[1, 1, 4]; f32[1, 1, 4]",
        finds="SI303 b is left out, and the second output needs it",
    ),
]


@pytest.mark.parametrize("one", REFUSED, ids=str)
def test_refused(one: Row) -> None:
    one.check()
    assert set(one.compare()) == {"refused"}


# Nothing here runs these: the documentation is all there is (or the runtime crashes of them).
UNTRIED = [
    op(
        "LinearAttention",
        "f32[b, t, 8]; f32[b, t, 8]; f32[b, t, 12]; f32[3, b, 2, 4, 6]; f32[b, t, 2]; f32[b, t, 2]",
        "f32[b, t, 12]; f32[3, b, 2, 4, 6]",
        q_num_heads=2,
        kv_num_heads=2,
        state_window=3,
    ),
    op(
        "LinearAttention",
        "f32[3, 4, 0]; f32[3, 4, 0]; f32[3, 4, 4]; -; f32[3, 4, 2]",
        "f32[3, 4, 4]; f32[3, 2, 0, 2]",
        finds="SI307 the head size is 0, and ONNX Runtime dies of none; query is f32[3, 4, 0]",
        q_num_heads=2,
        kv_num_heads=2,
        update_rule="gated",
    ),
]


@pytest.mark.parametrize("one", UNTRIED, ids=str)
def test_inferred(one: Row) -> None:
    one.check()
