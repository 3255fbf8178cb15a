"""The contract: constraints on the inputs' sizes, from requirements that inference could not decide.

A clause is a condition with its guard (which body must run for it to apply), its kind (a violated demand
makes the run fail; a violated premise only makes the printed shapes wrong) and the places that state it.
"""

from __future__ import annotations

import itertools

from shapeinfer.contracts.rewriter import Rewriter
from shapeinfer.dims import Dim
from shapeinfer.dims.budget import Budget, Spent, attempt, spend
from shapeinfer.dims.proofs import REFUTED
from shapeinfer.engine.place import PathKey, Place, guard_of, path_key
from shapeinfer.engine.run import Placed, Run
from shapeinfer.facts.elem_type import INT64
from shapeinfer.model.structure import TensorType
from shapeinfer.rule.cases import in_cases
from shapeinfer.rule.implied import implied
from shapeinfer.rule.requirement import Condition, Requirement

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from shapeinfer.contracts.solver import Solver
    from shapeinfer.model.structure import Graph, Model, Node

# More conditions than this are listed unsolved: a contract of this length would not be useful.
_MOST_SOLVED = 600

# The steps for solving all clauses. Real models take up to a few hundred steps per clause.
CONTRACT_STEPS = 80_000
STEPS_PER_CLAUSE = 200


class Clause:
    """One condition and all requirements that state it. ``requirement`` is the first of them."""

    __slots__ = ("always", "condition", "guard", "places", "premise", "requirement", "sources")

    def __init__(
        self,
        condition: Condition,
        requirement: Requirement,
        places: Sequence[Place],
        *,
        always: bool,
        guard: Place = (),
    ) -> None:
        self.condition = condition
        self.requirement = requirement
        self.premise = requirement.premise
        self.always = always
        self.guard = guard  # the path to the body that must run for the clause to apply
        self.places = list(dict.fromkeys(places))
        self.sources: tuple[Clause, ...] = ()  # the stated clauses that it follows from

    @property
    def over_inputs(self) -> bool:
        """Whether it contains only sizes of inputs; otherwise it depends on data."""
        return all(s.named for s in self.condition.symbols())

    def __str__(self) -> str:
        return str(self.condition)

    def __repr__(self) -> str:
        return f"<{self.condition}>"


