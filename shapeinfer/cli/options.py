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
    """Add the arguments of a command, and those that all commands have."""
    add_rules(parser)
    parser.add_argument(
        "--profile-time", action="store_true", help="print the time of each phase to standard error"
    )
    command.add_arguments(parser)


def add_rules(parser: ArgumentParser) -> None:
    """Add ``--rules``, which is allowed before and after the command."""
    parser.add_argument(
        "--rules",
        action="append",
        default=[],
        metavar="FILE.py",
        help="load rules for custom operators from this Python file",
    )
