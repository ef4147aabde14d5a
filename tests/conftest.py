"""Shared settings of hypothesis: no deadlines, since the first call of a kernel compiles it.

The ordinary tests try a few examples, the same each time; `pytest --hypothesis-profile search`,
with which the long checks run, tries as many as a test asks for, or more, and new ones.
"""

from __future__ import annotations

import gc
import os
from importlib import import_module
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

from helpers import mutants

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # programs that tests start may keep theirs

EXAMPLES = 5
SETTINGS = "_hypothesis_internal_use_settings"
settings.register_profile(
    "kibitz",
    deadline=None,
    max_examples=EXAMPLES,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=True,
)
settings.register_profile(
    "search", settings.get_profile("kibitz"), derandomize=False, max_examples=100
)
settings.load_profile("kibitz")
# Constants found in the modules that happen to be loaded would make the examples depend on the
# order of the tests; and reading two thousand modules for them takes each worker a while.
if hasattr(providers, "_get_local_constants"):
    providers._get_local_constants = lambda: providers._local_constants
gc.disable()  # until everything is collected, which makes millions of objects and drops none


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The long checks try everything of which the ordinary ones take a sample."""
    long = config.getoption("--hypothesis-profile") == "search"
    mutants.TRIED = None if long else mutants.TRIED
    for item in items:
        module = getattr(item, "module", None)
        if hasattr(module, "accepted") or hasattr(module, "mutants"):
            item.add_marker("mutants")
        test = getattr(item, "obj", None)
        asked = getattr(test, SETTINGS, None)
        if asked is not None:
            many = max(asked.max_examples, min(5 * asked.max_examples, 60))
            count = many if long else min(asked.max_examples, EXAMPLES)
            setattr(test, SETTINGS, settings(asked, max_examples=count))


def pytest_collection_finish() -> None:
    """What was collected stays to the end, so the collector of garbage need not look at it.

    The compiler makes objects by the million, most of which go without a collector.
    """
    gc.freeze()
    gc.set_threshold(100_000, 20, 100)
    gc.enable()


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules and searches run in Python; for tests to which compiling adds nothing but time."""
    from kibitz.rules.compile import machine

    def in_python(*given: Any) -> machine.Machine:
        return machine._interpreted(*given, machine.ASKED)

    monkeypatch.setattr(machine, "_compiled", in_python)
    monkeypatch.setattr(machine, "_KEPT", {})  # later tests do not find what was made here


@pytest.fixture
def compiled_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches are compiled however small they are; for tests of compiled code."""
    for module in ("alpha_beta.principal_variation", "monte_carlo.mcts"):
        searching = import_module(f"kibitz.search.{module}")
        monkeypatch.setattr(searching, "is_put_off", lambda *_, **__: False)
