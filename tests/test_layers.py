"""Dependencies run one way. The table of wings says which way; a new wing gets its place in it.

Modules are named without the leading ``shapeinfer.``; the package itself is ``__init__``.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

import networkx as nx
import pytest

import shapeinfer

ROOT = Path(__file__).resolve().parent.parent

# From the bottom to the top: a module imports from its own wing and from those above it in this table.
# docs/design.md shows the same list; a room that stands alone is a wing of one.
WINGS: tuple[tuple[str, str], ...] = (
    ("version", "which version this is"),
    ("suggest", "the right spelling of a name"),
    ("shorten", "names and lists of a model, short enough to be shown"),
    ("markup", "HTML for notebooks, escaped"),
    ("dims", "what a size is: polynomials in normal form, and what is provable about them"),
    ("facts", "what is known of a value, and its text form"),
    ("codes", "every diagnostic code, with its explanation and example models"),
    ("rule", "all that a rule file may import; which module holds which rule"),
    ("shapes", "arithmetic that rules share"),
    ("rules", "one file for each operator"),
    ("schema", "what ONNX and ONNX Runtime declare of operators, and a node held against it"),
    ("model", "files in and out, weights unread; the graph"),
    ("engine", "the visit: facts in, facts out"),
    ("contracts", "clauses from requirements that inference could not decide"),
    ("costs", "bytes, parameters and multiply-accumulates as dims, and where nodes belong"),
    ("runtimes", "which releases of a runtime load a model"),
    ("reports", "what leaves the program"),
    ("page", "a report as rows of JSON, and as one HTML file"),
    ("jobs", "one room for each public verb"),
    ("linter", "checks, and a project's policy over what was found"),
    ("render", "the only code that formats"),
    ("reporting", "what the wings found of a model, joined for its page"),
    ("profile", "where the time of a run went"),
    ("cli", "words in, exit codes out"),
    ("onnx_ir", "inference as a pass over onnx_ir models"),
    ("testing", "for authors of rules, and for people's own tests"),
    ("__init__", "the public names"),
    ("__main__", "python -m shapeinfer"),
)
ORDER = tuple(name for name, _ in WINGS)
MOST_ROOMS = 12

# All that a rule file may import. Nothing imports a rule file: the registry finds it by name.
RULE_IMPORTS = (
    "rule", "codes", "codes.*", "shapes", "shapes.*",
    "facts.fact", "facts.elem_type", "facts.elements", "facts.scalar",
)  # fmt: skip
RULE_STDLIB = ("__future__", "collections", "collections.abc", "itertools", "math", "typing")

# Third-party package -> the modules that may import it. A package that is not here may be imported nowhere.
THIRD_PARTY: dict[str, tuple[str, ...]] = {
    "networkx": ("model.graph", "jobs.infer"),
    "onnx": ("model.*", "jobs.annotate", "jobs.compat", "jobs.edited.*", "jobs.sources", "onnx_ir"),
    "onnx_ir": ("jobs.edited.ir", "jobs.edited.order", "jobs.edited.parts", "jobs.sources", "onnx_ir"),
    "aiohttp": ("model.remote",),
    "fsspec": ("model.remote",),
    "google.protobuf": ("model.*", "jobs.compat"),
    "pydantic": ("reports.diagnostic", "reports.releases"),
    "numpy": ("jobs.preflight.npz",),
    "tomli": ("linter.settings",),
    "tomllib": ("linter.settings",),  # of the standard library from Python 3.11 on
}

# Slow to import, so never while a module is loaded -> the modules that may, since they load something slower.
SLOW_STDLIB: dict[str, tuple[str, ...]] = {
    "argparse": ("cli.parser",),
    "asyncio": (),
    "concurrent.futures": (),
    "dataclasses": (),
    "difflib": (),
    "enum": ("reports.diagnostic",),
    "importlib.metadata": (),
    "inspect": (),
    "logging": (),
    "shutil": (),
    "typing": ("jobs.edited.columns", "reports.diagnostic"),
    "multiprocessing": (),
    "unittest": (),
    "urllib.request": (),
}

HEAVY = ("fsspec", "google.protobuf", "networkx", "numpy", "onnx", "pydantic", "sympy")


class Import:
    """One import statement's module, whether it runs while the importing module is loaded, and whether it
    only serves the type checker."""

    __slots__ = ("at_load", "line", "module", "only_typed")

    def __init__(self, module: str, line: int, at_load: bool, only_typed: bool) -> None:
        self.module = module
        self.line = line
        self.at_load = at_load
        self.only_typed = only_typed


def sources() -> dict[str, Path]:
    """Module -> file, for everything that is installed."""
    found = {}
    for prefix, folder in (("", ROOT / "shapeinfer"), ("rules.", ROOT / "rules")):
        for path in folder.rglob("*.py"):
            name = prefix + ".".join(path.relative_to(folder).with_suffix("").parts)
            found[name.removesuffix(".__init__")] = path
    return found


MODULES = sources()


def is_one_of(module: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatchcase(module, pattern) for pattern in patterns)


def within(module: str, package: str) -> bool:
    return module == package or module.startswith(package + ".")


def wing(module: str) -> int | None:
    """The number of a module's wing, from the bottom."""
    name = module.partition(".")[0]
    return ORDER.index(name) if name in ORDER else None


