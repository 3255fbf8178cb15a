"""Settings files: where they are found, what they mean, and a sentence for what makes no sense."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from shapeinfer.linter.settings import (
    KEYS,
    BadSettings,
    Settings,
    combined,
    find_settings,
    read_settings,
    settings_from_text,
    shown,
)

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


def put(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def found(folder: Path) -> Settings:
    settings = find_settings(os.fspath(folder))
    assert settings is not None
    return settings


def test_the_nearest_file_upwards(tmp_path: Path) -> None:
    top = put(tmp_path / "pyproject.toml", '[tool.shapeinfer]\nfail-on = "warning"\n')
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    assert (found(below).source, found(below).fail_on) == (str(top), "warning")
    # One without our section does not count.
    put(tmp_path / "a" / "pyproject.toml", '[project]\nname = "shapeinfer-user"\n')
    assert found(below).source == str(top)
    put(tmp_path / "a" / "pyproject.toml", "[tool.shapeinfer-other]\n")
    assert found(below).source == str(top)
    near = put(below / "shapeinfer.toml", "")
    put(below / "pyproject.toml", "[tool.shapeinfer]\n")
    assert found(below).source == str(near)


def test_every_key(tmp_path: Path) -> None:
    path = put(
        tmp_path / "shapeinfer.toml",
        """
        select = ["SI2"]
        extend-select = ["SI301"]
        ignore = ["SI207"]
        extend-ignore = ["concat-mismatch"]
        severity = {SI205 = "warning", SI21 = "off"}
        per-file-ignores = {"legacy/*.onnx" = ["SI2"]}
        fail-on = "info"
        format = "json"
        baseline = "known.json"
        rules = ["rules/mine.py"]
        exclude = ["third_party"]
        jobs = 3
        """,
    )
    settings = found(tmp_path)
    ids, severities = settings.selection.ids, settings.selection.severities
    assert {"SI205", "SI301"} <= ids and not {"SI207", "SI209", "SI211", "SI101"} & ids
    assert severities["SI205"] == "warning"
    assert (settings.fail_on, settings.format, settings.jobs) == ("info", "json", 3)
    # Paths are relative to the file.
    assert settings.baseline == str(tmp_path / "known.json")
    assert settings.rules == [str(tmp_path / "rules" / "mine.py")]
    assert settings.exclude is not None and settings.exclude[0].matches(
        str(tmp_path / "third_party" / "m.onnx")
    )
    assert settings.per_file_ignores is not None
    ((pattern, ignored),) = settings.per_file_ignores
    assert pattern.matches(str(tmp_path / "legacy" / "m.onnx")) and "SI205" in ignored
    # What is shown is a settings file that says the same, with the source of each.
    text = shown(combined([settings]))
    assert f'fail-on = "info"  # {path}' in text
    again = put(tmp_path / "again" / "shapeinfer.toml", text)
    read = read_settings(str(again))
    assert read is not None and read.selection.ids == ids
    assert tomllib.loads(shown(combined([read])).replace(str(again), str(path))) == tomllib.loads(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("selct = []", "unknown key 'selct'; did you mean 'select'?"),
        ("select = 'SI2'", "select: needed a list of strings, not 'SI2'"),
        ("select = [1]", "select: needed a list of strings, not [1]"),
        ("ignore = ['SI206x']", "ignore: 'SI206x' is not a code, the beginning of a code, or a slug; did you mean 'SI206'?"),
        ("severity = {SI205 = 'warn'}", "severity: 'warn' is not one of error, warning, info, off; did you mean 'warning'?"),
        ("severity = {X = 'info'}", "severity: 'X' is not a code, the beginning of a code, or a slug"),
        ("severity = []", "severity: needed a table, not []"),
        ("fail-on = 'errors'", "fail-on: 'errors' is not one of error, warning, info; did you mean 'error'?"),
        ("fail-on = 1", "fail-on: needed a string, not 1"),
        ("jobs = -1", "jobs: needed a number of processes or 'auto', not '-1'"),
        ("jobs = 1.5", "jobs: needed a number of processes or 'auto', not ''"),
        ("per-file-ignores = {'*' = ['SI9']}", "per-file-ignores: 'SI9' is not a code"),
        ("select = [", "Invalid"),
    ],
)  # fmt: skip
def test_what_makes_no_sense(tmp_path: Path, text: str, message: str) -> None:
    path = put(tmp_path / "shapeinfer.toml", text)
    with pytest.raises(BadSettings) as caught:
        find_settings(str(tmp_path))
    assert str(caught.value).startswith(f"{path}: {message}")


def test_other_tables_that_make_no_sense(tmp_path: Path) -> None:
    put(tmp_path / "pyproject.toml", "tool.shapeinfer = 3")
    with pytest.raises(BadSettings, match=r"tool\.shapeinfer: needed a table, not 3"):
        find_settings(str(tmp_path))
    (tmp_path / "pyproject.toml").write_bytes(b"[tool.shapeinfer]\nselect = ['\xff']")
    with pytest.raises(BadSettings, match="utf-8"):
        find_settings(str(tmp_path))


def test_a_line_of_settings() -> None:
    assert settings_from_text('fail-on = "info"').fail_on == "info"
    with pytest.raises(BadSettings, match="--config 'fail = 1': unknown key 'fail'"):
        settings_from_text("fail = 1")


def test_later_sources_decide() -> None:
    whole = combined(
        [settings_from_text("jobs = 1\nfail-on = 'info'\nignore = ['SI2']"), settings_from_text("jobs = 2")]
    )
    assert (whole.jobs, whole.fail_on) == (2, "info")
    assert "SI205" not in whole.selection.ids


def test_the_page_about_settings_is_right(tmp_path: Path) -> None:
    page = (Path(__file__).resolve().parent.parent.parent / "docs" / "lint.md").read_text(encoding="utf-8")
    path = put(tmp_path / "pyproject.toml", page.split("```toml\n")[1].split("```")[0])
    assert read_settings(str(path)) is not None
    listed = tomllib.loads(path.read_text(encoding="utf-8"))["tool"]["shapeinfer"]
    assert set(listed) == set(KEYS)
