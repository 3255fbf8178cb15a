"""Text of a model, short enough to be shown: a name may be megabytes long, and a list too."""

from __future__ import annotations

# No word that people write is longer; long paths of modules are about 200.
LONGEST_WORD = 300
# Longer messages are not read. They come from lists: axes, shapes, names.
LONGEST_TEXT = 4000
_HEAD, _TAIL = 100, 20
# Of more names than this a message tells only how many there are.
MOST_NAMED = 3

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterable


def shortened(text: str) -> str:
    """The text with long words, and what is left of it if it is still too long, cut in the middle:
    ``nnnn...(9999880 more characters)...nnnn``."""
    text = with_short_words(text)
    return text if len(text) <= LONGEST_TEXT else _cut(text, LONGEST_TEXT // 2, LONGEST_TEXT // 4)


def with_short_words(text: str) -> str:
    """The text with long words cut in the middle: a long expression stays whole, a long name does not."""
    if len(text) <= LONGEST_WORD:
        return text
    import re  # hardly any text gets here

    return re.sub(rf"\S{{{LONGEST_WORD + 1},}}", _shortened_word, text)


def _shortened_word(word: re.Match[str]) -> str:
    return _cut(word[0], _HEAD, _TAIL)


def _cut(text: str, head: int, tail: int) -> str:
    return f"{text[:head]}...({len(text) - head - tail} more characters)...{text[-tail:]}"


def listed(names: Iterable[object]) -> str:
    """The first few names, and how many more there are."""
    shown = list(names)
    more = len(shown) - MOST_NAMED
    return ", ".join(map(str, shown[:MOST_NAMED])) + (f" and {more} more" if more > 0 else "")


def quoted(names: Iterable[str]) -> str:
    """The same, with each name in quotes."""
    return listed([repr(name) for name in names])
