"""Shows the progress of a long run, in one line on the terminal that is erased at the end."""

from __future__ import annotations

import os
import sys
import time

# Updating more often would cost time in runs over many small files.
_LEAST_SECONDS = 0.1
_ERASE = "\r\x1b[K"


class Progress:
    """The progress line. Nothing is written with ``shown=False``, or if standard error is not a terminal, or
    one that can't erase a line."""

    __slots__ = ("_drawn", "_findings", "_files", "_last", "_shown", "_start", "_total")

    def __init__(self, total: int, *, shown: bool = True) -> None:
        self._total = total
        self._files = self._findings = 0
        self._shown = shown and total > 1 and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._drawn = False
        self._start = self._last = time.monotonic()

    def step(self, findings: int) -> None:
        """Count one more file, with its number of findings."""
        self._files += 1
        self._findings += findings
        now = time.monotonic()
        if not self._shown or now - self._last < _LEAST_SECONDS:
            return
        self._last = now
        rate = self._files / (now - self._start)
        found = f"{self._findings} finding{'' if self._findings == 1 else 's'}"
        sys.stderr.write(f"{_ERASE}{self._files} of {self._total} files, {rate:.0f}/s, {found}")
        sys.stderr.flush()
        self._drawn = True

    def erase(self) -> None:
        """Erase the line, before other output or the prompt is written."""
        if self._drawn:
            sys.stderr.write(_ERASE)
            sys.stderr.flush()
            self._drawn = False
