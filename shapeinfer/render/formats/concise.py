"""The format "concise": one line for each finding, nothing else, for grep and for editors."""

from __future__ import annotations

from shapeinfer.render.findings.blocks import (
    TextRenderer,
    more_calls_text,
    more_text,
    place_in_file,
    severity_and_code,
)
from shapeinfer.render.text import file_text, plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.render.format import Totals
    from shapeinfer.render.text import Counts
    from shapeinfer.reports.diagnostic import Diagnostic, Report


class Concise:
    """``model.onnx: graph/Reshape_3: error[SI205 reshape-element-count] message``."""

    streams = True

    def __init__(self, *, colour: bool = False, limit: int | None = None) -> None:
        self._renderer = TextRenderer(colour=colour)
        self._limit = limit

    def begin(self) -> str:
        """Nothing."""
        return ""

    def clean(self, file: str, counts: Counts) -> str:
        """Nothing."""
        return ""

    def report(self, report: Report) -> str:
        """A line for each finding."""
        found = report.diagnostics[: self._limit]
        lines = [f"{self._line(report.file, d)}\n" for d in found]
        if len(found) < len(report.diagnostics):
            more = more_text(len(report.diagnostics) - len(found))
            lines.append(f"{file_text(report.file)}: {more}\n")
        return "".join(lines)

    def end(self, totals: Totals) -> str:
        """No text, so that the number of lines is the number of findings."""
        return ""

    def _line(self, file: str | None, found: Diagnostic) -> str:
        where = f"{file_text(file)}: {place_in_file(found.location)}"
        head = self._renderer.paint(severity_and_code(found), found.severity)
        calls = f" ({more_calls_text(found)})" if found.more_calls else ""
        return f"{where}: {head} {plain(found.message)}{calls}"
