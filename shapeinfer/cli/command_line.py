"""Parses the command line. Only the module of the named command is imported."""

from __future__ import annotations

from shapeinfer.cli.commands import COMMANDS
from shapeinfer.cli.options import add_arguments, command_module
from shapeinfer.cli.plain import PlainArguments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from shapeinfer.cli.options import Run


def parse(argv: Sequence[str]) -> tuple[Run, Namespace]:
    """The function to run, and its options. Raises SystemExit after ``--help`` and ``--version``, and for
    wrong arguments."""
    if argv and argv[0] in COMMANDS:
        command = command_module(argv[0])
        plain = PlainArguments()
        add_arguments(command, plain)  # type: ignore[arg-type]  # all of a parser that is needed here
        options = plain.read(argv[1:])
        if options is not None:
            return command.run, options
    from shapeinfer.cli.parser import parse as parse_any

    return parse_any(argv)
