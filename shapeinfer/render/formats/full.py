"""The format "full": a block for each finding, a line for each file, in colour on a terminal."""

from __future__ import annotations

from shapeinfer.render.text import file_text, severities_text, summary_line, totals_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.render.format import Totals
    from shapeinfer.render.text import Counts
    from shapeinfer.reports.diagnostic import Report


class Full:
    """For people: what is wrong, where, and why. ``quiet``: the findings and nothing else."""

    streams = True

    def __init__(
        self,
        *,
        colour: bool = False,
        width: int | None = None,
        limit: int | None = None,
        quiet: bool = False,
    ) -> None:
        self._colour = colour
        self._width = width
        self._limit = limit
        self._quiet = quiet

    def begin(self) -> str:
        """Nothing."""
        return ""

    def clean(self, file: str, counts: Counts) -> str:
        """A summary of the file on one line."""
        return "" if self._quiet else f"{summary_line(file, counts)}\n"

    def report(self, report: Report) -> str:
        """A block for each finding and an empty line after it; then the file's line."""
        from shapeinfer.render.findings.blocks import TextRenderer  # most files are clean

        renderer = TextRenderer(colour=self._colour, width=self._width)
        shown = renderer.diagnostics(report.diagnostics, self._limit)
        blocks = "".join(f"{block}\n\n" for block in shown)
        if self._quiet:
            return blocks
        if any(d.code == "SI001" for d in report.diagnostics):
            return f"{blocks}{file_text(report.file)}: not a readable model\n"
        by_severity: dict[str, int] = {}
        for diagnostic in report.diagnostics:
            by_severity[diagnostic.severity] = by_severity.get(diagnostic.severity, 0) + 1
        line, found = summary_line(report.file, report.summary), severities_text(by_severity)
        return f"{blocks}{line}; {found}\n" if found else f"{blocks}{line}\n"

    def end(self, totals: Totals) -> str:
        """The totals, if they say more than the files' own lines do."""
        told = totals.files == 1 and not totals.suppressed and not totals.baselined
        if self._quiet or told:
            return ""
        return f"{totals_text(totals)}\n"
