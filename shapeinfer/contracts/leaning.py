"""Demands that lean on a premise: they speak of a dim that a pool could state only by supposing that its
window fits, or a Reshape by supposing that a computed size is no 0, which would copy the input's. Where the
premise does not hold the dim is another one, and so is the demand: it says no more than the premise. What
a pool makes of a size below its window is known, too (``max(1, H//2)``): where a demand of that allows sizes
that the stated one does not, it takes its place.
"""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.dims import ONE, Dim, Term, const, maximum, of
from shapeinfer.dims.budget import spend
from shapeinfer.dims.dim import of_atom
from shapeinfer.dims.proofs import PROVED, REFUTED
from shapeinfer.model.graph import reads, states_of
from shapeinfer.rule.requirement import any_of, at_least, equal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from shapeinfer.contracts.contract import Clause
    from shapeinfer.dims import Symbol
    from shapeinfer.engine.place import Place
    from shapeinfer.engine.run import Run
    from shapeinfer.model.structure import Function, Graph
    from shapeinfer.rule.requirement import Condition

    Functions = Mapping[tuple[str, str, str], Function]


# How many sizes that violate a premise are tried, and the sizes of others beside them.
_MOST_VIOLATING = 8
_OTHERS = (1, 2, 3, 8)
# Conditions that several ways satisfy.
_OF_WAYS = ("any", "broadcast")


def leaning(clauses: Sequence[Clause], graph: Graph, functions: Functions) -> dict[int, Sequence[Condition]]:
    """The positions of demands that lean on premises before them, with what is left of each where these hold:
    nothing of one that follows from them, which binds nobody."""
    premises = [c for c in _leant_on(clauses) if c.over_inputs]
    if not premises:
        return {}
    follows = _Following(premises)
    behind = _Among(graph, functions)
    found: dict[int, Sequence[Condition]] = {}
    for i, clause in enumerate(clauses):
        if not clause.always or clause.premise or not clause.over_inputs:
            continue
        if not any(map(_is_made, clause.requirement.condition.dims())):
            continue
        # What is left of several ways takes long to find: first it is asked which premises are before them.
        has_ways = clause.condition.kind in _OF_WAYS and len(premises) > 1
        if not has_ways and follows.left_of(clause.condition) is None:
            continue
        before = [p for p in premises if behind.all_of(clause, p)]
        if not before:
            continue
        known = follows if len(before) == len(premises) else _Following(before)
        left = known.left_of(clause.condition)
        if left is not None:
            found[i] = left
    if not found:
        return found
    # What others demand all the same stays, with those who state it.
    demanded = _Following([c for i, c in enumerate(clauses) if c.always and not c.premise and i not in found])
    return {i: left for i, left in found.items() if not demanded.implied(clauses[i].condition)}


def where_premises_hold(
    clauses: Sequence[Clause], graph: Graph, functions: Functions
) -> dict[int, Condition | None]:
    """The positions of demands behind premises that some sizes of 1 or more violate, or that depend on data,
    with what they demand only where these hold: elsewhere the dims of which they speak are others. None if no
    condition says it."""
    premises = [c for c in _leant_on(clauses) if not (c.over_inputs and _holds_of_ones(c.condition))]
    behind = _Among(graph, functions)
    found: dict[int, Condition | None] = {}
    for i, clause in enumerate(clauses):
        is_demand = clause.always and not clause.premise
        before = [p.condition for p in premises if behind.all_of(clause, p)] if is_demand else []
        if not before:
            continue
        if all(condition.kind == ">=" for condition in before):
            otherwise = [at_least(condition.b, condition.a + 1) for condition in before]
            found[i] = any_of(*otherwise, *_ways(clause.condition))
        else:
            found[i] = None
    return found


def where_assumed(clauses: Sequence[Clause], graph: Graph, functions: Functions) -> dict[int, Condition]:
    """The positions of demands that fail for a size of 1 or more that violates the premise of a computed size
    before them (``n - 3 >= 0``), with what they demand of the others: ``n <= 2 or n - 3 == m``. Of such a
    size a run makes another dim: where the end of a Slice is negative it counts from behind. The premise may
    stand in a body that some runs skip, too, if it is not one of some rounds of a Loop."""
    assumed = [c for c in _leant_on(clauses) if c.requirement.code is codes.ASSUMED_SIZE]
    apart = [(premise, sizes) for premise in assumed if (sizes := _violating(premise.condition))]
    behind = _Among(graph, functions)
    found: dict[int, Condition] = {}
    for i, clause in enumerate(clauses) if apart else ():
        if not clause.always or clause.premise or not clause.over_inputs:
            continue
        for premise, sizes in apart:
            spend(1)
            if any(_may_fail(clause.condition, *size) for size in sizes) and behind.all_of(clause, premise):
                a, b = premise.condition.a, premise.condition.b
                found[i] = any_of(at_least(b, a + 1), *_ways(found.get(i, clause.condition)))
    return found


