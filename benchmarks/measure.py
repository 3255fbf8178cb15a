"""One program against another: whole processes, CPU time, in pairs."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from statistics import median


class Cost:
    """What one process took: CPU seconds (user and system) and its peak memory in MiB."""

    __slots__ = ("failed", "memory", "seconds")

    def __init__(self, seconds: float, memory: float, failed: bool) -> None:
        self.seconds = seconds
        self.memory = memory
        self.failed = failed


def run(command: Sequence[str], limit: float = 600.0) -> Cost:
    """Run a program to its end; its output is dropped. ``limit`` is in seconds of CPU."""
    child = subprocess.Popen(
        ["/bin/sh", "-c", f'ulimit -t {int(limit)}; exec "$@"', "sh", *command],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": ""},
    )  # fmt: skip
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    unit = 2**20 if sys.platform == "darwin" else 2**10  # ru_maxrss: bytes there, KiB elsewhere
    return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss / unit, child.returncode not in (0, 1))


class Comparison:
    """Pairs of A and B, taken in turn: the ratio of each pair, and what each took at the median."""

    def __init__(self, ours: Sequence[str], theirs: Sequence[str], pairs: int) -> None:
        self.ours: list[Cost] = []
        self.theirs: list[Cost] = []
        for _ in range(pairs):
            self.ours.append(run(ours))
            if not self.failed:
                self.theirs.append(run(theirs))

    @property
    def failed(self) -> bool:
        """Whether the other program fails on this model: then it is run once and not again."""
        return bool(self.theirs) and self.theirs[0].failed

    @property
    def ratios(self) -> list[float]:
        """Our seconds for each of theirs, sorted."""
        return sorted(a.seconds / b.seconds for a, b in zip(self.ours, self.theirs, strict=False))


def middle(costs: Sequence[Cost]) -> tuple[float, float]:
    """The median of CPU seconds, and the largest peak of memory in MiB."""
    return median(c.seconds for c in costs), max(c.memory for c in costs)
