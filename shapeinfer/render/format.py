"""The interface of a lint run's formats, and the list of formats."""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.render.text import Counts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Protocol

    from shapeinfer.reports.diagnostic import Report
else:
    Protocol = object  # typing is slow to import

# Name -> module in ``formats``, its class, and which of options it takes.
_FORMATS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "full": ("full", "Full", ("colour", "width", "limit", "quiet")),
    "concise": ("concise", "Concise", ("colour", "limit")),
    "json": ("json", "Json", ()),
    "json-lines": ("json_lines", "JsonLines", ()),
    "github": ("github", "GitHub", ()),
    "gitlab": ("gitlab", "GitLab", ()),
    "sarif": ("sarif", "Sarif", ()),
    "junit": ("junit", "JUnit", ()),
    "markdown": ("markdown", "Markdown", ()),
    "html": ("html", "Html", ()),
}
FORMAT_NAMES: tuple[str, ...] = tuple(_FORMATS)
_UNREADABLE = frozenset((codes.UNREADABLE.id, codes.NOT_EXAMINED.id))


class Totals:
    """Totals of a run over many files. Suppressed findings and those of the baseline are in neither dict."""

    __slots__ = ("files", "unreadable", "by_severity", "by_code", "suppressed", "baselined")

    def __init__(self) -> None:
        self.files = 0
        self.unreadable = 0
        self.by_severity: dict[str, int] = {}
        self.by_code: dict[str, int] = {}
        self.suppressed = 0
        self.baselined = 0


class Format(Protocol):
    """Turns reports into output, piece by piece: the text that a method returns is written at once.

    Texts contain their line ends; "" means that nothing is written. Formats do not store reports, so memory
    does not grow with the number of files. ``streams``: partial output is useful before the run ends.
    """

    streams: bool

    def begin(self) -> str:
        """The text before the first file."""

    def clean(self, file: str, counts: Counts) -> str:
        """A file without findings."""

    def report(self, report: Report) -> str:
        """A file with findings: those to show, with the user's severities."""

    def end(self, totals: Totals) -> str:
        """The text after the last file."""


def find_format(
    name: str, *, colour: bool, width: int | None, limit: int | None = None, quiet: bool = False
) -> Format:
    """A new format of this name, one of FORMAT_NAMES or "text" for "full"; imports that format alone.

    ``colour`` adds ANSI escapes and ``width`` breaks long lines, in the formats for terminals.
    ``limit``: how many findings of a file are shown, in the formats for people; ``quiet``: nothing else is.
    Raises LookupError for an unknown name.
    """
    found = _FORMATS.get("full" if name == "text" else name)
    if found is None:
        raise LookupError(f"no format {name!r}; supported are {', '.join(FORMAT_NAMES)}")
    room, class_name, taken = found
    options = {"colour": colour, "width": width, "limit": limit, "quiet": quiet}
    module = __import__(f"shapeinfer.render.formats.{room}", fromlist=(class_name,))  # importlib is slow
    made: Format = getattr(module, class_name)(**{option: options[option] for option in taken})
    return made


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
