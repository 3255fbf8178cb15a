"""Plain arguments, read without argparse, mean what argparse says of them."""

from __future__ import annotations

import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path

import pytest

from shapeinfer.cli import parser
from shapeinfer.cli.commands import COMMANDS
from shapeinfer.cli.options import add_arguments, command_module
from shapeinfer.cli.plain import PlainArguments
from tests.command import CLEAN, save

PLAIN = (
    "lint",
    "lint a.onnx",
    "lint a.onnx b.onnx -",
    "lint --strict a.onnx b.onnx",
    "lint a.onnx --select SI2 --select SI401 --fail-on warning",
    "lint a.onnx --severity SI205=warning -j 4 --format=sarif --output-file out.sarif",
    "lint a.onnx --rules r.py --rules=s.py --profile-time --statistics --exit-zero",
    "lint --config=--x a.onnx",
    "annotate a.onnx -o b.onnx",
    "annotate --in-place a.onnx --dim batch=1 --dim=seq=2 --dims names",
    "check a.onnx --dim batch=1..8 --assume total==past+seq --format json",
    "show a.onnx",
    "show a.onnx x --unknown",
    "contract a.onnx --format markdown",
    "diff a.onnx b.onnx",
    "explain SI205",
    "codes",
    "completion bash",
)  # fmt: skip
OTHER = (
    "lint --help",
    "lint -j4",
    "lint a.onnx --strict b.onnx",
    "lint -- a.onnx",
    "lint --format text2",
    "lint --select",
    "lint --select --strict",
    "lint --strict=1",
    "lint --colour sometimes",
    "lint -1",
    "annotate a.onnx",
    "annotate a.onnx -o b.onnx --in-place",
    "annotate a.onnx -o=b.onnx",
    "check",
    "check a.onnx b.onnx",
    "check a.onnx --dims x=1",
    "completion csh",
    "codes SI205",
)


def plain_arguments(command: str) -> PlainArguments:
    plain = PlainArguments()
    add_arguments(command_module(command), plain)  # type: ignore[arg-type]  # as command_line does
    return plain


@pytest.mark.parametrize("line", PLAIN)
def test_plain_is_what_argparse_reads(line: str) -> None:
    command, *argv = line.split()
    options = plain_arguments(command).read(argv)
    assert options is not None
    assert vars(options) == vars(parser.parse([command, *argv])[1])


@pytest.mark.parametrize("line", OTHER)
def test_the_rest_is_left_to_argparse(line: str) -> None:
    command, *argv = line.split()
    assert plain_arguments(command).read(argv) is None


def test_defaults_are_not_shared() -> None:
    plain = plain_arguments("check")
    first = plain.read(["a.onnx"])
    assert first is not None
    first.dim.append("batch=1")
    second = plain.read(["a.onnx"])
    assert second is not None
    assert second.dim == []


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_can_be_read_plainly(command: str) -> None:
    needed = {"explain": ["x"], "completion": ["bash"], "diff": ["a", "b"], "annotate": ["a", "-o", "b"]}
    assert plain_arguments(command).read(needed.get(command, [] if command == "codes" else ["a"])) is not None


def test_what_is_not_understood_is_left_to_argparse() -> None:
    def declare(target: PlainArguments | ArgumentParser) -> None:
        target.add_argument("--count", type=int)

    plain = PlainArguments()
    declare(plain)
    assert plain.read(["--count", "3"]) is None


def test_output_is_whole_when_the_process_ends(tmp_path: Path) -> None:
    model = save(tmp_path / "m.onnx", CLEAN)
    command = [sys.executable, "-m", "shapeinfer", "contract", str(model), "--format", "json"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("{")
    assert ran.stdout.endswith("}\n")


@pytest.mark.skipif(sys.platform == "win32", reason="there is no closed pipe to write to")
def test_nobody_reads_the_output(tmp_path: Path) -> None:
    model = save(tmp_path / "m.onnx", CLEAN)
    command = (
        f"{sys.executable} -m shapeinfer lint {model} | true; {sys.executable} -m shapeinfer codes | head -1"
    )
    ran = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert ran.stderr == ""
