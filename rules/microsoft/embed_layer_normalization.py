"""EmbedLayerNormalization, QEmbedLayerNormalization: BERT's embeddings, added and normalized.

Version  What changed
1        com.microsoft

Differences: beside i8 the runtime looks at the words' scale alone of those of QEmbedLayerNormalization, and
takes the first element of the others.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.elem_type import INT8
from shapeinfer.rule import (
    ONE,
    REFUTED,
    ZERO,
    Call,
    Dim,
    TensorFact,
    any_of,
    equal,
    is_ranked,
    product,
    rule,
    tensor,
)
from shapeinfer.shapes.index import require_places
from shapeinfer.shapes.inputs import require_parameter, require_shape, sizes
from shapeinfer.shapes.layers.quantize import require_one_or_each

_EMBEDDED = ("word_embedding", "position_embedding", "segment_embedding", "gamma", "beta")
_SCALES = tuple(f"{name}_scale" for name in _EMBEDDED)
_UNSEEN = frozenset(_SCALES[1:])
_PARAMETERS = (*_SCALES, *(f"{name}_zero_point" for name in _EMBEDDED))


@rule("EmbedLayerNormalization", versions=(1,), domain="com.microsoft")
def embed_layer_normalization(
    call: Call,
    input_ids: TensorFact,
    segment_ids: TensorFact | None,
    word_embedding: TensorFact,
    position_embedding: TensorFact,
    segment_embedding: TensorFact | None,
    gamma: TensorFact,
    beta: TensorFact,
    mask: TensorFact | None = None,
    position_ids: TensorFact | None = None,
) -> tuple[TensorFact, ...]:
    # A loader asks for the second output unless the attribute says that there is none.
    if len(call.wanted) < 2 and (not call.has("mask_index_type") or call.int("mask_index_type") > 0):
        call.error(codes.RUNTIME_DIFFERS, "the output mask_index is left out, which ONNX Runtime refuses")
    if segment_ids is not None and segment_embedding is None:
        _refuse_segments(call, input_ids, segment_ids)
    if call.in_function and is_ranked(input_ids) and len(call.wanted) > 2 and call.wanted[2]:
        call.refuse_ranked(
            "embedding_sum is wanted in a function, where ONNX Runtime takes the type of input_ids for it",
        )
    tables = (word_embedding, position_embedding, segment_embedding)
    shape = _embedded(call, input_ids, segment_ids, tables, (gamma, beta), mask, position_ids)
    return tensor(0, shape), tensor(0, shape[:1]), tensor(0, shape)


@rule("QEmbedLayerNormalization", versions=(1,), domain="com.microsoft")
def qembed_layer_normalization(
    call: Call,
    input_ids: TensorFact,
    segment_ids: TensorFact | None,
    word_embedding_quant: TensorFact,
    position_embedding_quant: TensorFact,
    segment_embedding: TensorFact | None,
    gamma_quant: TensorFact,
    beta_quant: TensorFact,
    mask: TensorFact | None,
    *parameters: TensorFact | None,
) -> tuple[TensorFact, ...]:
    of_segments = (segment_ids, segment_embedding, *parameters[2::5])
    if any(fact is None for fact in of_segments) != all(fact is None for fact in of_segments):
        call.error(
            codes.MISSING_INPUT,
            "some of segment_ids, segment_embedding, its scale and its zero point are given, "
            "needed all or none",
        )
    if call.in_function:
        call.error(
            codes.RUNTIME_DIFFERS,
            "it stands in a function, where ONNX Runtime takes the type of the tables for that of the result",
        )
    for fact, name in zip(parameters, _PARAMETERS, strict=False):
        if name in _UNSEEN and word_embedding_quant.elem_type in (0, INT8):
            _expect_one(call, fact, name)
        else:
            require_one_or_each(call, fact, None, name)
    tables = (word_embedding_quant, position_embedding_quant, segment_embedding)
    shape = _embedded(call, input_ids, segment_ids, tables, (gamma_quant, beta_quant), mask, None)
    return tensor(0, shape), tensor(0, shape[:1])


def _expect_one(call: Call, fact: TensorFact | None, name: str) -> None:
    """A scale has one element, though the runtime does not look."""
    if fact is None or fact.shape is None:
        return
    have = product(fact.shape)
    message = "{name} has {have} elements, needed 1 (ONNX Runtime does not look); {name} is {fact}"
    if equal(have, ONE).verdict() is REFUTED:
        call.warn(codes.PARAMETER_SIZE, message, name=name, have=have, fact=fact)
    else:
        call.suppose(equal(have, ONE), codes.ASSUMED_SIZE, message, name=name, have=have, fact=fact)


def _embedded(
    call: Call,
    ids: TensorFact,
    segments: TensorFact | None,
    tables: tuple[TensorFact, TensorFact, TensorFact | None],
    vectors: tuple[TensorFact, TensorFact],
    mask: TensorFact | None,
    positions: TensorFact | None,
) -> tuple[Dim, ...]:
    epsilon = call.float("epsilon", 0.0)
    if epsilon < 0:
        call.error(codes.VALUE_NOT_ALLOWED, "epsilon is {epsilon}, needed 0 or more", epsilon=f"{epsilon:g}")
    batch, length = sizes(call, ids, 2, "input_ids")
    words, where, segment = tables
    _, hidden = sizes(call, words, 2, "word_embedding")
    if is_ranked(ids):
        named = zip(("word_embedding", "position_embedding", "segment_embedding"), tables, strict=True)
        for name, table in (*named, ("gamma", vectors[0]), ("beta", vectors[1])):
            # That of segments only beside their shape.
            if table is not segment or (segments is not None and is_ranked(segments)):
                _require_known(call, name, table)
    places, _ = sizes(call, where, 2, "position_embedding")
    require_shape(call, where, (places, hidden), "position_embedding")
    if segment is not None:
        rows, _ = sizes(call, segment, 2, "segment_embedding")
        require_shape(call, segment, (rows, hidden), "segment_embedding")
    for fact, name in zip(vectors, ("gamma", "beta"), strict=True):
        require_parameter(call, fact, (hidden,), name, "the width of word_embedding")
    require_places(call, ids, ZERO, sizes(call, words, 2, "word_embedding")[0] - 1, "input_ids")
    if segments is not None and segment is not None and segment.shape is not None:
        require_places(call, segments, ZERO, segment.shape[0] - 1, "segment_ids")
    if positions is not None:
        nobody = () if batch.value else (equal(batch, ZERO),)  # then the kernel looks up no position
        require_places(call, positions, ZERO, places - 1, "position_ids", unless=nobody)
    for fact_, name in ((segments, "segment_ids"), (mask, "mask")):
        require_shape(call, fact_, (batch, length), name)
    if positions is None and batch == ZERO:
        pass  # the kernel looks up no position
    elif positions is None:
        call.require_at_least(
            places, length, codes.SIZE_LIMIT,
            "position_embedding has {places} rows, needed one for each of {length} positions; it is {where}",
            places=places, length=length, where=where,
        )  # fmt: skip
    elif positions.shape is not None:
        call.rank(positions, "position_ids", at_least=2)  # no kernel looks at further axes
        have = positions.shape[0]
        call.require(
            any_of(equal(have, ONE), equal(have, batch)), codes.SIZE_MISMATCH,
            "position_ids has {have} rows, needed 1 or {batch}; it is {positions}",
            have=have, batch=batch, positions=positions,
        )  # fmt: skip
        call.require(
            equal(positions.shape[1], length), codes.SIZE_MISMATCH,
            "position_ids has {have} on axis 1, needed {length}; position_ids is {positions}",
            have=positions.shape[1], length=length, positions=positions,
        )  # fmt: skip
    return (batch, length, hidden)


def _refuse_segments(call: Call, ids: TensorFact, segments: TensorFact) -> None:
    """Segments without a table: a loader that knows both ranks refuses them, else a run that looks one up."""
    if call.loading and is_ranked(ids) and is_ranked(segments):
        call.error(codes.MISSING_INPUT, "segment_ids is given without segment_embedding, needed both")
    elif ids.shape is not None:
        call.require(
            equal(product(ids.shape), ZERO), codes.INDEX_OUT_OF_RANGE,
            "the {count} elements of segment_ids have no segment_embedding, needed one; input_ids is {ids}",
            count=product(ids.shape), ids=ids,
        )  # fmt: skip
    else:
        call.warn(codes.MISSING_INPUT, "segment_ids is given without segment_embedding, needed both")


def _require_known(call: Call, name: str, fact: TensorFact | None) -> None:
    """The runtime needs a number for the width of each table when it loads the model."""
    if fact is None or (fact.shape and fact.shape[-1].value is not None):
        return
    call.refuse_ranked(
        "{name} is {fact}, and ONNX Runtime needs a number for its last axis when it loads the model",
        name=name, fact=fact,
    )  # fmt: skip
