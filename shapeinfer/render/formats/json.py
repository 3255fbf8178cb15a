"""The format "json": one object with a report for every file."""

from __future__ import annotations

from shapeinfer.render.format import Totals
from shapeinfer.render.json import SCHEMA_VERSION, Items, counts_object

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from shapeinfer.render.text import Counts
    from shapeinfer.reports.diagnostic import Report


class Json:
    """``{"version": 1, "reports": [...]}``, a report for every file, in the order given."""

    streams = False

    def __init__(self) -> None:
        self._reports = Items("    ")

    def begin(self) -> str:
        """The object up to the first report."""
        return f'{{\n  "version": {SCHEMA_VERSION},\n  "reports": ['

    def clean(self, file: str, counts: Counts) -> str:
        """The report of a file without findings."""
        return self._reports.item(
            {
                "version": SCHEMA_VERSION,
                "tool": "shapeinfer",
                "file": file,
                "diagnostics": [],
                "summary": counts_object(counts),
                "obligations": [],
                "violations": [],
                "answers": [],
                "demands": [],
                "memory": None,
                "ok": True,
            }
        )

    def report(self, report: Report) -> str:
        """One report."""
        return self._reports.item({**report.model_dump(mode="json"), "ok": report.ok})

    def end(self, totals: Totals) -> str:
        """The end of the object."""
        return f"{self._reports.close('  ')}\n}}\n"


def reports_json(reports: Iterable[Report]) -> str:
    """``{"version": 1, "reports": [...]}`` on several lines, in the order given, without a line end."""
    form = Json()
    return "".join((form.begin(), *map(form.report, reports), form.end(Totals()))).rstrip()
