"""One run of ``shapeinfer lint``: examines files and writes each answer as soon as it is known."""

from __future__ import annotations

import gc
import os
import sys
from functools import partial

from shapeinfer.cli.colour import use_colour
from shapeinfer.cli.exits import CLEAN, FOUND, USAGE, UsageError, complain
from shapeinfer.cli.progress import Progress
from shapeinfer.cli.rule_files import load_rule_files
from shapeinfer.cli.source import STANDARD_INPUT, load_model
from shapeinfer.linter.files import find_files, reader
from shapeinfer.linter.judge import DIFF, FIX, Policy
from shapeinfer.linter.setting_values import one_of
from shapeinfer.linter.workers import count_of, judge_all
from shapeinfer.render.format import FORMAT_NAMES, Totals, find_format
from shapeinfer.render.text import Counts

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Sequence

    from shapeinfer.linter.baseline import Sieve
    from shapeinfer.linter.judge import Answer
    from shapeinfer.linter.selection import Selection
    from shapeinfer.linter.settings import Settings
    from shapeinfer.render.format import Format
    from shapeinfer.reports.diagnostic import Severity
    from shapeinfer.runtimes.names import Target

_ALLOCATIONS_BETWEEN_SEARCHES = 50_000
_FOR_PEOPLE = ("full", "text", "concise")


def lint_files(options: argparse.Namespace, settings: Settings, selection: Selection) -> int:
    """Examine the files, write the findings and return the exit code. Raises UsageError and OSError."""
    form = _format(options, settings)
    load_rule_files(settings.rules or ())
    sieve = _sieve(options, settings)
    refused: dict[str, str] = {}
    files = list(find_files(options.files, settings.exclude or (), refused))
    if not files:
        _complain_of_none(options.files)
    if len(files) > 1:
        # Models leave reference cycles behind. Collect them rarely, and skip the objects that live until the
        # end.
        gc.freeze()
        gc.set_threshold(_ALLOCATIONS_BETWEEN_SEARCHES)
        gc.enable()
    asked = 1 if settings.jobs is None else settings.jobs
    jobs = 1 if STANDARD_INPUT in files else count_of(asked, len(files))
    prepare = partial(load_rule_files, [*options.rules, *(settings.rules or ())])
    targets = _targets(settings)
    fixing = _fixing(options, files)
    policy = Policy(
        selection, settings.per_file_ignores or (), targets, fixing=fixing, unsafe=options.unsafe_fixes
    )
    # Closed in every case, so that its worker processes end with the run.
    answers = judge_all(files, partial(reader, refused, read=load_model), policy, jobs, prepare)
    progress = Progress(len(files), shown=not options.no_progress)
    fail_on: Severity = settings.fail_on or "error"  # type: ignore[assignment]  # the settings allow no other
    run = Run(form, sieve, fail_on, progress)
    if fixing:
        run.fixes = Fixes(fixing, quiet=options.quiet, colour=use_colour(options.color))
    try:
        if fixing == DIFF or (fixing and STANDARD_INPUT in files):
            run.follow(answers, _to_stderr if fixing == FIX else _nowhere)
        elif options.output_file is None:
            run.follow(answers, _to_stdout(progress, flush=form.streams))
        else:
            _into_file(options.output_file, run, answers)
    finally:
        answers.close()
        progress.erase()
    note = "" if sieve is None else sieve.finish()
    if note:
        complain(note)
    return _exit_code(run, fixing, exit_zero=options.exit_zero)


def _complain_of_none(names: Sequence[str]) -> None:
    from shapeinfer.model.open_file import of_folder

    complain(f"no models in {', '.join(names)}")
    for name in names:
        if of_folder(name):
            complain(f"{name} {of_folder(name)}")


def _exit_code(run: Run, fixing: str, *, exit_zero: bool) -> int:
    """The exit code of a run that is over, after a word on what it fixed."""
    found = run.failed
    if run.fixes is not None:
        if summary := run.fixes.summary():
            sys.stdout.flush()  # the differences come first where both go to one place
            complain(summary)
        if run.fixes.failed:
            return USAGE
        if fixing == DIFF:
            found = bool(run.fixes.made)
    if run.totals.unreadable:
        return USAGE
    return FOUND if found and not exit_zero else CLEAN


def _fixing(options: argparse.Namespace, files: Sequence[str]) -> str:
    """How findings are to be fixed. Raises UsageError where that makes no sense."""
    if options.fix and options.diff:
        raise UsageError("--diff shows what --fix would do: give one of them")
    if options.write_baseline is not None and (options.fix or options.diff):
        raise UsageError("--write-baseline records findings, --fix and --diff remove them: give one of them")
    if options.fix:
        from shapeinfer.model.read import display_name, is_url

        for file in files:
            if is_url(file):
                raise UsageError(
                    f"{display_name(file)}: --fix changes local files only: copy it first, or use --diff"
                )
    return FIX if options.fix else DIFF if options.diff else ""


def _to_stderr(text: str) -> None:
    sys.stderr.write(text)


def _nowhere(_: str) -> None:
    """What is left is not shown with --diff."""


def _targets(settings: Settings) -> tuple[Target, ...]:
    """The targets of the run. BadTarget, a ValueError."""
    if not settings.targets:
        return ()
    from shapeinfer.jobs.targets import parsed_targets

    return parsed_targets(settings.targets)


