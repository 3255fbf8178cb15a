"""Imputer: replaces one value, by the same or by one for each feature.

Version  What changed
1        introduced

The runtime takes the first imputed value where their number is not that of the features.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.elem_type import INT64
from shapeinfer.rule import Call, TensorFact, rule, tensor


@rule("Imputer", versions=(1,), domain="ai.onnx.ml")
def imputer(call: Call, X: TensorFact) -> TensorFact:
    call.rank(X, "X", at_least=1)
    floats, integers = call.floats("imputed_value_floats") or (), call.ints("imputed_value_int64s") or ()
    if bool(floats) == bool(integers):
        call.error(
            codes.VALUE_NOT_ALLOWED,
            "{what} of imputed_value_floats and imputed_value_int64s is given, needed one",
            what="both" if floats else "none",
        )
    elif X.elem_type and bool(integers) != (X.elem_type == INT64):
        call.error(
            codes.VALUE_NOT_ALLOWED, "X is {X}, and the imputed values are {what}",
            X=X, what="integers" if integers else "floats",
        )  # fmt: skip
    _check_count(call, X, len(floats or integers))
    return tensor(0, X.shape)


def _check_count(call: Call, X: TensorFact, count: int) -> None:
    features = None if X.shape is None else X.shape[-1].value
    if count > 1 and features is not None and features != count:
        call.warn(
            codes.PARAMETER_SIZE, "there are {count} imputed values, needed 1 or {features}; X is {X}",
            count=count, features=features, X=X,
        )  # fmt: skip
