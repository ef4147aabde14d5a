"""Games without perfect recall are refused by name, and played on by another name."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import kibitz
from helpers.trees import kuhn
from kibitz.core.errors import GameError
from kibitz.extensive import chance, decision, extensive_game
from kibitz.extensive.methods.best_response import expected_payoffs
from kibitz.extensive.strategies.profile import Profile
from kibitz.learning.regret.cfr import cfr
from kibitz.learning.regret.forgetful_cfr import forgetful_cfr


def forgetting_the_card():
    """A sees a coin, passes a note to itself or not, and has forgotten the coin afterwards."""

    def guess(coin):
        right = {"heads": int(coin == "heads"), "tails": int(coin == "tails")}
        return decision(
            "A",
            f"sees {coin}",
            note=decision("A", "note", right),
            none=decision("A", "no note", right),
        )

    coins = {coin: ("1/2", guess(coin)) for coin in ("heads", "tails")}
    return extensive_game(chance(coins), ("A", "B"))


def test_finds_the_signal():
    found = forgetful_cfr(forgetting_the_card(), 500)
    assert found.payoffs[0] in (pytest.approx(1, abs=0.02), pytest.approx(0.5, abs=0.02))
    assert found.local_gain < 0.02
    assert found.verify()
    assert not replace(found, local_gain=-1.0).verify()
    assert "forget" in str(found)


def test_with_perfect_recall_it_is_plain_regret_minimization():
    game = kuhn(3)
    found = forgetful_cfr(game, 3000)
    assert found.payoffs[0] == pytest.approx(float(kibitz.solve(game).value), abs=5e-3)
    assert np.allclose(found.payoffs, [float(x) for x in expected_payoffs(game, found.profile)])
    even = Profile(game, np.full(int(game.offset[-1]), 0.5))
    assert found.local_gain < 0.01
    assert not replace(found, profile=even).verify()


def test_refused_elsewhere():
    with pytest.raises(GameError, match=r"imperfect recall.*forgetful"):
        cfr(forgetting_the_card(), iterations=5)
    with pytest.raises(GameError, match="must be positive"):
        forgetful_cfr(kuhn(3), 0)
