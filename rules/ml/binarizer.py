"""Binarizer: every element becomes 0 or 1.

Version  What changed
1        introduced
"""

from __future__ import annotations

from shapeinfer.facts.scalar import span
from shapeinfer.rule import ONE, ZERO, Call, TensorFact, rule, tensor
from shapeinfer.shapes.contents import filled


@rule("Binarizer", versions=(1,), domain="ai.onnx.ml")
def binarizer(call: Call, X: TensorFact) -> TensorFact:
    return tensor(0, X.shape, filled(span(ZERO, ONE), X.shape))
