"""Conditions that are put together."""

from __future__ import annotations

import pytest

from shapeinfer.dims import ONE, ZERO, Symbol, const, of
from shapeinfer.dims.proofs import PROVED, UNKNOWN, Verdict
from shapeinfer.rule import any_of, at_least
from shapeinfer.rule.requirement import Condition

N = of(Symbol("n", ZERO))


@pytest.mark.parametrize(
    ("one", "other", "verdict"),
    [
        (at_least(ZERO, N), at_least(N, ONE), PROVED),
        (at_least(N, const(3)), at_least(const(5), N), PROVED),
        (at_least(N, const(3)), at_least(const(1), N), UNKNOWN),
        (at_least(N, const(3)), at_least(N, const(5)), UNKNOWN),
    ],
)
def test_of_two_conditions_one_may_always_hold(one: Condition, other: Condition, verdict: Verdict) -> None:
    assert any_of(one, other).verdict() is verdict