class Run:
    """The state of a run after each file: the totals, and whether the run has failed."""

    __slots__ = ("fail_on", "failed", "fixes", "form", "progress", "sieve", "totals")

    def __init__(self, form: Format, sieve: Sieve | None, fail_on: Severity, progress: Progress) -> None:
        self.form = form
        self.sieve = sieve
        self.fail_on = fail_on
        self.progress = progress
        self.totals = Totals()
        self.failed = False
        self.fixes: Fixes | None = None

    def follow(self, answers: Iterable[Answer], write: Callable[[str], object]) -> None:
        """Write each answer in the chosen format as soon as it arrives."""
        write(self.form.begin())
        for answer in answers:
            write(self.taken(answer))
        write(self.form.end(self.totals))

    def taken(self, answer: Answer) -> str:
        """The text for one answer; adds the answer to the totals."""
        totals, report = self.totals, answer.report
        if self.fixes is not None:
            self.fixes.take(answer)
        totals.files += 1
        totals.suppressed += answer.suppressed
        totals.unreadable += not answer.readable
        if self.sieve is not None and answer.readable:
            found = () if report is None else report.diagnostics
            left = self.sieve.left(answer.file, found)
            totals.baselined += len(found) - len(left)
            report = report.model_copy(update={"diagnostics": tuple(left)}) if report and left else None
        if report is None:
            self.progress.step(0)
            return self.form.clean(answer.file, Counts(*answer.counts))
        for diagnostic in report.diagnostics:
            severity, code = diagnostic.severity, diagnostic.code
            totals.by_severity[severity] = totals.by_severity.get(severity, 0) + 1
            totals.by_code[code] = totals.by_code.get(code, 0) + 1
        self.failed = self.failed or bool(report.at_least(self.fail_on))
        self.progress.step(len(report.diagnostics))
        return self.form.report(report)


class Fixes:
    """The fixes of a run. Those that were made are listed on standard error, so that every format of the
    findings stays what it is; differences, and a model from standard input, go to standard output."""

    __slots__ = ("colour", "failed", "files", "made", "mode", "quiet")

    def __init__(self, mode: str, *, quiet: bool, colour: bool) -> None:
        self.mode = mode
        self.quiet = quiet
        self.colour = colour
        self.made = 0
        self.files = 0
        self.failed = False  # whether a file could not be written

    def take(self, answer: Answer) -> None:
        """Write what was fixed in one file."""
        if answer.content is not None:
            sys.stdout.buffer.write(answer.content)
            sys.stdout.buffer.flush()
        if answer.unfixed:
            self.failed = True
            complain(f"{answer.file}: {answer.unfixed}")
        if self.mode == DIFF and not answer.readable and answer.report is not None:
            complain(f"{answer.file}: {answer.report.diagnostics[0].message}")
        if not answer.fixed:
            return
        self.files += 1
        self.made += len(answer.fixed)
        from shapeinfer.render.formats.fixed import diff_text, fixed_text

        if self.mode == DIFF:
            sys.stdout.write(diff_text(answer.file, answer.differences, colour=self.colour))
        elif not self.quiet:
            sys.stderr.write(fixed_text(answer.file, [(f.code, f.what, f.safe) for f in answer.fixed]))

    def summary(self) -> str:
        """``fixed 3 findings in 1 file``; "" if nothing was fixed."""
        from shapeinfer.render.text import counted

        if not self.made or self.quiet:
            return ""
        verb = "would make" if self.mode == DIFF else "made"
        fixes = "1 fix" if self.made == 1 else f"{self.made} fixes"
        return f"{verb} {fixes} in {counted(self.files, 'file')}"


def _format(options: argparse.Namespace, settings: Settings) -> Format:
    """The chosen format. Raises UsageError."""
    name = settings.format or "full"
    to_file = options.output_file is not None
    limit = None
    if options.limit is not None:
        from shapeinfer.cli.arguments import size

        limit = size(options.limit, "--limit") or None
    colour = options.color == "always" if to_file else use_colour(options.color)
    try:
        one_of((*FORMAT_NAMES, "text"), name)
        form = find_format(
            name, colour=colour, width=None if to_file else _width(), limit=limit, quiet=options.quiet
        )
    except (ValueError, LookupError) as error:
        raise UsageError(f"format: {error}") from error
    if limit is not None and name not in _FOR_PEOPLE:
        raise UsageError(f"--limit works with the formats full and concise, not {name}")
    if options.statistics and name not in _FOR_PEOPLE:
        raise UsageError(f"--statistics works with the formats full and concise, not {name}")
    if not options.statistics:
        return form
    from shapeinfer.render.statistics import Statistics

    return Statistics()


def _width() -> int | None:
    """The width of the terminal in columns; None if standard output is not a terminal, or one that does not
    know its width."""
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or None
    except (OSError, ValueError):  # not a terminal, or a stream without a descriptor
        return None


def _sieve(options: argparse.Namespace, settings: Settings) -> Sieve | None:
    """The baseline to compare with or to write, if any. Raises UsageError."""
    if options.write_baseline is None and settings.baseline is None:
        return None
    from shapeinfer.linter.baseline import BadBaseline, Baseline, BaselineWriter

    if options.write_baseline is not None:
        return BaselineWriter(options.write_baseline)
    assert settings.baseline is not None  # checked above
    try:
        return Baseline.read(settings.baseline)
    except BadBaseline as error:
        raise UsageError(str(error)) from error


def _to_stdout(progress: Progress, *, flush: bool) -> Callable[[str], object]:
    def write(text: str) -> None:
        if not text:
            return
        progress.erase()
        sys.stdout.write(text)
        if flush:
            sys.stdout.flush()

    return write


def _into_file(path: str, run: Run, answers: Iterable[Answer]) -> None:
    from shapeinfer.model.whole_file import WholeFile, write_all

    with WholeFile(path) as fd:
        run.follow(answers, lambda text: write_all(fd, text.encode("utf-8", "backslashreplace")))
