"""A model's costs, added up: per node, for the whole, what it stores and what is alive at once."""

from __future__ import annotations

from collections import Counter

from shapeinfer.costs.bytes import bytes_of
from shapeinfer.costs.cost import FREE, Cost, added
from shapeinfer.costs.live.memory import Memory
from shapeinfer.costs.node import node_cost, operator_name
from shapeinfer.costs.operators.plain import BODIES, KINDS
from shapeinfer.costs.parameters import Stored, stored
from shapeinfer.dims import ZERO, Dim, Symbol, maximum, of, total
from shapeinfer.engine.place import node_label
from shapeinfer.facts.fact import Fact, SequenceFact, TensorFact
from shapeinfer.model.graph import captured_names, scan_axis, scanned_count
from shapeinfer.model.structure import Graph

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from shapeinfer.engine.attributes import References
    from shapeinfer.engine.run import Run, Visit
    from shapeinfer.model.structure import Node

    Calls = Mapping[tuple[int, str], int]

# A trip count as large as this means "until the condition says so".
_ENDLESS = 1 << 31
# The larger of two polynomials of more terms than this is not written down.
_MOST_TERMS = 64

# Stored tensors are counted elsewhere.
_CONSTANT = Cost()


class Costs:
    """The costs of one run over a model. What is asked for is worked out then, and kept.

    ``change`` is applied to every dim at the end, as a contract's rewriter does.
    """

    def __init__(self, run: Run, change: Callable[[Dim], Dim] | None = None) -> None:
        self.run = run
        self.change = change
        self.memory = Memory(run, change)
        self._visits = run.visits_by_key()
        self._inside: dict[int, Cost] = {}
        self._sizes: dict[Fact, Dim | None] = {}
        self._memo: dict[tuple[object, ...], Cost] = {}
        self._nodes: list[Cost] | None = None
        self._stored: Stored | None = None
        # Symbols made here: rounds of loops that only a run can tell.
        self.rounds: dict[Symbol, str] = {}

    @property
    def graph(self) -> Graph:
        """The main graph; an empty one if the model has none."""
        return self.run.model.graph or Graph(b"")

    @property
    def nodes(self) -> list[Cost]:
        """The cost of each node of the main graph, in file order; its bodies and functions included."""
        if self._nodes is None:
            run = self.run
            self._nodes = run.each(self._coster(run.facts, run.calls, run.model.opset_imports, None))
        return self._nodes

    @property
    def stored(self) -> Stored:
        """What the model stores."""
        if self._stored is None:
            self._stored = stored(self.run.model)
        return self._stored

    def sum(self, indices: Sequence[int] | None = None) -> Cost:
        """The cost of all nodes of the main graph, or of those at these positions."""
        nodes = self.nodes
        found = added(Counter(nodes if indices is None else map(nodes.__getitem__, indices)))
        return found if self.change is None else found.changed(self.change)

    @property
    def parameters(self) -> int:
        """How many parameters the model has (see ``parameters.py``)."""
        return self.stored.parameters

    @property
    def weight_bytes(self) -> int:
        """The bytes of all that the model stores."""
        return self.stored.bytes

    @property
    def input_bytes(self) -> Dim:
        """The bytes of the inputs, which the caller holds during the whole run; those that are not known
        count as none and are among ``memory.unsized``."""
        found: list[Dim] = []
        stored_names = self.graph.initializers
        for value in self.graph.inputs:
            if value.name in stored_names:
                continue
            size = self.memory.bytes(self.run.facts.get(value.name))
            if size is None:
                self.memory.unsized[value.name] = None
            else:
                found.append(size)
        return total(found)

    def _size(self, fact: Fact) -> Dim | None:
        if fact not in self._sizes:
            self._sizes[fact] = bytes_of(fact)
        return self._sizes[fact]

    # --- nodes --------------------------------------------------------------------------------------

    def _coster(
        self,
        facts: Mapping[str, Fact],
        calls: Calls,
        opsets: Mapping[str, int],
        references: References | None,
    ) -> Callable[[Node], Cost]:
        """What tells the cost of a node among these facts."""
        get, memo = facts.get, self._memo
        called = {index for index, _ in calls}
        context = (id(opsets), None if references is None else id(references))

        def cost(node: Node) -> Cost:
            operation = node.operation
            if operation.has_bodies or node.index in called:
                return self._with_bodies(node, facts, calls)
            if operation.op_type == "Constant":
                return _CONSTANT
            inputs, outputs = tuple(map(get, node.inputs)), tuple(map(get, node.outputs))
            key = (operation, inputs, outputs, context)
            found = memo.get(key)
            if found is None:
                found = memo[key] = node_cost(operation, inputs, outputs, opsets, references, self._size)
            return found

        return cost

    def _with_bodies(self, node: Node, facts: Mapping[str, Fact], calls: Calls) -> Cost:
        """A node by the cost of what it runs: the larger branch, all rounds, or a function's nodes."""
        bodies = {body: key for (index, body), key in calls.items() if index == node.index}
        costs = {body: self._cost_inside(key, facts) for body, key in bodies.items()}
        operator = operator_name(node.domain, node.op_type)
        kind = KINDS.get((node.domain, node.op_type))
        if not costs:
            return Cost(unknown={operator: 1}, unsized=1)
        if any(body.startswith("fn:") for body in costs):
            return added(dict.fromkeys(costs.values(), 1))
        if kind != BODIES:
            own = node_cost(
                node.operation,
                [facts.get(name) for name in node.inputs],
                [facts.get(name) for name in node.outputs],
                self.run.model.opset_imports,
            )
            return added({own: 1, **dict.fromkeys(costs.values(), 1)})
        if node.op_type == "If":
            return _larger(list(costs.values()), operator)
        return costs["body"].times(self._rounds(node, facts)) if "body" in costs else FREE

    def _cost_inside(self, key: int, around: Mapping[str, Fact]) -> Cost:
        found = self._inside.get(key)
        visit = self._visits.get(key)
        if visit is None:
            return Cost(unknown={"a body that was not visited": 1}, unsized=1)
        if found is None:
            self._inside[key] = FREE  # broken models call themselves
            facts = visit.facts()
            if isinstance(visit.graph, Graph):
                # A body reads values of the graphs around it.
                facts.update((n, around[n]) for n in captured_names(visit.graph) if n in around)
            cost = self._coster(facts, visit.calls, visit.opsets, visit.references)
            found = self._inside[key] = added(Counter(map(cost, visit.graph.nodes)))
            return found
        return _renamed(found, visit)

    def _rounds(self, node: Node, facts: Mapping[str, Fact]) -> Dim:
        """How often a body runs: as often as a Loop's trip count says, or a Scan's input is long; else a
        symbol that only a run can tell."""
        known = _told_rounds(node, facts)
        if known is None:
            label = node_label(node)
            name = "rounds_of_" + "".join(c if c.isascii() and c.isalnum() else "_" for c in label).strip("_")
            symbol = Symbol(name, ZERO, named=False, reason=f"the rounds of {label}")
            self.rounds[symbol] = label
            known = of(symbol)
        return known


