"""State of the engine during a visit: values in scope, collected reports, results of bodies."""

from __future__ import annotations

from shapeinfer.codes import Code
from shapeinfer.dims import Dim, Symbol
from shapeinfer.dims.budget import spend
from shapeinfer.engine.attributes import References
from shapeinfer.engine.effort import RENAME_STEPS
from shapeinfer.engine.place import Step
from shapeinfer.engine.run import Placed, Visit
from shapeinfer.facts.fact import Fact, TensorFact
from shapeinfer.model.structure import Function, Graph, Node, Value
from shapeinfer.rule.requirement import Finding, Requirement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from shapeinfer.engine.bodies.either import Either
    from shapeinfer.engine.reuse.repeats import Repeats
    from shapeinfer.rule import Outcome


class BodyOutcome:
    """The result of a body or function: an Outcome, with places relative to the body, and its values.

    ``claimed``: the positions of outputs that depend on a declaration inside that could not be checked.
    ``unranked``: those whose rank a loader does not know; ``blind``: those of them of which it surely knows
    none; ``misranked``: those of a branch that declares another rank, which may be the one that it knows;
    ``misdeclared``: those of a branch that follow from what is declared otherwise than it is;
    ``seen``: those of which it surely knows the numbers (of branches before opset 11 and of Scans, where it
    compares them). ``either``: what it makes with either branch of an If, if that decides a rank."""

    __slots__ = (
        "blind",
        "claimed",
        "either",
        "findings",
        "misdeclared",
        "misranked",
        "outputs",
        "placeholders",
        "requirements",
        "seen",
        "unranked",
        "visits",
    )

    def __init__(
        self,
        outputs: tuple[Fact, ...],
        requirements: tuple[Placed[Requirement], ...],
        findings: tuple[Placed[Finding], ...],
        placeholders: tuple[Symbol, ...],
        visits: tuple[Visit, ...],
        *,
        claimed: frozenset[int] = frozenset(),
        unranked: frozenset[int] = frozenset(),
        blind: frozenset[int] = frozenset(),
        seen: frozenset[int] = frozenset(),
        misranked: frozenset[int] = frozenset(),
        misdeclared: frozenset[int] = frozenset(),
        either: Either | None = None,
    ) -> None:
        self.outputs = outputs
        self.claimed = claimed
        self.unranked = unranked
        self.blind = blind
        self.seen = seen
        self.misranked = misranked
        self.misdeclared = misdeclared
        self.either = either
        self.requirements = requirements
        self.findings = findings
        self.placeholders = placeholders
        self.visits = visits

    def saying(
        self, requirements: Iterable[Placed[Requirement]], findings: Iterable[Placed[Finding]]
    ) -> BodyOutcome:
        """The same with other requirements and findings."""
        return BodyOutcome(
            self.outputs, tuple(requirements), tuple(findings), self.placeholders, self.visits,
            claimed=self.claimed, unranked=self.unranked, blind=self.blind, seen=self.seen,
            misranked=self.misranked, misdeclared=self.misdeclared, either=self.either,
        )  # fmt: skip

    def renamed(self, values: Mapping[Symbol, Dim]) -> BodyOutcome:
        """The same with other placeholders."""
        spend(RENAME_STEPS * (len(values) + len(self.requirements) + len(self.findings) + len(self.visits)))
        memo: dict[Dim, Dim] = {}
        return BodyOutcome(
            tuple(f.substitute(values, memo) for f in self.outputs),
            tuple(r.substitute(values, memo) for r in self.requirements),
            tuple(f.substitute(values, memo) for f in self.findings),
            (),
            tuple(v.substitute(values, memo) for v in self.visits),
            claimed=self.claimed,
            unranked=self.unranked,
            blind=self.blind,
            seen=self.seen,
            misranked=self.misranked,
            misdeclared=self.misdeclared,
            either=None if self.either is None else self.either.renamed(values, memo),
        )


