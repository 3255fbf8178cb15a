"""Completion scripts: the names of the commands, then files."""

from __future__ import annotations


def completion_script(shell: str) -> str:
    """The script for bash, zsh or fish."""
    from shapeinfer.commands.parser import COMMANDS

    words = " ".join(COMMANDS)
    if shell == "fish":
        return f"complete -c shapeinfer -n __fish_use_subcommand -a '{words}'\n"
    head = "autoload -U +X bashcompinit && bashcompinit\n" if shell == "zsh" else ""
    return f"{head}complete -o default -W '{words}' shapeinfer\n"
