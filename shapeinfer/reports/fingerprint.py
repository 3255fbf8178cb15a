"""Fingerprints: identify a finding across versions of a model.

They are computed from parts that do not change when nodes are added, renamed or renumbered elsewhere, or when
the file moves.
"""

from __future__ import annotations

import re
from hashlib import blake2b

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from shapeinfer.reports.diagnostic import Diagnostic, Location

# A name in quotes, as repr writes it; and a numbered dim.
_NAME = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"")
_FRESH = re.compile(r"\?\d+")


def kind_of(found: Diagnostic) -> str:
    """16 hex digits, equal for findings that differ only in names and numbers."""
    return _digits(_parts(found))


class Fingerprints:
    """The fingerprints of one report, which are all different; they depend on the order of the calls."""

    __slots__ = ("_seen",)

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}

    def of(self, found: Diagnostic) -> str:
        """16 hex digits, from the kind of the finding and the number of earlier ones of that kind."""
        parts = _parts(found)
        before = self._seen.get(parts, 0)
        self._seen[parts] = before + 1
        return _digits(f"{parts}\0{before}" if before else parts)


def fingerprinted(found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The diagnostics of one report, each with its fingerprint."""
    prints = Fingerprints()
    return tuple(d.model_copy(update={"fingerprint": prints.of(d)}) for d in found)


def _parts(found: Diagnostic) -> str:
    where = found.location
    return "\0".join(
        (found.code, where.domain or "", where.op_type or "", _room(where), nameless(found.message))
    )


def nameless(message: str) -> str:
    """A message without the names in it and without the numbers of unknown sizes."""
    return numberless(_NAME.sub("''", message))


def numberless(message: str) -> str:
    """A message without the numbers of unknown sizes."""
    return _FRESH.sub("?", message)


def _room(where: Location) -> str:
    """What contains the node: ``fn:Attention``, ``then_branch``, or ``graph`` for the main graph."""
    around = where.path.removesuffix(f"/{where.node}")
    step = around.rpartition("/")[2]
    function = step.rpartition(" -> ")[2]
    return function if function.startswith("fn:") else step.rpartition(".")[2]


def _digits(text: str) -> str:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
