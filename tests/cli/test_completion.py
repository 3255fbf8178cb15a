"""Completion scripts, asked in the shells themselves as far as they are installed."""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
from pathlib import Path

import onnx
import pytest

from shapeinfer.cli.completion import SHELLS, completion_script
from shapeinfer.cli.parser import whole_parser
from tests.command import parse, run


def the_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="shape-tool")
    parser.add_argument("--rules", action="append", metavar="FILE.py", help="rules: of 'your' own [or not]")
    parser.add_argument("--hidden", help=argparse.SUPPRESS)
    commands = parser.add_subparsers(metavar="COMMAND")
    lint = commands.add_parser("lint", help="what is wrong, and why it isn't right")
    lint.add_argument("files", nargs="+", metavar="FILE")
    lint.add_argument("--fail-on", choices=("error", "warning"), help="100%% of %(dest)s")
    lint.add_argument("--strict", action="store_true")
    lint.add_argument("-o", "--output", metavar="OUT")
    lint.add_argument("--dim", metavar="NAME=SIZE")
    complete = commands.add_parser("complete", help="a script")
    complete.add_argument("shell", choices=SHELLS)
    return parser


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("a model.onnx", "b.onnxtxt", "notes.txt", "rules.py"):
        (tmp_path / name).touch()
    (tmp_path / "inner").mkdir()
    (tmp_path / "script.bash").write_text(completion_script("bash", the_parser()), encoding="utf-8")
    (tmp_path / "script.fish").write_text(completion_script("fish", the_parser()), encoding="utf-8")
    return tmp_path


ANSWER = """
set -u
source ./script.bash
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_shape_tool
((${#COMPREPLY[@]})) && printf '%s\\n' "${COMPREPLY[@]}"
complete -p shape-tool >&2
"""