class Scope:
    """The values that a node may read: those of its graph, then those of outer graphs."""

    __slots__ = ("claimed", "names", "outer", "uninferred", "unranked")

    def __init__(self, outer: Scope | None = None) -> None:
        self.names: dict[str, Fact] = {}
        self.claimed: set[str] = set()
        # Values whose rank a loader does not infer; and those of them for which none is declared either.
        self.uninferred: set[str] = set()
        self.unranked: set[str] = set()
        self.outer = outer

    def copy(self) -> Scope:
        """The same values, to which more may be added."""
        scope = Scope(self.outer)
        scope.names, scope.claimed = dict(self.names), set(self.claimed)
        scope.uninferred, scope.unranked = set(self.uninferred), set(self.unranked)
        return scope

    def find(self, name: str) -> Fact | None:
        scope: Scope | None = self
        while scope is not None:
            fact = scope.names.get(name)
            if fact is not None:
                return fact
            scope = scope.outer
        return None

    def is_claimed(self, names: Sequence[str]) -> bool:
        """Whether one of these facts depends on an unproved declaration."""
        scope: Scope | None = self
        while scope is not None:
            if scope.claimed and not scope.claimed.isdisjoint(names):
                return True
            scope = scope.outer
        return False

    def is_uninferred(self, names: Sequence[str]) -> bool:
        """Whether a loader does not infer the rank of one of these, here or in a graph around this one."""
        scope: Scope | None = self
        while scope is not None:
            if scope.uninferred and not scope.uninferred.isdisjoint(names):
                return True
            scope = scope.outer
        return False

    def rank_flags(self, name: str) -> tuple[bool, bool]:
        """Whether a loader does not infer the rank of this value of the graph, and knows none either."""
        return name in self.uninferred, name in self.unranked

    def forget_ranks(self, names: Iterable[str]) -> None:
        """Drop what was noted of ranks that a loader does not infer."""
        self.uninferred.difference_update(names)
        self.unranked.difference_update(names)

    def add_uninferred(
        self, names: Iterable[str], facts: Iterable[Fact], claims: Mapping[str, Value]
    ) -> None:
        """A loader does not infer the ranks of these values; ``claims`` may declare them."""
        known = iter(facts)
        for name in names:
            fact = next(known, None)
            if name:
                self.uninferred.add(name)
                claim = claims.get(name)
                declared = None if claim is None else claim.dims
                rank = fact.rank if isinstance(fact, TensorFact) else None
                if declared is None or (rank is not None and len(declared) != rank):
                    self.unranked.add(name)


