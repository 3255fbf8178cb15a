"""Functions of one float whose values are not followed: exponential, trigonometric, activations.

Version  What changed
1        the legacy attribute ``consumed_inputs`` of the oldest ones
others   only more element types

Differences: of Gelu, ONNX Runtime has a kernel for floats, which refuses an ``approximate`` that it does not
know; for other types it runs the specification's function, which takes it for "none".
"""

from __future__ import annotations

from shapeinfer.facts.elem_type import FLOAT
from shapeinfer.rule import Call, TensorFact, codes, rule, tensor


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
@rule("Swish", versions=(24,))
@rule("Shrink", versions=(9,))
def same_shape(call: Call, X: TensorFact) -> TensorFact:
    return tensor(0, X.shape)


@rule("Gelu", versions=(20,))
def gelu(call: Call, X: TensorFact) -> TensorFact:
    approximate = call.string("approximate")
    if approximate not in _APPROXIMATIONS:
        report = call.error if X.elem_type == FLOAT else call.warn
        report(
            codes.VALUE_NOT_ALLOWED, "{name} is {value!r}, needed one of {allowed}",
            name="approximate", value=approximate, allowed=_APPROXIMATIONS,
        )  # fmt: skip
    return tensor(0, X.shape)


_APPROXIMATIONS = ("none", "tanh")
