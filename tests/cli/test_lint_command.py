"""``shapeinfer lint`` as CI uses it: policy, settings, many files, output, exit codes."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import onnx
import pytest

from shapeinfer.cli.progress import Progress
from tests.command import BROKEN, CLAIM, CLEAN, parse, run, save


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own for each test, with a broken, a doubtful and a clean model."""
    monkeypatch.chdir(tmp_path)
    save(tmp_path / "broken.onnx", BROKEN)
    save(tmp_path / "claim.onnx", CLAIM)
    save(tmp_path / "clean.onnx", CLEAN)
    return tmp_path


Capture = pytest.CaptureFixture[str]


def codes(out: str) -> list[str]:
    return [d["code"] for report in json.loads(out)["reports"] for d in report["diagnostics"]]


# --- what is reported, and when it fails ----------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "found", "code"),
    [
        ("", ["SI208", "SI208", "SI221"], 1),
        ("--ignore SI208", ["SI221"], 0),
        ("--ignore SI208 --fail-on warning", ["SI221"], 1),
        ("--ignore SI208 --strict", ["SI221"], 1),
        ("--exit-zero", ["SI208", "SI208", "SI221"], 0),
        ("--select contraction-mismatch", ["SI208", "SI208"], 1),
        ("--select SI1,SI3", [], 0),
        ("--select SI1 --select SI22", ["SI221"], 0),
        ("--select SI1 --extend-select SI22", ["SI221"], 0),
        ("--select SI2 --extend-ignore SI208", ["SI221"], 0),
        ("--severity SI208=info", ["SI208", "SI208", "SI221"], 0),
        ("--severity SI208=off,SI221=error", ["SI221"], 1),
        ("--severity SI208=info --fail-on info", ["SI208", "SI208", "SI221"], 1),
    ],
)
def test_policy(capsys: Capture, options: str, found: list[str], code: int) -> None:
    result, out, _ = run(capsys, "lint", "--format", "json", *options.split(), ".")
    assert (result, codes(out)) == (code, found)


def test_severities_sort_what_is_shown(capsys: Capture, here: Path) -> None:
    model = parse(BROKEN)
    model.opset_import.append(onnx.helper.make_opsetid("ai.onnx", 17))  # SI004, a warning
    onnx.save(model, here / "both.onnx")
    _, out, _ = run(capsys, "lint", "--format", "json", "--severity", "SI208=info", "both.onnx")
    (report,) = json.loads(out)["reports"]
    assert [(d["code"], d["severity"]) for d in report["diagnostics"]] == [
        ("SI004", "warning"), ("SI208", "info"), ("SI208", "info"),
    ]  # fmt: skip
    assert report["ok"]


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["--select", "SI9"], "shapeinfer: 'SI9' is not a code, the beginning of a code, or a slug"),
        (["--severity", "SI208"], "shapeinfer: --severity takes CODE=LEVEL, not 'SI208'"),
        (["--severity", "SI208=bad"], "shapeinfer: 'bad' is not one of error, warning, info, off"),
        (["--config", "fail = 1"], "shapeinfer: --config 'fail = 1': unknown key 'fail'"),
        (["--config", "none.toml"], "shapeinfer: none.toml: No such file or directory"),
        (["--config", "a.toml", "--isolated"], "shapeinfer: --config takes one file, and none with --isolated"),
        (["--config", "format = 'jsn'"], "shapeinfer: format: 'jsn' is not one of full, "),
        (["-j", "many"], "shapeinfer: needed a number of processes or 'auto', not 'many'"),
        (["--statistics", "--format", "json"], "shapeinfer: --statistics works with the formats full and concise, not json"),
        (["--slect", "SI2"], "shapeinfer lint: error: unknown option --slect; did you mean '--select'?"),
        (["--output-file", "none/out.txt"], "shapeinfer: "),
    ],
)  # fmt: skip
def test_what_makes_no_sense(capsys: Capture, argv: list[str], message: str) -> None:
    code, out, err = run(capsys, "lint", "clean.onnx", *argv)
    assert (code, out) == (2, "")
    assert message in err and "Traceback" not in err


# --- settings -------------------------------------------------------------------------------------


def test_settings_and_the_command_line(capsys: Capture, here: Path) -> None:
    settings = here / "shapeinfer.toml"
    settings.write_text(
        'ignore = ["SI208"]\nfail-on = "warning"\nformat = "json"\nper-file-ignores = {"claim*" = ["SI2"]}\n'
    )
    assert run(capsys, "lint", ".")[0] == 0
    code, out, _ = run(capsys, "lint", ".", "--extend-select", "SI208")
    assert (code, codes(out)) == (1, ["SI208", "SI208"])
    assert codes(run(capsys, "lint", ".", "--isolated", "--format", "json")[1]) == ["SI208", "SI208", "SI221"]
    assert run(capsys, "lint", "claim.onnx", "--config", "per-file-ignores = {}")[0] == 1
    below = here / "below"
    below.mkdir()
    os.chdir(below)
    assert codes(run(capsys, "lint", "..")[1]) == []
    code, out, _ = run(capsys, "lint", "--show-settings")
    assert code == 0 and f'fail-on = "warning"  # {settings}' in out
    (select,) = (line for line in out.splitlines() if line.startswith("select"))
    assert '"SI207"' in select and '"SI208"' not in select


