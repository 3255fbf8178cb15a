"""HTML for notebooks: tables in which every text is escaped."""

from __future__ import annotations

from shapeinfer.shorten import shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

# A notebook cell shows so many rows; the rest is counted.
_MOST_ROWS = 60
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})


def escaped(text: str) -> str:
    """Text as HTML, also inside an attribute; bytes that are not UTF-8 as ``\\udcff``."""
    return shortened(text).encode("utf-8", "backslashreplace").decode().translate(_ESCAPES)


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of texts. Of a long one the first rows, with the number of the others; "" without rows."""
    if not rows:
        return ""
    lines = [_row("th", head), *(_row("td", row) for row in rows[:_MOST_ROWS])]
    left = len(rows) - _MOST_ROWS
    rest = f"<p>and {left} more</p>" if left > 0 else ""
    return f"<table>{''.join(lines)}</table>{rest}"


def _row(tag: str, cells: Iterable[str]) -> str:
    inner = "".join([f'<{tag} style="text-align:left">{escaped(cell)}</{tag}>' for cell in cells])
    return f"<tr>{inner}</tr>"


def paragraph(text: str) -> str:
    """One line of text."""
    return f"<p>{escaped(text)}</p>"
