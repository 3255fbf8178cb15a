"""Baselines: what is known is not shown, what is new is."""

from __future__ import annotations

import json
from pathlib import Path

import onnx
import pytest

from tests.command import BROKEN, CLAIM, CLEAN, parse, run, save


@pytest.fixture
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a broken model, one with a warning, and a clean one; its baseline is known.json."""
    save(tmp_path / "a.onnx", BROKEN)
    save(tmp_path / "sub" / "b.onnx", CLAIM)
    save(tmp_path / "c.onnx", CLEAN)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "lint", ".", "--write-baseline", "known.json")
    assert (code, err) == (0, "shapeinfer: 3 findings written to known.json\n")
    assert "SI" not in out


def test_what_is_written(capsys: pytest.CaptureFixture[str], models: Path) -> None:
    write(capsys)
    found = json.loads((models / "known.json").read_text(encoding="utf-8"))
    assert (found["version"], list(found["findings"])) == (1, ["a.onnx", "sub/b.onnx"])
    (entry,) = found["findings"]["a.onnx"]
    assert len(entry.pop("fingerprint")) == 16
    assert entry == {
        "code": "SI208", "operator": "MatMul", "count": 2,
        "message": "A has 3 on axis 1 and B has 4 on axis 0, needed equal sizes; A is f32[n, 3], B is f32[4, 5]",
    }  # fmt: skip


def test_what_is_known_does_not_fail(capsys: pytest.CaptureFixture[str], models: Path) -> None:
    write(capsys)
    code, out, err = run(capsys, "lint", ".", "--baseline", "known.json", "--strict")
    assert (code, err) == (0, "")
    assert "SI208" not in out and "3 in the baseline" in out


def test_one_more_is_new(capsys: pytest.CaptureFixture[str], models: Path) -> None:
    write(capsys)
    model = parse(BROKEN)
    model.graph.node.insert(0, onnx.helper.make_node("MatMul", ["x", "w"], ["first"], name="first"))
    onnx.save(model, models / "a.onnx")
    code, out, _ = run(capsys, "lint", ".", "--baseline", "known.json", "--strict")
    assert code == 1
    assert out.count("[SI208") == 1 and "3 in the baseline" in out


def test_those_that_are_gone_are_counted(capsys: pytest.CaptureFixture[str], models: Path) -> None:
    write(capsys)
    save(models / "a.onnx", CLEAN)
    code, _, err = run(capsys, "lint", ".", "--baseline", "known.json")
    note = "2 baseline entries no longer occur: --write-baseline known.json removes them"
    assert (code, err) == (0, f"shapeinfer: {note}\n")
    # Nothing is said of files that are not looked at.
    assert run(capsys, "lint", "c.onnx", "--baseline", "known.json")[2] == ""


def test_a_file_that_moved(capsys: pytest.CaptureFixture[str], models: Path) -> None:
    write(capsys)
    (models / "new").mkdir()
    (models / "a.onnx").rename(models / "new" / "a.onnx")
    assert run(capsys, "lint", ".", "--baseline", "known.json")[0] == 0
    # A copy is no move: the old file is still there.
    save(models / "a.onnx", BROKEN)
    assert run(capsys, "lint", ".", "--baseline", "known.json")[0] == 1


def test_from_another_folder(
    capsys: pytest.CaptureFixture[str], models: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(capsys)
    monkeypatch.chdir(models / "sub")
    assert run(capsys, "lint", "..", "--baseline", "../known.json", "--strict")[0] == 0


def test_what_is_unreadable_is_never_known(capsys: pytest.CaptureFixture[str], models: Path) -> None:
    (models / "d.onnx").write_bytes(b"no model")
    code, out, _ = run(capsys, "lint", ".", "--write-baseline", "known.json")
    assert code == 2 and out.count("error[SI001") == 1
    assert "SI001" not in (models / "known.json").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "known.json: this is not a baseline: "),
        ("[]", "known.json: this is not a baseline: "),
        ('{"version": 1, "findings": {"a": [{}]}}', "known.json: this is not a baseline: 'fingerprint'"),
        ('{"version": 2, "findings": {}}', "known.json: a baseline of version 2, needed 1"),
    ],
)
def test_what_is_no_baseline(
    capsys: pytest.CaptureFixture[str], models: Path, text: str, message: str
) -> None:
    (models / "known.json").write_text(text, encoding="utf-8")
    code, _, err = run(capsys, "lint", ".", "--baseline", "known.json")
    assert code == 2 and err.startswith(f"shapeinfer: {message}")
    assert run(capsys, "lint", ".", "--baseline", "none.json")[::2] == (
        2, "shapeinfer: none.json: No such file or directory\n",
    )  # fmt: skip


def test_it_is_written_whole_or_not_at_all(capsys: pytest.CaptureFixture[str], models: Path) -> None:
    assert run(capsys, "lint", ".", "--write-baseline", "none/known.json")[0] == 2
    assert not (models / "none").exists()
    write(capsys)
    assert not list(models.glob(".known*"))
