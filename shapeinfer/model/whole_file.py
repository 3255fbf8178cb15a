"""Files that appear whole or not at all."""

from __future__ import annotations

import os
import stat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType, TracebackType
    from typing import NoReturn

# What would stay behind if this process ended now.
_unfinished: set[str] = set()


def end(number: int, frame: FrameType | None = None) -> NoReturn:
    """A handler of signals: ends the process at once, and removes what is not finished."""
    for path in list(_unfinished):
        _remove(path)
    os._exit(128 + number)


def _remove(path: str) -> None:
    try:  # noqa: SIM105  # contextlib is slow to load
        os.unlink(path)
    except FileNotFoundError:  # not made yet, or renamed
        pass


class WholeFile:
    """A file that is written beside its target and renamed at the end, so that the target is whole at any
    time. In a ``with`` statement it is the descriptor to write to; what is raised there leaves the target
    as it was. OSError with the name of the file where that can't be done."""

    __slots__ = ("_beside", "_fd", "_path", "_target")

    # Signals belong to the program. Where it sets this, the first file that is written takes SIGTERM.
    takes_signals = False

    def __init__(self, path: str) -> None:
        self._path = path
        self._target = os.path.realpath(path)  # through a link, not over it
        self._beside = ""
        self._fd = -1

    def __enter__(self) -> int:
        try:
            mode: int | None = os.stat(self._target).st_mode
        except FileNotFoundError:
            mode = None
        flags = os.O_WRONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
        if mode is not None and not stat.S_ISREG(mode):  # a pipe or a device can't be replaced
            # Do not wait for a reader of a pipe: without one, this is an error.
            self._fd = os.open(self._target, flags | getattr(os, "O_NONBLOCK", 0))
            os.set_blocking(self._fd, True)
            return self._fd
        if self.takes_signals:
            import _signal  # type: ignore[import-not-found]  # signal itself loads enum, a tenth of the start-up

            _signal.signal(_signal.SIGTERM, end)
        folder, name = os.path.split(self._target)
        self._beside = os.path.join(folder, f".{name[:100]}.{os.urandom(6).hex()}.tmp")
        _unfinished.add(self._beside)
        try:
            self._fd = os.open(self._beside, flags | os.O_CREAT | os.O_EXCL, 0o666)
            if mode is not None and hasattr(os, "fchmod"):
                os.fchmod(self._fd, stat.S_IMODE(mode))
        except BaseException as error:
            self.__exit__(type(error), error, None)
            raise
        return self._fd

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, OSError) and error.filename is None:
            error.filename = self._path
        try:
            if self._fd >= 0:
                os.close(self._fd)
            if self._beside and error is None:
                os.replace(self._beside, self._target)
        finally:
            if self._beside:
                _remove(self._beside)
                _unfinished.discard(self._beside)


def write_all(fd: int, data: bytes) -> None:
    """Write all of it, in as many steps as the system takes."""
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]
