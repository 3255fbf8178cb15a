"""Each format over one fixed run, against a file; and what a format promises its caller."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from shapeinfer.render.format import FORMAT_NAMES, Totals, find_format
from shapeinfer.render.formats import json as json_format
from shapeinfer.render.json import SCHEMA_VERSION as json_version
from shapeinfer.render.statistics import Statistics
from shapeinfer.render.text import Counts
from shapeinfer.reports.diagnostic import SCHEMA_VERSION, Report, Summary
from tests.render.reports import (
    AGAIN,
    BROKEN,
    CLEAN,
    DAMAGED,
    REPORTS,
    fixed_output,
    output,
    the_totals,
    totals_of,
)

GOLDEN = Path(__file__).resolve().parent / "golden"

# SARIF lists every code there is: tests/render/test_sarif.py compares what does not depend on them.
FIXED = [name for name in FORMAT_NAMES if name != "sarif"]


@pytest.mark.parametrize("name", FIXED)
def test_a_fixed_run(name: str) -> None:
    assert fixed_output(name) == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


def test_full_on_a_terminal() -> None:
    found = fixed_output("full", colour=True, width=60)
    assert found == (GOLDEN / "full-terminal.txt").read_text(encoding="utf-8")
    plain = found.replace("\x1b[0m", "")
    for style in ("31", "33", "36", "1", "2", "32"):
        plain = plain.replace(f"\x1b[{style}m", "")
    assert plain == fixed_output("full", width=60)
    words = fixed_output("full").split()
    assert plain.split() == words, "a narrow terminal loses no word"


def test_lines_fit_into_the_width() -> None:
    for line in fixed_output("full", width=60).splitlines():
        assert len(line) <= 60 or line.startswith(("  --> ", "models/", "4 files"))


def test_concise_in_colour() -> None:
    assert fixed_output("concise", colour=True).splitlines()[2] == (
        "models/broken.onnx: graph/Magic#5: \x1b[36minfo[SI013 custom-operator]\x1b[0m no rule for "
        "com.example.Magic"
    )


def test_text_is_another_name_of_full() -> None:
    assert fixed_output("text") == fixed_output("full")


def test_there_is_no_such_format() -> None:
    with pytest.raises(LookupError, match=r"no format 'xml'; supported are full, concise, json, "):
        find_format("xml", colour=False, width=None)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("full", "models/clean.onnx: 9 nodes, 9 of 9 values fully known, 1 contract clause\n"),
        ("concise", ""),
        ("github", "1 file: no findings\n"),
        ("gitlab", "[]\n"),
        ("markdown", "1 file: no findings\n"),
    ],
)
def test_a_run_without_findings(name: str, expected: str) -> None:
    assert output(find_format(name, colour=False, width=None)) == expected


def test_full_tells_what_is_not_shown() -> None:
    totals = totals_of(clean=1)
    totals.suppressed = 2
    form = find_format("full", colour=False, width=None)
    assert form.end(totals) == "1 file: no findings; 2 suppressed\n"


@pytest.mark.parametrize("name", FORMAT_NAMES)
def test_a_run_over_no_file_is_a_whole_document(name: str) -> None:
    form = find_format(name, colour=False, width=None)
    text = form.begin() + form.end(Totals())
    if name in ("json", "gitlab", "sarif"):
        json.loads(text)
    assert text == "" or text.endswith("\n")


@pytest.mark.parametrize("name", FORMAT_NAMES)
def test_a_format_keeps_no_report(name: str) -> None:
    """A second file of the same kind leaves the format as it was: memory is flat over many files."""
    form = find_format(name, colour=False, width=None)
    form.begin()
    form.report(BROKEN)
    before = state(form)
    form.report(BROKEN)
    assert state(form) == before


def state(thing: object) -> object:
    """What an object holds, through the objects that it holds."""
    fields = getattr(thing, "__dict__", None)
    return {key: state(value) for key, value in fields.items()} if fields is not None else repr(thing)


@pytest.mark.parametrize(
    ("name", "streams"),
    [
        ("full", True), ("concise", True), ("json", False), ("json-lines", True), ("github", True),
        ("gitlab", False), ("sarif", False), ("junit", False), ("markdown", True),
        ("html", False),
    ],
)  # fmt: skip
def test_which_formats_can_be_read_before_their_end(name: str, streams: bool) -> None:
    assert find_format(name, colour=False, width=None).streams is streams


def test_json_of_a_clean_file_is_that_of_a_report() -> None:
    file, counts = CLEAN
    report = Report(
        file=file,
        summary=Summary(nodes=counts.nodes, values=counts.values, known=counts.known, clauses=counts.clauses),
    )
    assert json_version == SCHEMA_VERSION
    assert json_format.Json().clean(file, counts) == json_format.Json().report(report)
    for name in ("full", "json-lines"):
        forms = [find_format(name, colour=False, width=None) for _ in range(2)]
        assert forms[0].clean(file, counts) == forms[1].report(report)


def test_json_is_read_back() -> None:
    _, first, *_ = json.loads(fixed_output("json"))["reports"]
    assert first.pop("ok") is False
    assert Report.model_validate(first) == BROKEN


def test_reports_json() -> None:
    text = json_format.reports_json([BROKEN, AGAIN])
    assert not text.endswith("\n")
    assert [r["file"] for r in json.loads(text)["reports"]] == ["models/broken.onnx", "models/again.onnx"]
    assert json.loads(json_format.reports_json([])) == {"version": 1, "reports": []}


def test_findings_of_one_name_are_tests_of_two() -> None:
    twice = BROKEN.model_copy(update={"diagnostics": BROKEN.diagnostics[:1] * 2})
    text = find_format("junit", colour=False, width=None).report(twice)
    assert text.count('name="SI205 reshape-element-count at graph/Reshape_3"') == 1
    assert text.count('name="SI205 reshape-element-count at graph/Reshape_3 (2)"') == 1


@pytest.mark.parametrize("file", [None, "-"])
def test_what_is_no_file_has_no_path(file: str | None) -> None:
    report = BROKEN.model_copy(update={"file": file})
    forms = {n: find_format(n, colour=False, width=None) for n in ("github", "gitlab", "sarif")}
    assert forms["github"].report(report).startswith("::error title=SI205 reshape-element-count::target")
    assert '"path": "-"' in forms["gitlab"].report(report)
    assert "physicalLocation" not in forms["sarif"].report(report)


def test_hosts_get_paths_from_the_root(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for file in ("./a/b.onnx", "a//b.onnx", str(tmp_path / "a" / "b.onnx")):
        report = BROKEN.model_copy(update={"file": file})
        assert "::error file=a/b.onnx,title" in output(
            find_format("github", colour=False, width=None), report
        )
        assert '"path": "a/b.onnx"' in output(find_format("gitlab", colour=False, width=None), report)


def test_gitlab_fingerprints_know_the_file() -> None:
    found = [issue["fingerprint"] for issue in json.loads(fixed_output("gitlab"))]
    assert len(set(found)) == len(found) == 5


def test_statistics() -> None:
    assert output(Statistics(), *REPORTS, totals=the_totals()).splitlines() == [
        "2  error    SI205  reshape-element-count  in 2 files",
        "1  error    SI001  unreadable-model       in 1 file",
        "1  info     SI013  custom-operator        in 1 file",
        "1  warning  SI404  symbols-tied           in 1 file",
        "4 files: 3 errors, 1 warning, 1 info; 1 unreadable; 2 suppressed; 31 in the baseline",
    ]
    assert output(Statistics()) == "1 file: no findings\n"


def test_statistics_show_the_worst_severity_and_align_counts() -> None:
    def found(severity: str, count: int) -> Report:
        one = BROKEN.diagnostics[0].model_copy(update={"severity": severity})
        return BROKEN.model_copy(update={"diagnostics": (one,) * count})

    reports = (found("info", 9), found("warning", 2), found("info", 1), DAMAGED)
    assert output(Statistics(), *reports).splitlines()[:2] == [
        "12  warning  SI205  reshape-element-count  in 3 files",
        " 1  error    SI001  unreadable-model       in 1 file",
    ]


@pytest.mark.parametrize("name", FORMAT_NAMES)
def test_a_clean_file_costs_no_pydantic(name: str) -> None:
    program = (
        "import sys; from shapeinfer.render.format import *; f = find_format(sys.argv[1], colour=False, "
        "width=None);"
        "f.begin(); f.clean('m.onnx', Counts(1, 1, 1, 0)); f.end(Totals());"
        "print('pydantic' in sys.modules, sum(m.startswith('shapeinfer.render.formats.') and not "
        "m.endswith('.paths') for m in sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, name], capture_output=True, check=True, text=True, cwd=GOLDEN
    )
    loaded, modules = done.stdout.split()
    assert loaded == "False"
    assert int(modules) <= 1, "a format is imported without the others"


def test_counts_are_plain() -> None:
    assert not hasattr(Counts(1, 1, 1, 0), "__dict__")
