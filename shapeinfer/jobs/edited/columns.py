"""Attributes of thousands of objects of another package, read without calling its properties."""

from __future__ import annotations

from itertools import compress, filterfalse
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


def are_slots(kind: type[T], *names: str) -> bool:
    """Whether each of these properties is nothing but ``return self._name``."""
    return all(_read(kind, name) == f"_{name}" for name in names)


class Column(Generic[T]):
    """What was found of each of some objects the last time.

    All that is asked of an object is read at once, compared, and let go before the next one is read: the
    objects lie all over the memory, and each is fetched once.
    """

    def __init__(
        self,
        ask: Callable[[T], object],
        copied: Callable[..., object] | None = None,
        differing: Callable[[dict[T, object]], list[T]] | None = None,
    ) -> None:
        """``copied`` copies what changes in place. ``differing`` gives the objects of which something else is
        found now: what ``ask`` does, in a loop that an interpreter can specialize."""
        self._ask = ask
        self._copied = copied
        self._differing = differing
        self.found: dict[T, object] = {}

    def add(self, items: Iterable[T]) -> None:
        """Ask these too, from now on; none of them is asked yet."""
        new = list(items)
        self.found.update(zip(new, map(self._look, new), strict=True))

    def _look(self, item: T) -> object:
        found = self._ask(item)
        return found if self._copied is None else self._copied(found)

    def drop(self, items: Iterable[T]) -> None:
        """Ask these no longer."""
        for item in items:
            self.found.pop(item, None)

    def difference(self, now: list[T]) -> tuple[list[T], list[T]]:
        """Which of the objects that there are ``now`` are not asked, and which are asked but gone."""
        new = list(filterfalse(self.found.__contains__, now))
        if len(self.found) + len(new) == len(now):
            return new, []
        return new, list(filterfalse(set(now).__contains__, self.found))

    def changed(self) -> list[tuple[T, object, object]]:
        """The objects of which something else is found now, with what was found before and is now."""
        found = self.found
        if self._differing is not None:
            items = self._differing(found)
        else:
            items = list(compress(found, map(ne, map(self._ask, found), found.values())))
        changed = []
        for item in items:
            before = found[item]
            now = found[item] = self._look(item)
            changed.append((item, before, now))
        return changed
