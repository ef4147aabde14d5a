"""The shape tests of PettingZoo and Gymnasium, over the games of the shelf."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from helpers.shelf import needed
from kibitz.core.errors import GameError
from kibitz.games import shelf
from kibitz.play.adapters.gymnasium_env import gymnasium_env
from kibitz.play.adapters.parallel import parallel_env
from kibitz.play.adapters.pettingzoo import aec_env
from kibitz.rules import Rules

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]
ENTRIES = [e for e in shelf() if isinstance(e.make(**needed(e)), Rules)]


def _made(make: Any, entry: Any) -> Any:
    """An environment, or a skip with the line that says why the game is none."""
    try:
        return make(entry.make(**needed(entry)))
    except GameError as error:
        pytest.skip(str(error))


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_petting_zoo_accepts_it_in_turns(entry):
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test

    api_test(_made(aec_env, entry), num_cycles=12)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_petting_zoo_accepts_it_at_once(entry):
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import parallel_api_test

    parallel_api_test(_made(parallel_env, entry), num_cycles=12)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_gymnasium_accepts_a_seat(entry):
    gymnasium: Any = pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    class Masked(gymnasium.ActionWrapper):
        """The checker acts at random: take the next legal action."""

        def action(self, action):
            legal = np.flatnonzero(self.env.unwrapped._info()["action_mask"])
            return int(legal[int(action) % len(legal)])

    env = _made(gymnasium_env, entry)
    check_env(Masked(env), skip_render_check=True)


def test_most_of_the_shelf_is_an_environment():
    pytest.importorskip("pettingzoo")
    taken = 0
    for entry in ENTRIES:
        try:
            aec_env(entry.make(**needed(entry)))
        except GameError:
            continue
        taken += 1
    assert taken >= 0.7 * len(ENTRIES)