def _told_rounds(node: Node, facts: Mapping[str, Fact]) -> Dim | None:
    first = facts.get(node.inputs[0]) if node.inputs and node.inputs[0] else None
    if node.op_type == "SequenceMap":
        return first.length if isinstance(first, SequenceFact) else None
    if node.op_type == "Scan":
        return _scan_length(node, facts)
    if isinstance(first, TensorFact):
        told = first.as_dims()
        if told and (told[0].value is None or told[0].value < _ENDLESS):
            return told[0]
    # What is collected has an entry for each round.
    state = len(node.inputs) - 2
    for name in node.outputs[max(state, 0) :]:
        collected = facts.get(name)
        if isinstance(collected, TensorFact) and collected.shape:
            return collected.shape[0]
    return None


def _scan_length(node: Node, facts: Mapping[str, Fact]) -> Dim | None:
    count = scanned_count(node) or 0
    if not 0 < count <= len(node.inputs):
        return None
    fact = facts.get(node.inputs[len(node.inputs) - count])
    if not isinstance(fact, TensorFact) or not fact.shape:
        return None
    if "directions" in node.attributes or node.inputs[0] == "":  # opset 8: rows of a batch one by one
        return fact.shape[0] * fact.shape[1] if len(fact.shape) > 1 else None
    axis = scan_axis(node, 0)
    return fact.shape[axis] if -len(fact.shape) <= axis < len(fact.shape) else None


def _larger(costs: Sequence[Cost], operator: str) -> Cost:
    """At least as large as each: of every number the largest."""
    found = costs[0]
    for cost in costs[1:]:
        pairs = [
            (found.macs, cost.macs), (found.elements, cost.elements), (found.read, cost.read),
            (found.written, cost.written),
        ]  # fmt: skip
        if any(len(a.terms) + len(b.terms) > _MOST_TERMS for a, b in pairs):
            return Cost(unknown={operator: 1}, unsized=1)
        found = Cost(
            *(maximum(a, b) for a, b in pairs), nodes=max(found.nodes, cost.nodes),
            unknown={name: max(found.unknown.get(name, 0), cost.unknown.get(name, 0))
                     for name in {**found.unknown, **cost.unknown}},
            unsized=max(found.unsized, cost.unsized),
        )  # fmt: skip
    return found


def _renamed(cost: Cost, visit: Visit) -> Cost:
    """The same at another call: what a run decides inside may be decided otherwise there."""
    made = {
        symbol
        for values in visit.renamings
        for dim in values.values()
        for symbol in dim.symbols()
        if not symbol.named
    }
    met = {s for d in (cost.macs, cost.elements, cost.read, cost.written) for s in d.symbols()}
    if made.isdisjoint(met):
        return cost
    values = {s: of(Symbol(s.name, s.low, s.high, named=False, reason=s.reason)) for s in made & met}
    memo: dict[Dim, Dim] = {}
    return cost.changed(lambda dim: dim.substitute(values, memo))
