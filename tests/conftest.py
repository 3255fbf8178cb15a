"""Rules that stumble must fail a test, not yield a polite finding; property tests are deterministic."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from shapeinfer.engine import apply
from tests.fresh import forget

apply.STRICT = True

settings.register_profile(
    "repeatable", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow], database=None
)
settings.load_profile("repeatable")


@pytest.fixture
def fresh() -> Iterator[None]:
    """For tests that put other rules in place: they see no earlier outcomes, and later tests none of theirs."""
    forget()
    yield
    forget()
