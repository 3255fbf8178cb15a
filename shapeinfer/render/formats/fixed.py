"""Prints what was fixed in a model, and the differences that fixes would make."""

from __future__ import annotations

from shapeinfer.codes import CODES
from shapeinfer.render.text import file_text, plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_COLOURS = {"-": "31", "+": "32", "@": "36"}


def fixed_text(file: str, fixed: Iterable[tuple[str, str, bool]]) -> str:
    """A line for each change that was made: ``fixed[SI032 dead-nodes] model.onnx: removes 1 node: Neg_1``.
    They are given as (code, what it does, whether it is safe)."""
    lines: list[str] = []
    for code, what, safe in fixed:
        unsafely = "" if safe else " (unsafe)"
        lines.append(f"fixed[{code} {CODES[code].slug}] {file_text(file)}: {plain(what)}{unsafely}\n")
    return "".join(lines)


def diff_text(file: str, differences: Sequence[str], *, colour: bool) -> str:
    """The differences as a unified diff of the model's outline."""
    name = file_text(file)
    lines = [f"--- {name}", f"+++ {name} (fixed)", *map(plain_line, differences)]
    if colour:
        lines = [_painted(line) for line in lines]
    return "".join(f"{line}\n" for line in lines)


def plain_line(line: str) -> str:
    """A line of a diff with names from a model escaped; its sign and its indent stay."""
    text = line.lstrip(" ")
    return line[: len(line) - len(text)] + plain(text)


def _painted(line: str) -> str:
    colour = _COLOURS.get(line[:1])
    return line if colour is None else f"\x1b[{colour}m{line}\x1b[0m"
