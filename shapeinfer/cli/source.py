"""The model that a command line names."""

from __future__ import annotations

from shapeinfer.model.open_file import LARGEST_PIPE, read_at_most
from shapeinfer.model.read import read_bytes, read_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.model.structure import Model

STANDARD_INPUT = "-"


def load_model(name: str) -> Model:
    """The model in the file, or on standard input for ``-``.

    Raises OSError if it can't be read, DamagedModel if it is not a model.
    """
    if name != STANDARD_INPUT:
        return read_file(name)
    import sys

    return read_bytes(read_at_most(sys.stdin.fileno(), LARGEST_PIPE, "standard input"))