def _leant_on(clauses: Sequence[Clause]) -> list[Clause]:
    """The premises that demands may lean on, also those of a branch: what stands behind the If may speak of
    the dims that it makes. Not those of some rounds of a Loop."""
    return [c for c in clauses if is_leant_on(c) and (c.always or not any(map(_is_in_loop, c.places)))]


def _is_in_loop(place: Place) -> bool:
    return any(at.node.op_type == "Loop" for at in place)


def _violating(premise: Condition) -> list[tuple[Symbol, int]]:
    """The first sizes of 1 and more that violate a premise about one size that inputs have."""
    symbols = list(premise.symbols())
    if premise.kind != ">=" or len(symbols) != 1 or not symbols[0].named:
        return []
    sizes = range(1, _MOST_VIOLATING + 1)
    return [(symbols[0], size) for size in sizes if _fails(premise, {symbols[0]: size})]


def _may_fail(condition: Condition, symbol: Symbol, size: int) -> bool:
    """Whether a condition on the symbol fails with this size for it and some others for all other symbols."""
    symbols = condition.symbols()
    if symbol not in symbols:
        return False
    return any(_fails(condition, {**dict.fromkeys(symbols, other), symbol: size}) for other in _OTHERS)


def _fails(condition: Condition, sizes: Mapping[Symbol, int]) -> bool:
    try:
        return not condition.holds(sizes.__getitem__)
    except ZeroDivisionError:  # it speaks of dims that there are not with these sizes
        return True


def where_windows_round(clauses: Sequence[Clause], graph: Graph, run: Run) -> dict[int, Condition]:
    """The positions of demands that other sizes satisfy too, with what they demand of all sizes: where a
    window is too large by less than a stride, a pool puts it once, and the dim that supposes that it fits
    is 0."""
    once = _put_once(run)
    premises = [c for c in _leant_on(clauses) if c.over_inputs]
    if not (once and premises):
        return {}
    behind = _Among(graph, run.model.functions)
    found: dict[int, Condition] = {}
    for i, clause in enumerate(clauses):
        if not clause.always or clause.premise or not clause.over_inputs:
            continue
        whole = clause.condition.map_dims(lambda dim: dim.with_terms(once))
        if whole == clause.condition:
            continue
        before = [p for p in premises if behind.all_of(clause, p)]
        says_less = any(_says_less(whole, clause.condition, premise.condition) for premise in before)
        # What leans is said only where others demand it all the same.
        if says_less and not _Following(before).implied(clause.condition):
            found[i] = whole
    return found


def _put_once(run: Run) -> dict[Term, Dim]:
    """For each quotient that pools make where windows fit, what it is if they are put at least once."""
    found: dict[Term, Dim] = {}
    for placed in run.requirements:
        if placed.item.premise and placed.item.code is codes.WINDOW_TOO_LARGE:
            places = dict(placed.item.args).get("places")
            if not isinstance(places, Dim):
                continue
            for monomial, factor in places.terms:
                atom = monomial[0][0] if monomial else None
                if factor == 1 and isinstance(atom, Term) and monomial == ((atom, 1),) and atom.op == "//":
                    found[atom] = maximum(places, ONE) - places + of_atom(atom)
    return found


def _says_less(whole: Condition, stated: Condition, premise: Condition) -> bool:
    """Whether some size that violates the premise satisfies a condition, and not what was stated instead."""
    from shapeinfer.contracts.normal_form import plain

    for bound in plain(premise):
        symbol = bound.a.symbol()
        least = bound.b.value
        if bound.kind != ">=" or symbol is None or least is None or least < 2:
            continue
        for size in (1, least - 1):
            at_size = {symbol: const(size)}
            try:
                have, said = (c.substitute(at_size, {}) for c in (whole, stated))
            except ZeroDivisionError:  # one of the two says nothing of this size
                continue
            if said != have and said.verdict() is not PROVED and have.verdict() is not REFUTED:
                return True
    return False


