"""Shared settings of hypothesis: no deadlines, since the first call of a kernel compiles it.

The tests try the same examples each time; `pytest --hypothesis-profile search` tries new ones.
"""

from __future__ import annotations

import os
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from helpers import mutants

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # programs that tests start may keep theirs

settings.register_profile(
    "kibitz",
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=True,
)
settings.register_profile("search", settings.get_profile("kibitz"), derandomize=False)
settings.load_profile("kibitz")


def pytest_configure(config: pytest.Config) -> None:
    """The long checks try everything that the ordinary ones take a sample of."""
    if config.getoption("hypothesis_profile", None) == "search":
        mutants.TRIED = None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what tries mutants of claims, of which the long checks try all."""
    for item in items:
        if {"accepted", "mutants"} & set(dir(getattr(item, "module", None))):
            item.add_marker("mutants")


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules and searches run in Python; for tests to which compiling adds nothing but time."""
    from kibitz.rules.compile import machine

    def in_python(*given: Any) -> machine.Machine:
        return machine._interpreted(*given, machine.ASKED)

    monkeypatch.setattr(machine, "_compiled", in_python)
