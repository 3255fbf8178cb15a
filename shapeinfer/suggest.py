"""The right spelling of a name that is not there."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


# Longer names are not compared: that would be slow and rarely useful.
_LONGEST = 100


def without_numbers(name: str) -> str:
    """The name less the numbers in it: those of ``layer.4.weight`` and ``layer.9.weight`` are alike."""
    import re

    return re.sub(r"[._]?\d+", "", name)


def did_you_mean(word: str, known: Iterable[str], *, cutoff: float = 0.6) -> str:
    """``; did you mean 'height'?`` with the nearest of the names, whatever its case; "" if none is near.

    ``cutoff``: how near one must be, from 0 to 1 for the same name."""
    from difflib import get_close_matches

    if len(word) > _LONGEST:
        return ""
    names = {name.lower(): name for name in known if len(name) <= _LONGEST}
    near = get_close_matches(word.lower(), names, n=1, cutoff=cutoff)
    return f"; did you mean {names[near[0]]!r}?" if near else ""
