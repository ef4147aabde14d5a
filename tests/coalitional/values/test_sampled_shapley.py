"""Sampling: honest errors, stopping rules, seeds, Ctrl-C."""

from __future__ import annotations

import signal
from dataclasses import replace

import numpy as np
import pytest

import kibitz as kb
from kibitz.coalitional import sampled_shapley, shapley

RANDOM = np.random.default_rng(11)
WORTHS = RANDOM.integers(0, 100, 1 << 8)
WORTHS[0] = 0
GAME = kb.coalition(WORTHS)
TRUE = [float(x) for x in shapley(GAME)]


@pytest.mark.parametrize("stratified", [False, True])
def test_estimates_lie_within_their_errors(stratified):
    far = []
    for seed in range(30):
        found = sampled_shapley(GAME, orders=800, stratified=stratified, seed=seed)
        assert sum(found.payoffs) == pytest.approx(float(GAME.total))
        far += [abs(x - y) / e for x, y, e in zip(found.payoffs, TRUE, found.errors, strict=True)]
    assert max(far) < 5
    assert 0.90 < np.mean(np.array(far) < 1.96) < 0.99
    assert 0.6 < np.mean(np.square(far)) < 1.5


def test_stopping_at_an_error():
    found = sampled_shapley(GAME, error=1.0, orders=10**6, seed=3)
    assert max(found.half_widths) <= 1.0
    assert found.orders < 10**6
    assert "within" in found.stopped_by
    capped = sampled_shapley(GAME, error=1e-9, orders=500)
    assert capped.orders == 500
    assert "asked for" in capped.stopped_by


def test_seeds_repeat():
    assert sampled_shapley(GAME, orders=100, seed=5) == sampled_shapley(GAME, orders=100, seed=5)
    other = sampled_shapley(GAME, orders=100, seed=6)
    assert other.payoffs != sampled_shapley(GAME, orders=100, seed=5).payoffs


def test_more_players_than_a_table_can_hold():
    found = sampled_shapley(lambda s: sum(s) ** 2, players=range(1, 41), orders=100, seed=1)
    total = 40 * 41 // 2
    true = [i * total for i in range(1, 41)]
    assert found.players[-1] == "40"
    assert found.payoffs == pytest.approx(true, rel=1e-9), "orders read both ways are exact here"
    assert found.verify()


def test_verification_draws_again():
    found = sampled_shapley(GAME, orders=2000)
    assert found.verify()
    off = list(found.payoffs)
    off[0] += 20 * found.errors[0]
    off[1] -= 20 * found.errors[0]
    assert not replace(found, payoffs=tuple(off)).verify()
    assert "± " in str(found)
    assert found.to_json()["exact"] is False


def test_stopping_by_hand():
    calls = 0

    def slow(members):
        nonlocal calls
        calls += 1
        if calls == 200:
            signal.raise_signal(signal.SIGINT)
        return len(members)

    found = sampled_shapley(slow, players=30, orders=10**6)
    assert found.stopped_by == "it was stopped"
    assert 0 < found.orders < 100
    assert found.payoffs == pytest.approx([1.0] * 30)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"orders": 2}, "at least 4"),
        ({"error": 0}, "must be positive"),
        ({"confidence": 1}, "between 0 and 1"),
    ],
)
def test_bad_options(options, message):
    with pytest.raises(kb.GameError, match=message):
        sampled_shapley(GAME, **options)


def test_bad_functions():
    with pytest.raises(kb.GameError, match="need the players"):
        sampled_shapley(len)
    with pytest.raises(kb.GameError, match="fails for"):
        sampled_shapley(lambda s: 1 / 0, players=3)
    with pytest.raises(kb.GameError, match="no name twice"):
        sampled_shapley(len, players=["a", "a"])
