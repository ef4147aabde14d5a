"""No mutant of a true claim about poker on [0, 1] is proved, unless it is true as well."""

from __future__ import annotations

import pytest

import kibitz as kb
from helpers.mutants import accepted
from kibitz.core.solution import read_solution

MODELS = ("la-relance", "von-neumann", "check-call", "newman")


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("bet", ["3/2", 0.75])
def test_no_mutant_of_thresholds_is_proved(model, bet):
    game = kb.continuous_poker(model, bet)
    solution = game.solve()
    data, other = solution.to_json(), kb.continuous_poker(model, 5, 2).solve().to_json()
    assert solution.verify()
    assert read_solution(game, data).to_json() == data
    assert accepted(game, data, other) == []


@pytest.mark.parametrize("bets", [2, [1, "3"]])
def test_no_mutant_of_a_deck_is_proved(bets):
    game = kb.continuous_poker("von-neumann", bets)
    solution = game.solve("discretized", hands=5)
    data = solution.to_json()
    assert solution.verify()
    assert read_solution(game, data).to_json() == data
    assert all(_weaker(what) for what in accepted(game, data, game.discretized(4).to_json()))


def test_no_mutant_of_a_betting_tree_is_proved():
    game = kb.game("raise-poker")
    solution = game.solve(hands=4)
    data, other = solution.to_json(), kb.game("two-sided-poker").solve(hands=4).to_json()
    assert solution.verify()
    assert read_solution(game, data).to_json() == data
    assert all(_weaker(what) for what in accepted(game, data, other))


def _weaker(what: str) -> bool:
    """A lower lower bound, a higher upper bound: true as well, but weaker."""
    return what.startswith(("lower", "upper"))
