"""Selectors: which codes are reported, and with which severities.

A selector is ``ALL``, the beginning of a code (``SI2``), a code (``SI205``) or a slug. The layers (the
settings file, then the command line) are applied in order; a layer with ``select`` starts from nothing.
Within a layer the most specific selector for a code wins; on a tie, ``ignore`` wins.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.codes import CODES, SEVERITIES
from shapeinfer.suggest import did_you_mean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

OFF = "off"
LEVELS = (*SEVERITIES, OFF)
"""The levels that a code's severity can be set to."""

# Files that can't be read or examined are always reported, whatever is selected.
ALWAYS = frozenset((codes.UNREADABLE.id, codes.NOT_EXAMINED.id))

_EVERY = "ALL"
_EXACT = 5  # the length of a code; a slug is equally specific


class UnknownSelector(ValueError):
    """A selector that matches no code."""

    def __init__(self, text: str) -> None:
        names = [name for code in CODES.values() for name in (code.id, code.slug)]
        super().__init__(
            f"{text!r} is not a code, the beginning of a code, or a slug{did_you_mean(text, names)}"
        )


class Selector:
    """A parsed selector: the ids of codes that it matches, and how specific it is."""

    __slots__ = ("exactness", "ids")

    def __init__(self, text: str) -> None:
        """Raises UnknownSelector if it matches no code."""
        self.ids: tuple[str, ...]
        wanted = text.strip()
        exact = codes.find(wanted)
        if exact is not None:
            self.exactness, self.ids = _EXACT, (exact.id,)
            return
        prefix = "" if wanted.upper() == _EVERY else wanted.upper()
        self.exactness = len(prefix)
        self.ids = tuple(id_ for id_ in CODES if id_.startswith(prefix)) if wanted else ()
        if not self.ids:
            raise UnknownSelector(text)


def selectors(texts: Iterable[str]) -> list[Selector]:
    """Parse selectors; each text may hold several, separated by commas. Raises UnknownSelector."""
    return [Selector(part) for text in texts for part in text.split(",") if part.strip()]


class Layer:
    """The selectors of one source. ``select`` is None if the source has no ``select``."""

    __slots__ = ("extend_select", "ignore", "select", "severity")

    def __init__(
        self,
        select: Sequence[str] | None = None,
        extend_select: Sequence[str] = (),
        ignore: Sequence[str] = (),
        severity: Mapping[str, str] | None = None,
    ) -> None:
        self.select = select
        self.extend_select = extend_select
        self.ignore = ignore
        self.severity = severity or {}


class Selection:
    """The ids of the codes that are reported, and the severities that replace their defaults."""

    __slots__ = ("ids", "severities")

    def __init__(self, ids: frozenset[str], severities: Mapping[str, str]) -> None:
        self.ids = ids
        self.severities = severities

    @staticmethod
    def of(layers: Iterable[Layer]) -> Selection:
        """Apply the layers, in order, to the default selection. Raises UnknownSelector."""
        chosen = {code.id for code in CODES.values() if code.default}
        severities: dict[str, str] = {}
        for layer in layers:
            if layer.select is not None:
                chosen.clear()
            for id_, on in _answers(layer).items():
                (chosen.add if on else chosen.discard)(id_)
            given = [(Selector(text), level) for text, level in layer.severity.items()]
            for selector, level in sorted(given, key=lambda item: item[0].exactness):
                severities.update(dict.fromkeys(selector.ids, level))
        off = {id_ for id_, level in severities.items() if level == OFF}
        return Selection(frozenset(chosen - off | ALWAYS), severities)


def _answers(layer: Layer) -> dict[str, bool]:
    """For each code that a selector of the layer matches, whether it is on."""
    wanted = [(s, True) for s in selectors([*(layer.select or ()), *layer.extend_select])]
    unwanted = [(s, False) for s in selectors(layer.ignore)]
    answers: dict[str, bool] = {}
    # Sorting is stable: of two equally specific selectors, ignore comes later and wins.
    for selector, on in sorted([*wanted, *unwanted], key=lambda item: item[0].exactness):
        answers.update(dict.fromkeys(selector.ids, on))
    return answers
