"""The documentation's site: complete, with a search that finds codes, operators and clauses."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

import shapeinfer
from shapeinfer.cli.commands import COMMANDS
from shapeinfer.codes import CODES
from shapeinfer.facts.parse import parse
from tests.page.browser import CHROMIUM, WAIT, chromium

ROOT = Path(__file__).resolve().parent.parent
REPOSITORY = "https://example.org/someone/shapeinfer"
needs_mkdocs = pytest.mark.skipif(
    any(importlib.util.find_spec(name) is None for name in ("mkdocs", "material", "mkdocstrings")),
    reason="pip install -e '.[docs]' brings mkdocs",
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)],
        cwd=ROOT, env={**os.environ, "REPOSITORY_URL": REPOSITORY}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@needs_mkdocs
def test_every_page_is_there(site: Path) -> None:
    pages = [path.relative_to(ROOT / "docs").with_suffix("") for path in (ROOT / "docs").rglob("*.md")]
    built = {path.relative_to(site).with_suffix("") for path in site.rglob("*.html")}
    assert {page.parent / page.name.replace("README", "index") for page in pages} <= built
    assert {Path("codes") / code for code in CODES} <= built


@needs_mkdocs
def test_the_reference_is_whole(site: Path) -> None:
    commands = (site / "reference" / "commands.html").read_text(encoding="utf-8")
    assert all(f'id="shapeinfer-{name}"' in commands for name in COMMANDS)
    api = (site / "reference" / "api.html").read_text(encoding="utf-8")
    homes = shapeinfer._HOMES
    assert [name for name in shapeinfer.__all__ if f'id="{homes[name]}.{name}"' not in api] == []
    settings = json.loads((ROOT / "docs" / "schemas" / "settings.schema.json").read_text(encoding="utf-8"))
    page = (site / "reference" / "settings.html").read_text(encoding="utf-8")
    assert all(f"<code>{key}</code>" in page for key in settings["properties"])


@needs_mkdocs
def test_links_out_of_the_docs_lead_to_the_repository(site: Path) -> None:
    tutorial = (site / "tutorial.html").read_text(encoding="utf-8")
    assert f'href="{REPOSITORY}/blob/main/examples/tutorial/reader.onnxtxt"' in tutorial
    assert [page for page in site.rglob("*.html") if "file:///" in page.read_text(encoding="utf-8")] == []


class Quiet(SimpleHTTPRequestHandler):
    """Serves the folder without a log."""

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


@needs_mkdocs
@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium")
def test_search_and_a_narrow_screen(site: Path) -> None:
    pytest.importorskip("playwright")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        with chromium() as browser:
            page = browser.new_page(viewport={"width": 1300, "height": 900})
            page.set_default_timeout(WAIT)
            for query, title in (("SI205", "SI205"), ("Reshape", "SI205"), ("% 32", "Notation")):
                page.goto(f"{address}/index.html")
                page.locator(".md-search__input").press_sequentially(query, delay=20)
                page.locator(".md-search-result__item", has_text=title).first.wait_for(state="attached")
            page.set_viewport_size({"width": 390, "height": 844})
            for name in ("index", "coming-from", "notation", "reference/api", "codes/index"):
                page.goto(f"{address}/{name}.html")
                width = page.evaluate("document.documentElement.scrollWidth")
                assert width <= 390, name
    finally:
        server.shutdown()
        server.server_close()


def test_the_notation_is_what_we_read() -> None:
    """Every value in the table parses, and prints as itself."""
    text = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
    table = text.split("## Values", 1)[1].split("Types are", 1)[0]
    cells = [row.split(" | ")[0] for row in table.splitlines() if row.startswith("| `")]
    facts = [fact for cell in cells for fact in re.findall(r"`([^`]+)`", cell)]
    assert len(facts) >= 10
    for fact in facts:
        assert str(parse(fact)) == fact
    types = " ".join(re.findall(r"`([^`]+)`", text.split("Types are", 1)[1].split("## Sizes", 1)[0])).split()
    for name in types:
        assert str(parse(f"{name}[2]")) == f"{name}[2]"
