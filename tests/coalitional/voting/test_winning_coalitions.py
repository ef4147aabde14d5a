"""Simple games by their minimal winning coalitions, and chairmen who break ties."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest

import kibitz as kb
from kibitz.coalitional.voting.weighted import weighted_voting
from kibitz.core.errors import GameError


def test_minimal_winning_coalitions() -> None:
    game = kb.coalition(winning="A,B A,C B,C,D")
    assert game.minimal_winning() == (("A", "B"), ("A", "C"), ("B", "C", "D"))
    assert game == kb.coalition(winning=[("A", "B"), ("A", "C"), ("B", "C", "D")])


@pytest.mark.parametrize("weights", [[1, 1, 1, 1], [3, 2, 2, 1], ["1/2", "1/2", 1]])
def test_a_chairman_breaks_ties(weights: list[object]) -> None:
    heavy = [Fraction(str(w)) for w in weights]
    half = sum(heavy) / 2
    game = weighted_voting("majority", weights, chairman=1)
    voters = range(1, len(heavy) + 1)
    for size in voters:
        for group in combinations(voters, size):
            weight = sum(heavy[i - 1] for i in group)
            right = weight > half or (weight == half and 1 in group)
            assert game.wins(*group) == right
    assert kb.coalition(weights=weights, quota=half, chairman=1) == game


@pytest.mark.parametrize("guards", [[1], [2, 4], [1, 2, 3]])
def test_no_coalition_wins_without_those_who_have_a_veto(guards: list[int]) -> None:
    heavy = [Fraction(4), Fraction(3), Fraction(5, 2), Fraction(1)]
    game = weighted_voting(6, heavy, veto=guards)
    for size in range(1, 5):
        for group in combinations(range(1, 5), size):
            right = sum(heavy[i - 1] for i in group) >= 6 and set(guards) <= set(group)
            assert game.wins(*group) == right


def test_what_does_not_go_together() -> None:
    with pytest.raises(GameError, match="no voter 'X'"):
        weighted_voting(2, [1, 1, 1], chairman="X")
    with pytest.raises(GameError, match="veto: no voter 'X'"):
        weighted_voting(2, [1, 1, 1], veto="1,X")
    with pytest.raises(GameError, match="ties"):
        weighted_voting(2, [1, 1, 1], chairman=1, strict=True)
    with pytest.raises(GameError, match="needs weights"):
        kb.coalition({"A": 1, "B": 1, "A,B": 3}, chairman="A")
