"""The format "json-lines": an object on each line, to be read while the run goes on.

``kind`` says what an object is: a "finding" comes before the "file" that it was found in, and the "totals"
come last. Each has the version of the schema.
"""

from __future__ import annotations

from shapeinfer.render.json import SCHEMA_VERSION, counts_object, json_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.render.format import Totals
    from shapeinfer.render.text import Counts
    from shapeinfer.reports.diagnostic import Report


class JsonLines:
    """Findings, files and totals, each on a line that parses by itself."""

    streams = True

    def begin(self) -> str:
        """Nothing."""
        return ""

    def clean(self, file: str, counts: Counts) -> str:
        """The file."""
        return _line("file", file=file, ok=True, findings=0, summary=counts_object(counts))

    def report(self, report: Report) -> str:
        """The findings, then the file."""
        found = [_line("finding", file=report.file, **d.model_dump(mode="json")) for d in report.diagnostics]
        summary = report.summary.model_dump()
        file = _line("file", file=report.file, ok=report.ok, findings=len(found), summary=summary)
        return "".join((*found, file))

    def end(self, totals: Totals) -> str:
        """The totals of the run."""
        return _line(
            "totals",
            files=totals.files, unreadable=totals.unreadable, by_severity=totals.by_severity,
            by_code=totals.by_code, suppressed=totals.suppressed, baselined=totals.baselined,
        )  # fmt: skip


def _line(kind: str, **fields: object) -> str:
    return f"{json_text({'version': SCHEMA_VERSION, 'kind': kind, **fields})}\n"
