"""The formats of a lint run: what each of them is handed, and which there are."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from shapeinfer.reports.diagnostic import Report
else:
    Protocol = object  # typing is slow to import

# Name -> room below ``formats``, its class, and which of ``colour`` and ``width`` the class takes.
_FORMATS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "full": ("full", "Full", ("colour", "width")),
    "concise": ("concise", "Concise", ("colour",)),
    "json": ("json", "Json", ()),
    "json-lines": ("json_lines", "JsonLines", ()),
    "github": ("github", "GitHub", ()),
    "gitlab": ("gitlab", "GitLab", ()),
    "sarif": ("sarif", "Sarif", ()),
    "junit": ("junit", "JUnit", ()),
    "markdown": ("markdown", "Markdown", ()),
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
    """What a run over many files found. What is suppressed or in the baseline is in neither dict."""

    __slots__ = ("files", "unreadable", "by_severity", "by_code", "suppressed", "baselined")

    def __init__(self) -> None:
        self.files = 0
        self.unreadable = 0
        self.by_severity: dict[str, int] = {}
        self.by_code: dict[str, int] = {}
        self.suppressed = 0
        self.baselined = 0


class Format(Protocol):
    """Turns reports into one output, piece by piece: each method's text is written as soon as it is there.

    Text carries its own line ends; "" is nothing to write. No format keeps a report, so that ten thousand
    files need the memory of one. ``streams`` says whether the beginning is of use before the end is there.
    """

    streams: bool

    def begin(self) -> str:
        """What stands before the first file."""

    def clean(self, file: str, counts: Counts) -> str:
        """A file without findings."""

    def report(self, report: Report) -> str:
        """A file with findings: those that are to be shown, with the severity that the user gives them."""

    def end(self, totals: Totals) -> str:
        """What stands after the last file."""


def find_format(name: str, *, colour: bool, width: int | None) -> Format:
    """A new format of this name, one of FORMAT_NAMES or "text" for "full"; imports that format alone.

    ``colour`` adds ANSI escapes and ``width`` breaks long lines, in the formats that people read on a
    terminal. LookupError if there is none of that name.
    """
    found = _FORMATS.get("full" if name == "text" else name)
    if found is None:
        raise LookupError(f"no format {name!r}; there are {', '.join(FORMAT_NAMES)}")
    room, class_name, taken = found
    options = {"colour": colour, "width": width}
    module = __import__(f"shapeinfer.render.formats.{room}", fromlist=(class_name,))  # importlib is slow
    made: Format = getattr(module, class_name)(**{option: options[option] for option in taken})
    return made
