"""``shapeinfer codes``: all codes."""

from __future__ import annotations

from shapeinfer.cli.exits import CLEAN

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

EXAMPLES = """\
  shapeinfer codes
  shapeinfer codes | grep SI2"""


def add_arguments(_parser: argparse.ArgumentParser) -> None:
    """The command has no arguments."""


def run(_options: argparse.Namespace) -> int:
    """Print the table of codes; the exit code."""
    from shapeinfer.codes import CODES
    from shapeinfer.render.text import table

    rows = [("on" if c.default else "off", c) for c in CODES.values()]
    print("\n".join(table((c.id, c.slug, c.severity, on, c.title) for on, c in rows)))
    return CLEAN
