"""Shared settings: hypothesis without deadlines (the first call of a kernel compiles it)."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "kibitz", deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("kibitz")
