"""How far a long run has come, in one line on the terminal that is erased at the end."""

from __future__ import annotations

import sys
import time

# Nobody reads faster, and a run over small files would mostly write.
_LEAST_SECONDS = 0.1
_ERASE = "\r\x1b[K"


class Progress:
    """The line. ``shown=False`` keeps silent; so does a standard error that is no terminal."""

    __slots__ = ("_drawn", "_findings", "_files", "_last", "_shown", "_start", "_total")

    def __init__(self, total: int, *, shown: bool = True) -> None:
        self._total = total
        self._files = self._findings = 0
        self._shown = shown and total > 1 and sys.stderr.isatty()
        self._drawn = False
        self._start = self._last = time.monotonic()

    def step(self, findings: int) -> None:
        """One more file is done, with so many findings."""
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
        """Make room for other output, or for the prompt."""
        if self._drawn:
            sys.stderr.write(_ERASE)
            sys.stderr.flush()
            self._drawn = False
