"""Identity: what goes in comes out.

Version  What changed
1        tensors
14       sequences
16       optionals
13, 19-  only more element types

What is stored in the model is computed once it has passed: a loader does not look through the node.
"""

from __future__ import annotations

from shapeinfer.rule import Call, Fact, rule


@rule("Identity", versions=(1, 13, 14, 16, 19, 21, 23, 24, 25))
def identity(call: Call, input: Fact) -> Fact:
    return input.as_computed()
