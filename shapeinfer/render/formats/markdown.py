"""The format "markdown": a table for a comment on a pull request, or for the summary of a job."""

from __future__ import annotations

from shapeinfer.render.findings.blocks import more_calls_text, place_in_file
from shapeinfer.render.text import plain, totals_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.render.format import Totals
    from shapeinfer.render.text import Counts
    from shapeinfer.reports.diagnostic import Diagnostic, Report

_HEAD = "| severity | code | file | where | message |\n|---|---|---|---|---|\n"


class Markdown:
    """One table over all findings, and a line with the totals."""

    streams = True

    def __init__(self) -> None:
        self._head = _HEAD

    def begin(self) -> str:
        """No text: without findings there is no table."""
        return ""

    def clean(self, file: str, counts: Counts) -> str:
        """Nothing."""
        return ""

    def report(self, report: Report) -> str:
        """A row for each finding."""
        rows = "".join(_row(report.file or "<model>", d) for d in report.diagnostics)
        if not rows:
            return ""
        head, self._head = self._head, ""
        return head + rows

    def end(self, totals: Totals) -> str:
        """The totals."""
        line = f"{totals_text(totals)}\n"
        return line if self._head else f"\n{line}"


def _row(file: str, found: Diagnostic) -> str:
    cells = (
        found.severity,
        f"{found.code} {found.slug}",
        code_cell(file),
        code_cell(place_in_file(found.location)),
        code_cell(found.message) + (f" {more_calls_text(found)}" if found.more_calls else ""),
    )
    return f"| {' | '.join(cells)} |\n"


def code_cell(text: str) -> str:
    """Text from a model as code in a table cell, so that it can't be markup, a link or a mention.

    Characters that could end the code or the cell are written as escapes, because Markdown readers treat a
    backslash before a bar differently.
    """
    safe = plain(text).replace("`", "\\x60").replace("|", "\\x7c").strip()
    return f"`{safe}`" if safe else ""
