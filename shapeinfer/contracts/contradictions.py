"""What of a contract no sizes satisfy, as people are told."""

from __future__ import annotations

from shapeinfer.dims.proofs import REFUTED
from shapeinfer.engine.place import place_text
from shapeinfer.rule.requirement import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from shapeinfer.contracts.contract import Clause, Contract
    from shapeinfer.dims import Symbol
    from shapeinfer.rule.requirement import Condition

MESSAGE = "no sizes satisfy all of these: {demands}"
# How many of the other demands on the same sizes are told.
_MOST_TOLD = 4


def contradictions(contract: Contract) -> Iterator[tuple[Clause, str]]:
    """The sets of demands that no sizes satisfy together, each as a clause that follows from it and as the
    text of these demands (for ``MESSAGE``).

    Of the demands that contradict all others together, the shortest is told for the same sizes, with those
    others."""
    alone: dict[frozenset[Symbol], Clause] = {}
    for clause in contract.unsatisfiable:
        sizes = frozenset(clause.condition.symbols())
        if len(_stated(clause)) == 1 and (sizes not in alone or _length(clause) < _length(alone[sizes])):
            alone[sizes] = clause
    told: set[tuple[Condition, ...]] = set()
    for clause in contract.unsatisfiable:
        stated = _stated(clause)
        key = tuple(source.condition for source in stated)
        is_alone = len(stated) == 1
        if key in told or (is_alone and alone[frozenset(clause.condition.symbols())] is not clause):
            continue
        told.add(key)
        holds_never = is_alone and clause.condition.verdict() is REFUTED
        others = _others(contract, clause) if is_alone and not holds_never else ()
        demands = [f"{c.condition} at {place_text(c.places[0])}" for c in (*stated, *others)]
        more = ""
        if holds_never:
            found = Finding(clause.requirement.code, clause.requirement.message, clause.requirement.args)
            more = f" (as in: {found.text()})"
        elif is_alone and not others:
            more = ", together with the model's other constraints"
        yield clause, ", ".join(demands) + more


def _stated(clause: Clause) -> Sequence[Clause]:
    return clause.sources or (clause,)


def _others(contract: Contract, clause: Clause) -> Sequence[Clause]:
    """The other demands on the same sizes; none if they are too many to be read."""
    sizes = clause.condition.symbols()
    found = [
        other
        for other in contract.demands
        if other.condition.symbols() <= sizes and other.condition != clause.condition
    ]
    return found if len(found) <= _MOST_TOLD else ()


def _length(clause: Clause) -> int:
    return sum(dim.size for stated in _stated(clause) for dim in stated.condition.dims())
