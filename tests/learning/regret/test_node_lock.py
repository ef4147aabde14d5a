"""Locked decisions are played as told, and the rest is the best that can be made of it."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz
from helpers.trees import kuhn, random_tree
from kibitz.core.errors import GameError
from kibitz.extensive.methods.best_response import best_response, expected_payoffs
from kibitz.extensive.strategies.profile import uniform
from kibitz.learning.regret.cfr import cfr
from kibitz.learning.regret.node_lock import lock_player, node_lock

HALF = Fraction(1, 2)


@given(st.integers(0, 10**9), st.integers(0, 1))
@settings(max_examples=30, deadline=None)
def test_against_a_locked_player_the_value_is_the_best_response(seed, who):
    game = random_tree(Random(seed))
    if not (game.owners == who).any():
        return
    locked = lock_player(game, who, uniform(game))
    best = best_response(game, 1 - who, uniform(game)).value
    assert kibitz.solve(locked.game).payoffs[1 - who] == best


def test_the_program_and_regret_minimization_agree():
    game = kuhn(4)
    locked = node_lock(game, {"0": {"bet": "1/2", "check": "1/2"}, "3 bet": "fold"})
    exact = kibitz.solve(locked.game)
    found = cfr(locked.game, target=1e-5)
    assert abs(found.value - exact.value) < 1e-5
    back = locked.unlock(exact.profile)
    assert back["0"] == {"check": HALF, "bet": HALF}
    assert back["3 bet"] == {"fold": 1, "call": 0}
    assert expected_payoffs(game, back) == exact.payoffs
    free = kibitz.solve(game).value
    assert kibitz.solve(node_lock(game, {"3 bet": "fold"}).game).value > free


def test_a_lock_that_changes_nothing():
    game = kuhn(3)
    best = kibitz.solve(game)
    locked = node_lock(game, {"2 bet": best.profile["2 bet"]})
    assert kibitz.solve(locked.game).value == best.value
    assert locked.game.infosets == game.infosets - 1
    assert "1 bet" in locked.game.infoset_names


def test_bad_locks():
    game = kuhn(3)
    with pytest.raises(GameError, match="add up to 1/2"):
        node_lock(game, {"0": {"bet": "1/2"}})
    with pytest.raises(GameError, match="unknown information set"):
        node_lock(game, {"7": {"bet": 1}})
    with pytest.raises(GameError, match="no move 'raise'"):
        node_lock(game, {"0": {"raise": 1}})
    with pytest.raises(GameError, match="nothing is locked"):
        node_lock(game, {})
