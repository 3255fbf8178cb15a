"""LinearAttention, CausalConvWithState: what a loader compares, and what their functions take in a run. Nobody
runs SwiGLU yet."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("LinearAttention", 27,
        "f32[b, t, 24]; f32[b, t, 12]; f32[b, t, 18]; f32[b, 3, 4, 6]; f32[b, t, 3]; f32[b, t, 1]",
        "f32[b, t, 36]; f32[b, 3, 4, 6]", q_num_heads=6, kv_num_heads=3, needs=("b >= 1", "t >= 1"),
        sizes=({"b": 2, "t": 5}, {"b": 0, "t": 5}, {"b": 2, "t": 0})),
    row("LinearAttention", 27, "f32[b, t, 12]; f32[b, t, 12]; f32[b, t, 18]",
        "f32[b, t, 18]; f32[b, 3, 4, 6]", q_num_heads=3, kv_num_heads=3, update_rule="linear",
        needs=("b >= 1", "t >= 1"), sizes=({"b": 2, "t": 5},)),
    row("LinearAttention", 27, "f32[b, t, 12]; f32[b, t, 12]; f32[b, t, 18]; -; f32[b, t, 12]",
        "f32[b, t, 18]; f32[b, 3, 4, 6]", q_num_heads=3, kv_num_heads=3, update_rule="gated",
        needs=("b >= 1", "t >= 1"), sizes=({"b": 2, "t": 5},)),
    row("LinearAttention", 27, "f32[*]; f32[b, t, 12]; f32[b, t, 18]", "f32[b, t, 18]; f32[b, 3, 4, 6]",
        q_num_heads=3, kv_num_heads=3, update_rule="linear", sizes=(), finds="SI307 the rank of query is unknown at load, and ONNX Runtime needs it for the shape of the state"),
    row("LinearAttention", 27, "f32[*]; f32[*]; f32[*]; f16[b, 3, 4, 6]", "f32[b, ?0, 36]; f16[b, 3, 4, 6]",
        q_num_heads=6, kv_num_heads=3, update_rule="linear", sizes=(), finds="SI307 the rank of query is unknown at load, and ONNX Runtime needs it for the shape of the state"),
    row("LinearAttention", 27, "f32[2, 2, 3, 4]; f32[2, 3, 12]; f32[2, 3, 18]",
        "f32[?4, ?5, ?6]; f32[?0, ?1, ?2, ?3]", q_num_heads=3, kv_num_heads=3, update_rule="linear", sizes=(),
        finds="SI201 query has rank 4, needed 3; query is f32[2, 2, 3, 4]"),
    row("CausalConvWithState", 27, "f32[b, c, l]; f32[c, 1, 4]; f32[c]; f32[b, c, 3]",
        "f32[b, c, l]; f32[b, c, 3]", needs="l + 3 >= 4",
        sizes=({"b": 2, "c": 3, "l": 5}, {"b": 2, "c": 3, "l": 0}, {"b": 0, "c": 3, "l": 5})),
    row("CausalConvWithState", 27, "f32[b, c, l]; f32[c, 1, k]", "f32[b, c, l]; f32[b, c, k - 1]",
        needs=("k >= 1", "k + l - 1 >= k"), sizes=({"b": 2, "c": 3, "l": 5, "k": 4},)),
    row("LinearAttention", 27, "f32[2, t, 8]; f32[b, 3, 4]; f32[2, 3, 6]; f32[2, h, 2, 3]", "f32[2, t, 12]; f32[2, 2, 2, 3]",
        q_num_heads=4, kv_num_heads=2, update_rule="linear", sizes=(), needs=("suppose b == 2", "suppose t == 3", "suppose t == 3", "t >= 1", "h == 2")),
    row("LinearAttention", 27, "f32[2, 3, 4]; f32[2, 3, 4]; f32[2, 3, 4]; f32[2, h, 4, 4]", "f32[2, 3, 4]; f32[2, 1, 4, 4]",
        q_num_heads=1, kv_num_heads=1, update_rule="linear", sizes=(), needs="suppose h == 1"),
    row("CausalConvWithState", 27, "f32[2, 3, 5]; f32[m, 1, 4]; -; f32[2, 3, p]", "f32[2, 3, 5]; f32[2, 3, 3]",
        needs=("m % 3 == 0", "suppose m == 3", "suppose p == 3"), sizes=({"m": 3, "p": 3},)),
    row("CausalConvWithState", 27, "f32[*]; f32[c, 1, 4]", "f32[*]; f32[?0, ?1, 3]", needs="c == ?1",
        sizes=()),
    row("CausalConvWithState", 27, "f32[2, 3, 5]; f32[*]", "f32[2, 3, 5]; f32[2, 3, ?0]", sizes=()),
    row("SwiGLU", 28, "f32[b, s, 8]; f32[b, s, 8]", "f32[b, s, 8]", sizes=()),
    row("SwiGLU", 28, "f32[*]; f32[b, 8]", "f32[b, 8]", sizes=()),
    row("SwiGLU", 28, "f32[b, 8]; f32[*]", "f32[b, 8]", sizes=()),
    row("SwiGLU", 28, "f32[b, 3, d]; f32[b, c, 8]", "f32[b, 3, 8]", needs=("c == 3", "d == 8"), sizes=()),
]  # fmt: skip

# What a loader refuses that knows all sizes.
UNTRIED = [
    row("LinearAttention", 27, "f32[2, 5, 12]; f32[2, 5, 12]; f32[2, 5, 18]",
        "f32[2, 5, 18]; f32[2, 3, 4, 6]", q_num_heads=3, kv_num_heads=3, sizes=(),
        finds=(
            "SI303 update_rule is gated_delta without decay",
            "SI303 update_rule is gated_delta without beta",
        )),
    row("LinearAttention", 27, "f32[2, 5, 12]; f32[2, 5, 8]; f32[2, 5, 18]", "f32[2, 5, 27]; f32[2, 2, 4, 9]",
        q_num_heads=3, kv_num_heads=2, update_rule="linear", sizes=(),
        finds="SI212 q_num_heads is 3, needed a multiple of the 2 of key"),
    row("LinearAttention", 27, "f32[2, 5, 12]; f32[2, 4, 12]; f32[2, 5, 18]",
        "f32[2, 5, 18]; f32[2, 3, 4, 6]", q_num_heads=3, kv_num_heads=3, update_rule="linear", sizes=(),
        finds=("SI217 the length is 5 in query and 4 in key, needed the same size",
            "SI218 key holds 96 elements, needed a multiple of 30: the batch and the length of query times the heads; key is "
            "f32[2, 4, 12]")),
    row("LinearAttention", 27, "f32[2, 5, 12]; f32[2, 5, 12]; f32[2, 5, 18]; -; f32[2, 5, 7]",
        "f32[2, 5, 18]; f32[2, 3, 4, 6]", q_num_heads=3, kv_num_heads=3, update_rule="gated", sizes=(),
        finds="SI217 decay has 7 on axis 2, needed 3 or 12; decay is f32[2, 5, 7]"),
    row("LinearAttention", 27, "f32[2, 5, 12]; f32[2, 5, 12]; f32[2, 5, 18]; f32[2, 3, 4, 5]",
        "f32[2, 5, 18]; f32[2, 3, 4, 6]", q_num_heads=3, kv_num_heads=3, update_rule="linear", sizes=(),
        finds="SI217 past_state has 5 on axis 3, needed 6; past_state is f32[2, 3, 4, 5]"),
    row("LinearAttention", 27, "f32[2, 5, 12]; f32[2, 5, 12]; f32[2, 5, 18]; -; f32[2, 5, 3]; f32[2, 5, 3]",
        "f32[2, 5, 18]; f32[2, 3, 4, 6]", q_num_heads=3, kv_num_heads=3, update_rule="linear", sizes=(),
        finds=("SI303 update_rule is linear with decay", "SI303 update_rule is linear with beta")),
    row("CausalConvWithState", 27, "f32[2, 3, 5]; f32[3, 1, 0]", "f32[2, 3, 5]; f32[2, 3, ?0]", sizes=(),
        finds="SI226 weight has 0 on axis 2, needed at least 1; weight is f32[3, 1, 0]"),
    row("CausalConvWithState", 27, "f32[2, 3, 5]; f32[4, 1, 4]", "f32[2, 3, 5]; f32[2, 3, 3]", sizes=(),
        finds="SI217 weight has 4 on axis 0, needed 3; weight is f32[4, 1, 4]"),
    row("CausalConvWithState", 27, "f32[2, 3, 5]; f32[3, 2, 4]", "f32[2, 3, 5]; f32[2, 3, 3]", sizes=(),
        finds="SI217 weight has 2 on axis 1, needed 1; weight is f32[3, 2, 4]"),
    row("CausalConvWithState", 27, "f32[2, 3, 5]; f32[3, 1, 4]; f32[2]", "f32[2, 3, 5]; f32[2, 3, 3]",
        sizes=(), finds="SI217 bias has 2 on axis 0, needed 3; bias is f32[2]"),
    row("CausalConvWithState", 27, "f32[2, 3, 5]; f32[3, 1, 4]; -; f32[2, 3, 4]",
        "f32[2, 3, 6]; f32[2, 3, 3]", sizes=(),
        finds="SI217 past_state has 4 on axis 2, needed 3; past_state is f32[2, 3, 4]"),
    row("SwiGLU", 28, "f32[2, 3]; f32[3]", "f32[*]", sizes=(),
        finds="SI201 B has rank 1, needed 2; B is f32[3]"),
    row("SwiGLU", 28, "f32[2, 3]; f32[1, 3]", "f32[?0, 3]", sizes=(),
        finds="SI217 B has 1 on axis 0, needed 2; B is f32[1, 3]"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *UNTRIED], ids=str)
def test_linear_attention(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_linear_attention_runs_as_inferred(case: Row) -> None:
    case.compare()
