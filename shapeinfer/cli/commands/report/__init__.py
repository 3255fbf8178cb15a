"""``shapeinfer report``, a folder because it writes a page and compares two models.

It reads arguments and writes one file; what the file says is joined by ``shapeinfer.reporting`` and drawn by
``shapeinfer.page``. Begin with ``command.py``."""

from __future__ import annotations

from shapeinfer.cli.commands.report.command import EXAMPLES, add_arguments, run

__all__ = ["EXAMPLES", "add_arguments", "run"]
