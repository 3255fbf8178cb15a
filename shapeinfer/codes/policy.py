"""Codes of SI09: suppressions in the model, and files that could not be examined."""

from __future__ import annotations

from shapeinfer.codes.code import SAFE, WARNING, Fix, define

STALE_SUPPRESSION = define(
    "SI090",
    "stale-suppression",
    WARNING,
    "a suppression in the model suppresses nothing",
    "It would hide the next finding of its kind before anyone has seen it.",
    "Remove the selector from the metadata entry shapeinfer.ignore.",
    fix=Fix(SAFE, "Removes the selector, and the entry if nothing else is in it."),
)
BAD_SUPPRESSION = define(
    "SI091",
    "bad-suppression",
    WARNING,
    "a suppression in the model matches no code",
    "The findings that it should suppress are still reported.",
    "Write codes, beginnings of codes or slugs, separated by commas, and a reason after a colon: SI205: "
    "reason.",
)
NOT_EXAMINED = define(
    "SI092",
    "not-examined",
    WARNING,
    "the file could not be examined",
    "The model was not checked: memory ran out, or shapeinfer has a bug.",
    "Lint the file alone. If that fails too, please report it, with the model or its graph without weights.",
)
