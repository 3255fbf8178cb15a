"""``shapeinfer codes``: all codes."""

from __future__ import annotations

from shapeinfer.cli.exits import CLEAN

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

EXAMPLES = """\
  shapeinfer codes
  shapeinfer codes | grep SI2
  shapeinfer codes --format json"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("--format", choices=("text", "json"), default="text", help="default text")


def run(options: argparse.Namespace) -> int:
    """Print the table of codes; the exit code."""
    from shapeinfer.codes import CODES
    from shapeinfer.render.text import table

    if options.format == "json":
        from shapeinfer.render.facts import codes_json

        print(codes_json(CODES.values()))
        return CLEAN
    rows = [("on" if c.default else "off", c) for c in CODES.values()]
    print("\n".join(table((c.id, c.slug, c.severity, on, c.title) for on, c in rows)))
    return CLEAN
