"""Rules that stumble must fail a test, not yield a polite finding; property tests are deterministic."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

from shapeinfer.engine import apply

apply.STRICT = True

settings.register_profile(
    "repeatable", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow], database=None
)
settings.load_profile("repeatable")
