"""SI09: what a project says of its findings, and what could not be examined."""

from __future__ import annotations

from shapeinfer.codes.code import WARNING, define

STALE_SUPPRESSION = define(
    "SI090",
    "stale-suppression",
    WARNING,
    "a suppression in the model suppresses nothing",
    "It would hide the next finding of its kind, which nobody has looked at.",
    "Take the selector out of the metadata entry shapeinfer.ignore.",
)
BAD_SUPPRESSION = define(
    "SI091",
    "bad-suppression",
    WARNING,
    "a suppression in the model names no code",
    "What it was meant to suppress is reported all the same.",
    "Write codes, beginnings of codes or slugs, with commas, and a reason after a colon: SI205: why.",
)
NOT_EXAMINED = define(
    "SI092",
    "not-examined",
    WARNING,
    "the file could not be examined",
    "Nothing is known of the model: memory ran out, or shapeinfer made a mistake.",
    "Examine it alone. If that fails too, please report it, with the model or its graph without weights.",
)
