"""What is alive at once: the peak over a model's nodes, bodies and functions included.

The model of memory: nodes run in file order, values live from the node that makes them to the last that reads
them, nothing is reused in place, and kernels take no memory of their own. At an If one branch runs, at a Loop
or Scan one round beside the carried values, what they were before, and the results collected so far at their
full size. A function is seen as its nodes in the place of the call.
"""

from __future__ import annotations

from shapeinfer.costs.bytes import bytes_of
from shapeinfer.costs.live.liveness import Liveness, fed_names, output_names
from shapeinfer.costs.live.peak import Candidate, Peak, bound_of, undominated
from shapeinfer.costs.live.sizes import Slots
from shapeinfer.dims import ZERO, Dim
from shapeinfer.engine.place import Step
from shapeinfer.model.graph import Cycle, captured_names, order, scanned_count
from shapeinfer.model.structure import Graph

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from shapeinfer.engine.place import Place
    from shapeinfer.engine.run import Run, Visit
    from shapeinfer.facts.fact import Fact
    from shapeinfer.model.structure import Function, Node

    Calls = Mapping[tuple[int, str], int]


class Alive:
    """A value that is alive somewhere: its bytes, None where they are not known."""

    __slots__ = ("bytes", "maker", "name")

    def __init__(self, name: str, bytes_: Dim | None, maker: Node | None) -> None:
        self.name = name
        self.bytes = bytes_
        self.maker = maker


class _Inside:
    """What a body or function adds where it runs: sums alive in it with their places below the node, and
    which of its outputs are inputs handed on (by position)."""

    __slots__ = ("passed", "sums")

    def __init__(self, sums: list[tuple[int, Place]], passed: dict[int, int]) -> None:
        self.sums = sums
        self.passed = passed


