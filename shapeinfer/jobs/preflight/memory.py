"""Whether a model fits into a memory limit with given sizes."""

from __future__ import annotations

from shapeinfer.costs.fit import TOO_LARGE, Budget, fit
from shapeinfer.costs.model import Costs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from shapeinfer.jobs.infer import Result
    from shapeinfer.jobs.preflight.sweep import Answer
    from shapeinfer.reports.diagnostic import MemoryBudget


def costs_of(result: Result) -> Costs:
    """The costs of an inferred model, simplified by its contract."""
    return Costs(result.run, result.contract.rewriter().dim)


def budgeted(result: Result, budget: int) -> MemoryBudget:
    """The answer for a report: refused only if no choice of the open sizes fits."""
    from shapeinfer.reports.budget import memory_budget

    found = fit(costs_of(result), budget)
    return memory_budget(found, fits=found.verdict != TOO_LARGE)


def refuse_larger(
    answers: Sequence[Answer], result: Result, budget: int, infer: Callable[[Mapping[str, int]], Result]
) -> None:
    """Refuse the choices that need more memory than the budget; sizes that are not given count as 1.

    In ``result`` the varying sizes are open. Its peak is correct for sizes of at least 1; for a size of 0,
    ``infer`` is called with the numbers.
    """
    from shapeinfer.reports.budget import too_large

    asked = Budget(costs_of(result), budget)
    for answer in answers:
        if answer.refused is None:
            if 0 in answer.sizes.values():
                need = Budget(costs_of(infer(answer.sizes)), budget).exceeded({})
            else:
                need = asked.exceeded(answer.sizes)
            if need is not None:
                answer.refused = too_large(budget, need)
