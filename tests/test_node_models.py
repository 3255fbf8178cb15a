"""onnx's node tests in four ways: nothing wrong, no error on any of them, and little left unknown."""

from __future__ import annotations

import pytest

from tests.node_models import LEAST_FULL, OPEN, WAYS, Case, cases, grade


@pytest.fixture(scope="module")
def all_cases() -> list[Case]:
    return list(cases())


@pytest.mark.parametrize("way", WAYS)
def test_node_models(way: str, all_cases: list[Case]) -> None:
    chosen = [case for case in all_cases if case.way == way]
    grades = {case.name: grade(case) for case in chosen}
    assert [f"{name}: {g.problem}" for name, g in grades.items() if g.problem] == []
    unknown = {name: g.unknown for name, g in grades.items() if not g.full}
    assert len(unknown) <= (1 - LEAST_FULL[way]) * len(grades), unknown
    if "constants" in way:
        assert {n: u for n, u in unknown.items() if not n.startswith(tuple(OPEN))} == {}


def test_every_reason_is_needed(all_cases: list[Case]) -> None:
    chosen = [case for case in all_cases if case.way == "constants and symbols"]
    unknown = [case.name for case in chosen if case.name.startswith(tuple(OPEN)) and not grade(case).full]
    assert [start for start in OPEN if not any(name.startswith(start) for name in unknown)] == []
