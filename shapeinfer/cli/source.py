"""The model that a command line names."""

from __future__ import annotations

from shapeinfer.model.read import read_bytes, read_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.model.structure import Model

STANDARD_INPUT = "-"


def load_model(name: str) -> Model:
    """The model in the file, or on standard input for ``-``.

    OSError if it can't be read, DamagedModel if it is none.
    """
    if name != STANDARD_INPUT:
        return read_file(name)
    import sys

    return read_bytes(sys.stdin.buffer.read())
