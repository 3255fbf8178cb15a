"""The decorator that registers a function as an operator's rule, and what it is registered in."""

from __future__ import annotations

from shapeinfer.facts.fact import Fact

Result = Fact | tuple[Fact, ...]

# (domain, op_type) -> since_version -> rule. Filled by importing rule modules.
RULES: dict[tuple[str, str], dict[int, RuleFunction]] = {}

# How many rules came from elsewhere, or took another one's place, as in a notebook: what was found out before
# is then out of date.
revision = [0]
_OUR_RULES = "shapeinfer.rules."

TYPE_CHECKING = False  # typing is slow to import
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import TypeVar

    # A rule's own parameters are its operator's inputs, so only its result can be typed here.
    RuleFunction = Callable[..., Result]
    F = TypeVar("F", bound=RuleFunction)


def rule(op_type: str | Sequence[str], *, versions: Iterable[int], domain: str = "") -> Callable[[F], F]:
    """Register a function as the rule of one or more operators at these since_versions.

    ``domain`` is "" for ai.onnx. Raises ValueError where a version already has another rule.
    """
    names = (op_type,) if isinstance(op_type, str) else tuple(op_type)
    wanted = tuple(versions)

    def register(function: F) -> F:
        for name in names:
            known = RULES.setdefault((domain, name), {})
            for version in wanted:
                other = known.get(version)
                if other is not None and (other.__module__, other.__qualname__) != (
                    function.__module__,
                    function.__qualname__,
                ):
                    raise ValueError(
                        f"{domain or 'ai.onnx'} {name}-{version} has a rule in {other.__module__}"
                    )
                if other is not None or not function.__module__.startswith(_OUR_RULES):
                    revision[0] += 1
                known[version] = function
        return function

    return register