class Contract:
    """The plain clauses. ``unsatisfiable`` holds demands that contradict the others."""

    __slots__ = ("_known", "_rewriter", "clauses", "gave_up", "steps_allowed", "steps_used", "unsatisfiable")

    def __init__(
        self,
        clauses: Iterable[Clause],
        unsatisfiable: Iterable[Clause],
        known: Solver | None,
        gave_up: str = "",
    ) -> None:
        """``gave_up`` says why the clauses are listed but not solved; "" if they are solved."""
        # The steps that solving took, and its limit (shapeinfer.dims.budget).
        self.steps_used = self.steps_allowed = 0
        self.gave_up = gave_up
        self.clauses = tuple(clauses)
        self.unsatisfiable = tuple(unsatisfiable)
        self._known = known
        self._rewriter: Rewriter | None = None

    def __repr__(self) -> str:
        if self.unsatisfiable:
            return f"<Contract that nothing satisfies: {', '.join(map(str, self.unsatisfiable))}>"
        others = len(self.clauses) - len(self.demands)
        texts = [*map(str, self.demands), *([f"and {others} other clauses"] if others else [])]
        return f"<Contract: {', '.join(texts) or 'no demands'}>"

    def _repr_html_(self) -> str:
        """For notebooks: a row for each clause."""
        from shapeinfer.engine.place import place_text
        from shapeinfer.markup import paragraph, table

        kinds = (
            ("no size satisfies it", self.unsatisfiable), ("every run", self.demands),
            ("if its body runs", self.conditional), ("depends on data", self.obligations),
            ("for the shapes to be right", self.premises),
        )  # fmt: skip
        rows = [
            (
                str(clause),
                kind,
                clause.requirement.code.id,
                _places_text([place_text(p) for p in clause.places]),
            )
            for kind, clauses in kinds
            for clause in clauses
        ]
        gave_up = paragraph(self.gave_up) if self.gave_up else ""
        shown = table(("clause", "applies", "code", "stated at"), rows)
        return (shown or paragraph("The contract demands nothing of the sizes.")) + gave_up

    @property
    def demands(self) -> tuple[Clause, ...]:
        """Constraints on the inputs' dims for every run."""
        return tuple(c for c in self.clauses if c.always and not c.premise and c.over_inputs)

    @property
    def obligations(self) -> tuple[Clause, ...]:
        """Constraints that depend on data: for every run, or only if the body at ``guard`` runs."""
        return tuple(c for c in self.clauses if (c.always or c.guard) and not c.premise and not c.over_inputs)

    @property
    def conditional(self) -> tuple[Clause, ...]:
        """Constraints on the inputs' dims that apply only if the body at ``guard`` runs."""
        return tuple(c for c in self.clauses if c.guard and not c.premise and c.over_inputs)

    @property
    def premises(self) -> tuple[Clause, ...]:
        """Conditions under which the printed shapes are correct."""
        return tuple(c for c in self.clauses if c.premise)

    def rewriter(self) -> Rewriter:
        """Simplifies facts under the contract: ``2*(H//2)`` is ``H`` if 2 divides H. It is the same one in
        every call, because it keeps what it has simplified."""
        if self._rewriter is None:
            self._rewriter = Rewriter(self._known)
        return self._rewriter


def _places_text(places: Sequence[str]) -> str:
    return places[0] + (f" and {len(places) - 1} more" if len(places) > 1 else "") if places else ""


def contract_of(run: Run) -> Contract:
    """The contract of a run. Demands of every run are solved together; then all other clauses, under them."""
    return _contract(run, (*of_ranks(run), *_of_bodies(run)))


def _contract(run: Run, others: Sequence[Placed[Requirement]] = ()) -> Contract:
    """The contract of what the run states, and of what others tell (:mod:`shapeinfer.contracts.trials`)."""
    declared = run.declarations
    assumed = declared.assumptions.conditions(declared.named)
    given = merged(run, others)
    if not given and not assumed:
        return Contract((), (), None)
    return solved(run, given, assumed)


def solved(run: Run, given: list[Clause], assumed: Sequence[Condition] = ()) -> Contract:
    """The contract of a run whose clauses are ``given`` (:func:`merged`), under what the user assumes."""
    steps = CONTRACT_STEPS + STEPS_PER_CLAUSE * len(given)
    given = _where_windows_round(_without_leaning(given, run.model, steps), run, steps)
    given = _where_assumed(given, run.model, steps)
    try:
        with Budget(steps) as budget:
            contract = _solved_together(given, assumed)
            if contract.unsatisfiable and any(clause.premise for clause in given):
                elsewhere = _solved_together(_where_premises_hold(given, run.model), assumed)
                contract = contract if elsewhere.unsatisfiable else elsewhere
    except Spent:
        spend(0)  # raised again if the caller's budget is used up
        why = f"they take more than {steps} steps to solve: they are listed, not solved"
        contract = Contract(given, (), None, f"{len(given)} different conditions, and {why}")
    contract.steps_used, contract.steps_allowed = budget.used, steps
    return contract


def _without_leaning(given: list[Clause], model: Model, steps: int) -> list[Clause]:
    """The clauses without demands that say no more than a premise before them.

    All of them if that takes more than twice these steps: one clause too many is better than an unsolved
    contract."""
    graph = model.graph
    if graph is None or not any(clause.premise for clause in given):
        return given
    from shapeinfer.contracts.leaning import leaning

    try:
        with Budget(2 * steps):
            single = _apart(given)
            leant = leaning(single, graph, model.functions)
    except Spent:
        spend(0)  # raised again if the caller's budget is used up
        return given
    if not leant:
        return given
    found: list[Clause] = []
    for i, clause in enumerate(single):
        if i in leant:
            found += [Clause(left, clause.requirement, clause.places, always=True) for left in leant[i]]
        else:
            found.append(clause)
    return found


