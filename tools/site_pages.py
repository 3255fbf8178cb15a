"""Hooks of mkdocs: the pages of the reference, made from the program, and links to files outside docs/.

mkdocs.yml names this file. ``mkdocs build --strict`` fails for a link that leads nowhere.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

import shapeinfer
from shapeinfer.cli.commands import COMMANDS
from shapeinfer.codes import CODES

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"

_LINK = re.compile(r"(?<=\])\(([^)#\s]+)(#[^)]*)?\)")
_CODES = tuple(f"codes/{code}.md" for code in CODES)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the generated pages. The pages of codes are reached from their index, not from the menu."""
    made = {
        "reference/commands.md": commands(),
        "reference/api.md": api(),
        "reference/settings.md": settings(),
        "reference/json.md": schemas(),
    }
    for name, text in made.items():
        files.append(File.generated(config, name, content=text))
    for file in files:
        if file.src_uri in _CODES:
            file.inclusion = type(file.inclusion).NOT_IN_NAV
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Links out of docs/ lead to the sources, and links to folders to what is in them."""
    here = DOCS / page.file.src_uri

    def link(found: re.Match[str]) -> str:
        target, anchor = found.group(1), found.group(2) or ""
        if "://" in target or target.startswith("mailto:"):
            return found.group()
        path = Path(os.path.normpath(here.parent / target))
        if path == DOCS / "schemas":
            return f"({os.path.relpath(DOCS / 'reference' / 'json.md', here.parent)})"
        if path.is_relative_to(DOCS) or not path.exists():
            return found.group()
        return f"({source(path.relative_to(ROOT).as_posix(), config)}{anchor})"

    return _LINK.sub(link, markdown)


def source(path: str, config: MkDocsConfig) -> str:
    """The address of a file of the repository. Without a repository's address, the file on disk."""
    home = (config.repo_url or "").rstrip("/")
    return f"{home}/blob/main/{path}" if home else (ROOT / path).as_uri()


def commands() -> str:
    """A section for each command: its help."""
    parts = ["# Commands\n", "What `--help` prints. Generated from the program.\n"]
    for name in ("", *COMMANDS):
        words = ["shapeinfer", name] if name else ["shapeinfer"]
        done = subprocess.run(
            [sys.executable, "-m", *words, "--help"], capture_output=True, text=True, check=True, cwd=ROOT
        )
        parts.append(f"## {shlex.join(words)}\n\n```text\n{done.stdout.rstrip()}\n```\n")
    return "\n".join(parts)


_FIRST = (
    "lint", "lint_many", "merged", "check", "contract", "diff", "show", "annotate", "infer", "cost",
    "targets", "report_html", "report_data",
)  # fmt: skip


def api() -> str:
    """Every public name, the verbs first."""
    names = [*_FIRST, *(name for name in shapeinfer.__all__ if name not in _FIRST)]
    parts = ["# Python\n", "[From Python](../python.md) shows how they are used. Generated from the code.\n"]
    parts += [f"::: {shapeinfer._HOMES[name]}.{name}\n" for name in names]
    parts.append("::: shapeinfer.testing.assert_clean\n")
    return "\n".join(parts)


def settings() -> str:
    """The keys of a settings file, from its JSON Schema."""
    schema = json.loads((DOCS / "schemas" / "settings.schema.json").read_text(encoding="utf-8"))
    rows = []
    for key, value in schema["properties"].items():
        rows.append(f"| `{key}` | {_kind(value)} | {value.get('description', '')} |")
    return (
        "# Settings\n\nThe keys of `shapeinfer.toml`, and of `[tool.shapeinfer]` in `pyproject.toml`; "
        "[Lint](../lint.md#settings) says which file is read. Generated from "
        "[the JSON Schema](../schemas/settings.schema.json), which editors can use.\n\n"
        "| key | value | meaning |\n|---|---|---|\n" + "\n".join(rows) + "\n"
    )


def _kind(value: dict[str, object]) -> str:
    """The values that a JSON Schema allows, in words."""
    if "enum" in value:
        assert isinstance(value["enum"], list)
        return ", ".join(f"`{item}`" for item in value["enum"])
    if "const" in value:
        return f"`{value['const']}`"
    if isinstance(value.get("anyOf"), list):
        assert isinstance(value["anyOf"], list)
        return " or ".join(_kind(item) for item in value["anyOf"])
    if value.get("type") == "array":
        return "list of strings"
    if value.get("type") == "object":
        return "table"
    return str(value.get("type", ""))


def schemas() -> str:
    """The documents that are written as JSON, with their schemas."""
    parts = [
        "# JSON\n",
        "JSON Schemas of everything that the program writes as JSON, and of its settings file.\n",
        "| document | schema | keys |\n|---|---|---|",
    ]
    rows = []
    for path in sorted((DOCS / "schemas").glob("*.schema.json")):
        schema = json.loads(path.read_text(encoding="utf-8"))
        keys = ", ".join(f"`{key}`" for key in schema.get("properties", {}))
        title = schema.get("title", path.name.partition(".")[0])
        rows.append(f"| {title} | [{path.name}](../schemas/{path.name}) | {keys} |")
    return "\n".join(parts) + "\n" + "\n".join(rows) + "\n"
