"""Walks over squares are drawn as grids, with an arrow for each step."""

from __future__ import annotations

import pytest

import kibitz as kb
from kibitz.pictures import overlaps
from kibitz.stochastic import stochastic_game
from kibitz.stochastic.grid_picture import grid_of


@pytest.mark.parametrize(
    ("name", "wide"), [("gridworld", 300), ("cliff-walking", 800), ("windy-gridworld", 700)]
)
def test_gridworlds_are_grids_of_readable_width(name, wide):
    game = kb.game(name)
    picture = game.draw()
    assert picture.width <= wide
    assert overlaps(picture) == ()
    assert overlaps(game.draw("graph")) == ()


def test_each_square_shows_its_value_and_its_step():
    game = kb.game("gridworld")
    svg = game.draw().to_svg()
    assert svg.count(">-2.97</text>") == 4  # the four squares three steps from a corner
    assert "a grid of 4 by 4 squares" in game.draw().caption
    assert game.solve("policy-iteration").draw().caption == game.draw().caption


def test_other_games_keep_their_graphs():
    game = stochastic_game({"G": [["1 + 3G/5", "3 + G/5"], ["1 + 4G/5", "2 + 2G/5"]]})
    assert grid_of(game) is None
    assert grid_of(kb.game("gridworld", rows=30, columns=30)) is None
