"""Baselines: known findings, which are not shown again, in a JSON file that reads well in a diff.

A finding is identified by its file, relative to the baseline's folder, and its kind
(``reports/fingerprint.py`` defines kinds). The baseline stores a count for each kind;
findings beyond that count are new. A moved file is recognised by its name if the old file no longer exists.
"""

from __future__ import annotations

import json
import os

from shapeinfer.linter.files import relative_name
from shapeinfer.linter.selection import ALWAYS
from shapeinfer.model.open_file import read_text_file
from shapeinfer.model.whole_file import WholeFile, write_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

    from shapeinfer.reports.diagnostic import Diagnostic
else:
    Protocol = object  # typing is slow to import

_VERSION = 1


class BadBaseline(ValueError):
    """The file is not a valid baseline; the text says which file and why."""


class Sieve(Protocol):
    """Removes known findings from reports, file by file."""

    def left(self, file: str, found: Sequence[Diagnostic]) -> list[Diagnostic]:
        """The findings of a file that remain."""

    def finish(self) -> str:
        """Called at the end of the run; returns a message, or ""."""


class Entry:
    """One kind of finding in one file, with its description and its count."""

    __slots__ = ("code", "count", "kind", "message", "operator")

    def __init__(self, kind: str, code: str, operator: str, message: str, count: int) -> None:
        self.kind = kind
        self.code = code
        self.operator = operator
        self.message = message
        self.count = count

    def as_json(self) -> dict[str, str | int]:
        """The entry as it is written in the file."""
        return {
            "fingerprint": self.kind, "code": self.code, "operator": self.operator,
            "message": self.message, "count": self.count,
        }  # fmt: skip


class Baseline:
    """Known findings, file by file."""

    __slots__ = ("_folder", "_left", "_seen", "path")

    def __init__(self, path: str, known: dict[str, dict[str, int]] | None = None) -> None:
        self.path = path
        self._folder = os.path.dirname(os.path.abspath(path))
        self._left = known or {}
        self._seen: set[str] = set()

    @staticmethod
    def read(path: str) -> Baseline:
        """Read a baseline. Raises OSError and BadBaseline."""
        raw = read_text_file(path)
        try:
            files = json.loads(raw)
            if files["version"] != _VERSION:
                raise BadBaseline(f"{path}: a baseline of version {files['version']}, needed {_VERSION}")
            known = {
                str(name): {str(e["fingerprint"]): int(e["count"]) for e in entries}
                for name, entries in files["findings"].items()
            }
        except BadBaseline:
            raise
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise BadBaseline(f"{path}: this is not a baseline: {error}") from error
        return Baseline(path, known)

    def left(self, file: str, found: Sequence[Diagnostic]) -> list[Diagnostic]:
        """The findings of a file that are not in the baseline. Each entry of the baseline matches one
        finding."""
        from shapeinfer.reports.fingerprint import kind_of

        key = self._key(file)
        left = self._left.get(key, {})
        self._seen.add(key)
        new: list[Diagnostic] = []
        for diagnostic in found:
            kind = kind_of(diagnostic)
            if diagnostic.code not in ALWAYS and left.get(kind, 0) > 0:
                left[kind] -= 1
            else:
                new.append(diagnostic)
        return new

    def finish(self) -> str:
        """A message about entries, for the files of this run, that no longer occur; or ""."""
        gone = sum(sum(self._left[key].values()) for key in self._seen if key in self._left)
        entries = (
            "1 baseline entry no longer occurs" if gone == 1 else f"{gone} baseline entries no longer occur"
        )
        return f"{entries}: --write-baseline {self.path} removes them" if gone else ""

    def _key(self, file: str) -> str:
        """The file's name in the baseline."""
        name = relative_name(file, self._folder)
        if name in self._left:
            return name
        base = os.path.basename(name)
        for known in self._left:
            moved = os.path.basename(known) == base and known not in self._seen
            if moved and not os.path.lexists(os.path.join(self._folder, known)):
                return known
        return name


class BaselineWriter:
    """Collects the findings of a run and writes them as a new baseline."""

    __slots__ = ("_files", "_folder", "path")

    def __init__(self, path: str) -> None:
        self.path = path
        self._folder = os.path.dirname(os.path.abspath(path))
        self._files: dict[str, dict[str, Entry]] = {}

    def left(self, file: str, found: Sequence[Diagnostic]) -> list[Diagnostic]:
        """Record the findings of a file. Findings about unreadable files are not recorded but returned."""
        from shapeinfer.reports.fingerprint import kind_of

        left = [d for d in found if d.code in ALWAYS]
        for diagnostic in found:
            if diagnostic.code in ALWAYS:
                continue
            kind = kind_of(diagnostic)
            entries = self._files.setdefault(relative_name(file, self._folder), {})
            entry = entries.get(kind)
            if entry is None:
                operator = diagnostic.location.op_type or ""
                entries[kind] = Entry(kind, diagnostic.code, operator, diagnostic.message, 1)
            else:
                entry.count += 1
        return left

    def finish(self) -> str:
        """Write the sorted file, whole or not at all; returns a message. Raises OSError."""
        files = {
            name: [e.as_json() for e in sorted(entries.values(), key=lambda e: (e.code, e.message, e.kind))]
            for name, entries in sorted(self._files.items())
        }
        text = json.dumps({"version": _VERSION, "tool": "shapeinfer", "findings": files}, indent=1)
        with WholeFile(self.path) as fd:
            write_all(fd, f"{text}\n".encode())
        count = sum(entry.count for entries in self._files.values() for entry in entries.values())
        return f"{count} finding{'' if count == 1 else 's'} written to {self.path}"
