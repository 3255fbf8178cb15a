"""Values of settings: what they are read as. Each function raises ValueError, with what was needed."""

from __future__ import annotations

from shapeinfer.codes import SEVERITIES
from shapeinfer.linter.files import Pattern
from shapeinfer.linter.selection import LEVELS, Selector, selectors
from shapeinfer.suggest import did_you_mean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def given_text(given: object) -> str:
    """A string."""
    if not isinstance(given, str):
        raise ValueError(f"needed a string, not {given!r}")
    return given


def given_texts(given: object) -> list[str]:
    """A list of strings."""
    if not isinstance(given, list) or not all(isinstance(item, str) for item in given):
        raise ValueError(f"needed a list of strings, not {given!r}")
    return given


def given_targets(given: object) -> list[str]:
    """A list of targets."""
    from shapeinfer.runtimes.names import parse  # its tables are large

    texts = given_texts(given)
    for text in texts:
        parse(text)  # BadTarget is a ValueError
    return texts


def given_table(given: object) -> dict[str, object]:
    """A table."""
    if not isinstance(given, dict):
        raise ValueError(f"needed a table, not {given!r}")
    return given


def given_selector_texts(given: object) -> list[str]:
    """A list of selectors."""
    texts = given_texts(given)
    selectors(texts)  # UnknownSelector is a ValueError
    return texts


def given_severity(given: object) -> str:
    """A severity."""
    return one_of(SEVERITIES, given_text(given))


def one_of(known: Sequence[str], given: str) -> str:
    """What was given if it is known; ValueError with the nearest otherwise."""
    if given not in known:
        raise ValueError(f"{given!r} is none of {', '.join(known)}{did_you_mean(given, known)}")
    return given


def given_levels(given: object) -> dict[str, str]:
    """A table from selectors to severities or "off"."""
    return {text: level_of(text, given_text(level)) for text, level in given_table(given).items()}


def level_of(selector: str, level: str) -> str:
    """The level if it is one and the selector fits a code. ValueError otherwise."""
    Selector(selector)
    return one_of(LEVELS, level)


def given_per_file(given: object, folder: str) -> list[tuple[Pattern, frozenset[str]]]:
    """A table from patterns, relative to the folder, to selectors: the patterns with the ids of codes."""
    return [
        (Pattern(pattern, folder), frozenset(id_ for s in selectors(given_texts(texts)) for id_ in s.ids))
        for pattern, texts in given_table(given).items()
    ]


def given_jobs(given: object) -> int:
    """A number of processes; 0 for as many as there are cores."""
    return jobs_of(str(given) if isinstance(given, (int, str)) else "")


def jobs_of(text: str) -> int:
    """A number of processes; 0, or ``auto``, for as many as there are cores."""
    if text == "auto":
        return 0
    if not text.isascii() or not text.isdigit():
        raise ValueError(f"needed a number of processes or 'auto', not {text!r}")
    return int(text)
