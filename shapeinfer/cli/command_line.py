"""From the words of a command line to what is to be run. Only the command that is named is imported."""

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
    """What to run, and its options. Ends the program (SystemExit) after ``--help``, ``--version`` and for
    arguments that make no sense."""
    if argv and argv[0] in COMMANDS:
        command = command_module(argv[0])
        plain = PlainArguments()
        add_arguments(command, plain)  # type: ignore[arg-type]  # all of a parser that is needed here
        options = plain.read(argv[1:])
        if options is not None:
            return command.run, options
    from shapeinfer.cli.parser import parse as parse_any

    return parse_any(argv)
