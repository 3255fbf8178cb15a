"""Text for people: escaping of names from models, tables, counts."""

from __future__ import annotations

from shapeinfer.shorten import shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from shapeinfer.render.format import Totals
    from shapeinfer.reports.diagnostic import Summary

# Of a table, so that one long name does not push everything off the screen.
_WIDEST_COLUMN = 40


def plain(text: str) -> str:
    """Text from a model on one line, with control characters escaped, so that it can't change the terminal.

    Commands of CI systems that read the log are escaped too: ``##[...]`` and ``##vso[...]`` anywhere in a
    line, ``::error::`` at its beginning. Very long text is cut.
    """
    text = shortened(text)
    if not text.isprintable():
        text = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in decoded(text))
    text = text.replace("##", "#\\x23")
    return text.replace(":", "\\x3a", 1) if text.lstrip().startswith("::") else text


def decoded(text: str) -> str:
    """Text that can be encoded as UTF-8: invalid parts become U+FFFD."""
    return "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in text)


def file_text(file: str | None) -> str:
    """The name of a file, or ``<model>`` for a model without one."""
    return plain(file or "<model>")


def counted(number: int, noun: str) -> str:
    """``1 file``, ``2 files``."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def severities_text(by_severity: Mapping[str, int]) -> str:
    """``1 error, 2 warnings``; empty if there are no findings."""
    return ", ".join(counted(by_severity[s], s) for s in ("error", "warning", "info") if by_severity.get(s))


class Counts:
    """What inference made of one model's main graph: a diagnostic.Summary without pydantic."""

    __slots__ = ("nodes", "values", "known", "clauses")

    def __init__(self, nodes: int = 0, values: int = 0, known: int = 0, clauses: int = 0) -> None:
        self.nodes = nodes
        self.values = values
        self.known = known
        self.clauses = clauses


def summary_line(file: str | None, counts: Counts | Summary) -> str:
    """``model.onnx: 9 nodes, 8 of 9 values fully known, 4 contract clauses``."""
    nodes, clauses = counted(counts.nodes, "node"), counted(counts.clauses, "contract clause")
    return f"{file_text(file)}: {nodes}, {counts.known} of {counts.values} values fully known, {clauses}"


def totals_text(totals: Totals) -> str:
    """``12 files: 3 errors, 1 warning; 1 unreadable; 2 suppressed; 31 in the baseline``."""
    parts = [f"{counted(totals.files, 'file')}: {severities_text(totals.by_severity) or 'no findings'}"]
    parts += [
        f"{number} {what}"
        for number, what in (
            (totals.unreadable, "unreadable"),
            (totals.suppressed, "suppressed"),
            (totals.baselined, "in the baseline"),
        )
        if number
    ]
    return "; ".join(parts)


def table(rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    """Rows in aligned columns. Nothing is cut: a very wide cell exceeds its column."""
    shown = [[plain(cell) for cell in row] for row in rows]
    columns = list(zip(*shown, strict=True))[:-1]
    widths = [min(max(map(len, column)), _WIDEST_COLUMN) for column in columns]
    for *cells, last in shown:
        padded = (cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
        yield "  ".join([*padded, last]).rstrip()