def _ways(condition: Condition) -> tuple[Condition, ...]:
    if condition.kind == "broadcast":
        a, b = condition.a, condition.b
        return equal(a, b), equal(a, ONE), equal(b, ONE)
    return (condition,)


def _holds_of_ones(condition: Condition) -> bool:
    try:
        return condition.holds(lambda _: 1)
    except ZeroDivisionError:
        return False


def is_leant_on(clause: Clause) -> bool:
    """Whether the clause supposes that a pool's window fits, or what a computed size means."""
    return clause.premise and clause.requirement.code in (codes.WINDOW_TOO_LARGE, codes.ASSUMED_SIZE)


def _is_made(dim: Dim) -> bool:
    """Whether the dim is no number and no input's own size."""
    return dim.value is None and not any(dim == of(symbol) for symbol in dim.symbols())


class _Following:
    """What follows from some clauses, which are solved once."""

    def __init__(self, premises: Sequence[Clause]) -> None:
        from shapeinfer.contracts.normal_form import plain
        from shapeinfer.contracts.solver import Solver

        self.premises = premises
        self.solver = Solver()
        self.solver.solve([p.condition for p in premises])
        # The solver takes no bound of a size that is broadcast for granted, not even one that it was given.
        self.given = {part for p in premises for part in plain(p.condition)}
        self.symbols = {symbol for p in premises for symbol in p.condition.symbols()}

    def implied(self, condition: Condition) -> bool:
        """Whether the condition holds wherever the clauses do."""
        from shapeinfer.contracts.normal_form import plain

        if self.solver.impossible or self.symbols.isdisjoint(condition.symbols()):
            return False
        return all(map(self._is_given, plain(condition))) or not self.solver.judged(condition, {})

    def _is_given(self, part: Condition) -> bool:
        """Whether a condition, or one of several ways that satisfy it, is one of the clauses."""
        return part in self.given or (part.kind == "any" and any(map(self._is_given, part.parts)))

    def left_of(self, condition: Condition) -> Sequence[Condition] | None:
        """What a condition demands where the clauses hold: nothing if it follows from them. None if that is
        as much as everywhere, or not known of a condition with a single way."""
        from shapeinfer.contracts.solver import Solver

        if self.implied(condition):
            return ()
        if condition.kind not in _OF_WAYS or self.solver.impossible:
            return None
        alone = Solver()
        alone.solve([condition])
        parts = [part for part, _ in alone.clauses()]
        left = [part for part in parts if not self.implied(part)]
        if len(left) < len(parts) and not alone.impossible:
            return left
        return self._unless_bound(condition)

    def _unless_bound(self, condition: Condition) -> Sequence[Condition] | None:
        """What is demanded where the one bound holds of which the clauses speak: that, or the bound does not
        hold. None if it says as much as before."""
        from shapeinfer.contracts.normal_form import plain

        bound = self.premises[0].condition
        if len(self.premises) != 1 or bound.kind != ">=" or condition.symbols() != bound.symbols():
            return None
        left = self.solver.judged(condition, {})
        if set(left) == set(plain(condition)):
            return None
        return [any_of(part, at_least(bound.b, bound.a + 1)) for part in left]


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
        again: Sequence[tuple[str, str]] = ()
        for a, b in zip(place, start, strict=False):
            spend(1)
            if inner is None:
                return False
            if a.node is b.node and b.body and not a.body:
                return True  # of what its own body makes
            behind = self.known.get(id(inner))
            if behind is None:
                behind = self.known[id(inner)] = _Behind(inner, again)
            if a.node.index in behind.of(b.node.index):
                return True
            if a.node is not b.node or a.body != b.body or not a.body:
                return False
            again = ()
            if a.body.startswith("fn:"):
                inner = self.functions.get((a.node.domain, a.node.op_type, a.node.overload))
            else:
                inner = dict(a.node.bodies()).get(a.body)
                again = [] if inner is None else states_of(a.node, inner)
        return False


class _Behind:
    """Which nodes of one graph read what a node makes, directly or through others. ``again``: the names under
    which the next round of a body reads what one round made."""

    def __init__(self, graph: Graph | Function, again: Sequence[tuple[str, str]] = ()) -> None:
        self.graph = graph
        self.readers: dict[str, list[int]] = {}
        for node in graph.nodes:
            for name in reads(node):
                self.readers.setdefault(name, []).append(node.index)
        for made, given in again:
            self.readers.setdefault(made, []).extend(self.readers.get(given, ()))
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
