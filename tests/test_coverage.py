"""Every version of every operator has a rule, and no rule is for a version that does not exist."""

from __future__ import annotations

import importlib
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

from shapeinfer.rule.decorator import RULES
from shapeinfer.rule.modules import RULE_MODULES
from shapeinfer.rule.registry import find_rule
from shapeinfer.schema import schema
from shapeinfer.testing import infer


def all_versions() -> list[tuple[str, str, int]]:
    """Those that are deprecated, too."""
    return [
        (domain, name, version)
        for domain in schema.known_domains()
        for name in schema.operators(domain)
        for version in schema.versions(domain, name)
    ]


def test_all_there_is() -> None:
    # test_schema.py compares the snapshot with onnx.defs.
    assert len(all_versions()) == 659


@pytest.mark.parametrize("domain", schema.known_domains())
def test_no_version_is_missing(domain: str) -> None:
    missing = [f"{n}-{v}" for d, n, v in all_versions() if d == domain and find_rule(d, n, v) is None]
    assert missing == []


def test_no_version_is_invented() -> None:
    for module in set(RULE_MODULES.values()):
        importlib.import_module(f"shapeinfer.rules.{module}")
    invented = [
        f"{domain}::{name}-{version}"
        for (domain, name), rules in RULES.items()
        if domain in schema.known_domains() or schema.versions(domain, name)
        for version in rules
        if version not in schema.versions(domain, name)
    ]
    assert invented == []


def test_parameters_are_named_as_in_the_specification() -> None:
    wrong = []
    for domain, name, version in all_versions():
        rule = find_rule(domain, name, version)
        described = schema.find(domain, name, version)
        if rule is None or described is None:
            continue
        parameters = list(inspect.signature(rule).parameters)[1:]
        if len(parameters) != len(described.inputs):
            wrong.append(f"{name}-{version}: {parameters}")
    assert wrong == []


def test_rules_know_what_to_do_without_inputs_that_they_need() -> None:
    for domain, name, version in all_versions():
        described = schema.find(domain, name, version)
        assert described is not None
        wanted = {n: _SOME_VALUE.get(a.type) for n, a in described.attributes.items() if a.required}
        if described.min_inputs and None not in wanted.values():
            given = {n: value for n, value in wanted.items() if value is not None}
            for inputs in ([], ["f32[2, 3]"], ["i64[2]"], ["?", "?"]):
                # A rule that stumbles raises here.
                infer(name, version, *inputs, domain=domain, given=given, outputs=described.min_outputs or 1)


# By the type of an attribute: float, int, string, ints.
_SOME_VALUE: dict[int, float | int | str | list[int]] = {1: 1.0, 2: 1, 3: "a", 7: [1]}


def test_the_page_of_operators_is_current() -> None:
    tool = Path(__file__).resolve().parent.parent / "tools" / "coverage.py"
    done = subprocess.run([sys.executable, str(tool), "--check"], check=False)
    assert done.returncode == 0, "run: python tools/coverage.py --write"
