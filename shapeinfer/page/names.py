"""Names of a model as JSON can carry them."""

from __future__ import annotations

from shapeinfer.shorten import LONGEST_WORD, shortened

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def shown(text: str) -> str:
    """A text of the model: very long words are cut in the middle, bytes that are not UTF-8 (possible in
    names) are written as ``\\udcff``."""
    if len(text) <= LONGEST_WORD and text.isascii():
        return text
    text = shortened(text)
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode()


def all_shown(texts: Iterable[str]) -> list[str]:
    """The same for many names, of which nearly all are short and plain."""
    return [text if len(text) <= LONGEST_WORD and text.isascii() else shown(text) for text in texts]
