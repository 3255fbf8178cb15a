"""Tokenizer and other operators on words."""

from __future__ import annotations

import pytest

from tests.table import Domain, Row

op = Domain("com.microsoft")


RUN = [
    op(
        "Tokenizer",
        "str[n]",
        "str[n, ?0]",
        needs="suppose n >= 1",
        mark=0,
        mincharnum=1,
        pad_value="#",
        separators=[" "],
    ),
    op(
        "Tokenizer",
        "str[n, m]",
        "str[n, m, ?0]",
        needs=("suppose n >= 1", "suppose m >= 1"),
        mark=1,
        mincharnum=1,
        pad_value="#",
        separators=[" "],
    ),
    op("Tokenizer", "str[0]", "str[0]", mark=0, mincharnum=1, pad_value="#", separators=[" "]),
    op(
        "WordConvEmbedding",
        "i32[n, 7]; f32[6, 1, 2, 3]; f32[6]; f32[20, 3]",
        "f32[n, 6]",
        sizes=({"n": 2}, {"n": 1}),
        embedding_size=6,
        conv_window_size=2,
        char_embedding_size=3,
    ),
    op(
        "NGramRepeatBlock",
        "i64[b, s]; f32[b, v]",
        "f32[b, v]",
        sizes=({"b": 2, "s": 5, "v": 9}, {"b": 1, "s": 1, "v": 1}),
        ngram_size=2,
    ),
    op(
        "BifurcationDetector",
        "i64[n]; i64[m]; i64[]; i64[k]",
        "i64[?0]; i64[]",
        needs="k >= 1 and n + 1 >= k",
        sizes=({"n": 3, "m": 2, "k": 4},),
    ),
    op("BifurcationDetector", "i64[n]; i64[m]; i64[]", "i64[m]; i64[]", sizes=({"n": 3, "m": 2},)),
    op("BifurcationDetector", "i64[3]; i64[3]; i64[] = 7", "i64[3]; i64[]"),
    op("WordConvEmbedding", "i32[2, 3, 1]; f32[3, 1, 2, 3]; f32[3]; f32[9, 3]", "f32[2, 3]"),
]


@pytest.mark.parametrize("one", RUN, ids=str)
def test_runs_as_inferred(one: Row) -> None:
    one.check()
    assert "ran" in one.compare()


REFUSED = [
    op(
        "Tokenizer",
        "str[2, 2, 2]",
        "str[*]",
        finds="SI201 X has rank 3, needed 1 to 2; X is str[2, 2, 2]",
        mark=0,
        mincharnum=1,
        pad_value="#",
        separators=[" "],
    ),
    op(
        "Tokenizer",
        "str[]",
        "str[*]",
        finds="SI201 X has rank 0, needed 1 to 2; X is str[]",
        mark=0,
        mincharnum=1,
        pad_value="#",
        separators=[" "],
    ),
    op(
        "Tokenizer",
        "str[2]",
        "str[2, ?0]",
        finds="SI303 none of separators and tokenexp is given, needed one",
        mark=0,
        mincharnum=1,
        pad_value="#",
    ),
    op(
        "NGramRepeatBlock",
        "i64[2, 5]; f32[3, 9]",
        "f32[3, 9]",
        finds="SI217 scores has 3 rows, needed the 2 of input_ids; scores is f32[3, 9]",
        ngram_size=2,
    ),
    op(
        "BifurcationDetector",
        "i64[3]; i64[3]; i64[] = 0; i64[4]",
        "i64[?0]; i64[]",
        finds="SI303 min_ngram_size is 4 and max_ngram_size 3, needed 1 <= the first <= the second",
        min_ngram_size=4,
    ),
    op(
        "BifurcationDetector",
        "i64[3]; i64[3]; i64[] = -1; i64[5]",
        "i64[?0]; i64[]",
        finds="SI301 prev_suffix_match_idx is -1, needed 0 to the 3 tokens of src_tokens",
    ),
    op(
        "WordConvEmbedding",
        "i32[2, 1, 5]; f32[3, 1, 2, 3]; f32[3]; f32[9, 3]",
        "f32[2, 3]",
        finds="SI213 words have 1 letters, needed the 2 of the window; Sequence is i32[2, 1, 5], W is f32[3, 1, 2, 3]",
    ),
]


@pytest.mark.parametrize("one", REFUSED, ids=str)
def test_refused(one: Row) -> None:
    one.check()
    assert set(one.compare()) == {"refused"}


# Nothing here runs these: the documentation is all there is (or the runtime crashes of them).
UNTRIED = [
    op("TorchEmbedding", "f32[v, 8]; i64[b, s]", "f32[b, s, 8]"),
]


@pytest.mark.parametrize("one", UNTRIED, ids=str)
def test_inferred(one: Row) -> None:
    one.check()