class Memory:
    """The memory that one run of a model needs, activations apart from what it is given.

    ``change`` is applied to every number of bytes, as a contract's rewriter does. ``unsized`` lists the
    values whose bytes are not known, which count as none.
    """

    def __init__(self, run: Run, change: Callable[[Dim], Dim] | None = None) -> None:
        self._run = run
        self._graph = run.model.graph or Graph(b"")
        self._change = change
        self._slots = Slots()
        self._visits = run.visits_by_key()
        self._insides: dict[int, _Inside] = {}
        self._codes: dict[int, int | None] = {}
        self._facts: list[Fact] = []
        self.unsized: dict[str, None] = {}
        self.gave_up = False
        self._liveness: Liveness | None = None
        self._peak: Peak | None = None

    # --- bytes of facts ---------------------------------------------------------------------------

    def bytes(self, fact: Fact | None) -> Dim | None:
        """The bytes of a value, rewritten."""
        found = bytes_of(fact)
        return found if found is None or self._change is None else self._change(found)

    def _code(self, fact: Fact | None) -> int | None:
        """The number that stands for the bytes of a value; None where they are not known."""
        key = id(fact)
        if key not in self._codes:
            size = self.bytes(fact)
            code = self._codes[key] = None if size is None else self._slots.code(size)
            self.gave_up = self.gave_up or (size is not None and code is None)
            if fact is not None:
                self._facts.append(fact)  # the id of a fact is valid as long as the fact is referenced
        return self._codes[key]

    def _code_sum(self, names: Iterable[str], facts: Mapping[str, Fact]) -> int:
        """What stands for the bytes of these values together."""
        found = 0
        for name in names:
            code = self._code(facts.get(name))
            if code is None:
                self.unsized[name] = None
            found += code or 0
        return found

    def _sums(self, liveness: Liveness, facts: Mapping[str, Fact]) -> tuple[list[int], list[int]]:
        """As ``Liveness.sums`` says, of a graph with these facts."""

        def codes(node: Node) -> list[tuple[int, int | None]]:
            owned = liveness.owned(node)
            outputs = enumerate(node.outputs)
            return [(at, self._code(facts.get(name))) for at, name in outputs if name in owned]

        is_main = liveness.nodes is self._graph.nodes
        found = self._run.each(codes) if is_main else list(map(codes, liveness.nodes))
        return liveness.sums(found, self.unsized)

    # --- one graph --------------------------------------------------------------------------------

    @property
    def peak(self) -> Peak:
        """The largest number of bytes alive at once in the main graph and what it calls."""
        if self._peak is None:
            graph = self._graph
            self._liveness, sums = self._graph_sums(graph, self._run.facts, self._run.calls)
            places = dict(reversed(sums))
            codes = undominated(list(places), self._slots)
            candidates = [Candidate(self._dim(code), places[code]) for code in codes]
            bound = bound_of(codes, self._slots) if codes else ZERO
            self._peak = Peak(candidates, bound)
        return self._peak

    def _dim(self, code: int) -> Dim:
        return self._slots.dim(self._slots.coefficients(code))

    def _graph_sums(
        self, graph: Graph | Function, facts: Mapping[str, Fact], calls: Calls
    ) -> tuple[Liveness, list[tuple[int, Place]]]:
        """The sums alive in a graph that may be the largest, each with the first place that has it."""
        nodes = graph.nodes
        if graph is not self._graph or not self._run.is_sorted:
            ordered = order(graph, captured_names(graph) if isinstance(graph, Graph) else ())
            nodes = nodes if isinstance(ordered, Cycle) else ordered
        called: dict[int, list[str]] = {}
        for index, body in calls:
            called.setdefault(index, []).append(body)

        def passed(node: Node) -> Mapping[str, str]:
            found: dict[str, str] = {}
            for body in called.get(node.index, ()):
                if body.startswith("fn:"):
                    inside = self._inside(calls[node.index, body])
                    for out, given in inside.passed.items():
                        if out < len(node.outputs) and given < len(node.inputs) and node.outputs[out]:
                            found[node.outputs[out]] = node.inputs[given]
            return found

        stored = graph.initializers if isinstance(graph, Graph) else ()
        liveness = Liveness(nodes, output_names(graph), stored, passed if called else None)
        alive, ends = self._sums(liveness, facts)
        sums: dict[int, Place] = {}
        if len(self._slots.monomials) == 1 and not called and ends:
            most = max(ends, key=alive.__getitem__)
            return liveness, [(alive[most], (Step(nodes[most]),))]
        for at in ends:
            if alive[at] not in sums:
                sums[alive[at]] = (Step(nodes[at]),)
        if called:
            for at, node in enumerate(nodes):
                if node.index in called:
                    before = alive[at] - self._code_sum(liveness.owned(node), facts)
                    self._add_inside(node, called[node.index], calls, before, facts, sums)
        return liveness, list(sums.items())

    def _add_inside(
        self,
        node: Node,
        bodies: Sequence[str],
        calls: Calls,
        before: int,
        facts: Mapping[str, Fact],
        sums: dict[int, Place],
    ) -> None:
        """The sums alive while a node's bodies run, beside what is alive around it."""
        beside = before
        if node.op_type in ("Loop", "Scan", "SequenceMap"):
            beside += self._kept_between_rounds(node, calls, facts)
        for body in bodies:
            for code, place in self._inside(calls[node.index, body]).sums:
                sums.setdefault(beside + code, (Step(node, body), *place))

    def _kept_between_rounds(self, node: Node, calls: Calls, facts: Mapping[str, Fact]) -> int:
        """The state that a round begins with, and what is collected of all rounds."""
        visit = self._visits.get(calls.get((node.index, "body"), 0))
        if visit is None or not isinstance(visit.graph, Graph):
            return 0
        inside = visit.facts()
        fed = fed_names(visit.graph)
        if node.op_type == "Loop":
            state = fed[2:]
        elif node.op_type == "Scan":
            state = fed[: len(fed) - (scanned_count(node) or 0)]
        else:
            state = []
        collected = [name for name in node.outputs[len(state) :] if name]
        return self._code_sum(state, inside) + self._code_sum(collected, facts)

    def _inside(self, key: int) -> _Inside:
        found = self._insides.get(key)
        if found is None:
            self._insides[key] = _Inside([], {})  # broken models call themselves
            found = self._insides[key] = self._visit_sums(self._visits.get(key))
        return found

    def _visit_sums(self, visit: Visit | None) -> _Inside:
        if visit is None:
            return _Inside([], {})
        facts = visit.facts()
        liveness, sums = self._graph_sums(visit.graph, facts, visit.calls)
        self._facts.extend(facts.values())
        places = dict(reversed(sums))
        fed = {name: position for position, name in enumerate(fed_names(visit.graph))}
        passed: dict[int, int] = {}
        for position, name in enumerate(output_names(visit.graph)):
            source = liveness.shown.get(name, name)
            if source in fed:
                passed[position] = fed[source]
        return _Inside([(code, places[code]) for code in undominated(list(places), self._slots)], passed)

    # --- what is alive where ------------------------------------------------------------------------

    def _main(self) -> Liveness:
        """The lives in the main graph."""
        _ = self.peak  # finds them, also where assertions are left out
        assert self._liveness is not None
        return self._liveness

    def timeline(self) -> list[tuple[Node, Dim]]:
        """Each node of the main graph in the order in which it runs, with the bytes alive after it, before
        anything is given back; what its bodies make inside is not part of it."""
        liveness = self._main()
        alive, _ = self._sums(liveness, self._run.facts)
        dims = {code: self._dim(code) for code in dict.fromkeys(alive)}
        return [(node, dims[code]) for node, code in zip(liveness.nodes, alive, strict=False)]

    def ordered(self) -> Sequence[Node]:
        """The nodes of the main graph in the order in which they run."""
        return self._main().nodes

    def lives(self) -> list[tuple[str, int, int, Dim | None]]:
        """Each value of the main graph that takes memory of its own, what :meth:`timeline` adds up: its name,
        from when to when it is alive as positions in the order of the nodes, both included, and its bytes,
        None where they are not known."""
        liveness, facts = self._main(), self._run.facts
        end = len(liveness.nodes) - 1
        lives = liveness.lives()
        found = [facts.get(name) for name, _, _ in lives]
        # By the id of the fact, which the run holds: most values share a few.
        sizes = {key: self.bytes(fact) for key, fact in dict(zip(map(id, found), found, strict=True)).items()}
        return [
            (name, start, stop if stop < end else end, sizes[id(fact)])
            for (name, start, stop), fact in zip(lives, found, strict=True)
        ]

    def alive_at(self, place: Place) -> list[Alive]:
        """The values alive at a place of the main graph or inside, the largest at usual sizes first. Of a
        body's own values only those of the innermost graph and the main one are listed with all between."""
        found: list[Alive] = []
        facts: Mapping[str, Fact] = self._run.facts
        liveness: Liveness | None = self._main()
        calls: Calls = self._run.calls
        for step in place:
            if liveness is None:
                break
            found += self._alive_in(liveness, step, facts)
            visit = self._visits.get(calls.get((step.node.index, step.body), 0)) if step.body else None
            if visit is None:
                break
            facts, calls = visit.facts(), visit.calls
            liveness, _ = self._graph_sums(visit.graph, facts, calls)
        return sorted(found, key=_usual_bytes)

    def _alive_in(self, liveness: Liveness, step: Step, facts: Mapping[str, Fact]) -> list[Alive]:
        found: list[Alive] = []
        position = next((i for i, node in enumerate(liveness.nodes) if node is step.node), -1)
        for at, node in enumerate(liveness.nodes):
            if liveness.late.get(at, at) > position or (step.body and at == position):
                continue
            found += [
                Alive(name, self.bytes(facts.get(name)), node)
                for name in liveness.owned(node)
                if liveness.last.get(name, at) >= position
            ]
        return found


def _usual_bytes(alive: Alive) -> tuple[float, str]:
    from shapeinfer.costs.live.peak import usual

    try:
        return (-float(alive.bytes.evaluate(usual)) if alive.bytes is not None else 0.0), alive.name
    except (ZeroDivisionError, OverflowError):
        return 0.0, alive.name
