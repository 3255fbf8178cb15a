"""SequenceAt: one item.

Version  What changed
11       positions in [-n, n-1]
"""

from __future__ import annotations

from shapeinfer.rule import Call, Fact, SequenceFact, TensorFact, rule
from shapeinfer.shapes.lists import first_entry
from shapeinfer.shapes.sequences import any_item, checked_position, piece_at


@rule("SequenceAt", versions=(11,))
def sequence_at(call: Call, input_sequence: SequenceFact, position: TensorFact) -> Fact:
    where = first_entry(call, position, "position")
    place = checked_position(call, where, input_sequence.length)
    items = input_sequence.items
    if items is not None and place is not None and 0 <= place < len(items):
        return items[place]
    piece = piece_at(input_sequence, where)
    return any_item(call, input_sequence) if piece is None else piece