def imports(tree: ast.AST, at_load: bool = True, only_typed: bool = False) -> Iterator[Import]:
    """Every import below a node."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import):
            yield from (Import(alias.name, node.lineno, at_load, only_typed) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = "." * node.level + (node.module or "")
            separator = "" if base.endswith(".") else "."
            yield from (
                Import(base + separator + a.name, node.lineno, at_load, only_typed) for a in node.names
            )
        else:
            deferred = isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
            typed = only_typed or (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test))
            yield from imports(node, at_load and not deferred and not typed, typed)


def own_module(name: str) -> str | None:
    """Which of our modules ``shapeinfer.x.y`` is: y may be a name in module x. None if it is not ours."""
    if name == "shapeinfer":
        return "__init__"
    if not name.startswith("shapeinfer."):
        return None
    inside = name.removeprefix("shapeinfer.")
    if inside in MODULES:
        return inside
    parent = inside.rpartition(".")[0]
    return parent or "__init__"


def violations(module: str, source: str) -> list[str]:
    """What a module's imports break, as ``line: sentence``."""
    found = []
    for item in imports(ast.parse(source)):
        problem = judge(module, item)
        if problem is not None:
            found.append(f"{item.line}: {problem}")
    return found


def judge(module: str, item: Import) -> str | None:
    """What one import breaks."""
    if item.module.startswith("."):
        return "imports relatively; a module has one name"
    target = own_module(item.module)
    if target is not None:
        return judge_own(module, target)
    package = item.module.partition(".")[0]
    if package in sys.stdlib_module_names:
        return judge_stdlib(module, item)
    allowed = next((users for name, users in THIRD_PARTY.items() if within(item.module, name)), ())
    if is_one_of(module, allowed):
        return None
    return f"{module} imports {item.module}, which is kept to {allowed}"


def judge_own(module: str, target: str) -> str | None:
    """What an import of one of our own modules breaks."""
    if within(module, "rules"):
        allowed = is_one_of(target, RULE_IMPORTS)
        return None if allowed else f"a rule imports {target}; it may import {', '.join(RULE_IMPORTS)}"
    if within(target, "rules"):
        return f"{module} imports the rule file {target}; the registry finds rules by name"
    here, there = wing(module), wing(target)
    if here is None or there is None or there <= here or target == "__init__":
        return None
    return f"{module} imports {target}, but the wing {ORDER[there]} stands above {ORDER[here]}"


def judge_stdlib(module: str, item: Import) -> str | None:
    """What an import from the standard library breaks."""
    if within(module, "rules") and not any(within(item.module, name) for name in RULE_STDLIB):
        return f"a rule imports {item.module}; it may import {', '.join(RULE_STDLIB)}"
    for name, users in SLOW_STDLIB.items():
        if item.at_load and within(item.module, name) and not is_one_of(module, users):
            return f"{module} imports {name} when loaded, which is slow: import it where it is used"
    return None


@pytest.mark.parametrize("module", sorted(MODULES))
def test_module_keeps_to_its_wing(module: str) -> None:
    assert wing(module) is not None, f"{module} has no place in WINGS of {Path(__file__).name}"
    assert violations(module, MODULES[module].read_text(encoding="utf-8")) == []


def test_no_modules_import_each_other_in_a_circle() -> None:
    graph: nx.DiGraph[str] = nx.DiGraph()
    for module, path in MODULES.items():
        for item in imports(ast.parse(path.read_text(encoding="utf-8"))):
            target = None if item.only_typed else own_module(item.module)
            if target is not None and target != module:
                graph.add_edge(module, target)
    assert [sorted(circle) for circle in nx.strongly_connected_components(graph) if len(circle) > 1] == []


PACKAGES = sorted({".".join(path.relative_to(ROOT).parent.parts) for path in MODULES.values()})


@pytest.mark.parametrize("package", PACKAGES)
def test_a_wing_introduces_itself(package: str) -> None:
    """What it knows, what it must not know and where to begin reading stand in its __init__."""
    path = ROOT.joinpath(*package.split("."), "__init__.py")
    introduction = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    assert introduction
    if package.count(".") == 1 and package.startswith("shapeinfer."):
        assert len(introduction.split()) >= 30, f"{package} says too little of itself"


@pytest.mark.parametrize("package", [p for p in PACKAGES if p.startswith("shapeinfer")])
def test_a_wing_can_be_held_in_mind(package: str) -> None:
    folder = ROOT.joinpath(*package.split("."))
    rooms = [path for path in folder.glob("*.py") if path.stem != "__init__"]
    assert len(rooms) <= MOST_ROOMS, f"{package} has {len(rooms)} rooms"