def _where_windows_round(given: list[Clause], run: Run, steps: int) -> list[Clause]:
    """The clauses, with demands of what a pool makes as they are where its window does not fit. As they were
    if that takes more than these steps."""
    graph = run.model.graph
    if graph is None or not any(clause.premise for clause in given):
        return given
    from shapeinfer.contracts.leaning import where_windows_round

    unchanged: dict[int, Condition] = {}
    others = attempt(steps, unchanged, where_windows_round, given, graph, run)
    return [
        Clause(others[i], clause.requirement, clause.places, always=True) if i in others else clause
        for i, clause in enumerate(given)
    ]


def _where_assumed(given: list[Clause], model: Model, steps: int) -> list[Clause]:
    """The clauses, with demands behind a computed size that bind only where it is one. As they were if that
    takes more than these steps."""
    if model.graph is None or not any(clause.premise for clause in given):
        return given
    from shapeinfer.contracts.leaning import where_assumed

    unchanged: dict[int, Condition] = {}
    others = attempt(steps, unchanged, where_assumed, given, model.graph, model.functions)
    return [
        Clause(others[i], clause.requirement, clause.places, always=True) if i in others else clause
        for i, clause in enumerate(given)
    ]


def _where_premises_hold(given: list[Clause], model: Model) -> list[Clause]:
    """The clauses, with demands behind premises only where these hold."""
    from shapeinfer.contracts.leaning import where_premises_hold

    if model.graph is None:
        return given
    bound = where_premises_hold(given, model.graph, model.functions)
    found = [clause for i, clause in enumerate(given) if i not in bound]
    for i, condition in bound.items():
        if condition is not None:
            found.append(Clause(condition, given[i].requirement, given[i].places, always=True))
    return found


def _apart(clauses: Sequence[Clause]) -> list[Clause]:
    """The clauses, with one for each factor of a product that must be at least 1, and for each bound that an
    equality amounts to: only some may lean."""
    from shapeinfer.contracts.normal_form import factors, plain

    found: list[Clause] = []
    for clause in clauses:
        parts: tuple[Condition, ...] = ()
        if clause.always and not clause.premise:
            whole = clause.condition
            parts = plain(whole) if whole.kind == "==" else factors(whole)
        if len(parts) > 1:
            found += [Clause(part, clause.requirement, clause.places, always=True) for part in parts]
        else:
            found.append(clause)
    return found


def _solved_together(given: Sequence[Clause], assumed: Sequence[Condition]) -> Contract:
    from shapeinfer.contracts.normal_form import forget, plain  # clean models often demand nothing
    from shapeinfer.contracts.solver import Solver

    forget()
    stated = given
    if assumed:
        given = _under(assumed, given)
    demands = [c for c in given if c.always and not c.premise]
    others = [c for c in given if not (c.always and not c.premise)]
    solver = Solver()
    if len(demands) > _MOST_SOLVED:
        why = f"{len(demands)} different demands, more than {_MOST_SOLVED}: they are listed, not solved"
        return Contract(given, (), solver, why)
    solver.solve([c.condition for c in demands])
    known = solver
    if assumed:
        known = Solver()
        known.solve([*assumed, *(c.condition for c in stated if c.always and not c.premise)])
    said = {part for condition in assumed for part in plain(condition)}
    clauses = [clause for clause in _solved(solver, demands) if clause.condition not in said]
    kept = _judged(solver, others)
    unsatisfiable = [_from(condition, origins, demands) for condition, origins in solver.refuted]
    unsatisfiable += [
        _from(clause, itertools.chain(*k.origins.values()), demands)
        for k in solver.known.values() if k.impossible for clause, _ in k.clauses()[:1]
    ]  # fmt: skip
    return Contract([*clauses, *kept], unsatisfiable, known)


