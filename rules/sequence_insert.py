"""SequenceInsert: one item more.

Version  What changed
11       positions in [-n, n]; without one the item goes to the end
"""

from __future__ import annotations

from shapeinfer.facts.elem_type import elem_type_name
from shapeinfer.rule import Call, Fact, SequenceFact, TensorFact, codes, rule
from shapeinfer.shapes.lists import first_entry
from shapeinfer.shapes.sequences.ends import inserted
from shapeinfer.shapes.sequences.items import MOST_ITEMS, checked_position, of_items


@rule("SequenceInsert", versions=(11,))
def sequence_insert(
    call: Call, input_sequence: SequenceFact, tensor: TensorFact, position: TensorFact | None = None
) -> SequenceFact:
    tensor = tensor.as_computed()  # no loader looks into a sequence, not at what is stored either
    element, items, length = input_sequence.element, input_sequence.items, input_sequence.length
    if (
        isinstance(element, TensorFact)
        and element.elem_type
        and tensor.elem_type not in (0, element.elem_type)
    ):
        call.error(
            codes.TYPE_CONFLICT, "tensor is {type}, the items of input_sequence are {need}: "
            "needed the same type",
            type=elem_type_name(tensor.elem_type), need=elem_type_name(element.elem_type),
        )  # fmt: skip
    place, where = len(items) if items is not None else None, None
    if position is not None:
        where = first_entry(call, position, "position")
        place = checked_position(call, where, length, ends=True)
    if items is not None and place is not None and 0 <= place <= len(items) < MOST_ITEMS:
        new = (*items[:place], tensor, *items[place:])
        return SequenceFact(of_items(call, new), None, new)
    if items is None:
        known = inserted(call, input_sequence, tensor, where)
        if known is not None:
            return known
    return SequenceFact(_with(call, input_sequence, tensor), None if length is None else length + 1)


def _with(call: Call, sequence: SequenceFact, tensor: TensorFact) -> Fact:
    """What holds for each item, the new one included."""
    if sequence.items is not None and len(sequence.items) <= MOST_ITEMS:
        return of_items(call, (*sequence.items, tensor))
    return of_items(call, (sequence.element, tensor))
