"""Memories of n-grams of com.microsoft."""

from __future__ import annotations

import pytest

from tests.table import Domain, Row

op = Domain("com.microsoft")


RUN = [
    op(
        "EngramGate",
        "f32[b, t, 4, 8]; f32[b, t, 4, 8]; f32[b, t, 8]; f32[4, 8]; f32[4, 8]; f32[4, 8]",
        "f32[b, t, 4, 8]; f32[b, t, 4, 8]",
    ),
    op(
        "NGramHashMapping",
        "i64[b, s]; i64[3]; i64[4] = (7, 7, 7, 7); i64[b, 2]",
        "i64[b, s, 4]; i64[b, 2]",
        max_ngram_size=3,
        n_head_per_ngram=2,
        pad_id=0,
    ),
    op(
        "VarlenNGramHashMapping",
        "i64[5]; i64[3]; i64[4] = (7, 7, 7, 7); i32[3] = (0, 2, 5)",
        "i64[5, 4]; i64[2, 2]",
        max_ngram_size=3,
        n_head_per_ngram=2,
        pad_id=0,
    ),
    op(
        "VarlenNGramHashMapping",
        "i64[5]; i64[3]; i64[4] = (7, 7, 7, 7); i32[3] = (0, 2, 5); i64[2, 2]",
        "i64[5, 4]; i64[2, 2]",
        max_ngram_size=3,
        n_head_per_ngram=2,
        pad_id=0,
    ),
]


@pytest.mark.parametrize("one", RUN, ids=str)
def test_runs_as_inferred(one: Row) -> None:
    one.check()
    assert "ran" in one.compare()


REFUSED = [
    op(
        "VarlenNGramHashMapping",
        "i64[5]; i64[3]; i64[4] = (7, 7, 7, 7); i32[3] = (0, 2, 5); -; -; -; i32[4]; i32[2, 3]",
        "i64[5, 4]; i64[2, 2]; i32[2, 2]",
        finds=(
            "SI217 segment_ids has 4 on axis 0, needed 5; segment_ids is i32[4]",
            "SI217 past_segment_ids has 3 on axis 1, needed 2; past_segment_ids is i32[2, 3]",
        ),
        max_ngram_size=3,
        n_head_per_ngram=2,
        pad_id=0,
    ),
    op(
        "NGramHashMapping",
        "i64[2, 5]; i64[3]; i64[4]; i64[2, 2]; i64[4]; i64[1]",
        "i64[*]; i64[*]",
        finds="SI201 eos_token_id has rank 1, needed 0; eos_token_id is i64[1]",
        max_ngram_size=3,
        n_head_per_ngram=2,
        pad_id=0,
    ),
    op(
        "VarlenNGramHashMapping",
        "i64[5]; i64[3]; i64[4] = (7, 7, 7, 7); i32[3] = (0, 2, 5); i64[2, 2]; i64[4]; i64[1]",
        "i64[*]; i64[*]",
        finds="SI201 eos_token_id has rank 1, needed 0; eos_token_id is i64[1]",
        max_ngram_size=3,
        n_head_per_ngram=2,
        pad_id=0,
    ),
    op(
        "EngramGate",
        "f32[2, 3, 4, 8]; f32[2, 3, 4, 8]; f32[2, 3, 7]; f32[4, 8]; f32[4, 8]",
        "f32[2, 3, 4, 8]",
        finds="SI217 value has 7 on axis 2, needed 8; value is f32[2, 3, 7]",
    ),
    op(
        "NGramHashMapping",
        "i64[2, 5]; i64[3]; i64[3] = (7, 7, 7)",
        "i64[2, 5, 4]",
        finds="SI217 vocab_sizes has 3 on axis 0, needed 4; vocab_sizes is i64[3] = (7, 7, 7)",
        max_ngram_size=3,
        n_head_per_ngram=2,
        pad_id=0,
    ),
    op(
        "NGramHashMapping",
        "i64[2, 5]; i64[3]; i64[3] = (7, 7, 7)",
        "i64[*]",
        finds="SI303 max_ngram_size is 1 and n_head_per_ngram 2, needed 2 and 1 at least",
        max_ngram_size=1,
        n_head_per_ngram=2,
        pad_id=0,
    ),
    op(
        "VarlenNGramHashMapping",
        "i64[5]; i64[3]; i64[4] = (7, 7, 7, 7); i32[3] = (0, 2, 5); i64[3, 3]",
        "i64[5, 4]; i64[2, 2]",
        finds=(
            "SI217 past_ids has 3 on axis 0, needed 2; past_ids is i64[3, 3]",
            "SI217 past_ids has 3 on axis 1, needed 2; past_ids is i64[3, 3]",
        ),
        max_ngram_size=3,
        n_head_per_ngram=2,
        pad_id=0,
    ),
    op(
        "VarlenNGramHashMapping",
        "i64[5]; i64[3]; i64[4] = (7, 7, 7, 7); i32[1] = (0)",
        "i64[5, 4]; i64[0, 2]",
        finds=(
            "SI219 cumulative_sequence_length has 1 elements, needed at least 2",
            "SI303 cumulative_sequence_length is i32[1] = (0), needed numbers that grow from 0 to 5",
        ),
        max_ngram_size=3,
        n_head_per_ngram=2,
        pad_id=0,
    ),
    op(
        "VarlenNGramHashMapping",
        "i64[5]; i64[3]; i64[4] = (7, 7, 7, 7); i32[3] = (0, 2, 5)",
        "i64[5, 4]; i64[2, 2]; i32[2, 2]",
        finds="SI303 segment_ids is left out, and the third output needs it",
        max_ngram_size=3,
        n_head_per_ngram=2,
        pad_id=0,
    ),
    op(
        "VarlenNGramHashMapping",
        "i64[5]; i64[3]; i64[4] = (7, 7, 7, 7); i32[3] = (0, 2, 5)",
        "i64[5, 4]; i64[2, 2]",
        finds="SI303 state_update_capacity is 9, needed 0 to 8",
        max_ngram_size=3,
        n_head_per_ngram=2,
        pad_id=0,
        state_update_capacity=9,
    ),
]


@pytest.mark.parametrize("one", REFUSED, ids=str)
def test_refused(one: Row) -> None:
    one.check()
    assert set(one.compare()) == {"refused"}
