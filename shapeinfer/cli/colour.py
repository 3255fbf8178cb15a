"""Whether to write in colours."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse


def add_colour(parser: argparse._ActionsContainer) -> None:
    """The option ``--color``."""
    parser.add_argument(
        "--color", choices=("auto", "always", "never"), default="auto",
        help="auto: on a terminal, unless NO_COLOR is set",
    )  # fmt: skip


def use_colour(choice: str) -> bool:
    """Whether standard output is coloured, by the choice of ``--color``."""
    if choice == "auto":
        return sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    return choice == "always"
