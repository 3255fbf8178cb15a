"""Finds the files to lint: files, folders, patterns, standard input."""

from __future__ import annotations

import errno
import os
from functools import partial

from shapeinfer.model.open_file import kind_of
from shapeinfer.model.read import is_url, read_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from shapeinfer.model.structure import Model

ENDINGS = (".onnx", ".onnxtxt", ".onnxtext", ".onnxjson")
"""Endings by which a file in a folder counts as a model. Files that are named are always read."""

_WILD = frozenset("*?[")


class Pattern:
    """A pattern of paths relative to a folder, as in a settings file; ``*`` also matches slashes. A
    pattern without a slash matches names at any depth; one that matches a folder matches everything in it."""

    __slots__ = ("folder", "text")

    def __init__(self, text: str, folder: str) -> None:
        self.text = text.removeprefix("./").removeprefix("**/").rstrip("/")
        self.folder = folder

    def matches(self, path: str) -> bool:
        """Whether it matches the path, which is relative to the working directory or absolute."""
        from fnmatch import fnmatchcase

        parts = relative_name(path, self.folder).split("/")
        if "/" not in self.text and any(fnmatchcase(part, self.text) for part in parts):
            return True
        return any(fnmatchcase("/".join(parts[:n]), self.text) for n in range(1, len(parts) + 1))


def find_files(
    names: Iterable[str], exclude: Sequence[Pattern] = (), refused: dict[str, str] | None = None
) -> Iterator[str]:
    """The files that the names mean, each once, in the order of the names and sorted below a folder.

    A folder means the models in it, and a pattern the files that it matches if there is no file of that name.
    Files that are named themselves may be hidden or match ``exclude``. A name without a file is returned
    as it is; opening it gives the error. In a folder only regular files are models. Other kinds of files, and
    links that lead out of the folder, are returned too, and ``refused`` gets the reason not to open them.
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
    closed: list[str] = []  # folders that can't be listed: opening them gives the error
    for at, folders, files in os.walk(folder, onerror=lambda error: closed.append(error.filename)):
        here = at[2:] if folder == "." else at  # "sub/m.onnx" reads better than "./sub/m.onnx"
        folders[:] = sorted(os.path.basename(path) for path in _shown(here, folders, exclude))
        for path in sorted(p for p in _shown(here, files, exclude) if p.lower().endswith(ENDINGS)):
            _look_at(path, folder, refused)
            yield path
    yield from closed


def _look_at(path: str, folder: str, refused: dict[str, str]) -> None:
    """Add to ``refused`` why an entry of a folder must not be opened."""
    try:
        if os.path.islink(path):
            root = os.path.realpath(folder)
            if os.path.commonpath([root, os.path.realpath(path)]) != root:
                refused[path] = "is a link that leads out of the folder it was found in"
                return
        kind = kind_of(os.stat(path).st_mode)
    except (OSError, ValueError):  # opening it gives the error
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


def reader(
    refused: Mapping[str, str], name: str, read: Callable[[str], Model] = read_file
) -> Callable[[], Model]:
    """What reads a file that :func:`find_files` returned: a function that another process can get. It raises
    OSError for a file in ``refused``, and what ``read`` raises."""
    return partial(_refuse, name, refused[name]) if name in refused else partial(read, name)


def _refuse(name: str, reason: str) -> Model:
    raise OSError(errno.EINVAL, reason, name)


def relative_name(file: str, folder: str) -> str:
    """A file's path seen from a folder, with slashes; ``-``, URLs and paths on another drive are not
    changed."""
    if file == "-" or is_url(file):
        return file
    try:
        return os.path.relpath(os.path.abspath(file), folder).replace(os.sep, "/")
    except ValueError:
        return file
