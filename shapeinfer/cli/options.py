"""Commands by name, and the options that every command has."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable
    from types import ModuleType

    Run = Callable[[Namespace], int]


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
