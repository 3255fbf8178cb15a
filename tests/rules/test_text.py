"""StringConcat, StringSplit, StringNormalizer, RegexFullMatch, TfIdfVectorizer."""

from __future__ import annotations

import pytest

from shapeinfer.testing import Attribute
from tests.table import Row, row

GRAMS: dict[str, Attribute] = {
    "mode": "TF", "min_gram_length": 1, "max_gram_length": 2, "max_skip_count": 0, "ngram_counts": [0, 2],
    "ngram_indexes": [0, 1, 2], "pool_int64s": [5, 6, 5, 6],
}  # fmt: skip


def grams(output: str, finds: str = "", **changes: Attribute) -> Row:
    one = row("TfIdfVectorizer", 9, "i64[4]", output, finds=finds or ())
    return one._replace(attributes={**GRAMS, **changes})


ROWS = [
    row("RegexFullMatch", 20, "str[b]", "bool[b]", sizes=(),
        finds="SI307 pattern is left out, and ONNX Runtime needs it"),
    grams("f32[3]"),
    grams("f32[3]", weights=[1.0, 2.0, 3.0]),
    row("StringConcat", 20, "str[b, 1]; str[3]", "str[b, 3]"),
    row("StringSplit", 20, "str[b]", "str[b, ?0]; i64[b]", sizes=({"b": 2},)),
    row("StringSplit", 20, "str[2, 3]", "str[2, 3, ?0]; i64[2, 3]", maxsplit=1),
    row("StringSplit", 20, "str[*]", "str[*]; i64[*]", sizes=()),
    row("StringNormalizer", 10, "str[n]", "str[n]", needs="n >= 1", sizes=({"n": 1}, {"n": 4})),
    row("StringNormalizer", 10, "str[1, 3]", "str[1, 3]", case_change_action="UPPER", sizes=()),
    row("StringNormalizer", 10, "str[3]", "str[?0]", stopwords=["a"], sizes=()),
    row("StringNormalizer", 10, "str[*]", "str[*]", sizes=()),
    row("RegexFullMatch", 20, "str[b, 3]", "bool[b, 3]", pattern="a.*"),
    row("TfIdfVectorizer", 9, "i64[n]", "f32[5]", mode="TF", min_gram_length=1, max_gram_length=1,
        max_skip_count=0, ngram_counts=[0], ngram_indexes=[0, 1, 4], pool_int64s=[5, 6, 7],
        sizes=({"n": 1}, {"n": 4})),
    row("TfIdfVectorizer", 9, "i64[b, n]", "f32[b, 5]", needs="b >= 1", mode="TF", min_gram_length=1,
        max_gram_length=1, max_skip_count=0, ngram_counts=[0], ngram_indexes=[0, 1, 4], pool_int64s=[5, 6, 7],
        sizes=({"n": 1, "b": 2}, {"n": 4, "b": 1})),
    row("TfIdfVectorizer", 9, "i64[*]", "f32[*]", mode="TF", min_gram_length=1, max_gram_length=1,
        max_skip_count=0, ngram_counts=[0], ngram_indexes=[0, 1, 4], pool_int64s=[5, 6, 7], sizes=()),
]  # fmt: skip

REFUSED = [
    row("StringConcat", 20, "str[2]; str[3]", "str[?0]",
        finds="SI207 on axis 0 X has 2 and Y has 3, needed equal sizes or 1; X is str[2], Y is str[3]"),
    row("StringNormalizer", 10, "str[2, 3]", "str[1, 3]",
        finds="SI217 axis 0 of X has 2, needed 1; X is str[2, 3]"),
    row("TfIdfVectorizer", 9, "i64[1, 2, 3]", "f32[*]", mode="TF", min_gram_length=1, max_gram_length=1,
        max_skip_count=0, ngram_counts=[0], ngram_indexes=[0, 1, 4], pool_int64s=[5, 6, 7],
        finds="SI201 X has rank 3, needed 1 to 2; X is i64[1, 2, 3]"),
    row("TfIdfVectorizer", 9, "i64[0, 3]", "f32[0, 5]", mode="TF", min_gram_length=1, max_gram_length=1,
        max_skip_count=0, ngram_counts=[0], ngram_indexes=[0, 1, 4], pool_int64s=[5, 6, 7],
        finds="SI226 axis 0 of X has 0, needed at least 1; X is i64[0, 3]"),
    row("TfIdfVectorizer", 9, "i64[]", "f32[5]", mode="TF", min_gram_length=1, max_gram_length=1,
        max_skip_count=0, ngram_counts=[0], ngram_indexes=[0, 1, 4], pool_int64s=[5, 6, 7],
        finds="SI201 X has rank 0, needed 1 to 2; X is i64[]"),
    grams("f32[3]", min_gram_length=3,
        finds="SI303 min_gram_length is 3 and max_gram_length 2, needed 1 <= min <= max <= 2, the length of "
            "ngram_counts"),
    grams("f32[3]", min_gram_length=0,
        finds="SI303 min_gram_length is 0 and max_gram_length 2, needed 1 <= min <= max <= 2, the length of "
            "ngram_counts"),
    grams("f32[3]", max_gram_length=3,
        finds="SI303 min_gram_length is 1 and max_gram_length 3, needed 1 <= min <= max <= 2, the length of "
            "ngram_counts"),
    grams("f32[0]", ngram_indexes=[],
        finds="SI303 ngram_indexes is (), needed at least one, and none below 0"),
    grams("f32[1]", ngram_indexes=[0, -1],
        finds="SI303 ngram_indexes is (0, -1), needed at least one, and none below 0"),
    grams("f32[3]", weights=[1.0],
        finds="SI219 weights has 1 entries, needed one for each of the 3 in ngram_indexes"),
    grams("f32[3]", max_skip_count=-1,
        finds="SI303 max_skip_count is -1, needed at least 0"),
    grams("f32[3]", pool_int64s=[],
        finds="SI303 pool_strings and pool_int64s are empty, needed one of them"),
    grams("f32[3]", ngram_counts=[0, 9],
        finds="SI303 ngram_counts is (0, 9), needed rising places in the pool of 4 items"),
    grams("f32[3]", ngram_counts=[2, 0],
        finds="SI303 ngram_counts is (2, 0), needed rising places in the pool of 4 items"),
    grams("f32[3]", ngram_counts=[0, 1],
        finds="SI218 the pool has 3 items for 2-grams, needed a multiple of 2"),
    row("StringNormalizer", 10, "str[0]", "str[0]",
        finds="SI226 X has 0 words, needed at least 1; X is str[0]"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED], ids=str)
def test_text(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_text_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_text_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
