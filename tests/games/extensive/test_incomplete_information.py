"""Trees in which only one player sees what chance does, against what textbooks find."""

from __future__ import annotations

from fractions import Fraction

import pytest

import kibitz as kb


@pytest.mark.parametrize(
    ("call", "value"),
    [
        ("incomplete-information", Fraction(8, 3)),
        ("forgetful-player", Fraction(2, 5)),
        ("card-bet", Fraction(2, 13)),
        ("predict-coin", Fraction(0)),
        ("normandy", Fraction(371, 17)),
    ],
)
def test_values(call, value):
    assert kb.game(call).solve().value == value


def test_one_state_is_its_matrix_and_one_sure_state_as_well():
    alone = kb.game("incomplete-information", "1 3; 4 2", (1,))
    assert alone.solve().value == kb.matrix("1 3; 4 2").solve().value
    sure = kb.game("incomplete-information", "6 0; 0 0 | 1 3; 4 2", (0, 1))
    assert sure.solve().value == kb.matrix("1 3; 4 2").solve().value


def test_forgetting_is_imperfect_recall_with_all_plans():
    game = kb.game("forgetful-player")
    assert not game.has_perfect_recall
    assert [game.count_strategies(k) for k in (0, 1)] == [64, 4]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("incomplete-information '6 0; 0 0 | 3 0'", "matrix 2 is 1 x 2, matrix 1 is 2 x 2"),
        ("incomplete-information prior=1/2,1/3", "adds up to 5/6, not 1"),
        ("incomplete-information prior=1", "1 probability for 2 matrices"),
        ("card-bet p=2", "p is 2; it must lie between 0 and 1"),
        ("card-bet bets=1,0", "it must be positive"),
        ("predict-coin 3/2", "it must lie between 0 and 1"),
    ],
)
def test_refuses(call, words):
    with pytest.raises(kb.GameError, match=words):
        kb.game(call)
