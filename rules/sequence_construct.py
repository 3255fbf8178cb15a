"""SequenceConstruct: a sequence of the inputs.

Version  What changed
11       tensors of one element type, of any ranks
"""

from __future__ import annotations

from shapeinfer.rule import Call, SequenceFact, TensorFact, const, rule
from shapeinfer.shapes.sequences.items import MOST_ITEMS, of_items


@rule("SequenceConstruct", versions=(11,))
def sequence_construct(call: Call, inputs: tuple[TensorFact | None, ...]) -> SequenceFact:
    # No loader looks into a sequence, not at what is stored either.
    items = tuple(item.as_computed() for item in inputs if item is not None)
    element = of_items(call, items) if items else TensorFact(0, None)
    if len(items) > MOST_ITEMS:
        return SequenceFact(element, const(len(items)))
    return SequenceFact(element, None, items)
