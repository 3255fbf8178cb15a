"""What the documentation shows is what happens: its commands are run, and its links lead somewhere."""

from __future__ import annotations

import re
import runpy
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TOOL = runpy.run_path(str(ROOT / "tools" / "make_doc_output.py"))
DOCUMENTS: dict[str, str] = TOOL["DOCUMENTS"]
PAGES = sorted(p.relative_to(ROOT).as_posix() for p in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")))
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


@pytest.mark.skipif(shutil.which("sh") is None, reason="there is no shell")
@pytest.mark.parametrize("document", DOCUMENTS)
def test_commands_print_what_the_document_says(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    assert TOOL["renewed"](document) == text, "if the new output is right: python tools/make_doc_output.py"


@pytest.mark.parametrize("document", DOCUMENTS)
def test_documents_hold_commands(document: str) -> None:
    assert "```console\n$ shapeinfer " in (ROOT / document).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_to_files(page: str) -> None:
    here = ROOT / page
    targets = [t for t in LINK.findall(here.read_text(encoding="utf-8")) if "://" not in t]
    assert [t for t in targets if not (here.parent / t).exists()] == []
