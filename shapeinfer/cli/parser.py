"""The argparse parser. It is used for help, mistakes and all that ``plain.py`` does not parse."""

from __future__ import annotations

import argparse
import os
import sys

from shapeinfer.cli.commands import COMMANDS
from shapeinfer.cli.options import add_arguments, add_rules, command_module
from shapeinfer.suggest import did_you_mean
from shapeinfer.version import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn

    from shapeinfer.cli.options import Run

_EXITS = "exit codes: 0 clean, 1 findings, 2 usage or unreadable input; '-' reads standard input"


class _Layout(argparse.RawDescriptionHelpFormatter):
    """Help in a fixed width: argparse would import shutil and ask for the terminal's width at every
    option."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=100)


class _Parser(argparse.ArgumentParser):
    """A parser that keeps the line breaks of its texts, and suggests the nearest option for a misspelt
    one."""

    def __init__(self, prog: str, description: str, examples: str) -> None:
        super().__init__(
            prog=prog,
            description=description,
            epilog=f"examples:\n{examples}\n\n{_EXITS}",
            formatter_class=_Layout,
            allow_abbrev=False,
        )

    def parse(self, argv: Sequence[str]) -> argparse.Namespace:
        """The options in argv. An unknown argument ends the program with exit code 2."""
        options, unknown = self.parse_known_args(argv)
        if unknown:
            self.refuse(unknown[0])
        return options

    def error(self, message: str) -> NoReturn:
        """As in argparse, but with control characters in the message escaped."""
        from shapeinfer.render.text import plain

        self.print_usage(sys.stderr)
        self.exit(2, f"{self.prog}: error: {plain(message)}\n")

    def refuse(self, argument: str) -> NoReturn:
        """End the program because of an unknown argument."""
        option = argument.partition("=")[0]
        if not option.startswith("-"):
            self.error(f"unexpected argument: {argument!r}")
        self.error(f"unknown option {option}{did_you_mean(option, self._option_string_actions)}")


def parse(argv: Sequence[str]) -> tuple[Run, argparse.Namespace]:
    """As ``command_line.parse``."""
    leading, command, rest = _split(argv)
    parser = _Parser(
        "shapeinfer",
        "Static shape and type inference for ONNX models.\n\ncommands:\n"
        + "\n".join(f"  {name:<12}{line}" for name, line in COMMANDS.items())
        + "\n\n'shapeinfer COMMAND --help' describes a command.",
        "  shapeinfer lint model.onnx\n  shapeinfer annotate model.onnx -o annotated.onnx\n"
        "  shapeinfer check model.onnx --dim batch=1",
    )
    parser.usage = "shapeinfer [-h] [--version] [--rules FILE.py] COMMAND ..."
    parser.add_argument("--version", action="version", version=f"shapeinfer {__version__}")
    add_rules(parser)
    before = parser.parse(leading)
    if command is None:
        parser.error("a command is required (shapeinfer --help lists them)")
    if command not in COMMANDS:
        meant = f"; did you mean 'shapeinfer lint {command}'?" if os.path.exists(command) else ""
        parser.error(f"unknown command {command!r}{meant or did_you_mean(command, COMMANDS)}")
    module = command_module(command)
    own = _Parser(f"shapeinfer {command}", COMMANDS[command], module.EXAMPLES)
    add_arguments(module, own)
    options = own.parse(rest)
    options.rules = [*before.rules, *options.rules]
    run: Run = module.run
    return run, options


def whole_parser() -> argparse.ArgumentParser:
    """One parser with all commands as subparsers, for completion scripts."""
    parser = argparse.ArgumentParser(prog="shapeinfer")
    parser.add_argument("--version", action="version", version=f"shapeinfer {__version__}")
    add_rules(parser)
    commands = parser.add_subparsers()
    for name, line in COMMANDS.items():
        command_module(name).add_arguments(commands.add_parser(name, help=line))
    return parser


def _split(argv: Sequence[str]) -> tuple[Sequence[str], str | None, Sequence[str]]:
    """The options before the command, the command, and its arguments."""
    at = 0
    while at < len(argv) and argv[at].startswith("-"):
        at += 2 if argv[at] == "--rules" else 1
    return argv[:at], argv[at] if at < len(argv) else None, argv[at + 1 :]