def test_the_picture_in_the_design_is_true() -> None:
    """Every wing is in the picture and the table of docs/design.md; an arrow stands for real imports, and no
    import goes where the arrows do not lead."""
    page = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
    picture = page.split("```mermaid\n", 1)[1].split("```", 1)[0]
    drawn: nx.DiGraph[str] = nx.DiGraph(re.findall(r"(\w+) --> (\w+)", picture))
    real: nx.DiGraph[str] = nx.DiGraph()
    for module, path in MODULES.items():
        for item in imports(ast.parse(path.read_text(encoding="utf-8"))):
            target = own_module(item.module)
            if target is not None:
                real.add_edge(module.partition(".")[0], target.partition(".")[0])
    table = page.split("| wing |", 1)[1].split("\n\n", 1)[0]
    hidden = {"__init__", "__main__", "version"}
    for name in set(ORDER) - hidden:
        assert f"`{name}" in table, f"{name} is not in the table"
        assert name in drawn, f"{name} is not in the picture"
    assert sorted((a, b) for a, b in drawn.edges if not nx.has_path(real, a, b) and a != "rules") == []
    reachable = {name: nx.descendants(drawn, name) | {name} for name in drawn}
    wrong = [(a, b) for a, b in real.edges if a in reachable and b not in hidden and b not in reachable[a]]
    assert sorted(wrong) == []


def test_no_wing_hides_a_public_verb() -> None:
    """Importing ``shapeinfer.lint`` as a module would replace the function of that name."""
    assert set(shapeinfer.__all__).isdisjoint(name.partition(".")[0] for name in MODULES)


# Module, its imports, what is wrong with the last of them. CASES_KNOW is the tree that they stand in.
CASES_KNOW = ("codes", "facts.elem_type", "rule", "rules", "rules.pool", "schema.schema")
CASES: tuple[tuple[str, str, str | None], ...] = (
    ("schema.schema", "from shapeinfer.facts import elem_type", None),
    ("schema.schema", "from shapeinfer.facts.elem_type import bits", None),
    (
        "dims.dim",
        "from shapeinfer.schema.schema import find",
        "dims.dim imports schema.schema, but the wing schema stands above dims",
    ),
    ("dims.dim", "from shapeinfer.schema import schema", "dims.dim imports schema.schema, but the wing"),
    ("dims.dim", "import shapeinfer.schema.schema", "dims.dim imports schema.schema, but the wing"),
    (
        "dims.dim",
        "def f(): from shapeinfer.engine.run import Run",
        "dims.dim imports engine.run, but the wing",
    ),
    ("engine.engine", "from .schema import find", "imports relatively; a module has one name"),
    (
        "engine.engine",
        "from shapeinfer.rules import pool",
        "engine.engine imports the rule file rules.pool; the registry",
    ),
    ("rules.conv", "from shapeinfer.rule import rule; from shapeinfer import codes; import math", None),
    ("rules.conv", "from collections.abc import Sequence", None),
    (
        "rules.conv",
        "from shapeinfer.schema.schema import find",
        "a rule imports schema.schema; it may import rule, codes",
    ),
    ("rules.conv", "from shapeinfer.rules.pool import f", "a rule imports rules.pool; it may"),
    ("rules.conv", "import re", "a rule imports re; it may import __future__"),
    ("rules.conv", "import numpy", "rules.conv imports numpy, which is kept to ('jobs.preflight.npz',)"),
    ("model.graph", "import networkx as nx", None),
    (
        "engine.engine",
        "def f(): import networkx",
        "engine.engine imports networkx, which is kept to ('model.graph', 'jobs.infer')",
    ),
    ("model.read", "from google.protobuf import message", None),
    (
        "cli.main",
        "import enum",
        "cli.main imports enum when loaded, which is slow: import it where it is used",
    ),
    ("cli.main", "from importlib import metadata", "cli.main imports importlib.metadata when loaded"),
    ("cli.main", "def f(): import argparse", None),
    ("cli.main", "if TYPE_CHECKING: import argparse", None),
    ("reports.diagnostic", "import enum; from pydantic import BaseModel", None),
)


@pytest.mark.parametrize(("module", "source", "problem"), CASES)
def test_what_is_a_violation(
    monkeypatch: pytest.MonkeyPatch, module: str, source: str, problem: str | None
) -> None:
    monkeypatch.setattr(sys.modules[__name__], "MODULES", dict.fromkeys(CASES_KNOW, Path()))
    found = violations(module, source)
    if problem is None:
        assert found == []
    else:
        assert found[-1].startswith(f"1: {problem}")


def test_loading_the_package_loads_nothing_heavy() -> None:
    program = "import sys, shapeinfer; print(*sys.modules)"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = result.stdout.split()
    assert [name for name in HEAVY if name in loaded] == []
