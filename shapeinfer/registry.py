"""(domain, op_type, since_version) -> rule. Only the rule modules that a model needs are imported."""

from __future__ import annotations

import importlib

from shapeinfer.rule import RULES, RuleFunction
from shapeinfer.rule_map import RULE_MODULES

_loaded: set[tuple[str, str]] = set()


def find_rule(domain: str, op_type: str, since_version: int) -> RuleFunction | None:
    """The rule of an operator at a since_version, or None if there is none."""
    key = (domain, op_type)
    if key not in _loaded:
        module = RULE_MODULES.get(key)
        if module is not None:
            importlib.import_module(f"shapeinfer.rules.{module}")
        _loaded.add(key)
    return RULES.get(key, {}).get(since_version)
