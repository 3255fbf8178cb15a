"""Files that appear whole or not at all."""

from __future__ import annotations

import os
import stat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType


class WholeFile:
    """A file that is written beside its target and renamed at the end, so that the target is whole at any
    time. In a ``with`` statement it is the descriptor to write to; what is raised there leaves the target
    as it was. OSError where that can't be done."""

    __slots__ = ("_beside", "_fd", "_target")

    def __init__(self, path: str) -> None:
        self._target = os.path.realpath(path)  # through a link, not over it
        try:
            mode: int | None = os.stat(self._target).st_mode
        except FileNotFoundError:
            mode = None
        flags = os.O_WRONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
        if mode is not None and not stat.S_ISREG(mode):  # a pipe or a device can't be replaced
            self._beside = ""
            # Do not wait for a reader of a pipe: without one, this is an error.
            self._fd = os.open(self._target, flags | getattr(os, "O_NONBLOCK", 0))
            os.set_blocking(self._fd, True)
            return
        folder, name = os.path.split(self._target)
        self._beside = os.path.join(folder, f".{name[:100]}.{os.urandom(6).hex()}.tmp")
        self._fd = os.open(self._beside, flags | os.O_CREAT | os.O_EXCL, 0o666)
        if mode is not None and hasattr(os, "fchmod"):
            os.fchmod(self._fd, stat.S_IMODE(mode))

    def __enter__(self) -> int:
        return self._fd

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._fd)
        if not self._beside:
            return
        try:
            if error is None:
                os.replace(self._beside, self._target)
                return
        except BaseException:
            os.unlink(self._beside)
            raise
        os.unlink(self._beside)


def write_all(fd: int, data: bytes) -> None:
    """Write all of it, in as many steps as the system takes."""
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]
