"""Which of many sizes work, in as few lines as possible."""

from __future__ import annotations

from shapeinfer.render.text import counted, file_text, plain, table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from shapeinfer.reports.diagnostic import SizesAnswer

# Fewer sizes than this in equal steps are listed; more are written as a range.
_LEAST_RANGE = 3
# Of more ranges than this the first are shown, and how many sizes there are.
_MOST_RANGES = 6


def sweep_text(file: str, answers: Sequence[SizesAnswer]) -> str:
    """How many choices of sizes are not refused, and for each answer which choices have it.

    Choices that form a block stand on one line: ``batch=1,8  seq=2..128 step 2``.
    """
    by_answer: dict[str | None, list[SizesAnswer]] = {None: []}
    for answer in answers:
        by_answer.setdefault(answer.refused, []).append(answer)
    good = by_answer.pop(None)
    lines = []
    if good:
        lines += ["not refused", *_blocks(good)]
    for reason, found in by_answer.items():
        lines += [f"refused: {plain(reason or '')}", *_blocks(found)]
    total = counted(len(answers), "choice")
    return "\n".join((*lines, f"{file_text(file)}: {len(good)} of {total} of sizes not refused"))


def _blocks(answers: Sequence[SizesAnswer]) -> Iterator[str]:
    names = list(answers[0].sizes)
    rows = _merged([tuple(answer.sizes.values()) for answer in answers])
    cells = (tuple(f"{name}={text}" for name, text in zip(names, row, strict=True)) for row in rows)
    return (f"  {line}" for line in table(cells))


def _merged(choices: Iterable[tuple[int, ...]]) -> tuple[tuple[str, ...], ...]:
    """The choices as rows of one text for each dim; first sizes that have the same rest share their rows."""
    rests: dict[int, list[tuple[int, ...]]] = {}
    for choice in choices:
        if not choice:
            return ((),)
        rests.setdefault(choice[0], []).append(choice[1:])
    firsts: dict[tuple[tuple[str, ...], ...], list[int]] = {}
    for first, rest in rests.items():
        firsts.setdefault(_merged(rest), []).append(first)
    return tuple((_sizes(sizes), *row) for rows, sizes in firsts.items() for row in rows)


def _sizes(sizes: Iterable[int]) -> str:
    """``1,2,8``, ``1..512``, ``2..128 step 2``; several of these have commas between them."""
    left, parts = sorted(sizes), []
    count = len(left)
    while left:
        taken = _in_equal_steps(left)
        if taken < _LEAST_RANGE:
            parts.append(str(left[0]))
            taken = 1
        else:
            step = left[1] - left[0]
            parts.append(f"{left[0]}..{left[taken - 1]}" + (f" step {step}" if step > 1 else ""))
        del left[:taken]
    if len(parts) > _MOST_RANGES:
        parts[_MOST_RANGES:] = [f"... ({count} sizes)"]
    return ",".join(parts)


def _in_equal_steps(sizes: Sequence[int]) -> int:
    """How many sizes from the first on follow each other in equal steps."""
    taken = min(len(sizes), 2)
    while taken < len(sizes) and sizes[taken] - sizes[taken - 1] == sizes[1] - sizes[0]:
        taken += 1
    return taken
