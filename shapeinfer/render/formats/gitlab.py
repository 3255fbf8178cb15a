"""The format "gitlab": a Code Quality report, which GitLab shows in merge requests."""

from __future__ import annotations

import hashlib

from shapeinfer.render.findings.blocks import message_and_place
from shapeinfer.render.formats.paths import repository_path
from shapeinfer.render.json import Items

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.render.format import Totals
    from shapeinfer.render.text import Counts
    from shapeinfer.reports.diagnostic import Diagnostic, Report

_SEVERITIES = {"error": "critical", "warning": "minor", "info": "info"}


class GitLab:
    """One JSON array over all findings of all files."""

    streams = False

    def __init__(self) -> None:
        self._issues = Items("  ")

    def begin(self) -> str:
        """The opening bracket."""
        return "["

    def clean(self, file: str, counts: Counts) -> str:
        """Nothing."""
        return ""

    def report(self, report: Report) -> str:
        """An issue for each finding."""
        path = repository_path(report.file) or "-"
        return "".join(self._issues.item(_issue(path, d)) for d in report.diagnostics)

    def end(self, totals: Totals) -> str:
        """The closing bracket."""
        return f"{self._issues.close('')}\n"


def _issue(path: str, found: Diagnostic) -> dict[str, object]:
    # A diagnostic's fingerprint does not depend on the file; GitLab treats equal fingerprints as one issue.
    key = f"{path}\0{found.fingerprint}".encode("utf-8", "surrogateescape")
    return {
        "description": f"{found.code} {found.slug}: {message_and_place(found)}",
        "check_name": found.code,
        "fingerprint": hashlib.sha256(key).hexdigest()[:32],
        "severity": _SEVERITIES[found.severity],
        "location": {"path": path, "lines": {"begin": 1}},
    }
