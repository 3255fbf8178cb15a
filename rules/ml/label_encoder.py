"""LabelEncoder: every element to what stands beside it in two lists.

Version  What changed
1        one list of strings: a string becomes its index, an index its string
2        two lists, ``keys_*`` and ``values_*``, of one type each
4        the lists may be tensors
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts.elem_type import FLOAT, INT64, STRING, elem_type_name
from shapeinfer.rule import Call, TensorFact, rule, tensor

_KINDS = {"int64s": INT64, "floats": FLOAT, "strings": STRING}


@rule("LabelEncoder", versions=(1,), domain="ai.onnx.ml")
def label_encoder_1(call: Call, X: TensorFact) -> TensorFact:
    if not call.has("classes_strings"):
        call.error(codes.RUNTIME_DIFFERS, "classes_strings is left out, and ONNX Runtime needs it")
    return tensor({STRING: INT64, INT64: STRING}.get(X.elem_type, 0), X.shape)


@rule("LabelEncoder", versions=(2, 4), domain="ai.onnx.ml")
def label_encoder_2(call: Call, X: TensorFact) -> TensorFact:
    keys, values = _lists(call, "keys"), _lists(call, "values")
    if len(keys) != 1 or len(values) != 1:
        call.error(
            codes.VALUE_NOT_ALLOWED,
            "{keys} lists of keys and {values} of values are given, needed one of each",
            keys=len(keys),
            values=len(values),
        )
        return tensor(0, X.shape)
    (key, key_count), (value, value_count) = keys[0], values[0]
    if X.elem_type and key and key != X.elem_type:
        call.error(
            codes.TYPE_CONFLICT,
            "X is {X}, and the keys are {keys}: needed the same type",
            X=X,
            keys=tensor(key, (key_count,)),
        )
    if key_count != value_count:
        call.error(
            codes.LIST_LENGTH, "there are {keys} keys and {values} values, needed the same number of both",
            keys=key_count, values=value_count,
        )  # fmt: skip
    _check_tensors(call, value)
    return tensor(value, X.shape)


def _check_tensors(call: Call, value: int) -> None:
    """Tensors of keys and values are lists, that of the default is one value."""
    for name in ("keys_tensor", "values_tensor"):
        given = call.fact(name)
        if isinstance(given, TensorFact):
            call.rank(given, name, at_least=1, at_most=1)
    default = call.fact("default_tensor")
    if not isinstance(default, TensorFact):
        return
    if default.static_shape() != (1,):
        call.error(
            codes.SIZE_MISMATCH, "default_tensor is {fact}, needed one element of rank 1", fact=default
        )
    if value and default.elem_type != value:
        call.error(
            codes.TYPE_CONFLICT, "default_tensor is {fact}, and the values are {value}: needed the same type",
            fact=default, value=elem_type_name(value),
        )  # fmt: skip


def _lists(call: Call, prefix: str) -> list[tuple[int, int]]:
    """The element types and lengths of the lists that are given under this name.

    A list without entries counts as one too many where it is given; in the fourth version only behind another
    one, as they are looked for."""
    found = []
    fact = call.fact(f"{prefix}_tensor")
    if isinstance(fact, TensorFact):
        count = fact.count()
        found.append((fact.elem_type, -1 if count is None or count.value is None else count.value))
    for suffix in ("strings", "int64s", "floats"):
        name = f"{prefix}_{suffix}"
        items = call.strings(name) if suffix == "strings" else call.floats(name)
        if items or (call.has(name) and (call.version < 4 or found)):
            found.append((_KINDS[suffix], len(items or ())))
    return found
