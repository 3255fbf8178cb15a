"""SequenceErase: one item less.

Version  What changed
11       positions in [-n, n-1]; without one the last item goes
"""

from __future__ import annotations

from shapeinfer.facts.scalar import Scalar
from shapeinfer.rule import ONE, Call, Fact, SequenceFact, TensorFact, const, rule
from shapeinfer.shapes.lists import first_entry
from shapeinfer.shapes.sequences.ends import erased
from shapeinfer.shapes.sequences.items import checked_position, of_items


@rule("SequenceErase", versions=(11,))
def sequence_erase(
    call: Call, input_sequence: SequenceFact, position: TensorFact | None = None
) -> SequenceFact:
    items, length = input_sequence.items, input_sequence.length
    where: Scalar = const(-1) if position is None else first_entry(call, position, "position")
    place = checked_position(call, where, length)
    if items is not None and place is not None and 0 <= place < len(items):
        rest: tuple[Fact, ...] = items[:place] + items[place + 1 :]
        return SequenceFact(of_items(call, rest) if rest else input_sequence.element, None, rest)
    if length is not None and length.value == 0:
        return SequenceFact(input_sequence.element)
    rest_of = None if items is not None else erased(call, input_sequence, where)
    if rest_of is not None:
        return rest_of
    return SequenceFact(input_sequence.element, None if length is None else length - ONE)
