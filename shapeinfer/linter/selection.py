"""Which codes are reported, and how severe they are: selectors, in layers.

A selector is ``ALL``, the beginning of a code (``SI2``), a code (``SI205``) or a slug. Each layer (the
settings file, then the command line) changes what the one below it left; one with ``select`` starts anew.
Within a layer the longest selector that fits a code decides, and of two equally long ones ``ignore``.
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
"""What a code's severity can be set to."""

# What can't be read or examined is never passed over in silence, whatever is selected.
ALWAYS = frozenset((codes.UNREADABLE.id, codes.NOT_EXAMINED.id))

_EVERY = "ALL"
_EXACT = 5  # characters of a code; a slug is as exact


class UnknownSelector(ValueError):
    """What no code, beginning of a code or slug looks like."""

    def __init__(self, text: str) -> None:
        names = [name for code in CODES.values() for name in (code.id, code.slug)]
        super().__init__(f"{text!r} is no code, beginning of a code or slug{did_you_mean(text, names)}")


class Selector:
    """What a selector stands for: the ids of codes, and how exactly it names them."""

    __slots__ = ("exactness", "ids")

    def __init__(self, text: str) -> None:
        """UnknownSelector if it fits no code."""
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
    """The selectors; each text may hold several with commas. UnknownSelector if one fits no code."""
    return [Selector(part) for text in texts for part in text.split(",") if part.strip()]


class Layer:
    """What one source says of codes. ``select`` is None where it does not start anew."""

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
    """The ids of the codes that are reported, and the severities that replace their own."""

    __slots__ = ("ids", "severities")

    def __init__(self, ids: frozenset[str], severities: Mapping[str, str]) -> None:
        self.ids = ids
        self.severities = severities

    @staticmethod
    def of(layers: Iterable[Layer]) -> Selection:
        """The selection of the layers, the lowest first, over the default one. UnknownSelector."""
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
    """For each code that the layer speaks of, whether it is on."""
    wanted = [(s, True) for s in selectors([*(layer.select or ()), *layer.extend_select])]
    unwanted = [(s, False) for s in selectors(layer.ignore)]
    answers: dict[str, bool] = {}
    # Sorting is stable: of two that are as exact, ignore comes later and stays.
    for selector, on in sorted([*wanted, *unwanted], key=lambda item: item[0].exactness):
        answers.update(dict.fromkeys(selector.ids, on))
    return answers
