"""A model's interface as data: its inputs, what it demands of them, and its outputs in their terms."""

from __future__ import annotations

from shapeinfer.engine.place import place_text
from shapeinfer.model.structure import Graph
from shapeinfer.reports.diagnostic import ContractClause, Interface, InterfaceValue
from shapeinfer.reports.origin import source_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from shapeinfer.contracts.contract import Clause, Contract
    from shapeinfer.facts.fact import Fact
    from shapeinfer.model.structure import Model

# A clause that a whole stack of layers states is told with this many of its places.
_MOST_PLACES = 5


def interface_of(model: Model, facts: Mapping[str, Fact], contract: Contract) -> Interface:
    """The interface of a model, given its values' facts under the contract and the contract itself."""
    graph = model.graph or Graph(b"")
    stored = set(graph.initializers)

    def values(names: list[str]) -> tuple[InterfaceValue, ...]:
        return tuple(InterfaceValue(name=n, fact=facts[n].brief() if n in facts else "?") for n in names)

    return Interface(
        file=model.path,
        inputs=values([v.name for v in graph.inputs if v.name not in stored]),
        outputs=values([v.name for v in graph.outputs]),
        demands=tuple(map(clause_of, contract.demands)),
        obligations=tuple(map(clause_of, contract.obligations)),
        premises=tuple(map(clause_of, contract.premises)),
        unsatisfiable=tuple(map(clause_of, contract.unsatisfiable)),
        gave_up=contract.gave_up,
    )


def clause_of(clause: Clause) -> ContractClause:
    """One clause as data."""
    source = next((line for p in clause.places if p and (line := source_line(p[-1].node))), None)
    return ContractClause(
        condition=str(clause.condition),
        code=clause.requirement.code.id,
        always=clause.always,
        places=tuple(place_text(p) for p in clause.places[:_MOST_PLACES]),
        more_places=max(len(clause.places) - _MOST_PLACES, 0),
        source=source,
    )
