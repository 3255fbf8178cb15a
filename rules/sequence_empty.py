"""SequenceEmpty: a sequence without items.

Version  What changed
11       ``dtype`` is the element type of what may be inserted, float without it
"""

from __future__ import annotations

from shapeinfer.facts.elem_type import FLOAT, is_known
from shapeinfer.rule import Call, SequenceFact, codes, rule, tensor


@rule("SequenceEmpty", versions=(11,))
def sequence_empty(call: Call) -> SequenceFact:
    elem_type = call.int("dtype", FLOAT)
    if not is_known(elem_type):
        call.error(
            codes.VALUE_NOT_ALLOWED, "dtype is {type}, needed the number of an element type", type=elem_type
        )
        elem_type = 0
    return SequenceFact(tensor(elem_type), None, ())
