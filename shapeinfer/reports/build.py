"""Turns plain findings into diagnostics: with severity, and notes on where the values came from."""

from __future__ import annotations

from collections import Counter
from functools import cached_property

from shapeinfer import codes
from shapeinfer.dims import Dim
from shapeinfer.engine.place import Place, Step, node_label, place_text
from shapeinfer.engine.run import Placed, Run, Visit, severity_of
from shapeinfer.facts.fact import Fact
from shapeinfer.model.graph import producers, reads
from shapeinfer.model.structure import Function, Graph, Node
from shapeinfer.reports.diagnostic import Diagnostic, FixOffer, Location
from shapeinfer.reports.fingerprint import fingerprinted
from shapeinfer.reports.origin import module_of, source_frame, source_line
from shapeinfer.reports.unknowns import symbols_in
from shapeinfer.rule.requirement import Finding
from shapeinfer.shorten import shortened
from shapeinfer.suggest import did_you_mean, without_numbers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_ORDER = {"error": 0, "warning": 1, "info": 2}
# How many inputs the notes list.
_MOST_NOTES = 6
# Names compared with misspelt ones, in one report: in a file with hundreds of these it is not the spelling.
_MOST_COMPARED = 10_000


def diagnostics_of(
    run: Run,
    extra: Iterable[Placed[Finding]] = (),
    *,
    runtime: bool = False,
    fixes: Mapping[int, tuple[str, bool]] | None = None,
) -> tuple[Diagnostic, ...]:
    """The findings of a run as diagnostics, worst first, then in the order of the model. ``runtime``: what
    only ONNX Runtime refuses is an error too. ``fixes``: by the id of a placed finding what would fix it,
    and whether that is safe."""
    placed = [*run.findings, *extra]
    if not placed:
        return ()
    dead = frozenset() if runtime else run.dead_nodes()
    notes = _Notes(run)
    made: dict[tuple[str, str, int, str], list[Placed[Finding]]] = {}
    for item in placed:
        innermost = item.place[-1].node if item.place else None
        severity = severity_of(item, dead, runtime=runtime)
        key = (severity, item.item.code.id, id(innermost), item.item.text())
        made.setdefault(key, []).append(item)
    once = [(key[0], items[0]) for key, items in made.items()]
    culprits = {**_culprits(once), **_first_conflicts(once)}
    found = [
        _diagnostic(items, key[0], run, notes, fixes or {}, culprits.get(id(items[0])))
        for key, items in made.items()
    ]
    return fingerprinted(sorted(found, key=lambda d: _ORDER[d.severity]))


def _diagnostic(
    items: list[Placed[Finding]],
    severity: str,
    run: Run,
    notes: _Notes,
    fixes: Mapping[int, tuple[str, bool]],
    culprit: str | None,
) -> Diagnostic:
    placed = items[0]
    finding = placed.item
    node = placed.place[-1].node if placed.place else None
    value = None
    if finding.output is not None and node is not None and finding.output < len(node.outputs):
        value = node.outputs[finding.output]
    return Diagnostic(
        code=finding.code.id,
        slug=finding.code.slug,
        severity=severity,
        location=Location(
            file=run.model.path,
            path=_utf8(place_text(placed.place)),
            node=None if node is None else _utf8(node_label(node)),
            node_index=None if node is None else node.index,
            op_type=None if node is None else _utf8(node.op_type),
            domain=None if node is None else _utf8(node.domain),
            value=None if value is None else _utf8(value),
            axis=finding.axis,
        ),
        message=_utf8(finding.text()),
        notes=tuple(map(_utf8, notes.about(placed))) if severity != "info" else (),
        help=finding.code.help,
        fix=next((_fix(*fixes[id(item)]) for item in items if id(item) in fixes), None),
        culprit=None if culprit is None else _utf8(culprit),
        more_calls=len(items) - 1,
    )


def _culprits(found: Iterable[tuple[str, Placed[Finding]]]) -> dict[int, str]:
    """For findings of one code at nodes of one operator that read one value, that value, by the finding's id:
    of several the one that most of them read, then the one that is read first."""
    nodes: dict[tuple[object, ...], dict[int, tuple[Node, list[int]]]] = {}
    for severity, placed in found:
        if len(placed.place) == 0 or placed.item.code.id.startswith("SI0"):
            continue  # findings about structure say themselves which name they mean
        node = placed.place[-1].node
        key = (severity, placed.item.code.id, node.domain, node.op_type, _key(placed.place[:-1]))
        # By node: one with as many findings as inputs is read once.
        nodes.setdefault(key, {}).setdefault(id(node), (node, []))[1].append(id(placed))
    culprits: dict[int, str] = {}
    for by_node in nodes.values():
        readers: dict[str, list[list[int]]] = {}
        for node, ids in by_node.values():
            for name in dict.fromkeys(node.inputs):
                if name:
                    readers.setdefault(name, []).append(ids)
        for name, groups in sorted(readers.items(), key=lambda item: -sum(map(len, item[1]))):
            fresh = [ids for ids in groups if ids[0] not in culprits]
            if sum(map(len, fresh)) > 1:
                culprits.update((number, name) for ids in fresh for number in ids)
    return culprits


