"""Attributes of thousands of objects of another package, read without calling its properties."""

from __future__ import annotations

from itertools import compress, count, filterfalse
from operator import attrgetter, ne
from typing import Generic, TypeVar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

T = TypeVar("T")


def words(kind: type[T], *names: str) -> Callable[[T], object]:
    """What ``operator.attrgetter(*names)`` reads of a ``kind``.

    A call of a property takes three times as long as reading a slot. So where the code of a property is
    nothing but ``return self.slot``, the slot is read. A name may go on with ``.name`` of what it finds.
    """
    return attrgetter(*[_read(kind, name) for name in names])


def _read(kind: type[T], name: str) -> str:
    first, dot, further = name.partition(".")
    found = getattr(kind, first, None)
    if isinstance(found, property) and found.fget is not None:
        code = found.fget.__code__
        if code.co_code == _RETURNS_A_SLOT:
            first = code.co_names[0]
    return first + dot + further


def _returns_a_slot(self: T) -> object:
    return self.slot  # type: ignore[attr-defined]  # only its code is of use


_RETURNS_A_SLOT = _returns_a_slot.__code__.co_code


class Column(Generic[T]):
    """What was found of each of some objects the last time.

    All that is asked of an object is read at once, compared, and let go before the next one is read: the
    objects lie all over the memory, and each is fetched once.
    """

    def __init__(self, ask: Callable[[T], object], copied: Callable[..., object] | None = None) -> None:
        """``copied`` copies what changes in place."""
        self._ask = ask
        self._copied = copied
        self.items: dict[T, None] = {}
        self._found: list[object] = []

    def add(self, items: Iterable[T]) -> None:
        """Ask these too, from now on; none of them is asked yet."""
        new = dict.fromkeys(items)
        self.items.update(new)
        self._found += map(self._look, new)

    def _look(self, item: T) -> object:
        found = self._ask(item)
        return found if self._copied is None else self._copied(found)

    def drop(self, items: Iterable[T]) -> None:
        """Ask these no longer."""
        gone = self.items.keys() & items
        if gone:
            stays = [item not in gone for item in self.items]
            self._found = list(compress(self._found, stays))
            self.items = dict.fromkeys(compress(self.items, stays))

    def difference(self, now: list[T]) -> tuple[list[T], list[T]]:
        """Which of the objects that there are ``now`` are not asked, and which are asked but gone."""
        new = list(filterfalse(self.items.__contains__, now))
        if len(self.items) + len(new) == len(now):
            return new, []
        return new, list(filterfalse(set(now).__contains__, self.items))

    def changed(self) -> list[tuple[T, object, object]]:
        """The objects of which something else is found now, with what was found before and is now."""
        places = list(compress(count(), map(ne, map(self._ask, self.items), self._found)))
        if not places:
            return []
        items, changed = list(self.items), []
        for place in places:
            item, before = items[place], self._found[place]
            now = self._found[place] = self._look(item)
            changed.append((item, before, now))
        return changed
