"""The whole report of a model: what inference, lint, costs, targets and a comparison found, joined."""

from __future__ import annotations

from shapeinfer.jobs.preflight.memory import costs_of
from shapeinfer.jobs.sources import load
from shapeinfer.linter.lint import examine
from shapeinfer.page.data import Group, report_rows
from shapeinfer.render.groups import grouped
from shapeinfer.reports.build import diagnostics_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from shapeinfer.jobs.sources import Source
    from shapeinfer.page.tables import Row
    from shapeinfer.reports.diagnostic import Diagnostic


def report_data(model: Source, *, targets: Sequence[str] = (), against: Source | None = None) -> Row:
    """The report of a model as one JSON document, described by ``docs/schemas/page.schema.json``.

    ``targets`` are releases that must load it, such as ``onnxruntime==1.17``; ``against`` is an older version
    of the model, to be compared with. Raises OSError and :class:`shapeinfer.DamagedModel` if a source is not
    a model, ValueError for an unknown form of target.
    """
    from shapeinfer.jobs.targets import parsed_targets

    result, extra = examine(load(model), targets=parsed_targets(targets))
    findings = diagnostics_of(result.run, extra)
    return report_rows(
        result.run,
        result.contract,
        costs_of(result),
        findings,
        counts=result.summary_counts(),
        groups=list(groups_of(findings)),
    )


def groups_of(findings: Sequence[Diagnostic]) -> Iterable[Group]:
    """The findings as the text format groups them, as positions."""
    at = {id(found): position for position, found in enumerate(findings)}
    for group in grouped(findings):
        yield Group([at[id(found)] for found in (group.first, *group.others)], alike=group.alike)
