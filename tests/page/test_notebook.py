"""What a notebook shows: tables, and the report in a frame that may not reach the notebook."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path

import pytest

import shapeinfer
from shapeinfer.markup import escaped, table
from shapeinfer.page import notebook

ROOT = Path(__file__).resolve().parent.parent.parent
UNET = ROOT / "examples" / "unet.onnxtxt"
BROKEN = ROOT / "examples" / "broken" / "reshape_count.onnxtxt"
NOTEBOOK = ROOT / "examples" / "look.ipynb"


def framed(text: str) -> str:
    """The page in the only frame."""
    (attributes, source) = re.findall(r'<iframe ([^>]*?)srcdoc="([^"]*)"></iframe>', text)[0]
    assert 'sandbox="allow-scripts"' in attributes
    assert "allow-same-origin" not in attributes
    return html.unescape(source)


def test_a_result() -> None:
    text = shapeinfer.infer(UNET)._repr_html_()
    assert '<td style="text-align:left">f32[batch, 3, height, width]</td>' in text
    page = framed(text)
    assert page.startswith("<!doctype html>")
    (data,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert json.loads(data)["model"]["nodes"] == 9


def test_a_large_page_is_named_instead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notebook, "_LONGEST_PAGE", 1000)
    text = shapeinfer.infer(UNET)._repr_html_()
    assert "iframe" not in text
    assert "shapeinfer.report_html(model)" in text


def test_a_cost() -> None:
    cost = shapeinfer.cost(UNET)
    assert repr(cost).startswith(f"<ModelCost {UNET}: ")
    text = cost._repr_html_()
    assert '<th style="text-align:left">MACs</th>' in text
    assert framed(text).startswith("<!doctype html>")


def test_a_contract() -> None:
    found = shapeinfer.infer(UNET).contract
    assert repr(found) == "<Contract: height % 4 == 0, height >= 4, width % 4 == 0, width >= 4>"
    assert '<td style="text-align:left">height % 4 == 0</td>' in found._repr_html_()
    assert "demands nothing" in shapeinfer.infer(ROOT / "tests/data/loop.onnxtxt").contract._repr_html_()


def test_a_report() -> None:
    report = shapeinfer.lint(BROKEN)
    assert repr(report) == f"<Report {BROKEN}: 1 error>"
    assert "SI205 reshape-element-count" in report._repr_html_()
    assert repr(shapeinfer.lint(UNET)) == f"<Report {UNET}: clean>"


def test_names_are_never_markup() -> None:
    assert escaped("<b>&\"'\udcff") == "&lt;b&gt;&amp;&quot;&#39;\\udcff"
    assert "<script>" not in table(("a",), [("<script>alert(1)</script>",)])
    assert table(("a",), []) == ""
    assert "and 40 more" in table(("a",), [("x",)] * 100)


def test_the_example_notebook_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(NOTEBOOK.parent)
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    names: dict[str, object] = {}
    shown = 0
    for cell in cells:
        if cell["cell_type"] != "code":
            continue
        *before, last = "".join(cell["source"]).splitlines()
        exec("\n".join(before), names)  # the notebook is ours
        value = eval(last, names)
        shown += hasattr(value, "_repr_html_") and "<table>" in value._repr_html_()
        assert cell["outputs"] == []
    assert shown >= 3
