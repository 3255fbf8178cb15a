"""From the words of a command line to what is to be run. Only the command that is named is imported."""

from __future__ import annotations

from shapeinfer.cli.commands import COMMANDS
from shapeinfer.cli.plain import PlainArguments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Sequence
    from types import ModuleType

    Run = Callable[[Namespace], int]


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


def command_module(name: str) -> ModuleType:
    """The module of a command."""
    # importlib would load warnings.
    return __import__(f"shapeinfer.cli.commands.{name}", fromlist=("run",))


def add_arguments(command: ModuleType, parser: ArgumentParser) -> None:
    """The arguments of a command, with those of all commands."""
    add_rules(parser)
    parser.add_argument(
        "--profile-time", action="store_true", help="say on standard error where the time went"
    )
    command.add_arguments(parser)


def add_rules(parser: ArgumentParser) -> None:
    """The option that may stand before the command as well as after it."""
    parser.add_argument(
        "--rules", action="append", default=[], metavar="FILE.py", help="rules for operators of your own"
    )
