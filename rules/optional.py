"""Optional, OptionalHasElement, OptionalGetElement: a value that may be missing.

Version  What changed
15       Optional makes one (empty with ``type`` alone); the others take nothing else
18       the others take tensors and sequences, which have themselves as element; asked for nothing,
         OptionalHasElement says no
28       only more element types

What is stored in the model is computed once it has passed: a loader does not look through these nodes.
"""

from __future__ import annotations

from shapeinfer.facts.elements import single
from shapeinfer.facts.scalar import BOOL
from shapeinfer.rule import (
    NOTHING,
    ONE,
    ZERO,
    Call,
    Fact,
    OptionalFact,
    SequenceFact,
    TensorFact,
    codes,
    rule,
    tensor,
)


@rule("Optional", versions=(15, 28))
def optional(call: Call, input: Fact | None = None) -> OptionalFact:
    if input is not None:
        return OptionalFact(input.as_computed(), True)
    declared = call.fact("type")
    if declared is None:
        raise call.fail(
            codes.MISSING_ATTRIBUTE, "there is neither an input nor the attribute type, needed one of them"
        )
    return OptionalFact(declared, False)


@rule("OptionalHasElement", versions=(15, 18, 28))
def optional_has_element(call: Call, input: Fact | None = None) -> TensorFact:
    if input is None:
        return tensor(0, (), single(ZERO))
    if isinstance(input, (TensorFact, SequenceFact)):
        return tensor(0, (), single(ONE))
    present = input.present if isinstance(input, OptionalFact) else None
    return tensor(0, (), single(BOOL if present is None else ONE if present else ZERO))


@rule("OptionalGetElement", versions=(15, 18, 28))
def optional_get_element(call: Call, input: Fact) -> Fact:
    if isinstance(input, (TensorFact, SequenceFact)):
        return input.as_computed()
    if not isinstance(input, OptionalFact):
        return NOTHING
    if input.present is False:
        call.error(codes.VALUE_NOT_ALLOWED, "input is {input}, needed one that has an element", input=input)
    return input.element