def _under(assumed: Sequence[Condition], given: Iterable[Clause]) -> list[Clause]:
    """The clauses that do not follow from what the user assumes, simplified under it. An assumption that
    contradicts itself implies nothing here."""
    from shapeinfer.contracts.solver import Solver

    solver = Solver()
    solver.solve(assumed)
    if solver.impossible:
        return list(given)
    memo: dict[Dim, Dim] = {}
    found: list[Clause] = []
    for clause in given:
        for condition in solver.judged(clause.condition, memo):
            parts = condition.parts if condition.kind == "any" else (condition,)
            if not any(part in solver.open for part in parts):
                found.append(
                    Clause(
                        condition, clause.requirement, clause.places, always=clause.always, guard=clause.guard
                    )
                )
    return found


def _judged(solver: Solver, others: Iterable[Clause]) -> list[Clause]:
    """The clauses that are not demands of every run, simplified under the demands; implied ones are
    dropped."""
    found: dict[tuple[Condition, bool, bool, PathKey], Clause] = {}
    memo: dict[Dim, Dim] = {}
    for given in others:
        for condition in _told(given, solver.judged(given.condition, memo)):
            key = (condition, given.premise, given.always, path_key(given.guard))
            clause = found.get(key)
            places = given.places if clause is None else [*clause.places, *given.places]
            requirement = given.requirement if clause is None else clause.requirement
            found[key] = Clause(condition, requirement, places, always=given.always, guard=given.guard)
    # Clauses that apply together are solved together: the premises, and the demands of each body.
    together: dict[object, list[Clause]] = {}
    alone = []
    for clause in found.values():
        if clause.premise and clause.always:
            together.setdefault("premises", []).append(clause)
        elif clause.guard and not clause.premise and clause.over_inputs:
            together.setdefault(path_key(clause.guard), []).append(clause)
        else:
            alone.append(clause)
    # In fewer words a clause may be what a demand says, or follow from one.
    solved = {
        key: [c for c in _in_fewer(clauses) if not _follows(c.condition, solver, memo)]
        for key, clauses in together.items()
    }
    return [*(c for clauses in solved.values() for c in clauses if not _said_before(c, solved)), *alone]


def _follows(condition: Condition, solver: Solver, memo: dict[Dim, Dim]) -> bool:
    return condition in solver.open or not solver.judged(condition, memo)


def _told(clause: Clause, simplified: Sequence[Condition]) -> Sequence[Condition]:
    """The simplified conditions; of a premise that never holds what it was, for 17 <= 16 says nothing."""
    never = clause.premise and any(condition.verdict() is REFUTED for condition in simplified)
    return (clause.condition,) if never else simplified


def _said_before(clause: Clause, solved: Mapping[object, Sequence[Clause]]) -> bool:
    """Whether a body that contains the clause's body demands the same."""
    around = (path_key(clause.guard[:depth]) for depth in range(1, len(clause.guard)))
    return any(clause.condition == other.condition for key in around for other in solved.get(key, ()))


def _in_fewer(clauses: Sequence[Clause]) -> Iterable[Clause]:
    """The same constraints in fewer clauses; unchanged if they contradict each other."""
    from shapeinfer.contracts.solver import Solver

    solver = Solver()
    solver.solve([c.condition for c in clauses])
    return clauses if solver.impossible else _solved(solver, clauses)


