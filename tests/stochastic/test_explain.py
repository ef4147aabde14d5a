"""Derivations of the values of stochastic games, in sentences."""

from __future__ import annotations

import pytest

import kibitz as kb
from kibitz.core.verbs import explain
from kibitz.stochastic import stochastic_game
from kibitz.stochastic.game import StochasticGame


def told(game: StochasticGame, method: str = "auto") -> str:
    """The derivation on one line."""
    return " ".join(str(explain(game, method)).split())


def test_of_many_fixed_points_endless_play_chooses_one() -> None:
    for endless, value in ((0, "0"), ("1/3", "1/3"), (2, "1")):
        text = told(stochastic_game("G: G, 1; 0, G", endless=endless))
        assert "v = Val holds for v in [0, 1]." in text
        assert f"Endless play pays {endless}; the nearest of these is the value, {value}." in text


def test_who_is_optimal_all_the_same() -> None:
    text = told(stochastic_game({"G": [["G", 1], [1, 0]]}, endless=0))
    assert "I has no optimal strategy: whatever is optimal stage by stage allows play" in text
    assert "II's strategy is still optimal" in text


def test_best_replies_bound_what_may_never_end() -> None:
    game = stochastic_game("A: B, 1; 1, 0 | B: A, 0; 0, 1", endless=0)
    text = told(game, "newton")
    assert "Together the players could remain in A, B forever." in text
    assert "The bound is that of the best replies." in text
    assert "Both strategies are still optimal" in told(game)


def test_one_state_with_exchanged_roles_leads_to_itself() -> None:
    game = stochastic_game("A: -A, 1; 1, 0", endless=0)
    text = told(game)
    assert "A leads back to itself" in text
    assert "depend on each other" not in text
    assert "-1+sqrt(2)" in text  # v = 1/(2 + v)
    assert float(game.solve().value) == pytest.approx(2**0.5 - 1)


def test_the_rounds_of_an_iteration_are_listed() -> None:
    text = told(stochastic_game("G: 1 + G/2, 0; 0, 2"), "newton")
    assert "Every round solves the matrix game of each state at the current values" in text
    assert "0 6.667e-01" in text  # the first step is Val [1, 0; 0, 2] = 2/3


def test_policy_iteration_is_not_told_as_sweeps():
    game = kb.game("piglet 2")
    told = str(game.solve("policy-iteration").explain())
    assert "and repeat: 1 policy." in " ".join(told.split())
    assert "updates by value iteration" in " ".join(str(game.solve().explain()).split())
