"""Run the real program on hostile input and measure it: CPU, memory, exit code, what it prints.

A defect is anything but a clear answer: a traceback, a signal, a hang, an exit code that is not one of ours, more CPU
or memory than the size of the input allows, or raw control characters and CI commands in what is printed.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

# What a file of up to 1 MB may take; a larger one takes as many times more.
CPU_SECONDS = 2.0
MEMORY_MIB = 256
# A program that waits takes no CPU: this many seconds are a hang, on a busy machine too.
WALL_SECONDS = 60

EXIT_CODES = (0, 1, 2)
_MARKERS = ("Traceback (most recent call last)", "a mistake of shapeinfer's", "RecursionError", "MemoryError")
# What a terminal or a CI system would act on, wherever it stands in a line or at its beginning.
_ACTIVE = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|##\[|##vso\[|^\s*::", re.MULTILINE)


class Attempt(NamedTuple):
    """One run of the program: its arguments, and what prepares the folder that it runs in."""

    name: str
    arguments: Sequence[str]
    prepare: Callable[[Path], None]
    # Formats for CI systems command them on purpose.
    commands_ci: bool = False


class Outcome(NamedTuple):
    """What one run took and what is wrong with it, in words; nothing if ``defects`` is empty."""

    attempt: Attempt
    cpu: float
    memory_mib: int
    defects: tuple[str, ...]


def run(attempt: Attempt) -> Outcome:
    """Run one attempt in a folder of its own."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        attempt.prepare(folder)
        size = sum(
            path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink()
        )
        out, err = folder / ".out", folder / ".err"
        command = [
            sys.executable,
            "-S",
            "-c",
            _LAUNCHER,
            sys.executable,
            "-m",
            "shapeinfer",
            *attempt.arguments,
        ]
        with out.open("wb") as stdout, err.open("wb") as stderr:
            process = subprocess.Popen(
                command,
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=stdout,
                stderr=stderr,
                start_new_session=True,
            )
            try:
                process.wait(WALL_SECONDS)
                hung = False
            except subprocess.TimeoutExpired:
                hung = True
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        cpu, memory, code = (0.0, 0, 0) if hung else _measured(folder / ".usage")
        printed = out.read_bytes() + err.read_bytes()
    return Outcome(attempt, cpu, memory, tuple(_defects(attempt, size, hung, code, cpu, memory, printed)))


def _defects(
    attempt: Attempt, size: int, hung: bool, code: int, cpu: float, memory: int, printed: bytes
) -> Iterator[str]:
    factor = max(size / 1e6, 1.0)
    if hung:
        yield f"hangs for {WALL_SECONDS} s"
    elif code not in EXIT_CODES:
        yield f"ends with {signal.Signals(-code).name if code < 0 else code}"
    text = printed.decode("utf-8", "replace")
    yield from (f"prints {marker!r}" for marker in _MARKERS if marker in text)
    if cpu > CPU_SECONDS * factor:
        yield f"takes {cpu:.1f} s of CPU for {size} bytes"
    if memory > MEMORY_MIB * factor:
        yield f"takes {memory} MiB for {size} bytes"
    active = None if attempt.commands_ci else _ACTIVE.search(printed)
    if active is not None:
        yield f"prints {active[0]!r}, which a terminal or a CI system acts on"


# A process is said to have used what the one it was forked from had in memory: so a small one starts it.
_LAUNCHER = """
import os, sys
child = os.fork()
if child == 0:
    os.execv(sys.argv[1], sys.argv[1:])
_, status, usage = os.wait4(child, 0)
with open(".usage", "w") as file:
    print(usage.ru_utime + usage.ru_stime, usage.ru_maxrss, os.waitstatus_to_exitcode(status), file=file)
"""


def _measured(path: Path) -> tuple[float, int, int]:
    """Seconds of CPU, MiB of memory and the exit code that the launcher wrote down."""
    cpu, memory, code = path.read_text().split()
    return float(cpu), int(memory) // 1024, int(code)


def table(outcomes: Sequence[Outcome]) -> str:
    """A line for each class of attempts: how many, the worst CPU and memory, and how many defects."""
    classes: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        classes.setdefault(outcome.attempt.name.partition("/")[0], []).append(outcome)
    lines = [f"{'class':<12}{'attempts':>9}{'worst CPU':>11}{'memory':>10}{'defects':>9}"]
    for name, found in sorted(classes.items()):
        cpu, memory = max(o.cpu for o in found), max(o.memory_mib for o in found)
        defects = sum(bool(o.defects) for o in found)
        lines.append(f"{name:<12}{len(found):>9}{cpu:>9.2f} s{memory:>6} MiB{defects:>9}")
    return "\n".join(lines)
