"""BeamSearch, GreedySearch, Sampling, WhisperBeamSearch: a decoder runs until all sequences end.

Version  What changed
1        com.microsoft

The sequences are as long as the input ``max_length`` says, padded where they end before. The decoder is
not entered: the operator feeds it with shapes of its own making, and checks them itself.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import ONE, ZERO, Call, Dim, TensorFact, const, rule, tensor
from shapeinfer.shapes.caches import require_one_element

_UNKNOWN = "the rank of input_ids is unknown"


def _single(call: Call, fact: TensorFact, name: str) -> Dim:
    """The one number of an input; a new one, at least 1, where it is computed."""
    require_one_element(call, fact, name)
    known = fact.as_dims()
    if known is None or len(known) != 1:
        return call.fresh(f"{name} is computed from data", ONE)
    call.require_at_least(
        known[0],
        1,
        codes.VALUE_NOT_ALLOWED,
        "{name} is {value}, needed at least 1",
        name=name,
        value=known[0],
    )
    return known[0]


def _batch(call: Call, input_ids: TensorFact, name: str = "input_ids") -> Dim:
    """Of word ids (batch, length); of audio, which Whisper takes, (batch, features, frames)."""
    call.rank(input_ids, name, at_least=2, at_most=3)
    return call.fresh(_UNKNOWN) if input_ids.shape is None else input_ids.shape[0]


def _vocabulary(call: Call, mask: TensorFact | None) -> Dim:
    size = call.int("vocab_size", -1)
    if size > 0:
        return const(size)
    if mask is not None and mask.shape is not None and len(mask.shape) == 1:
        return mask.shape[0]
    return call.fresh("the decoder tells the size of the vocabulary")


@rule(("BeamSearch", "WhisperBeamSearch"), versions=(1,), domain="com.microsoft")
def beam_search(
    call: Call,
    input_ids: TensorFact,
    max_length: TensorFact,
    min_length: TensorFact | None,
    num_beams: TensorFact,
    num_return_sequences: TensorFact,
    length_penalty: TensorFact | None = None,
    repetition_penalty: TensorFact | None = None,
    vocab_mask: TensorFact | None = None,
    prefix_vocab_mask: TensorFact | None = None,
    attention_mask: TensorFact | None = None,
    decoder_input_ids: TensorFact | None = None,
    logits_processor: TensorFact | None = None,
    cross_qk_layer_head: TensorFact | None = None,
    *others: TensorFact | None,
) -> tuple[TensorFact, ...]:
    batch = _batch(call, input_ids)
    longest = _single(call, max_length, "max_length")
    beams = _single(call, num_beams, "num_beams")
    returned = _single(call, num_return_sequences, "num_return_sequences")
    call.require_at_least(
        beams,
        returned,
        codes.VALUE_NOT_ALLOWED,
        "num_return_sequences is {returned}, needed at most the {beams} beams",
        returned=returned,
        beams=beams,
    )
    steps = call.fresh("how many steps there are depends on the prompt", ZERO, longest)
    sequences = tensor(0, (batch, returned, longest))
    scores = tensor(0, (steps, batch, beams, _vocabulary(call, vocab_mask)))
    if call.op_type == "BeamSearch":
        return sequences, tensor(0, (batch, returned)), scores
    kept = call.fresh("the decoder tells its layers and heads")
    if cross_qk_layer_head is not None and cross_qk_layer_head.shape:
        kept = cross_qk_layer_head.shape[0]
    why = "it depends on what is decoded"
    cross = tensor(0, (batch, returned, kept, call.fresh(why), call.fresh(why)))
    return sequences, tensor(0, (batch, returned)), scores, cross, tensor(0, (batch,))


@rule(("GreedySearch", "Sampling"), versions=(1,), domain="com.microsoft")
def greedy_search(
    call: Call,
    input_ids: TensorFact,
    max_length: TensorFact,
    min_length: TensorFact | None = None,
    repetition_penalty: TensorFact | None = None,
    vocab_mask: TensorFact | None = None,
    *others: TensorFact | None,
) -> tuple[TensorFact, TensorFact]:
    batch = _batch(call, input_ids)
    longest = _single(call, max_length, "max_length")
    return tensor(0, (batch, longest)), tensor(0, (batch, _vocabulary(call, vocab_mask)))
