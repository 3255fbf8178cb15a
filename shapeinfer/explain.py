"""Explain: the page of one code."""

from __future__ import annotations

import difflib

from shapeinfer import codes
from shapeinfer.codes import Code


def explain(text: str) -> str:
    """What is wrong, why it matters and how to mend it. LookupError with the nearest code otherwise."""
    code = codes.find(text)
    if code is None:
        names = [c.id for c in codes.CODES.values()] + [c.slug for c in codes.CODES.values()]
        near = difflib.get_close_matches(text.upper(), names, n=1) or difflib.get_close_matches(
            text.lower(), names, n=1
        )
        meant = f"; did you mean {near[0]}?" if near else ""
        raise LookupError(f"no code {text!r}{meant} (shapeinfer codes lists them)")
    return page(code)


def page(code: Code) -> str:
    """The page of a code as plain text."""
    return "\n".join(
        (
            f"{code.id} {code.slug} ({code.severity})",
            "",
            f"What is wrong: {code.title}.",
            f"Why it matters: {code.why}",
            f"How to mend it: {code.help}",
        )
    )
