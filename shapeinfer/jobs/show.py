"""Show: every value with its fact, where a value's dims come from, and the causes of unknown shapes."""

from __future__ import annotations

from shapeinfer.dims import Dim
from shapeinfer.engine.place import node_label, place_text
from shapeinfer.facts.fact import Fact
from shapeinfer.jobs.infer import Result, infer, is_known
from shapeinfer.model.graph import consumers, producers
from shapeinfer.model.structure import Graph, Node

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from shapeinfer.jobs.sources import Source


class Row:
    """One value: its name, the node that computes it, its fact."""

    __slots__ = ("fact", "maker", "name")

    def __init__(self, name: str, maker: str, fact: Fact) -> None:
        self.name = name
        self.maker = maker
        self.fact = fact

    def __repr__(self) -> str:
        return f"Row({self.name!r}, {str(self.fact)!r}, {self.maker!r})"


def show(model: Source, value: str | None = None) -> list[Row]:
    """Every value with its fact, in the order of the model; or, for one value, the way back to where each of
    its dims first appears.

    Raises KeyError for a value that the model does not have, OSError and DamagedModel for what is no model.
    """
    result = infer(model)
    if value is None:
        return list(rows(result))
    found = chain(result, value)
    if not found:
        raise KeyError(value)
    return found


def rows(result: Result) -> Iterator[Row]:
    """Every value of the main graph in the order of the model, then those of its bodies."""
    graph = result.model.graph or Graph(b"")
    facts = result.under_contract
    rewriter = result.contract.rewriter()
    for value in graph.inputs:
        yield Row(value.name, "input", facts[value.name])
    for node in graph.nodes:
        for name in node.outputs:
            if name and name in facts:
                yield Row(name, node_label(node), facts[name])
    for visit in result.run.visits:
        inside = visit.facts()
        for node in visit.graph.nodes:
            for name in node.outputs:
                if name and name in inside:
                    where = f"{place_text(visit.place)}/{node_label(node)}".removeprefix("graph/")
                    yield Row(name, where, rewriter.fact(inside[name]))


def chain(result: Result, name: str) -> list[Row]:
    """The path from a value back to the inputs: for each of its dims, the first input that has it, up to
    where the dim first appears. Empty for an unknown name."""
    graph = result.model.graph or Graph(b"")
    facts = result.under_contract
    if name not in facts:
        return []
    makers = producers(graph)
    told: dict[str, set[object]] = {}
    queue = [(name, _marks(facts[name]))]
    while queue:
        value, wanted = queue.pop(0)
        new = wanted - told.setdefault(value, set())
        told[value] |= new
        maker = makers.get(value)
        if maker is None:
            continue
        for carrier in maker.inputs:
            carried = new & _marks(facts[carrier]) if carrier in facts else set()
            if carried:
                queue.append((carrier, carried))
                new -= carried
    return [Row(v, _maker_text(v, makers, graph), facts[v]) for v in told]


def _marks(fact: Fact) -> set[object]:
    """What identifies the dims of a fact: symbols, and sizes above 1."""
    marks: set[object] = set()
    for dim in fact.dims():
        if dim.value is None:
            marks.update(dim.symbols())
        elif dim.value > 1:
            marks.add(dim.value)
    return marks


def _maker_text(name: str, makers: dict[str, Node], graph: Graph) -> str:
    maker = makers.get(name)
    if maker is not None:
        return f"{node_label(maker)} ({maker.op_type})"
    return "initializer" if name in graph.initializers else "input"


class Cause:
    """The first node with an unknown output, and how many values are unknown because of it."""

    __slots__ = ("blinded", "fact", "name", "node", "reason")

    def __init__(self, name: str, node: Node, fact: Fact, reason: str) -> None:
        self.name = name
        self.node = node
        self.fact = fact
        self.reason = reason
        self.blinded = 0


def causes(result: Result) -> list[Cause]:
    """The first causes of unknown values in the main graph, those that affect the most values first."""
    readers = consumers(result.model.graph or Graph(b""))
    found = list(first_causes(result))
    for cause in found:
        cause.blinded = _count_blinded(cause.name, result.facts, readers)
    return sorted(found, key=lambda c: -c.blinded)


def first_causes(result: Result) -> Iterator[Cause]:
    """The same in the order of the graph, without counting the affected values."""
    graph = result.model.graph or Graph(b"")
    facts = result.facts
    makers = producers(graph)
    for node in graph.nodes:
        if any(n in makers and not is_known(facts.get(n)) for n in node.inputs):
            continue
        for name in node.outputs:
            fact = facts.get(name)
            if name and fact is not None and not is_known(fact):
                yield Cause(name, node, fact, _reason(fact))


def _count_blinded(name: str, facts: Mapping[str, Fact], readers: dict[str, list[tuple[Node, int]]]) -> int:
    seen: set[str] = set()
    queue = [name]
    while queue:
        for node, _ in readers.get(queue.pop(), ()):
            for output in node.outputs:
                if output and output not in seen and not is_known(facts.get(output)):
                    seen.add(output)
                    queue.append(output)
    return len(seen)


def _reason(fact: Fact) -> str:
    fresh: list[Dim] = [d for d in fact.dims() if d.value is None]
    reasons = dict.fromkeys(s.reason for d in fresh for s in d.symbols() if not s.named and s.reason)
    return "; ".join(reasons) or "nothing is known about it"
