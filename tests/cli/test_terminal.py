"""What the output does on terminals of all kinds, and what leaves out what."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from shapeinfer.cli import lint_run
from shapeinfer.cli.colour import use_colour
from shapeinfer.cli.progress import Progress
from tests.command import BROKEN, CLEAN, run, save

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("variables", "terminal", "coloured"),
    [
        ({}, True, True),
        ({}, False, False),
        ({"NO_COLOR": "1"}, True, False),
        ({"NO_COLOR": ""}, True, True),
        ({"FORCE_COLOR": "1"}, False, True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, True, False),
        ({"TERM": "dumb"}, True, False),
        ({"TERM": "dumb", "FORCE_COLOR": "1"}, False, True),
        ({"TERM": "xterm"}, True, True),
    ],
)
def test_colour(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], terminal: bool, coloured: bool
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal)
    assert use_colour("auto") is coloured
    assert use_colour("always") is True and use_colour("never") is False


@pytest.mark.parametrize(("columns", "width"), [(0, None), (80, 80)])
def test_a_terminal_that_does_not_know_its_width(
    monkeypatch: pytest.MonkeyPatch, columns: int, width: int | None
) -> None:
    monkeypatch.setattr(os, "get_terminal_size", lambda fd: os.terminal_size((columns, 0)))
    monkeypatch.setattr(sys.stdout, "fileno", lambda: 1)
    assert lint_run._width() == width


def test_no_progress_on_a_terminal_that_erases_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert Progress(2)._shown
    monkeypatch.setenv("TERM", "dumb")
    assert not Progress(2)._shown


def test_quiet(capsys: Capture) -> None:
    save(Path("clean.onnx"), CLEAN)
    save(Path("broken.onnx"), BROKEN)
    assert run(capsys, "lint", "-q", "clean.onnx") == (0, "", "")
    code, out, err = run(capsys, "lint", "--quiet", "clean.onnx", "broken.onnx")
    assert code == 1 and err == ""
    assert out.startswith("error[SI208 contraction-mismatch]: ") and "contract clause" not in out
    dead = "g (float[n] x) => (float[n] y) { y = Relu (x)  z = Exp (x) }"
    save(Path("dead.onnx"), dead)
    assert run(capsys, "lint", "-q", "--fix", "dead.onnx") == (0, "", "")


def test_limit(capsys: Capture) -> None:
    save(Path("m.onnx"), BROKEN.replace("float[n, 3] x", "float[n, 3] x, float[n] unused"))
    _, out, _ = run(capsys, "lint", "--limit", "1", "m.onnx")
    assert out.count("\n  --> ") == 1 and "\n1 more finding (--limit 0 shows all)\n" in out
    _, out, _ = run(capsys, "lint", "--limit", "1", "--format", "concise", "m.onnx")
    assert out.splitlines()[1:] == ["m.onnx: 2 more findings (--limit 0 shows all)"]
    assert run(capsys, "lint", "--limit", "0", "m.onnx")[1] == run(capsys, "lint", "m.onnx")[1]
    for argv, message in (
        (["--limit", "1", "--format", "json"], "--limit works with the formats full and concise, not json"),
        (["--limit", "few"], "--limit: a size is a number, not 'few'"),
    ):
        assert run(capsys, "lint", "m.onnx", *argv) == (2, "", f"shapeinfer: {message}\n")


def test_sizes_with_a_step(capsys: Capture) -> None:
    save(Path("m.onnx"), CLEAN)
    code, out, _ = run(capsys, "check", "m.onnx", "--dim", "n=8..32 step 8")
    assert code == 0 and "n=8..32 step 8" in out and "4 of 4 choices" in out
    assert run(capsys, "check", "m.onnx", "--dim", "n=1,8..32 step 8")[0] == 0
    for text, message in (
        ("n=8..32 step 0", "in 8..32 step 0 the step is 0"),
        ("n=8..32 step x", "a size is a number, not 'x'"),
        ("n=32..8 step 2", "in 32..8 step 2 the end is less than the beginning"),
    ):
        code, _, err = run(capsys, "check", "m.onnx", "--dim", text)
        assert code == 2 and message in err


def test_an_empty_tensor_is_no_suggestion(capsys: Capture) -> None:
    """Size 0 satisfies nearly every clause, and nobody means it."""
    text = "g (float[b, 2] x, float[batch, 2] z) => (float[p, q] y) { y = Add (x, z) }"
    save(Path("m.onnx"), text)
    code, out, _ = run(capsys, "check", "m.onnx", "--dim", "b=3", "--dim", "batch=2")
    assert code == 1 and "nearest sizes: b=2; batch=1, 3;" in out
