"""The files that other tools read (pre-commit, GitHub, GitLab) and their scripts, run with stand-ins."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from shapeinfer.model.read import EXTENSIONS
from shapeinfer.render.format import FORMAT_NAMES

ROOT = Path(__file__).resolve().parent.parent
CI = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", CI, re.MULTILINE | re.DOTALL)
ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))

needs_bash = pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")

# Writes its arguments, each ended by a NUL, and ends as it is told to.
STAND_IN = '#!/bin/sh\nprintf "%s\\\\0" "$@"\nexit ${STAND_IN_CODE:-0}\n'


def stand_in(folder: Path, name: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(STAND_IN, encoding="utf-8")
    (folder / name).chmod(0o755)


def bash(script: str, folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Runs a script as GitHub's runner does."""
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script],
        cwd=folder, env={**os.environ, **variables}, capture_output=True, text=True, check=False,
    )  # fmt: skip


def step(name: str) -> dict[str, str]:
    (found,) = (s for s in ACTION["runs"]["steps"] if s.get("id") == name)
    assert isinstance(found, dict)
    return found


def lint(folder: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    stand_in(folder / "bin", "shapeinfer")
    variables = {
        "SHAPEINFER_BIN": str(folder / "bin"), "SHAPEINFER_PATHS": ".\n", "SHAPEINFER_ARGS": "",
        "SHAPEINFER_FAIL_ON": "error", "SHAPEINFER_UPLOAD": "false", "RUNNER_TEMP": str(folder),
        "GITHUB_OUTPUT": str(folder / "outputs"), **inputs,
    }  # fmt: skip
    return bash(step("lint")["run"], folder, **variables)


@needs_bash
def test_the_action_annotates(tmp_path: Path) -> None:
    done = lint(
        tmp_path,
        SHAPEINFER_PATHS="a model.onnx\n\n-x.onnx\n*.onnx\n",
        SHAPEINFER_ARGS=" --select SI2\n --ignore  SI404",
        SHAPEINFER_FAIL_ON="warning",
    )
    assert done.returncode == 0 and done.stderr == ""
    assert done.stdout.split("\0")[:-1] == [
        "lint", "--fail-on=warning", "--select", "SI2", "--ignore", "SI404", "--format", "github",
        "--", "a model.onnx", "-x.onnx", "*.onnx",
    ]  # fmt: skip


@needs_bash
def test_inputs_of_the_action_are_never_run(tmp_path: Path) -> None:
    hostile = '"; touch pwned; $(touch pwned) `touch pwned` ${{ x }} * \\'
    done = lint(tmp_path, SHAPEINFER_PATHS=hostile, SHAPEINFER_ARGS=hostile, SHAPEINFER_FAIL_ON=hostile)
    assert done.returncode == 0 and not (tmp_path / "pwned").exists()
    words = done.stdout.split("\0")[:-1]
    assert words[1] == f"--fail-on={hostile}"
    assert words[2 : words.index("--format")] == hostile.split()
    assert words[-1] == hostile


@needs_bash
@pytest.mark.parametrize("code", ["0", "1", "2"])
def test_the_action_ends_as_lint_does(tmp_path: Path, code: str) -> None:
    assert lint(tmp_path, STAND_IN_CODE=code).returncode == int(code)
    assert not (tmp_path / "outputs").exists()
    done = lint(tmp_path, STAND_IN_CODE=code, SHAPEINFER_UPLOAD="true")
    assert done.returncode == int(code) and done.stdout == ""
    assert (tmp_path / "outputs").read_text() == f"sarif={tmp_path}/shapeinfer.sarif\n"
    written = (tmp_path / "shapeinfer.sarif").read_text().split("\0")
    assert written[:5] == ["lint", "--fail-on=error", "--format", "sarif", "--"]


@needs_bash
def test_nothing_is_uploaded_if_nothing_was_written(tmp_path: Path) -> None:
    stand_in(tmp_path / "bin", "shapeinfer")
    missing = lint(tmp_path, SHAPEINFER_UPLOAD="true", SHAPEINFER_BIN=str(tmp_path / "none"))
    assert missing.returncode == 127
    assert not (tmp_path / "outputs").exists()


@needs_bash
def test_the_action_installs_itself(tmp_path: Path) -> None:
    """With a Python that makes an environment in which Python writes its arguments."""
    python = tmp_path / "path" / "python3"
    stand_in(tmp_path / "made", "python")
    python.parent.mkdir()
    python.write_text(f'#!/bin/sh\nmkdir -p "$3" && cp -r "{tmp_path}/made" "$3/bin"\n', encoding="utf-8")
    python.chmod(0o755)
    done = bash(
        step("install")["run"], tmp_path, PATH=f"{python.parent}:{os.environ['PATH']}", RUNNER_TEMP=str(tmp_path),
        GITHUB_ACTION_PATH="/the action", GITHUB_OUTPUT=str(tmp_path / "outputs"),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.split("\0")[:3] == ["-m", "pip", "install"] and "/the action" in done.stdout.split(
        "\0"
    )
    assert (tmp_path / "outputs").read_text() == f"bin={tmp_path}/shapeinfer/bin\n"


def test_no_script_of_the_action_contains_an_expression() -> None:
    scripts = [s["run"] for s in ACTION["runs"]["steps"] if "run" in s]
    assert len(scripts) == 2
    assert all("${{" not in script for script in scripts)
    given = set(re.findall(r"inputs\.([\w-]+)", yaml.dump(step("lint")["env"])))
    assert given == set(ACTION["inputs"])
    assert all("description" in i and "default" in i for i in ACTION["inputs"].values())


def test_the_hook() -> None:
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert (hook["id"], hook["entry"], hook["language"]) == ("shapeinfer-lint", "shapeinfer lint", "python")
    pattern = re.compile(hook["files"])
    taken = {ending for ending in EXTENSIONS if pattern.search(f"models/m{ending}")}
    assert taken == set(EXTENSIONS) - {".json", ".prototxt", ".pbtxt"}
    assert all(f"`{ending}`" in CI for ending in taken)
    assert pattern.search("M.ONNX") and not pattern.search("onnx.md") and not pattern.search("m.onnx.data")


def test_every_example_parses() -> None:
    assert [kind for kind, _ in BLOCKS] == ["yaml", "yaml", "yaml", "yaml", "yaml", "sh", "python"]
    for kind, text in BLOCKS:
        if kind == "yaml":
            assert yaml.safe_load(text)
        elif kind == "python":
            ast.parse(text)


def test_the_example_of_the_action_uses_its_inputs() -> None:
    (used,) = (
        s for s in yaml.safe_load(BLOCKS[0][1])["jobs"]["models"]["steps"] if "shapeinfer" in s["uses"]
    )
    assert set(used["with"]) <= set(ACTION["inputs"])


@needs_bash
def test_the_scripts_of_the_examples(tmp_path: Path) -> None:
    """Each lint step runs, whatever pip and shapeinfer are, and writes the file that the next step takes."""
    for name in ("pip", "shapeinfer", "python3"):
        stand_in(tmp_path / "bin", name)
    for name in ("pip", "shapeinfer"):
        stand_in(tmp_path / ".venv-lint" / "bin", name)
    summary = next(yaml.safe_load(text)["steps"] for _, text in BLOCKS if "GITHUB_STEP_SUMMARY" in text)
    (gitlab,) = (yaml.safe_load(text)["models"] for _, text in BLOCKS if "codequality" in text)
    (shell,) = (text for kind, text in BLOCKS if kind == "sh")
    for script, file, form in (
        ("\n".join(s["run"] for s in summary if "run" in s), "summary.md", "markdown"),
        ("\n".join(gitlab["script"]), gitlab["artifacts"]["reports"]["codequality"], "gitlab"),
        (shell, "lint.xml", "junit"),
    ):
        done = bash(
            script, tmp_path, PATH=f"{tmp_path / 'bin'}:{os.environ['PATH']}", SHAPEINFER="a wheel",
            GITHUB_STEP_SUMMARY=str(tmp_path / "summary.md"),
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        assert "install\0a wheel\0" in done.stdout
        assert (tmp_path / file).read_text() == f"lint\0--format\0{form}\0models\0"


def test_every_format_is_in_the_table() -> None:
    assert re.findall(r"^\| `([\w-]+)`", CI, re.MULTILINE) == list(FORMAT_NAMES)
