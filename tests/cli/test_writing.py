"""What is left behind if the program ends while it writes, or if the disk is full."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.command import save

pytestmark = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="devices and limits of Linux")

PROGRAM = (sys.executable, "-m", "shapeinfer")
# One fix is offered, and one dim is open.
MODEL = "g (float[n] x) => (float[n] y) { y = Relu (x)  z = Exp (x) }"
WRITES = (
    "annotate m.onnx -o out.onnx", "annotate m.onnx -o out.onnxtxt", "annotate --in-place m.onnx", "lint --fix m.onnx",
    "lint m.onnx --output-file out.json --format json", "lint m.onnx --write-baseline out.json",
    "report m.onnx -o out.html", "report m.onnx --format json -o out.json",
)  # fmt: skip
PRINTS = (
    "annotate m.onnx -o out.onnx", "check m.onnx", "check m.onnx --dim n=1 --format json", "codes", "completion bash",
    "contract m.onnx", "contract m.onnx --format json", "cost m.onnx", "cost m.onnx --format json",
    "diff m.onnx m.onnx", "diff m.onnx m.onnx --format json", "explain SI205", "lint m.onnx",
    "lint m.onnx --format json", "lint m.onnx --format sarif", "profile m.onnx --dim n=1..8",
    "report m.onnx --format json", "report m.onnx -o -", "show m.onnx", "show m.onnx --format json", "targets",
    "targets m.onnx", "--help", "lint --help", "--version",
)  # fmt: skip
# Writes a few bytes of a file, and then nothing more.
STUCK = """import os, stat, time
write = os.write
def stuck(fd, data):
    if stat.S_ISREG(os.fstat(fd).st_mode):
        write(fd, bytes(data[:10]))
        time.sleep(100)
    return write(fd, data)
os.write = stuck
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    save(tmp_path / "m.onnx", MODEL)
    (tmp_path / "stuck.py").write_text(STUCK)
    return tmp_path


def content(folder: Path) -> Mapping[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def partial(folder: Path) -> list[Path]:
    """Files that something was written into, and that have not their name yet."""
    return [path for path in folder.glob(".*.tmp") if path.stat().st_size]


def wait_for(what: Callable[[], object]) -> None:
    for _ in range(400):
        if what():
            return
        time.sleep(0.05)
    raise AssertionError("it did not happen")


@contextmanager
def started(line: str, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """The program, which gets stuck when it writes a file."""
    command = [*PROGRAM, "--rules", "stuck.py", *line.split()]
    with subprocess.Popen(
        command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        # A shell lets what runs in its background ignore it, and so what that starts.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509  # no threads here
    ) as process:  # fmt: skip
        try:
            yield process
        finally:
            process.kill()


TERM, INT, KILL = signal.SIGTERM, signal.SIGINT, signal.SIGKILL


@pytest.mark.parametrize(
    ("line", "number"), [*((line, TERM) for line in WRITES), (WRITES[0], INT), (WRITES[3], INT), (WRITES[3], KILL)]
)  # fmt: skip
def test_the_program_ends_while_it_writes(line: str, number: signal.Signals, folder: Path) -> None:
    before = content(folder)
    with started(line, folder) as process:
        wait_for(lambda: partial(folder))
        process.send_signal(number)
        assert process.wait(20) == (-number if number == KILL else 128 + number)
        assert process.stderr is not None and process.stderr.read() == b""
    if number == KILL:  # nobody can remove it
        (left,) = partial(folder)
        left.unlink()
    assert content(folder) == before


@pytest.mark.parametrize("number", [TERM, INT, KILL])
def test_the_program_ends_while_its_workers_write(number: signal.Signals, folder: Path) -> None:
    save(folder / "n.onnx", MODEL)
    before = content(folder)
    with started("lint --fix -j 2 m.onnx n.onnx", folder) as process:
        wait_for(lambda: len(partial(folder)) == 2)
        process.send_signal(number)
        process.wait(20)
    wait_for(lambda: not list(folder.glob(".*.tmp")))
    assert content(folder) == before


def run(line: str, folder: Path, unbuffered: str, limit: int | None, stdout: str) -> tuple[int, str]:
    """(exit code, standard error) where no file may hold more than so many bytes."""

    def limited() -> None:
        import resource  # not on every system

        if limit is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    with open(stdout, "wb") as out:
        done = subprocess.run(
            [*PROGRAM, *line.split()], cwd=folder, stdout=out, stderr=subprocess.PIPE, text=True, check=False,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered}, preexec_fn=limited,
        )  # fmt: skip
    return done.returncode, done.stderr


@pytest.mark.parametrize("line", PRINTS)
def test_no_room_for_the_output(line: str, folder: Path) -> None:
    said = (2, "shapeinfer: standard output: No space left on device\n")
    assert run(line, folder, "", None, "/dev/full") == said


# Without a buffer, Python ignores that only a part is written.
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("line", ["lint m.onnx", "report m.onnx --format json", "--version"])
def test_room_for_a_part_of_the_output(line: str, unbuffered: str, folder: Path) -> None:
    said = (2, "shapeinfer: standard output: File too large\n")
    assert run(line, folder, unbuffered, 10, str(folder / "printed")) == said
    assert (folder / "printed").stat().st_size == 10


@pytest.mark.parametrize("line", WRITES)
def test_room_for_a_part_of_a_file(line: str, folder: Path) -> None:
    before = content(folder)
    name = next((word for word in line.split() if word.startswith("out.")), "m.onnx")
    why = "not fixed: File too large" if "--fix" in line else "File too large"
    assert run(line, folder, "", 10, os.devnull) == (2, f"shapeinfer: {name}: {why}\n")
    assert content(folder) == before
