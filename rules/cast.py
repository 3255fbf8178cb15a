"""Cast, CastLike, BitCast: the same elements in another type.

Version   What changed
1         ``to`` is the name of a type
6         ``to`` is the number of a type
9 and up  only more element types, ``saturate`` and ``round_mode`` for types of 8 bits and fewer
CastLike  the type is that of a second input
BitCast   the bits are kept, so the two types must be of one width

A float is truncated on its way to an integer; what does not fit the new type is unknown. Of an integer the
lower bits are kept.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.facts import scalar
from shapeinfer.facts.elem_type import (
    ALL,
    BOOL,
    FLOAT8E4M3FN,
    FLOAT8E4M3FNUZ,
    FLOAT8E5M2,
    FLOAT8E5M2FNUZ,
    FLOAT8E8M0,
    STRING,
    bits,
    elem_type_from_name,
    elem_type_name,
    integer_range,
    is_float,
    significand_bits,
)
from shapeinfer.facts.scalar import ANY, Ratio, Scalar, Truth
from shapeinfer.rule import Call, Elements, TensorFact, rule, tensor
from shapeinfer.shapes.arithmetic import fitting, settled, truth
from shapeinfer.shapes.flags import as_int32, flag

_SATURATING = (FLOAT8E4M3FN, FLOAT8E4M3FNUZ, FLOAT8E5M2, FLOAT8E5M2FNUZ)


@rule("Cast", versions=(1,))
def cast_1(call: Call, input: TensorFact) -> TensorFact:
    name = call.string("to")
    to = elem_type_from_name(name.lower())
    if not to:
        call.error(codes.VALUE_NOT_ALLOWED, "to is {name!r}, needed the name of a type", name=name)
        return tensor(0, input.shape)
    return _cast(call, input, to)


@rule("Cast", versions=(6, 9, 13, 19, 21, 23, 24, 25, 28))
def cast_6(call: Call, input: TensorFact) -> TensorFact:
    to = _target(call)
    if to not in ALL:
        message = "to is {to}, needed the number of a type"
        if as_int32(to) == 0 and _is_undefined(call):  # the runtime makes what is declared
            call.warn(codes.VALUE_NOT_ALLOWED, message, to=to)
        else:
            call.error(codes.VALUE_NOT_ALLOWED, message, to=to)
        return tensor(0, input.shape)
    _check_rounding(call, to)
    return _cast(call, input, to)


def _target(call: Call) -> int:
    """The number of the type, as the runtime reads it."""
    to = call.int("to")
    seen = as_int32(to)
    if seen == to or seen not in ALL:
        return to
    call.warn(
        codes.VALUE_NOT_ALLOWED, "to is {to}, of which ONNX Runtime reads 32 bits: {seen}", to=to, seen=seen
    )
    return seen


def _is_undefined(call: Call) -> bool:
    """Whether ``saturate`` is neither 0 nor 1: then the runtime leaves the contents open, also of no type."""
    return call.has("saturate") and call.int("saturate", 1) not in (0, 1)


def _check_rounding(call: Call, to: int) -> None:
    """What is said of rounding is about few types, and the runtime refuses it beside others."""
    _check_saturation(call, to)
    if call.string("round_mode", "up") in ("down", "nearest") and to != FLOAT8E8M0:
        _refuse(call, "round_mode", to, (FLOAT8E8M0,))


def _check_saturation(call: Call, to: int) -> None:
    flag(call, "saturate", 1)
    if call.int("saturate", 1) == 0 and to not in _SATURATING:
        _refuse(call, "saturate", to, _SATURATING)


def _refuse(call: Call, name: str, to: int, types: tuple[int, ...]) -> None:
    call.error(
        codes.RUNTIME_DIFFERS, "{name} is given for {to}, which ONNX Runtime refuses: it is for {types} only",
        name=name, to=elem_type_name(to), types=", ".join(map(elem_type_name, types)),
    )  # fmt: skip


@rule("CastLike", versions=(15, 19, 21, 23, 24, 25))
def cast_like(call: Call, input: TensorFact, target_type: TensorFact) -> TensorFact:
    if target_type.elem_type:
        _check_saturation(call, target_type.elem_type)
    return _cast(call, input, target_type.elem_type)


@rule("BitCast", versions=(26,))
def bit_cast(call: Call, input: TensorFact) -> TensorFact:
    to = _target(call)
    have, need = bits(input.elem_type), bits(to)
    if to not in ALL or to == STRING:
        call.error(codes.VALUE_NOT_ALLOWED, "to is {to}, needed the number of a type but string", to=to)
        return tensor(0, input.shape)
    if have is not None and have != need:
        call.error(
            codes.VALUE_NOT_ALLOWED,
            "to is {to} of {need} bits, needed the {have} bits of input; input is {input}",
            to=elem_type_name(to), need=need, have=have, input=input,
        )  # fmt: skip
    same = input.elem_type == to
    return tensor(to, input.shape, input.elements if same else None)


def _cast(call: Call, data: TensorFact, to: int) -> TensorFact:
    """The same shape in another type, with what is known of the elements."""
    if data.elements is None or not to or data.elem_type == STRING or _is_undefined(call):
        return tensor(to, data.shape)
    if data.elem_type == to:
        return tensor(to, data.shape, data.elements)
    return tensor(to, data.shape, _converted(call, data.elements, data.elem_type, to))


def _converted(call: Call, elements: Elements, source: int, to: int) -> Elements | None:
    if to == BOOL:
        return elements.map(truth)
    if source == BOOL:
        elements = elements.map(_numbered)
    have, need = integer_range(source), integer_range(to)
    if have is not None and need is not None and need[0] <= have[0] and have[1] <= need[1]:
        return elements
    if need is not None:
        return fitting(call, to, elements.map(scalar.truncate), wraps=have is not None)
    if not is_float(to):
        return None
    bits_before, bits_after = significand_bits(source), significand_bits(to)
    if bits_before is not None and bits_after is not None and bits_before <= bits_after:
        return elements if bits_before >= 8 else None
    return settled(call, to, elements.map(_exactly_known))


def _numbered(x: Scalar) -> Scalar:
    """A truth as the size 1 or 0, unless it hangs on much."""
    return x.number() if isinstance(x, Truth) and len(x.when) <= 2 else x


def _exactly_known(x: Scalar) -> Scalar:
    """A float that was rounded once, and would be rounded a second time, is no longer the quotient."""
    return ANY if isinstance(x, Ratio) and not x.exact else x
