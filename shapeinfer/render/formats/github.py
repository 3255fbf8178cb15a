"""The format "github": workflow commands, which GitHub Actions shows as annotations."""

from __future__ import annotations

from shapeinfer.render.findings.blocks import location_text, more_calls_text
from shapeinfer.render.formats.paths import repository_path
from shapeinfer.render.text import plain, totals_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.render.format import Totals
    from shapeinfer.render.text import Counts
    from shapeinfer.reports.diagnostic import Diagnostic, Report

_COMMANDS = {"error": "error", "warning": "warning", "info": "notice"}


class GitHub:
    """``::error file=model.onnx,title=SI205 reshape-element-count::...``, one line for each finding."""

    streams = True

    def begin(self) -> str:
        """Nothing."""
        return ""

    def clean(self, file: str, counts: Counts) -> str:
        """Nothing."""
        return ""

    def report(self, report: Report) -> str:
        """A command for each finding."""
        return "".join(f"{_command(report.file, d)}\n" for d in report.diagnostics)

    def end(self, totals: Totals) -> str:
        """The totals, for readers of the log."""
        return f"{totals_text(totals)}\n"


def _command(file: str | None, found: Diagnostic) -> str:
    path = repository_path(file)
    properties = {"title": f"{found.code} {found.slug}"}
    if path is not None:
        properties = {"file": plain(path), **properties}
    lines = [plain(found.message), location_text(found.location)]
    if found.more_calls:
        lines.append(more_calls_text(found))
    lines += [plain(note) for note in found.notes]
    if found.help:
        lines.append(f"help: {found.help}")
    shown = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    return f"::{_COMMANDS[found.severity]} {shown}::{_data(chr(10).join(lines))}"


def _data(text: str) -> str:
    """What follows the second ``::``, in GitHub's escapes: % first."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """A property's value, which neither ``:`` nor ``,`` may end."""
    return _data(text).replace(":", "%3A").replace(",", "%2C")