class Frame:
    """The graph, body or function whose nodes are visited: its scope, and its collected results."""

    __slots__ = (
        "absent", "again", "as_loaded", "blind", "calls", "claims", "depth", "either", "findings", "folded",
        "forgotten", "functions", "graph", "inferred", "inputs", "made_by", "misdeclared", "misled",
        "misranked", "mistaken", "nodes", "opsets", "outcomes", "outer", "owners", "pinned", "placeholders",
        "redefined", "references", "repeats", "requirements", "scope", "seen", "strict", "told", "unseen",
        "visited", "visits", "waiting",
    )  # fmt: skip

    def __init__(
        self, scope: Scope, opsets: Mapping[str, int], references: References | None, depth: int,
        functions: tuple[Function, ...] = (),
    ) -> None:  # fmt: skip
        self.scope = scope
        self.opsets = opsets
        self.references = references
        self.depth = depth
        self.functions = functions
        # What is visited, once that begins; and the frame of the node that has the body.
        self.graph: Graph | Function | None = None
        self.inputs: dict[str, Value] | None = None
        self.outer: Frame | None = None
        # Values that are surely computed when a model is loaded (optimized/folded.py).
        self.folded: set[str] = set()
        # It is a function, or a body in one: a loader compares its declarations with what it infers.
        self.strict = False
        self.claims: Mapping[str, Value] = {}
        # Nodes are inferred again, after edits: the values that they make are known from before.
        self.again = False
        # It is a Loop's body, or in one, visited with the states that this declares, as a loader sees it.
        self.as_loaded = False
        self.absent: frozenset[str] = frozenset()
        # What goes into a Loop or a function, of which a loader does not know all numbers; and whether it may
        # know others.
        self.forgotten: frozenset[str] = frozenset()
        self.misled = False
        # Outputs of a function of which the graph that calls it declares a shape.
        self.told: frozenset[str] = frozenset()
        # What a Loop collects and what an If makes, where a loader surely infers no rank in the bodies.
        self.blind: set[str] = set()
        # What Scans make, where a loader surely infers the numbers that we know, if it sees what goes in, and
        # what Ifs make of the same shape in both branches.
        self.inferred: set[str] = set()
        # Values of which the model declares another shape than they have: a loader may know that one, or
        # none.
        self.mistaken: set[str] = set()
        # Values of which a loader knows all that we do, for it is declared (loader/as_declared.py).
        self.pinned: set[str] = set()
        # What Ifs make of which a branch declares another rank than it makes: a loader may know that one.
        self.misranked: set[str] = set()
        # The same of what follows in a branch from what is declared otherwise than it is.
        self.misdeclared: set[str] = set()
        # What nodes make, by their outputs, with either branch of an If that decides a rank.
        self.either: dict[tuple[str, ...], Either] = {}
        # Inputs of a Scan's body: of what goes in a loader may not infer the numbers that we know.
        self.unseen: frozenset[str] = frozenset()
        # Outputs of nodes in a cycle. They are read before they are defined, which is reported once, as the
        # cycle.
        self.waiting: frozenset[str] = frozenset()
        self.findings: list[Placed[Finding]] = []
        self.requirements: list[Placed[Requirement]] = []
        self.placeholders: list[Symbol] = []
        self.visits: list[Visit] = []
        self.visited: set[int] = set()
        # The nodes in the order of the visit; and of each the Outcome that gives the facts of its outputs,
        # None if they are its own. ``redefined``: a name has two makers, so that readers saw different facts.
        self.nodes: Sequence[Node] = ()
        self.outcomes: list[Outcome | None] = []
        self.redefined = False
        # Which node makes a value, once somebody asks; and what a loader knows of the values that were asked
        # for, by the question (loader/seen.py).
        self.made_by: Mapping[str, Node] | None = None
        self.seen: dict[object, dict[str, bool]] = {}
        # Which node has a body, by the body's identity, once somebody asks.
        self.owners: Mapping[int, Node] | None = None
        # Nodes with dims that only a run tells, of which another one may compute the same.
        self.repeats: Repeats | None = None
        self.calls: dict[tuple[int, str], int] = {}

    def tried(self, scope: Scope, nodes: Sequence[Node]) -> Frame:
        """The same without results, for a visit of some nodes whose reports are not those of the graph."""
        trial = Frame(scope, self.opsets, self.references, self.depth, self.functions)
        trial.graph, trial.inputs, trial.outer, trial.folded = (
            self.graph, self.inputs, self.outer, self.folded,
        )  # fmt: skip
        trial.strict, trial.absent, trial.as_loaded = self.strict, self.absent, self.as_loaded
        trial.forgotten, trial.misled, trial.waiting = self.forgotten, self.misled, self.waiting
        trial.told = self.told
        trial.mistaken.update(self.mistaken)
        trial.pinned.update(self.pinned)
        trial.blind.update(self.blind)
        trial.inferred.update(self.inferred)
        trial.misranked.update(self.misranked)
        trial.misdeclared.update(self.misdeclared)
        trial.unseen = self.unseen
        self.maker("")  # the nodes before these are looked up as well
        trial.made_by = self.made_by
        trial.nodes = nodes
        return trial

    def given(self, name: str) -> Value | None:
        """The input of that name of what is visited."""
        if self.inputs is None:
            values = self.graph.inputs if isinstance(self.graph, Graph) else ()
            self.inputs = {value.name: value for value in values}
        return self.inputs.get(name)

    def stores(self, name: str) -> bool:
        """Whether the graph that is visited has an initializer of that name."""
        return isinstance(self.graph, Graph) and name in self.graph.initializers

    def owner(self) -> Node | None:
        """The node that has the body which is visited; None for the main graph and for functions."""
        if self.outer is None:
            return None
        if self.outer.owners is None:
            nodes = [node for node in self.outer.nodes if node.has_bodies]
            self.outer.owners = {id(body): node for node in nodes for _, body in node.bodies()}
        return self.outer.owners.get(id(self.graph))

    def maker(self, name: str) -> Node | None:
        """The node of this graph that makes a value."""
        if self.made_by is None:
            self.made_by = {output: node for node in self.nodes for output in node.outputs if output}
        return self.made_by.get(name)

    def add_visits(self, visits: Iterable[Visit], step: Step) -> None:
        """Store the findings inside a body or function, once for all calls with equal findings.

        Functions that call functions may be called exponentially often in their depth."""
        for visit in visits:
            if visit.key not in self.visited:
                self.visited.add(visit.key)
                self.visits.append(visit.under(step))

    def report(self, node: Node | None, code: Code, message: str, /, **args: object) -> None:
        """Add a finding of the engine, at a node or at the graph as a whole."""
        self.findings.append(Placed(Finding.of(code, message, **args), () if node is None else (Step(node),)))


def fed(body: Graph) -> list[Value]:
    """The inputs that the node provides. Inputs that are also initializers (required before IR version 4)
    keep their stored values."""
    return [value for value in body.inputs if value.name not in body.initializers]
