"""Functions of one float whose values are not followed: exponential, trigonometric, activations.

Version  What changed
1        the legacy attribute ``consumed_inputs`` of the oldest ones
others   only more element types
"""

from __future__ import annotations

from shapeinfer.rule import Call, TensorFact, rule, tensor


@rule(("Exp", "Log", "Sigmoid", "Tanh"), versions=(1, 6, 13))
@rule(("Sin", "Cos", "Tan", "Asin", "Acos", "Atan"), versions=(7, 22))
@rule(("Sinh", "Cosh", "Asinh", "Acosh", "Atanh"), versions=(9, 22))
@rule("Erf", versions=(9, 13))
@rule(("Elu", "Selu", "HardSigmoid"), versions=(1, 6, 22))
@rule("LeakyRelu", versions=(1, 6, 16))
@rule(("Softplus", "Softsign"), versions=(1, 22))
@rule("ThresholdedRelu", versions=(10, 22))
@rule("Celu", versions=(12, 28))
@rule("HardSwish", versions=(14, 22))
@rule("Mish", versions=(18, 22))
@rule("Gelu", versions=(20,))
@rule("Swish", versions=(24,))
@rule("Shrink", versions=(9,))
def same_shape(call: Call, X: TensorFact) -> TensorFact:
    return tensor(0, X.shape)
