"""What a code is."""

from __future__ import annotations

ERROR, WARNING, INFO = "error", "warning", "info"
SEVERITIES = (ERROR, WARNING, INFO)


SAFE, UNSAFE, EITHER = "safe", "unsafe", "either"


class Fix:
    """How ``lint --fix`` fixes the findings of a code: ``what`` it does, as sentences.

    ``safety`` is SAFE if the fixed model computes the same outputs from the same inputs and declares the same
    inputs; UNSAFE, which needs ``--unsafe-fixes``, if it may differ in that or if the fix is a guess; EITHER
    if that depends on the finding. A fix need not exist for every finding of the code."""

    __slots__ = ("safety", "what")

    def __init__(self, safety: str, what: str) -> None:
        self.safety = safety
        self.what = what


class Code:
    """One kind of finding. ``severity`` is the severity of its findings unless a finding sets another;
    ``default`` is False for codes that are checked only if the user selects them; ``fix`` is None for codes
    whose findings only a person can fix."""

    __slots__ = ("at_load", "default", "fix", "help", "id", "severity", "slug", "title", "why")

    def __init__(
        self,
        id_: str,
        slug: str,
        severity: str,
        title: str,
        why: str,
        help_: str,
        *,
        default: bool,
        fix: Fix | None = None,
    ) -> None:
        # A runtime checks structure, types and its own support for the operators when it loads a model, also
        # in a body that never runs.
        self.at_load = id_[:3] in ("SI0", "SI1", "SI5")
        self.default = default
        self.id = id_
        self.slug = slug
        self.severity = severity
        self.title = title
        self.why = why
        self.help = help_
        self.fix = fix

    def __repr__(self) -> str:
        return f"{self.id} {self.slug}"


# Numbers of codes that were removed; they are never used again.
RETIRED = ("SI021", "SI028", "SI222", "SI224", "SI304")


def define(
    id_: str,
    slug: str,
    severity: str,
    title: str,
    why: str,
    help_: str,
    *,
    default: bool = True,
    fix: Fix | None = None,
) -> Code:
    """Create a code."""
    return Code(id_, slug, severity, title, why, help_, default=default, fix=fix)
