"""The order of an ``onnx_ir`` graph's nodes, followed through edits without a walk over all of them."""

from __future__ import annotations

from bisect import bisect_left
from itertools import chain, filterfalse

import onnx_ir as ir

from shapeinfer.engine.reuse.labels import between, spread

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Protocol, TypeVar

    T = TypeVar("T")

    class Box(Protocol):
        """A link of the list."""

        prev: Box
        next: Box
        value: ir.Node

    class Linked(Protocol):
        """The list of a graph: a ring of boxes, and all but ``_root`` by the identity of what is in them."""

        _root: Box
        _value_ids_to_boxes: dict[int, Box]


# The versions of onnx_ir of which it is known what their linked list does; the nodes of others are iterated.
_KNOWN = frozenset(("1.1.0",))


class Order:
    """The ``nodes`` in order: a new list where that changed.

    Of the last update: the nodes that are ``new``, those that are ``gone``, and those that were ``moved``.

    An iteration over the linked list of a graph asks properties of each of its boxes. But an insertion makes
    a new box, which is entered at the end of a dict, and a removal takes it out of there. So the boxes that
    came and went are found by comparing two lists, and only their neighbours are looked at. Each box has a
    label; labels ascend with the order, and so tell where a box stands.
    """

    def __init__(self) -> None:
        self.nodes: list[ir.Node] = []
        self.new: list[ir.Node] = []
        self.gone: list[ir.Node] = []
        self.moved: list[ir.Node] = []
        self._linked: Linked | None = None
        self._boxes: list[Box] = []
        self._labels: dict[Box, int] = {}
        self._sorted: list[int] = []
        # What the last update removed and inserted, by places in the order before; None: who knows.
        self._removed: set[int] = set()
        self._inserted: dict[int, list[ir.Node]] | None = None

    def update(self, graph: ir.Graph) -> None:
        """Look at the order as it is now."""
        linked = _linked_list(graph)
        if linked is None or linked is not self._linked:
            self._iterate(graph, linked)
            return
        boxes = list(linked._value_ids_to_boxes.values())
        self.new, self.gone, self.moved = [], [], []
        self._removed, self._inserted = set(), {}
        if boxes != self._boxes:
            self._follow(linked, boxes)

    def _iterate(self, graph: ir.Graph, linked: Linked | None) -> None:
        before, nodes = self.nodes, list(graph)
        old, now = set(before), set(nodes)
        self.new = list(filterfalse(old.__contains__, nodes))
        self.gone = list(filterfalse(now.__contains__, before))
        stay = list(filter(old.__contains__, nodes))
        self.moved = [] if stay == list(filter(now.__contains__, before)) else stay
        self._inserted = None
        self.nodes, self._linked = nodes, linked
        if linked is not None:
            self._boxes = list(linked._value_ids_to_boxes.values())
            self._label(linked)

    def _label(self, linked: Linked) -> None:
        boxes = map(linked._value_ids_to_boxes.__getitem__, map(id, self.nodes))
        self._sorted = list(spread(len(self.nodes)))
        self._labels = dict(zip(boxes, self._sorted, strict=True))

    def _follow(self, linked: Linked, boxes: list[Box]) -> None:
        """Take over what happened since the boxes were ``self._boxes``."""
        before, nodes = self._boxes, self.nodes
        erased: list[Box] = []
        if boxes[: len(before)] != before:
            erased = list(filterfalse(set(boxes).__contains__, before))
        self._removed = set(map(self._place, erased))
        inserted: dict[int, list[ir.Node]] = {}
        labels: dict[int, range] = {}
        fresh: dict[Box, int] = dict.fromkeys(boxes[len(before) - len(erased) :], 0)
        for run in _runs(fresh):
            ahead = run[0].prev
            place = 0 if ahead is linked._root else self._place(ahead) + 1
            inserted[place] = [box.value for box in run]
            labels[place] = self._between(place, len(run))
            fresh.update(zip(run, labels[place], strict=False))
        removed = [nodes[place] for place in sorted(self._removed)]
        added = list(chain.from_iterable(inserted.values()))
        self.moved = list(filter(set(removed).__contains__, added))
        self.new = list(filterfalse(set(removed).__contains__, added))
        self.gone = list(filterfalse(set(added).__contains__, removed))
        self._inserted = inserted
        self.nodes = self._spliced(nodes, inserted)
        self._boxes = boxes
        if not all(labels.values()):
            self._label(linked)  # between two labels there is no room for more
            return
        self._sorted = self._spliced(self._sorted, labels)
        for box in erased:
            del self._labels[box]
        self._labels.update(fresh)

    def _place(self, box: Box) -> int:
        return bisect_left(self._sorted, self._labels[box])

    def _between(self, place: int, count: int) -> range:
        """Labels for so many boxes that are inserted at a place; none if there is no room."""
        known = self._sorted
        low = known[place - 1] if place else None
        return between(low, known[place] if place < len(known) else None, count)

    def _spliced(self, old: Sequence[T], inserted: Mapping[int, Sequence[T]]) -> list[T]:
        found: list[T] = []
        at = 0
        for place in sorted({*self._removed, *inserted}):
            found += old[at:place]
            found += inserted.get(place, ())
            at = place + 1 if place in self._removed else place
        found += old[at:]
        return found

    def like(
        self, old: Sequence[T], known: Mapping[ir.Node, T], other: Iterable[ir.Node]
    ) -> tuple[list[T], dict[int, T]]:
        """What is ``known`` of each node, in order, and that of ``other`` ones by their places. ``old`` was
        known before the last update, and is still, but for nodes that were inserted since, and others."""
        if self._inserted is None or self._linked is None:
            found = list(map(known.__getitem__, self.nodes))
            named = set(other)
            return found, {at: found[at] for at, node in enumerate(self.nodes) if node in named}
        made = {place: [known[node] for node in nodes] for place, nodes in self._inserted.items()}
        found = self._spliced(old, made)
        boxes = self._linked._value_ids_to_boxes
        others = {self._place(boxes[id(node)]): known[node] for node in other}
        for place, what in others.items():
            found[place] = what
        return found, others


def _runs(fresh: Mapping[Box, object]) -> Iterator[list[Box]]:
    """The boxes that stand next to each other, in order."""
    met: set[Box] = set()
    for box in fresh:
        if box not in met:
            while box.prev in fresh:
                box = box.prev
            run = []
            while box in fresh:
                run.append(box)
                box = box.next
            met.update(run)
            yield run


def _linked_list(graph: ir.Graph) -> Linked | None:
    """The linked list of a graph, if it is of a kind that is known."""
    linked = getattr(graph, "_nodes", None)
    is_known = ir.__version__ in _KNOWN and type(graph) is ir.Graph and type(linked) is _LINKED
    return linked if is_known else None


_LINKED: object = type(getattr(ir.Graph((), (), nodes=()), "_nodes", None))
