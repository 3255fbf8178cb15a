"""Attributes of thousands of objects of another package, read without calling its properties."""

from __future__ import annotations

from itertools import compress, filterfalse
from operator import attrgetter
from typing import Generic, TypeVar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

T = TypeVar("T")


def word(kind: type[T], name: str) -> Callable[[T], object]:
    """What ``operator.attrgetter(name)`` reads of a ``kind``.

    A call of a property takes three times as long as reading a slot. So where the code of a property is
    nothing but ``return self.slot``, the slot is read. A name may go on with ``.name`` of what it finds.
    """
    first, dot, further = name.partition(".")
    found = getattr(kind, first, None)
    if isinstance(found, property) and found.fget is not None:
        code = found.fget.__code__
        if code.co_code == _RETURNS_A_SLOT:
            first = code.co_names[0]
    return attrgetter(first + dot + further)


def _returns_a_slot(self: T) -> object:
    return self.slot  # type: ignore[attr-defined]  # only its code is of use


_RETURNS_A_SLOT = _returns_a_slot.__code__.co_code


class Column(Generic[T]):
    """What was found of each of some objects the last time, question by question.

    A list for each question, and no tuple for each object, keeps what is compared small and in one place.
    """

    def __init__(self, *asked: Callable[[T], object], copied: Callable[..., object] | None = None) -> None:
        """``copied`` copies what changes in place."""
        self._asked = asked
        self._copied = copied
        self.items: dict[T, None] = {}
        self._found: list[list[object]] = [[] for _ in asked]

    def add(self, items: Iterable[T]) -> None:
        """Ask these too, from now on; none of them is asked yet."""
        new = dict.fromkeys(items)
        self.items.update(new)
        for ask, found in zip(self._asked, self._found, strict=True):
            found += self._look(ask, new)

    def _look(self, ask: Callable[[T], object], items: Iterable[T]) -> Iterator[object]:
        now = map(ask, items)
        return now if self._copied is None else map(self._copied, now)

    def drop(self, items: Iterable[T]) -> None:
        """Ask these no longer."""
        gone = self.items.keys() & items
        if gone:
            stays = [item not in gone for item in self.items]
            self._found = [list(compress(found, stays)) for found in self._found]
            self.items = dict.fromkeys(compress(self.items, stays))

    def difference(self, now: list[T]) -> tuple[list[T], list[T]]:
        """Which of the objects that there are ``now`` are not asked, and which are asked but gone."""
        new = list(filterfalse(self.items.__contains__, now))
        if len(self.items) + len(new) == len(now):
            return new, []
        return new, list(filterfalse(set(now).__contains__, self.items))

    def changed(self) -> list[list[T]]:
        """For each question, the objects of which something else is found now."""
        return list(map(self._changed, self._asked, self._found))

    def _changed(self, ask: Callable[[T], object], before: list[object]) -> list[T]:
        now = list(map(ask, self.items))
        if before == now:
            return []
        # Whole lists compare identical objects ten times as fast as a loop does, and edits are few.
        places = [
            place
            for first in range(0, len(now), _PIECE)
            if before[first : first + _PIECE] != now[first : first + _PIECE]
            for place in range(first, min(first + _PIECE, len(now)))
            if before[place] != now[place]
        ]
        items = list(self.items)
        changed = [items[place] for place in places]
        for place, found in zip(places, self._look(ask, changed), strict=True):
            before[place] = found
        return changed


# How many objects are compared at once.
_PIECE = 32
