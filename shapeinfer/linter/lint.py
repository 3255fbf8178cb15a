"""Lint: what is wrong with a model, where, and why."""

from __future__ import annotations

import os

from shapeinfer import codes
from shapeinfer.engine.engine import Engine
from shapeinfer.engine.run import Placed
from shapeinfer.jobs.infer import Result
from shapeinfer.jobs.sources import load
from shapeinfer.linter.checks import run_checks
from shapeinfer.linter.checks.survey import Survey
from shapeinfer.model.protobuf.wire import DamagedModel
from shapeinfer.model.read import display_name
from shapeinfer.model.structure import Model
from shapeinfer.rule.requirement import Finding
from shapeinfer.runtimes.beyond import beyond_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from shapeinfer.jobs.sources import Source
    from shapeinfer.reports.diagnostic import Report
    from shapeinfer.runtimes.names import Target


def lint(model: Source, *, targets: Sequence[str] = ()) -> Report:
    """All findings for a model, as a Report. Does not raise for a bad model: a file that can't be read
    gives a finding too.

    ``targets`` are releases that must load it, such as ``onnxruntime==1.17``. Raises ValueError for an
    unknown form of target."""
    from shapeinfer.jobs.targets import parsed_targets  # the command line has parsed its own

    named = parsed_targets(targets)
    try:
        result, extra = examine(load(model), targets=named)
    except (OSError, DamagedModel) as error:
        return unreadable(model, error)
    return report_of(result, extra, targets=named)


def examine(
    model: Model, wanted: Collection[str] | None = None, targets: Sequence[Target] = ()
) -> tuple[Result, list[Placed[Finding]]]:
    """The inference result, and the additional findings of checks and targets.

    ``wanted`` holds the ids of codes to check; None means those that are on by default."""
    result = Result(Engine(model).run())
    if model.graph is None:
        message = "the file has {size} bytes and no graph"
        return result, [Placed(Finding.of(codes.NO_GRAPH, message, size=model.size), ())]
    found = list(run_checks(Survey(result, model.graph), wanted))
    if not targets:
        return result, [*found, *beyond_all(result.run)]
    from shapeinfer.runtimes.findings import target_findings
    from shapeinfer.runtimes.refusing import for_targets

    result.run.findings = for_targets(result.run.findings, targets)
    return result, [*found, *target_findings(result.run, targets, wanted)]


def report_of(result: Result, extra: Iterable[Placed[Finding]], *, targets: Sequence[Target] = ()) -> Report:
    """The report of an examined model. ``targets`` are those that it was examined for."""
    from shapeinfer.linter.fixes.plan import offers
    from shapeinfer.reports.build import diagnostics_of
    from shapeinfer.reports.diagnostic import Report, Summary

    extra = list(extra)
    fixes = offers(result, [*result.run.findings, *extra], targets)
    nodes, values, known = result.summary_counts()
    return Report(
        file=result.model.path,
        diagnostics=diagnostics_of(result.run, extra, fixes=fixes),
        summary=Summary(nodes=nodes, values=values, known=known, clauses=len(result.contract.demands)),
    )


def unreadable(source: object, error: Exception) -> Report:
    """The report for a file that is not a model."""
    from shapeinfer.model.foreign import NotAModel
    from shapeinfer.reports.diagnostic import Diagnostic, Location, Report
    from shapeinfer.reports.fingerprint import fingerprinted

    name = os.fspath(source) if isinstance(source, (str, os.PathLike)) else None
    file = display_name(name) if isinstance(name, str) else None
    message = (
        str(error)
        if isinstance(error, DamagedModel)
        else f"{error.strerror if isinstance(error, OSError) else error}"
    )
    code = codes.UNREADABLE
    if isinstance(error, NotAModel):
        message, help_ = error.message, f"{error.remedy[:1].upper()}{error.remedy[1:]}."
    else:
        help_ = code.help
    offset = error.offset if isinstance(error, DamagedModel) else None
    found = Diagnostic(
        code=code.id, slug=code.slug, severity="error", message=message, help=help_,
        location=Location(file=file, byte_offset=offset),
    )  # fmt: skip
    return Report(file=file, diagnostics=fingerprinted((found,)))
