"""Which files a command line means: files, folders, patterns, standard input."""

from __future__ import annotations

import os

from shapeinfer.model.open_file import kind_of
from shapeinfer.model.read import is_url

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

ENDINGS = (".onnx", ".onnxtxt", ".onnxtext", ".onnxjson")
"""What a file in a folder is taken for a model by. Others are read where they are named."""

_WILD = frozenset("*?[")


class Pattern:
    """A pattern of paths relative to a folder, as in a settings file; ``*`` crosses folders. One without
    a slash fits names at any depth, and one that fits a folder fits all that lies in it."""

    __slots__ = ("folder", "text")

    def __init__(self, text: str, folder: str) -> None:
        self.text = text.removeprefix("./").removeprefix("**/").rstrip("/")
        self.folder = folder

    def matches(self, path: str) -> bool:
        """Whether it fits the path, which is relative to the working directory or absolute."""
        from fnmatch import fnmatchcase

        parts = relative_name(path, self.folder).split("/")
        if "/" not in self.text and any(fnmatchcase(part, self.text) for part in parts):
            return True
        return any(fnmatchcase("/".join(parts[:n]), self.text) for n in range(1, len(parts) + 1))


def find_files(
    names: Iterable[str], exclude: Sequence[Pattern] = (), refused: dict[str, str] | None = None
) -> Iterator[str]:
    """The files that the names stand for, each once, in the order of the names and sorted below a folder.

    A folder stands for the models in it, a pattern for what it fits if there is no file of that name.
    ``exclude`` and hidden names do not concern what is named itself. A name that stands for nothing
    comes back as it is, and whoever opens it will see. In a folder only regular files are models: others,
    and links that lead out of it, come back as well, and ``refused`` is told why they are not to be opened.
    """
    seen: set[str] = set()
    for name in names:
        for path in _meant(name, exclude, {} if refused is None else refused):
            key = path if is_url(path) else os.path.abspath(path)
            if key not in seen:
                seen.add(key)
                yield path


def _meant(name: str, exclude: Sequence[Pattern], refused: dict[str, str]) -> Iterable[str]:
    if os.path.isdir(name):
        return _below(name, exclude, refused)
    if is_url(name):
        return (name,)
    if _WILD.isdisjoint(name) or os.path.lexists(name):
        return (name,)
    from glob import glob

    found = sorted(path for path in glob(name, recursive=True) if not os.path.isdir(path))
    for path in found:
        _look_at(path, os.path.dirname(path) or ".", refused)
    return [path for path in found if not _excluded(path, exclude)] if found else (name,)


def _below(folder: str, exclude: Sequence[Pattern], refused: dict[str, str]) -> Iterator[str]:
    closed: list[str] = []  # folders that can't be listed: whoever opens them will see
    for at, folders, files in os.walk(folder, onerror=lambda error: closed.append(error.filename)):
        here = at[2:] if folder == "." else at  # "sub/m.onnx" reads better than "./sub/m.onnx"
        folders[:] = sorted(os.path.basename(path) for path in _shown(here, folders, exclude))
        for path in sorted(p for p in _shown(here, files, exclude) if p.lower().endswith(ENDINGS)):
            _look_at(path, folder, refused)
            yield path
    yield from closed


def _look_at(path: str, folder: str, refused: dict[str, str]) -> None:
    """Say why something that was found in a folder is not to be opened."""
    try:
        if os.path.islink(path):
            root = os.path.realpath(folder)
            if os.path.commonpath([root, os.path.realpath(path)]) != root:
                refused[path] = "is a link that leads out of the folder it was found in"
                return
        kind = kind_of(os.stat(path).st_mode)
    except (OSError, ValueError):  # whoever opens it will see
        return
    if kind:
        refused[path] = f"is {kind}, not a file"


def _shown(folder: str, names: Iterable[str], exclude: Sequence[Pattern]) -> Iterator[str]:
    """The paths of names in a folder that are neither hidden nor excluded."""
    for name in names:
        path = os.path.join(folder, name)
        if not name.startswith(".") and not _excluded(path, exclude):
            yield path


def _excluded(path: str, exclude: Sequence[Pattern]) -> bool:
    return any(pattern.matches(path) for pattern in exclude)


def relative_name(file: str, folder: str) -> str:
    """A file's path seen from a folder, with slashes; ``-``, URLs and what is on another drive stay as they
    are."""
    if file == "-" or is_url(file):
        return file
    try:
        return os.path.relpath(os.path.abspath(file), folder).replace(os.sep, "/")
    except ValueError:
        return file
