"""Tokenizer and other operators of com.microsoft on words: embeddings, n-grams, suffixes.

Version  What changed
1        com.microsoft

Differences: Tokenizer leaves an input without strings as it is, without the axis of tokens.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.scalar import Scalar
from shapeinfer.rule import (
    ONE,
    ZERO,
    Call,
    Dim,
    TensorFact,
    all_of,
    at_least,
    const,
    equal,
    rule,
    tensor,
)
from shapeinfer.shapes.inputs import require_one_element, require_shape, sizes
from shapeinfer.shapes.lists import first_of


@rule("TorchEmbedding", versions=(1,), domain="com.microsoft")
def torch_embedding(call: Call, weight: TensorFact, indices: TensorFact, *_: TensorFact | None) -> TensorFact:
    width = sizes(call, weight, 2, "weight")[1]
    return tensor(0, None if indices.shape is None else (*indices.shape, width))


@rule("Tokenizer", versions=(1,), domain="com.microsoft")
def tokenizer(call: Call, X: TensorFact) -> TensorFact:
    if call.strings("separators") == ():
        call.error(codes.VALUE_NOT_ALLOWED, "separators is empty, needed at least one")
    elif not call.strings("separators") and not call.has("tokenexp"):
        call.error(codes.VALUE_NOT_ALLOWED, "none of separators and tokenexp is given, needed one")
    elif not call.strings("separators") and not call.string("tokenexp"):
        call.error(codes.VALUE_NOT_ALLOWED, "tokenexp is empty, needed a regular expression")
    by_letters = call.strings("separators") == ("",) or (
        not call.strings("separators") and call.string("tokenexp", "") == "."
    )
    if by_letters and call.int("mincharnum", 1) > 1:
        call.error(
            codes.VALUE_NOT_ALLOWED, "mincharnum is {count}, needed 1 where every letter is a token",
            count=call.int("mincharnum", 1),
        )  # fmt: skip
    if call.int("mincharnum", 1) < 1:
        call.error(
            codes.VALUE_NOT_ALLOWED,
            "mincharnum is {count}, needed at least 1",
            count=call.int("mincharnum", 1),
        )
    call.rank(X, "X", at_least=1, at_most=2)
    if X.shape is None:
        return tensor(0)
    if X.shape[-1].value == 0:
        return tensor(0, X.shape)
    for size in X.shape:
        call.suppose(
            at_least(size, ONE),
            codes.ASSUMED_SIZE,
            "X has {size} strings on an axis, and none has no tokens",
            size=size,
        )
    return tensor(0, (*X.shape, call.fresh("how many tokens there are depends on data")))


@rule("WordConvEmbedding", versions=(1,), domain="com.microsoft")
def word_conv_embedding(
    call: Call, Sequence: TensorFact, W: TensorFact, B: TensorFact, C: TensorFact
) -> TensorFact:
    call.rank(Sequence, "Sequence", at_least=2)
    rows = call.fresh("the rank of Sequence is unknown") if Sequence.shape is None else Sequence.shape[0]
    call.rank(W, "W", at_least=4)  # no kernel looks at further axes
    unknown = call.fresh_shape(4, "the rank of W is unknown") if W.shape is None else W.shape
    filters, _, width, embedding = unknown[:4]
    require_shape(call, B, (filters,), "B")
    for name, have in (
        ("embedding_size", filters),
        ("conv_window_size", width),
        ("char_embedding_size", embedding),
    ):
        if call.has(name) and call.int(name) != -1:
            call.require(
                equal(have, const(call.int(name))), codes.SIZE_MISMATCH,
                "{name} is {given}, needed the {have} of W; W is {W}",
                name=name, given=call.int(name), have=have, W=W,
            )  # fmt: skip
    call.rank(C, "C", at_least=2)
    if C.shape is not None:
        call.require(
            equal(C.shape[1], embedding), codes.SIZE_MISMATCH,
            "C has {have} on axis 1, needed {need}; C is {C}", have=C.shape[1], need=embedding, C=C,
        )  # fmt: skip
    if Sequence.shape is not None:
        call.require_at_least(
            Sequence.shape[1], width, codes.WINDOW_TOO_LARGE,
            "words have {length} letters, needed the {width} of the window; Sequence is {Sequence}, W is {W}",
            length=Sequence.shape[1], width=width, Sequence=Sequence, W=W,
        )  # fmt: skip
    return tensor(0, (rows, filters))


@rule("NGramRepeatBlock", versions=(1,), domain="com.microsoft")
def ngram_repeat_block(call: Call, input_ids: TensorFact, scores: TensorFact) -> TensorFact:
    if call.int("ngram_size") < 1:
        call.error(
            codes.VALUE_NOT_ALLOWED, "ngram_size is {size}, needed at least 1", size=call.int("ngram_size")
        )
    batch, _ = sizes(call, input_ids, 2, "input_ids")
    rows, words = sizes(call, scores, 2, "scores")
    call.require(
        equal(rows, batch), codes.SIZE_MISMATCH,
        "scores has {rows} rows, needed the {batch} of input_ids; scores is {scores}",
        rows=rows, batch=batch, scores=scores,
    )  # fmt: skip
    return tensor(0, scores.shape if scores.shape is not None else (rows, words))


@rule("BifurcationDetector", versions=(1,), domain="com.microsoft")
def bifurcation_detector(
    call: Call,
    src_tokens: TensorFact,
    cur_tokens: TensorFact,
    prev_suffix_match_idx: TensorFact,
    pred_tokens: TensorFact | None = None,
) -> tuple[TensorFact, TensorFact]:
    least, most = call.int("min_ngram_size", 1), call.int("max_ngram_size", 3)
    if not 1 <= least <= most:
        call.error(
            codes.VALUE_NOT_ALLOWED,
            "min_ngram_size is {least} and max_ngram_size {most}, needed 1 <= the first <= the second",
            least=least, most=most,
        )  # fmt: skip
    (source,) = sizes(call, src_tokens, 1, "src_tokens")
    (current,) = sizes(call, cur_tokens, 1, "cur_tokens")
    require_one_element(call, prev_suffix_match_idx, "prev_suffix_match_idx")
    if pred_tokens is None:
        return tensor(0, (current,)), tensor(0, prev_suffix_match_idx.shape)
    (predicted,) = sizes(call, pred_tokens, 1, "pred_tokens")
    _require_prediction(call, source, predicted, first_of(prev_suffix_match_idx))
    tokens = call.fresh(
        "where the predicted tokens leave the source depends on data", current, current + predicted
    )
    return tensor(0, (tokens,)), tensor(0, prev_suffix_match_idx.shape)


def _require_prediction(call: Call, source: Dim, predicted: Dim, start: Scalar) -> None:
    """There is a prediction for each token of the source from ``start`` on, and one for what follows."""
    message = "pred_tokens has {have} tokens, needed {need}: src_tokens has {source}"
    if isinstance(start, Dim):
        need = source + 1 - start
        for condition in (at_least(start, ZERO), at_least(source, start)):
            call.require(
                condition, codes.INDEX_OUT_OF_RANGE,
                "prev_suffix_match_idx is {start}, needed 0 to the {source} tokens of src_tokens",
                start=start, source=source,
            )  # fmt: skip
        call.require(
            equal(predicted, need), codes.SIZE_MISMATCH, message, have=predicted, need=need, source=source
        )
        return
    call.require(
        all_of(at_least(predicted, ONE), at_least(source + 1, predicted)), codes.SIZE_MISMATCH, message,
        have=predicted, need="1 or more, and 1 more at most", source=source,
    )  # fmt: skip
