"""Arguments that several commands read: ``NAME=VALUE``, sizes, shapes."""

from __future__ import annotations

from shapeinfer.cli.exits import UsageError
from shapeinfer.facts.fact import TensorFact, tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence
    from typing import TypeVar

    from shapeinfer.jobs.infer import Result

    Read = TypeVar("Read")

# Every number with this many digits fits into the 64 bits of a dim.
_MOST_DIGITS = 18
# A longer list is a mistake.
_MOST_LISTED = 1_000_000


def assignment(text: str, option: str, read: Callable[[str, str], Read]) -> tuple[str, Read]:
    """``NAME=VALUE`` as (name, value), the value read by ``read(text, where)``. Raises UsageError if it
    has another form."""
    name, equals, value = text.rpartition("=")
    name = name.strip("'\"")
    if not equals or not name:
        raise UsageError(f"{option} takes NAME=VALUE, not {text!r}")
    return name, read(value, f"{option} {text}")


def size(text: str, where: str) -> int:
    """The size that the text gives. Raises UsageError, whose text begins with ``where``, if it is no size."""
    if not text.isascii() or not text.isdigit():
        raise UsageError(f"{where}: a size is a number, not {text!r}")
    if len(text.lstrip("0")) > _MOST_DIGITS:
        raise UsageError(f"{where}: a size has at most {_MOST_DIGITS} digits")
    return int(text)


def sizes(text: str, where: str) -> Sequence[int]:
    """``4``, ``1,2,8``, ``1..2048``, ``480..512 step 4``, or several of these with commas."""
    parts = [_range(part, where) for part in text.split(",")]
    if len(parts) == 1:
        return parts[0]  # a range may be long: callers check its length before they iterate
    if sum(len(part) for part in parts) > _MOST_LISTED:
        raise UsageError(f"{where}: more than {_MOST_LISTED} sizes")
    return list(dict.fromkeys(size for part in parts for size in part))


# The units that may follow a number: powers of 1000 and of 1024.
_UNITS = {
    "": 1, "b": 1, "kb": 10**3, "mb": 10**6, "gb": 10**9, "tb": 10**12,
    "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30, "tib": 1 << 40,
}  # fmt: skip


def amount(text: str, where: str) -> int:
    """A number of bytes: ``4GiB``, ``512MB``, ``1.5GiB``, ``1000``. Raises UsageError otherwise."""
    number = text.rstrip("BKMGTibkmgt ")
    unit = text[len(number) :].strip().lower()
    whole, point, part = number.partition(".")
    digits = whole + part
    if unit not in _UNITS or not digits.isascii() or not digits.isdigit() or (point and not part):
        raise UsageError(f"{where}: an amount of memory is a number such as 4GiB or 500MB, not {text!r}")
    if len(digits) > _MOST_DIGITS:
        raise UsageError(f"{where}: an amount of memory has at most {_MOST_DIGITS} digits")
    return int(digits) * _UNITS[unit] // int("1" + "0" * len(part))


def _range(text: str, where: str) -> range:
    first, dots, rest = text.partition("..")
    last, stepped, step = rest.partition("step") if dots else (first, "", "")
    low, high = size(first.strip(), where), size(last.strip(), where)
    if high < low:
        raise UsageError(f"{where}: in {text} the end is less than the beginning")
    by = size(step.strip(), where) if stepped else 1
    if not by:
        raise UsageError(f"{where}: in {text} the step is 0")
    return range(low, high + 1, by)


_TRUTHS = {"true": True, "false": False}


def given(text: str, where: str) -> TensorFact | int:
    """``2x3x480x480`` or ``2x3x480x480:f32``; an empty shape is a scalar. ``true``, ``false`` and ``-1`` are
    contents."""
    from shapeinfer.facts.elem_type import elem_type_from_name

    if text.lower() in _TRUTHS:
        return _TRUTHS[text.lower()]
    if text.startswith("-"):
        return -size(text[1:], where)
    shape, colon, name = text.partition(":")
    elem_type = elem_type_from_name(name) if colon else 0
    if elem_type is None:
        raise UsageError(f"{where}: {name!r} is not an element type such as f32")
    return tensor(elem_type, _shape(shape, where))


def _shape(text: str, where: str) -> tuple[int, ...]:
    return tuple(size(part, where) for part in text.lower().split("x")) if text else ()


def add_fixed(parser: argparse.ArgumentParser) -> None:
    """The options of commands that infer with some sizes or inputs given."""
    parser.add_argument("--dim", action="append", default=[], metavar="NAME=SIZE", help="the size of a dim")
    parser.add_argument(
        "--input", action="append", default=[], metavar="NAME=1x3x480",
        help="the shape of an input, or the value of a scalar integer or bool: sr=16000, cached=true",
    )  # fmt: skip
    parser.add_argument(
        "--assume", action="append", default=[], metavar="STATEMENT",
        help="a fact about the sizes that the model does not state: 'total == past + seq'",
    )  # fmt: skip


def inferred_with(options: argparse.Namespace) -> Result:
    """The result for a command's file with what its options (:func:`add_fixed`) give. Raises UsageError for
    what does not fit the model."""
    from shapeinfer.cli.source import load_model
    from shapeinfer.jobs.infer import infer
    from shapeinfer.model.protobuf.wire import DamagedModel

    dims = dict(assignment(text, "--dim", size) for text in options.dim)
    inputs = dict(assignment(text, "--input", given) for text in options.input)
    model = load_model(options.file)
    try:
        return infer(model, dims=dims, inputs=inputs, assume=options.assume)
    except ValueError as error:
        if isinstance(error, DamagedModel):
            raise
        raise UsageError(str(error)) from error
