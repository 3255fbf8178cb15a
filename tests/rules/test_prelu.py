"""PRelu: a slope for each channel or element."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("PRelu", (7, 9, 16), "f32[b, 3, h]; f32[3, 1]", "f32[b, 3, h]"),
    row("PRelu", (7, 9, 16), "f32[b, 3]; f32[1]", "f32[b, 3]"),
    row("PRelu", (7, 9, 16), "f32[b, 3]; f32[n]", "f32[b, 3]", needs="n == 3 or n == 1",
        sizes=({"b": 2, "n": 1}, {"b": 2, "n": 3}, {"b": 0, "n": 3})),
    row("PRelu", (7, 9, 16), "f32[a]; f32[b]", "f32[broadcast(a, b)]",
        needs=("a == b or a == 1 or b == 1", "suppose b == a or b == 1"),
        sizes=({"a": 2, "b": 1}, {"a": 2, "b": 2}, {"a": 1, "b": 3})),
    row("PRelu", (7, 9, 16), "f32[2, n]; f32[3]", "f32[2, 3]",
        needs=("n == 3 or n == 1", "suppose n == 3"), sizes=({"n": 3}, {"n": 1})),
    row("PRelu", (7, 9, 16), "f32[2, 3]; f32[4, 2, 3]", "f32[*]",
        finds="SI307 slope is f32[4, 2, 3], needed one that is broadcastable to X; X is f32[2, 3]"),
    row("PRelu", (7, 9, 16), "f32[1, 3]; f32[2, 3]", "f32[?0, 3]",
        finds="SI307 slope is f32[2, 3], needed one that is broadcastable to X; X is f32[1, 3]"),
    row("PRelu", 16, "f32[*]; f32[2]", "f32[*]", sizes=()),
    row("PRelu", (1, 6), "f32[b, c, 4]; f32[c]", "f32[b, c, 4]", sizes=()),
    row("PRelu", (1, 6), "f32[b, c, 4]; f32[1]", "f32[b, c, 4]", sizes=()),
]  # fmt: skip

REFUSED = [
    row("PRelu", (7, 9, 16), "f32[2, 3]; f32[2]", "f32[2, ?0]",
        finds="SI207 on axis 1 X has 3 and slope has 2, needed equal sizes or 1; X is f32[2, 3], slope "
            "is f32[2]"),
]  # fmt: skip

# Nobody here refuses these: the runtime has no kernel, and the reference looks at little.
UNTRIED = [
    row("PRelu", (1, 6), "f32[b, 3, 4]; f32[2]", "f32[b, 3, 4]",
        finds="SI214 slope has 2 elements, needed 1 or the 3 channels of X; slope is f32[2], X is f32[b, "
            "3, 4]"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED, *UNTRIED], ids=str)
def test_prelu(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_prelu_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_prelu_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
