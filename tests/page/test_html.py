"""The HTML file: self-contained, under a policy by hash, and with nothing of the model as markup."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
from base64 import b64encode
from pathlib import Path

import pytest

from shapeinfer.cli.main import main
from shapeinfer.page import html
from shapeinfer.page.html import WEB, page, script_text
from shapeinfer.reporting import report_data

ROOT = Path(__file__).resolve().parent.parent.parent
UNET = ROOT / "examples" / "unet.onnxtxt"
SCRIPTS = sorted(path.name for path in WEB.glob("*.js"))
TSC = ROOT / "site" / "node_modules" / ".bin" / "tsc"
# npm's @dagrejs/dagre 3.1.3, dist/dagre.min.js
DAGRE = "54a503e346f93ca0bb10abe7999587e037262935687aca45eb4e4b0f64bbb578"


def scripts(text: str) -> list[str]:
    """The contents of the script elements that run."""
    return re.findall(r"<script(?: type=\"module\")?>(.*?)</script>", text, re.DOTALL)


def digest(text: str) -> str:
    return f"'sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def test_the_policy_names_the_scripts_and_the_style_by_hash() -> None:
    text = page(report_data(UNET))
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)
    (style,) = re.findall(r"<style>(.*?)</style>", text, re.DOTALL)
    library, script = scripts(text)
    assert policy.split("; ") == [
        "default-src 'none'", f"script-src {digest(library)} {digest(script)}", f"style-src {digest(style)}",
        "base-uri 'none'", "form-action 'none'",
    ]  # fmt: skip


def test_nothing_is_fetched_from_anywhere() -> None:
    text = page(report_data(UNET))
    assert re.findall(r"\b(?:src|href|action)=", text) == []
    assert re.findall(r"https?://(?!www\.w3\.org/2000/svg)[\w.]+", text) == []
    assert "sourceMappingURL" not in text


def test_the_model_is_never_markup(tmp_path: Path) -> None:
    evil = "</script><img src=x onerror=alert(1)>"
    model = UNET.read_text(encoding="utf-8").replace("level2", "x")
    path = tmp_path / "evil.onnxtxt"
    path.write_text(model, encoding="utf-8")
    data = report_data(path)
    data["model"] = {"file": f"{evil}{{script}}{{data}}"}
    text = page(data)
    assert evil not in text
    (embedded,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    assert json.loads(embedded)["model"]["file"] == f"{evil}{{script}}{{data}}"
    assert "<" not in embedded
    assert embedded.isascii()


def test_scripts_never_parse_markup_or_text_as_a_program() -> None:
    for name in SCRIPTS:
        source = html.text_of(name)
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacent|document\.write|\beval\b|new Function", source
        ), name


def test_imports_and_exports_are_those_that_are_put_together() -> None:
    """``script_text`` knows one form of each; another would leave a script that does not run."""
    text = script_text()
    assert not re.search(r"^\s*(import|export)\b", text, re.MULTILINE)
    for name in SCRIPTS:
        assert f'modules["{name}"] = ' in text, f"{name} is not used"
        source = html.text_of(name)
        imports = [line for line in source.splitlines() if re.match(r"\s*import\b", line)]
        assert len(imports) == len(html._IMPORT.findall(source)), name
        exports = [line for line in source.splitlines() if re.match(r"\s*export\b", line)]
        assert len(exports) == len(html._EXPORT.findall(source)), name


def test_the_vendored_library_is_the_published_one() -> None:
    source = (WEB / "vendor" / "dagre.min.js").read_bytes()
    assert hashlib.sha256(source).hexdigest() == DAGRE
    lock = json.loads((ROOT / "site" / "package-lock.json").read_text(encoding="utf-8"))
    assert lock["packages"]["node_modules/@dagrejs/dagre"]["version"] == "3.1.3"
    installed = ROOT / "site" / "node_modules" / "@dagrejs" / "dagre" / "dist" / "dagre.min.js"
    if installed.exists():
        assert installed.read_bytes() == source
    text = page(report_data(UNET))
    assert "dagre 3.1.3" in text
    assert "Permission is hereby granted, free of charge" in text


@pytest.mark.skipif(not TSC.exists() or shutil.which("node") is None, reason="npm ci in site/ brings tsc")
def test_the_scripts_are_well_typed() -> None:
    done = subprocess.run(
        [str(TSC), "-p", str(WEB / "jsconfig.json")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


def test_the_command_writes_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "r.html"
    assert main(["report", str(UNET), "-o", str(out)]) == 0
    assert out.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert capsys.readouterr().out == f"{out}\n"
    monkeypatch.chdir(tmp_path)
    shutil.copy(UNET, tmp_path / "m.onnxtxt")
    assert main(["report", "m.onnxtxt"]) == 0
    assert capsys.readouterr().out == "m.html\n"
    assert (tmp_path / "m.html").exists()


def test_what_is_no_model_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "m.onnx"
    path.write_bytes(b"\xff" * 100)
    assert main(["report", str(path)]) == 2
    assert capsys.readouterr().err.startswith(f"shapeinfer: {path}: ")
    assert main(["report", str(UNET), "--target", "onnxrumtime==1"]) == 2
    assert "onnxrumtime" in capsys.readouterr().err
    assert list(tmp_path.glob("*.html")) == []
