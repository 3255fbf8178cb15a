"""Attention: heads as an axis or packed, with and without a cache."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("Attention", 23, "f32[2, h, 4, 8]; f32[2, h, 6, 8]; f32[2, h, 6, 8]", "f32[2, h, 4, 8]",
        needs="h == 3", sizes=({"h": 3}, {"h": 2}), q_num_heads=3),
    row("Attention", (23, 24), "f32[b, 3, s, 8]; f32[b, 3, t, 8]; f32[b, 3, t, 10]",
        "f32[b, 3, s, 10]; f32[b, 3, t, 8]; f32[b, 3, t, 10]; f32[b, 3, s, t]",
        needs=("b >= 1", "s >= 1", "t >= 1"), sizes=({"b": 2, "s": 4, "t": 6}, {"b": 1, "s": 1, "t": 1})),
    row("Attention", (23, 24), "f32[b, 6, s, 8]; f32[b, 2, t, 8]; f32[b, 2, t, 8]", "f32[b, 6, s, 8]",
        needs=("b >= 1", "s >= 1", "t >= 1"), sizes=({"b": 2, "s": 4, "t": 6}, {"b": 0, "s": 1, "t": 1})),
    row("Attention", (23, 24), "f32[b, s, 24]; f32[b, t, 24]; f32[b, t, 30]",
        "f32[b, s, 30]; f32[b, 3, t, 8]; f32[b, 3, t, 10]; f32[b, 3, s, t]",
        needs=("b >= 1", "s >= 1", "t >= 1"), q_num_heads=3, kv_num_heads=3,
        sizes=({"b": 2, "s": 4, "t": 6},)),
    row("Attention", (23, 24), "f32[b, s, 48]; f32[b, t, 16]; f32[b, t, 16]", "f32[b, s, 48]",
        needs=("b >= 1", "s >= 1", "t >= 1"), q_num_heads=6, kv_num_heads=2,
        sizes=({"b": 2, "s": 4, "t": 6},)),
    row("Attention", (23, 24),
        "f32[b, 3, s, 8]; f32[b, 3, s, 8]; f32[b, 3, s, 8]; f32[s, p + s]; f32[b, 3, p, 8]; f32[b, 3, p, 8]",
        "f32[b, 3, s, 8]; f32[b, 3, p + s, 8]; f32[b, 3, p + s, 8]; f32[b, 3, s, p + s]",
        needs=("b >= 1", "s >= 1", "s >= 1"), sizes=({"b": 2, "s": 4, "p": 6}, {"b": 1, "s": 2, "p": 0})),
    row("Attention", (23, 24, 25), "f32[2, 3, 4, 8]; f32[2, 3, 6, 8]; f32[2, 3, 6, 8]; bool[2, 1, 4, 6]",
        "f32[2, 3, 4, 8]"),
    row("Attention", 23, "f32[2, 3, 4, 8]; f32[2, 3, 6, 8]; f32[2, 3, 6, 8]; f32[m, n]", "f32[2, 3, 4, 8]",
        needs=("m == 4", "n == 6"), sizes=({"m": 4, "n": 6}, {"m": 1, "n": 6}, {"m": 4, "n": 1})),
    row("Attention", 24, "f32[2, 3, 4, 8]; f32[2, 3, 6, 8]; f32[2, 3, 6, 8]; f32[m, n]", "f32[2, 3, 4, 8]",
        needs=("m == 4", "n == 6"), sizes=({"m": 4, "n": 6}, {"m": 4, "n": 5})),
    # No kernel: the specification's function.
    row("Attention", 23, "f64[2, 3, 4, 8]; f64[2, 3, 6, 8]; f64[2, 3, 6, 8]; bool[m, n]", "f64[2, 3, 4, 8]",
        needs=("m == 4 or m == 1", "n == 6 or n == 1"), sizes=({"m": 4, "n": 6}, {"m": 1, "n": 1})),
    row("Attention", 24, "f64[2, 3, 4, 8]; f64[2, 3, 6, 8]; f64[2, 3, 6, 8]; f64[m, n]", "f64[2, 3, 4, 8]",
        needs=("m == 4 or m == 1",), sizes=({"m": 4, "n": 6}, {"m": 1, "n": 3}, {"m": 1, "n": 9})),
    row("Attention", (23, 24, 25), "f64[2, 3, 4, 8]; f64[2, 3, 6, 8]; f64[2, 3, 6, 8]; -; f64[2, 3, 5, 8]; "
        "f64[2, 3, 5, 8]", "f64[2, 3, 4, 8]"),
    row("Attention", (23, 24), "f32[*]; f32[2, 3, 6, 8]; f32[2, 3, 6, 8]",
        "f32[?0, ?1, ?2, ?3]; f32[?4, ?5, ?6, ?7]; f32[?8, ?9, ?10, ?11]; f32[?12, ?13, ?14, ?15]", sizes=()),
    # The specification's function takes heads that are packed in Q alone.
    row("Attention", 25, "f32[*]; f32[2, 3, 6, 8]; f32[2, 3, 6, 8]",
        "f32[*]; f32[?0, ?1, ?2, ?3]; f32[?4, ?5, ?6, ?7]; f32[?8, ?9, ?10, ?11]", sizes=()),
    row("Attention", 25, "f32[2, 4, 24]; f32[2, 3, 6, 8]; f32[2, 3, 6, 8]", "f32[2, 4, 24]",
        q_num_heads=3, kv_num_heads=3,
        finds="SI201 Q is f32[2, 4, 24], K is f32[2, 3, 6, 8], V is f32[2, 3, 6, 8], needed the same rank (the "
              "specification's function takes them)"),
    row("Attention", (23, 24, 25), "f32[*]; f32[*]; f32[*]",
        "f32[*]; f32[?0, ?1, ?2, ?3]; f32[?4, ?5, ?6, ?7]; f32[?8, ?9, ?10, ?11]", sizes=()),
    row("Attention", (24, 25), "f32[2, 3, 4, 8]; f32[2, 3, 6, 8]; f32[2, 3, 6, 8]; -; -; -; i64[2] = (6, 4)",
        "f32[2, 3, 4, 8]"),
    row("Attention", 23, "f64[b, s, 24]; f64[b, t, 24]; f64[b, t, 30]", "f64[b, s, 30]",
        needs=("b >= 1", "s >= 1", "b >= 1", "t >= 1", "b >= 1", "t >= 1", "t >= 1"), q_num_heads=3, kv_num_heads=3,
        sizes=({"b": 2, "s": 4, "t": 6}, {"b": 0, "s": 4, "t": 6}, {"b": 2, "s": 0, "t": 6}, {"b": 2, "s": 4, "t": 0})),
    row("Attention", 24, "f32[2, 3, 4, 8]; f32[2, 3, 6, 8]; f32[2, 3, 6, 8]; -; f32[2, 3, 5, 8]; f32[2, 3, 5, 8]; "
        "i64[2] = (6, 4)", "f32[2, 3, 4, 8]; f32[2, 3, 11, 8]; f32[2, 3, 11, 8]",
        finds="SI303 nonpad_kv_seqlen is given beside past_key or past_value, needed one of the two"),
    # Of version 25 as well.
    row("Attention", 25, "f32[2, 3, 4]; f32[2, 6, 4]; f32[2, 6, 2, 2]", "f32[2, 3, 4]", q_num_heads=2, kv_num_heads=2,
        finds="SI201 Q is f32[2, 3, 4], K is f32[2, 6, 4], V is f32[2, 6, 2, 2], needed the same rank (the "
            "specification's function takes them)"),
    row("Attention", 25, "f32[2, 4, 48]; f32[2, 1, 16]; f32[2, 6, 16]", "f32[2, 4, 288]", q_num_heads=6, kv_num_heads=2,
        finds="SI217 the length is 1 in K and 6 in V, needed the same length"),
    row("Attention", 25, "f32[b, 4, 36]; f32[c, 3, 12]; f32[c, s, 10]", "f32[b, 4, 6*((5*c*s)//(3*b))]", q_num_heads=6, kv_num_heads=2,
        needs=("(6*c) % b == 0", "(5*c*s) % (3*b) == 0", "(6*c)//b == 6 or (6*c)//b == 1", "b >= 1", "b >= 1", "b >= 1",
            "(6*c)//b >= 1", "(5*c*s)//(3*b) >= 1"),
        sizes=({"b": 2, "c": 2, "s": 6}, {"b": 2, "c": 2, "s": 4}, {"b": 2, "c": 1, "s": 6}, {"b": 1, "c": 1, "s": 3})),
    row("Attention", 25, "f32[2, 4, 36]; f32[2, 3, 12]; f32[2, 3, 5]", "f32[2, 4, 6*?0]", q_num_heads=6, kv_num_heads=2,
        finds="SI218 V has 5 on axis 2, needed a multiple of the 2 heads; V is f32[2, 3, 5]"),
    row("Attention", 25, "f32[2, 4, 36]; f32[2, 3, 12]; f32[2, 4, 10]", "f32[2, 4, 6*?0]", q_num_heads=6, kv_num_heads=2,
        finds=("SI218 V holds 80 elements, needed a multiple of 12: the batch of Q times the length of K times the heads; "
            "V is f32[2, 4, 10]", "SI217 the length is 3 in K and 4 in V, needed the same length")),
    row("Attention", 25, "f32[2, 6, 4, 6]; f32[2, 2, 6, 3, 6]; f32[2, 6, 3, 6]", "f32[*]",
        finds="SI201 K has rank 5, needed 3 to 4; K is f32[2, 2, 6, 3, 6]"),
    row("Attention", 25, "f32[b, 6, s, 8]; f32[b, 2, t, 8]; f32[b, 2, t, 8]", "f32[b, 6, s, 8]",
        needs="t >= 1", sizes=({"b": 2, "s": 4, "t": 6}, {"b": 0, "s": 1, "t": 1}, {"b": 1, "s": 0, "t": 1})),
    row("Attention", 25,
        "f32[b, 3, s, 8]; f32[b, 3, s, 8]; f32[b, 3, s, 8]; f32[s, p + s]; f32[b, 3, p, 8]; f32[b, 3, p, 8]",
        "f32[b, 3, s, 8]; f32[b, 3, p + s, 8]; f32[b, 3, p + s, 8]; f32[b, 3, s, p + s]",
        needs="p + s >= 1", sizes=({"b": 2, "s": 4, "p": 6}, {"b": 1, "s": 2, "p": 0})),
    row("Attention", 25, "f32[2, 3, 4, 8]; f32[2, 3, 6, 8]; f32[2, 1, 6, 8]", "f32[2, 3, 4, 8]"),
    row("Attention", 25, "f32[2, 3, 4, 8]; f32[2, 3, 6, 8]; f32[2, 3, 6, 8]; f32[m, n]", "f32[2, 3, 4, 8]",
        needs="m == 4 or m == 1", sizes=({"m": 4, "n": 6}, {"m": 1, "n": 5}, {"m": 4, "n": 7}, {"m": 2, "n": 6})),
    row("Attention", 25, "f32[2, 3, 4, 8]; f32[2, 3, 6, 8]; f32[2, 3, 6, 8]; f32[1, 2, 3, 4, 6]",
        "f32[*]; f32[?0, ?1, ?2, ?3]; f32[?4, ?5, ?6, ?7]; f32[?8, ?9, ?10, ?11]",
        finds="SI201 attn_mask has rank 5, needed 4 or less (ONNX Runtime from 1.32 on broadcasts it)"),
    # The function packs the result where both numbers of heads are given.
    row("Attention", (23, 24), "f64[2, 4, 3, 5]; f64[2, 1, 6, 5]; f64[2, 1, 6, 7]",
        "f64[2, 3, 28]; f64[2, 1, 6, 5]; f64[2, 1, 6, 7]; f64[2, 4, 3, 6]", q_num_heads=4, kv_num_heads=1),
    # No kernel takes a mask of this type.
    row("Attention", (23, 24), "f16[2, 3, 4, 8]; f16[2, 3, 6, 8]; f16[2, 3, 6, 8]; f32[1, 6]", "f16[2, 3, 4, 8]", scale=0.0),
    # What is added to the scores broadcasts both ways; only the last two kinds of scores have it.
    row("Attention", 23, "f64[2, 1, 1, 4]; f64[2, 1, 3, 4]; f64[2, 1, 3, 4]; f64[5, 3]",
        "f64[2, 1, 5, 4]; f64[2, 1, 3, 4]; f64[2, 1, 3, 4]; f64[2, 1, 1, 3]"),
    row("Attention", 23, "f64[2, 1, 1, 4]; f64[2, 1, 3, 4]; f64[2, 1, 3, 4]; f64[5, 3]",
        "f64[2, 1, 5, 4]; f64[2, 1, 3, 4]; f64[2, 1, 3, 4]; f64[2, 1, 5, 3]", qk_matmul_output_mode=2),
    row("Attention", 25, "f32[2, 1, 2, 4]; f32[2, 1, 3, 4]; f32[2, 1, 1, 5]",
        "f32[2, 1, 2, 5]; f32[2, 1, 3, 4]; f32[2, 1, 1, 5]"),
    # Nor does the function look at how many numbers there are but to broadcast.
    row("Attention", 25, "f32[3, 1, 2, 4]; f32[3, 1, 3, 4]; f32[3, 1, 3, 4]; -; -; -; i64[1]", "f32[3, 1, 2, 4]",
        finds="SI217 nonpad_kv_seqlen holds 1 numbers, needed 3"),
    row("Attention", 25, "f32[b, 1, 2, 4]; f32[b, 1, 3, 4]; f32[b, 1, 3, 4]; -; -; -; i64[n]",
        "f32[broadcast(b, n), 1, 2, 4]",
        needs=("suppose n == b", "b == n or b == 1 or n == 1"), sizes=({"b": 3, "n": 3}, {"b": 2, "n": 3})),
    row("Attention", 25, "f32[3, 1, 2, 4]; f32[3, 1, 3, 4]; f32[3, 1, 3, 4]; -; -; -; i64[3, 1]",
        "f32[*]", finds="SI201 nonpad_kv_seqlen has rank 2, needed 1 (ONNX Runtime broadcasts it)"),
    # Of what is empty: a join leaves it out, a Reshape copies other sizes.
    row("Attention", 25, "f32[0, 2, 3, 4]; f32[0, 2, 3, 4]; f32[0, 2, 3, 4]; -; f32[0, 2, 1, 4]; f32[0, 2, 1, 4]",
        "f32[0, 2, 3, 4]; f32[0, 2, 4, 4]; f32[0, 2, 4, 4]"),
    row("Attention", 25, "f32[1, 2, 3, 4]; f32[1, 2, 3, 4]; f32[1, 2, 3, 4]; -; f32[1, 2, 0, 4]; f32[1, 2, 0, 4]",
        "f32[1, 2, 3, 4]; f32[1, 2, 3, 4]; f32[1, 2, 3, 4]"),
    row("Attention", 25, "f32[2, 1, 6]; f32[2, 3, 3]; f32[2, 3, 4]; -; f32[2, 1, 0, 9]; f32[2, 7, 0, 1]",
        "f32[2, 1, 8]; f32[2, 1, 3, 3]; f32[2, 1, 3, 4]", q_num_heads=2, kv_num_heads=1),
    row("Attention", 25, "f32[2, 3, 4, 8]; f32[2, 3, 6, 8]; f32[2, 3, 6, 8]", "f32[2, 3, 4, 8]",
        left_window_size=2,
        finds="SI307 left_window_size is given, which ONNX Runtime before 1.32 does not know"),
]  # fmt: skip

REFUSED = [
    row("Attention", 23, "f32[2, 3, 4, 8]; f32[2, 3, 6, 8]; f32[2, 3, 6, 8]", "f32[2, 3, 4, 8]", q_num_heads=6,
        finds="SI217 Q has 3 heads and q_num_heads is 6, needed the same number; Q is f32[2, 3, 4, 8]"),
    row("Attention", (23, 24), "f32[2, 3, 4, 8]; f32[2, 3, 6, 8]; f32[2, 3, 6, 8]; f32[6]", "f32[2, 3, 4, 8]",
        finds="SI307 attn_mask has rank 1, ONNX Runtime needs 2 to 4; attn_mask is f32[6]"),
    row("Attention", (23, 24), "f16[2, 3, 4, 8]; f16[2, 3, 6, 8]; f16[2, 3, 6, 8]; bool[1, 6]",
        "f16[2, 3, 4, 8]",
        finds="SI307 attn_mask has 1 on axis 0, ONNX Runtime needs 4; attn_mask is bool[1, 6]"),
    row("Attention", 24, "f32[2, 3, 4, 8]; f32[2, 3, 6, 8]; f32[2, 3, 6, 8]; bool[4, 5]",
        "f32[2, 3, 4, 8]",
        finds="SI307 attn_mask has 5 on axis 1, ONNX Runtime needs 6; attn_mask is bool[4, 5]"),
    row("Attention", (23, 24), "f32[2, 3, 4, 8]; f32[2, 3, 6, 8]; f32[2, 3, 6, 8]; -; f32[2, 3, 5, 8]; "
        "f32[2, 3, 5, 8]", "f32[2, 3, 4, 8]; f32[2, 3, 11, 8]",
        finds="SI307 past_key is given without the outputs for the present, which ONNX Runtime refuses"),
    row("Attention", 23, "f32[2, 3, 4, 8]; f32[2, 3, 6, 8]; f32[2, 3, 6, 8]", "f32[2, 3, 4, 8]",
        scale=-1.0, finds="SI307 scale is -1.0, and ONNX Runtime needs more than 0"),
    row("Attention", (23, 24, 25), "f32[2, 5, 4, 8]; f32[2, 3, 6, 8]; f32[2, 3, 6, 8]", "f32[2, 5, 4, 8]",
        finds="SI212 Q has 5 heads, needed a multiple of the 3 of K; Q is f32[2, 5, 4, 8], K is f32[2, "
            "3, 6, 8]"),
    row("Attention", (23, 24), "f32[2, 3, 4, 8]; f32[2, 3, 6, 7]; f32[2, 3, 6, 8]", "f32[2, 3, 4, 8]",
        finds="SI217 the head size is 8 in Q and 7 in K, needed the same size"),
    row("Attention", (23, 24), "f32[2, 3, 4, 8]; f32[2, 3, 6, 8]; f32[2, 3, 5, 8]", "f32[2, 3, 4, 8]",
        finds="SI217 the length is 6 in K and 5 in V, needed the same size"),
    row("Attention", (23, 24), "f32[2, 3, 4, 8]; f32[1, 3, 6, 8]; f32[2, 3, 6, 8]", "f32[?1, 3, 4, 8]",
        finds="SI217 the batch is 2 in Q and 1 in K, needed the same size"),
    row("Attention", (23, 24), "f32[2, 3, 4, 8]; f32[2, 3, 6, 8]; f32[2, 1, 6, 8]", "f32[2, 3, 4, 8]",
        finds="SI217 the number of heads is 3 in K and 1 in V, needed the same size"),
    row("Attention", (23, 24, 25), "f32[2, 4, 24]; f32[2, 6, 24]; f32[2, 6, 24]", "f32[*]",
        finds="SI303 Q has rank 3 and q_num_heads is 0, needed at least 1 head; Q is f32[2, 4, 24]"),
    row("Attention", (23, 24, 25), "f32[2, 4, 25]; f32[2, 6, 24]; f32[2, 6, 24]", "f32[2, 4, 24]",
        q_num_heads=3, kv_num_heads=3,
        finds="SI218 Q has 25 on axis 2, needed a multiple of the 3 heads; Q is f32[2, 4, 25]"),
    row("Attention", (23, 24, 25), "f32[2, 3, 4, 8]; f32[2, 3, 6, 8]; f32[2, 3, 6, 8]; -; f32[2, 3, 5, 8]",
        "f32[2, 3, 4, 8]", finds="SI303 one of past_key and past_value is given, needed both or none"),
    row("Attention", (23, 24), "f32[2, 3, 4, 8]; f32[2, 6, 24]; f32[2, 6, 24]", "f32[*]", q_num_heads=3,
        kv_num_heads=3,
        finds="SI201 Q is f32[2, 3, 4, 8], K is f32[2, 6, 24], V is f32[2, 6, 24], needed the same rank"),
    row("Attention", (23, 24, 25), "f32[4, 8]; f32[6, 8]; f32[6, 8]", "f32[*]",
        finds="SI201 Q has rank 2, needed 3 to 4; Q is f32[4, 8]"),
    row("Attention", (23, 24), "f32[0, 3, 4, 8]; f32[0, 3, 6, 8]; f32[0, 3, 6, 8]", "f32[0, 3, 4, 8]",
        finds="SI226 the batch is 0, needed at least 1"),
    row("Attention", (23, 24), "f32[2, 3, 4, 8]; f32[2, 3, 6, 8]; f32[2, 3, 6, 8]; f32[5, 6]",
        "f32[2, 3, 4, 8]", finds="SI207 attn_mask has 5 on axis 0, needed 4 or 1; attn_mask is f32[5, 6]"),
    row("Attention", (23, 24),
        "f32[2, 3, 4, 8]; f32[2, 3, 6, 8]; f32[2, 3, 6, 8]; -; f32[2, 3, 5, 8]; f32[2, 3, 4, 8]",
        "f32[2, 3, 4, 8]; f32[2, 3, ?0 + 6, 8]; f32[2, 3, ?0 + 6, 8]",
        finds="SI217 the length is 5 in past_key and 4 in past_value, needed the same size"),
    row("Attention", 25,
        "f32[2, 3, 4, 8]; f32[2, 3, 6, 8]; f32[2, 3, 6, 8]; -; f32[2, 3, 5, 8]; f32[2, 3, 4, 8]",
        "f32[2, 3, 4, 8]; f32[2, 3, 11, 8]; f32[2, 3, 10, 8]",
        finds="SI217 the length is 11 in K with what is past and 10 in V with what is past, needed the same length "
            "or 1 in V"),
    row("Attention", 23, "f32[2, 3, 4, 8]; f32[2, 3, 6, 8]; f32[2, 3, 6, 8]; f32[4, 5]", "f32[2, 3, 4, 8]",
        finds="SI207 attn_mask has 5 on axis 1, needed 6 or 1; attn_mask is f32[4, 5]"),
    row("Attention", 24, "f32[2, 3, 4, 8]; f32[2, 3, 6, 8]; f32[2, 3, 6, 8]; f32[4, 7]", "f32[2, 3, 4, 8]",
        finds="SI207 attn_mask has 7 on axis 1, needed 6 or less; attn_mask is f32[4, 7]"),
    row("Attention", 24, "f32[2, 3, 4, 8]; f32[2, 3, 6, 8]; f32[2, 3, 6, 8]; -; -; -; i64[3]",
        "f32[2, 3, 4, 8]",
        finds="SI217 nonpad_kv_seqlen has 3 on axis 0, needed 2; nonpad_kv_seqlen is i64[3]"),
    row("Attention", 24, "f32[2, 3, 4, 8]; f32[2, 3, 6, 8]; f32[2, 3, 6, 8]; -; -; -; i64[2] = (7, 6)", "f32[2, 3, 4, 8]",
        finds="SI301 nonpad_kv_seqlen holds 7, needed 0 to 6; K is f32[2, 3, 6, 8]"),
    row("Attention", 24, "f32[1, 3, 4, 8]; f32[]; f32[]; -; -; -; i64[1] = (0)", "f32[*]",
        finds="SI201 Q is f32[1, 3, 4, 8], K is f32[], V is f32[], needed the same rank"),
    row("Attention", 25, "f32[1, 2, 3, 0]; f32[1, 2, 3, 0]; f32[1, 2, 3, 4]", "f32[*]",
        finds="SI226 a size is 0, and ONNX Runtime computes nothing with such sizes; Q is f32[1, 2, 3, 0], K is "
            "f32[1, 2, 3, 0], V is f32[1, 2, 3, 4]"),
    row("Attention", 25, "f32[2, 3, 4, 8]; f32[2, 3, 6, 8]; f32[2, 3, 6, 8]; f32[]", "f32[*]",
        finds="SI201 attn_mask has rank 0, needed at least 1; attn_mask is f32[]"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_attention(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_attention_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_attention_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
