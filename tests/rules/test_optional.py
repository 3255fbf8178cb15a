"""Optional, OptionalHasElement, OptionalGetElement."""

from __future__ import annotations

import pytest

from shapeinfer.facts.parse import parse
from tests.table import Row, row

ROWS = [
    row("OptionalHasElement", 18, "f32[a]", "bool[] = 1"),
    row("OptionalHasElement", 18, "", "bool[] = 0"),
    row("OptionalHasElement", 18, "seq[2](f32[a], f32[3])", "bool[] = 1"),
    row("OptionalGetElement", 18, "f32[a, 2]", "f32[a, 2]"),
    row("OptionalGetElement", 18, "seq[2](f32[a], f32[3])", "seq[2](f32[a], f32[3])"),
]  # fmt: skip

# Nobody here runs or refuses these.
UNTRIED = [
    row("Optional", 15, "f32[a]", "some(f32[a])"),
    row("Optional", 15, "seq[n](f32[a])", "some(seq[n](f32[a]))"),
    row("Optional", 15, "", "none(f32[2])", type=parse("f32[2]")),
    row("Optional", 15, "", "?",
        finds="SI018 there is neither an input nor the attribute type, needed one of them"),
    row("OptionalHasElement", 15, "optional(f32[a])", "bool[] = 0..1"),
    row("OptionalHasElement", 15, "some(f32[a])", "bool[] = 1"),
    row("OptionalHasElement", 18, "none(f32[a])", "bool[] = 0"),
    row("OptionalGetElement", 15, "optional(f32[a])", "f32[a]"),
    row("OptionalGetElement", 18, "some(seq[n](f32[a]))", "seq[n](f32[a])"),
    row("OptionalGetElement", 15, "none(f32[a])", "f32[a]",
        finds="SI303 input is none(f32[a]), needed one that has an element"),
]  # fmt: skip


@pytest.mark.parametrize("case", [*ROWS, *UNTRIED], ids=str)
def test_optional(case: Row) -> None:
    case.check()


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_optional_runs_as_inferred(case: Row) -> None:
    case.compare()
