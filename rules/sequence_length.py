"""SequenceLength: the number of items.

Version  What changed
11       a rank-0 int64
"""

from __future__ import annotations

from shapeinfer.facts.elements import single
from shapeinfer.facts.scalar import span
from shapeinfer.rule import ZERO, Call, SequenceFact, TensorFact, rule, tensor


@rule("SequenceLength", versions=(11,))
def sequence_length(call: Call, input_sequence: SequenceFact) -> TensorFact:
    length = input_sequence.length
    return tensor(0, (), single(span(ZERO, None) if length is None else length))
