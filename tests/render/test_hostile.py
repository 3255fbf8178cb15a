"""Names and messages of a model that were made to forge or to execute something: each format stays whole."""

from __future__ import annotations

import hashlib
import json
import os
import re
from base64 import b64encode
from collections.abc import Callable
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from shapeinfer.render.findings.groups import grouped
from shapeinfer.render.format import FORMAT_NAMES, find_format
from shapeinfer.render.formats.paths import repository_path
from shapeinfer.render.text import decoded, plain
from shapeinfer.reports.diagnostic import Diagnostic, Location, Report
from tests.render.reports import output

FRAGMENTS = (
    "\n::error::forged", "::error file=x::y", "\r\n", "\x1b[31m", "##[error]x", "##vso[task.setvariable]", "%0A",
    "%", ",", ":", "](http://example.com)", "{0}", "|", "\\|", "`", "``", "\\", "<script>", "&lt;", "]]>", "<!--",
    '"', "'", "\x00", "\x85", "\u2028", "\u202e", "\ufffe", "\uffff", "\udcff", "\ud800", "\U0001f600", "</testsuite>",
    " ", "  ::warning::x", "#", "##", "###", "@someone", "www.example.com", "\t", "--", "*a*", "_", "$(id)", "${{ x }}",
)  # fmt: skip
HOSTILE = st.lists(st.one_of(st.sampled_from(FRAGMENTS), st.text(max_size=5)), max_size=6).map("".join)
# What the system calls a file comes as bytes.
FILES = HOSTILE.map(lambda text: os.fsdecode(text.encode("utf-8", "replace"))) | st.binary(max_size=8).map(
    os.fsdecode
)


TEXTS = st.builds(
    Diagnostic,
    code=st.just("SI205"),
    slug=st.just("reshape-element-count"),
    severity=st.sampled_from(("error", "warning", "info")),
    location=st.builds(
        Location, file=st.none(), path=HOSTILE, node=HOSTILE, op_type=HOSTILE, domain=HOSTILE, value=HOSTILE
    ),
    message=HOSTILE,
    notes=st.lists(HOSTILE, max_size=2).map(tuple),
    help=st.just("Fix it."),
    fingerprint=st.just("0123456789abcdef"),
)
REPORTS = st.builds(
    Report,
    file=FILES.filter(lambda file: file not in ("", "-") and "\0" not in file),
    diagnostics=st.lists(TEXTS, min_size=1, max_size=3).map(tuple),
)


def written(name: str, report: Report) -> str:
    """The output of a run, after what holds of every format."""
    text = output(find_format(name, colour=False, width=None), report)
    assert text == output(find_format(name, colour=False, width=None), report)
    assert all(c == "\n" or c.isprintable() for c in text), "nothing draws on a terminal"
    assert "##" not in text, "nothing commands Azure Pipelines, or GitHub by its old syntax"
    commands = [line for line in text.split("\n") if line.lstrip().startswith("::")]
    assert len(commands) == (len(report.diagnostics) if name == "github" else 0)
    text.encode("utf-8")
    return text


def read_full(text: str, report: Report) -> None:
    lines = text.split("\n")
    heads = [line for line in lines if line.startswith(("error[", "warning[", "info["))]
    groups = grouped(report.diagnostics)
    assert heads == [
        f"{g.first.severity}[SI205 reshape-element-count]: "
        + (plain(g.first.message) if g.alike else f"{len(g.others) + 1} more (--format concise shows each)")
        for g in groups
    ]
    told = [None, *((g.first.location.path, g.first.notes) for g in groups)]
    rows = sum(3 + (bool(g.others) if g.alike else 0) for g in groups)
    rows += sum(
        len(g.first.notes)
        for g, t in zip(groups, told, strict=False)
        if g.alike and t != (g.first.location.path, g.first.notes)
    )
    helped = any(g.first.severity != "info" for g in groups)
    assert len(lines) == rows + helped + 4  # the clean file, this file, the totals, the end of the last line


def read_concise(text: str, report: Report) -> None:
    *lines, end = text.split("\n")
    assert end == ""
    for line, found in zip(lines, report.diagnostics, strict=True):
        assert line.endswith(f"{found.severity}[SI205 reshape-element-count] {plain(found.message)}")


def strict(text: str) -> str:
    """JSON as any parser takes it: ASCII, without half of a surrogate pair."""
    assert text.isascii()
    json.dumps(json.loads(text), ensure_ascii=False).encode("utf-8")
    return text


def read_json(text: str, report: Report) -> None:
    _, found = json.loads(strict(text))["reports"]
    assert found["file"] == decoded(report.file or "")
    for seen, meant in zip(found["diagnostics"], report.diagnostics, strict=True):
        assert seen["message"] == decoded(meant.message)
        assert seen["location"]["value"] == decoded(meant.location.value or "")
        assert seen["notes"] == [decoded(note) for note in meant.notes]


def read_json_lines(text: str, report: Report) -> None:
    lines = [json.loads(strict(line)) for line in text.splitlines()]
    kinds = [line["kind"] for line in lines]
    assert kinds == ["file", *["finding"] * len(report.diagnostics), "file", "totals"]
    assert [line["message"] for line in lines[1:-2]] == [decoded(d.message) for d in report.diagnostics]


def read_github(text: str, report: Report) -> None:
    *lines, totals, end = text.split("\n")
    assert totals.startswith("2 files: ") and end == ""
    for line, found in zip(lines, report.diagnostics, strict=True):
        _, command, data = line.split("::", 2)
        kind, _, properties = command.partition(" ")
        assert kind == {"error": "error", "warning": "warning", "info": "notice"}[found.severity]
        shown = dict(pair.split("=", 1) for pair in properties.split(","))
        assert sorted(shown) == ["file", "title"]
        assert unescaped(shown["file"]) == plain(repository_path(report.file) or "")
        assert unescaped(data).split("\n")[0] == plain(found.message)
        assert len(unescaped(data).split("\n")) == 3 + len(found.notes)


