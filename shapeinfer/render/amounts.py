"""Prints counts, bytes and long expressions for people."""

from __future__ import annotations

from shapeinfer.render.text import plain
from shapeinfer.reports.budget import bytes_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.dims import Dim

_COUNTS = ("", " k", " M", " G", " T", " P", " E")


def count_text(number: int) -> str:
    """``937``, ``25.6 M``, ``4.09 G``: three digits and a unit."""
    size, at = float(number), 0
    while abs(size) >= 1000 and at + 1 < len(_COUNTS):
        size /= 1000
        at += 1
    digits = 0 if at == 0 or size >= 100 else 1 if size >= 10 else 2
    return f"{size:.{digits}f}{_COUNTS[at]}"


def dim_count(dim: Dim, width: int | None = None) -> str:
    """A count: rounded if it is a number, otherwise the expression, cut to ``width`` characters."""
    return count_text(dim.value) if dim.value is not None else _cut(str(dim), width)


def dim_bytes(dim: Dim, width: int | None = None) -> str:
    """A number of bytes, in the same way."""
    return bytes_text(dim.value) if dim.value is not None else f"{_cut(str(dim), width)} bytes"


def _cut(text: str, width: int | None) -> str:
    """The first terms of an expression, and how many terms are left out."""
    text = plain(text)
    if width is None or len(text) <= width:
        return text
    terms = text.split(" + ")
    kept, length = 0, 0
    while kept < len(terms) and length + len(terms[kept]) + 3 <= width - 12:
        length += len(terms[kept]) + 3
        kept += 1
    left = len(terms) - kept
    if kept == 0:
        return text[: max(width - 4, 1)] + " ..."
    return " + ".join(terms[:kept]) + f" + ({left} more)"
