"""``shapeinfer explain``: what a code means."""

from __future__ import annotations

from shapeinfer.cli.exits import CLEAN, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

EXAMPLES = """\
  shapeinfer explain SI205
  shapeinfer explain reshape-element-count"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("code", metavar="CODE", help="SI205 or reshape-element-count")


def run(options: argparse.Namespace) -> int:
    """Print the page of the code; the exit code."""
    from shapeinfer.jobs.explain import explain

    try:
        print(explain(options.code))
    except LookupError as error:
        raise UsageError(error.args[0]) from error
    return CLEAN
