"""How a command ends."""

from __future__ import annotations

CLEAN, FOUND, USAGE = 0, 1, 2


class UsageError(Exception):
    """What was asked for makes no sense; the text says why."""
