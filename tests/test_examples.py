"""Everything in examples/ does what it says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import shapeinfer
from shapeinfer.cli.main import main
from shapeinfer.rule.registry import load_rules

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"


def test_the_api_example_runs() -> None:
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / "use_the_api.py")], capture_output=True, text=True, check=True
    )
    lines = done.stdout.splitlines()
    assert "demand: height % 4 == 0" in lines
    assert "height=64: not refused" in lines
    assert lines[-1].startswith("error SI208 A has 768 on axis 1 and B has 512 on axis 0")


@pytest.mark.parametrize("name", ["encoder", "unet"])
def test_good_examples_are_clean(name: str) -> None:
    assert shapeinfer.lint(EXAMPLES / f"{name}.onnxtxt").diagnostics == ()


def test_a_rule_of_ones_own(capsys: pytest.CaptureFixture[str]) -> None:
    model = str(EXAMPLES / "custom.onnxtxt")
    done = subprocess.run(
        [sys.executable, "-m", "shapeinfer", "lint", "--strict", model],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1 and "SI013" in done.stdout  # nobody knows the operator yet
    assert main(["--rules", str(EXAMPLES / "my_rules.py"), "lint", "--strict", model]) == 0
    assert "2 of 2 values fully known" in capsys.readouterr().out
    assert str(shapeinfer.infer(model).facts["distances"]) == "f32[queries, stored]"


def test_the_rule_through_shapeinfer_testing() -> None:
    from shapeinfer.testing import infer

    load_rules(str(EXAMPLES / "my_rules.py"))
    found = infer("PairwiseDistance", 1, "f32[n, 4]", "f32[m, d]", domain="example.org")
    assert found.outputs == ("f32[n, m]",)
    assert found.requirements == ["d == 4"]
    bad = infer("PairwiseDistance", 1, "f32[n, 4]", "f32[m, 5]", domain="example.org")
    assert bad.errors == ["SI217 rows of left have 4 entries, rows of right 5"]


def test_rules_that_are_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--rules", "no_such_file.py", "lint", str(EXAMPLES / "unet.onnxtxt")]) == 2
    assert "no_such_file.py: No such file or directory" in capsys.readouterr().err
