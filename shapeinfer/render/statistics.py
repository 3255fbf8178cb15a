"""Prints how often each code was found, to decide which to fix or ignore first."""

from __future__ import annotations

from shapeinfer.render.text import counted, table, totals_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapeinfer.render.format import Totals
    from shapeinfer.render.text import Counts
    from shapeinfer.reports.diagnostic import Diagnostic, Report

_ORDER = {"error": 0, "warning": 1, "info": 2}


class _Tally:
    """The statistics of one code, with the worst severity of its findings."""

    __slots__ = ("slug", "severity", "count", "files")

    def __init__(self, first: Diagnostic) -> None:
        self.slug = first.slug
        self.severity: str = first.severity
        self.count = 0
        self.files = 0


class Statistics:
    """A line for each code that was found, the most frequent first, and the totals: a Format of its own."""

    streams = False

    def __init__(self) -> None:
        self._tallies: dict[str, _Tally] = {}

    def begin(self) -> str:
        """Nothing."""
        return ""

    def clean(self, file: str, counts: Counts) -> str:
        """Nothing."""
        return ""

    def report(self, report: Report) -> str:
        """Nothing: it is counted."""
        for found in report.diagnostics:
            tally = self._tallies.setdefault(found.code, _Tally(found))
            tally.count += 1
            tally.severity = min(tally.severity, found.severity, key=_ORDER.__getitem__)
        for code in {found.code for found in report.diagnostics}:
            self._tallies[code].files += 1
        return ""

    def end(self, totals: Totals) -> str:
        """The table and the totals."""
        return "".join(f"{line}\n" for line in (*table(self._rows()), totals_text(totals)))

    def _rows(self) -> Iterator[tuple[str, ...]]:
        width = max((len(str(t.count)) for t in self._tallies.values()), default=0)
        for code, tally in sorted(self._tallies.items(), key=lambda item: (-item[1].count, item[0])):
            files = f"in {counted(tally.files, 'file')}"
            yield str(tally.count).rjust(width), tally.severity, code, tally.slug, files
