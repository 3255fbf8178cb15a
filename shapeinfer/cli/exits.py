"""How a command ends."""

from __future__ import annotations

CLEAN, FOUND, USAGE = 0, 1, 2


class UsageError(Exception):
    """What was asked for makes no sense; the text says why."""


def complain(text: str) -> None:
    """One line on standard error; names of files in it can't draw on the terminal."""
    import sys

    from shapeinfer.render.text import plain

    print(f"shapeinfer: {plain(text)}", file=sys.stderr)