def test_exclude_and_baseline_of_the_settings(capsys: Capture, here: Path) -> None:
    (here / "shapeinfer.toml").write_text('exclude = ["claim.onnx"]\nbaseline = "known.json"\n')
    run(capsys, "lint", "broken.onnx", "--write-baseline", "known.json")
    code, out, _ = run(capsys, "lint", ".", "--strict")
    assert code == 0 and "claim" not in out and "2 in the baseline" in out
    assert "claim" in run(capsys, "lint", ".", "--exclude", "x")[1]


def test_rules_of_the_settings(capsys: Capture, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rule = 'from shapeinfer.rule import rule\n@rule("Own", versions=(1,), domain="lint.test")\ndef own(call, x):\n    return x\n'
    (here / "own.py").write_text(rule)
    text = '<ir_version: 10, opset_import: ["lint.test" : 1]>g (float[n] x) => (float[n] y) { y = lint.test.Own (x) }'
    onnx.save(parse(text, head=""), here / "own.onnx")
    assert "SI013" in run(capsys, "lint", "own.onnx")[1]
    (here / "shapeinfer.toml").write_text('rules = ["own.py"]')
    _, out, err = run(capsys, "lint", "own.onnx")
    assert "SI013" in out
    assert err == (
        f"shapeinfer: {here / 'shapeinfer.toml'} names rules, which are code and were not loaded "
        f"({here / 'own.py'}); --trust {here} or --config {here / 'shapeinfer.toml'} loads them\n"
    )
    for trusted in (("--trust", "."), ("--config", "shapeinfer.toml"), ("--trust", str(here.parent))):
        assert "1 of 1 values fully known" in run(capsys, "lint", "own.onnx", *trusted)[1]
    monkeypatch.setenv("SHAPEINFER_TRUST", str(here))
    assert "1 of 1 values fully known" in run(capsys, "lint", "own.onnx")[1]
    (here / "own.py").write_text("\nx = 1 / 0\n")
    code, _, err = run(capsys, "lint", "own.onnx")
    assert (code, err) == (
        2,
        f"shapeinfer: rules in {here / 'own.py'}, line 2: ZeroDivisionError: division by zero\n",
    )


# --- many files -----------------------------------------------------------------------------------


def test_one_unreadable_file_among_others(capsys: Capture, here: Path) -> None:
    (here / "bad.onnx").write_bytes(b"no model")
    code, out, _ = run(
        capsys, "lint", "--exit-zero", "--format", "json", "bad.onnx", "none.onnx", "claim.onnx"
    )
    assert (code, codes(out)) == (2, ["SI001", "SI001", "SI221"])
    # No selection hides it.
    assert codes(run(capsys, "lint", "--select", "SI3", "--format", "json", "bad.onnx")[1]) == ["SI001"]


def test_a_folder_without_models(capsys: Capture, here: Path) -> None:
    (here / "empty").mkdir()
    assert run(capsys, "lint", "empty")[::2] == (0, "shapeinfer: no models in empty\n")
    code, out, _ = run(capsys, "lint", "empty", "--format", "json")
    assert (code, codes(out)) == (0, [])


def test_the_working_directory_if_nothing_is_named(capsys: Capture) -> None:
    assert run(capsys, "lint", "--format", "json")[1] == run(capsys, "lint", ".", "--format", "json")[1]


def test_processes_answer_as_one_does(capsys: Capture, here: Path) -> None:
    for n in range(20):
        save(here / f"m{n:02}.onnx", (BROKEN, CLAIM, CLEAN)[n % 3])
    (here / "m10.onnx").write_bytes(b"no model")
    alone = run(capsys, "lint", ".", "-j", "1")
    assert alone[0] == 2
    assert run(capsys, "lint", ".", "-j", "2") == alone
    assert run(capsys, "lint", "clean.onnx", "-j", "auto")[0] == 0


def test_a_process_that_dies_is_a_finding(capsys: Capture, here: Path) -> None:
    deadly = "import os\nfrom shapeinfer.rule import rule\n"
    deadly += '@rule("Die", versions=(1,), domain="lint.test")\ndef die(call, x):\n    os._exit(3)\n'
    (here / "deadly.py").write_text(deadly)
    text = '<ir_version: 10, opset_import: ["lint.test" : 1]>g (float[n] x) => (float[n] y) { y = lint.test.Die (x) }'
    for n in range(9):
        onnx.save(parse(text, head=""), here / f"d{n}.onnx")
        save(here / f"e{n}.onnx", CLAIM)
    code, out, _ = run(capsys, "lint", ".", "-j", "2", "--rules", "deadly.py", "--format", "json")
    assert (code, codes(out)) == (2, ["SI208", "SI208", "SI221", *["SI092"] * 9, *["SI221"] * 9])
    assert out.count("the process that examined it died") == 9


def test_a_process_that_hears_no_signal_is_ended(
    capsys: Capture, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shapeinfer.linter.workers._SECONDS_TO_END", 0.1)
    rule = "import multiprocessing, os, signal\nfrom shapeinfer.rule import rule\n"
    rule += "if multiprocessing.parent_process():\n    signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
    rule += '@rule("Deaf", versions=(1,), domain="lint.test")\ndef deaf(call, x):\n    os._exit(3)\n'
    (here / "deaf.py").write_text(rule)
    text = '<ir_version: 10, opset_import: ["lint.test" : 1]>g (float[n] x) => (float[n] y) { y = lint.test.Deaf (x) }'
    onnx.save(parse(text, head=""), here / "a.onnx")
    code, out, _ = run(capsys, "lint", ".", "-j", "2", "--rules", "deaf.py", "--format", "json")
    assert (code, codes(out)) == (2, ["SI092", "SI208", "SI208", "SI221"])


def test_our_own_mistakes_do_not_end_the_run(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_given: object) -> object:
        raise MemoryError("too much")

    monkeypatch.setattr("shapeinfer.engine.apply.STRICT", False)
    monkeypatch.setattr("shapeinfer.linter.judge.examine", fail)
    code, out, _ = run(capsys, "lint", "clean.onnx", "claim.onnx")
    assert code == 2 and out.count("warning[SI092 not-examined]: MemoryError: too much") == 2


# --- output ---------------------------------------------------------------------------------------


def test_statistics(capsys: Capture) -> None:
    code, out, _ = run(capsys, "lint", ".", "--statistics")
    assert code == 1
    assert out.splitlines() == [
        "2  error    SI208  contraction-mismatch     in 1 file",
        "1  warning  SI221  declared-shape-conflict  in 1 file",
        "3 files: 2 errors, 1 warning",
    ]


def test_an_output_file(capsys: Capture, here: Path) -> None:
    _, expected, _ = run(capsys, "lint", ".", "--format", "json")
    code, out, _ = run(capsys, "lint", ".", "--format", "json", "--output-file", "out.json")
    assert (code, out) == (1, "")
    assert (here / "out.json").read_text(encoding="utf-8") == expected
    # Never half of it: what ends the run leaves the old file.
    assert run(capsys, "lint", ".", "--select", "SI9", "--output-file", "out.json")[0] == 2
    assert (here / "out.json").read_text(encoding="utf-8") == expected
    assert sorted(p.name for p in here.glob(".*")) == []


def test_colours(capsys: Capture) -> None:
    assert "\x1b[31m" in run(capsys, "lint", "broken.onnx", "--color", "always")[1]
    assert "\x1b" not in run(capsys, "lint", "broken.onnx", "--color", "never")[1]
    assert "\x1b" not in run(capsys, "lint", "broken.onnx")[1]


def test_suppressed_ones_are_counted(capsys: Capture, here: Path) -> None:
    model = parse(BROKEN)
    entry = model.metadata_props.add()
    entry.key, entry.value = "shapeinfer.ignore", "SI208: known"
    onnx.save(model, here / "broken.onnx")
    code, out, _ = run(capsys, "lint", "broken.onnx")
    assert code == 0 and "2 suppressed" in out


def test_a_closed_pipe_is_no_error() -> None:
    command = [sys.executable, "-m", "shapeinfer", "lint", *["broken.onnx"], *[f"x{n}" for n in range(3000)]]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_progress_line(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    clock = iter([0.0, 0.01, 1.0, 2.0])
    monkeypatch.setattr("time.monotonic", lambda: next(clock))
    progress = Progress(4)
    for found in (0, 1, 2):
        progress.step(found)
    progress.erase()
    progress.erase()
    assert terminal.getvalue() == (
        "\r\x1b[K2 of 4 files, 2/s, 1 finding\r\x1b[K3 of 4 files, 2/s, 3 findings\r\x1b[K"
    )


def test_no_progress_line_in_a_pipe_or_for_one_file(monkeypatch: pytest.MonkeyPatch) -> None:
    for terminal, total, shown in ((io.StringIO(), 9, True), (Terminal(), 1, True), (Terminal(), 9, False)):
        monkeypatch.setattr("sys.stderr", terminal)
        progress = Progress(total, shown=shown)
        progress._last -= 10
        progress.step(1)
        progress.erase()
        assert terminal.getvalue() == ""
