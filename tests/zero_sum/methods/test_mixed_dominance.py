"""Dominance by mixtures inside solve and explain."""

from __future__ import annotations

import random

import kibitz as kb
from kibitz.core.verbs import explain
from kibitz.zero_sum.methods.simplex import simplex


def test_a_mixture_is_crossed_out_before_pivoting() -> None:
    game = kb.matrix("0 4 6; 5 7 4; 9 6 3")
    found = game.solve()
    assert found.method == "dominance by mixtures, then the 2x2 formula"
    assert found.verify().holds
    told = str(explain(game))
    assert "dominated by the mixture 5/12 × column 1 + 7/12 × column 3" in told
    assert "tableau" not in told


def test_the_value_is_that_of_pivoting() -> None:
    chance = random.Random(5)
    crossed = 0
    for _ in range(20):
        game = kb.matrix([[chance.randint(-9, 9) for _ in range(4)] for _ in range(4)])
        found = game.solve()
        crossed += "mixtures" in found.method
        assert found.value == simplex(game).value
        assert found.verify().holds
    assert crossed


def test_the_method_has_a_name() -> None:
    assert (
        kb.matrix("0 4 6; 5 7 4; 9 6 3").solve("mixed-dominance").value
        == kb.matrix("0 6; 9 3").solve().value
    )
