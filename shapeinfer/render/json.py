"""How every output that is JSON is written."""

from __future__ import annotations

import json

from shapeinfer.render.text import decoded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.render.format import Counts

# diagnostic.SCHEMA_VERSION, without the import of pydantic that a run over clean files does not need.
SCHEMA_VERSION = 1


def counts_object(counts: Counts) -> dict[str, int]:
    """What a report's ``summary`` is."""
    return {
        "nodes": counts.nodes, "values": counts.values, "known": counts.known, "clauses": counts.clauses
    }  # fmt: skip


def json_text(value: object, *, indent: int | None = None) -> str:
    """Strict JSON in ASCII, which every terminal, encoding and parser takes.

    Lone surrogates, which parsers other than Python's refuse, become U+FFFD; ``##``, by which CI systems know
    a command wherever it stands in a log, is written so that they don't and that a parser sees no difference.
    """
    return json.dumps(_encodable(value), indent=indent).replace("##", "#\\u0023")


def _encodable(value: object) -> object:
    if isinstance(value, str):
        return decoded(value)
    if isinstance(value, dict):
        return {_encodable(key): _encodable(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_encodable(item) for item in value]
    return value


class Items:
    """The items of a JSON array after its opening bracket, one by one: no more than one is in memory."""

    def __init__(self, indent: str) -> None:
        self._indent = indent
        self._separator = ""

    def item(self, value: object) -> str:
        """The next item."""
        before, self._separator = self._separator, ","
        # Within JSON text a line only ends between tokens.
        text = json_text(value, indent=2).replace("\n", f"\n{self._indent}")
        return f"{before}\n{self._indent}{text}"

    def close(self, indent: str) -> str:
        """The closing bracket."""
        return f"\n{indent}]" if self._separator else "]"
