"""Which files a command line means."""

from __future__ import annotations

from pathlib import Path

import pytest

from shapeinfer.linter.files import Pattern, find_files


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in (
        "b.onnx", "a.onnx", "notes.txt", "data.json", "sub/c.ONNX", "sub/d.onnxtxt", ".git/e.onnx", ".hidden.onnx",
        "old/f.onnx", "old/deep/g.onnx", "sub[1].onnx",
    ):  # fmt: skip
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_folder(tree: Path) -> None:
    every = [
        "a.onnx",
        "b.onnx",
        "sub[1].onnx",
        "old/f.onnx",
        "old/deep/g.onnx",
        "sub/c.ONNX",
        "sub/d.onnxtxt",
    ]
    assert list(find_files(["."])) == every
    assert list(find_files([str(tree)])) == [str(tree / name) for name in every]
    assert list(find_files([".git"])) == [".git/e.onnx"]


def test_patterns_that_the_shell_left(tree: Path) -> None:
    assert list(find_files(["*.onnx"])) == ["a.onnx", "b.onnx", "sub[1].onnx"]
    assert list(find_files(["old/**/*.onnx"])) == ["old/deep/g.onnx", "old/f.onnx"]
    assert list(find_files(["sub[1].onnx"])) == ["sub[1].onnx"]  # a file of that name goes first
    assert list(find_files(["x*.onnx", "none.onnx", "-"])) == ["x*.onnx", "none.onnx", "-"]


def test_each_once_in_the_order_of_the_names(tree: Path) -> None:
    assert list(find_files(["sub", "a.onnx", "./a.onnx", str(tree / "sub/c.ONNX"), "data.json", "-", "-"])) == [
        "sub/c.ONNX", "sub/d.onnxtxt", "a.onnx", "data.json", "-",
    ]  # fmt: skip


def test_exclude(tree: Path) -> None:
    patterns = [Pattern("old", str(tree)), Pattern("sub/*.onnxtxt", str(tree))]
    assert list(find_files(["."], patterns)) == ["a.onnx", "b.onnx", "sub[1].onnx", "sub/c.ONNX"]
    assert list(find_files(["*.onnx", "old/*"], patterns)) == ["a.onnx", "b.onnx", "sub[1].onnx"]
    assert list(find_files(["old/f.onnx"], patterns)) == ["old/f.onnx"]  # named itself


@pytest.mark.parametrize(
    ("pattern", "path", "fits"),
    [
        ("legacy/*.onnx", "legacy/m.onnx", True),
        ("legacy/*.onnx", "legacy/deep/m.onnx", True),
        ("legacy/*.onnx", "other/legacy/m.onnx", False),
        ("**/legacy/*.onnx", "legacy/m.onnx", True),
        ("legacy/", "legacy/m.onnx", True),
        ("legacy", "other/legacy/m.onnx", True),
        ("./m.onnx", "m.onnx", True),
        ("m.onnx", "deep/m.onnx", True),
        ("M.onnx", "m.onnx", False),
        ("../*.onnx", "m.onnx", False),
    ],
)
def test_patterns(tmp_path: Path, pattern: str, path: str, fits: bool) -> None:
    assert Pattern(pattern, str(tmp_path)).matches(str(tmp_path / path)) is fits