# Words of the line, the last of which is being typed -> candidates in bash.
LINES: tuple[tuple[list[str], list[str]], ...] = (
    ([""], ["complete", "lint"]),
    (["l"], ["lint"]),
    (["--r"], ["--rules"]),
    (["--rules", ""], ["inner", "rules.py"]),
    (["--rules", "lint", "l"], ["lint"]),
    (["lint", "--"], ["--dim", "--fail-on", "--help", "--output", "--strict"]),
    (["lint", "--fail-on", ""], ["error", "warning"]),
    (["lint", "--fail-on", "="], ["error", "warning"]),
    (["lint", "--fail-on", "=", "w"], ["warning"]),
    (["lint", ""], ["a model.onnx", "b.onnxtxt", "inner"]),
    (["lint", "--strict", "a"], ["a model.onnx"]),
    (["lint", "--dim", ""], []),
    (["lint", "-o", "no"], ["notes.txt"]),
    (["--rules", "rules.py", "complete", ""], ["bash", "fish", "powershell", "zsh"]),
    (["complete", "f"], ["fish"]),
)


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
@pytest.mark.parametrize(("words", "expected"), LINES)
def test_bash(folder: Path, words: list[str], expected: list[str]) -> None:
    done = subprocess.run(
        ["bash", "--norc", "-c", ANSWER, "bash", "shape-tool", *words],
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert sorted(done.stdout.splitlines()) == expected
    assert done.stderr == "complete -F _shape_tool shape-tool\n"


@pytest.mark.skipif(shutil.which("fish") is None, reason="there is no fish")
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", ["complete\ta script", "lint\twhat is wrong, and why it isn't right"]),
        ("lint --f", ["--fail-on\t100% of fail_on"]),
        ("lint --fail-on ", ["error\t100% of fail_on", "warning\t100% of fail_on"]),
        ("lint ", ["a model.onnx", "b.onnxtxt", "inner/"]),
        ("--rules ", ["inner/", "rules.py"]),
    ],
)
def test_fish(folder: Path, line: str, expected: list[str]) -> None:
    done = subprocess.run(
        ["fish", "--no-config", "-c", f"source script.fish; complete -C 'shape-tool {line}'"],
        cwd=folder, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert sorted(done.stdout.splitlines()) == expected


@pytest.mark.skipif(shutil.which("zsh") is None, reason="there is no zsh")
def test_zsh_takes_the_script() -> None:
    subprocess.run(["zsh", "-n"], input=completion_script("zsh", the_parser()), text=True, check=True)


def test_the_script_of_zsh() -> None:
    script = completion_script("zsh", the_parser())
    assert script.startswith("#compdef shape-tool\n_shape_tool_ask() {\n") and "\n_shape_tool() {\n" in script
    for specification in (
        """'*--rules=[rules\\: of '"'"'your'"'"' own \\[or not\\]]:FILE.py:_files -g "*.py"' \\""",
        "'*--fail-on=[100% of fail_on]:FAIL_ON:(error warning)' \\",
        "'--strict[]' \\",
        "'*-o+[]:OUT:_files' \\",
        "'*--dim=[]:NAME=SIZE:_shape_tool_ask dims' \\",
        "'1:SHELL:(bash zsh fish powershell)'",
    ):
        assert f" {specification}\n" in script
    assert "hidden" not in script


def test_another_shell() -> None:
    with pytest.raises(
        LookupError, match="no completion for 'tcsh'; supported are bash, zsh, fish, powershell"
    ):
        completion_script("tcsh", the_parser())


def test_the_script_of_powershell() -> None:
    """There is no PowerShell to ask: the tables are compared, and the brackets and quotes match."""
    script = completion_script("powershell", the_parser())
    for line in (
        "Register-ArgumentCompleter -Native -CommandName 'shape-tool' -ScriptBlock {",
        "        'lint' = 'what is wrong, and why it isn''t right'",
        "            '--fail-on' = @('100% of fail_on', $true, 'error warning', '')",
        "            '--strict' = @('', $false, '', '')",
        "            '--dim' = @('', $true, '', 'dims')",
        "        'complete' = @('bash zsh fish powershell', '')",
    ):
        assert f"{line}\n" in script
    bare = re.sub(r"'(?:[^']|'')*'", "", re.sub(r"^\s*#.*$", "", script, flags=re.MULTILINE))
    for opening, closing in ("{}", "()", "[]"):
        assert bare.count(opening) == bare.count(closing)
    assert "'" not in bare and "hidden" not in script


# --- what scripts ask the program for -----------------------------------------------------------------


def asked(capsys: pytest.CaptureFixture[str], *words: object) -> list[str]:
    code, out, err = run(capsys, "completion", *words)
    assert (code, err) == (0, "")
    return out.splitlines()


def test_codes(capsys: pytest.CaptureFixture[str]) -> None:
    codes = asked(capsys, "codes")
    assert {"SI2", "SI205", "reshape-element-count"} <= set(codes)
    assert len(codes) == len(set(codes))


def test_words_of_a_model(capsys: pytest.CaptureFixture[str]) -> None:
    unet = Path(__file__).resolve().parent.parent / "data" / "unet.onnxtxt"
    assert asked(capsys, "dims", unet) == ["batch=", "height=", "width="]
    assert asked(capsys, "inputs", unet)[:2] == ["image=", "w0="]
    assert asked(capsys, "values", unet)[-1] == "out"


@pytest.mark.parametrize(
    "words", [("dims",), ("dims", "none.onnx"), ("values", "https://host/m.onnx"), ("inputs", "/")]
)
def test_words_of_what_is_no_model(capsys: pytest.CaptureFixture[str], words: tuple[str, ...]) -> None:
    assert asked(capsys, *words) == []


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("check m.onnx --dim b", ["batch="]),
        ("lint --select SI2,SI20", ["SI2,SI201", "SI2,SI202"]),
        ("explain reshape-e", ["reshape-element-count"]),
        ("show m.onnx hid", ["hidden"]),
    ],
)
def test_bash_asks_the_program(tmp_path: Path, line: str, expected: list[str]) -> None:
    onnx.save(
        parse("g (float[batch] x) => (float[batch] y) { hidden = Relu (x)  y = Neg (hidden) }"),
        tmp_path / "m.onnx",
    )
    program = tmp_path / "shapeinfer"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m shapeinfer "$@"\n')
    program.chmod(0o755)
    script = completion_script("bash", whole_parser())
    answer = (
        ANSWER.replace("./script.bash", "./s.bash")
        .replace("_shape_tool", "_shapeinfer")
        .replace("shape-tool", "shapeinfer")
    )
    (tmp_path / "s.bash").write_text(script, encoding="utf-8")
    done = subprocess.run(
        ["bash", "--norc", "-c", answer, "bash", str(program), *line.split()],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout.splitlines()[: len(expected)] == expected
