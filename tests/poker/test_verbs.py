"""Solving, explaining and drawing poker by the verbs that all games share."""

from __future__ import annotations

import pytest

from kibitz import explain, game, solve
from kibitz.core.errors import GameError
from kibitz.poker.betting import pot_limit
from kibitz.poker.draw_poker.lowball import LowballDraw
from kibitz.poker.draw_poker.vector_cfr import DrawSolution
from kibitz.poker.strategy_chart import strategy_chart


def test_the_endgame_is_explained_by_indifference():
    text = explain(game("poker-endgame 1/4 2")).markdown()
    assert "hence b = 1/6" in text
    assert "hence c = 1/2" in text
    assert "✗" not in text
    lost = explain(game("poker-endgame 9/10 2")).markdown()
    assert "can only fold" in lost
    assert "gives 1, the formula 1" in lost
    other = explain(game("poker-endgame 1/3 3/2 ante=2")).markdown()
    assert "✗" not in other


def test_small_lowball_is_a_tree_and_large_lowball_is_not():
    small = game("lowball-draw 2-4 2 2").solve()
    assert small.exact
    assert small.verify()
    large = solve(game("lowball-draw"), seconds=0.01)
    assert isinstance(large, DrawSolution)
    assert large.bounds[0] < -0.042018 < large.bounds[1]
    with pytest.raises(GameError, match="raises need"):
        game("lowball-draw raises=2").solve()
    with pytest.raises(GameError, match="bets must be fixed"):
        LowballDraw(betting=pot_limit(rounds=2, raises=1)).solve()


def test_charts():
    solution = game("kuhn-poker").solve()
    both = strategy_chart(solution.profile)
    assert both.svg.count("2/3") >= 2
    assert strategy_chart(solution.profile, 1).caption == "Kuhn poker: II"
    with pytest.raises(GameError, match="unknown player 'III'"):
        strategy_chart(solution.profile, "III")
    with pytest.raises(GameError, match="0 to 1"):
        strategy_chart(solution.profile, 2)
    with pytest.raises(GameError, match="bars are drawn"):
        strategy_chart(game("leduc").as_tree().uniform())
