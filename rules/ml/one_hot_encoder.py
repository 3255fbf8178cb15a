"""OneHotEncoder: every element becomes a row with a single one.

Version  What changed
1        introduced
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.scalar import span
from shapeinfer.rule import ONE, ZERO, Call, TensorFact, const, rule, tensor
from shapeinfer.shapes.contents import filled


@rule("OneHotEncoder", versions=(1,), domain="ai.onnx.ml")
def one_hot_encoder(call: Call, X: TensorFact) -> TensorFact:
    numbers, texts = call.ints("cats_int64s") or (), call.strings("cats_strings") or ()
    if bool(numbers) == bool(texts) or (call.has("cats_int64s") and call.has("cats_strings")):
        raise call.fail(
            codes.VALUE_NOT_ALLOWED, "{what} of cats_int64s and cats_strings is given, needed one",
            what="both" if numbers else "none",
        )  # fmt: skip
    known = None if X.elements is None or not numbers else X.elements.ints()
    for item in dict.fromkeys(known or ()):
        if not call.int("zeros", 1) and item not in numbers:
            call.error(
                codes.VALUE_NOT_ALLOWED,
                "X holds {item} and zeros is 0, needed one of the categories {numbers}",
                item=item, numbers=numbers,
            )  # fmt: skip
    if X.shape is None:
        return tensor(0)
    shape = (*X.shape, const(len(numbers or texts)))
    return tensor(0, shape, filled(span(ZERO, ONE), shape))
