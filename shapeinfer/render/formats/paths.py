"""Paths as code hosts need them: relative to the repository's root, the working directory of CI runs."""

from __future__ import annotations

import os


def repository_path(file: str | None) -> str | None:
    """The path with "/" and without a leading "./"; relative where it lies below the working directory.

    None if it is not a file: standard input, or a model in memory.
    """
    if file is None or file == "-":
        return None
    path = os.path.normpath(file)
    if os.path.isabs(path):
        root = os.getcwd()
        if path.startswith(os.path.join(root, "")):
            path = path[len(os.path.join(root, "")) :]
    return path.replace(os.sep, "/")
