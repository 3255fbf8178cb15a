"""Opens files without blocking, also if a model's name refers to a device or a pipe."""

from __future__ import annotations

import errno
import os
import stat

# What is read of a pipe or of standard input: protobuf allows no larger message.
LARGEST_PIPE = 1 << 31
# What is read of a file that is read as a whole: text formats, settings, baselines.
LARGEST_TEXT = 64 << 20

EXPORT_SAVED_MODEL = "convert it: python -m tf2onnx.convert --saved-model {path} --output model.onnx"

_READ_ONLY = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
_PIECE = 1 << 20


def kind_of(mode: int) -> str:
    """What a file is, in words: "a device", "a socket"; "" for a regular file."""
    if stat.S_ISREG(mode):
        return ""
    if stat.S_ISDIR(mode):
        return "a folder"
    if stat.S_ISFIFO(mode):
        return "a pipe"
    if stat.S_ISCHR(mode) or stat.S_ISBLK(mode):
        return "a device"
    return "a socket" if stat.S_ISSOCK(mode) else "no regular file"


def open_to_read(path: str) -> int:
    """The descriptor of a regular file, or of a pipe that is named on purpose. OSError for anything else."""
    fd = os.open(path, _READ_ONLY | getattr(os, "O_NONBLOCK", 0))
    try:
        mode = os.fstat(fd).st_mode
        if stat.S_ISFIFO(mode):
            os.set_blocking(fd, True)
        elif not stat.S_ISREG(mode):
            number = errno.EISDIR if stat.S_ISDIR(mode) else errno.EINVAL
            raise OSError(number, of_folder(path) or f"is {kind_of(mode)}, not a file", path)
    except BaseException:
        os.close(fd)
        raise
    return fd


def of_folder(path: str) -> str:
    """What a folder is that holds a model of another framework, and what to do; "" if it is none."""
    if os.path.isfile(os.path.join(path, "saved_model.pb")):
        return f"is a TensorFlow SavedModel: {EXPORT_SAVED_MODEL.format(path=path)}"
    if os.path.isfile(os.path.join(path, "Manifest.json")) and path.rstrip("/").endswith(".mlpackage"):
        return "is a Core ML package: give the model that it was converted from"
    return ""


def read_at_most(fd: int, most: int, path: str) -> bytes:
    """All that a descriptor still yields. OSError where that is more than ``most`` bytes."""
    pieces: list[bytes] = []
    left = most
    while piece := os.read(fd, min(_PIECE, left + 1)):
        left -= len(piece)
        if left < 0:
            raise OSError(errno.EFBIG, f"holds more than {most} bytes", path)
        pieces.append(piece)
    return b"".join(pieces)


def read_text_file(path: str) -> bytes:
    """A file that is read as a whole. OSError where it is no file, or larger than LARGEST_TEXT."""
    fd = open_to_read(path)
    try:
        return read_at_most(fd, LARGEST_TEXT, path)
    finally:
        os.close(fd)
