"""What a release needs: addresses, one version, and the files that package indexes and forges read."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

import shapeinfer
from shapeinfer import version
from shapeinfer.render.format import Totals, find_format
from tests.tool import load_tool

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parent.parent
ADDRESS = "https://example.org/someone/shapeinfer"
TOOL = load_tool("publish_from")
needs_a_checkout = pytest.mark.skipif(not (ROOT / ".github").exists(), reason="not a checkout")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the repository with the address entered."""
    for name in ("README.md", "pyproject.toml", "LICENSE", "MANIFEST.in"):
        shutil.copy(ROOT / name, tmp_path)
    for name in ("shapeinfer", "rules"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    TOOL.publish_from(ADDRESS, tmp_path)
    return tmp_path


def test_every_link_of_the_readme_is_absolute(checkout: Path) -> None:
    targets = re.findall(r"\]\(([^)\s]+)\)", (checkout / "README.md").read_text(encoding="utf-8"))
    assert targets and all(target.startswith(("https://", "#")) for target in targets)
    own = [target for target in targets if target.startswith(ADDRESS)]
    assert f"{ADDRESS}/raw/v{version.__version__}/docs/pictures/report.png" in own
    for target in own:
        path = re.sub(rf"^{re.escape(ADDRESS)}/(raw|blob)/v[^/]+/", "", target).partition("#")[0]
        assert (ROOT / path).exists(), target


def test_the_project_has_links(checkout: Path) -> None:
    project = tomllib.loads((checkout / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert set(project["urls"]) == {"Repository", "Documentation", "Changelog", "Issues"}
    assert all(url.startswith(ADDRESS) for url in project["urls"].values())
    assert f'REPOSITORY = "{ADDRESS}"\n' in (checkout / "shapeinfer" / "version.py").read_text(
        encoding="utf-8"
    )
    with pytest.raises(ValueError, match="has an address"):
        TOOL.publish_from(ADDRESS, checkout)


@pytest.mark.parametrize(
    "address", ["", "http://example.org/a/b", "https://example.org", 'https://e.org/a/b"\n']
)
def test_what_is_no_address(address: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="is not https://HOST/OWNER/NAME"):
        TOOL.publish_from(address, tmp_path)


def test_a_package_index_takes_the_distributions(checkout: Path) -> None:
    pytest.importorskip("twine")
    for command in (["build", "--no-isolation"], ["twine", "check", "--strict", "dist/*"]):
        done = subprocess.run(
            [sys.executable, "-m", *command], cwd=checkout, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("PASSED") == 2


def test_sarif_names_a_page_for_each_code(monkeypatch: pytest.MonkeyPatch) -> None:
    def rules() -> list[dict[str, str]]:
        form = find_format("sarif", colour=False, width=None)
        log = json.loads(form.begin() + form.end(Totals()))
        found: list[dict[str, str]] = log["runs"][0]["tool"]["driver"]["rules"]
        return found

    assert not any("helpUri" in rule for rule in rules())
    monkeypatch.setattr(version, "REPOSITORY", ADDRESS)
    for rule in rules():
        prefix = f"{ADDRESS}/blob/v{version.__version__}/"
        assert rule["helpUri"].startswith(prefix)
        assert (ROOT / rule["helpUri"].removeprefix(prefix)).exists()


def test_one_version() -> None:
    assert shapeinfer.__version__ == version.__version__
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["version"] == version.__version__
    assert f"## {version.__version__} " in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_recipe_has_our_dependencies() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    text = (ROOT / "recipe" / "meta.yaml").read_text(encoding="utf-8")
    recipe = yaml.safe_load(re.sub(r"\{\{.*?\}\}", "x", re.sub(r"\{%.*?%\}", "", text)))
    wanted = {dependency.partition(";")[0].strip() for dependency in project["dependencies"]}
    listed = {item.replace(" ", "") for item in recipe["requirements"]["run"]}
    assert listed == {*wanted, f"python{project['requires-python']}"}
    (script,) = recipe["build"]["entry_points"]
    assert script == f"shapeinfer = {project['scripts']['shapeinfer']}"


@needs_a_checkout
def test_workflows() -> None:
    """Every Python that the package claims is tested, on three systems, and a release needs the smoke test."""
    flows = {
        path.stem: yaml.safe_load(path.read_text(encoding="utf-8"))
        for path in (ROOT / ".github" / "workflows").glob("*.yml")
    }
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    claimed = [c.rpartition(" ")[2] for c in project["classifiers"] if re.search(r":: 3\.\d+$", c)]
    matrix = flows["ci"]["jobs"]["tests"]["strategy"]["matrix"]
    assert matrix["python"] == claimed
    assert [name.partition("-")[0] for name in matrix["os"]] == ["ubuntu", "windows", "macos"]
    assert flows["release"]["jobs"]["publish"]["needs"] == ["build", "smoke"]
    assert flows["release"]["jobs"]["publish"]["permissions"] == {"id-token": "write"}
    assert all(flow["permissions"]["contents"] == "read" for flow in flows.values())


@needs_a_checkout
def test_templates_parse() -> None:
    for path in (ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"):
        form = yaml.safe_load(path.read_text(encoding="utf-8"))
        ids = [part["id"] for part in form.get("body", ())]
        assert len(ids) == len(set(ids))
