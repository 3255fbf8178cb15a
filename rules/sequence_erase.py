"""SequenceErase: one item less.

Version  What changed
11       positions in [-n, n-1]; without one the last item goes
"""

from __future__ import annotations

from shapeinfer.facts.scalar import Scalar
from shapeinfer.rule import ONE, Call, Fact, SequenceFact, TensorFact, const, rule
from shapeinfer.shapes.lists import first_entry
from shapeinfer.shapes.sequences import checked_position, of_items


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
    shorter = None if length is None or length.value == 0 else length - ONE
    return SequenceFact(input_sequence.element, shorter)
