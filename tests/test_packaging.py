"""What is installed: every module on disk, from the source distribution and from the wheel made of it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

import shapeinfer

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parent.parent
PROJECT_FILES = ("CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md", "pyproject.toml")
WEB = ROOT / "shapeinfer" / "page" / "web"
PACKAGE_FOLDERS = {"shapeinfer": ROOT / "shapeinfer", "shapeinfer.rules": ROOT / "rules"}


def modules_on_disk() -> dict[str, str]:
    """Path inside a wheel -> path in the repository, for everything that must be installed."""
    found = {"shapeinfer/py.typed": "shapeinfer/py.typed"}
    # What the page is made of: its scripts and styles, and the vendored library with its licence.
    for path in WEB.rglob("*"):
        if path.is_file() and path.suffix in (".js", ".css", ".html", ".txt"):
            name = path.relative_to(ROOT).as_posix()
            found[name] = name
    for package, folder in PACKAGE_FOLDERS.items():
        for path in (*folder.rglob("*.py"), *folder.rglob("*.onnxtxt")):
            inside = path.relative_to(folder).as_posix()
            found[f"{package.replace('.', '/')}/{inside}"] = path.relative_to(ROOT).as_posix()
    return found


def run(*command: str | Path, cwd: Path) -> str:
    """The output of a command that must succeed."""
    # From the outside nothing may help an import: neither a path nor the folder that we stand in.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    result = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, f"{command}\n{result.stdout}\n{result.stderr}"
    return result.stdout


def test_listed_packages_are_the_folders_on_disk() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    modules = [path for path in modules_on_disk() if path.endswith(".py")]
    folders = {Path(path).parent.as_posix().replace("/", ".") for path in modules}
    assert sorted(settings["packages"]) == sorted(folders)
    mapped = {package: ROOT / folder for package, folder in settings["package-dir"].items()}
    assert mapped == PACKAGE_FOLDERS


@pytest.fixture(scope="module")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source distribution, and the wheel that is made from it alone."""
    # In a copy: building leaves a folder from which later builds would take files that no longer exist.
    source = tmp_path_factory.mktemp("source")
    for name in (*PROJECT_FILES, "MANIFEST.in"):
        shutil.copy(ROOT / name, source)
    for name in ("shapeinfer", "rules", "docs", "examples", "site", "tests", "tools"):
        left_out = shutil.ignore_patterns("__pycache__", "node_modules", "public")
        shutil.copytree(ROOT / name, source / name, ignore=left_out)
    out = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", out, source, cwd=out)
    return out


def test_source_distribution_carries_every_module(distributions: Path) -> None:
    (archive,) = distributions.glob("*.tar.gz")
    with tarfile.open(archive) as tar:
        names = {name.partition("/")[2] for name in tar.getnames()}
    assert set(modules_on_disk().values()) <= names
    assert set(PROJECT_FILES) <= names
    for folder in ("docs", "examples", "tests", "tools"):
        on_disk = {p.relative_to(ROOT).as_posix() for p in (ROOT / folder).rglob("*") if p.is_file()}
        assert {name for name in on_disk if "__pycache__" not in name} <= names


def test_wheel_carries_every_module_and_nothing_else(distributions: Path) -> None:
    (archive,) = distributions.glob("*.whl")
    with zipfile.ZipFile(archive) as wheel:
        names = {name for name in wheel.namelist() if ".dist-info/" not in name}
        licenses = [name for name in wheel.namelist() if name.endswith("/LICENSE")]
    assert names == set(modules_on_disk())
    assert len(licenses) == 1


@pytest.fixture(scope="module")
def installed(distributions: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of a new environment into which the wheel is installed."""
    pytest.importorskip("pip")
    home = tmp_path_factory.mktemp("venv")
    venv.create(home, with_pip=False, symlinks=os.name != "nt")
    python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    (wheel,) = distributions.glob("*.whl")
    pip = (sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check")
    run(*pip, "install", "--quiet", "--no-deps", "--no-index", wheel, cwd=home)
    # The dependencies, without a network: behind the new environment's own packages, and without the .pth
    # files of that folder, one of which may point at this repository.
    site = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=home).strip())
    ours = dict.fromkeys((sysconfig.get_path("purelib"), sysconfig.get_path("platlib")))
    (site / "dependencies.pth").write_text("".join(f"{path}\n" for path in ours), encoding="utf-8")
    return python


IMPORT_EVERYTHING = """
import importlib, pkgutil, shapeinfer, shapeinfer.rules
for module in pkgutil.iter_modules(shapeinfer.rules.__path__):
    importlib.import_module("shapeinfer.rules." + module.name)
print(shapeinfer.__file__, shapeinfer.rules.__file__, sep="\\n")
"""


def test_wheel_imports_from_another_folder(installed: Path, tmp_path: Path) -> None:
    files = run(installed, "-I", "-c", IMPORT_EVERYTHING, cwd=tmp_path).split("\n")
    home = installed.parent.parent
    assert all(Path(file).is_relative_to(home) for file in files[:2])
    assert Path(files[1]).parent.name == "rules"
    assert Path(files[1]).parent.parent == Path(files[0]).parent


@pytest.mark.skipif(not (ROOT / "shapeinfer" / "__main__.py").exists(), reason="there is no command yet")
def test_wheel_has_the_command(installed: Path, tmp_path: Path) -> None:
    version = shapeinfer.__version__
    assert version in run(installed, "-I", "-m", "shapeinfer", "--version", cwd=tmp_path)
    assert version in run(installed.parent / "shapeinfer", "--version", cwd=tmp_path)
    assert "{ y = Reshape (x, target) }" in run(
        installed, "-I", "-m", "shapeinfer", "explain", "SI205", cwd=tmp_path
    )


def test_rules_are_refused_under_a_second_name() -> None:
    result = subprocess.run(
        [sys.executable, "-c", "import sys; sys.path.insert(0, '.'); import rules"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode != 0
    last = result.stderr.strip().splitlines()[-1]
    assert last.startswith(
        "ImportError: this folder was imported as 'rules', but its name is 'shapeinfer.rules'"
    )
