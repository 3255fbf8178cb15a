"""Rules that stumble must fail a test, not yield a polite finding; property tests are deterministic."""

from __future__ import annotations

import gc
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


@pytest.fixture(autouse=True)
def garbage() -> Iterator[None]:
    """The command line changes how garbage is collected, for its process is short. That of the tests is not."""
    threshold = gc.get_threshold()
    yield
    if not gc.isenabled() or gc.get_threshold() != threshold:
        gc.enable()
        gc.set_threshold(*threshold)
        gc.unfreeze()


@pytest.fixture
def fresh() -> Iterator[None]:
    """For tests that put other rules in place: they see no earlier outcomes, and later tests none of theirs."""
    forget()
    yield
    forget()
