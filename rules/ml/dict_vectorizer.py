"""DictVectorizer: a map to a row with one column for each word of a vocabulary.

Version  What changed
1        introduced

The specification calls the output one-dimensional; the runtime makes one row, [1, C], and so do we.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.elem_type import STRING
from shapeinfer.rule import ONE, Call, Fact, MapFact, TensorFact, const, rule, tensor


@rule("DictVectorizer", versions=(1,), domain="ai.onnx.ml")
def dict_vectorizer(call: Call, X: Fact) -> TensorFact:
    texts, numbers = call.strings("string_vocabulary"), call.ints("int64_vocabulary")
    elem_type, size = 0, len(texts or numbers or ())
    if isinstance(X, MapFact):
        given = texts if X.key_type == STRING else numbers
        size = len(given or ())
        elem_type = X.value.elem_type if isinstance(X.value, TensorFact) else 0
        if given is None:
            call.error(
                codes.VALUE_NOT_ALLOWED, "X is {X}, and there is no {name}",
                X=X, name="string_vocabulary" if X.key_type == STRING else "int64_vocabulary",
            )  # fmt: skip
    return tensor(elem_type, (ONE, const(size)))
