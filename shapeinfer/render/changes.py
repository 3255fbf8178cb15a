"""Prints the changes between two models' interfaces, as text and as JSON."""

from __future__ import annotations

from shapeinfer.render.json import SCHEMA_VERSION, json_text
from shapeinfer.render.text import table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from shapeinfer.jobs.diff import Change


def changes_text(_old: str, _new: str, changes: Sequence[Change]) -> str:
    """One line for each change: whether it is breaking, and what it is."""
    if not changes:
        return "the interfaces are the same"
    return "\n".join(table((_kind(change), change.text) for change in changes))


def _kind(change: Change) -> str:
    return "breaking" if change.breaking else "compatible"


def changes_json(old: str, new: str, changes: Sequence[Change]) -> str:
    """``{"version": 1, "old": ..., "new": ..., "changes": [{"breaking": true, "text": ...}, ...]}``."""
    found = [{"breaking": change.breaking, "text": change.text} for change in changes]
    return json_text(
        {"version": SCHEMA_VERSION, "tool": "shapeinfer", "old": old, "new": new, "changes": found}, indent=2
    )


FORMATS: dict[str, Callable[[str, str, Sequence[Change]], str]] = {
    "text": changes_text,
    "json": changes_json,
}
