"""Explain: the page of one code."""

from __future__ import annotations

from shapeinfer import codes
from shapeinfer.codes import Code
from shapeinfer.suggest import did_you_mean


def explain(text: str) -> str:
    """What is wrong, why it matters and how to mend it. LookupError with the nearest code otherwise."""
    code = codes.find(text)
    if code is None:
        names = [name for c in codes.CODES.values() for name in (c.id, c.slug)]
        raise LookupError(f"no code {text!r}{did_you_mean(text, names)} (shapeinfer codes lists them)")
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
