"""Arguments that several commands read: ``NAME=VALUE``, sizes, shapes."""

from __future__ import annotations

from collections.abc import Callable

from shapeinfer.commands.exits import UsageError
from shapeinfer.fact import TensorFact, tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    Read = TypeVar("Read")


def assignment(text: str, option: str, read: Callable[[str, str], Read]) -> tuple[str, Read]:
    """``NAME=VALUE`` as (name, value), the value read by ``read(text, where)``. UsageError if it is none."""
    name, equals, value = text.rpartition("=")
    name = name.strip("'\"")
    if not equals or not name:
        raise UsageError(f"{option} takes NAME=VALUE, not {text!r}")
    return name, read(value, f"{option} {text}")


def size(text: str, where: str) -> int:
    """A number of 0 or more. UsageError, which begins with ``where``, otherwise; so below."""
    if not text.isascii() or not text.isdigit():
        raise UsageError(f"{where}: a size is a number, not {text!r}")
    return int(text)


def sizes(text: str, where: str) -> list[int]:
    """``4``, ``1,2,8``, ``1..2048``, or several of these with commas."""
    found: list[int] = []
    for part in text.split(","):
        first, dots, last = part.partition("..")
        low = size(first, where)
        found.extend(range(low, size(last, where) + 1) if dots else [low])
    if not found:
        raise UsageError(f"{where}: there is no size in {text!r}")
    return found


def given(text: str, where: str) -> TensorFact:
    """``2x3x480x480`` or ``2x3x480x480:f32``; an empty shape is a scalar."""
    from shapeinfer.elem_type import elem_type_from_name

    shape, colon, name = text.partition(":")
    elem_type = elem_type_from_name(name) if colon else 0
    if elem_type is None:
        raise UsageError(f"{where}: {name!r} is no element type such as f32")
    return tensor(elem_type, _shape(shape, where))


def _shape(text: str, where: str) -> tuple[int, ...]:
    return tuple(size(part, where) for part in text.lower().split("x")) if text else ()
