"""Assumptions that contradict the given sizes, or what the model demands."""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.dims.budget import Budget, Spent, spend
from shapeinfer.dims.proofs import REFUTED
from shapeinfer.engine.assumptions import condition_of
from shapeinfer.engine.place import place_text
from shapeinfer.jobs.preflight.bound import checked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from shapeinfer.contracts.contract import Clause
    from shapeinfer.jobs.preflight.given import Given
    from shapeinfer.model.structure import Model
    from shapeinfer.reports.diagnostic import Diagnostic
    from shapeinfer.rule.requirement import Condition

# The steps for finding out which clauses an assumption contradicts.
_STEPS = 40_000
# So many clauses are named at most.
_MOST_NAMED = 4


def contradiction(
    model: Model, dims: Mapping[str, int], inputs: Mapping[str, Given], assume: Sequence[str]
) -> Diagnostic | None:
    """The finding that the assumptions can't hold together with the given sizes, or with the demands of the
    model; None if they can, or if it is not found out."""
    if not assume:
        return None
    without = checked(model, dims, inputs)
    named = without.run.declarations.named
    stated = [(text, condition_of(text, named)) for text in assume]
    for text, condition in stated:
        if condition.verdict() is REFUTED:
            sizes = ", ".join(f"{name}={size}" for name, size in dims.items() if name in text)
            return _found(
                model, f"the sizes {sizes} contradict the assumption {text}" if sizes else text, "graph"
            )
    demands = [c for c in without.contract.demands if not without.contract.unsatisfiable]
    try:
        with Budget(_STEPS):
            texts, clauses = _together(stated, demands)
    except Spent:
        spend(0)  # raised again if the caller's budget is used up
        return None
    if not texts:
        return None
    assumed = " and ".join(texts)
    if not clauses:
        return _found(model, f"no sizes satisfy the assumptions {assumed}", "graph")
    said = ", ".join(f"{c.condition} at {place_text(c.places[0])}" for c in clauses[:_MOST_NAMED])
    who = (
        f"the assumption {assumed} contradicts"
        if len(texts) == 1
        else f"the assumptions {assumed} contradict"
    )
    return _found(model, f"{who} what the model needs: {said}", place_text(clauses[0].places[0]))


def _together(
    stated: Sequence[tuple[str, Condition]], demands: Sequence[Clause]
) -> tuple[list[str], list[Clause]]:
    """Assumptions and demands none of which can be left out of the contradiction; nothing if there is
    none."""
    assumed, needed = list(stated), list(demands)
    if not _impossible([c for _, c in assumed] + [c.condition for c in needed]):
        return [], []
    for clause in demands:
        rest = [c for c in needed if c is not clause]
        if _impossible([c for _, c in assumed] + [c.condition for c in rest]):
            needed = rest
    for one in stated:
        others = [c for c in assumed if c is not one]
        if others and _impossible([c for _, c in others] + [c.condition for c in needed]):
            assumed = others
    return [text for text, _ in assumed], needed


def _impossible(conditions: Sequence[Condition]) -> bool:
    from shapeinfer.contracts.solver import Solver

    solver = Solver()
    solver.solve(conditions)
    return solver.impossible


def _found(model: Model, message: str, path: str) -> Diagnostic:
    from shapeinfer.reports.diagnostic import Diagnostic, Location

    code = codes.UNSATISFIABLE
    return Diagnostic(
        code=code.id, slug=code.slug, severity="error", help=code.help,
        location=Location(file=model.path, path=path), message=message,
    )  # fmt: skip
