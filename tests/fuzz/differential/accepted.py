"""The record: disagreements that are accepted, each with its reason."""

from __future__ import annotations

import re

from tests.fuzz.differential.judge import Finding

# (kind, operator, what the detail must contain (a regular expression), the reason)
ACCEPTED: tuple[tuple[str, str, str, str], ...] = ()


def reason_for(finding: Finding) -> str | None:
    """Why a disagreement is accepted; None if it is not."""
    for kind, about, pattern, reason in ACCEPTED:
        fits = re.fullmatch(kind, finding.kind) and re.fullmatch(about, finding.case.about)
        if fits and re.search(pattern, finding.detail):
            return reason
    return None
