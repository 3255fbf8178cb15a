"""The parser of the command line. Only the command that is named is imported, with its arguments."""

from __future__ import annotations

import argparse
import importlib
import os
from collections.abc import Callable, Sequence

from shapeinfer import __version__
from shapeinfer.suggest import did_you_mean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

COMMANDS = {
    "lint": "what is wrong with a model, where, and why",
    "annotate": "write inferred shapes into a model",
    "check": "will the model run with these sizes?",
    "show": "every value with what is known of it",
    "contract": "what the model demands of its inputs' sizes",
    "diff": "what a new version of a model breaks",
    "explain": "what a code means",
    "codes": "list all codes",
    "completion": "a completion script for your shell",
}
"""Name -> one line. The module of a command has its name in this package."""

_EXITS = "exit codes: 0 clean, 1 findings, 2 usage or unreadable input; '-' reads standard input"

Run = Callable[[argparse.Namespace], int]


class _Layout(argparse.RawDescriptionHelpFormatter):
    """Help in a fixed width: asking for the terminal's loads shutil, and argparse asks at every option."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=100)


class _Parser(argparse.ArgumentParser):
    """One whose words are laid out as they are written, and which names the option that was meant."""

    def __init__(self, prog: str, description: str, examples: str) -> None:
        super().__init__(
            prog=prog,
            description=description,
            epilog=f"examples:\n{examples}\n\n{_EXITS}",
            formatter_class=_Layout,
            allow_abbrev=False,
        )

    def parse(self, argv: Sequence[str]) -> argparse.Namespace:
        """All of argv; what is no argument ends the program with exit code 2."""
        options, unknown = self.parse_known_args(argv)
        if unknown:
            self.refuse(unknown[0])
        return options

    def refuse(self, argument: str) -> NoReturn:
        """End the program for an argument that nobody asked for."""
        option = argument.partition("=")[0]
        if not option.startswith("-"):
            self.error(f"one argument too many: {argument!r}")
        self.error(f"no option {option}{did_you_mean(option, self._option_string_actions)}")


def parse(argv: Sequence[str]) -> tuple[Run, argparse.Namespace]:
    """What to run, and its options. Ends the program (SystemExit) after ``--help``, ``--version`` and for
    arguments that make no sense."""
    leading, command, rest = _split(argv)
    parser = _Parser(
        "shapeinfer",
        "Static shape and type inference for ONNX models.\n\ncommands:\n"
        + "\n".join(f"  {name:<12}{line}" for name, line in COMMANDS.items())
        + "\n\n'shapeinfer COMMAND --help' tells more of one.",
        "  shapeinfer lint model.onnx\n  shapeinfer annotate model.onnx -o annotated.onnx\n"
        "  shapeinfer check model.onnx --dim batch=1",
    )
    parser.usage = "shapeinfer [-h] [--version] [--rules FILE.py] COMMAND ..."
    parser.add_argument("--version", action="version", version=f"shapeinfer {__version__}")
    _add_rules(parser)
    before = parser.parse(leading)
    if command is None:
        parser.error("which command? (shapeinfer --help lists them)")
    if command not in COMMANDS:
        meant = f"; did you mean 'shapeinfer lint {command}'?" if os.path.exists(command) else ""
        parser.error(f"no command {command!r}{meant or did_you_mean(command, COMMANDS)}")
    module = importlib.import_module(f"shapeinfer.commands.{command}")
    own = _Parser(f"shapeinfer {command}", COMMANDS[command], module.EXAMPLES)
    _add_rules(own)
    own.add_argument("--profile-time", action="store_true", help="say on standard error where the time went")
    module.add_arguments(own)
    options = own.parse(rest)
    options.rules = [*before.rules, *options.rules]
    run: Run = module.run
    return run, options


def whole_parser() -> argparse.ArgumentParser:
    """The parser of all commands at once, for those who want to know what there is."""
    parser = argparse.ArgumentParser(prog="shapeinfer")
    parser.add_argument("--version", action="version", version=f"shapeinfer {__version__}")
    _add_rules(parser)
    commands = parser.add_subparsers()
    for name, line in COMMANDS.items():
        module = importlib.import_module(f"shapeinfer.commands.{name}")
        module.add_arguments(commands.add_parser(name, help=line))
    return parser


def _add_rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--rules", action="append", default=[], metavar="FILE.py", help="rules for operators of your own"
    )


def _split(argv: Sequence[str]) -> tuple[Sequence[str], str | None, Sequence[str]]:
    """The options before the command, the command, and its arguments."""
    at = 0
    while at < len(argv) and argv[at].startswith("-"):
        at += 2 if argv[at] == "--rules" else 1
    return argv[:at], argv[at] if at < len(argv) else None, argv[at + 1 :]
