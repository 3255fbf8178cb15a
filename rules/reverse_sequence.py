"""ReverseSequence: the first elements of each sequence of a batch in reverse.

Version  What changed
10       ``batch_axis`` and ``time_axis`` are the first two axes, in either order
28       only more element types

Differences: the runtime asks of negative axes only whether ``time_axis`` is 0; if not, axis 1 is the time.
"""

from __future__ import annotations

from shapeinfer.facts.elements import Elements
from shapeinfer.rule import ZERO, Call, TensorFact, all_of, any_of, at_least, codes, rule, tensor
from shapeinfer.shapes.contents import gathered
from shapeinfer.shapes.index import exact_elements
from shapeinfer.shapes.scatter import known_places


@rule("ReverseSequence", versions=(10, 28))
def reverse_sequence(call: Call, input: TensorFact, sequence_lens: TensorFact) -> TensorFact:
    call.rank(input, "input", at_least=2)
    call.rank(sequence_lens, "sequence_lens", at_least=1, at_most=1)
    batch, time = call.int("batch_axis", 1), call.int("time_axis", 0)
    if batch > 1 or time > 1 or batch == time:
        raise call.fail(
            codes.VALUE_NOT_ALLOWED, "batch_axis is {batch} and time_axis {time}, needed 0 and 1 in "
            "either order",
            batch=batch, time=time,
        )  # fmt: skip
    if batch < 0 or time < 0:
        call.warn(
            codes.VALUE_NOT_ALLOWED, "batch_axis is {batch} and time_axis {time}, needed 0 and 1 (the "
            "runtime takes time_axis for 0 or 1, and batch_axis for the other)",
            batch=batch, time=time,
        )  # fmt: skip
        batch, time = (1, 0) if time == 0 else (0, 1)
    if input.shape is None:
        return tensor(0, None, None if input.elements is None else input.elements.spread())
    _require_lengths(call, input, sequence_lens, batch, time)
    return tensor(0, input.shape, _elements(input, sequence_lens, batch, time))


def _require_lengths(call: Call, input: TensorFact, lengths: TensorFact, batch: int, time: int) -> None:
    """One length for each sequence, none longer than the time axis."""
    assert input.shape is not None  # checked by the caller
    if lengths.shape is not None:
        call.require_equal(
            lengths.shape[0], input.shape[batch], codes.SIZE_MISMATCH,
            "sequence_lens holds {count} lengths, axis {axis} of input is {size}, needed one for each; "
            "input is {input}",
            count=lengths.shape[0], axis=batch, size=input.shape[batch], input=input,
        )  # fmt: skip
    for length, none in exact_elements(lengths):
        call.require(
            any_of(all_of(at_least(length, ZERO), at_least(input.shape[time], length)), *none),
            codes.INDEX_OUT_OF_RANGE,
            "sequence_lens holds {length}, needed 0 to {size}, the size of axis {axis}; input is {input}",
            length=length, size=input.shape[time], axis=time, input=input,
        )  # fmt: skip


def _elements(input: TensorFact, lengths: TensorFact, batch: int, time: int) -> Elements | None:
    known, static = known_places(lengths), input.static_shape()
    if input.elements is None or known is None or static is None or len(known) != static[batch]:
        return None if input.elements is None else input.elements.spread()
    if any(not 0 <= length <= static[time] for length in known):
        return input.elements.spread()

    def source(index: tuple[int, ...]) -> tuple[int, ...]:
        at, length = index[time], known[index[batch]]
        return tuple(length - 1 - at if axis == time and at < length else i for axis, i in enumerate(index))

    return gathered(input, input.shape, source)
