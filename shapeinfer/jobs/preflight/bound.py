"""Inference with the sizes bound, and the first reason why every run fails."""

from __future__ import annotations

from shapeinfer.contracts.contradictions import MESSAGE, contradictions
from shapeinfer.engine.place import place_text
from shapeinfer.engine.run import severity_of
from shapeinfer.jobs.infer import Result, inferred

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from shapeinfer.engine.run import Placed, Run
    from shapeinfer.jobs.preflight.given import Given
    from shapeinfer.model.structure import Model
    from shapeinfer.rule.requirement import Finding
    from shapeinfer.runtimes.names import Target


def checked(
    model: Model,
    dims: Mapping[str, int],
    inputs: Mapping[str, Given],
    assume: Sequence[str] = (),
    targets: Sequence[Target] = (),
) -> Result:
    """Infer with the sizes bound, after checking the names. The findings are those for the targets."""
    result = inferred(model, dims, inputs, assume)
    if targets:
        from shapeinfer.runtimes.refusing import for_targets

        result.run.findings = for_targets(result.run.findings, targets)
    return result


def refused_always(run: Run, *, empty: bool) -> list[Placed[Finding]]:
    """Those findings of a run without given sizes that no sizes avoid: what makes loading fail, or else what
    makes every run fail. ``empty``: a given size is 0, which such a run assumes of none, so that only loading
    surely fails."""
    errors = [p for p in run.findings if severity_of(p, runtime=True) == "error"]
    at_load = [p for p in errors if p.item.at_load]
    return at_load if at_load or empty else errors


def first_error(result: Result) -> str | None:
    """The first reason why every run fails, with its place; None if none is known."""
    return first_finding(result.run.findings) or next(
        (MESSAGE.format(demands=demands) for _, demands in contradictions(result.contract)), None
    )


def first_finding(findings: Iterable[Placed[Finding]]) -> str | None:
    """The first of them that makes every run fail, with its place; None if there is none."""
    for placed in findings:
        if severity_of(placed, runtime=True) == "error":
            return f"{placed.item.text()} (at {place_text(placed.place)})"
    return None
