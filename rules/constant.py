"""Constant: a tensor that stands in the node.

Version  What changed
1        ``value``
11       ``sparse_value``, which is a dense tensor once it is read
12       ``value_int``, ``value_ints``, ``value_float``, ``value_floats``, ``value_string``, ``value_strings``
9, 13-   only more element types

Differences: of several values the runtime takes the one that is written first, whatever its name. In the main
graph it looks at no other attribute; in bodies and functions it refuses those that the version lacks.
"""

from __future__ import annotations

from shapeinfer.facts import scalar
from shapeinfer.facts.elem_type import DOUBLE, FLOAT, FLOAT16, INT64, STRING
from shapeinfer.facts.elements import of, single
from shapeinfer.rule import Call, Fact, SparseTensorFact, TensorFact, codes, const, rule, tensor

_FORMS = (
    "value", "sparse_value",
    "value_int", "value_ints", "value_float", "value_floats", "value_string", "value_strings",
)  # fmt: skip


# A loader of functions infers it since then.
_REFUSED_SINCE = 9
_FIRST_TYPES = (0, FLOAT16, FLOAT, DOUBLE)


@rule("Constant", versions=(1, 9, 11, 12, 13, 19, 21, 23, 24, 25))
def constant(call: Call) -> TensorFact:
    given = tuple(name for name in call.given() if name in _FORMS)
    if call.given() and (not given or call.given()[0] != given[0]):
        # The schema's check has said that the attribute is none.
        if call.in_function and call.version >= _REFUSED_SINCE and not given:
            message = "in a function ONNX Runtime refuses a Constant of {given}, which is none of {forms}"
            call.refuse_load(codes.RUNTIME_DIFFERS, message, given=call.given(), forms=_FORMS)
        return tensor(0)
    if not given:
        raise call.fail(codes.MISSING_ATTRIBUTE, "no value is given, needed one of {forms}", forms=_FORMS)
    if len(given) > 1:
        call.warn(
            codes.RUNTIME_DIFFERS, "{given} are given, needed one; the runtime takes the first", given=given
        )
    made = _of_form(call, given[0])
    own = _FORMS[: 1 if call.version < 11 else 2 if call.version == 11 else None]
    several = sum(name in own for name in given) > 1
    if call.in_function and given[0] not in own and call.version == 1:
        message = "in a function ONNX Runtime refuses {name} before opset 9, unless a type is declared for it"
        call.warn(codes.RUNTIME_DIFFERS, message, name=given[0])
    elif call.in_function and given[0] not in own:
        message = "in a function ONNX Runtime refuses {name} before opset {since}"
        since = 11 if given[0] == "sparse_value" else 12
        call.refuse_load(codes.RUNTIME_DIFFERS, message, name=given[0], since=since)
    elif call.in_function and (several or (call.version == 1 and made.elem_type not in _FIRST_TYPES)):
        message = "in a function ONNX Runtime refuses several values, and before opset 9 any but floats"
        call.refuse_load(codes.RUNTIME_DIFFERS, message)
    return made


def _of_form(call: Call, name: str) -> TensorFact:
    match name:
        case "value" | "sparse_value":
            return _of_tensor(call.fact(name))
        case "value_int":
            return tensor(INT64, (), single(const(call.int(name))).as_stored())
        case "value_ints":
            ints = call.ints(name) or ()
            return tensor(INT64, (len(ints),), of([const(v) for v in ints], (len(ints),), stored=True))
        case "value_float":
            return tensor(FLOAT, (), single(scalar.from_number(call.float(name))).as_stored())
        case "value_floats":
            floats = call.floats(name) or ()
            items = [scalar.from_number(v) for v in floats]
            return tensor(FLOAT, (len(floats),), of(items, (len(floats),), stored=True))
        case "value_strings":
            return tensor(STRING, (len(call.strings(name) or ()),))
    return tensor(STRING, ())


def _of_tensor(value: Fact | None) -> TensorFact:
    if isinstance(value, SparseTensorFact):
        return tensor(value.elem_type, value.shape)
    return value if isinstance(value, TensorFact) else tensor(0)
