"""Relu: what is below zero becomes zero.

Version     What changed
1           the legacy attribute ``consumed_inputs``
6, 13, 14   only more element types
"""

from __future__ import annotations

from shapeinfer.facts import scalar
from shapeinfer.facts.scalar import Scalar
from shapeinfer.rule import ZERO, Call, TensorFact, rule, tensor
from shapeinfer.shapes.arithmetic import elementwise


@rule("Relu", versions=(1, 6, 13, 14))
def relu(call: Call, X: TensorFact) -> TensorFact:
    return tensor(0, X.shape, elementwise(_relu, X))


def _relu(x: Scalar) -> Scalar:
    return scalar.larger(x, ZERO)
