"""Explain: the page of one code, with a model that has the finding and one that does not."""

from __future__ import annotations

import os

from shapeinfer import codes
from shapeinfer.codes import Code
from shapeinfer.suggest import did_you_mean

# The first line of an example begins with this if it is linted for a target.
_TARGET = "target: "
_EXAMPLES = os.path.join(os.path.dirname(codes.__file__), "examples")


# How a fix is made, by its safety.
SAFETY = {
    codes.SAFE: "--fix",
    codes.UNSAFE: "--fix --unsafe-fixes",
    codes.EITHER: "--fix [--unsafe-fixes]",
}


class Example:
    """A small model in ONNX's text format, the target that it is linted for ("": none), and its findings,
    as ``error SI205 graph/...: message``."""

    __slots__ = ("findings", "target", "text")

    def __init__(self, text: str, target: str, findings: tuple[str, ...]) -> None:
        self.text = text
        self.target = target
        self.findings = findings


def example(code: Code, kind: str) -> Example | None:
    """The example of a code; ``kind`` is "broken" or "fixed". None if the code has none, because the text
    format can't express it (a damaged file, for example)."""
    try:
        with open(os.path.join(_EXAMPLES, f"{code.id}.{kind}.onnxtxt"), encoding="utf-8") as file:
            lines = file.read().splitlines()
    except FileNotFoundError:
        return None
    said = [line.removeprefix("# ") for line in lines if line.startswith("# ")]
    text = "\n".join(lines[len(said) :])
    target = said.pop(0).removeprefix(_TARGET) if said and said[0].startswith(_TARGET) else ""
    return Example(text, target, tuple(said))


def explain(text: str) -> str:
    """The page of the code with this id or slug, as plain text. Raises LookupError, with the nearest code, if
    there is none."""
    code = codes.find(text)
    if code is None:
        names = [name for c in codes.CODES.values() for name in (c.id, c.slug)]
        raise LookupError(f"no code {text!r}{did_you_mean(text, names)} (shapeinfer codes lists them)")
    return page(code)


def page(code: Code) -> str:
    """The page of a code as plain text."""
    lines = [
        f"{code.id} {code.slug} ({code.severity}{'' if code.default else ', off by default'})",
        "",
        f"What is wrong: {code.title}.",
        f"Why it matters: {code.why}",
        f"How to fix it: {code.help}",
    ]
    if code.fix is not None:
        lines.append(f"Fix ({SAFETY[code.fix.safety]}): {code.fix.what}")
    broken, fixed = example(code, "broken"), example(code, "fixed")
    if broken is not None:
        on = f" on {broken.target}" if broken.target else ""
        lines += ["", f"A model with this finding{on}:", "", *_indented(broken.text), "", *broken.findings]
    if fixed is not None:
        on = f" on {fixed.target}" if fixed.target else ""
        lines += ["", f"The model without it{on}:", "", *_indented(fixed.text)]
    return "\n".join(lines)


def _indented(text: str) -> list[str]:
    return [f"    {line}" if line else "" for line in text.splitlines()]
