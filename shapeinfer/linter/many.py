"""Lint of many models, on this machine or on others."""

from __future__ import annotations

import os
from functools import partial

from shapeinfer.jobs.targets import parsed_targets
from shapeinfer.linter.files import find_files, reader
from shapeinfer.linter.judge import Policy
from shapeinfer.linter.selection import Layer, Selection
from shapeinfer.linter.workers import count_of, judge_all, judge_lent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Sequence
    from concurrent.futures import Executor

    from shapeinfer.linter.judge import Answer
    from shapeinfer.reports.diagnostic import Report

# More processes than this are a mistake in the call.
_MOST_PROCESSES = 256
# The rule files that this process has loaded. A worker of a lent executor is prepared with its first task.
_LOADED: set[str] = set()


def lint_many(
    paths_or_urls: Iterable[str | os.PathLike[str]],
    *,
    executor: Executor | None = None,
    jobs: int = 0,
    ahead: int | None = None,
    select: Sequence[str] | None = None,
    ignore: Sequence[str] = (),
    targets: Sequence[str] = (),
    rules: Sequence[str] = (),
) -> Generator[Report, None, None]:
    """A Report for each model, **in the order of the input**, each as soon as it and those before it
    are known. A report without diagnostics belongs to a clean model; a file that can't be read, or whose
    worker died, has a report with one finding (SI001, SI092). Suppressions in the models apply.

    * ``paths_or_urls``: files, folders, patterns and URLs. It is read no further than needed, so a generator
      may list a bucket while models are examined.
    * ``executor``: any ``concurrent.futures.Executor``: a pool of the standard library, Dask's
      ``client.get_executor()``, and others. Its workers must have shapeinfer, and see the files. It is not
      shut down. Without one, ``jobs`` processes do the work (0: one for each core; 1: this process).
    * ``ahead``: how many models may be under way at once (default: four for each worker, 64 where the
      executor does not tell how many it has). It bounds the memory, whatever the number of models is.
    * ``select``, ``ignore``: codes, beginnings of codes or slugs, as for ``shapeinfer lint``
    * ``targets``: releases that must load the models, such as ``onnxruntime==1.17``
    * ``rules``: files of rules for custom operators

    A model whose worker died is examined again: once by the executor, beside what the executor itself
    repeats, and alone in a new process if the executor is broken for good, as a ProcessPoolExecutor then is.
    Close the generator (``close()``, or reading it to its end) to cancel what is under way.

    Raises ValueError for an unknown selector or target.
    """
    if isinstance(paths_or_urls, (str, os.PathLike)):
        paths_or_urls = (paths_or_urls,)
    policy = Policy(Selection.of([Layer(select, (), ignore)]), (), parsed_targets(targets))
    refused: dict[str, str] = {}
    files = find_files((os.fspath(name) for name in paths_or_urls), (), refused)
    load = partial(reader, refused)
    prepare = partial(_load_rules_once, tuple(os.path.abspath(path) for path in rules))
    if executor is not None:
        answers = judge_lent(files, load, policy, executor, prepare, ahead)
    else:
        count = count_of(jobs, _MOST_PROCESSES)
        if count == 1:
            prepare()
        answers = judge_all(files, load, policy, count, prepare, ahead)
    return _reports(answers)


def _reports(answers: Generator[Answer, None, None]) -> Generator[Report, None, None]:
    try:
        for answer in answers:
            yield _report(answer)
    finally:
        answers.close()


def _report(answer: Answer) -> Report:
    from shapeinfer.reports.diagnostic import Report, Summary

    nodes, values, known, clauses = answer.counts
    summary = Summary(nodes=nodes, values=values, known=known, clauses=clauses)
    if answer.report is None:
        return Report(file=answer.file, summary=summary)
    return answer.report


def _load_rules_once(paths: Sequence[str]) -> None:
    """Load the files of rules that this process has not loaded yet. Raises what they raise."""
    from shapeinfer.rule.registry import load_rules

    for path in paths:
        if path not in _LOADED:
            load_rules(path)
            _LOADED.add(path)
