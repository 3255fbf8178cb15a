"""Runs the commands that the documentation shows, and writes what they print below them.

A fence of the language ``console`` holds commands behind ``$ `` and their output; one with a file name after
the language (``python fix.py``) is a file that the commands after it find. They are run one after the other
in a copy of examples/; those of the tutorial in its folder examples/tutorial.

Usage: python tools/make_doc_output.py
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

DOCUMENTS = {
    "README.md": ".",
    "docs/tutorial.md": "examples/tutorial",
    "docs/lint.md": ".",
    "docs/check.md": ".",
    "docs/targets.md": ".",
    "docs/costs.md": ".",
    "docs/report.md": ".",
    "docs/python.md": ".",
    "docs/index.md": ".",
    "docs/many.md": ".",
    "docs/rules.md": ".",
    "docs/coming-from.md": ".",
}
"""Document -> the folder in which its commands are run."""

_FENCE = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def renewed(document: str) -> str:
    """The text of the document as it has to be. Raises KeyError for one that is not among DOCUMENTS."""
    text = (ROOT / document).read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as scratch:
        shutil.copytree(ROOT / "examples", Path(scratch, "examples"))
        folder = Path(scratch, DOCUMENTS[document])

        def fence(found: re.Match[str]) -> str:
            language, name, inside = found.groups()
            if name is not None:
                (folder / name).write_text(inside, encoding="utf-8")
            if language != "console":
                return found.group()
            return f"```console\n{_session(inside, folder)}```"

        return _FENCE.sub(fence, text)


def _session(inside: str, folder: Path) -> str:
    """The commands of a fence, each with what it prints now."""
    commands = [line.removeprefix("$ ") for line in inside.splitlines() if line.startswith("$ ")]
    return "".join(f"$ {command}\n{_output(command, folder)}" for command in commands)


def _output(command: str, folder: Path) -> str:
    """What a shell shows for a command; ``shapeinfer`` and ``python`` are those of this interpreter."""
    python = shlex.quote(sys.executable)
    names = f'shapeinfer() {{ {python} -m shapeinfer "$@"; }}\npython() {{ {python} "$@"; }}\n'
    kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "GITHUB_ACTIONS")}
    done = subprocess.run(
        ["sh", "-c", names + command], cwd=folder, env={**kept, "PYTHONDONTWRITEBYTECODE": "1"},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8", check=False,
    )  # fmt: skip
    return done.stdout


def main() -> None:
    """Rewrite the documents in place."""
    for document in DOCUMENTS:
        text = renewed(document)
        (ROOT / document).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
