"""Runs the fuzzer over seeds, groups what it finds by cause, and prints one small model for each."""

from __future__ import annotations

import resource
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from tests.fuzz.differential.accepted import reason_for
from tests.fuzz.differential.case import Case
from tests.fuzz.differential.judge import HARMLESS, KINDS, Finding, judged
from tests.fuzz.differential.modes import MODES, case_of
from tests.fuzz.differential.oracle import Oracle
from tests.fuzz.differential.shrink import Judging, shrunk, text_of
from tests.fuzz.differential.windows import windows_of

# Memory that the fuzzer may take, in bytes: what takes more is a crash of its seed, not the end of the machine.
MOST_MEMORY = 8 << 30


class Tally:
    """What was found so far."""

    def __init__(self) -> None:
        self.models = 0
        self.runs = 0
        self.by_kind: Counter[str] = Counter()
        self.accepted: Counter[str] = Counter()
        self.runs_by_mode: Counter[str] = Counter()
        self.by_mode: Counter[tuple[str, str]] = Counter()
        self.groups: dict[tuple[str, str, str], list[Finding]] = {}

    def add(self, mode: str, findings: Iterable[Finding], runs: int) -> None:
        self.models += 1
        self.runs += runs
        self.runs_by_mode[mode] += runs
        for finding in findings:
            accepted = reason_for(finding)
            if accepted is not None:
                self.accepted[accepted] += 1
                continue
            self.by_kind[finding.kind] += 1
            self.by_mode[finding.kind, mode] += 1
            self.groups.setdefault(finding.group, []).append(finding)

    def defects(self) -> list[tuple[tuple[str, str, str], list[Finding]]]:
        """The groups that are defects: severe kinds first, and in a kind the most frequent."""
        order = list(KINDS)
        groups = [(group, found) for group, found in self.groups.items() if group[0] not in HARMLESS]
        return sorted(groups, key=lambda item: (order.index(item[0][0]), -len(item[1]), item[0]))


def examined(
    seeds: Sequence[int],
    make: Callable[[int], Case | None] = case_of,
    report: Callable[[str], None] | None = None,
    judge: Judging = judged,
) -> Tally:
    """Judge the cases that ``make`` makes of these seeds; by default those of all modes."""
    tally = Tally()
    began = time.monotonic()
    with Oracle() as oracle:
        for at, seed in enumerate(seeds):
            case = make(seed)
            if case is None:
                continue
            findings, runs = judge(case, oracle)
            tally.add(case.mode, findings, runs)
            if report is not None and at % 500 == 499:
                spent = time.monotonic() - began
                report(f"{at + 1} seeds, {tally.runs} runs, {spent:.0f} s: {dict(tally.by_kind)}")
    return tally


def printed(tally: Tally, write: Callable[[str], None], judge: Judging = judged) -> None:
    """The figures, and one case of each group as ONNX text."""
    write(f"{tally.models} models, {tally.runs} runs")
    for kind, meaning in KINDS.items():
        count = tally.by_kind[kind]
        per_mode = ", ".join(
            f"{mode} {10_000 * tally.by_mode[kind, mode] / tally.runs_by_mode[mode]:.1f}"
            for mode in tally.runs_by_mode
            if tally.by_mode[kind, mode]
        )
        if count:
            write(f"{count:6} {kind:18} {meaning}; per 10,000 runs: {per_mode}")
    for reason, count in tally.accepted.most_common():
        write(f"{count:6} accepted: {reason}")
    with Oracle() as oracle:
        for (kind, about, cause), found in tally.defects():
            write(f"\n### {kind} {about}: {len(found)} times: {cause}")
            write("seeds " + " ".join(str(f.case.seed) for f in found[:8]))
            finding = shrunk(found[0], oracle, judge)
            write(described(finding.case, finding))


def described(case: Case, finding: Finding) -> str:
    """The model as text, the trial, and what disagrees."""
    trial = "" if finding.trial is None else f"with {finding.trial}\n"
    return f"{text_of(case)}\n{trial}{finding.detail[:400]}"


def _maker(chosen: Sequence[str]) -> Callable[[int], Case | None]:
    if not chosen:
        return case_of
    if chosen[0] in MODES:
        return MODES[chosen[0]]
    return windows_of(Path(chosen[0]))


def run(arguments: Sequence[str], write: Callable[[str], None], judge: Judging = judged) -> int:
    """``SEEDS [MODE | FOLDER]``: a count, or FIRST..LAST; for one mode only, or for windows of the models in
    a folder. The exit code is 1 if a disagreement is not accepted."""
    _, allowed = resource.getrlimit(resource.RLIMIT_AS)
    most = MOST_MEMORY if allowed == resource.RLIM_INFINITY else min(MOST_MEMORY, allowed)
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    first, last = map(int, arguments[0].split("..")) if ".." in arguments[0] else (0, int(arguments[0]) - 1)
    tally = examined(range(first, last + 1), _maker(arguments[1:]), write, judge)
    printed(tally, write, judge)
    return 1 if tally.defects() else 0
