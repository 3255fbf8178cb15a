"""Normalizer: divides every row by its norm.

Version  What changed
1        introduced
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import Call, TensorFact, rule, tensor


@rule("Normalizer", versions=(1,), domain="ai.onnx.ml")
def normalizer(call: Call, X: TensorFact) -> TensorFact:
    norm = call.string("norm", "MAX")
    if norm not in ("MAX", "L1", "L2"):
        call.error(codes.VALUE_NOT_ALLOWED, "norm is {norm!r}, needed MAX, L1 or L2", norm=norm)
    call.rank(X, "X", at_least=1, at_most=2)
    return tensor(0, X.shape)
