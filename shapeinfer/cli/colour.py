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
        help="auto: on a terminal, unless NO_COLOR is set or TERM is dumb, or FORCE_COLOR is set",
    )  # fmt: skip


def use_colour(choice: str) -> bool:
    """Whether standard output is coloured, by the choice of ``--color``. The variables are those of
    https://no-color.org and https://force-color.org; NO_COLOR wins."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
