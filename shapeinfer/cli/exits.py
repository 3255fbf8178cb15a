"""How a command ends."""

from __future__ import annotations

CLEAN, FOUND, USAGE = 0, 1, 2


class UsageError(Exception):
    """The arguments or settings are wrong; the text says why."""


def complain(text: str) -> None:
    """Write one line to standard error, with control characters escaped (file names may contain them)."""
    import sys

    from shapeinfer.render.text import plain

    print(f"shapeinfer: {plain(text)}", file=sys.stderr)
