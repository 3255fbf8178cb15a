"""The benchmarks start what they say they measure."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "benchmarks"


def test_our_own_program_is_found() -> None:
    spec = spec_from_file_location("benchmarks_run", FOLDER / "run.py")
    assert spec is not None and spec.loader is not None
    run = module_from_spec(spec)
    spec.loader.exec_module(run)
    command = [sys.executable, "-c", run.OURS, "--version"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout[:11]) == (0, "shapeinfer ")


def test_rows_inside_of_a_process() -> None:
    done = subprocess.run(
        [sys.executable, FOLDER / "inside.py", "P9", "--pairs", "1"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "")