def unescaped(text: str) -> str:
    """GitHub's escapes undone, % last."""
    for escape, character in (("%0A", "\n"), ("%0D", "\r"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        text = text.replace(escape, character)
    return text


def read_gitlab(text: str, report: Report) -> None:
    for issue, found in zip(json.loads(strict(text)), report.diagnostics, strict=True):
        assert issue["location"]["path"] == decoded(repository_path(report.file) or "")
        assert plain(found.message) in issue["description"]


def read_sarif(text: str, report: Report) -> None:
    results = json.loads(strict(text))["runs"][0]["results"]
    for result, found in zip(results, report.diagnostics, strict=True):
        (location,) = result["locations"]
        assert location["logicalLocations"][0]["fullyQualifiedName"] == plain(found.location.path)
        assert re.search(r"\]\(", result["message"]["text"]) is None


def read_junit(text: str, report: Report) -> None:
    assert text.isascii()
    root = ElementTree.fromstring(text)
    _, suite = root.findall("testsuite")
    cases = suite.findall("testcase")
    assert [len(case) for case in cases] == [1] * len(report.diagnostics)
    for case, found in zip(cases, report.diagnostics, strict=True):
        assert case[0].get("message") == plain(found.message)
        assert case.get("classname") == suite.get("name") == plain(report.file or "")
    assert len({case.get("name") for case in cases}) == len(cases)
    assert suite.get("tests") == str(len(cases))


# A table's row as cmark-gfm splits it: a backslash keeps the character after it together with itself.
CELL = re.compile(r"((?:\\[!-/:-@\[-`{-~]|[^|])*)\|")


def read_markdown(text: str, report: Report) -> None:
    head, rule, *rows, empty, totals, end = text.split("\n")
    assert head.count("|") == rule.count("|") == 6 and empty == end == "" and totals.startswith("2 files: ")
    for row, found in zip(rows, report.diagnostics, strict=True):
        before, *cells = (cell.strip() for cell in CELL.findall(row))
        assert before == "" and len(cells) == 5
        assert cells[:2] == [found.severity, "SI205 reshape-element-count"]
        for cell in cells[2:]:
            assert cell == "" or re.fullmatch("`[^`]+`", cell), (
                "one piece of code, in which nothing is markup"
            )


class Seen(HTMLParser):
    """The tags of a page, and its text."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, list[tuple[str, str | None]]]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, attrs))

    def handle_data(self, data: str) -> None:
        self.text += data


def read_html(text: str, report: Report) -> None:
    page = Seen()
    page.feed(text)
    ours = {
        "html", "head", "meta", "title", "style", "body", "h1", "h2", "section", "article", "p", "b", "span", "code",
        "details", "summary", "ul", "li",
    }  # fmt: skip
    assert {tag for tag, _ in page.tags} <= ours
    assert {name for _, attributes in page.tags for name, _ in attributes} <= {
        "lang", "charset", "name", "content", "http-equiv", "class",
    }  # fmt: skip
    for found in report.diagnostics:
        assert plain(found.message) in page.text
    policy = next(dict(found)["content"] for tag, found in page.tags if dict(found).get("http-equiv"))
    style = text.partition("<style>")[2].partition("</style>")[0]
    digest = b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert policy == f"default-src 'none'; style-src 'sha256-{digest}'"


READERS: dict[str, Callable[[str, Report], None]] = {
    "full": read_full, "concise": read_concise, "json": read_json, "json-lines": read_json_lines,
    "github": read_github, "gitlab": read_gitlab, "sarif": read_sarif, "junit": read_junit, "markdown": read_markdown,
    "html": read_html,
}  # fmt: skip


def test_every_format_has_a_reader() -> None:
    assert tuple(READERS) == FORMAT_NAMES


def one_of(text: str) -> Report:
    """A report in which everything is this text."""
    place = Location(file=text, path=text, node=text, op_type=text, domain=text, value=text)
    found = Diagnostic(
        code="SI205", slug="reshape-element-count", severity="error", location=place, message=text, notes=(text,),
        help="Fix it.", fingerprint="0123456789abcdef",
    )  # fmt: skip
    return Report(file=text, diagnostics=(found,))


@pytest.mark.parametrize("name", FORMAT_NAMES)
@given(report=REPORTS)
@example(report=one_of("::error file=x::y"))
@example(report=one_of(" ::error::x\r\n::warning::y"))
@example(report=one_of("a\\|b|c`d``e"))
@example(report=one_of("]]></testsuite>\ufffe\x0b&<>\"'"))
@example(report=one_of("\udcff\udcfe##[error]###"))
@settings(max_examples=60, deadline=None, derandomize=True)
def test_hostile_text(name: str, report: Report) -> None:
    READERS[name](written(name, report), report)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain text, größe, 模型", "plain text, größe, 模型"),
        ("a\nb\x1b[31m\u202e", "a\\nb\\x1b[31m\\u202e"),
        ("\udcff", "\ufffd"),
        ("aten::add", "aten::add"),
        ("::error::x", "\\x3a:error::x"),
        ("\t ::error::x", "\\t ::error::x"),
        (" ::error::x", " \\x3a:error::x"),
        ("Conv#8 ##[error] ###", "Conv#8 #\\x23[error] #\\x23#"),
    ],
)
def test_plain(text: str, shown: str) -> None:
    assert plain(text) == shown
