"""Policy iteration where players move in turn, against value iteration and games that go on."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import kibitz
from kibitz.core.errors import GameError
from kibitz.stochastic.decision.policies_in_turn import policies_in_turn
from kibitz.stochastic.game import stochastic_game


def random_game(random: Random, states: int):
    """States a, b, ...: one player chooses in each; a quarter of the time play stops."""
    names = [chr(97 + k) for k in range(states)]
    stages = {}
    for name in names:
        cells = [
            f"{random.randint(-9, 9)} + 1/2 {random.choice(names)} + 1/4 {random.choice(names)}"
            for _ in range(random.randint(1, 3))
        ]
        stages[name] = [[cell] for cell in cells] if random.random() < 0.5 else [cells]
    return stochastic_game(stages)


def test_it_agrees_with_value_iteration():
    random = Random(3)
    for _ in range(5):
        game = random_game(random, random.randint(1, 6))
        found = policies_in_turn(game)
        swept = game.solve(method="value-iteration")
        assert np.allclose(found.value_array, swept.value_array, atol=1e-9)
        assert found.bound < 1e-9
        assert found.verify()
        assert game.solve(method="policy-iteration").value == pytest.approx(found.value, abs=1e-9)


@pytest.mark.parametrize("name", ["pig 12 sides=2", "ruin-duel 4 3", "two-dice-pig 6"])
def test_dice(name):
    rules = kibitz.game(name)
    found = rules.solve(method="policy-iteration")
    assert found.value == pytest.approx(rules.solve().value, abs=1e-9)
    assert found.verify()
    assert "policy iteration" in str(found)
    assert found.policy.sweeps >= 1


def test_bad_input():
    with pytest.raises(GameError, match="both players have a choice"):
        policies_in_turn(stochastic_game("G: 1+G/2, 3; 2, G/2"))
    with pytest.raises(GameError, match="may never end"):
        policies_in_turn(stochastic_game({"a": [["b"], ["1"]], "b": [["a"]]}, endless=0))
    with pytest.raises(GameError, match="unknown method 'guessing'"):
        kibitz.game("pig 5").solve(method="guessing")
