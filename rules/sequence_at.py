"""SequenceAt: one item.

Version  What changed
11       positions in [-n, n-1]
"""

from __future__ import annotations

from shapeinfer.rule import Call, Fact, SequenceFact, TensorFact, rule
from shapeinfer.shapes.lists import first_entry
from shapeinfer.shapes.sequences.ends import item_at
from shapeinfer.shapes.sequences.items import any_item, checked_position


@rule("SequenceAt", versions=(11,))
def sequence_at(call: Call, input_sequence: SequenceFact, position: TensorFact) -> Fact:
    where = first_entry(call, position, "position")
    place = checked_position(call, where, input_sequence.length)
    items = input_sequence.items
    if items is not None and place is not None and 0 <= place < len(items):
        return items[place]
    item = item_at(call, input_sequence, where)
    return any_item(call, input_sequence) if item is None else item
