"""Writes JSON, for all formats that are JSON."""

from __future__ import annotations

import json

from shapeinfer.render.text import decoded
from shapeinfer.shorten import with_short_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.render.text import Counts

# Equal to diagnostic.SCHEMA_VERSION; importing that would import pydantic, which clean files don't need.
SCHEMA_VERSION = 1


def counts_object(counts: Counts) -> dict[str, int]:
    """The ``summary`` of a report, as data."""
    return {
        "nodes": counts.nodes, "values": counts.values, "known": counts.known, "clauses": counts.clauses
    }  # fmt: skip


def json_text(value: object, *, indent: int | None = None) -> str:
    """Strict JSON in ASCII, which every terminal, encoding and parser accepts.

    Lone surrogates, which many parsers refuse, become U+FFFD. Names of more than 300 characters are cut in
    the middle, as in text. ``##``, which begins commands of CI systems anywhere in a log, is written with an
    escape that parsers decode.
    """
    return json.dumps(_encodable(value), indent=indent).replace("##", "#\\u0023")


def _encodable(value: object) -> object:
    if isinstance(value, str):
        return decoded(with_short_words(value))
    if isinstance(value, dict):
        found: dict[object, object] = {}
        for key, item in value.items():
            short = _encodable(key)
            # Of two long names only the middle may differ.
            found[f"{short}#{len(found)}" if short in found else short] = _encodable(item)
        return found
    if isinstance(value, (list, tuple)):
        return [_encodable(item) for item in value]
    return value


class Items:
    """Writes the items of a JSON array one by one, so that only one is in memory."""

    def __init__(self, indent: str) -> None:
        self._indent = indent
        self._separator = ""

    def item(self, value: object) -> str:
        """The next item."""
        before, self._separator = self._separator, ","
        # In JSON text, line ends occur only between tokens.
        text = json_text(value, indent=2).replace("\n", f"\n{self._indent}")
        return f"{before}\n{self._indent}{text}"

    def close(self, indent: str) -> str:
        """The closing bracket."""
        return f"\n{indent}]" if self._separator else "]"
