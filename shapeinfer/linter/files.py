"""Which files a command line means: files, folders, patterns, standard input."""

from __future__ import annotations

import os

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


def find_files(names: Iterable[str], exclude: Sequence[Pattern] = ()) -> Iterator[str]:
    """The files that the names stand for, each once, in the order of the names and sorted below a folder.

    A folder stands for the models in it, a pattern for what it fits if there is no file of that name.
    ``exclude`` and hidden names do not concern what is named itself. A name that stands for nothing
    comes back as it is, and whoever opens it will see.
    """
    seen: set[str] = set()
    for name in names:
        for path in _meant(name, exclude):
            key = path if is_url(path) else os.path.abspath(path)
            if key not in seen:
                seen.add(key)
                yield path


def _meant(name: str, exclude: Sequence[Pattern]) -> Iterable[str]:
    if os.path.isdir(name):
        return _below(name, exclude)
    if is_url(name):
        return (name,)
    if _WILD.isdisjoint(name) or os.path.lexists(name):
        return (name,)
    from glob import glob

    found = sorted(path for path in glob(name, recursive=True) if os.path.isfile(path))
    return [path for path in found if not _excluded(path, exclude)] if found else (name,)


def _below(folder: str, exclude: Sequence[Pattern]) -> Iterator[str]:
    closed: list[str] = []  # folders that can't be listed: whoever opens them will see
    for at, folders, files in os.walk(folder, onerror=lambda error: closed.append(error.filename)):
        here = at[2:] if folder == "." else at  # "sub/m.onnx" reads better than "./sub/m.onnx"
        folders[:] = sorted(os.path.basename(path) for path in _shown(here, folders, exclude))
        yield from sorted(path for path in _shown(here, files, exclude) if path.lower().endswith(ENDINGS))
    yield from closed


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
