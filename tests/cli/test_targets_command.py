"""``shapeinfer targets`` and ``profile``, and ``--target`` of lint and check."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from shapeinfer.runtimes.obstacles import VERSIONS
from tests.command import parse, run

Capture = pytest.CaptureFixture[str]

NEW = '<ir_version: 10, opset_import: ["" : 21]>\n'
ADD = "g (int16[n] x) => (int16[n] y) { a = Add (x, x)  y = Add (a, x) }"


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "model.onnx"
    path.write_bytes(parse(ADD, NEW).SerializeToString())
    return path


def test_targets_of_a_model(capsys: Capture, model: Path) -> None:
    code, out, _ = run(capsys, "targets", model)
    assert code == 0
    assert out.splitlines() == [
        f"{model} loads in onnxruntime 1.21 and newer",
        "  1.20 and older  Add(14): no implementation, T is i16, it has f32, f64, i32, i64; 2 nodes, first "
        "graph/Add#0",
        "  1.17 and older  IR version 10, 1.17 reads up to 9; nothing in the file needs it: ir_version = 8 "
        "loads as well",
        "  1.17 and older  opset 21 of ai.onnx, 1.17 reads up to 20; every operator is the same at opset 20",
    ]
    code, out, _ = run(capsys, "targets", model, "--format", "json")
    said = json.loads(out)
    assert (code, said["least"], said["hindrances"][0]["nodes"]) == (0, "1.21", 2)


def test_targets_that_there_are(capsys: Capture) -> None:
    code, out, _ = run(capsys, "targets")
    lines = out.splitlines()
    assert code == 0
    assert lines[0].split("  ")[0] == "onnxruntime"
    assert lines[2].split() == ["1.17.3", "9", "20", "4", "cpu"]
    assert any(line.startswith("tensorrt ") for line in lines)
    _, out, _ = run(capsys, "targets", "--format", "json")
    assert [release["release"] for release in json.loads(out)] == list(VERSIONS)


def test_a_target_of_lint(capsys: Capture, model: Path) -> None:
    assert run(capsys, "lint", "--isolated", model)[0] == 0
    code, out, _ = run(
        capsys, "lint", "--isolated", model, "--target", "onnxruntime==1.20", "--format", "concise"
    )
    assert code == 1
    assert out.splitlines()[0] == (
        f"{model}: graph/Add#0: error[SI503 target-no-kernel] onnxruntime 1.20: Add(14): no implementation, "
        "T is i16, it has f32, f64, i32, i64; 2 nodes; 1.21 is the first that supports it"
    )
    code, _, err = run(capsys, "lint", "--isolated", model, "--target", "onnxruntime=1.20")
    assert code == 2 and "target 'onnxruntime=1.20': can't parse '=1.20'" in err


def test_targets_in_the_settings(capsys: Capture, model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(model.parent)
    Path("shapeinfer.toml").write_text('targets = ["onnxruntime==1.20"]\n')
    assert run(capsys, "lint", "model.onnx")[0] == 1
    assert run(capsys, "lint", "model.onnx", "--target", "onnxruntime==1.21")[0] == 0
    assert 'targets = ["onnxruntime==1.20"]' in run(capsys, "lint", "--show-settings")[1]
    Path("shapeinfer.toml").write_text('targets = ["nothing"]\n')
    code, _, err = run(capsys, "lint", "model.onnx")
    assert code == 2 and "targets: unknown target 'nothing'" in err


def test_a_target_of_check(capsys: Capture, model: Path) -> None:
    code, out, _ = run(capsys, "check", model, "--dim", "n=4")
    assert (code, out) == (
        0,
        f"{model}: not refused by ONNX Runtime: the model puts no constraint on its sizes\n",
    )
    code, out, _ = run(capsys, "check", model, "--dim", "n=4", "--target", "onnxruntime==1.21")
    assert (code, out) == (
        0,
        f"{model}: not refused by onnxruntime==1.21: the model puts no constraint on its sizes\n",
    )
    code, out, _ = run(capsys, "check", model, "--dim", "n=4", "--target", "onnxruntime==1.20")
    assert code == 1 and out.splitlines()[-1] == f"{model}: refused (as onnxruntime==1.20 would)"
    assert run(capsys, "check", model, "--dim", "n=1..3", "--target", "onnxruntime==1.20")[0] == 1


def test_profile(capsys: Capture, model: Path) -> None:
    code, out, _ = run(capsys, "profile", model, "--dim", "n=1..8", "--opt", "n=4", "--format", "trtexec")
    assert (code, out) == (
        0, f"trtexec --onnx={model} --minShapes=x:1 --optShapes=x:4 --maxShapes=x:8\n"
    )  # fmt: skip
    code, out, _ = run(capsys, "profile", model, "--dim", "n=1..8")
    assert code == 0 and out.splitlines()[0] == "# n = 1 / 8 / 8 (min / opt / max)"
    code, _, err = run(capsys, "profile", model)
    assert code == 2 and "no range for 'n'" in err
