"""Kernels that nobody compiled yet run in Python where the work is small."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kibitz.core.compiling import tiered as module
from kibitz.core.compiling.compiled import njit
from kibitz.core.compiling.tiered import interpreted, tiered
from kibitz.linear import game_kernels
from kibitz.linear.game_simplex import answer_size, room


def kernel():
    @njit(cache=True)
    def step(x):
        return x + 1.5

    @njit(cache=True)
    def steps(x, many):
        for _ in range(many):
            x = step(x)
        return x

    return steps


@pytest.fixture
def _empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(module, "_SPENT", {})
    monkeypatch.setattr(module, "_LOOK_AGAIN", {})


@pytest.mark.usefixtures("_empty_cache")
def test_small_work_compiles_nothing() -> None:
    steps = kernel()
    assert tiered(steps, 1.0, 4, small=True) == 7.0
    assert not steps.overloads


@pytest.mark.usefixtures("_empty_cache")
def test_large_work_is_compiled() -> None:
    steps = kernel()
    assert tiered(steps, 1.0, 4, small=False) == 7.0
    assert len(steps.overloads) == 1


@pytest.mark.usefixtures("_empty_cache")
def test_what_lies_in_the_cache_is_loaded() -> None:
    kernel()(1.0, 2)
    steps = kernel()
    assert tiered(steps, 1.0, 4, small=True) == 7.0
    assert sum(steps.stats.cache_hits.values()) == 1


@pytest.mark.usefixtures("_empty_cache")
def test_what_is_not_there_is_not_looked_for_at_every_call(monkeypatch: pytest.MonkeyPatch) -> None:
    steps, looked = kernel(), []
    monkeypatch.setattr(type(steps._cache), "is_kept", lambda *words: looked.append(words))
    for _ in range(20):
        assert tiered(steps, 1.0, 4, small=True) == 7.0
    assert len(looked) == 1
    monkeypatch.setattr(module, "PAUSE", 0.0)
    monkeypatch.setattr(module, "_LOOK_AGAIN", {})
    tiered(steps, 1.0, 4, small=True)
    tiered(steps, 1.0, 4, small=True)
    assert len(looked) == 3


@pytest.mark.usefixtures("_empty_cache")
def test_time_in_python_adds_up_over_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "WORTH_NOTING", 1e-6)
    steps = kernel()
    while not steps.overloads:
        monkeypatch.setattr(module, "_SPENT", {})  # as another process would begin
        tiered(steps, 1.0, 10_000, small=True, worthwhile=0.02)
    assert tiered(steps, 1.0, 4, small=True) == 7.0


def test_the_simplex_method_is_the_same_in_python() -> None:
    for n in (3, 8):
        matrix = np.random.default_rng(n).normal(size=(n, n + 1))
        answers = np.zeros((2, answer_size(*matrix.shape)))
        work = np.empty(room(*matrix.shape))
        interpreted(game_kernels.game_tableau)(matrix, answers[0], work)
        game_kernels.game_tableau(matrix, answers[1], work)
        value, gap = answers[0, :2]
        assert gap < 1e-9
        assert value == pytest.approx(answers[1, 0], abs=1e-9)