def merged(run: Run, others: Sequence[Placed[Requirement]] = ()) -> list[Clause]:
    """The requirements of a run, and ``others``, as clauses: equal conditions of one kind are one, and
    ``a and b`` are two."""
    found: dict[tuple[Condition, bool, bool, PathKey], Clause] = {}
    for placed in (*run.requirements, *others):
        always = placed.is_sure
        is_conditional = placed.guarded and not placed.claimed
        guard = guard_of(placed.place) if is_conditional else ()
        whole = placed.item.condition
        parts = whole.parts if whole.kind == "all" else (whole,)
        for condition in _told_of(parts):
            key = (condition, placed.item.premise, always, path_key(guard))
            clause = found.get(key)
            if clause is None:
                found[key] = Clause(condition, placed.item, [placed.place], always=always, guard=guard)
            else:
                clause.places.append(placed.place)
    return list(found.values())


def _told_of(parts: Iterable[Condition]) -> Iterable[Condition]:
    """The conditions, in each case that named sizes decide, and what they say of named sizes besides."""
    for part in parts:
        for told in in_cases(part):
            yield told
            if (of_named := implied(told)) is not None:
                yield of_named


def of_ranks(run: Run) -> Sequence[Placed[Requirement]]:
    """What is demanded of the lengths of lists that inputs declare, and of sizes of which it depends how many
    axes a Squeeze leaves: of all that decides a rank."""
    graph = run.model.graph
    if graph is None:
        return ()
    lengths = {
        run.declarations.name_of(value.name, len(value.type.dims) - 1, value.type.dims[-1])
        for value in graph.inputs
        if isinstance(value.type, TensorType) and value.type.elem_type == INT64 and value.type.dims
    }
    open_lengths = {name for name in lengths if name is not None}
    operators = {node.operation.op_type for nodes in _all_nodes(run, graph) for node in nodes}
    is_asked = open_lengths or "Squeeze" in operators
    by_rank = (
        (open_lengths and run.claimed)  # of what is only declared nobody knows the rank
        or (is_asked and (run.visits or run.made().has_unknown_rank()))
    )
    if not by_rank and "SequenceAt" not in operators:
        return ()
    from shapeinfer.contracts.trials.dropped import demands_of_dropped
    from shapeinfer.contracts.trials.lengths import demands_of_lengths

    return [*demands_of_lengths(run, open_lengths), *demands_of_dropped(run)]


def _of_bodies(run: Run) -> Sequence[Placed[Requirement]]:
    """What is demanded of sizes that decide how bodies run."""
    if not run.visits:
        return ()
    from shapeinfer.contracts.trials.small import demands_of_small

    return demands_of_small(run, _contract, _contradictions)


def _contradictions(run: Run) -> tuple[Clause, ...]:
    """What the run demands of sizes and no size satisfies."""
    from shapeinfer.contracts.solver import Solver

    conditions = [c.condition for c in merged(run) if c.always and not c.premise]
    solver = Solver()
    if len(conditions) <= _MOST_SOLVED:
        solver.solve([*run.declarations.assumptions.conditions(run.declarations.named), *conditions])
        if not solver.impossible:  # no more so without those that lean on premises
            return ()
    return _contract(run).unsatisfiable


def _all_nodes(run: Run, graph: Graph) -> Iterator[Sequence[Node]]:
    """The nodes of the graph, and of each body and function that was visited."""
    yield graph.nodes
    for visit in run.visits_by_key().values():
        yield visit.graph.nodes


def _solved(solver: Solver, demands: Sequence[Clause]) -> Iterable[Clause]:
    for condition, origins in solver.clauses():
        if origins:  # else it follows from the bounds of its own symbols
            yield _from(condition, origins, demands)


def _from(condition: Condition, origins: Iterable[int], demands: Sequence[Clause]) -> Clause:
    """A clause that follows from some of the given clauses."""
    sources = [demands[i] for i in dict.fromkeys(origins)]
    places = [place for source in sources for place in source.places]
    first = sources[0]
    clause = Clause(condition, first.requirement, places, always=first.always, guard=first.guard)
    clause.sources = tuple(sources)
    return clause
