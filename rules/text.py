"""StringConcat, StringSplit, StringNormalizer, RegexFullMatch, TfIdfVectorizer: work on text.

Version  What changed
9, 10    the first versions of TfIdfVectorizer and StringNormalizer
20       the first versions of the others

Differences: the runtime needs the ``pattern`` of RegexFullMatch: a warning. Of two pools of
TfIdfVectorizer it takes the strings.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import ONE, Call, Dim, TensorFact, const, equal, is_ranked, maximum, rule, tensor
from shapeinfer.shapes.broadcast import broadcast_shapes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


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
        if X.shape[0].value is None and is_ranked(X):
            call.refuse_load(
                codes.RUNTIME_DIFFERS,
                "axis 0 of X is {have}, and ONNX Runtime needs it to be 1 when it loads the model; X is {X}",
                have=X.shape[0], X=X,
            )  # fmt: skip
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
    if not call.has("pattern"):
        call.error(codes.RUNTIME_DIFFERS, "pattern is left out, and ONNX Runtime needs it")
    else:
        _check_pattern(call, call.string("pattern"))
    return tensor(0, X.shape)


def _check_pattern(call: Call, pattern: str) -> None:
    """Brackets stand in pairs. Of patterns in which something is escaped nothing is said."""
    if "\\" not in pattern and not _has_pairs(pattern):
        call.error(
            codes.VALUE_NOT_ALLOWED, "pattern is {pattern!r}, needed a closing bracket for each opening one",
            pattern=pattern,
        )  # fmt: skip


def _has_pairs(pattern: str) -> bool:
    depth, at = 0, 0
    while at < len(pattern):
        if pattern[at] == "[":
            first = at + (2 if pattern[at + 1 : at + 2] == "^" else 1)
            at = pattern.find("]", first + 1)  # the first place may hold the bracket itself
            if at < 0:
                return False
        depth += {"(": 1, ")": -1}.get(pattern[at], 0)
        if depth < 0:
            return False
        at += 1
    return depth == 0


@rule("TfIdfVectorizer", versions=(9,))
def tf_idf_vectorizer(call: Call, X: TensorFact) -> TensorFact:
    if X.rank == 0:
        message = "X has rank 0, needed 1 to 2; X is {X}"
        if not call.refuse_load(codes.WRONG_RANK, message, X=X):
            call.warn(codes.WRONG_RANK, message + " (the runtime treats it as a list)", X=X)
    else:
        call.rank(X, "X", at_least=1, at_most=2)
    indexes = call.ints("ngram_indexes") or ()
    _check_ngrams(call, indexes)
    width = max(indexes, default=-1) + 1
    if X.shape is None:
        return tensor(0)
    if len(X.shape) <= 1:
        return tensor(0, (width,))
    call.require_at_least(
        X.shape[0], 1, codes.EMPTY_REDUCTION, "axis 0 of X has {size}, needed at least 1; X is {X}",
        size=X.shape[0], X=X,
    )  # fmt: skip
    return tensor(0, (X.shape[0], width))


def _check_ngrams(call: Call, indexes: Sequence[int]) -> None:
    """The attributes describe one list of n-grams."""
    if not indexes or min(indexes) < 0:
        call.error(
            codes.VALUE_NOT_ALLOWED, "ngram_indexes is {indexes}, needed at least one, and none below 0",
            indexes=indexes,
        )  # fmt: skip
    weights = call.floats("weights")
    if weights is not None and len(weights) != len(indexes):
        call.error(
            codes.LIST_LENGTH,
            "weights has {have} entries, needed one for each of the {need} in ngram_indexes",
            have=len(weights), need=len(indexes),
        )  # fmt: skip
    if call.int("max_skip_count") < 0:
        call.error(
            codes.VALUE_NOT_ALLOWED, "max_skip_count is {skips}, needed at least 0",
            skips=call.int("max_skip_count"),
        )  # fmt: skip
    counts = call.ints("ngram_counts") or ()
    shortest, longest = call.int("min_gram_length"), call.int("max_gram_length")
    if not 1 <= shortest <= longest <= len(counts):
        call.error(
            codes.VALUE_NOT_ALLOWED,
            "min_gram_length is {shortest} and max_gram_length {longest}, needed 1 <= min <= max <= {most}, "
            "the length of ngram_counts",
            shortest=shortest, longest=longest, most=len(counts),
        )  # fmt: skip
    _check_pool(call, counts)


def _check_pool(call: Call, counts: Sequence[int]) -> None:
    """The n-grams of each length are a stretch of the pool that holds whole ones."""
    items = call.strings("pool_strings") or call.ints("pool_int64s") or ()
    if not items or call.strings("pool_strings") == ():
        call.error(codes.VALUE_NOT_ALLOWED, "pool_strings and pool_int64s are empty, needed one of them")
        return
    for length, (start, end) in enumerate(zip(counts, (*counts[1:], len(items)), strict=False), 1):
        if not 0 <= start <= end <= len(items):
            call.error(
                codes.VALUE_NOT_ALLOWED,
                "ngram_counts is {counts}, needed rising places in the pool of {items} items",
                counts=counts, items=len(items),
            )  # fmt: skip
            return
        grams = [tuple(items[i : i + length]) for i in range(start, end, length)]
        if len(set(grams)) < len(grams):
            call.error(codes.VALUE_NOT_ALLOWED, "the pool has a {length}-gram twice", length=length)
        if (end - start) % length:
            call.error(
                codes.NOT_DIVISIBLE,
                "the pool has {items} items for {length}-grams, needed a multiple of {length}",
                items=end - start, length=length,
            )  # fmt: skip
