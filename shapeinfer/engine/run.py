"""The result of a run: facts by name, placed findings and requirements, and the values of every body."""

from __future__ import annotations

from shapeinfer.codes import ERROR, RUNTIME_DIFFERS, WARNING
from shapeinfer.dims import Dim, Symbol
from shapeinfer.engine.place import Place, Step
from shapeinfer.facts.fact import Fact, TensorFact
from shapeinfer.model.graph import dead_nodes
from shapeinfer.model.structure import Graph
from shapeinfer.rule.requirement import Finding, Requirement, any_of

TYPE_CHECKING = False  # typing is slow to import
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence, Set
    from typing import Generic, TypeVar

    from shapeinfer.engine.attributes import References
    from shapeinfer.engine.declared import Declarations
    from shapeinfer.model.structure import Function, Model, Node
    from shapeinfer.rule import Outcome
    from shapeinfer.rule.requirement import Condition

    T = TypeVar("T")
    Item = TypeVar("Item", Finding, Requirement)
    Calls = Mapping[tuple[int, str], int]

    class _Of(Generic[Item]):
        __slots__ = ()

else:
    Item = None

    class _Of:
        """``Generic`` without importing typing."""

        __slots__ = ()

        def __class_getitem__(cls, item):
            return cls


class Placed(_Of[Item]):
    """A finding or requirement at a place. ``guarded``: it lies in a body that may not run.
    ``claimed``: it depends on a declaration that could not be checked. ``resting``: where that stands of
    which it follows, in bodies that exclude each other: what is said there is an error or a demand too.
    ``unless``: where the body that may not run does not, if named sizes decide that."""

    __slots__ = ("claimed", "guarded", "item", "place", "resting", "unless")

    def __init__(
        self, item: Item, place: Place, *, guarded: bool = False, claimed: bool = False,
        resting: tuple[Place, ...] = (), unless: Condition | None = None,
    ) -> None:  # fmt: skip
        self.item: Item = item
        self.place = place
        self.guarded = guarded
        self.claimed = claimed
        self.resting = resting
        self.unless = unless

    def under(
        self, step: Step, *, runs: bool, claimed: bool, resting: tuple[Place, ...] = (),
        unless: Condition | None = None,
    ) -> Placed[Item]:  # fmt: skip
        """The same item, with a place that begins at the node which has the body. ``resting``: where more of
        that stands of which it follows. ``unless``: where a body that may not run does not."""
        if runs or (self.guarded and self.unless is None):
            unless = self.unless
        elif unless is not None and self.unless is not None:
            unless = any_of(unless, self.unless)
        resting = (*((step, *place) for place in self.resting), *resting)
        return Placed(
            self.item, (step, *self.place), guarded=self.guarded or not runs, claimed=self.claimed or claimed,
            resting=resting, unless=unless,
        )  # fmt: skip

    def holding(self, item: Item) -> Placed[Item]:
        """Another item at the same place."""
        return Placed(
            item, self.place, guarded=self.guarded, claimed=self.claimed, resting=self.resting,
            unless=self.unless,
        )  # fmt: skip

    def at(self, moved: Callable[[Place], Place]) -> Placed[Item]:
        """The same item, with all places moved."""
        return Placed(
            self.item, moved(self.place), guarded=self.guarded, claimed=self.claimed,
            resting=tuple(map(moved, self.resting)), unless=self.unless,
        )  # fmt: skip

    def substitute(self, values: Mapping[Symbol, Dim], memo: dict[Dim, Dim]) -> Placed[Item]:
        """The same with symbols replaced."""
        return self.holding(self.item.substitute(values, memo))

    @property
    def is_sure(self) -> bool:
        """Whether it applies to every run: it is not in a body that may be skipped, and does not depend on an
        unchecked claim. ONNX Runtime also runs nodes that no output needs."""
        return not (self.guarded or self.claimed)


def needs_of(placed: Placed[Requirement]) -> Condition | None:
    """What a requirement demands of every run; None if data decides whether its body runs."""
    if not placed.guarded:
        return placed.item.condition
    return None if placed.unless is None else any_of(placed.unless, placed.item.condition)


def severity_of(placed: Placed[Finding], dead: Set[int] = frozenset(), *, runtime: bool = False) -> str:
    """The severity of a finding at its place: an error only if every run meets it.

    ``dead`` are indices of main graph nodes that no output needs: other runtimes than ONNX Runtime leave them
    out. ``runtime``: what only ONNX Runtime demands (``require`` with RUNTIME_DIFFERS) is an error too."""
    code = placed.item.code
    severity = placed.item.severity or (ERROR if runtime and code is RUNTIME_DIFFERS else code.severity)
    # What a runtime finds at load is an error at any place.
    is_sure = placed.is_sure and not (placed.place and placed.place[0].node.index in dead)
    return WARNING if severity == ERROR and not is_sure and not placed.item.at_load else severity


