"""The contract, the costs and the memory of a model as rows."""

from __future__ import annotations

from shapeinfer.costs.table import scopes_of
from shapeinfer.engine.place import place_text
from shapeinfer.page.names import shown
from shapeinfer.reports.guards import guard_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from shapeinfer.contracts.contract import Clause, Contract
    from shapeinfer.costs.cost import Cost
    from shapeinfer.costs.model import Costs
    from shapeinfer.costs.scopes import Scope
    from shapeinfer.engine.place import Place
    from shapeinfer.engine.run import Run
    from shapeinfer.page.graphs import Graphs
    from shapeinfer.page.tables import Row, Tables
    from shapeinfer.rule.requirement import Condition

# How many places of a clause, and nodes of a requirement, are listed.
_MOST_PLACES = 200
# Requirements beyond this are left out: the clauses say what follows from them.
_MOST_REQUIREMENTS = 2_000

DEMAND, CONDITIONAL, OBLIGATION, PREMISE, UNSATISFIABLE = (
    "demand", "conditional", "obligation", "premise", "unsatisfiable"
)  # fmt: skip


def contract_rows(run: Run, contract: Contract, tables: Tables) -> Row:
    """The clauses, each with its kind."""
    kinds = (
        (DEMAND, contract.demands),
        (CONDITIONAL, contract.conditional),
        (OBLIGATION, contract.obligations),
        (PREMISE, contract.premises),
        (UNSATISFIABLE, contract.unsatisfiable),
    )
    rows = [_clause(run, kind, clause, tables) for kind, clauses in kinds for clause in clauses]
    return {"clauses": rows, "gave_up": contract.gave_up}


def _clause(run: Run, kind: str, clause: Clause, tables: Tables) -> Row:
    row: Row = {
        "kind": kind,
        "text": shown(str(clause.condition)),
        "condition": tables.condition(clause.condition),
        "code": clause.requirement.code.id,
        "places": [place_row(place) for place in clause.places[:_MOST_PLACES] if place],
    }
    if len(clause.places) > _MOST_PLACES:
        row["more_places"] = len(clause.places) - _MOST_PLACES
    if clause.guard and kind in (CONDITIONAL, OBLIGATION):
        row["when"] = shown(guard_text(run, clause.guard))
    lines = (tables.source_line(place[-1].node) for place in clause.places if place)
    source = next(filter(None, lines), None)
    if source:
        row["source"] = shown(source)
    return row


def place_row(place: Place) -> Row:
    """A place: its text, and the node of the main graph where it begins."""
    return {"node": place[0].node.index, "text": shown(place_text(place))}


def requirement_rows(run: Run) -> list[Row]:
    """What nodes require of sizes and inference could not decide: each condition with the main graph's nodes
    that state it, or in whose bodies it is stated."""
    found: dict[tuple[str, str, bool], dict[int, None]] = {}
    texts: dict[Condition, str] = {}  # many nodes state the same
    for placed in run.requirements:
        if not placed.place:
            continue
        condition = placed.item.condition
        text = texts.get(condition)
        if text is None:
            text = texts[condition] = str(condition)
        key = (text, placed.item.code.id, placed.item.premise)
        if key not in found and len(found) >= _MOST_REQUIREMENTS:
            continue
        found.setdefault(key, {})[placed.place[0].node.index] = None
    return [
        {"text": shown(text), "code": code, "premise": premise, "nodes": list(nodes)[:_MOST_PLACES]}
        for (text, code, premise), nodes in found.items()
    ]


def _cost_row(cost: Cost, tables: Tables) -> Row:
    row: Row = {"macs": tables.dim(cost.macs), "written": tables.dim(cost.written)}
    if cost.unknown:
        row["unknown"] = {shown(operator): count for operator, count in cost.unknown.items()}
    return row


def cost_rows(costs: Costs, tables: Tables) -> Row:
    """What the whole model and each of its scopes costs, and which scope each node of the main graph is
    in."""
    scopes = scopes_of(costs)
    at: dict[int, int] = {}
    rows: list[Row] = []
    ordered = [scopes.root, *scopes.root.walk()]
    for scope in ordered:
        at[id(scope)] = len(rows)
        rows.append(_scope_row(scope, at, costs, tables))
    total = {
        **_cost_row(costs.sum(), tables),
        "parameters": costs.parameters,
        "weight_bytes": costs.weight_bytes,
        "input_bytes": tables.dim(costs.input_bytes),
    }
    stored = costs.stored.by_node
    # Most nodes share a few costs.
    macs = {cost: tables.dim(cost.macs) if cost.is_known else -1 for cost in dict.fromkeys(costs.nodes)}
    return {
        "total": total,
        "scopes_from": scopes.source,
        "scopes": rows,
        "scope_of_node": [at[id(scope)] for scope in scopes.of_node],
        "macs_of_node": [macs[cost] for cost in costs.nodes],
        "weights_of_node": [list(stored.get(at, (0, 0))) for at in range(len(costs.nodes))],
    }


def _scope_row(scope: Scope, at: Mapping[int, int], costs: Costs, tables: Tables) -> Row:
    parameters, size = costs.stored.at(scope.all)
    row: Row = {
        "name": shown(scope.name),
        "parent": -1 if scope.parent is None else at[id(scope.parent)],
        "nodes": len(scope.all),
        **_cost_row(costs.sum(scope.all), tables),
        "parameters": parameters,
        "bytes": size,
    }
    if scope.same_as is not None:
        row["same_as"] = at[id(scope.same_as)]
    if scope.repeats > 1:
        row["repeats"] = scope.repeats
    return row


def memory_rows(costs: Costs, graphs: Graphs, tables: Tables) -> Row:
    """From when to when each value is alive, and the places that may have the peak."""
    memory = costs.memory
    lives = [life for life in memory.lives() if life[0] in graphs.main]
    sizes = {id(size): size for *_, size in lives}  # most values share a few, which the memory holds
    rows = {key: -1 if size is None else tables.dim(size) for key, size in sizes.items()}
    return {
        "order": [node.index for node in memory.ordered()],
        "lives": [[graphs.main[name], start, stop, rows[id(size)]] for name, start, stop, size in lives],
        "peak": [
            {"bytes": tables.dim(candidate.bytes), "place": place_row(candidate.place)}
            for candidate in memory.peak.candidates
            if candidate.place
        ],
        "unsized": [shown(name) for name in memory.unsized],
        "gave_up": memory.gave_up,
    }
