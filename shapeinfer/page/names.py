"""Names of a model as JSON can carry them."""

from __future__ import annotations

from shapeinfer.shorten import LONGEST_WORD, shortened


def shown(text: str) -> str:
    """A text of the model: very long words are cut in the middle, bytes that are not UTF-8 (possible in
    names) are written as ``\\udcff``."""
    if len(text) <= LONGEST_WORD and text.isascii():
        return text
    text = shortened(text)
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode()