class Visit:
    """The facts of one body or function at one place; symbols are renamed only when the facts are read.

    ``calls`` maps a node index and a body (or ``fn:name``) inside to the ``key`` of its visit.
    ``references`` are the function's attributes in this call, ``opsets`` the imported opsets. ``replaces``:
    it is the branch that an If takes for what is stored, which a loader puts in its place."""

    __slots__ = ("_facts", "calls", "graph", "opsets", "place", "references", "renamings", "replaces")

    def __init__(
        self,
        graph: Graph | Function,
        place: Place,
        facts: Mapping[str, Fact],
        calls: Calls,
        opsets: Mapping[str, int],
        references: References | None = None,
        renamings: tuple[Mapping[Symbol, Dim], ...] = (),
        *,
        replaces: bool = False,
    ) -> None:
        self.graph = graph
        self.place = place
        self._facts = facts
        self.calls = calls
        self.opsets = opsets
        self.references = references
        self.renamings = renamings
        self.replaces = replaces

    @property
    def key(self) -> int:
        """Equal for visits with the same results, apart from places and the names of symbols."""
        return id(self._facts)

    def under(self, step: Step) -> Visit:
        """The same visit, with a place that begins at the node which has the body."""
        return self._again((step, *self.place), self.renamings)

    def substitute(self, values: Mapping[Symbol, Dim], memo: dict[Dim, Dim]) -> Visit:
        """The same visit, with symbols that are to be replaced."""
        return self._again(self.place, (*self.renamings, values))

    def _again(self, place: Place, renamings: tuple[Mapping[Symbol, Dim], ...]) -> Visit:
        return Visit(
            self.graph, place, self._facts, self.calls, self.opsets, self.references, renamings,
            replaces=self.replaces,
        )  # fmt: skip

    @property
    def unrenamed(self) -> Mapping[str, Fact]:
        """The facts in the symbols of the body, for callers that only need types."""
        return self._facts

    def facts(self) -> dict[str, Fact]:
        """The facts of the body's values by name."""
        found = dict(self._facts)
        for values in self.renamings:
            memo: dict[Dim, Dim] = {}
            found = {name: fact.substitute(values, memo) for name, fact in found.items()}
        return found


class Made:
    """The outputs of a graph's nodes: ``names`` in the order of the nodes, and the fact of each in ``facts``.
    Most values share a few facts; None is the fact of a value that was not reached."""

    __slots__ = ("_distinct", "facts", "names")

    def __init__(self, graph: Graph | Function, facts: Mapping[str, Fact]) -> None:
        self.names = [name for node in graph.nodes for name in node.outputs if name]
        self.facts = list(map(facts.get, self.names))
        self._distinct: dict[int, Fact | None] | None = None

    def distinct(self) -> Mapping[int, Fact | None]:
        """Each fact once, by its identity."""
        if self._distinct is None:
            self._distinct = dict(zip(map(id, self.facts), self.facts, strict=True))
        return self._distinct

    def has_unknown_rank(self) -> bool:
        """Whether a node makes a tensor of which nobody knows how many axes it has."""
        return any(isinstance(f, TensorFact) and f.shape is None for f in self.distinct().values())


class Run:
    """The results of one run. ``facts`` are not yet simplified by the contract. ``calls`` maps the main
    graph's nodes to the ``visits`` of their bodies and functions, as in a Visit. ``is_sorted``: its nodes
    were visited in the order of the file. ``outcomes`` has for each of them the Outcome that gives the facts
    of its outputs: nodes with the same one have one operation, and equal facts of all that they read and
    make. None for a node with facts of its own; () if the visit does not tell."""

    __slots__ = (
        "_made", "calls", "claimed", "declarations", "facts", "findings", "is_sorted", "model", "outcomes",
        "requirements", "steps_allowed", "steps_used", "visits",
    )  # fmt: skip

    def __init__(
        self,
        model: Model,
        declarations: Declarations,
        facts: dict[str, Fact],
        claimed: set[str],
        findings: list[Placed[Finding]],
        requirements: list[Placed[Requirement]],
        visits: list[Visit],
        calls: Calls,
        *,
        is_sorted: bool,
        outcomes: Sequence[Outcome | None] = (),
    ) -> None:
        # The steps that the run took, and its limit (shapeinfer.dims.budget).
        self.steps_used = self.steps_allowed = 0
        self.model = model
        self.declarations = declarations
        self.facts = facts
        self.claimed = claimed
        self.findings = findings
        self.requirements = requirements
        self.visits = visits
        self.calls = calls
        self.is_sorted = is_sorted
        self.outcomes = outcomes
        self._made: Made | None = None

    def each(self, work: Callable[[Node], T]) -> list[T]:
        """What ``work`` says of each node of the main graph, in file order. It is asked once about nodes that
        do the same to the same facts: the first stands for all."""
        nodes = self.model.graph.nodes if self.model.graph is not None else []
        if not self.outcomes:
            return list(map(work, nodes))
        known: dict[Outcome, T] = {}
        found: list[T] = []
        for node, outcome in zip(nodes, self.outcomes, strict=True):
            if outcome is None:
                found.append(work(node))
            elif outcome in known:
                found.append(known[outcome])
            else:
                found.append(known.setdefault(outcome, work(node)))
        return found

    def visits_by_key(self) -> dict[int, Visit]:
        """The visits of bodies and functions by their keys: most calls share what they find."""
        return {visit.key: visit for visit in self.visits}

    def made(self) -> Made:
        """The outputs of the main graph's nodes."""
        if self._made is None:
            self._made = Made(self.model.graph or Graph(b""), self.facts)
        return self._made

    def dead_nodes(self) -> set[int]:
        """The indices of main graph nodes that no output needs."""
        return set() if self.model.graph is None else dead_nodes(self.model.graph)
