"""The program in a pipe, without streams, and in a folder of untrusted files."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.command import CLEAN, save

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pipes, signals and devices of POSIX")

PROGRAM = (sys.executable, "-m", "shapeinfer")


@pytest.fixture
def models(tmp_path: Path) -> Path:
    """A folder of twelve small models."""
    folder = tmp_path / "models"
    folder.mkdir()
    for number in range(12):
        save(folder / f"m{number}.onnx", CLEAN)
    return folder


def shell(line: str, cwd: Path, timeout: float = 60) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-c", line], cwd=cwd, capture_output=True, text=True, timeout=timeout, check=False
    )


def children(marker: str) -> list[str]:
    """Processes whose command line names a file that only this test has."""
    done = subprocess.run(["pgrep", "-f", marker], capture_output=True, text=True, check=False)
    return done.stdout.split()


@pytest.mark.parametrize("reader", ["tail -n 1", "head -n 1", "cat"])
def test_several_processes_do_not_hold_a_pipe(models: Path, reader: str) -> None:
    done = shell(
        f"{' '.join(PROGRAM)} lint . -j 2 --format concise | {reader}; exit ${{PIPESTATUS[0]}}", models
    )
    assert done.returncode in (0, 1)
    assert done.stderr == ""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_no_process_is_left_behind(models: Path, tmp_path: Path, number: signal.Signals) -> None:
    rules = tmp_path / f"rules_{os.getpid()}_{number}.py"
    rules.write_text("import time\ntime.sleep(0.2)\n")
    marker = rules.name
    command = [*PROGRAM, "lint", str(models), "-j", "2", "--rules", str(rules)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(0.6)
    process.send_signal(number)
    process.wait(20)
    for _ in range(100):
        if not children(marker):
            break
        time.sleep(0.1)
    assert children(marker) == []


def test_nothing_is_imported_from_the_working_directory(models: Path) -> None:
    for name in ("re", "json", "argparse", "onnx", "typing", "difflib"):
        (models / f"{name}.py").write_text("raise SystemExit('imported from the working directory')")
    done = shell(f"{' '.join(PROGRAM)} lint --format json; {' '.join(PROGRAM)} lint --no-such-option", models)
    assert "working directory" not in done.stdout + done.stderr


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams(models: Path, closed: str) -> None:
    done = shell(f"{' '.join(PROGRAM)} lint m0.onnx {closed}", models)
    assert done.returncode in (0, 1, 2)
    assert "Traceback" not in done.stderr


def test_what_is_no_file_in_a_folder_is_a_finding(models: Path, tmp_path: Path) -> None:
    os.mkfifo(models / "pipe.onnx")
    (models / "zero.onnx").symlink_to("/dev/zero")
    save(tmp_path / "outside.onnx", CLEAN)
    (models / "link.onnx").symlink_to(tmp_path / "outside.onnx")
    (models / "inner.onnx").symlink_to(models / "m0.onnx")
    done = shell(f"{' '.join(PROGRAM)} lint . --format concise", models, timeout=30)
    assert done.returncode == 2
    assert sorted(line for line in done.stdout.splitlines() if "SI001" in line) == [
        "link.onnx: graph: error[SI001 unreadable-model] is a link that leads out of the folder it was found "
        "in",
        "pipe.onnx: graph: error[SI001 unreadable-model] is a pipe, not a file",
        "zero.onnx: graph: error[SI001 unreadable-model] is a link that leads out of the folder it was found "
        "in",
    ]


def test_a_device_that_is_named_is_not_read(models: Path) -> None:
    done = shell(f"{' '.join(PROGRAM)} lint /dev/zero --format concise", models, timeout=30)
    assert done.returncode == 2
    assert "/dev/zero: graph: error[SI001 unreadable-model] is a device, not a file" in done.stdout


def test_a_pipe_that_is_named_is_read(models: Path) -> None:
    os.mkfifo(models / "fifo")
    program = " ".join(PROGRAM)
    for line in (
        f"cat m0.onnx > fifo & {program} lint fifo",
        f"{program} lint /dev/stdin < m0.onnx",
        f"cat m0.onnx | {program} lint -",
    ):
        assert "fully known" in shell(line, models, timeout=30).stdout


def test_output_into_a_pipe_without_a_reader(models: Path) -> None:
    os.mkfifo(models / "fifo")
    done = shell(f"{' '.join(PROGRAM)} annotate m0.onnx -o fifo", models, timeout=30)
    assert done.returncode == 2
    assert "No such device or address" in done.stderr


def test_usage_errors_draw_nothing(models: Path) -> None:
    done = shell(f"{' '.join(PROGRAM)} lint $'--no\\033[31m##vso[task]'", models)
    assert done.returncode == 2
    assert "\x1b" not in done.stderr
    assert "##vso" not in done.stderr


def test_settings_that_nest_too_deep(models: Path) -> None:
    (models / "shapeinfer.toml").write_text("select = " + "[" * 100_000 + "]" * 100_000)
    done = shell(f"{' '.join(PROGRAM)} lint m0.onnx", models)
    assert done.returncode == 2
    assert done.stderr.endswith("arrays or tables are nested too deeply\n")
