"""Rewriters that runs in one process share: models with equal conditions have equal contracts."""

from __future__ import annotations

from shapeinfer.contracts.contract import Clause, merged, of_ranks, solved
from shapeinfer.contracts.leaning import is_leant_on
from shapeinfer.contracts.rewriter import Rewriter
from shapeinfer.engine.run import Run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# So many contracts are kept, which is more than a tool works on at a time.
MOST_KEPT = 64

_kept: dict[tuple[object, ...], Rewriter] = {}


def rewriter_of(run: Run) -> Rewriter:
    """What ``contract_of(run).rewriter()`` gives, for a run without assumptions: its contract is solved only
    if none with the same conditions was solved before. What trying small sizes tells of bodies is left out:
    it simplifies few facts, and takes longer than the run."""
    given = merged(run, of_ranks(run))
    if not given:
        return Rewriter(None)
    key = _key(run, given)
    found = _kept.get(key)
    if found is None:
        contract = solved(run, given)
        found = contract.rewriter()
        if not contract.gave_up:
            if len(_kept) >= MOST_KEPT:
                _kept.clear()
            _kept[key] = found
    return found


def drop() -> None:
    """Forget all contracts."""
    _kept.clear()


def _key(run: Run, given: Sequence[Clause]) -> tuple[object, ...]:
    """All that the rewriter depends on."""
    said = tuple([
        (c.condition, c.premise, c.always, tuple([(s.node.index, s.body) for s in c.guard])) for c in given
    ])  # fmt: skip
    graph = run.model.graph
    if graph is None or not any(map(is_leant_on, given)):
        return said
    # What leans on a premise depends on which nodes stand behind it.
    places = tuple([tuple([place[0].node.index for place in c.places]) for c in given])
    # Names are told by their order, for models of a kind differ in names.
    numbers: dict[str, int] = {}
    wires = tuple([
        (len(node.inputs), *[numbers.setdefault(n, len(numbers)) for n in (*node.inputs, *node.outputs)])
        for node in graph.nodes
    ])  # fmt: skip
    return said, places, wires
