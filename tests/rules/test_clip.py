"""Clip: bounds as attributes, then as inputs."""

from __future__ import annotations

import pytest

from tests.table import Row, row

ROWS = [
    row("Clip", 6, "f32[b, 3]", "f32[b, 3]", min=0.0, max=6.0),
    row("Clip", 6, "f32[2]", "f32[2]"),
    row("Clip", 6, "f32[2] = (h, 0.5)", "f32[2] = (min(h, 2)..min(h, 3), 0.5)", max=2.5),
    row("Clip", 1, "f32[2, n]", "f32[2, n]", min=0.0),
    row("Clip", (11, 12, 13), "f32[b, 3]; f32[]; f32[]", "f32[b, 3]"),
    row("Clip", (11, 12, 13), "f32[b, 3]; -; f32[]", "f32[b, 3]"),
    row("Clip", (11, 12, 13), "f32[b, 3]; f32[]", "f32[b, 3]"),
    row("Clip", (11, 12, 13), "f32[b, 3]", "f32[b, 3]"),
    row("Clip", (12, 13), "i64[3] = (n, -4, 3); i64[] = 0; i64[] = 5", "i64[3] = (min(n, 5), 0, 3)"),
    row("Clip", (12, 13), "i64[2]; i64[] = 0; i64[] = 10", "i64[2] = (0..10, 0..10)"),
    row("Clip", (12, 13), "i64[n]; i64[] = 0", "i64[n] in 0.."),
    row("Clip", (12, 13), "i64[n]; -; i64[] = 4", "i64[n] in ..4"),
    row("Clip", (12, 13), "i64[1] = (n); i64[] = m", "i64[1] = (max(n, m))"),
    row("Clip", (12, 13), "i64[2]; i64[] = 5; i64[] = 2", "i64[2] = (2, 2)",
        finds="SI305 min is 5 and max is 2: every element becomes max, needed min <= max"),
    row("Clip", (12, 13), "f32[2]; f32[] = 0; f32[] = 6", "f32[2]"),
    row("Clip", (12, 13), "f32[1] = (h/2); f32[] = 1; -", "f32[1] = (max(1, h//2)..max(1, (h + 1)//2))"),
    row("Clip", (11, 12, 13), "f32[2]; f32[1]; f32[]", "f32[2]",
        finds="SI305 min is f32[1], needed a scalar (of shape [])"),
    row("Clip", (11, 12, 13), "f32[2]; f32[n]", "f32[2]", needs="n == 1", sizes=({"n": 1}, {"n": 2})),
    row("Clip", 13, "f32[*]; f32[]", "f32[*]", sizes=()),
    row("Clip", (12, 13), "i64[1] = (n); i64[]", "i64[1] = (n..)", sizes=()),
    row("Clip", (12, 13), "i64[1] = (n); -; i64[]", "i64[1] = (..n)", sizes=()),
    row("Clip", (12, 13), "i64[2]; i64[]; i64[] = 4", "i64[2] = (..4, ..4)", sizes=()),
    row("Clip", (12, 13), "f32[1] = (n); f32[]", "f32[1]", sizes=()),
    row("Clip", (12, 13), "i64[1] = (n); i64[]; i64[]", "i64[1]", sizes=()),
]  # fmt: skip

REFUSED = [
    row("Clip", 6, "f32[2]", "f32[2]", min=3.0, max=1.0,
        finds="SI303 min is 3.0 and max is 1.0, needed min <= max"),
    row("Clip", (11, 12, 13), "f32[2]; f32[2]; f32[]", "f32[2]",
        finds="SI201 min is f32[2], needed a scalar"),
    row("Clip", 13, "f32[2]; f32[1, 1]", "f32[*]", finds="SI201 min is f32[1, 1], needed a scalar"),
]  # fmt: skip

# Nobody here refuses these: the runtime has no kernel, and the reference looks at little.
UNTRIED = [
    row("Clip", 1, "f32[2]", "f32[2]", min=3.0, max=1.0,
        finds="SI303 min is 3.0 and max is 1.0, needed min <= max"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *REFUSED, *UNTRIED], ids=str)
def test_clip(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_clip_runs_as_inferred(case: Row) -> None:
    case.compare()


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_clip_is_refused(case: Row) -> None:
    assert "ran" not in case.compare()
