"""Integer attributes as the runtime reads them: flags, and numbers of 32 bits."""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.rule import Call


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
