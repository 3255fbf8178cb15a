"""Completion scripts for shells, made from the command line's own parser.

A script knows the commands, options and choices; codes, and the dims, inputs and values of a model on the
command line, it asks the program for (``words.py``).
"""

from __future__ import annotations

from shapeinfer.cli.completion.words import kind_of
from shapeinfer.model.read import EXTENSIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

SHELLS = ("bash", "zsh", "fish", "powershell")

# FILE means a model as a positional argument, and any file as the value of an option.
_FILES = ("FILE", "PATH", "IN", "OUT", "OLD", "NEW")


class Argument:
    """An option, or a positional argument if it has no ``flags``. ``endings`` are the file endings that it
    accepts: an empty tuple for any file, None if it takes no file. ``words`` is what the program is asked
    for, one of words.KINDS or ""."""

    __slots__ = ("flags", "name", "help", "takes_value", "repeats", "choices", "endings", "words")

    def __init__(self, action: argparse.Action) -> None:
        metavar = action.metavar if isinstance(action.metavar, str) else action.dest.upper()
        self.flags = tuple(action.option_strings)
        self.name = metavar
        self.help = (action.help or "") % {**vars(action), "prog": "shapeinfer"}
        self.takes_value = action.nargs != 0
        self.repeats = action.nargs in ("+", "*")
        self.choices = tuple(str(choice) for choice in action.choices or ())
        self.endings = _endings(metavar, bool(self.flags)) if self.takes_value else None
        self.words = kind_of(self.flags, metavar) if self.takes_value else ""


class Command:
    """A command with its arguments; the program itself has the name ""."""

    __slots__ = ("name", "help", "options", "operands")

    def __init__(self, name: str, help_: str, parser: argparse.ArgumentParser) -> None:
        arguments = [Argument(action) for action in _actions(parser)]
        self.name = name
        self.help = help_
        self.options = [a for a in arguments if a.flags]
        self.operands = [a for a in arguments if not a.flags]


def completion_script(shell: str, parser: argparse.ArgumentParser) -> str:
    """The script that completes the parser's commands, their options, choices and files.

    ``parser`` has one level of subparsers. Raises LookupError for a shell that is not in SHELLS.
    """
    if shell not in SHELLS:
        raise LookupError(f"no completion for {shell!r}; supported are {', '.join(SHELLS)}")
    program = Command("", "", parser)
    commands = list(_commands(parser))
    if shell == "bash":
        from shapeinfer.cli.completion.bash import bash_script

        return bash_script(parser.prog, program, commands)
    if shell == "zsh":
        from shapeinfer.cli.completion.zsh import zsh_script

        return zsh_script(parser.prog, program, commands)
    if shell == "powershell":
        from shapeinfer.cli.completion.powershell import powershell_script

        return powershell_script(parser.prog, program, commands)
    from shapeinfer.cli.completion.fish import fish_script

    return fish_script(parser.prog, program, commands)


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    import argparse

    # argparse has no public way to list a parser's arguments.
    for action in parser._actions:
        if action.help is not argparse.SUPPRESS and not isinstance(action, argparse._SubParsersAction):
            yield action


def _commands(parser: argparse.ArgumentParser) -> Iterator[Command]:
    import argparse

    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            helps = {choice.dest: choice.help or "" for choice in action._choices_actions}
            for name, command in action.choices.items():
                yield Command(name, helps.get(name, ""), command)


def _endings(metavar: str, option: bool) -> tuple[str, ...] | None:
    """``FILE.npz`` takes .npz files, ``FILE`` a model or, as the value of an option, any file."""
    name, dot, ending = metavar.partition(".")
    if name not in _FILES:
        return None
    if dot:
        return (f".{ending}",)
    return () if option else EXTENSIONS
