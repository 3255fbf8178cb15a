"""onnx's node tests in four ways: nothing wrong, no error on any of them, and little left unknown."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.node_models import MOST_UNKNOWN, WAYS, Case, cases, grade


@pytest.fixture(scope="module")
def all_cases() -> list[Case]:
    return list(cases())


@pytest.mark.parametrize("way", WAYS)
def test_node_models(way: str, all_cases: list[Case]) -> None:
    problems: list[str] = []
    unknown: Counter[str] = Counter()
    for case in all_cases:
        if case.way != way:
            continue
        found = grade(case)
        if found.problem:
            problems.append(f"{case.name}: {found.problem}")
        elif not found.full:
            unknown[case.model.graph.node[0].op_type] += 1
    assert problems == []
    assert sum(unknown.values()) <= MOST_UNKNOWN[way], unknown
