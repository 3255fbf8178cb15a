"""Identity: what goes in comes out.

Version  What changed
1        tensors
14       sequences
16       optionals
13, 19-  only more element types

What is stored in the model is computed once it has passed: a loader does not look through the node.
"""

from __future__ import annotations

from shapeinfer.rule import Call, Fact, TensorFact, rule


@rule("Identity", versions=(1, 13, 14, 16, 19, 21, 23, 24, 25))
def identity(call: Call, input: Fact) -> Fact:
    if isinstance(input, TensorFact) and input.elements is not None and input.elements.stored:
        return TensorFact(input.elem_type, input.shape, input.elements.as_computed())
    return input
