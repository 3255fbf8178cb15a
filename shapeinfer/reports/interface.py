"""A model's interface as data: its inputs, the contract, and its outputs in terms of the inputs."""

from __future__ import annotations

from shapeinfer.engine.place import place_text
from shapeinfer.facts.elem_type import elem_type_name
from shapeinfer.facts.fact import SparseTensorFact, TensorFact
from shapeinfer.model.structure import Graph
from shapeinfer.reports.diagnostic import ContractClause, DimObject, Interface, InterfaceValue, UnknownSize
from shapeinfer.reports.guards import guard_text
from shapeinfer.reports.origin import SourceLines, source_line
from shapeinfer.reports.unknowns import symbols_in, unknowns_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from shapeinfer.contracts.contract import Clause, Contract
    from shapeinfer.engine.run import Run
    from shapeinfer.facts.fact import Fact
    from shapeinfer.model.structure import Node

# How many places of a clause are listed; a stack of layers may state it many times.
_MOST_PLACES = 5


def interface_of(run: Run, facts: Mapping[str, Fact], contract: Contract) -> Interface:
    """The interface of a run's model, given its values' facts under the contract and the contract itself."""
    graph = run.model.graph or Graph(b"")
    stored = set(graph.initializers)

    def values(names: list[str]) -> tuple[InterfaceValue, ...]:
        return tuple(_value(name, facts.get(name)) for name in names)

    outputs = [facts[v.name] for v in graph.outputs if v.name in facts]
    told = (
        *contract.demands, *contract.conditional, *contract.obligations, *contract.premises,
        *contract.unsatisfiable,
    )  # fmt: skip
    symbols = [s for c in told for s in sorted(c.condition.symbols(), key=lambda s: s.sort)]
    unknown = unknowns_of(run, [*symbols, *(s for fact in outputs for s in symbols_in(fact))])
    line = SourceLines()

    def clauses(stated: Iterable[Clause]) -> tuple[ContractClause, ...]:
        return tuple(clause_of(clause, line=line) for clause in stated)

    def under_guards(stated: Iterable[Clause]) -> tuple[ContractClause, ...]:
        return tuple(clause_of(clause, guard_text(run, clause.guard), line) for clause in stated)

    return Interface(
        file=run.model.path,
        inputs=values([v.name for v in graph.inputs if v.name not in stored]),
        outputs=values([v.name for v in graph.outputs]),
        demands=clauses(contract.demands),
        conditional=under_guards(contract.conditional),
        obligations=under_guards(contract.obligations),
        premises=clauses(contract.premises),
        unsatisfiable=clauses(contract.unsatisfiable),
        unknown=tuple(
            UnknownSize(name=u.name, label=u.label, reason=u.reason, maker=u.maker) for u in unknown
        ),
        gave_up=contract.gave_up,
    )


def _value(name: str, fact: Fact | None) -> InterfaceValue:
    """One input or output as data."""
    if not isinstance(fact, (TensorFact, SparseTensorFact)):
        return InterfaceValue(name=name, fact="?" if fact is None else fact.brief())
    shape = fact.shape
    return InterfaceValue(
        name=name,
        fact=fact.brief(),
        elem_type=elem_type_name(fact.elem_type) if fact.elem_type else None,
        shape=None if shape is None else tuple(DimObject(expr=str(d), value=d.value) for d in shape),
    )


def clause_of(
    clause: Clause, when: str = "", line: Callable[[Node], str | None] = source_line
) -> ContractClause:
    """One clause as data; ``when`` is the condition under which it applies, ``line`` reads where a node was
    written."""
    source = next((found for p in clause.places if p and (found := line(p[-1].node))), None)
    return ContractClause(
        condition=str(clause.condition),
        code=clause.requirement.code.id,
        always=clause.always,
        when=when or None,
        places=tuple(place_text(p) for p in clause.places[:_MOST_PLACES]),
        more_places=max(len(clause.places) - _MOST_PLACES, 0),
        source=source,
    )
