"""What the declared shapes of the outputs of bodies demand, unless a loader may know other sizes."""

from __future__ import annotations

from shapeinfer.engine.bodies import enforced, mistaken
from shapeinfer.engine.frame import Frame, fed
from shapeinfer.engine.loader.blind import is_blind
from shapeinfer.engine.loader.noted import note
from shapeinfer.engine.loader.seen import are_lists_seen, is_misled, is_seen
from shapeinfer.engine.run import Placed
from shapeinfer.facts.fact import Fact, TensorFact
from shapeinfer.model.graph import SCAN_WITHOUT_BATCH, captured_names, defined, reads, scanned_count
from shapeinfer.model.structure import Function, Graph, TensorType
from shapeinfer.rule.requirement import Finding, Requirement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence, Set

    from shapeinfer.engine.engine import Engine
    from shapeinfer.model.structure import Node

# What is said of numbers that are enforced, unless a loader knows others.
_BY_NUMBERS = (enforced.ENFORCED, enforced.FOLDED)


class Enforcement:
    """The demands of one run, and which values of its graphs a loader may know otherwise."""

    __slots__ = ("behind", "collected", "engine", "loose")

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.loose: set[str] | None = None
        self.behind: Set[str] | None = None
        self.collected: Set[str] | None = None

    def state(
        self, graph: Graph, facts: Sequence[Fact], frame: Frame, op_type: str, loaded: Sequence[Fact] | None,
        *, names: Sequence[str], folded: bool, opens: bool, beside: Sequence[Graph],
    ) -> None:  # fmt: skip
        """State what the declared shapes of a body's outputs demand. ``loaded``: the outputs as a loader
        knows them by the declared inputs; ``opens``: these declare numbers for open sizes alone. ``beside``:
        the other branch of an If."""
        engine = self.engine
        noted = loaded is not None and not (frame.functions or frame.as_loaded) and (opens or engine.is_bound)
        blind = {value.name for value in graph.outputs if is_blind(value.name, frame)}
        required = enforced.required_of_outputs(
            op_type, graph, frame.scope.find, loaded, engine.declared_numbers,
            other=engine.noted.other_numbers, inlined=bool(engine.model.functions),
            alone=enforced.is_left_alone(engine.graph, graph),
            folded=folded, uninferred=blind, bound=engine.is_bound,
            at_load=engine.loader().noted.sizes if noted else None,
            sees_lists=lambda name: are_lists_seen(name, frame) and name not in _behind_rounds(graph),
            beside=set().union(*map(defined, beside)),
        )  # fmt: skip
        if op_type == "Scan" and frame.as_loaded:
            if loaded is None:  # else it was visited with what it declares, as a loader sees it
                self._note_in_loop(graph, frame)
        elif (
            op_type == "Scan" and frame.outer is not None and (frame.outer.mistaken or frame.outer.forgotten)
        ):
            for wanted in self._demanded_in_loop(graph, frame):
                _state(wanted, frame)
        unsure: Set[str] | None = None
        for wanted in required:
            if wanted.message in _BY_NUMBERS:
                if unsure is None and op_type == "Scan":
                    unsure = self._unsure(graph, frame, names) | self._as_states(graph, facts, frame, names)
                elif unsure is None:
                    unsure = self._unsure(graph, frame, None)
                name = str(dict(wanted.args)["name"])
                if name in unsure or self._has_other_numbers(graph, name):
                    continue
            if isinstance(wanted, Finding):
                if _is_captured(wanted, graph, frame):
                    wanted = wanted.softened()
                elif dict(wanted.args).get("name") not in blind:
                    wanted = self._as_sure(wanted, graph, facts, names, frame)
            _state(wanted, frame)

    def notes_loops(self, graph: Graph, frame: Frame) -> bool:
        """Whether to note what a loader knows of Scans in the body of a Loop of whose states it declares
        numbers that may be others."""
        if self.engine.is_bound or frame.functions or frame.opsets.get("", 0) < SCAN_WITHOUT_BATCH:
            return False
        return any(node.op_type == "Scan" for node in graph.nodes)

    def _note_in_loop(self, graph: Graph, frame: Frame) -> None:
        """Note the numbers that a loader surely knows of what a Scan's body makes, which stands in a Loop's
        body, with the states that this declares. What Shapes tell of these the usual optimizations compute
        at load: what follows from it has sizes that we do not know."""
        loop = None if frame.outer is None else frame.outer.graph
        if loop is None:
            return
        counted = mistaken.following(loop, _shapes_in(loop))
        node = frame.owner()
        if node is None or not counted.isdisjoint(reads(node)):
            return
        counted = mistaken.following(graph, _shapes_in(graph))
        for position, value in enumerate(graph.outputs):
            fact = frame.scope.find(value.name)
            if not isinstance(fact, TensorFact) or not isinstance(value.type, TensorType):
                continue
            is_declared = value.type.dims is None or len(value.type.dims) == fact.rank
            if (
                fact.shape is not None and is_declared and not _contradicts(value.type, fact)
                and value.name not in counted and is_seen(value.name, frame)
            ):  # fmt: skip
                sizes = [size.value for size in fact.shape]
                note(self.engine.noted.in_loops, (id(graph), position), sizes)

    def _demanded_in_loop(self, graph: Graph, frame: Frame) -> Iterator[Requirement | Finding]:
        """What is demanded of the sizes that a Scan's body makes, by those that were noted."""
        noted = self.engine.loader().noted.in_loops
        for position, value in enumerate(graph.outputs):
            sizes, fact = noted.get((id(graph), position)), frame.scope.find(value.name)
            if sizes is not None and isinstance(fact, TensorFact) and fact.rank == len(sizes):
                yield from enforced.compared(value.name, sizes, fact.shape or (), folded=False)

    def _as_sure(
        self, found: Finding, body: Graph, facts: Sequence[Fact], names: Sequence[str], frame: Frame
    ) -> Finding:
        """What is found of a body's outputs; a warning where a loader may know a shape that we do not: of
        what a Scan makes it knows what is declared, and we may not, where a round changes a state's shape; of
        what an If makes too, where a branch makes another rank. Of what each round of a Loop adds we know no
        shape where there is no round. What goes into a function has another name there, so any of them may
        be such a value."""
        if found.message != enforced.NO_SHAPE:
            return found
        given = zip(names, facts, strict=False)
        unknown = [name for name, f in given if isinstance(f, TensorFact) and f.shape is None]
        collected = self.behind_collected()
        if unknown and frame.functions and collected:
            return found.softened()
        other = collected | mistaken.misranked(body, frame)
        is_sure = other.isdisjoint([*unknown, dict(found.args)["name"]])
        return found if is_sure else found.softened()

    def _unsure(self, body: Graph, frame: Frame, names: Sequence[str] | None) -> Set[str]:
        """The values of a body of whose sizes a loader may know other numbers than are declared. ``names``
        are those of what goes into a Scan; None: it is a branch of an If."""
        behind = self.behind_bodies()
        if names is None:
            return behind | mistaken.behind(body, behind) | mistaken.mistaken(body, frame)
        if is_misled(frame.outer):
            return {value.name for value in body.outputs}
        given = zip(fed(body), names, strict=False)
        inside = [value.name for value, name in given if name in behind]
        return mistaken.following(body, inside) | behind if inside else behind

    def _has_other_numbers(self, body: Graph, name: str) -> bool:
        """Whether a loader knows other numbers of an output than it declares, though by what a caller gave
        less is known of it."""
        return self.engine.is_bound and (id(body), name) in self.engine.loader().noted.other_numbers

    def _as_states(self, body: Graph, facts: Sequence[Fact], frame: Frame, names: Sequence[str]) -> Set[str]:
        """The states of a Scan of which a loader may know what goes in: it takes that as the shape of what
        comes out where that declares another number."""
        is_main = frame.outer is not None and frame.outer.outer is None
        at_load = self.engine.at_load().facts if self.engine.is_bound and is_main else None
        found: set[str] = set()
        outputs = zip(body.outputs[: _states(body, frame)], facts, names, strict=False)
        for value, fact, name in outputs:
            given = fact if at_load is None else at_load.get(name)
            if isinstance(value.type, TensorType) and _contradicts(value.type, given):
                found.add(value.name)
        return found

    def may_be_misled(self, names: Sequence[str], frame: Frame) -> bool:
        """Whether a loader may know other numbers of these values than we do."""
        behind = self.behind_bodies()
        return is_misled(frame) or any(n in behind or n in frame.scope.uninferred for n in names)

    def behind_bodies(self) -> Set[str]:
        """The values that follow from a Scan or a Loop whose body declares numbers, in whichever graph."""
        if self.behind is None:
            self.behind = self._followed(mistaken.behind_declared_bodies)
        return self.behind

    def behind_collected(self) -> Set[str]:
        """The values that follow from what a Scan makes or a Loop collects, in whichever graph."""
        if self.collected is None:
            self.collected = self._followed(_collected)
        return self.collected

    def _followed(self, begun_in: Callable[[Graph | Function], Iterable[str]]) -> Set[str]:
        """The values that follow, in whichever graph, from those that ``begun_in`` finds in each."""
        found: set[str] = set()
        graphs, before = self._graphs(), -1
        begun = [list(begun_in(graph)) for graph in graphs]
        while len(found) > before:  # again, for Ifs and calls of functions that stand behind
            before = len(found)
            for graph, first in zip(graphs, begun, strict=True) if any(begun) else ():
                found |= mistaken.following(graph, [*first, *self._given_back(graph, found)])
                found |= mistaken.behind(graph, found)
        return found

    def _given_back(self, graph: Graph | Function, values: Set[str]) -> list[str]:
        """What Ifs and calls of functions make of these values of the branches and functions."""
        made: list[tuple[Node, Sequence[str]]] = []
        for node in graph.nodes:
            function = self.engine.function_of(node)
            if function is not None:
                made.append((node, function.outputs))
            elif node.op_type == "If":
                made += [(node, [value.name for value in branch.outputs]) for _, branch in node.bodies()]
        return [
            output
            for node, inside in made
            for output, inner in zip(node.outputs, inside, strict=False)
            if output and inner in values
        ]

    def _graphs(self) -> list[Graph | Function]:
        """The main graph, the functions, and their bodies, each behind those around it."""
        found: list[Graph | Function] = [self.engine.graph, *self.engine.model.functions.values()]
        for graph in found:
            found.extend(body for node in graph.nodes for _, body in node.bodies())
        return found

    def made_by_bodies(self) -> set[str]:
        """The names of values that a Loop or an If makes, or that follow from one: of these a loader may not
        know the rank."""
        if self.loose is None:
            self.loose = set()
            waiting: list[Graph | Function] = [self.engine.graph, *self.engine.model.functions.values()]
            while waiting:
                for node in waiting.pop().nodes:
                    waiting.extend(graph for _, graph in node.bodies())
                    if node.op_type in ("Loop", "If") or not self.loose.isdisjoint(node.inputs):
                        self.loose.update(node.outputs)
            self.loose.discard("")
        return self.loose


