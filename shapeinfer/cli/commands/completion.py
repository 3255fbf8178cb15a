"""``shapeinfer completion``: a completion script for a shell."""

from __future__ import annotations

from shapeinfer.cli.exits import CLEAN

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

EXAMPLES = """\
  source <(shapeinfer completion bash)
  shapeinfer completion powershell >> $PROFILE
  shapeinfer completion fish > ~/.config/fish/completions/shapeinfer.fish"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument(
        "shell", choices=("bash", "zsh", "fish", "powershell", "codes", "dims", "inputs", "values"),
        metavar="SHELL",
        help="bash, zsh, fish or powershell; the scripts ask for codes, dims, inputs and values",
    )  # fmt: skip
    parser.add_argument("file", nargs="?", metavar="FILE", help="a model, for dims, inputs and values")


def run(options: argparse.Namespace) -> int:
    """Print the script, or words for one; the exit code."""
    from shapeinfer.cli.completion import SHELLS, completion_script

    if options.shell not in SHELLS:
        from shapeinfer.cli.completion.words import words
        from shapeinfer.render.text import decoded

        for word in words(options.shell, options.file):
            if word.isprintable():
                print(decoded(word))
        return CLEAN
    from shapeinfer.cli.parser import whole_parser

    print(completion_script(options.shell, whole_parser()), end="")
    return CLEAN
