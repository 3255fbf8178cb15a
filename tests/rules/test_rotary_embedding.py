"""RotaryEmbedding."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("RotaryEmbedding", 23, "f32[b, 3, s, 8]; f32[50, 4]; f32[50, 4]; i64[b, s]", "f32[b, 3, s, 8]",
        needs="s <= 50", sizes=({"b": 2, "s": 3}, {"b": 0, "s": 2}, {"b": 1, "s": 1})),
    row("RotaryEmbedding", 23, "f32[b, 3, s, 8]; f32[b, s, 4]; f32[b, s, 4]", "f32[b, 3, s, 8]",
        sizes=({"b": 2, "s": 3}, {"b": 0, "s": 2}, {"b": 1, "s": 1})),
    row("RotaryEmbedding", 23, "f32[b, s, 24]; f32[50, 4]; f32[50, 4]; i64[b, s]", "f32[b, s, 24]",
        needs="s <= 50", sizes=({"b": 2, "s": 3}, {"b": 0, "s": 2}, {"b": 1, "s": 1}), num_heads=3),
    row("RotaryEmbedding", 23, "f32[2, 3, 4, 8]; f32[50, 2]; f32[50, 2]; i64[2, 4]", "f32[2, 3, 4, 8]",
        rotary_embedding_dim=4),
    row("RotaryEmbedding", 23, "f32[*]; f32[50, 2]; f32[50, 2]; i64[2, 4]", "f32[*]", sizes=()),
    row("RotaryEmbedding", 23, "f32[2, 3, 4, 8]; f32[*]; f32[50, 4]; i64[2, 4]", "f32[2, 3, 4, 8]", sizes=()),
    row("RotaryEmbedding", 23, "f32[1, 3, s, 8]; f32[50, 4]; f32[50, 4]; i64[1, s]", "f32[1, 3, s, 8]",
        needs="s <= 50", sizes=({"s": 50}, {"s": 51})),
    row("RotaryEmbedding", 23, "f32[1, 3, s, 8]; f32[m, 4]; f32[m, 4]; i64[1, s] = p..p + s - 1", "f32[1, 3, s, 8]",
        needs=("m >= p + s or s == 0", "m >= s"),
        sizes=({"s": 2, "m": 5, "p": 3}, {"s": 2, "m": 5, "p": 4}, {"s": 2, "m": 1, "p": 0})),
]  # fmt: skip

REFUSED = [
    row("RotaryEmbedding", 23, "f32[2, 3, 4, 8]; f32[2, 4, 4]; f32[2, 4, 4]", "f32[2, 3, 4, 8]", num_heads=-1,
        finds="SI307 num_heads is -1, and ONNX Runtime refuses all but 0 to 2147483647"),
    row("RotaryEmbedding", 23, "f32[2, 3, 4, 8]; f32[2, 4, 4]; f32[2, 4, 4]", "f32[2, 3, 4, 8]",
        rotary_embedding_dim=-4,
        finds="SI307 rotary_embedding_dim is -4, and ONNX Runtime refuses all but 0 to 2147483647"),
    row("RotaryEmbedding", 23, "f32[2, 4, 24]; f32[50, 4]; f32[50, 4]; i64[2, 4]", "f32[*]",
        finds="SI303 X has rank 3 and num_heads is 0, needed at least 1 head; X is f32[2, 4, 24]"),
    row("RotaryEmbedding", 23, "f32[2, 3, 4, 8]; f32[50, 3]; f32[50, 3]; i64[2, 4]", "f32[2, 3, 4, 8]",
        finds="SI217 cos_cache has 3 on axis 1, needed 4; cos_cache is f32[50, 3]"),
    row("RotaryEmbedding", 23, "f32[2, 3, 4, 8]; f32[50, 4]; f32[50, 4]", "f32[*]",
        finds="SI201 cos_cache has rank 2, needed 3; cos_cache is f32[50, 4]"),
    row("RotaryEmbedding", 23, "f32[2, 3, 4, 8]; f32[50, 4]; f32[40, 4]; i64[2, 4]", "f32[2, 3, 4, 8]",
        finds="SI217 axis 0 is 50 in cos_cache and 40 in sin_cache, needed the same size"),
    row("RotaryEmbedding", 23, "f32[2, 3, 4, 8]; f32[50, 4]; f32[50, 4]; i64[2, 5]", "f32[2, 3, 4, 8]",
        finds="SI217 position_ids has 5 on axis 1, needed 4; position_ids is i64[2, 5]"),
    row("RotaryEmbedding", 23, "f32[2, 3, 4, 8]; f32[1, 4, 4]; f32[1, 4, 4]", "f32[2, 3, 4, 8]",
        finds="SI217 cos_cache has 1 on axis 0, needed 2; cos_cache is f32[1, 4, 4]"),
    row("RotaryEmbedding", 23, "f32[3, 4]; f32[50, 2]; f32[50, 2]; i64[2, 4]", "f32[*]",
        finds="SI201 X has rank 2, needed 3 to 4; X is f32[3, 4]"),
    row("RotaryEmbedding", 23, "f32[2, 3, 4, 8]; f32[50, 5]; f32[50, 5]; i64[2, 4]", "f32[2, 3, 4, 8]",
        rotary_embedding_dim=10, finds="SI303 rotary_embedding_dim is 10, needed at most the 8 of a head"),
    row("RotaryEmbedding", 23, "f32[1, 2, 1, 2]; f32[2, 1]; f32[2, 1]; i64[1, 1] = (2)", "f32[1, 2, 1, 2]",
        finds="SI301 position_ids holds 2, needed 0 to 1"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_rotary_embedding(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_rotary_embedding_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_rotary_embedding_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