def _first_conflicts(found: Iterable[tuple[str, Placed[Finding]]]) -> dict[int, str]:
    """For declared shapes that differ because of one before them: the value with the first of them, by the
    finding's id. Who declares one wrong shape declares wrong ones for all that is computed from it."""
    first: dict[str, str] = {}
    roots: dict[int, str] = {}
    for _, placed in found:
        if placed.place and placed.item.code is codes.DECLARED_SHAPE:
            name = str(dict(placed.item.args)["name"])
            root = next((first[read] for read in placed.place[-1].node.inputs if read in first), name)
            first[name] = roots[id(placed)] = root
    shared = Counter(roots.values())
    return {number: root for number, root in roots.items() if shared[root] > 1}


def _fix(what: str, safe: bool) -> FixOffer:
    return FixOffer(what=_utf8(what), safe=safe)


def _utf8(text: str) -> str:
    """The text as every format shows it: shortened if it is very long, and with bytes that are not UTF-8
    (possible in names of models) written as ``\\udcff``."""
    text = shortened(text)
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode()


class _Room:
    """A graph, body or function on the path to a node, with its values and facts."""

    __slots__ = ("call", "described", "facts", "graph", "inputs", "makers", "origins")

    def __init__(self, graph: Graph | Function, facts: dict[str, Fact], call: Step | None) -> None:
        self.graph = graph
        self.facts = facts
        self.call = call
        self.makers = producers(graph)
        self.inputs = frozenset() if isinstance(graph, Function) else frozenset(v.name for v in graph.inputs)
        # Many findings may be about readers of one value, whose maker's notes take long to read.
        self.origins: dict[str, str | None] = {}
        self.described: dict[str, str] = {}

    def origin(self, name: str) -> str | None:
        """How the value is defined, as text; None if it is not defined here."""
        if name not in self.origins:
            self.origins[name] = self._origin(name)
        return self.origins[name]

    def _origin(self, name: str) -> str | None:
        maker = self.makers.get(name)
        if maker is not None:
            frame = source_frame(maker)
            at = "" if frame is None else f" at {frame.file}:{frame.line}"
            return f"made by {node_label(maker)} ({maker.op_type}){at}"
        if isinstance(self.graph, Function):
            return self._argument(name, self.graph)
        if name in self.graph.initializers or name in self.graph.sparse_initializers:
            return "an initializer"
        if name in self.inputs:
            return (
                "an input" if self.call is None else f"an input of the body at {node_label(self.call.node)}"
            )
        return None

    def _argument(self, name: str, function: Function) -> str | None:
        if name not in function.inputs or self.call is None:
            return None
        given = "".join(self.call.node.inputs[function.inputs.index(name) :][:1])
        return f"{given!r} at the call {node_label(self.call.node)}" if given else "left out at the call"


