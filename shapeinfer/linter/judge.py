"""Applies a project's policy to the findings of one file: selection, suppressions and severities."""

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

    from shapeinfer.jobs.infer import Result
    from shapeinfer.linter.files import Pattern
    from shapeinfer.linter.fixes.settle import Applied, Examine
    from shapeinfer.model.structure import Model
    from shapeinfer.reports.diagnostic import Report
    from shapeinfer.runtimes.names import Target


FIX, DIFF = "fix", "diff"


class Policy:
    """The selected codes, the codes that are ignored for some files, and the targets. ``fixing`` is FIX if
    findings are fixed in the files, DIFF if only the differences are wanted, "" for neither; ``unsafe``
    allows unsafe fixes."""

    __slots__ = ("fixing", "per_file", "selection", "targets", "unsafe")

    def __init__(
        self,
        selection: Selection,
        per_file: Sequence[tuple[Pattern, frozenset[str]]] = (),
        targets: Sequence[Target] = (),
        *,
        fixing: str = "",
        unsafe: bool = False,
    ) -> None:
        self.selection = selection
        self.fixing = fixing
        self.unsafe = unsafe
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
    """The remaining findings of one file. ``report`` is None if there are none; ``counts`` are nodes, values,
    known values and contract clauses; ``readable`` is False if it could not be examined at all. ``fixed`` are
    the changes that were made, ``differences`` what they change as lines of a diff, and ``content`` is the
    fixed model if it came from standard input. ``unfixed`` says why fixes were not written."""

    __slots__ = (
        "content", "counts", "differences", "file", "fixed", "readable", "report", "suppressed", "unfixed",
    )  # fmt: skip

    def __init__(self, file: str, report: Report | None) -> None:
        self.file = file
        self.report = report
        self.counts = (0, 0, 0, 0)
        self.suppressed = 0
        self.readable = True
        self.fixed: list[Applied] = []
        self.differences: list[str] = []
        self.content: bytes | None = None
        self.unfixed = ""


def judge(file: str, load: Callable[[], Model], policy: Policy) -> Answer:
    """Examine a model under a policy. A file that can't be read or examined gives a finding."""
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
        # A bug in shapeinfer, or no memory left: the following files are still examined.
        return failed(file, f"{type(error).__name__}: {error}")


def failed(file: str, reason: str) -> Answer:
    """The finding for a file that could not be examined for a reason outside the file."""
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
    answer = Answer(file, None)

    def found_in(read: Model) -> tuple[Result, list[Placed[Finding]]]:
        result, extra = examine(read, ids, policy.targets)
        sorted_out = suppress(read, [*result.run.findings, *extra])
        answer.suppressed = _count(f for f in sorted_out.hidden if f.item.code.id in ids)
        return result, [f for f in sorted_out.kept if f.item.code.id in ids]

    if policy.fixing:
        result, kept = _fixed(model, found_in, policy, answer)
    else:
        result, kept = found_in(model)
    answer.counts = (*result.summary_counts(), len(result.contract.demands))
    if kept:
        result.run.findings = kept
        report = report_of(result, (), targets=policy.targets)
        named = report if report.file is not None else report.model_copy(update={"file": file})
        answer.report = _reranked(named, policy.selection)
    return answer


def _fixed(
    model: Model, found_in: Examine, policy: Policy, answer: Answer
) -> tuple[Result, list[Placed[Finding]]]:
    """What is left after the fixes, which are written if the policy says so. If that fails, all is left."""
    from shapeinfer.linter.fixes.outline import differences, outline
    from shapeinfer.linter.fixes.settle import BadFix, settled
    from shapeinfer.linter.fixes.write import content, overwrite

    before = outline(model) if policy.fixing == DIFF else []
    try:
        fixed, result, kept, answer.fixed = settled(model, found_in, policy.targets, unsafe=policy.unsafe)
    except BadFix as error:
        answer.unfixed = f"a fix would lead to {error}: a bug in shapeinfer, and nothing was changed"
        answer.content = content(model) if model.path is None else None
        return found_in(model)
    if policy.fixing == DIFF:
        answer.differences = differences(before, outline(fixed)) if answer.fixed else []
    elif model.path is None:
        answer.content = content(fixed)
    elif answer.fixed:
        try:
            overwrite(fixed, model.path)
        except OSError as error:
            answer.unfixed, answer.fixed = f"not fixed: {error.strerror or error}", []
            return found_in(model)
    return result, kept


def _count(findings: Iterable[Placed[Finding]]) -> int:
    """The number of findings as shown: equal findings in several calls of one function count once."""
    return len({(f.item.code.id, id(f.place[-1].node) if f.place else 0, f.item.text()) for f in findings})


def _reranked(report: Report, selection: Selection) -> Report:
    """The report with the severities of the policy."""
    severities = selection.severities
    if not any(d.code in severities for d in report.diagnostics):
        return report
    changed = [
        d.model_copy(update={"severity": severities.get(d.code, d.severity)}) for d in report.diagnostics
    ]
    changed.sort(key=lambda d: SEVERITIES.index(d.severity))
    return report.model_copy(update={"diagnostics": tuple(changed)})
