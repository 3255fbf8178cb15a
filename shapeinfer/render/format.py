"""The interface of a lint run's formats, and the list of formats."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
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


class Counts:
    """What inference made of one model's main graph: a diagnostic.Summary without pydantic."""

    __slots__ = ("nodes", "values", "known", "clauses")

    def __init__(self, nodes: int = 0, values: int = 0, known: int = 0, clauses: int = 0) -> None:
        self.nodes = nodes
        self.values = values
        self.known = known
        self.clauses = clauses


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
