"""Tables of rows and features, and the class labels of classifiers: what ai.onnx.ml's models share."""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.elem_type import INT64, STRING
from shapeinfer.rule import ONE, REFUTED, Call, Condition, Dim, TensorFact, at_least, const


def rows_of(call: Call, X: TensorFact) -> tuple[Dim, Dim | None]:
    """How many rows X has, and how many features each; a tensor of rank 1 is one row.

    Raises Refused for any other rank than 1 and 2."""
    rank = call.rank(X, "X", at_least=1, at_most=2)
    if X.shape is None or rank is None:
        return call.fresh("the number of rows is that of an input of unknown rank"), None
    return (ONE, X.shape[0]) if rank == 1 else (X.shape[0], X.shape[1])


def labels_of(call: Call, integers: str, *, both_allowed: bool = True) -> tuple[int, int]:
    """The element type of a classifier's labels, and how many there are (0 where none are given).

    The runtime takes the strings where both lists are given; some operators refuse that."""
    numbers, texts = call.ints(integers) or (), call.strings("classlabels_strings") or ()
    if numbers and texts:
        message = "both {integers} and classlabels_strings are given, needed one of them"
        if not both_allowed:
            raise call.fail(codes.VALUE_NOT_ALLOWED, message, integers=integers)
        call.warn(codes.RUNTIME_DIFFERS, message + ": the runtime uses the strings", integers=integers)
    return (STRING, len(texts)) if texts else (INT64, len(numbers))


def require_features(
    call: Call, X: TensorFact, features: Dim | None, most: int, unit: int, what: str
) -> None:
    """There are enough coefficients: ``unit`` for each feature. More than that is ignored by the runtime."""
    if features is None:
        return
    args = {"what": what, "most": most, "need": features * unit, "features": features, "X": X}
    message = "there are {most} {what}, needed {need} for {features} features; X is {X}"
    enough = call.require(at_least(const(most), features * unit), codes.CONTRACTION_MISMATCH, message, **args)
    exact = features * unit
    if enough is not REFUTED and exact.value is not None and exact.value != most:
        call.warn(codes.CONTRACTION_MISMATCH, message, **args)


def demand(call: Call, need: Condition, message: str, **args: object) -> None:
    """What the runtime asks for and the specification does not."""
    call.require(need, codes.RUNTIME_DIFFERS, message, **args)
