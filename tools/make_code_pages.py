"""Writes docs/codes/: a page for each code, from its texts and examples, and an index by family.

Usage: python tools/make_code_pages.py
"""

from __future__ import annotations

from pathlib import Path

from shapeinfer.codes import CODES, ERROR, Code
from shapeinfer.jobs.explain import SAFETY, example

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "codes"

FAMILIES = {
    "SI0": "Structure: the file, its graphs, nodes and stored tensors",
    "SI1": "Types",
    "SI2": "Shapes",
    "SI3": "Values in small tensors and attributes",
    "SI4": "The contract between a model and its callers",
    "SI5": "What the target releases of a runtime do not support (`--target`)",
}

INTRODUCTION = (
    "What `shapeinfer lint` can find. An *error* is a proof that no run can succeed. A *warning* may fail "
    "for "
    "some sizes or data, or violates the specification but runs. An *info* is worth knowing. Codes marked "
    "*off* "
    "are checked only if you select them. `shapeinfer explain SI205` shows a page in the terminal."
)
SILENCE = (
    '`--ignore {id}` for one run of `shapeinfer lint`, `ignore = ["{id}"]` in the settings for all runs, or, '
    "in the model, an entry `shapeinfer.ignore` of `metadata_props` with the value `{id}`."
)


def pages() -> dict[str, str]:
    """File name -> text."""
    found = {f"{code.id}.md": page(code) for code in CODES.values()}
    found["README.md"] = index(list(CODES.values()))
    return found


def page(code: Code) -> str:
    """What is wrong, why it matters, how to fix it and how to silence it."""
    lines = [f"# {code.id} {code.slug}", "", f"**{code.severity}**: {code.title}.", "", code.why, ""]
    if code.severity == ERROR and not code.at_load:
        lines += ["In a body that may not run, or on a node that no output needs, it is a warning.", ""]
    if not code.default:
        lines += [f"It is off by default; `--extend-select {code.id}` turns it on.", ""]
    broken, fixed = example(code, "broken"), example(code, "fixed")
    if broken is not None:
        lines += [
            "## A model with this finding" + (f" on `{broken.target}`" if broken.target else ""),
            "",
            *_fenced(broken.text),
            "",
            *_fenced("\n".join(broken.findings)),
            "",
        ]
    lines += ["## How to fix it", "", code.help, ""]
    if code.fix is not None:
        lines += [f"`lint {SAFETY[code.fix.safety]}`: {code.fix.what}", ""]
    if fixed is not None:
        lines += [*_fenced(fixed.text), ""]
    lines += ["## How to silence it", "", SILENCE.format(id=code.id), ""]
    return "\n".join(lines)


def _fenced(text: str) -> list[str]:
    return ["```text", *text.splitlines(), "```"]


def index(codes: list[Code]) -> str:
    """All codes by family."""
    lines = ["# Codes", "", INTRODUCTION, ""]
    for family, title in FAMILIES.items():
        lines += [
            f"## {family} {title}",
            "",
            "| code | name | severity | fix | what is wrong |",
            "|---|---|---|---|---|",
        ]
        for code in codes:
            if code.id.startswith(family):
                off = "" if code.default else ", off"
                lines.append(
                    f"| [{code.id}]({code.id}.md) | {code.slug} | {code.severity}{off} | "
                    f"{code.fix.safety if code.fix else ''} | {code.title} |"
                )
        lines.append("")
    return "\n".join(lines)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
