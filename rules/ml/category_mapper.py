"""CategoryMapper: strings to integers, or integers to strings.

Version  What changed
1        introduced
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.elem_type import INT64, STRING
from shapeinfer.rule import Call, TensorFact, rule, tensor


@rule("CategoryMapper", versions=(1,), domain="ai.onnx.ml")
def category_mapper(call: Call, X: TensorFact) -> TensorFact:
    numbers, texts = call.ints("cats_int64s"), call.strings("cats_strings")
    if numbers is None or texts is None or len(numbers) != len(texts):
        call.error(
            codes.LIST_LENGTH,
            "cats_int64s has {numbers} entries and cats_strings {texts}, needed the same number of both",
            numbers=len(numbers or ()),
            texts=len(texts or ()),
        )
    other = {STRING: INT64, INT64: STRING}.get(X.elem_type, 0)
    return tensor(other, X.shape)
