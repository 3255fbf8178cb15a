"""The right spelling of a name that is not there."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


# Longer names are not compared: that would be slow and rarely useful.
_LONGEST = 100


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """``; did you mean 'height'?`` with the nearest of the names, whatever its case; "" if none is near."""
    from difflib import get_close_matches

    if len(word) > _LONGEST:
        return ""
    names = {name.lower(): name for name in known if len(name) <= _LONGEST}
    near = get_close_matches(word.lower(), names, n=1)
    return f"; did you mean {names[near[0]]!r}?" if near else ""
