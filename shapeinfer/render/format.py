"""Output formats of lint: reports in, text out, piece by piece."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from shapeinfer.render.text import TextRenderer, plain

if TYPE_CHECKING:
    from shapeinfer.diagnostic import Report

FORMAT_NAMES: tuple[str, ...] = (
    "full", "concise", "json", "json-lines", "github", "gitlab", "sarif", "junit", "markdown",
)  # fmt: skip


class Counts:
    """What inference made of one model."""

    __slots__ = ("clauses", "known", "nodes", "values")

    def __init__(self, nodes: int = 0, values: int = 0, known: int = 0, clauses: int = 0) -> None:
        self.nodes = nodes
        self.values = values
        self.known = known
        self.clauses = clauses


class Totals:
    """Sums over all files of one run. What is suppressed or in the baseline is in neither dict."""

    __slots__ = ("baselined", "by_code", "by_severity", "files", "suppressed", "unreadable")

    def __init__(self) -> None:
        self.files = 0
        self.unreadable = 0
        self.by_severity: dict[str, int] = {}
        self.by_code: dict[str, int] = {}
        self.suppressed = 0
        self.baselined = 0


class Format(Protocol):
    """Turns reports into one output: each method's text is written as soon as it is there."""

    streams: bool

    def begin(self) -> str: ...
    def clean(self, file: str, counts: Counts) -> str: ...
    def report(self, report: Report) -> str: ...
    def end(self, totals: Totals) -> str: ...


def find_format(name: str, *, colour: bool, width: int | None) -> Format:
    """The format with this name; LookupError if there is none."""
    if name in ("full", "text"):
        return Full(colour=colour)
    if name == "json":
        return Json()
    raise LookupError(f"no format {name!r}")


class Full:
    """Text for people."""

    streams = True

    def __init__(self, *, colour: bool) -> None:
        self.renderer = TextRenderer(colour=colour)

    def begin(self) -> str:
        return ""

    def clean(self, file: str, counts: Counts) -> str:
        clauses = f"{counts.clauses} contract clause{'' if counts.clauses == 1 else 's'}"
        known = f"{counts.known} of {counts.values} values fully known"
        return f"{plain(file)}: {counts.nodes} nodes, {known}, {clauses}\n"

    def report(self, report: Report) -> str:
        blocks = "".join(f"{block}\n\n" for block in self.renderer.diagnostics(report.diagnostics))
        summary = report.summary
        counts = Counts(summary.nodes, summary.values, summary.known, summary.clauses)
        line = self.clean(report.file or "-", counts).rstrip("\n")
        found = [(s, sum(d.severity == s for d in report.diagnostics)) for s in ("error", "warning", "info")]
        shown = ", ".join(f"{n} {s}{'s' if n > 1 else ''}" for s, n in found if n)
        return f"{blocks}{line}{'; ' if shown else ''}{shown}\n"

    def end(self, totals: Totals) -> str:
        parts = [f"{n} {s}{'s' if n > 1 else ''}" for s, n in totals.by_severity.items() if n]
        if totals.suppressed:
            parts.append(f"{totals.suppressed} suppressed")
        if totals.baselined:
            parts.append(f"{totals.baselined} in the baseline")
        if totals.files <= 1 and not totals.suppressed and not totals.baselined:
            return ""
        files = f"{totals.files} file{'s' if totals.files > 1 else ''}"
        return f"{files}: {', '.join(parts) or 'nothing found'}\n"


class Json:
    """One object over all reports."""

    streams = False

    def __init__(self) -> None:
        self.count = 0

    def begin(self) -> str:
        return '{"version": 1, "reports": ['

    def clean(self, file: str, counts: Counts) -> str:
        from shapeinfer.diagnostic import Report, Summary

        summary = Summary(
            nodes=counts.nodes, values=counts.values, known=counts.known, clauses=counts.clauses
        )
        return self.report(Report(file=file, summary=summary))

    def report(self, report: Report) -> str:
        import json

        self.count += 1
        text = json.dumps(report.model_dump(mode="json") | {"ok": report.ok}, ensure_ascii=True)
        return f"{',' if self.count > 1 else ''}\n{text}"

    def end(self, totals: Totals) -> str:
        return "\n]}\n"
