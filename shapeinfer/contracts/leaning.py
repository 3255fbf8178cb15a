"""Demands that lean on a premise: they speak of a dim that a pool could state only by supposing that its
window fits, or a Reshape by supposing that a computed size is no 0, which would copy the input's. Where the
premise does not hold the dim is another one, and so is the demand: it says no more than the premise.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.dims import Dim, of
from shapeinfer.dims.budget import spend
from shapeinfer.model.graph import reads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from shapeinfer.contracts.contract import Clause
    from shapeinfer.engine.place import Place
    from shapeinfer.model.structure import Function, Graph

    Functions = Mapping[tuple[str, str, str], Function]


def leaning(clauses: Sequence[Clause], graph: Graph, functions: Functions) -> set[int]:
    """The positions of demands that follow from such premises before them, and bind nobody."""
    premises = [c for c in clauses if c.always and c.over_inputs and is_leant_on(c)]
    if not premises:
        return set()
    follows = _implied_by(premises)
    asked = [
        (i, c)
        for i, c in enumerate(clauses)
        if c.always
        and not c.premise
        and c.over_inputs
        and any(map(_is_made, c.requirement.condition.dims()))
        and follows(c)
    ]
    if not asked:
        return set()
    behind = _Among(graph, functions)
    found = set()
    for i, clause in asked:
        before = [p for p in premises if behind.all_of(clause, p)]
        if before and (follows if len(before) == len(premises) else _implied_by(before))(clause):
            found.add(i)
    if not found:
        return found
    # What others demand all the same stays, with those who state it.
    demanded = _implied_by(
        [c for i, c in enumerate(clauses) if c.always and not c.premise and i not in found]
    )
    return {i for i in found if not demanded(clauses[i])}


def is_leant_on(clause: Clause) -> bool:
    """Whether the clause supposes that a pool's window fits, or what a computed size means."""
    return clause.premise and clause.requirement.code in (codes.WINDOW_TOO_LARGE, codes.ASSUMED_SIZE)


def _is_made(dim: Dim) -> bool:
    """Whether the dim is no number and no input's own size."""
    return dim.value is None and not any(dim == of(symbol) for symbol in dim.symbols())


def _implied_by(premises: Sequence[Clause]) -> Callable[[Clause], bool]:
    """Tells of a clause whether it holds wherever the premises do. They are solved once for all clauses."""
    from shapeinfer.contracts.normal_form import plain
    from shapeinfer.contracts.solver import Solver

    solver = Solver()
    solver.solve([p.condition for p in premises])
    # The solver takes no bound of a size that is broadcast for granted, not even one that it was given.
    given = {part for p in premises for part in plain(p.condition)}
    symbols = {symbol for p in premises for symbol in p.condition.symbols()}

    def implied(clause: Clause) -> bool:
        if solver.impossible or symbols.isdisjoint(clause.condition.symbols()):
            return False
        return given.issuperset(plain(clause.condition)) or not solver.judged(clause.condition, {})

    return implied


class _Among:
    """Which places stand behind others: in the main graph, or in the innermost body or function that holds
    both."""

    def __init__(self, graph: Graph, functions: Functions) -> None:
        self.graph = graph
        self.functions = functions
        self.known: dict[int, _Behind] = {}

    def all_of(self, clause: Clause, premise: Clause) -> bool:
        """Whether every node that states the clause stands behind one that states the premise."""
        starts = list({(id(p[0].node), p[0].body, id(p[-1].node)): p for p in premise.places}.values())
        return all(any(self.stands_behind(place, start) for start in starts) for place in clause.places)

    def stands_behind(self, place: Place, start: Place) -> bool:
        inner: Graph | Function | None = self.graph
        for a, b in zip(place, start, strict=False):
            spend(1)
            if inner is None:
                return False
            if a.node is not b.node or a.body != b.body or not a.body:
                behind = self.known.get(id(inner))
                if behind is None:
                    behind = self.known[id(inner)] = _Behind(inner)
                return a.node.index in behind.of(b.node.index)
            if a.body.startswith("fn:"):
                inner = self.functions.get((a.node.domain, a.node.op_type, a.node.overload))
            else:
                inner = dict(a.node.bodies()).get(a.body)
        return False


class _Behind:
    """Which nodes of one graph read what a node makes, directly or through others."""

    def __init__(self, graph: Graph | Function) -> None:
        self.graph = graph
        self.readers: dict[str, list[int]] = {}
        for node in graph.nodes:
            for name in reads(node):
                self.readers.setdefault(name, []).append(node.index)
        self.found: dict[int, set[int]] = {}

    def of(self, start: int) -> set[int]:
        """The nodes behind one, by index."""
        found = self.found.get(start)
        if found is None:
            found = self.found[start] = set()
            todo = [start]
            while todo:
                spend(1)
                for name in self.graph.nodes[todo.pop()].outputs:
                    for index in self.readers.get(name, ()) if name else ():
                        if index not in found:
                            found.add(index)
                            todo.append(index)
        return found
