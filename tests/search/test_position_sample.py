"""Numbers that the positions of a game exceed, against the positions themselves."""

from __future__ import annotations

import pytest

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.rules import OVER
from kibitz.search.position_sample import PositionSample


def positions(rules):
    """Every position that play may lead to."""
    found, left = {rules.start()}, [rules.start()]
    while left:
        state = left.pop()
        if rules.player(state) == OVER:
            continue
        for move in rules.moves(state):
            after = rules.play(state, move)
            if after not in found:
                found.add(after)
                left.append(after)
    return found


@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four 4 3", "breakthrough 2 5", "hex 3"])
def test_there_are_more_positions_than_it_says(name):
    rules = kb.game(name)
    every = len(positions(rules))
    for seed in range(5):
        sample = PositionSample(rules, [rules.start()], seed)
        sample.play(games=400)
        assert every / 50 < sample.at_least() <= every


def test_large_games_need_few_games():
    rules = kb.game("qubic")
    sample = PositionSample(rules, [rules.start()])
    sample.play(games=10_000, enough=10**6)
    assert sample.games < 1000
    assert sample.at_least() > 10**6


def test_chance_is_refused():
    with pytest.raises(GameError, match="chance moves"):
        PositionSample(kb.game("pig"), [kb.game("pig").position("roll").state]).play(games=1)
