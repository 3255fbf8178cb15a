"""Concat: tensors joined along an axis they have.

Version  What changed
1        ``axis`` is optional, 1 by default
4        ``axis`` is required
11       ``axis`` may count from the back (the runtime lets it do so before)
13       only more element types

Differences: off the axis all sizes must agree. The runtime's kernel does not look at inputs that
hold no elements: where one surely holds none a mismatch is a warning, else we state the specification.
"""

from __future__ import annotations

from shapeinfer.rule import Call, TensorFact, is_ranked, rule
from shapeinfer.shapes.joining import concatenate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


@rule("Concat", versions=(1,))
def concat_1(call: Call, inputs: tuple[TensorFact | None, ...]) -> TensorFact:
    return _concat(call, inputs, call.int("axis", 1))


@rule("Concat", versions=(4, 11, 13))
def concat_4(call: Call, inputs: tuple[TensorFact | None, ...]) -> TensorFact:
    return _concat(call, inputs, call.int("axis"))


def _concat(call: Call, inputs: tuple[TensorFact | None, ...], axis: int) -> TensorFact:
    facts: Sequence[TensorFact] = inputs  # type: ignore[assignment]  # what is left out is taken out
    if not all(inputs):
        facts = [fact for fact in inputs if fact is not None]

    def seen() -> bool:
        # Of version 1 a loader infers nothing; before 11 it looks away from an axis counted from the back.
        looks = call.version >= 11 or (call.version >= 4 and axis >= 0)
        return looks and all(is_ranked(fact) for fact in facts)

    return concatenate(call, facts, axis, "inputs", seen=seen, elem_type=facts[0].elem_type if facts else 0)
