"""Writes a fixed model over its file."""

from __future__ import annotations

import errno
import os
import stat

from shapeinfer.model.protobuf.pieces import joined
from shapeinfer.model.structure import Model
from shapeinfer.model.write import write_pieces


def overwrite(model: Model, path: str) -> None:
    """Write the model to its file, through links; the file is the old one or the new one at any time. Raises
    OSError, also for a file that is protected from writing."""
    mode = os.stat(path).st_mode
    # A new file takes the place of the old one, so the system asks for permission to write the folder only.
    if not stat.S_IMODE(mode) & 0o222 or not os.access(path, os.W_OK):
        raise OSError(errno.EACCES, "the file is read-only", path)
    write_pieces(model.buffer, [(0, model.size)], path)


def content(model: Model) -> bytes:
    """The model as bytes."""
    return joined(model.buffer, [(0, model.size)])
