"""(domain, op_type, since_version) -> rule. Only the rule modules that a model needs are imported."""

from __future__ import annotations

from shapeinfer.rule.decorator import RULES
from shapeinfer.rule.modules import RULE_MODULES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.rule.decorator import RuleFunction

_loaded: set[tuple[str, str]] = set()
_plugins_loaded = False

# Installed packages register modules of rules under this entry point group.
ENTRY_POINTS = "shapeinfer.rules"


def find_rule(domain: str, op_type: str, since_version: int) -> RuleFunction | None:
    """The rule of an operator at a since_version, or None if there is none."""
    key = (domain, op_type)
    if key not in _loaded:
        module = RULE_MODULES.get(key)
        if module is not None:
            __import__(f"shapeinfer.rules.{module}")  # importlib would load warnings
        _loaded.add(key)
    return RULES.get(key, {}).get(since_version)


def find_custom_rule(domain: str, op_type: str, opset: int) -> RuleFunction | None:
    """The rule that a user's module or an installed package has for an operator without a schema: the
    newest version that is not above the imported opset."""
    key = (domain, op_type)
    if key not in RULES:
        _load_entry_points()
    versions = RULES.get(key, {})
    newest = max((v for v in versions if v <= opset), default=None)
    return None if newest is None else versions[newest]


def load_rules(path: str) -> None:
    """Import a Python file of rules. OSError if it can't be read; what it raises passes through."""
    from importlib.util import module_from_spec, spec_from_file_location

    with open(path, "rb"):
        pass  # a missing file is an OSError with its name, not an import error
    spec = spec_from_file_location(f"shapeinfer_user_rules_{abs(hash(path))}", path)
    if spec is None or spec.loader is None:
        raise OSError(0, "is no Python file", path)
    spec.loader.exec_module(module_from_spec(spec))


def _load_entry_points() -> None:
    """Import the rule modules of installed packages, once. One that fails is left out with a warning."""
    global _plugins_loaded  # noqa: PLW0603  # the interpreter's state too: a module is imported once
    if _plugins_loaded:
        return
    _plugins_loaded = True
    import warnings
    from importlib.metadata import entry_points

    for entry in entry_points(group=ENTRY_POINTS):
        try:
            entry.load()
        except Exception as error:  # an error in another package must not stop the run
            warnings.warn(f"the rules of {entry.value} could not be loaded: {error}", stacklevel=2)
