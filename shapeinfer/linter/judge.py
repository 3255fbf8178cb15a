"""What a project's policy makes of the findings in one file: left out, suppressed, as severe as it says."""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.codes import SEVERITIES
from shapeinfer.engine import apply
from shapeinfer.engine.run import Placed
from shapeinfer.linter.lint import examine, report_of, unreadable
from shapeinfer.linter.selection import ALWAYS, Selection
from shapeinfer.linter.suppression import suppress
from shapeinfer.model.protobuf.wire import DamagedModel
from shapeinfer.model.read import display_name
from shapeinfer.rule.requirement import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from shapeinfer.linter.files import Pattern
    from shapeinfer.model.structure import Model
    from shapeinfer.reports.diagnostic import Report
    from shapeinfer.runtimes.names import Target


class Policy:
    """Which codes count, which of them do not in some files, and on which targets models are to run."""

    __slots__ = ("per_file", "selection", "targets")

    def __init__(
        self,
        selection: Selection,
        per_file: Sequence[tuple[Pattern, frozenset[str]]] = (),
        targets: Sequence[Target] = (),
    ) -> None:
        self.selection = selection
        self.per_file = per_file
        self.targets = targets

    def ids(self, file: str) -> frozenset[str]:
        """The ids of the codes that are reported for a file."""
        ids = self.selection.ids
        for pattern, ignored in self.per_file:
            if pattern.matches(file):
                ids -= ignored
        return ids | ALWAYS


class Answer:
    """What is left to say of one file. ``report`` is None if that is nothing; ``counts`` are nodes, values,
    known values and contract clauses; ``readable`` is False if it could not be examined at all."""

    __slots__ = ("counts", "file", "readable", "report", "suppressed")

    def __init__(self, file: str, report: Report | None) -> None:
        self.file = file
        self.report = report
        self.counts = (0, 0, 0, 0)
        self.suppressed = 0
        self.readable = True


def judge(file: str, load: Callable[[], Model], policy: Policy) -> Answer:
    """Examine a model under a policy. What can't be read, or examined, is a finding."""
    file = display_name(file)
    try:
        return _judged(file, load(), policy)
    except (OSError, DamagedModel) as error:
        answer = Answer(file, unreadable(file, error))
        answer.readable = False
        return answer
    except Exception as error:
        if apply.STRICT:
            raise
        # Our own mistake, or no memory left: the files after this one are still examined.
        return failed(file, f"{type(error).__name__}: {error}")


def failed(file: str, reason: str) -> Answer:
    """What there is to say of a file that could not be examined, through no fault of its own."""
    from shapeinfer.reports.diagnostic import Diagnostic, Location, Report
    from shapeinfer.reports.fingerprint import fingerprinted

    code = codes.NOT_EXAMINED
    found = Diagnostic(
        code=code.id, slug=code.slug, severity="warning", message=reason, help=code.help,
        location=Location(file=file),
    )  # fmt: skip
    answer = Answer(file, Report(file=file, diagnostics=fingerprinted((found,))))
    answer.readable = False
    return answer


def _judged(file: str, model: Model, policy: Policy) -> Answer:
    ids = policy.ids(file)
    result, extra = examine(model, ids, policy.targets)
    sorted_out = suppress(model, [*result.run.findings, *extra])
    kept = [f for f in sorted_out.kept if f.item.code.id in ids]
    answer = Answer(file, None)
    answer.counts = (*result.summary_counts(), len(result.contract.demands))
    answer.suppressed = _count(f for f in sorted_out.hidden if f.item.code.id in ids)
    if kept:
        result.run.findings = kept
        report = report_of(result, ())
        named = report if report.file is not None else report.model_copy(update={"file": file})
        answer.report = _reranked(named, policy.selection)
    return answer


def _count(findings: Iterable[Placed[Finding]]) -> int:
    """How many there are to a reader, who sees those of several calls of one function as one."""
    return len({(f.item.code.id, id(f.place[-1].node) if f.place else 0, f.item.text()) for f in findings})


def _reranked(report: Report, selection: Selection) -> Report:
    """The report with the severities that the policy gives."""
    severities = selection.severities
    if not any(d.code in severities for d in report.diagnostics):
        return report
    changed = [
        d.model_copy(update={"severity": severities.get(d.code, d.severity)}) for d in report.diagnostics
    ]
    changed.sort(key=lambda d: SEVERITIES.index(d.severity))
    return report.model_copy(update={"diagnostics": tuple(changed)})
