"""Which keys a sparse attention may read."""

from __future__ import annotations

import pytest

from tests.table import Domain, Row

op = Domain("com.microsoft")


# Nothing here runs these: the documentation is all there is (or the runtime crashes of them).
UNTRIED = [
    op(
        "SparseAttentionIndexer",
        "f16[b, s, 64]; f16[b, s, 16]; f16[16]; f16[16]; f16[m, 8]; f16[m, 8]; -; f16[b, p, 16]",
        "i32[b, s, 19]; f16[b, p + s, 16]",
        policy_mode="qsa",
        compress_ratio=4,
        token_budget=16,
    ),
    op(
        "SparseAttentionIndexer",
        "f16[b, s, 64]; f16[b, s, 16]; f16[16]; f16[16]; f16[m, 8]; f16[m, 8]; -; f16[b, p, 16]; -; -; -; "
        "-; i32[1]",
        "i32[b, s, 19]; f16[b, p, 16]",
        policy_mode="qsa",
        compress_ratio=4,
        token_budget=16,
    ),
    op(
        "SparseAttentionIndexer",
        "f16[b, s, 64]; f16[b, s, 32]; f16[16]; f16[16]; f16[m, 8]; f16[m, 8]; -; f16[b, p, 16]",
        "i32[b, s, 8]; f16[b, ?0, 16]; f16[2, b, ?1, 32]",
        policy_mode="csa",
        compress_ratio=4,
        index_topk=8,
    ),
    op(
        "PackedSparseAttentionIndexer",
        "f16[t, 64]; f16[t, 16]; f16[16]; f16[16]; f16[m, 8]; f16[m, 8]; i32[b + 1]; i32[b]; -; -; -; -; "
        "f16[b, 32, 16]; f16[b, 7, 16]; -; i32[b, 2]",
        "i32[t, 19]; i32[t]; f16[b, 32, 16]; f16[b, 7, 16]; f16[b, 7, 16]; i32[b, 2]",
        policy_mode="qsa",
        compress_ratio=4,
        token_budget=16,
        state_capacity=32,
    ),
    op(
        "SparseAttentionIndexer",
        "f16[b, s, 64]; -; f16[16]; f16[16]; f16[m, 8]; f16[m, 8]; -; f16[b, p, 16]",
        "i32[*]; f16[*]",
        finds="SI303 policy_mode is qsa without token_budget",
        policy_mode="qsa",
        compress_ratio=4,
    ),
    op(
        "SparseAttentionIndexer",
        "f16[b, s, 64]; -; f16[16]; f16[16]; f16[m, 8]; f16[m, 8]; -; f16[b, p, 16]",
        "i32[*]; f16[*]",
        finds="SI303 policy_mode is 'x' and compress_ratio 4, needed qsa or csa and 1 or more",
        policy_mode="x",
        compress_ratio=4,
    ),
    op(
        "PackedSparseAttentionIndexerMerge",
        "i32[r, c]; i32[r]; i32[n]; i32[n]; i32[n]",
        "i32[n, 7]; i32[n]; i32[n]",
        max_output_entries=7,
        policy_mode="append_range",
    ),
    op(
        "PackedSparseAttentionIndexerMerge",
        "i32[4, c]; i32[3]; i32[n]",
        "i32[n, 7]; i32[n]; i32[n]",
        max_output_entries=7,
        policy_mode="append_range",
        finds="SI217 base_counts has 3 on axis 0, needed 4; base_counts is i32[3]",
    ),
]


@pytest.mark.parametrize("one", UNTRIED, ids=str)
def test_inferred(one: Row) -> None:
    one.check()
