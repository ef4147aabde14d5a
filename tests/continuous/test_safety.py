"""Safety levels on intervals, against a fine grid."""

from __future__ import annotations

from fractions import Fraction

import pytest

import kibitz as kb
from kibitz.continuous.game import continuous_game
from kibitz.core.certificate import check
from kibitz.core.errors import GameError


@pytest.mark.parametrize(
    "payoff", ["x*y - x^2 + y^2 - y", "(x-y)^2", "x(1-x-y)", "y^2*x - x^2 + y"]
)
def test_the_level_is_that_of_a_grid(payoff: str) -> None:
    game = continuous_game([payoff, "0"], [(0, 1), (0, 1)], variables=["x", "y"])
    found = game.solve("safety")
    points = [Fraction(k, 40) for k in range(41)]
    grid = max(min(game.payoff(x, y)[0] for y in points) for x in points)
    assert abs(float(found.values[0]) - float(grid)) < 0.03
    assert found.verify().holds
    assert type(found).from_json(game, found.to_json()) == found


def test_another_level_is_refused() -> None:
    game = continuous_game(["x*y - x^2 + y^2 - y", "x - y^2"], [(0, 1), (0, 1)])
    data = game.solve("safety").to_json()
    data["levels"][0] = {**data["levels"][0], "level": "0"}
    assert not check(game, data).holds


def test_three_firms_against_the_sum_of_the_others() -> None:
    assert kb.game("cournot firms=3").solve("safety").values == (-9, -9, -9)


def test_one_player_is_safe() -> None:
    with pytest.raises(GameError, match="safety levels need an opponent"):
        continuous_game("x(1-x)", variables=["x"]).solve("safety")


def test_a_worst_answer_that_does_not_exist_is_named() -> None:
    with pytest.raises(GameError, match="falls toward an infimum that is not reached"):
        kb.game("advertising").solve("safety")


def test_replies_in_an_open_interval_are_inside_of_it() -> None:
    """Above a price below cost, every answer is worst; the price itself is not."""
    assert kb.game("bertrand").solve("safety").verify()


def test_with_ends_a_contest_has_safety_levels() -> None:
    game = kb.game("advertising")
    with pytest.raises(GameError, match="needs intervals with both ends"):
        game.solve("safety")
    bounded = kb.continuous_game(game.payoffs, [(0, 9), (0, 9)])
    assert [float(x) for x in bounded.solve("safety").values] == [0, 0]
