"""StringConcat, StringSplit, StringNormalizer, RegexFullMatch, TfIdfVectorizer: work on text.

Version  What changed
9, 10    the first versions of TfIdfVectorizer and StringNormalizer
20       the first versions of the others
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import ONE, Call, Dim, TensorFact, const, equal, maximum, rule, tensor
from shapeinfer.shapes.broadcast import broadcast_shapes


@rule("StringConcat", versions=(20,))
def string_concat(call: Call, X: TensorFact, Y: TensorFact) -> TensorFact:
    return tensor(0, broadcast_shapes(call, X, Y, names=("X", "Y")))


@rule("StringSplit", versions=(20,))
def string_split(call: Call, X: TensorFact) -> tuple[TensorFact, ...]:
    if X.shape is None:
        return tensor(0), tensor(0)
    most = const(call.int("maxsplit") + 1) if call.has("maxsplit") and call.int("maxsplit") >= 0 else None
    pieces = call.fresh("as many pieces as the longest split has", high=most)
    return tensor(0, (*X.shape, pieces)), tensor(0, X.shape)


@rule("StringNormalizer", versions=(10,))
def string_normalizer(call: Call, X: TensorFact) -> TensorFact:
    call.rank(X, "X", at_least=1, at_most=2)
    if X.shape is None:
        return tensor(0)
    if len(X.shape) == 2:
        call.require(
            equal(X.shape[0], ONE), codes.SIZE_MISMATCH, "axis 0 of X has {have}, needed 1; X is {X}",
            have=X.shape[0], X=X,
        )  # fmt: skip
    words: Dim = X.shape[-1]
    call.require_at_least(
        words, 1, codes.EMPTY_REDUCTION, "X has {words} words, needed at least 1; X is {X}", words=words, X=X
    )
    if call.strings("stopwords"):
        # If no word is left, one empty word is.
        words = call.fresh("as many words as are left", low=ONE, high=maximum(words, ONE))
    return tensor(0, (words,) if len(X.shape) == 1 else (ONE, words))


@rule("RegexFullMatch", versions=(20,))
def regex_full_match(call: Call, X: TensorFact) -> TensorFact:
    return tensor(0, X.shape)


@rule("TfIdfVectorizer", versions=(9,))
def tf_idf_vectorizer(call: Call, X: TensorFact) -> TensorFact:
    call.rank(X, "X", at_least=1, at_most=2)
    indexes = call.ints("ngram_indexes") or ()
    width = max(indexes, default=-1) + 1
    if X.shape is None:
        return tensor(0)
    if len(X.shape) == 1:
        return tensor(0, (width,))
    call.require_at_least(
        X.shape[0], 1, codes.EMPTY_REDUCTION, "axis 0 of X has {size}, needed at least 1; X is {X}",
        size=X.shape[0], X=X,
    )  # fmt: skip
    return tensor(0, (X.shape[0], width))
