"""What visits of bodies note about what a loader knows, for other visits."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    T = TypeVar("T")

    # By the id of a body and the position of its output; None where visits differ.
    Table = dict[tuple[int, int], T | None]
    Sizes = list[int | None]


class Noted:
    """Of outputs of bodies: the ``ranks`` that a loader surely knows of what a Loop's body makes, and what
    sizes this has ``without_rounds``; the ``sizes`` that are enforced of what a Scan's makes, and those
    ``in_loops`` that declare other states; and which have ``other_numbers`` than are declared. Of functions:
    the conditions that are ``folded``."""

    __slots__ = ("folded", "in_loops", "other_numbers", "ranks", "sizes", "without_rounds")

    def __init__(self) -> None:
        self.ranks: Table[int] = {}
        self.without_rounds: Table[Sizes] = {}
        self.sizes: Table[Sizes] = {}
        self.in_loops: Table[Sizes] = {}
        self.other_numbers: set[tuple[int, str]] = set()  # by name
        self.folded: set[tuple[int, str]] = set()  # by the id of the graph, and by name


def note(table: Table[T], key: tuple[int, int], found: T | None) -> None:
    """Note what a visit found. Of visits that differ in it nothing is known."""
    if table.setdefault(key, found) != found:
        table[key] = None
