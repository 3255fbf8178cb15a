"""BeamSearch, GreedySearch, Sampling, WhisperBeamSearch: a decoder runs until all sequences end.

Version  What changed
1        com.microsoft

The sequences are as long as the input ``max_length`` says, padded where they end before. The bodies are
entered with what they declare of their inputs: their number and shapes are the operator's own affair, which
fills caches as it goes.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import ONE, ZERO, Call, Dim, Fact, TensorFact, const, rule, tensor
from shapeinfer.shapes.inputs import require_one_element

_UNKNOWN = "the rank of input_ids is unknown"


_MOST_BEAMS = 128
_LONGEST = 4096


def _single(call: Call, fact: TensorFact, name: str, most: int) -> Dim:
    """The one number of an input; a new one, from 1 to ``most``, where it is computed."""
    call.rank(fact, name, at_most=1)
    require_one_element(call, fact, name)
    known = fact.as_dims()
    if known is None or len(known) != 1:
        return call.fresh(f"{name} is computed from data", ONE, const(most))
    message = "{name} is {value}, needed from 1 to {most}"
    values = {"name": name, "value": known[0], "most": const(most)}
    call.require_at_least(known[0], 1, codes.VALUE_NOT_ALLOWED, message, **values)
    call.require_at_least(const(most), known[0], codes.VALUE_NOT_ALLOWED, message, **values)
    return known[0]


def _batch(call: Call, input_ids: TensorFact, name: str = "input_ids") -> Dim:
    """Of word ids (batch, length); of audio, which Whisper takes, (batch, features, frames)."""
    call.rank(input_ids, name, at_least=2, at_most=3)
    return call.fresh(_UNKNOWN) if input_ids.shape is None else input_ids.shape[0]


def _enter(call: Call, name: str) -> Fact | None:
    """The first output of a body, if there is such a body."""
    if not call.has_body(name):
        return None
    outputs = call.body(name).visit((), runs=False)
    return outputs[0] if outputs else None


def _vocabulary(call: Call, mask: TensorFact | None, logits: Fact | None) -> Dim:
    """The attribute, else the last axis of what the decoder makes."""
    size = call.int("vocab_size", -1)
    if size > 0:
        return const(size)
    if isinstance(logits, TensorFact) and logits.shape and logits.shape[-1].value is not None:
        return logits.shape[-1]
    if mask is not None and mask.shape is not None and len(mask.shape) == 1:
        return mask.shape[0]
    return call.fresh("the decoder tells the size of the vocabulary")


def _prompt(call: Call, input_ids: TensorFact, longest: Dim) -> Dim | None:
    """The words that are there before the first step, of a model that has a decoder only."""
    if call.int("model_type", 0) or input_ids.shape is None or len(input_ids.shape) != 2:
        return None
    prompt = input_ids.shape[1]
    call.require_at_least(
        longest,
        prompt + 1,
        codes.PARAMETER_SIZE,
        "max_length is {longest} and input_ids has {prompt} on axis 1, needed a longer max_length",
        longest=longest,
        prompt=prompt,
    )
    return prompt


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
    for name in ("encoder", "init_decoder"):
        _enter(call, name)
    logits = _enter(call, "decoder")
    batch = _batch(call, input_ids)
    longest = _single(call, max_length, "max_length", _LONGEST)
    beams = _single(call, num_beams, "num_beams", _MOST_BEAMS)
    returned = _single(call, num_return_sequences, "num_return_sequences", _MOST_BEAMS)
    call.require_at_least(
        beams,
        returned,
        codes.VALUE_NOT_ALLOWED,
        "num_return_sequences is {returned}, needed at most the {beams} beams",
        returned=returned,
        beams=beams,
    )
    prompt = _prompt(call, input_ids, longest) if call.op_type == "BeamSearch" else None
    if prompt is None:
        steps = call.fresh("how many steps there are depends on the prompt", ZERO, longest)
    else:
        steps = longest - prompt
    sequences = tensor(0, (batch, returned, longest))
    scores = tensor(0, (steps, batch, beams, _vocabulary(call, vocab_mask, logits)))
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
    longest = _single(call, max_length, "max_length", _LONGEST)
    _enter(call, "init_decoder")
    logits = _enter(call, "decoder")
    _prompt(call, input_ids, longest)
    return tensor(0, (batch, longest)), tensor(0, (batch, _vocabulary(call, vocab_mask, logits)))
