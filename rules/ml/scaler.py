"""Scaler: subtracts an offset and multiplies by a scale, one for all features or one for each.

Version  What changed
1        introduced

The features stand on axis 1 (on axis 0 of a rank-1 input), whatever the rank: so the runtime counts.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import Call, TensorFact, const, equal, rule, tensor


@rule("Scaler", versions=(1,), domain="ai.onnx.ml")
def scaler(call: Call, X: TensorFact) -> TensorFact:
    call.rank(X, "X", at_least=1)
    offset, scale = len(call.floats("offset") or ()), len(call.floats("scale") or ())
    if not scale or scale != offset:
        call.error(
            codes.LIST_LENGTH,
            "scale has {scale} entries and offset {offset}, needed the same number of both, 1 at least",
            scale=scale,
            offset=offset,
        )
    elif scale > 1 and X.shape is not None:
        features = X.shape[0] if len(X.shape) == 1 else X.shape[1]
        call.require(
            equal(features, const(scale)),
            codes.PARAMETER_SIZE,
            "scale has {scale} entries, needed 1 or {features}; X is {X}",
            scale=scale,
            features=features,
            X=X,
        )
    return tensor(0, X.shape)
