"""The facts of a graph that is edited: only what changed, and what reads it, is inferred again.

The facts are those that a run from nothing would find. Where an edit could change more than it reaches (a
graph that is no longer sorted, a name that two nodes make, a body whose symbols are numbered with those of
others), the answer is that a whole run is needed.
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush

from shapeinfer.dims.budget import Budget, Spent
from shapeinfer.engine.effort import FREE, steps_allowed
from shapeinfer.engine.engine import Engine
from shapeinfer.engine.reuse.labels import between, spread
from shapeinfer.facts.fact import Fact
from shapeinfer.model.graph import reads
from shapeinfer.model.structure import Graph, Node

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Set


class Incremental:
    """The facts of a main graph, by an engine that has run over it."""

    def __init__(self, engine: Engine, nodes: list[Node], steps: int) -> None:
        """``nodes`` are those of the engine's graph. ``steps`` is what the engine's run took."""
        engine.begin_again()
        self.engine = engine
        self.facts = engine.frame.scope.names
        self.steps = steps
        # Where the nodes stand: those of new nodes lie between those of their neighbours.
        self.labels = dict(zip(nodes, spread(len(nodes)), strict=True))
        # Who makes a name, and who reads it.
        self.makers: dict[str, Node] = {}
        self.readers: dict[str, dict[Node, None]] = {}
        # Nodes whose Outcome makes new dims, with the number of the first and how many there are.
        self.minted = dict(engine.minted)
        self.stored: dict[str, Fact] = {}
        self.can_follow = self._take(engine.graph)

    def _take(self, graph: Graph) -> bool:
        """Enter all nodes. False if the graph is not one whose edits can be followed."""
        if self.engine.share is not None or graph.duplicates or graph.sparse_initializers:
            return False
        if self._hangs_on_others():
            return False
        given = {value.name for value in graph.inputs}
        if not given.isdisjoint(graph.initializers) or len(given) < len(graph.inputs):
            return False
        self.stored = {name: self.facts[name] for name in graph.initializers}
        defined = {"", *given, *graph.initializers}
        for node in graph.nodes:
            if not defined.issuperset(reads(node) if node.has_bodies else node.inputs):
                return False  # not sorted, or undefined
            if not self._add(node, given):
                return False
            defined.update(node.outputs)
        return True

    def _hangs_on_others(self) -> bool:
        """Whether the facts of some node hang on nodes that it does not read: on one that computes the same,
        on those behind an If, which may run with one of its branches only, or on those before a Scan."""
        repeats = self.engine.frame.repeats
        return self.engine.trials > 0 or self.engine.looks_back or (repeats is not None and repeats.met)

    def _add(self, node: Node, given: Set[str]) -> bool:
        """Enter a new node. False if a name that it makes has another maker."""
        for name in node.outputs:
            if name:
                if name in self.makers or name in given or name in self.stored:
                    return False
                self.makers[name] = node
        for name in reads(node) if node.has_bodies else node.inputs:
            if name:
                self.readers.setdefault(name, {})[node] = None
        return True

    def update(
        self, nodes: list[Node], gone: Iterable[Node], placed: Mapping[int, Node], others: Graph | None
    ) -> bool:
        """Infer again after an edit: ``nodes`` are those of the graph now; ``gone``, and those ``placed``
        anew, make the difference; ``others`` is what it has beside nodes, where that changed. False if only
        a whole run can tell; the object is then of no further use."""
        dirty: dict[Node, None] = {}
        lost: set[str] = set()
        engine = self.engine
        before: dict[tuple[str, ...], Node] = {}
        for node in gone:
            if node in self.minted:
                if self._is_deep(node):
                    return False
            else:
                before[node.outputs] = node
            self._remove(node, lost)
        self._label(nodes, sorted(placed))
        new = placed.values()
        engine.forget_bodies()
        given = {value.name for value in engine.graph.inputs}
        if not all(self._add(node, given) for node in new) or not self._takes_others(others, dirty):
            return False
        for name in lost:
            if name not in self.makers:
                self.facts.pop(name, None)
                engine.frame.scope.forget_ranks((name,))
                dirty.update(self.readers.get(name, {}))
        for node in new:
            old = before.get(node.outputs)
            if old is None or not self._computes_the_same(old, node):
                dirty[node] = None
            elif not self._is_in_order(node, is_new=True):
                return False
        budget = Budget(FREE)
        try:
            with budget:
                followed = self._follow(dirty, set(new))
        except Spent:
            return False
        self.steps += budget.used
        return followed and self.steps <= steps_allowed(len(nodes)) // 2

    def _label(self, nodes: list[Node], places: list[int]) -> None:
        """Give the nodes at these places, which ascend, labels between those of their neighbours."""
        labels, begin = self.labels, 0
        for at, place in enumerate(places, 1):
            if at < len(places) and places[at] == place + 1:
                continue  # up to here all lie side by side
            low = labels[nodes[places[begin] - 1]] if places[begin] else None
            high = labels[nodes[place + 1]] if place + 1 < len(nodes) else None
            found = between(low, high, at - begin)
            if not found:
                self.labels = dict(zip(nodes, spread(len(nodes)), strict=True))
                return
            labels.update(zip(nodes[places[begin] : place + 1], found, strict=True))
            begin = at

    def _computes_the_same(self, old: Node, new: Node) -> bool:
        """Whether a node differs from an old one that made no new dims in nothing but its name."""
        same = old.operation is new.operation and old.inputs == new.inputs and old.outputs == new.outputs
        return same and not self._is_deep(new)

    def _remove(self, node: Node, lost: set[str]) -> None:
        for name in node.outputs:
            if name:
                del self.makers[name]
                lost.add(name)
        for name in reads(node) if node.has_bodies else node.inputs:
            readers = self.readers.get(name)
            if readers is not None:
                readers.pop(node, None)
                if not readers:
                    del self.readers[name]
        self.minted.pop(node, None)
        del self.labels[node]

    def _takes_others(self, others: Graph | None, dirty: dict[Node, None]) -> bool:
        """Take over new initializers and declarations. False if other things of the graph changed."""
        if others is None:
            return True
        engine, graph = self.engine, self.engine.graph
        if others.duplicates or others.sparse_initializers:
            return False
        if [(v.name, v.type) for v in others.inputs] != [(v.name, v.type) for v in graph.inputs]:
            return False
        if not {value.name for value in graph.inputs}.isdisjoint(others.initializers):
            return False
        stored: dict[str, Fact] = {
            name: engine.declarations.stored(tensor) for name, tensor in others.initializers.items()
        }
        if not self.makers.keys().isdisjoint(stored):
            return False
        for name in self.stored.keys() | stored.keys():
            if self.stored.get(name) != stored.get(name):
                dirty.update(self.readers.get(name, {}))
                if name in stored:
                    self.facts[name] = stored[name]
                else:
                    self.facts.pop(name, None)
        self.stored = stored
        before = engine.frame.claims
        engine.claim_again(others)
        claims = engine.frame.claims
        for name in before.keys() | claims.keys():
            old, now = before.get(name), claims.get(name)
            if (None if old is None else old.type) != (None if now is None else now.type):
                maker = self.makers.get(name)
                if maker is not None:
                    dirty[maker] = None
        return True

    def _is_deep(self, node: Node) -> bool:
        """Whether a node has bodies or calls a function: the symbols of these are numbered by the first who
        asks."""
        return node.has_bodies or self.engine.is_call(node)

    def _follow(self, dirty: dict[Node, None], new: set[Node]) -> bool:
        """Infer the dirty nodes again in order, and all that reads what they changed."""
        engine, facts, labels = self.engine, self.facts, self.labels
        scope = engine.frame.scope
        waiting = [(labels[node], node) for node in {**dirty, **self.minted}]
        heapify(waiting)
        count = 0
        done: Node | None = None
        while waiting:
            label, node = heappop(waiting)
            if node is done:
                continue
            done = node
            minted = self.minted.get(node)
            if node not in dirty:
                if minted is not None and minted[0] == count:
                    count += minted[1]
                    continue
                if self._is_deep(node):
                    return False
            before = [(facts.get(name), scope.rank_flags(name)) for name in node.outputs]
            if not self._ask(node, count, is_new=node in new):
                return False
            count = engine.instances.count
            for name, (old, lacked) in zip(node.outputs, before, strict=True):
                is_same = old is not None and facts.get(name) == old and scope.rank_flags(name) == lacked
                if name and not is_same:
                    for reader in self.readers.get(name, {}):
                        if labels[reader] <= label:
                            return False
                        if reader not in dirty:
                            dirty[reader] = None
                            heappush(waiting, (labels[reader], reader))
        return True

    def _is_in_order(self, node: Node, *, is_new: bool) -> bool:
        """Whether a node stands behind those that it reads, and a new one before those that read it."""
        facts, makers, labels = self.facts, self.makers, self.labels
        for name in reads(node) if node.has_bodies else node.inputs:
            maker = makers.get(name)
            if (name and name not in facts) or (maker is not None and labels[maker] >= labels[node]):
                return False
        if is_new:
            for name in node.outputs:
                for reader in self.readers.get(name, ()):
                    if labels[reader] <= labels[node]:
                        return False
        return True

    def _ask(self, node: Node, count: int, *, is_new: bool) -> bool:
        """Infer one node again, whose new dims are numbered from ``count``."""
        if not self._is_in_order(node, is_new=is_new):
            return False
        engine = self.engine
        deep = self._is_deep(node)
        engine.instances.count = count
        self.minted.pop(node, None)
        engine.visit_again(node)
        if self._hangs_on_others():
            return False
        if engine.instances.count > count:
            if deep:
                return False
            self.minted[node] = (count, engine.instances.count - count)
        return True
