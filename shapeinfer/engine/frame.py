"""What the engine holds while it visits: the values in scope, where reports go, what a body yields."""

from __future__ import annotations

from shapeinfer.codes import Code
from shapeinfer.dims import Dim, Symbol
from shapeinfer.dims.budget import spend
from shapeinfer.engine.attributes import References
from shapeinfer.engine.effort import RENAME_STEPS
from shapeinfer.engine.place import Step
from shapeinfer.engine.run import Placed, Visit
from shapeinfer.facts.fact import Fact
from shapeinfer.model.structure import Function, Graph, Node, Value
from shapeinfer.rule.requirement import Finding, Requirement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


class BodyOutcome:
    """What a body or function yields: as an Outcome, with places relative to it, and its values.

    ``claimed``: an output rests on a declaration inside, which nothing could check."""

    __slots__ = ("claimed", "findings", "outputs", "placeholders", "requirements", "visits")

    def __init__(
        self,
        outputs: tuple[Fact, ...],
        requirements: tuple[Placed[Requirement], ...],
        findings: tuple[Placed[Finding], ...],
        placeholders: tuple[Symbol, ...],
        visits: tuple[Visit, ...],
        *,
        claimed: bool = False,
    ) -> None:
        self.outputs = outputs
        self.claimed = claimed
        self.requirements = requirements
        self.findings = findings
        self.placeholders = placeholders
        self.visits = visits

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
        )


class Scope:
    """The values that a node may read: its graph's own, then those around it."""

    __slots__ = ("claimed", "names", "outer")

    def __init__(self, outer: Scope | None = None) -> None:
        self.names: dict[str, Fact] = {}
        self.claimed: set[str] = set()
        self.outer = outer

    def find(self, name: str) -> Fact | None:
        scope: Scope | None = self
        while scope is not None:
            fact = scope.names.get(name)
            if fact is not None:
                return fact
            scope = scope.outer
        return None

    def is_claimed(self, names: Sequence[str]) -> bool:
        """Whether a fact of these rests on an unproved declaration."""
        scope: Scope | None = self
        while scope is not None:
            if scope.claimed and not scope.claimed.isdisjoint(names):
                return True
            scope = scope.outer
        return False


class Frame:
    """Where nodes are being visited: what they may refer to, and where what they yield goes."""

    __slots__ = (
        "absent", "calls", "claims", "depth", "findings", "functions", "opsets", "placeholders", "references",
        "requirements", "scope", "visited", "visits", "waiting",
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
        self.claims: Mapping[str, Value] = {}
        self.absent: frozenset[str] = frozenset()
        # Of nodes in a circle: read before they are made, which is reported once as the circle.
        self.waiting: frozenset[str] = frozenset()
        self.findings: list[Placed[Finding]] = []
        self.requirements: list[Placed[Requirement]] = []
        self.placeholders: list[Symbol] = []
        self.visits: list[Visit] = []
        self.visited: set[int] = set()
        self.calls: dict[tuple[int, str], int] = {}

    def add_visits(self, visits: Iterable[Visit], step: Step) -> None:
        """Keep what was found inside a body or function, once for all calls that found the same: the calls
        of functions that call functions may be as many as two to the power of their depth."""
        for visit in visits:
            if visit.key not in self.visited:
                self.visited.add(visit.key)
                self.visits.append(visit.under(step))

    def report(self, node: Node | None, code: Code, message: str, /, **args: object) -> None:
        """A finding of the engine's own, at a node or at the graph as a whole."""
        self.findings.append(Placed(Finding.of(code, message, **args), () if node is None else (Step(node),)))


def fed(body: Graph) -> list[Value]:
    """The inputs that the node feeds. Those that are initializers too, as they had to be before IR version 4,
    keep what is stored."""
    return [value for value in body.inputs if value.name not in body.initializers]
