"""The generated map from operators to rule modules: what is on disk, and what the tool can read."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
TOOL = ROOT / "tools" / "make_rule_map.py"


def load_tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_rule_map", TOOL)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


tool = load_tool()

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write(**files: str) -> Path:
        for name, text in files.items():
            (tmp_path / f"{name}.py").write_text(text)
        return tmp_path

    return write


def test_the_file_is_what_the_tool_writes() -> None:
    result = subprocess.run(
        [sys.executable, str(TOOL), "--check"], capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize(
    ("source", "operators"),
    [
        ('@rule("Add", versions=(1,))\ndef f(): ...', ["Add"]),
        ('@rule("Add", versions=(1,))\n@rule("Sub", versions=(7,))\ndef f(): ...', ["Add", "Sub"]),
        ('@rule(("Add", "Sub"), versions=(1,))\ndef f(): ...', ["Add", "Sub"]),
        ('@rule(["Add", "Sub"], versions=(1,))\ndef f(): ...', ["Add", "Sub"]),
        ('OPS = ("Add", "Sub")\n@rule(OPS, versions=(1,))\ndef f(): ...', ["Add", "Sub"]),
        ('OPS: Final = ("Add",)\n@rule((*OPS, "Mul"), versions=(1,))\ndef f(): ...', ["Add", "Mul"]),
        ('A = ("Add",)\nB = A + ("Mul",)\n@rule(B, versions=(1,))\ndef f(): ...', ["Add", "Mul"]),
        ('T = {"Add": 1, "Mul": 2}\n@rule(tuple, versions=())\ndef f(): ...', None),
        ('T = {"Add": 1, "Mul": 2}\n@rule(T, versions=(1,))\ndef f(): ...', ["Add", "Mul"]),
        ('rule("Add", versions=(1,))(body)', ["Add"]),
        ('for op in ("Add",):\n    rule(op, versions=(1,))(body)', None),
        ("OPS = OPS\n@rule(OPS)\ndef f(): ...", None),
        ("@rule()\ndef f(): ...", None),
        ("def f(): ...", []),
    ],
)
def test_what_can_be_read(write: Write, source: str, operators: list[str] | None) -> None:
    folder = write(some=source)
    if operators is None:
        with pytest.raises(tool.Unreadable, match=r"^some\.py:\d+: "):
            tool.rule_map(folder)
    else:
        assert tool.rule_map(folder) == {("", name): "some" for name in operators}


def test_domains(write: Write) -> None:
    folder = write(
        ml='ML = "ai.onnx.ml"\n@rule("Scaler", versions=(1,), domain=ML)\ndef f(): ...',
        other='@rule("Scaler", versions=(1,))\ndef f(): ...',
    )
    assert tool.rule_map(folder) == {("ai.onnx.ml", "Scaler"): "ml", ("", "Scaler"): "other"}


def test_an_operator_lives_in_one_module(write: Write) -> None:
    folder = write(
        a='@rule("Add", versions=(1,))\ndef f(): ...',
        b='@rule("Add", versions=(7,))\ndef f(): ...',
    )
    with pytest.raises(tool.Unreadable, match=r"^b\.py:1: \('', 'Add'\) has rules in a\.py too$"):
        tool.rule_map(folder)


def test_the_text_is_a_module() -> None:
    namespace: dict[str, object] = {}
    exec(tool.text_of({("", "Add"): "arithmetic", ("ai.onnx.ml", "Scaler"): "ml"}), namespace)
    assert namespace["RULE_MODULES"] == {("", "Add"): "arithmetic", ("ai.onnx.ml", "Scaler"): "ml"}
