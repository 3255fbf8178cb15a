"""Dependencies run one way. The tables say which way; a new module gets its place in LAYERS.

Modules are named without the leading ``shapeinfer.``; the package itself is ``__init__``.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# From the bottom to the top: a module imports its own layer and those below it. Patterns as in fnmatch.
LAYERS: tuple[tuple[str, str], ...] = (
    ("foundation", "dim dim_* bounds bounds_* scalar elem_type fact fact_* elements elements_*"),
    ("foundation", "text text_* requirement requirement_* codes codes.* codes_* suggest whole_file"),
    ("rule", "rule outcome call shapes shapes.*"),
    ("rules", "rules rules.*"),
    (
        "engine",
        "model model.* schema schema_data schema_data_contrib rule_map registry place conform attribute_values apply engine engine.* engine_* declared assumptions",
    ),
    ("engine", "contract contract.* contract_* annotation"),
    ("diagnostic", "diagnostic origin fingerprint report"),
    (
        "jobs",
        "checks checks.* result linter selection suppression judge workers baseline settings setting_values files annotator violation preflight compat show explain interface compare npz",
    ),
    ("interfaces", "profile"),
    (
        "interfaces",
        "render render.* progress commands commands.* completion completion_* cli cli_* testing __main__ __init__",
    ),
)
ORDER = tuple(dict.fromkeys(name for name, _ in LAYERS))

# All that a rule file may import. Nothing imports a rule file: the registry finds it by name.
RULE_IMPORTS = ("rule", "fact", "codes", "codes.*", "shapes", "shapes.*", "elem_type", "elements", "scalar")
RULE_STDLIB = ("__future__", "collections", "collections.abc", "math", "typing")

# Third-party package -> the modules that may import it. A package that is not here may be imported nowhere.
THIRD_PARTY: dict[str, tuple[str, ...]] = {
    "networkx": ("model.graph", "result"),
    "onnx": ("model.*", "compat", "result"),
    "fsspec": ("model.remote",),
    "google.protobuf": ("model.*", "compat"),
    "pydantic": ("diagnostic",),
    "numpy": ("npz",),
    "tomli": ("settings",),
    "tomllib": ("settings",),  # of the standard library from Python 3.11 on
}

# Slow to import, so never while a module is loaded -> the modules that may, since they load something slower.
SLOW_STDLIB: dict[str, tuple[str, ...]] = {
    "argparse": ("commands.parser",),
    "asyncio": (),
    "concurrent.futures": (),
    "dataclasses": (),
    "difflib": (),
    "enum": ("diagnostic",),
    "importlib.metadata": (),
    "inspect": (),
    "logging": (),
    "shutil": (),
    "typing": ("diagnostic",),
    "multiprocessing": (),
    "unittest": (),
    "urllib.request": (),
}

HEAVY = ("fsspec", "google.protobuf", "networkx", "numpy", "onnx", "pydantic", "sympy")


class Import:
    """One import statement's module, and whether it runs while the importing module is loaded."""

    __slots__ = ("at_load", "line", "module")

    def __init__(self, module: str, line: int, at_load: bool) -> None:
        self.module = module
        self.line = line
        self.at_load = at_load


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


def layer(module: str) -> int | None:
    """The number of a module's layer, from the bottom."""
    names = (name for name, patterns in LAYERS if is_one_of(module, tuple(patterns.split())))
    return next((ORDER.index(name) for name in names), None)


def imports(tree: ast.AST, at_load: bool = True) -> Iterator[Import]:
    """Every import below a node."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import):
            yield from (Import(alias.name, node.lineno, at_load) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = "." * node.level + (node.module or "")
            separator = "" if base.endswith(".") else "."
            yield from (Import(base + separator + a.name, node.lineno, at_load) for a in node.names)
        else:
            deferred = isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
            only_typed = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
            yield from imports(node, at_load and not deferred and not only_typed)


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
    here, there = layer(module), layer(target)
    if here is None or there is None or there <= here:
        return None
    return f"{module} ({ORDER[here]}) imports {target} ({ORDER[there]}), which lies above it"


def judge_stdlib(module: str, item: Import) -> str | None:
    """What an import from the standard library breaks."""
    if within(module, "rules") and not any(within(item.module, name) for name in RULE_STDLIB):
        return f"a rule imports {item.module}; it may import {', '.join(RULE_STDLIB)}"
    for name, users in SLOW_STDLIB.items():
        if item.at_load and within(item.module, name) and not is_one_of(module, users):
            return f"{module} imports {name} when loaded, which is slow: import it where it is used"
    return None


@pytest.mark.parametrize("module", sorted(MODULES))
def test_module_keeps_to_its_layer(module: str) -> None:
    assert layer(module) is not None, f"{module} has no place in LAYERS of {Path(__file__).name}"
    assert violations(module, MODULES[module].read_text(encoding="utf-8")) == []


# Module, its imports, what is wrong with the last of them. CASES_KNOW is the tree that they stand in.
CASES_KNOW = ("codes", "elem_type", "rule", "rules", "rules.pool", "schema")
CASES: tuple[tuple[str, str, str | None], ...] = (
    ("dim", "from shapeinfer import elem_type", None),
    ("dim", "from shapeinfer.elem_type import bits", None),
    (
        "dim",
        "from shapeinfer.schema import find",
        "dim (foundation) imports schema (engine), which lies above it",
    ),
    ("dim", "from shapeinfer import schema", "dim (foundation) imports schema (engine), which lies above it"),
    ("dim", "import shapeinfer.schema", "dim (foundation) imports schema (engine), which lies above it"),
    (
        "dim",
        "def f(): import shapeinfer",
        "dim (foundation) imports __init__ (interfaces), which lies above it",
    ),
    ("schema", "from shapeinfer.elem_type import bits", None),
    ("engine", "from .schema import find", "imports relatively; a module has one name"),
    ("engine", "from shapeinfer.rules import pool", "engine imports the rule file rules.pool; the registry"),
    ("rules.conv", "from shapeinfer.rule import rule; from shapeinfer import codes; import math", None),
    ("rules.conv", "from collections.abc import Sequence", None),
    (
        "rules.conv",
        "from shapeinfer.schema import find",
        "a rule imports schema; it may import rule, fact, codes",
    ),
    ("rules.conv", "from shapeinfer.rules.pool import f", "a rule imports rules.pool; it may"),
    ("rules.conv", "import re", "a rule imports re; it may import __future__"),
    ("rules.conv", "import numpy", "rules.conv imports numpy, which is kept to ('npz',)"),
    ("model.graph", "import networkx as nx", None),
    (
        "engine",
        "def f(): import networkx",
        "engine imports networkx, which is kept to ('model.graph', 'result')",
    ),
    ("model.read", "from google.protobuf import message", None),
    ("cli", "import enum", "cli imports enum when loaded, which is slow: import it where it is used"),
    ("cli", "from importlib import metadata", "cli imports importlib.metadata when loaded"),
    ("cli", "def f(): import argparse", None),
    ("cli", "if TYPE_CHECKING: import argparse", None),
    ("diagnostic", "import enum; from pydantic import BaseModel", None),
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
