"""``shapeinfer completion``: a completion script for a shell."""

from __future__ import annotations

from shapeinfer.cli.exits import CLEAN

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

EXAMPLES = """\
  source <(shapeinfer completion bash)
  shapeinfer completion fish > ~/.config/fish/completions/shapeinfer.fish"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("shell", choices=("bash", "zsh", "fish"), metavar="SHELL", help="bash, zsh or fish")


def run(options: argparse.Namespace) -> int:
    """Print the script; the exit code."""
    from shapeinfer.cli.completion import completion_script
    from shapeinfer.cli.parser import whole_parser

    print(completion_script(options.shell, whole_parser()), end="")
    return CLEAN
