"""Which of many sizes work, as ranges that a person can read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from shapeinfer.render.text import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapeinfer.preflight import Answer


def sweep_text(answers: Sequence[Answer]) -> str:
    """One line for each run of sizes with the same answer; the last dim given runs fastest."""
    return "\n".join(_lines(answers))


def _lines(answers: Sequence[Answer]) -> Iterator[str]:
    start = 0
    for end in range(1, len(answers) + 1):
        if end < len(answers) and _joins(answers[end - 1], answers[end]):
            continue
        yield _line(answers[start], answers[end - 1])
        start = end


def _joins(a: Answer, b: Answer) -> bool:
    """Whether two answers that follow each other can stand on one line."""
    if a.refused != b.refused:
        return False
    changed = [name for name in a.sizes if a.sizes[name] != b.sizes[name]]
    return len(changed) == 1 and b.sizes[changed[0]] == a.sizes[changed[0]] + 1


def _line(first: Answer, last: Answer) -> str:
    parts = []
    for name, size in first.sizes.items():
        end = last.sizes[name]
        parts.append(f"{name}={size}" if size == end else f"{name}={size}..{end}")
    return f"{', '.join(parts)}: {_verdict(first.refused)}"


def _verdict(refused: str | None) -> str:
    return "no refusal found" if refused is None else f"refused: {plain(refused)}"
