"""One document over the reports of many models."""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.render.format import Counts, Totals, find_format

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from shapeinfer.render.format import Format
    from shapeinfer.reports.diagnostic import Report

_UNREADABLE = frozenset((codes.UNREADABLE.id, codes.NOT_EXAMINED.id))


def merged(reports: Iterable[Report], format: str = "json") -> Iterator[str]:
    """The pieces of one document over all reports, in a format of ``shapeinfer lint``: ``json``, ``sarif``,
    ``junit``, ``html``, ``markdown`` and others. Each report is written when it arrives, and then forgotten.
    Raises ValueError for an unknown format.

    ``Path("report.html").write_text("".join(merged(lint_many(["models"]), "html")))``
    """
    try:
        form = find_format(format, colour=False, width=None)
    except LookupError as error:
        raise ValueError(str(error.args[0])) from error
    return _pieces(reports, form)


def _pieces(reports: Iterable[Report], form: Format) -> Iterator[str]:
    totals = Totals()
    yield form.begin()
    for report in reports:
        totals.files += 1
        if not report.diagnostics:
            summary = report.summary
            counts = Counts(summary.nodes, summary.values, summary.known, summary.clauses)
            yield form.clean(report.file or "", counts)
            continue
        totals.unreadable += any(found.code in _UNREADABLE for found in report.diagnostics)
        for found in report.diagnostics:
            totals.by_severity[found.severity] = totals.by_severity.get(found.severity, 0) + 1
            totals.by_code[found.code] = totals.by_code.get(found.code, 0) + 1
        yield form.report(report)
    yield form.end(totals)