def _behind_rounds(graph: Graph) -> Set[str]:
    """The values that follow from a Loop. No loader follows its rounds, which tell us what lists hold."""
    made = [name for node in graph.nodes if node.op_type == "Loop" for name in node.outputs]
    return mistaken.following(graph, made) if made else frozenset()


def _is_captured(found: Finding, body: Graph, frame: Frame) -> bool:
    """Whether it is that an output has no known shape, in a function into which something of unknown shape
    goes: a loader may know that by what it infers of the caller's graph."""
    if found.message != enforced.NO_SHAPE or not frame.functions:
        return False
    facts = [frame.scope.find(name) for name in captured_names(body)]
    return any(isinstance(fact, TensorFact) and fact.shape is None for fact in facts)


def _collected(graph: Graph | Function) -> list[str]:
    """What Scans make, and what Loops collect of their rounds."""
    return [
        name
        for node in graph.nodes
        if node.op_type in ("Loop", "Scan")
        for name in node.outputs[len(node.inputs) - mistaken.LOOP_SCALARS if node.op_type == "Loop" else 0 :]
        if name
    ]


def _state(wanted: Requirement | Finding, frame: Frame) -> None:
    if isinstance(wanted, Requirement):
        frame.requirements.append(Placed(wanted, ()))
    else:
        frame.findings.append(Placed(wanted, ()))


def _shapes_in(graph: Graph | Function) -> list[str]:
    """What Shapes make, in this graph or in bodies of its nodes."""
    found: list[str] = []
    for node in graph.nodes:
        if node.op_type in ("Shape", "Size") or any(_shapes_in(body) for _, body in node.bodies()):
            found.extend(node.outputs)
    return found


def _states(body: Graph, frame: Frame) -> int:
    """How many states the Scan has that this is the body of; 0 if that is not known."""
    node = frame.owner()
    scanned = None if node is None else scanned_count(node)
    return 0 if scanned is None else len(fed(body)) - scanned


def _contradicts(declared: TensorType, fact: Fact | None) -> bool:
    """Whether a number is declared in the place of another one."""
    shape = fact.shape if isinstance(fact, TensorFact) else None
    if shape is None or declared.dims is None or len(shape) != len(declared.dims):
        return False
    pairs = zip(declared.dims, shape, strict=True)
    return any(isinstance(want, int) and size.value not in (None, want) for want, size in pairs)