class _Notes:
    """Notes: where the values at a node came from, and where the node was written."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.visits: dict[tuple[object, ...], Visit] = {}
        self.rooms: dict[tuple[object, ...], list[_Room]] = {}
        self.compared = 0
        self.explained: set[str] = set()
        self.writer: tuple[Node, tuple[str, ...]] | None = None
        self.reader: tuple[Node, tuple[str, ...]] | None = None

    def about(self, placed: Placed[Finding]) -> Iterable[str]:
        if not placed.place:
            return
        node = placed.place[-1].node
        if placed.item.code is codes.UNDEFINED_INPUT:
            yield from self._meant(placed)
        if placed.item.code.id[:3] != "SI0":
            rooms = self._way(placed.place)
            shown = self._inputs(node)
            for name in shown[:_MOST_NOTES]:
                yield f"input {name!r} is {_of(name, rooms)}"
            if len(shown) > _MOST_NOTES:
                yield f"and {len(shown) - _MOST_NOTES} more inputs"
        yield from self._unknown(placed.item)
        yield from self._written(node)
        if placed.guarded:
            yield "it is in a body that may not run"
        if placed.claimed:
            yield "it depends on a declared shape that could not be checked"

    def _inputs(self, node: Node) -> tuple[str, ...]:
        """The names that the node reads. Cached, because a node may have many inputs and many findings."""
        if self.reader is None or self.reader[0] is not node:
            self.reader = node, tuple(dict.fromkeys(filter(None, node.inputs)))
        return self.reader[1]

    def _unknown(self, finding: Finding) -> Iterable[str]:
        """What the unknown sizes in a message are, where they occur first in a report."""
        for value in dict(finding.args).values():
            symbols = value.symbols() if isinstance(value, Dim) else ()
            for symbol in symbols_in(value) if isinstance(value, Fact) else symbols:
                # A claimed size has the name that its declaration gives it.
                if symbol.named or symbol.reason in ("", "claimed") or symbol.name in self.explained:
                    continue
                self.explained.add(symbol.name)
                yield f"{symbol.name} is unknown: {symbol.reason}"

    def _written(self, node: Node) -> tuple[str, ...]:
        """Where the node was written. Cached, because reading metadata is slow and a node may have many
        findings."""
        if self.writer is None or self.writer[0] is not node:
            source, module = source_line(node), module_of(node)
            found = (f"written at {source}" if source else "", f"in the module {module}" if module else "")
            self.writer = node, tuple(filter(None, found))
        return self.writer[1]

    def _meant(self, placed: Placed[Finding]) -> Iterable[str]:
        """The visible value whose name is most similar to an undefined one."""
        name = str(dict(placed.item.args).get("name", ""))
        if self.compared >= _MOST_COMPARED:
            return
        known = [known for room in self._way(placed.place) for known in room.facts if known != name]
        # At least one name is always compared.
        before, self.compared = self.compared, self.compared + len(known)
        if not before:
            yield from self._unread_inputs()
        if before and self.compared > _MOST_COMPARED:
            return
        # The same name with another number is another layer's value. A value that others read is meant only
        # if a letter or two are wrong.
        pattern = without_numbers(name)
        others = [other for other in known if without_numbers(other) != pattern]
        near = did_you_mean(name, [other for other in others if other not in self.read])
        near = near or did_you_mean(name, others, cutoff=max(0.6, 1 - 2 / max(len(name), 1)))
        if near:
            yield near.removeprefix("; ")

    @cached_property
    def read(self) -> set[str]:
        """The names that nodes of the main graph read, and its outputs."""
        graph = self.run.model.graph
        if graph is None:
            return set()
        return {name for node in graph.nodes for name in reads(node)}.union(v.name for v in graph.outputs)

    def _unread_inputs(self) -> Iterable[str]:
        """The inputs that no node reads: perhaps one of them was renamed."""
        graph = self.run.model.graph
        inputs = [] if graph is None else [v.name for v in graph.inputs if v.name not in graph.initializers]
        unread = [name for name in inputs if name not in self.read]
        if unread:
            names = ", ".join(map(repr, unread[:_MOST_NOTES])) + (" ..." if len(unread) > _MOST_NOTES else "")
            yield f"no node reads the input {names}: perhaps it was renamed"

    def _way(self, place: Place) -> list[_Room]:
        """The graphs whose values a node at this place may read, its own graph first."""
        key = _key(place[:-1])
        rooms = self.rooms.get(key)
        if rooms is None:
            rooms = self.rooms[key] = [self._room(place[:-1])]
            if len(place) > 1 and not place[-2].body.startswith("fn:"):
                rooms += self._way(place[:-1])
        return rooms

    def _room(self, way: Place) -> _Room:
        if not way:
            return _Room(self.run.model.graph or Graph(b""), self.run.facts, None)
        if not self.visits:
            self.visits = {_key(visit.place): visit for visit in self.run.visits}
        visit = self.visits.get(_key(way))
        if visit is None:
            return _Room(Graph(b""), {}, way[-1])
        return _Room(visit.graph, visit.facts(), way[-1])


def _key(place: Place) -> tuple[object, ...]:
    return tuple((id(step.node), step.body) for step in place)


def _of(name: str, rooms: list[_Room]) -> str:
    """What a value is that a node in the first of these reads, and how it is defined."""
    described = rooms[0].described
    if name not in described:
        fact = next((room.facts[name] for room in rooms if name in room.facts), None)
        origin = next((found for room in rooms if (found := room.origin(name)) is not None), None)
        described[name] = ("?" if fact is None else fact.brief()) + (f", {origin}" if origin else "")
    return described[name]
