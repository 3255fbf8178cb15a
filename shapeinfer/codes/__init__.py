"""Every diagnostic code: its severity, what is wrong, why it matters, how to fix it.

Codes are never renumbered nor reused. Rules use the codes of SI1 to SI3. The message of a
finding, with the values of both sides, is written in the rule.

The families are one namespace (``codes.RESHAPE_ELEMENT_COUNT``), and each is loaded when one of its codes is
asked for: a run over a clean model needs two of seven.
"""

# ruff: noqa: F403 (the families are one namespace)

from __future__ import annotations

from shapeinfer.codes.code import EITHER as EITHER
from shapeinfer.codes.code import ERROR as ERROR
from shapeinfer.codes.code import INFO as INFO
from shapeinfer.codes.code import RETIRED as RETIRED
from shapeinfer.codes.code import SAFE as SAFE
from shapeinfer.codes.code import SEVERITIES as SEVERITIES
from shapeinfer.codes.code import UNSAFE as UNSAFE
from shapeinfer.codes.code import WARNING as WARNING
from shapeinfer.codes.code import Code as Code
from shapeinfer.codes.code import Fix as Fix

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.codes.contract import *
    from shapeinfer.codes.policy import *
    from shapeinfer.codes.shapes import *
    from shapeinfer.codes.structure import *
    from shapeinfer.codes.targets import *
    from shapeinfer.codes.types import *
    from shapeinfer.codes.values import *

    CODES: dict[str, Code]

# CODES lists the families in this order; a code is sought in the other, first where most are asked for.
_FAMILIES = ("structure", "policy", "types", "shapes", "values", "contract", "targets")
_SOUGHT = ("shapes", "values", "contract", "types", "structure", "policy", "targets")


def __getattr__(name: str) -> object:
    found: object = None
    if name == "CODES":
        every = [thing for family in _FAMILIES for thing in _loaded(family).values()]
        found = {code.id: code for code in every if isinstance(code, Code)}
    elif name.isupper():
        found = next((family[name] for family in map(_loaded, _SOUGHT) if name in family), None)
    if found is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    names = {name for family in map(_loaded, _FAMILIES) for name in family if name.isupper()}
    return sorted(names.union(globals()))


def _loaded(family: str) -> dict[str, object]:
    """What the family's module holds, in its order."""
    return vars(__import__(f"{__name__}.{family}", fromlist=(family,)))


def find(text: str) -> Code | None:
    """The code with this id or slug, in any case."""
    from shapeinfer.codes import CODES

    wanted = text.strip().lower()
    return next((c for c in CODES.values() if wanted in (c.id.lower(), c.slug)), None)
