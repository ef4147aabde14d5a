"""Environments for learners: many games in step, all at once, or one seat; planes of boards."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

import kibitz as kb
from kibitz.core.errors import GameError
from kibitz.learning.encoding.encode import encode
from kibitz.play.adapters.actions import ActionSpace
from kibitz.play.adapters.gymnasium_env import gymnasium_env
from kibitz.play.adapters.parallel import parallel_env
from kibitz.play.adapters.pettingzoo import aec_env
from kibitz.play.adapters.vector_games import VectorGames
from kibitz.rules.examples import TakeAway


def follow(name: str, count: int, steps: int, compiled: bool) -> None:
    """Play many games in step, and the same moves one by one by the rules."""
    rules = kb.game(name)
    games = VectorGames(rules, count, compiled=compiled)
    code = encode(rules)
    seen = games.reset(seed=5)
    random = Random(1)
    for _ in range(steps):
        before = games.states()
        choice = [random.choice(np.flatnonzero(row).tolist()) for row in seen.mask]
        seen = games.step(choice)
        for k, state in enumerate(before):
            after = rules.play(state, choice[k])
            over = rules.player(after) == -1
            assert seen.terminated[k] == over
            if over:
                assert seen.reward[k].tolist() == [float(x) for x in rules.payoffs(after)]
            elif not rules.has("chance"):
                assert games.states()[k] == after
                assert np.flatnonzero(seen.mask[k]).tolist() == sorted(rules.moves(after))
                assert np.array_equal(seen.observation[k], code.observe(after))


def test_games_in_step_are_the_games_of_the_rules():
    follow("tic-tac-toe", 5, 20, compiled=False)
    follow("kuhn-poker", 5, 12, compiled=False)


@pytest.mark.slow
def test_compiled_games_in_step_are_the_games_of_the_rules():
    follow("tic-tac-toe", 5, 20, compiled=True)
    follow("connect-four", 5, 60, compiled=True)
    follow("kuhn-poker", 5, 12, compiled=True)


def test_games_in_step_refuse_what_is_wrong():
    games = VectorGames(kb.game("tic-tac-toe"), 2, compiled=False)
    games.reset()
    games.step([4, 4])
    with pytest.raises(GameError, match="action 4 is illegal in game 1"):
        games.step([0, 4])
    with pytest.raises(GameError, match="give one for each"):
        games.step([0])
    with pytest.raises(GameError, match="at least 1"):
        VectorGames(kb.game("tic-tac-toe"), 0)


def test_a_long_game_is_cut():
    games = VectorGames(kb.game("tic-tac-toe"), 3, longest=2, compiled=False)
    games.reset()
    games.step([0, 1, 2])
    seen = games.step([3, 3, 3])
    assert seen.truncated.all()
    assert not seen.terminated.any()
    assert seen.mask.all()


def test_the_same_seed_gives_the_same_games():
    runs = []
    for _ in range(2):
        games = VectorGames(kb.game("kuhn-poker"), 6, compiled=False)
        games.reset(seed=3)
        runs.append([games.step(games.random_actions()).reward.tolist() for _ in range(9)])
    assert runs[0] == runs[1]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", ["goofspiel 3", "tic-tac-toe"])
def test_petting_zoo_accepts_games_in_which_all_act_at_once(name):
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import parallel_api_test

    env = parallel_env(kb.game(name))
    parallel_api_test(env, num_cycles=30)
    env.reset(seed=1)
    total = np.zeros(2)
    random = Random(2)
    seen = env.reset(seed=2)[0]
    while env.agents:
        chosen = {a: random.choice(np.flatnonzero(seen[a]["action_mask"])) for a in env.agents}
        seen, paid, *_ = env.step(chosen)
        total += [paid["player_0"], paid["player_1"]]
    assert total.tolist() == [float(x) for x in env.rules.payoffs(env.state)]


@pytest.mark.filterwarnings("ignore")
def test_petting_zoo_sees_boards_as_planes():
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test

    env = aec_env(kb.game("tic-tac-toe"), planes=True)
    api_test(env, num_cycles=20)
    env.reset(seed=1)
    assert env.observe("player_0")["observation"].shape == (2, 3, 3)


@pytest.mark.filterwarnings("ignore")
def test_gymnasium_accepts_one_seat_of_a_game():
    wrapper: Any = pytest.importorskip("gymnasium").ActionWrapper
    from gymnasium.utils.env_checker import check_env

    class Masked(wrapper):
        """The checker acts at random: take the next legal action."""

        def action(self, action):
            mask = self.env.unwrapped._info()["action_mask"]
            return next(int(k % 9) for k in range(action, action + 9) if mask[k % 9])

    check_env(Masked(gymnasium_env(kb.game("tic-tac-toe"), seat=1)), skip_render_check=True)
    env = gymnasium_env(kb.game("tic-tac-toe"), seat=1, opponents="depth:1")
    seen, told = env.reset(seed=4)
    assert seen.sum() == 1  # the other has begun
    ended, paid = False, 0.0
    while not ended:
        seen, paid, ended, cut, told = env.step(int(np.flatnonzero(told["action_mask"])[0]))
        assert not cut
    assert paid == float(env.position.payoffs[1])
    with pytest.raises(GameError, match="seat is 2"):
        gymnasium_env(kb.game("tic-tac-toe"), seat=2)


def test_actions_of_games_with_simultaneous_moves():
    known = ActionSpace(kb.game("goofspiel 3"))
    assert known.count >= 3
    assert ActionSpace(TakeAway(5)).count == 4
