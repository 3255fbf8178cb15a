"""Attributes as the runtime reads them: flags, numbers of 32 bits, and the names of activations."""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import Call

_ACTIVATIONS = (
    "Relu", "Tanh", "Sigmoid", "Affine", "LeakyRelu", "ThresholdedRelu", "ScaledTanh", "HardSigmoid", "Elu",
    "Softsign", "Softplus",
)  # fmt: skip


def flag(call: Call, name: str, default: int | None = None) -> bool:
    """Whether a 0-or-1 attribute is 1. Runtimes treat every other number as 0: a warning."""
    value = call.int(name, default)
    if value not in (0, 1):
        call.warn(
            codes.VALUE_NOT_ALLOWED, "{name} is {value}, needed 0 or 1 (ONNX Runtime treats it as 0)",
            name=name, value=value,
        )  # fmt: skip
    return value == 1


def as_int32(number: int) -> int:
    """The number that the runtime reads of an attribute of which it keeps 32 bits."""
    return (number + 2**31) % 2**32 - 2**31


def require_activations(call: Call, functions: int, directions: int) -> None:
    """The attribute ``activations`` names known functions, so many for each direction."""
    names = call.strings("activations")
    if names is None or (not names and call.op_type != "RNN"):
        return
    need = functions * directions
    # RNN has two by default, of which one direction needs one.
    if len(names) != need and (call.op_type != "RNN" or len(names) != 2):
        call.error(
            codes.LIST_LENGTH, "activations is {names}, needed {need} for {directions} directions",
            names=names, need=need, directions=directions,
        )  # fmt: skip
    known = _ACTIVATIONS if call.op_type == "RNN" else tuple(map(str.lower, _ACTIVATIONS))
    for name in dict.fromkeys(names[:need]):  # the runtime does not look at more
        if (name if call.op_type == "RNN" else name.lower()) not in known:
            call.error(
                codes.VALUE_NOT_ALLOWED, "an activation is {name!r}, needed one of {allowed}",
                name=name, allowed=_ACTIVATIONS,
            )  # fmt: skip
