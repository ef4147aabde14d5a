"""Environments of games in other forms than rules: played, or refused in one line."""

from __future__ import annotations

import pytest

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.play import VectorGames
from kibitz.play.adapters.gymnasium_env import gymnasium_env
from kibitz.play.adapters.parallel import parallel_env
from kibitz.play.adapters.pettingzoo import aec_env


def test_a_table_is_one_round():
    pytest.importorskip("pettingzoo")
    env = parallel_env(kb.game("prisoners-dilemma"))
    env.reset(seed=1)
    _, paid, ended, _, _ = env.step(dict.fromkeys(env.agents, 1))
    assert all(ended.values())
    assert list(paid.values()) == [float(x) for x in kb.game("prisoners-dilemma").payoff(1, 1)]


def test_heaps_are_played_in_turns():
    games = VectorGames(kb.game("nim 1 2"), 2, compiled=False)
    assert games.reset(seed=1).mask.any(axis=1).all()


@pytest.mark.parametrize("make", [aec_env, gymnasium_env, lambda game: VectorGames(game, 2)])
@pytest.mark.parametrize(
    ("game", "wrong"), [("gloves", "cannot be played"), ("prisoners-dilemma", "simultaneously")]
)
def test_what_does_not_fit_is_one_line(make, game, wrong):
    pytest.importorskip("pettingzoo")
    with pytest.raises(GameError, match=wrong) as told:
        make(kb.game(game))
    assert "\n" not in str(told.value)
